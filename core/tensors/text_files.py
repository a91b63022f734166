"""Files of text: read as UTF-8, or as UTF-16 where its mark says so."""

from __future__ import annotations

from pathlib import Path

from core.tensors.memory import check_memory
from core.tensors.refusing import TensorFileError

GROWTH = 12  # a character of text becomes at most this many bytes while it is read


def read_text(path: Path, memory: int | None) -> str:
    """A text file, a byte-order mark left out. Raises TensorFileError for other encodings."""
    check_memory(path.name, path.stat().st_size * GROWTH, memory)
    raw = path.read_bytes()
    try:
        wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        text = raw.decode("utf-16") if wide else raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TensorFileError(
            f"{path.name} is not text in UTF-8 (byte {error.start + 1}); save it as UTF-8"
        ) from error
    if "\0" in text:
        raise TensorFileError(
            f"{path.name} holds bytes of 0, which text does not have (UTF-16 without its mark?); "
            "save it as UTF-8"
        )
    return text
