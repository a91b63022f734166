"""Tables and nested lists written as text: .csv, .tsv and .json."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from core.arrays import Floats
from core.numbers_out.separated import unguarded
from core.tensors.arrays import TensorArray, TensorFile
from core.tensors.memory import check_memory
from core.tensors.refusing import TensorFileError, check_shape

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
TOKEN_KEYS = ("tokens", "labels", "words", "target_tokens")
SOURCE_KEYS = ("source_tokens", "key_tokens", "column_tokens")
GROWTH = 12  # a character of text becomes at most this many bytes while it is read


@dataclass(frozen=True)
class Dialect:
    """How a table is written: what stands between cells, and before decimals."""

    separator: str
    decimal: Literal[".", ","]

    @property
    def words(self) -> str:
        """For the learner: `semicolons between numbers, a comma before decimals`."""
        mark = "comma" if self.decimal == "," else "point"
        return f"{SEPARATORS[self.separator]} between numbers, a {mark} before decimals"


DIALECTS = (
    Dialect(",", "."),
    Dialect(";", ","),
    Dialect(";", "."),
    Dialect("\t", "."),
    Dialect("\t", ","),
)


def read_text(path: Path, memory: int | None) -> str:
    """A text file as UTF-8, a byte-order mark left out."""
    check_memory(path.name, path.stat().st_size * GROWTH, memory)
    raw = path.read_bytes()
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TensorFileError(
            f"{path.name} is not text in UTF-8 (byte {error.start + 1}); save it as UTF-8"
        ) from error


def guessed(text: str, suffix: str) -> Dialect:
    """The dialect of a table: semicolons or tabs leave the comma to decimals."""
    first = text[:10_000]
    separator = "\t" if suffix == ".tsv" or "\t" in first else ";" if ";" in first else ","
    decimal: Literal[".", ","] = "," if separator != "," and "," in first else "."
    return Dialect(separator, decimal)


def read_table(path: Path, memory: int | None = None, dialect: Dialect | None = None) -> TensorFile:
    """A table of numbers, with or without names above and at the left."""
    text = read_text(path, memory)
    used = dialect or guessed(text, path.suffix.lower())
    rows = [row for row in csv.reader(text.splitlines(), delimiter=used.separator) if any(row)]
    if not rows:
        raise TensorFileError(f"{path.name} is empty; write one row of numbers a line")
    top: Sequence[str] = ()
    if all(number_in(cell, used) is None for cell in rows[0]):
        top, rows = rows[0], rows[1:]
    left: list[str] = []
    if rows and all(number_in(row[0], used) is None for row in rows):
        left, rows = [row[0] for row in rows], [row[1:] for row in rows]
        top = top[1:] if top and rows and len(top) > len(rows[0]) else top
    numbers = table_numbers(path.name, rows, used, len(left) > 0, bool(top))
    check_shape(path.name, path.stem, numbers.shape)
    if top and len(top) != numbers.shape[1]:
        raise TensorFileError(
            f"{path.name} names {len(top)} columns and has {numbers.shape[1]}; name every one"
        )
    array = TensorArray(path.stem, numbers, "float64", text=True)
    rows_named, columns_named = (tuple(unguarded(one) for one in part) for part in (left, top))
    named = rows_named, columns_named
    return TensorFile(path, "a table", (array,), (used.words,), *named, dialect=used)


def number_in(cell: str, dialect: Dialect) -> float | None:
    """The number in a cell; None where there is none."""
    text = cell.strip()
    if dialect.decimal == ",":
        if "." in text:
            return None
        text = text.replace(",", ".")
    try:
        return float(text) if "_" not in text else None
    except ValueError:
        return None


def table_numbers(
    file: str, rows: Sequence[Sequence[str]], dialect: Dialect, named: bool, headed: bool
) -> Floats:
    """The body of a table. Raises TensorFileError at the first cell that is wrong."""
    numbers = []
    for place, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise TensorFileError(
                f"{file}: row {place} has {len(row)} numbers and the first row {len(rows[0])}; "
                "every row needs the same length"
            )
        line = [number_in(cell, dialect) for cell in row]
        if None in line:
            column = line.index(None) + 1
            raise TensorFileError(
                f"{file}: {row[column - 1]!r} in row {place}, column {column} is not a number "
                f"(read with {dialect.words}); correct that cell"
            )
        numbers.append(line)
    return np.array(numbers, dtype=np.float64)


def read_json(path: Path, memory: int | None = None) -> TensorFile:
    """Nested lists, alone or by name; lists of words become the names of tokens."""
    try:
        content = json.loads(read_text(path, memory))
    except (ValueError, RecursionError) as error:
        if isinstance(error, TensorFileError):
            raise
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise TensorFileError(
            f"{path.name} is not JSON that can be read{where}; correct that line or save it again"
        ) from error
    entries = content if isinstance(content, dict) else {path.stem: content}
    labels = {name: words_of(entry) for name, entry in entries.items()}
    arrays = tuple(
        nested(path.name, str(name), entry)
        for name, entry in entries.items()
        if isinstance(entry, list) and labels[name] is None
    )
    if not arrays:
        raise TensorFileError(
            f"{path.name} holds no list of numbers; write [[0.9, 0.1], [0.2, 0.8]] or a name for "
            "each array"
        )
    rows = next((labels[key] for key in TOKEN_KEYS if labels.get(key)), None) or ()
    columns = next((labels[key] for key in SOURCE_KEYS if labels.get(key)), None) or ()
    return TensorFile(path, "nested lists (JSON)", arrays, (), rows, columns)


def words_of(entry: object) -> tuple[str, ...] | None:
    """A list of words, or None."""
    if isinstance(entry, list) and entry and all(isinstance(one, str) for one in entry):
        return tuple(entry)
    return None


def nested(file: str, name: str, entry: list[object]) -> TensorArray:
    """An array from nested lists, null as NaN. Raises TensorFileError for ragged ones."""
    shape: list[int] = []
    level: object = entry
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0] if level else None
    flat: list[float] = []
    gather(file, name, entry, shape, (), flat)
    check_shape(file, name, tuple(shape))
    whole = all(isinstance(number, int) for number in flat)
    dtype = "bool" if all(isinstance(one, bool) for one in flat) else "int64" if whole else "f8"
    try:
        values = np.array(flat, dtype=dtype).reshape(shape)
    except OverflowError as error:
        raise TensorFileError(f"{file}: {name} holds a number beyond 64 bits; round it") from error
    return TensorArray(name, values, values.dtype.name, text=True)


def gather(
    file: str, name: str, entry: object, shape: list[int], at: tuple[int, ...], flat: list[float]
) -> None:
    """Walk nested lists and collect their numbers, or say where one does not fit."""
    where = "".join(f"[{place}]" for place in at)
    if len(at) < len(shape):
        if not isinstance(entry, list) or len(entry) != shape[len(at)]:
            found = f"{len(entry)} entries" if isinstance(entry, list) else "no list"
            raise TensorFileError(
                f"{file}: {name} is ragged: {name}{where} has {found}, the first has "
                f"{shape[len(at)]}; save each map under a name of its own"
            )
        for place, one in enumerate(entry):
            gather(file, name, one, shape, (*at, place), flat)
    elif entry is None:
        flat.append(math.nan)
    elif isinstance(entry, bool | int | float):
        flat.append(entry)
    else:
        kind = "a list" if isinstance(entry, list) else f"{entry!r}"
        raise TensorFileError(
            f"{file}: {name}{where} is {kind}, and its neighbours are numbers; make it a number"
        )
