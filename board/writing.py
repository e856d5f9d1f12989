"""Writing a file whole: a reader never sees half of it, and a crash leaves the old one or the new one."""

import os
from pathlib import Path


def write_whole(file: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Write text (as UTF-8) or bytes through a temporary file, fsync and rename.

    ``mode`` are the permissions from the first byte on.
    """
    temporary = file.with_name(f".tmp-{os.getpid()}-{file.name}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(content.encode("utf-8") if isinstance(content, str) else content)
            handle.flush()
            os.fsync(handle.fileno())
        temporary.chmod(mode)  # whatever the umask, and whatever a leftover had
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last: a file that was made, renamed or taken away stays so after a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
