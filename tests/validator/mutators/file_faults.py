"""Mutators of whole files: gzip, archives and binaries, nothing at all, and the file as it is."""

import bz2
import gzip
import io
import json
import lzma
import pickle
import tarfile
import zipfile
import zlib
from random import Random

from tests.validator.mutators.clean import (
    SUFFIX,
    Clean,
    Mutant,
    Mutator,
    Shape,
    accepted,
    named,
    objects,
    refused,
    written,
)
from tests.validator.mutators.text_faults import _json


def packed(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted(
        (name + ".gz", gzip.compress(data, random.randint(0, 9), mtime=random.randint(0, 2**31))), packable=False
    )


def packed_under_a_name(random: Random, clean: Clean) -> Mutant:
    """With the header fields that gzip may carry: a name, a comment, extra bytes."""
    name, data = written(random, clean)
    squeeze = zlib.compressobj(wbits=-15)
    body = squeeze.compress(data) + squeeze.flush()
    head = b"\x1f\x8b\x08\x1c" + bytes(6) + b"\x05\0extra" + b"p.jsonl\0" + b"a comment\0"
    tail = zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")
    return accepted((name + ".gz", head + body + tail), packable=False)


def packed_without_saying_so(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted((name, gzip.compress(data, mtime=0)), warning="W_GZIP_BY_CONTENT", packable=False)


def packed_in_tiny_pieces(random: Random, clean: Clean) -> Mutant:
    """Flushed after every few bytes: the first piece that comes out is a single byte."""
    name, data = written(random, clean)
    data = random.choice((b"", b"\xef\xbb\xbf")) + data
    squeeze = zlib.compressobj(wbits=31)
    pieces = [squeeze.compress(data[:1]), squeeze.flush(zlib.Z_FULL_FLUSH), squeeze.compress(data[1:]), squeeze.flush()]
    return accepted((name + ".gz", b"".join(pieces)), packable=False)


def second_member(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    half = random.randrange(len(data))
    more = random.choice((gzip.compress(b"", mtime=0), gzip.compress(b"\n", mtime=0), gzip.compress(data, mtime=0)))
    whole = random.choice(
        (gzip.compress(data, mtime=0) + more, gzip.compress(data[:half]) + gzip.compress(data[half:]))
    )
    return refused((name + ".gz", whole), "E_GZIP", packable=False)


def bytes_after_gzip(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    more = random.choice((b"\0", b"\n", b"\0" * 512, b"PK\x03\x04", b"garbage", b"\x1f\x8b"))
    return refused((name + ".gz", gzip.compress(data, mtime=0) + more), "E_GZIP", packable=False)


def gzip_cut_off(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    whole = gzip.compress(data, mtime=0)
    cut = random.choice((len(whole) - 1, len(whole) - 8, random.randrange(2, len(whole))))
    return refused((name + ".gz", whole[:cut]), "E_GZIP", packable=False)


def gzip_damaged(random: Random, clean: Clean) -> Mutant | None:
    name, data = written(random, clean)
    whole = bytearray(gzip.compress(data, mtime=0))
    place = random.choice((len(whole) - random.randint(1, 8), random.randrange(10, len(whole))))
    whole[place] ^= random.randint(1, 255)
    try:
        if gzip.decompress(bytes(whole)) == data:
            return None  # a bit that means nothing
    except (OSError, EOFError, zlib.error):
        pass
    return refused((name + ".gz", bytes(whole)), packable=False)


def gzip_of_gzip(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    inner = gzip.compress(data, mtime=0)
    return refused(
        (name + random.choice((".gz", ".gz.gz")), gzip.compress(inner, mtime=0)), "E_FORMAT", "E_GZIP", packable=False
    )


def gzip_of_an_archive(random: Random, clean: Clean) -> Mutant:
    inner = random.choice((_tar, _zip))(*written(random, clean))
    return refused(
        (random.choice(("p.tar.gz", "p.jsonl.gz", "p.tgz")), gzip.compress(inner, mtime=0)), "E_FORMAT", packable=False
    )


def _zip(name: str, data: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), data)
    return whole.getvalue()


def _tar(name: str, data: bytes) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return whole.getvalue()


def archive(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    pack, suffix = random.choice(((_zip, ".zip"), (_zip, ".xlsx"), (_tar, ".tar"), (_zip, ".npz")))
    return refused((random.choice((name, f"p{suffix}")), pack(name, data)), packable=False)


def other_compression(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    pack, suffix = random.choice(((bz2.compress, ".bz2"), (lzma.compress, ".xz"), (zlib.compress, ".z")))
    return refused((random.choice((name, name + suffix)), pack(data)), packable=False)


def pickled(random: Random, clean: Clean) -> Mutant:
    data = pickle.dumps([dict(row) for row in clean.rows], protocol=random.randint(0, 5))
    return refused((random.choice(("p.pkl", "p.pickle", "p.jsonl", "p.csv", "p.bin")), data), packable=False)


def binary_by_content(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    magic = random.choice(
        (
            b"PAR1",
            b"ARROW1\0\0",
            b"\x93NUMPY\x01\0",
            b"\x89HDF\r\n\x1a\n",
            b"SQLite format 3\0",
            b"%PDF-1.7\n",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"7z\xbc\xaf\x27\x1c",
            b"Rar!\x1a\x07",
            b"\x28\xb5\x2f\xfd",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8\xff\xe0",
            b"GIF89a",
            b"\x7fELF",
        )
    )
    return refused((name, magic + random.choice((data, random.randbytes(200)))), packable=False)


def binary_by_name(random: Random, clean: Clean) -> Mutant:
    name, magic = random.choice(
        (
            ("p.parquet", b"PAR1"),
            ("p.xlsx", b"PK\x03\x04"),
            ("p.npy", b"\x93NUMPY"),
            ("p.pt", b"PK\x03\x04"),
            ("p.h5", b"\x89HDF"),
            ("p.zip", b"PK\x05\x06"),
        )
    )
    return refused((name, magic + random.randbytes(random.randint(0, 300))), packable=False)


def yaml(random: Random, clean: Clean) -> Mutant:
    rows = "".join(
        f"- id: {json.dumps(row['id'])}\n  prediction: {json.dumps(row['prediction'])}\n" for row in clean.rows
    )
    text = random.choice(("", "---\n", "%YAML 1.2\n---\n")) + rows
    return refused((random.choice(("p.yaml", "p.yml", "p.jsonl", "p.json", "p.csv")), text.encode()))


def web_page(random: Random, clean: Clean) -> Mutant:
    text = random.choice(
        ("<!doctype html><html><body>404</body></html>", "<?xml version='1.0'?><rows/>", "404: Not Found")
    )
    return refused(named(clean, text))


def random_bytes(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, random.randbytes(random.randint(1, 400))), packable=False)


def nothing(random: Random, clean: Clean) -> Mutant:
    data = random.choice((b"", b"\n", b"\n\n\r\n", b"   ", b"\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"))
    return refused(named(clean, data), packable=False)


def nothing_packed(random: Random, clean: Clean) -> Mutant:
    return refused(
        (f"p{SUFFIX[clean.shape]}.gz", gzip.compress(random.choice((b"", b"\n", b"[]")), mtime=0)), packable=False
    )


def only_a_header(random: Random, clean: Clean) -> Mutant:
    text = random.choice(("id,prediction", "id,prediction\n", "id,prediction\r\n", "id,prediction,raw_output\n\n"))
    return refused(named(clean, text, "csv"), packable=False)


def an_empty_value(random: Random, clean: Clean) -> Mutant:
    text = random.choice(("[]", "{}", "null", '""', "0", "[ ]\n", "{}\n", "[[]]", "[{}]", "[null]"))
    return refused(named(clean, text, _json(clean)), packable=False)


def unchanged(random: Random, clean: Clean) -> Mutant:
    return accepted(written(random, clean))


def in_another_shape(random: Random, clean: Clean) -> Mutant:
    shape: Shape = random.choice(("jsonl", "array", "csv"))
    return accepted(written(random, clean._replace(shape=shape)))


def json_lines_called_json(random: Random, clean: Clean) -> Mutant:
    return accepted(named(clean, "\n".join(objects(random, clean)), "array"), warning="W_JSONL_IN_JSON")


def array_called_jsonl(random: Random, clean: Clean) -> Mutant:
    return accepted(named(clean, "[" + ",".join(objects(random, clean)) + "]", "jsonl"), warning="W_ARRAY_IN_JSONL")


def under_another_name(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    stem = random.choice(("my run", "a.b.c", "prédictions", "v1.2", "-x", "p (1)"))
    return accepted((stem + name.removeprefix("p"), data))


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "gzip": (
        packed,
        packed_under_a_name,
        packed_without_saying_so,
        packed_in_tiny_pieces,
        second_member,
        bytes_after_gzip,
        gzip_cut_off,
        gzip_damaged,
        gzip_of_gzip,
        gzip_of_an_archive,
    ),
    "other formats": (
        archive,
        other_compression,
        pickled,
        binary_by_content,
        binary_by_name,
        yaml,
        web_page,
        random_bytes,
    ),
    "empty": (
        nothing,
        nothing_packed,
        only_a_header,
        an_empty_value,
    ),
    "as it is": (
        unchanged,
        in_another_shape,
        json_lines_called_json,
        array_called_jsonl,
        under_another_name,
    ),
}
