"""Names of tokens: from a file, or numbers; always literal, one a position, never a key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.tensors.numpy_files import is_words, words_of
from core.tensors.reading import check_place, check_start
from core.tensors.refusing import TensorFileError
from core.tensors.text_files import read_text
from core.words import tokenize

LARGEST_LIST = 2_000_000  # bytes of a JSON file that may be a list of words
EXTRA = "extra (no token)"


def read_labels(path: Path) -> tuple[str, ...]:
    """The tokens of a text file, one a line (or words, on one line), or of a JSON list.

    Raises TensorFileError with a sentence.
    """
    try:
        check_place(path)
        if path.suffix.lower() == ".json":
            return json_labels(path)
        if path.suffix.lower() == ".npy" and is_word_array(path):
            return words_of(np.load(path, allow_pickle=False))
        if path.suffix.lower() not in {".txt", ".vocab", ".tokens"}:
            check_start(path, path.suffix.lower(), path.read_bytes()[:64])
        text = read_text(path, None)
    except OSError as error:
        raise TensorFileError(
            f"{path.name} cannot be read: {error.strerror or error}; check who may read it"
        ) from error
    lines = text.split("\n")
    lines = [line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines)]
    found = tuple(lines) if len(lines) > 1 else tokenize(text)
    if not any(line.strip() for line in found):
        raise TensorFileError(f"{path.name} holds no tokens; write one a line")
    return found


def json_labels(path: Path) -> tuple[str, ...]:
    """A list of words, or the one under "tokens"."""
    try:
        content = json.loads(read_text(path, None))
    except (json.JSONDecodeError, RecursionError) as error:
        raise TensorFileError(
            f"{path.name} is not JSON that can be read; write a list of words"
        ) from error
    if isinstance(content, dict):
        content = content.get("tokens") or content.get("labels")
    if not isinstance(content, list) or not all(isinstance(one, str) for one in content):
        raise TensorFileError(f'{path.name} holds no list of words; write ["the", "cat"]')
    return tuple(content)


def is_word_array(path: Path) -> bool:
    """Whether a .npy file holds words along one axis."""
    try:
        with path.open("rb") as stream:
            return is_words(stream)
    except OSError:
        return False


def is_labels(path: Path) -> bool:
    """Whether a file can only hold the names of tokens."""
    if path.suffix.lower() in {".txt", ".tokens"}:
        return True
    if not path.is_file():  # a pipe would be waited for
        return False
    if path.suffix.lower() == ".npy":
        return is_word_array(path)
    try:
        if path.suffix.lower() != ".json" or path.stat().st_size > LARGEST_LIST:
            return False
        content = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return (
        isinstance(content, list) and bool(content) and all(isinstance(one, str) for one in content)
    )


def labels_for(labels: Sequence[str], count: int) -> tuple[tuple[str, ...], str]:
    """One label a position, and what is said where there are more or fewer than positions."""
    if not labels:
        return tuple(str(place) for place in range(1, count + 1)), ""
    if len(labels) == count:
        return tuple(labels), ""
    if len(labels) == count - 1:
        said = f"{len(labels)} tokens for {count} positions: the last is labelled {EXTRA!r}"
        return (*labels, EXTRA), said
    said = f"{count} positions, {len(labels)} tokens: pads? Show 1-{len(labels)} to leave them out"
    if len(labels) > count:
        return tuple(labels[:count]), f"{count} positions, {len(labels)} tokens: the last are left"
    rest = tuple(f"position {place}" for place in range(len(labels) + 1, count + 1))
    return (*labels, *rest), said


def has_swapped(rows: int, columns: int, target: Sequence[str], source: Sequence[str]) -> bool:
    """Whether the tokens of rows and columns fit once they are exchanged, and only then."""
    fits = (len(target), len(source)) == (rows, columns)
    return bool(source) and not fits and (len(source), len(target)) == (rows, columns)
