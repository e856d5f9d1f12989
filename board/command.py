"""Running one command of a command line: errors a person can mend become one line on stderr and exit code 2."""

import sys
from argparse import ArgumentParser

from board.errors import BoardError


def run_command(parser: ArgumentParser, arguments: list[str] | None) -> int:
    """Parse the arguments, run the command's function (``run``) on them, and return its exit code.

    Exit code 2 stands for wrong usage or for a file or machine that cannot be used; the message says what to do.
    """
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BoardError as error:
        print(f"error: {error}", file=sys.stderr)
    except FileNotFoundError as error:
        print(f"error: found no file {error.filename}: check the path", file=sys.stderr)
    except IsADirectoryError as error:
        print(f"error: {error.filename} is a folder, expected a file", file=sys.stderr)
    except NotADirectoryError as error:
        print(f"error: {error.filename} is not below a folder: check the path", file=sys.stderr)
    except PermissionError as error:
        print(f"error: {error.filename} may not be read or written: check its permissions", file=sys.stderr)
    except ModuleNotFoundError as error:
        print(
            f"error: found no package {error.name}: this command needs more than the rest; install it all with "
            ".venv/bin/python -m pip install -r requirements-scorer.txt",
            file=sys.stderr,
        )
    except KeyboardInterrupt:
        print("stopped: run the command again to go on", file=sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()  # the reader (head, less) has seen enough
    except OSError as error:
        print(
            f"error: {error.filename or 'the machine'}: {error.strerror}: check the path and the disk", file=sys.stderr
        )
    return 2
