"""NumPy's own files: .npy, mapped, and .npz, read after its headers say that it fits."""

from __future__ import annotations

import zipfile
import zlib
from functools import partial
from math import prod
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.tensors.arrays import TensorArray, TensorFile, order_note, type_name
from core.tensors.json_files import SOURCE_KEYS, TOKEN_KEYS
from core.tensors.memory import check_memory
from core.tensors.refusing import (
    TensorFileError,
    UnusableArrayError,
    check_shape,
    shape_words,
    usable,
)

Header = tuple[tuple[int, ...], bool, np.dtype[Any]]
MAGIC = b"\x93NUMPY"
MOST_ARRAYS = 4096
MAPPED_FROM = 2**26  # bytes of a file


def read_header(stream: IO[bytes], file: str, name: str) -> Header:
    """Shape, Fortran order and type of an array, without its numbers and without pickle."""
    try:
        version = np.lib.format.read_magic(stream)
        reader = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        shape, fortran, dtype = reader(stream)
    except (ValueError, EOFError, SyntaxError, TypeError, zlib.error) as error:
        raise TensorFileError(
            f"{file}: the header of {name} cannot be read; the file is damaged: save it again"
        ) from error
    check_type(file, name, dtype)
    check_shape(file, name, shape)
    return shape, fortran, dtype


def check_type(file: str, name: str, dtype: np.dtype[Any]) -> None:
    """Raise TensorFileError unless the type holds real numbers or booleans."""
    if dtype.hasobject:
        raise UnusableArrayError(
            f"{file}: {name} holds Python objects (ragged maps, a dict, None?), which are never "
            "unpickled here; save each map as its own array: np.savez('maps.npz', a=first, "
            "b=second)"
        )
    if dtype.kind == "c":
        raise TensorFileError(
            f"{file}: {name} holds complex numbers ({dtype.name}), and attention is defined on "
            "real ones; save its real part or its magnitude"
        )
    if dtype.kind not in "fiub":
        what = {"U": "words", "S": "bytes of text", "V": "records or raw bytes"}.get(dtype.kind)
        raise UnusableArrayError(
            f"{file}: {name} holds {what or dtype.name}, not numbers; save it as float32"
        )


def read_npy(path: Path, _memory: int | None = None) -> TensorFile:
    """An array on disk, mapped into memory: only what is used is read."""
    name = path.stem
    with path.open("rb") as stream:
        shape, fortran, dtype = read_header(stream, path.name, name)
        start = stream.tell()
    have, need = path.stat().st_size, start + prod(shape) * dtype.itemsize
    if have < need:
        raise truncated(path.name, have, need)
    values = held(path, dtype, start, shape, "F" if fortran else "C")
    notes = order_note(name, dtype, fortran and len(shape) > 1)
    array = TensorArray(name, values, type_name(dtype))
    return TensorFile(path, "a NumPy array (.npy)", (array,), tuple(notes))


def held(
    path: Path,
    dtype: np.dtype[Any],
    start: int,
    shape: tuple[int, ...],
    order: Literal["C", "F"] = "C",
) -> NDArray[Any]:
    """The numbers of a file from a place on: mapped where it is large, else read, so that nobody
    who rewrites a small file meanwhile can take it from under us."""
    if path.stat().st_size > MAPPED_FROM:
        return np.memmap(path, dtype, "r", start, shape, order)
    return np.fromfile(path, dtype, prod(shape), offset=start).reshape(shape, order=order)


def truncated(file: str, have: int, need: int) -> TensorFileError:
    """What is said of a download that broke off."""
    return TensorFileError(
        f"{file} is truncated: {have:,} of {need:,} bytes are there; fetch or save it again"
    )


def read_npz(path: Path, memory: int | None = None) -> TensorFile:
    """All arrays of an archive, read once their headers say that memory allows it."""
    arrays: list[TensorArray] = []
    labels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.namelist() if one.endswith(".npy")]
            if not members or len(members) > MOST_ARRAYS:
                raise TensorFileError(
                    f"{path.name} holds {len(members)} arrays; 1 to {MOST_ARRAYS} can be read: "
                    "write it with np.savez"
                )
            words = [one for one in members if is_words(archive.open(one))]
            twice = next((one for one in members if members.count(one) > 1), None)
            if twice:
                raise TensorFileError(
                    f"{path.name} holds {twice[:-4]} twice; give each array its own name"
                )
            numbers = [one for one in members if one not in words]
            sizes, notes = usable(
                path.name, (partial(member_size, archive, one, path.name) for one in numbers)
            )
            check_memory(path.name, sum(size for _, size in sizes), memory)
            for member, _ in sizes:
                array, said = read_member(archive, member, path.name)
                arrays.append(array)
                notes += said
            labels, said = words_in(archive, words)
            notes += said
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise TensorFileError(
            f"{path.name} is truncated or damaged: it is no whole archive; fetch or save it again"
        ) from error
    return TensorFile(path, "NumPy arrays (.npz)", tuple(arrays), tuple(notes), *labels)


def is_words(stream: IO[bytes]) -> bool:
    """Whether an array holds words along one axis: the tokens. Closes the stream."""
    try:
        with stream:
            np.lib.format.read_magic(stream)
            shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    except (ValueError, SyntaxError, TypeError, EOFError):
        return False
    return dtype.kind in "US" and len(shape) == 1


def words_in(
    archive: zipfile.ZipFile, members: list[str]
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], list[str]]:
    """(names of rows, names of columns) among arrays of words, and a note for each."""
    source = next((one for one in members if one[:-4] in SOURCE_KEYS), None)
    others = [one for one in members if one != source]
    target = next((one for one in others if one[:-4] in TOKEN_KEYS), next(iter(others), None))
    rows = () if target is None else member_words(archive, target)
    columns = () if source is None else member_words(archive, source)
    notes = [f"the array {target[:-4]} names the tokens"] if target else []
    return (rows, columns), notes + ([f"the array {source[:-4]} names the keys"] if source else [])


def member_words(archive: zipfile.ZipFile, member: str) -> tuple[str, ...]:
    """The words of an array of words."""
    with archive.open(member) as stream:
        return words_of(np.lib.format.read_array(stream, allow_pickle=False))


def words_of(words: NDArray[Any]) -> tuple[str, ...]:
    """An array of words as text."""
    if words.dtype.kind == "S":
        words = np.char.decode(words, "utf-8", "replace")
    return tuple(str(word) for word in words)


def member_size(archive: zipfile.ZipFile, member: str, file: str) -> tuple[str, int]:
    """An array of an archive, and how many bytes it takes, from its header."""
    with archive.open(member) as stream:
        shape, _, dtype = read_header(stream, file, member[:-4])
    return member, prod(shape) * dtype.itemsize


def read_member(archive: zipfile.ZipFile, member: str, file: str) -> tuple[TensorArray, list[str]]:
    """One array of an archive, and what was unusual about it."""
    name = member[:-4]
    with archive.open(member) as stream:
        shape, fortran, dtype = read_header(stream, file, name)
        raw = stream.read(prod(shape) * dtype.itemsize)
    if len(raw) < prod(shape) * dtype.itemsize:
        raise TensorFileError(
            f"{file}: {name} breaks off before its {shape_words(shape)} numbers; save it again"
        )
    values = np.frombuffer(raw, dtype).reshape(shape, order="F" if fortran else "C")
    notes = order_note(name, dtype, fortran and len(shape) > 1)
    return TensorArray(name, values, type_name(dtype)), notes
