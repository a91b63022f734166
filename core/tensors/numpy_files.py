"""NumPy's own files: .npy, mapped, and .npz, read after its headers say that it fits."""

from __future__ import annotations

import zipfile
import zlib
from math import prod
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.tensors.arrays import TensorArray, TensorFile, order_note, type_name
from core.tensors.memory import check_memory
from core.tensors.refusing import TensorFileError, check_shape, shape_words

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
        raise TensorFileError(
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
        raise TensorFileError(f"{file}: {name} holds {dtype.name}, not numbers; save it as float32")


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
    notes: list[str] = []
    labels: tuple[str, ...] = ()
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.namelist() if one.endswith(".npy")]
            if not members or len(members) > MOST_ARRAYS:
                raise TensorFileError(
                    f"{path.name} holds {len(members)} arrays; 1 to {MOST_ARRAYS} can be read: "
                    "write it with np.savez"
                )
            words = [one for one in members if is_words(archive, one)]
            numbers = [one for one in members if one not in words]
            needed = sum(member_size(archive, one, path.name) for one in numbers)
            check_memory(path.name, needed, memory)
            for member in numbers:
                array, said = read_member(archive, member, path.name)
                arrays.append(array)
                notes += said
            if words:
                labels = member_words(archive, words[0])
                notes.append(f"the array {words[0][:-4]} names the tokens")
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise TensorFileError(
            f"{path.name} is truncated or damaged: it is no whole archive; fetch or save it again"
        ) from error
    return TensorFile(path, "NumPy arrays (.npz)", tuple(arrays), tuple(notes), labels)


def is_words(archive: zipfile.ZipFile, member: str) -> bool:
    """Whether an array of an archive holds words along one axis: the tokens."""
    try:
        with archive.open(member) as stream:
            np.lib.format.read_magic(stream)
            shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    except ValueError:
        return False
    return dtype.kind == "U" and len(shape) == 1


def member_words(archive: zipfile.ZipFile, member: str) -> tuple[str, ...]:
    """The words of an array of words."""
    with archive.open(member) as stream:
        words = np.lib.format.read_array(stream, allow_pickle=False)
    return tuple(str(word) for word in words)


def member_size(archive: zipfile.ZipFile, member: str, file: str) -> int:
    """How many bytes an array of an archive takes, from its header."""
    with archive.open(member) as stream:
        shape, _, dtype = read_header(stream, file, member[:-4])
    return prod(shape) * dtype.itemsize


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
