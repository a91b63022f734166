"""What is refused, in one sentence that names the file, what is wrong, and the cure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import TypeVar

FORMATS = ".npy, .npz, .safetensors, .pt, .csv, .tsv or .json"


class TensorFileError(ValueError):
    """A file, or an array in it, that cannot be used; the text is a sentence for the learner."""


class UnusableArrayError(TensorFileError):
    """One array that holds nothing to show; a file that has others is read without it."""


def size_words(count: int) -> str:
    """A number of bytes as people write it: `1.2 GB`."""
    size = float(count)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def shape_words(shape: tuple[int, ...]) -> str:
    """A shape as people write it: `12 × 5 × 5`, or `a single number`."""
    return " × ".join(f"{size:,}" for size in shape) if shape else "a single number"


def check_shape(file: str, name: str, shape: tuple[int, ...]) -> None:
    """Raise TensorFileError for a shape without axes, or with nothing along one."""
    if not shape:
        raise UnusableArrayError(
            f"{file}: {name} is a single number, no axes to show (was the loss saved in place of "
            "the attentions?); save the array itself"
        )
    if prod(shape) == 0:
        raise UnusableArrayError(
            f"{file}: {name} holds no numbers, its shape is {shape_words(shape)}; save it after "
            "the model has run"
        )
    if min(shape) < 0 or prod(shape) > 2**48:
        raise TensorFileError(
            f"{file}: {name} claims the shape {shape_words(shape)}, which no file can hold; the "
            "file is damaged: fetch it again"
        )


Read = TypeVar("Read")


def usable(file: str, readers: Iterable[Callable[[], Read]]) -> tuple[list[Read], list[str]]:
    """What the readers of a file's arrays read, and a note for each array that was left out.

    Raises UnusableArrayError, that of the first array, where none is left.
    """
    found: list[Read] = []
    notes: list[str] = []
    first: UnusableArrayError | None = None
    for read in readers:
        try:
            found.append(read())
        except UnusableArrayError as error:
            first = first or error
            notes.append(f"left out: {str(error).removeprefix(f'{file}: ').partition(';')[0]}")
    if first is not None and not found:
        raise first
    return found, notes
