"""Safetensors: eight bytes, a JSON header, numbers. Mapped, after the header has been checked."""

from __future__ import annotations

from functools import partial
from math import prod
from pathlib import Path

import numpy as np

from core.tensors.arrays import BFLOAT16, TensorArray, TensorFile
from core.tensors.json_files import decoded
from core.tensors.numpy_files import MOST_ARRAYS, held, truncated
from core.tensors.refusing import TensorFileError, check_shape, usable

LONGEST_HEADER = 100_000_000  # as the format's own readers have it
TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "u1",
    "BOOL": "?",
    "F8_E4M3": "u1",
    "F8_E5M2": "u1",
    "F8_E8M0": "u1",
}
CODED = {
    "BF16": BFLOAT16,
    "F8_E4M3": "float8_e4m3fn",
    "F8_E5M2": "float8_e5m2",
    "F8_E8M0": "float8_e8m0fnu",
}


def read_safetensors(path: Path, _memory: int | None = None) -> TensorFile:
    """Every tensor of a file, mapped: only what is used is read."""
    have = path.stat().st_size
    header, start = read_header(path, have)
    header.pop("__metadata__", None)
    if not header or len(header) > MOST_ARRAYS:
        raise TensorFileError(
            f"{path.name} holds {len(header)} tensors; 1 to {MOST_ARRAYS} can be read: save the "
            "ones of one block"
        )
    entries = header.items()
    makers = (partial(mapped, path, name, entry, start, have) for name, entry in entries)
    arrays, notes = usable(path.name, makers)
    return TensorFile(path, "safetensors", tuple(arrays), tuple(notes))


def read_header(path: Path, have: int) -> tuple[dict[str, object], int]:
    """The table of a file and where its numbers begin; checked against the file's size first."""
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if have < 8 or length > LONGEST_HEADER and length > have:
            raise TensorFileError(
                f"{path.name} is no safetensors file: its header would have {length:,} bytes; "
                "save it with safetensors.numpy.save_file"
            )
        if 8 + length > have:
            raise truncated(path.name, have, 8 + length)
        raw = stream.read(length)
    try:
        header = decoded(path.name, raw.decode())
    except TensorFileError:
        raise
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise TensorFileError(
            f"{path.name}: its header is not readable; the file is damaged: fetch it again"
        )
    return header, 8 + length


def mapped(path: Path, name: str, entry: object, start: int, have: int) -> TensorArray:
    """One tensor, mapped or read, once its entry makes sense."""
    try:
        assert isinstance(entry, dict)
        kind, shape = str(entry["dtype"]), tuple(int(size) for size in entry["shape"])
        first, last = (int(place) for place in entry["data_offsets"])
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise TensorFileError(
            f"{path.name}: the entry of {name} is not readable; the file is damaged: fetch it again"
        ) from error
    if kind not in TYPES:
        raise TensorFileError(
            f"{path.name}: {name} is stored as {kind}, which is not read here; save it as float32"
        )
    check_shape(path.name, name, shape)
    dtype = np.dtype(TYPES[kind])
    if start + last > have:
        raise truncated(path.name, have, start + last)
    if first < 0 or last - first != prod(shape) * dtype.itemsize:
        raise TensorFileError(
            f"{path.name}: {name} has {last - first:,} bytes and its shape needs "
            f"{prod(shape) * dtype.itemsize:,}; the file is damaged: fetch it again"
        )
    values = held(path, dtype, start + first, shape)
    return TensorArray(name, values, CODED.get(kind, dtype.name))
