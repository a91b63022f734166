"""How tokenizers spell spaces, line ends and parts of letters, and the same for people."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Sequence
from functools import cache
from typing import Literal

Spelling = Literal["", "bytes", "pieces"]

MARK = "Ġ"  # byte-level BPE writes a space so,
PIECE = "▁"  # and SentencePiece so
FOLLOWING = bytes(range(0x80, 0xC0))  # of UTF-8, after the first byte of a letter
NO_TEXT = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[0-9A-Za-z\x80-\xff][\r\n]|[\r\n][0-9A-Za-z\x80-\xff]"
)
BYTE_PIECE = re.compile(r"<0x([0-9A-F]{2})>")  # what SentencePiece writes for a single byte


def spelling_of(labels: Sequence[str]) -> Spelling:
    """In which way labels are written; "" where they are words as people write them."""
    if is_byte_level(labels):
        return "bytes"
    return "pieces" if any(label.startswith(PIECE) for label in labels) else ""


def readable(label: str, spelling: Spelling = "bytes") -> str:
    """One label for people: a space as ␣, a line end as ⏎, half a letter as its bytes."""
    if spelling == "pieces":
        found = BYTE_PIECE.fullmatch(label)
        return of_bytes(bytes.fromhex(found[1])) if found else shown_spaces(label, PIECE)
    table = byte_letters()
    if spelling == "" or not all(letter in table for letter in label):
        return label  # a name that no tokenizer wrote in bytes: <｜User｜>, position 9
    return of_bytes(bytes(table[letter] for letter in label))


def of_bytes(raw: bytes) -> str:
    """Bytes as the text that they are, or as bytes."""
    try:
        return shown_spaces(raw.decode(), " ")
    except UnicodeDecodeError:
        return f"<{' '.join(f'{byte:02X}' for byte in raw)}>"


def shown_spaces(text: str, space: str) -> str:
    """Text whose spaces and line ends can be seen."""
    return text.replace(space, "␣").replace("\n", "⏎").replace("\t", "⇥")


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


def joined(labels: Sequence[str]) -> str:
    """The text that byte-level labels spell together."""
    table = byte_letters()
    return bytes(table[letter] for label in labels for letter in label).decode(errors="replace")
