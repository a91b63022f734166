"""Names of tokens: from a file, or numbers; always literal, one a position, never a key."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from core.tensors.reading import check_place, check_start
from core.tensors.refusing import TensorFileError
from core.tensors.text_files import read_text
from core.words import tokenize

LARGEST_LIST = 2_000_000  # bytes of a JSON file that may be a list of words
EXTRA = "extra (no token)"
MARK = "Ġ"  # byte-level BPE writes a space so
FOLLOWING = bytes(range(0x80, 0xC0))  # of UTF-8, after the first byte of a letter
NO_TEXT = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[0-9A-Za-z\x80-\xff][\r\n]|[\r\n][0-9A-Za-z\x80-\xff]"
)


def read_labels(path: Path) -> tuple[str, ...]:
    """The tokens of a text file, one a line (or words, on one line), or of a JSON list.

    Raises TensorFileError with a sentence.
    """
    try:
        check_place(path)
        if path.suffix.lower() == ".json":
            return json_labels(path)
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


def is_labels(path: Path) -> bool:
    """Whether a file can only hold the names of tokens."""
    if path.suffix.lower() in {".txt", ".tokens"}:
        return True
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


@cache
def byte_letters() -> dict[str, int]:
    """The byte behind each letter of byte-level BPE (Radford et al. 2019)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {chr(byte): byte for byte in plain}
    others = [byte for byte in range(256) if byte not in plain]
    return {**table, **{chr(256 + place): byte for place, byte in enumerate(others)}}


def is_byte_level(labels: Sequence[str]) -> bool:
    """Whether labels are written in the letters of byte-level BPE, with one that only it uses.

    Polish, Czech and Turkish words use some of these letters too. Behind those of a tokenizer lies
    text: UTF-8, whose last letter may be cut (the first only where a mark tells of spaces), without
    control characters, and with line ends beside no letter.
    """
    table = byte_letters()
    spelt = [label for label in labels if not is_named_token(label)]
    if not any(ord(letter) > 255 for label in spelt for letter in label):
        return False
    if not all(letter in table for label in spelt for letter in label):
        return False
    words = [bytes(table[letter] for letter in label) for label in spelt]
    if any(NO_TEXT.search(word) for word in words):
        return False
    raw = b"".join(words)
    return is_text(raw.lstrip(FOLLOWING) if any(MARK in label for label in labels) else raw)


def is_named_token(label: str) -> bool:
    """Whether a label is a name that a tokenizer gave, in letters of its own: <｜User｜>."""
    return label.startswith("<") and label.endswith(">")


def is_text(raw: bytes) -> bool:
    """Whether bytes are UTF-8 up to the last letter, which may be cut."""
    try:
        getincrementaldecoder("utf-8")().decode(raw)
    except UnicodeDecodeError:
        return False
    return True


def readable(label: str) -> str:
    """One byte-level label for people: a space as ␣, half a letter as its bytes."""
    table = byte_letters()
    if not all(letter in table for letter in label):
        return label  # a name that no tokenizer wrote in bytes: <｜User｜>, position 9
    raw = bytes(table[letter] for letter in label)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return f"<{' '.join(f'{byte:02X}' for byte in raw)}>"
    return text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥")


def joined(labels: Sequence[str]) -> str:
    """The text that byte-level labels spell together."""
    table = byte_letters()
    return bytes(table[letter] for label in labels for letter in label).decode(errors="replace")


def has_swapped(rows: int, columns: int, target: Sequence[str], source: Sequence[str]) -> bool:
    """Whether the tokens of rows and columns fit once they are exchanged, and only then."""
    fits = (len(target), len(source)) == (rows, columns)
    return bool(source) and not fits and (len(source), len(target)) == (rows, columns)
