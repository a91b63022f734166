"""A file of tensors by its name: told apart, checked from its header, read or mapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.tensors.arrays import TensorFile
from core.tensors.json_files import read_json
from core.tensors.numpy_files import MAGIC, read_npy, read_npz
from core.tensors.refusing import FORMATS, TensorFileError
from core.tensors.safe_files import read_safetensors
from core.tensors.tables import Dialect, read_table
from core.tensors.torch_files import read_torch

Reader = Callable[[Path, "int | None"], TensorFile]
READERS: dict[str, Reader] = {
    ".npy": read_npy,
    ".npz": read_npz,
    ".safetensors": read_safetensors,
    ".pt": read_torch,
    ".pth": read_torch,
    ".bin": read_torch,  # as Hugging Face names them
    ".ckpt": read_torch,
    ".csv": lambda path, memory: read_table(path, memory),
    ".tsv": lambda path, memory: read_table(path, memory),
    ".json": read_json,
}
TABLES = {".csv", ".tsv"}
PICKLES = {".pkl", ".pickle", ".joblib"}
POINTER = b"version https://git-lfs"


def read_tensors(
    path: Path, memory: int | None = None, dialect: Dialect | None = None
) -> TensorFile:
    """What a file holds. memory: bytes that may be used, what is free by default. dialect: how a
    table is written, guessed by default.

    Raises TensorFileError, one sentence with file, field and cure. Nothing is unpickled in this
    process, and nothing large is read before its header says that it fits.
    """
    suffix = path.suffix.lower()
    try:
        check_place(path)
        with path.open("rb") as stream:
            start = stream.read(64)
        check_start(path, suffix, start)
        if dialect is not None and suffix in TABLES:
            return read_table(path, memory, dialect)
        return READERS[suffix](path, memory)
    except OSError as error:
        raise TensorFileError(
            f"{path.name} cannot be read: {error.strerror or error}; check where it lies and who "
            "may read it"
        ) from error
    except MemoryError as error:
        raise TensorFileError(
            f"{path.name} is larger than the memory of this computer allows; save a part of it"
        ) from error


def check_place(path: Path) -> None:
    """Raise TensorFileError for a folder, a pipe, nothing, and an empty file."""
    if path.is_dir():
        raise TensorFileError(f"{path.name} is a folder; name the files in it")
    if path.is_symlink() and not path.exists():
        raise TensorFileError(
            f"{path.name} is a link to {path.readlink()}, which is not there; fetch that file, or "
            "name another"
        )
    if not path.exists():
        raise TensorFileError(f"there is no file {path}; check its name")
    if not path.is_file():
        raise TensorFileError(
            f"{path.name} is a pipe or a device, not a file; save what it holds as a file"
        )
    if path.stat().st_size == 0:
        raise TensorFileError(f"{path.name} is empty, 0 bytes; save or fetch it again")


def check_start(path: Path, suffix: str, start: bytes) -> None:
    """Raise TensorFileError where the first bytes say that the name is wrong."""
    if start.startswith(POINTER):
        raise TensorFileError(
            f"{path.name} is a Git LFS pointer, not the data; run git lfs pull in its folder"
        )
    if start.lstrip()[:9].lower().startswith((b"<!doctype", b"<html")):
        raise TensorFileError(
            f"{path.name} is a web page, not the data (a login or an error?); fetch it again"
        )
    if suffix in PICKLES:
        raise TensorFileError(
            f"{path.name} is a pickle, which can run programs when it is opened and is not read "
            "here; save its tensors with safetensors or np.savez"
        )
    if suffix not in READERS:
        named = f"ends in {suffix}" if suffix else "has no ending"
        raise TensorFileError(f"{path.name} {named}; tensors are read from {FORMATS}")
    found = told(start)
    if suffix == ".npy" and found != ".npy":
        raise wrong_name(path, found)
    if found and suffix in {".safetensors", ".csv", ".tsv", ".json"}:
        raise wrong_name(path, found)
    if suffix == ".npz" and found != ".zip":
        raise wrong_name(path, found)


def told(start: bytes) -> str:
    """What the first bytes of a file say that it is."""
    if start.startswith(MAGIC):
        return ".npy"
    if start.startswith(b"PK\x03\x04"):
        return ".zip"
    return ".gz" if start.startswith(b"\x1f\x8b") else ""


def wrong_name(path: Path, found: str) -> TensorFileError:
    """What is said of a file whose ending does not tell what is in it."""
    looks, cure = {
        ".npy": ("it is a .npy file", "give it that ending"),
        ".zip": ("it is an archive (.npz or .pt?)", "give it that ending"),
        ".gz": ("it is compressed", "unpack it with gunzip"),
    }.get(
        found,
        (
            f"it does not begin as a {path.suffix} file does",
            "save it again, or give it the right ending",
        ),
    )
    return TensorFileError(f"{path.name} is not what its ending says: {looks}; {cure}")
