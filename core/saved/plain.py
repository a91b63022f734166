"""Records to plain tables and back, without losing a bit; and tables as text that can be read.

JSON has no NaN and no infinities. One of them is written as {"not finite": "nan"}, "inf" or "-inf"
in its place: no field of a record has a space in its name, and no word of a learner is a table, so
nothing else can be taken for it.
"""

from __future__ import annotations

import math
from typing import Any, TypeVar

import msgspec

from core.saved.numbers import Numbers

Record = TypeVar("Record")
NOT_FINITE = "not finite"
NOT_FINITE_NUMBERS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
WIDE = 88  # characters of a list that still stands on one line


def plain(record: object) -> Any:
    """A record, or tables that hold records, as tables, lists, texts and finite numbers."""
    return marked(msgspec.to_builtins(record, enc_hook=array_lists))


def array_lists(value: object) -> Any:
    """What msgspec asks for the one type that it does not know."""
    if isinstance(value, Numbers):
        return value.plain()
    raise NotImplementedError(f"no way to write a {type(value).__name__}")


def marked(raw: Any) -> Any:
    """Plain tables in which numbers that are not finite stand as marks."""
    if isinstance(raw, dict):
        return {name: marked(value) for name, value in raw.items()}
    if isinstance(raw, list | tuple):
        return [marked(value) for value in raw]
    if isinstance(raw, float) and not math.isfinite(raw):
        return {NOT_FINITE: "nan" if math.isnan(raw) else "inf" if raw > 0 else "-inf"}
    return raw


def unmarked(raw: Any) -> Any:
    """Plain tables with the numbers that the marks stand for."""
    if isinstance(raw, dict):
        if set(raw) == {NOT_FINITE} and str(raw[NOT_FINITE]) in NOT_FINITE_NUMBERS:
            return NOT_FINITE_NUMBERS[str(raw[NOT_FINITE])]
        return {name: unmarked(value) for name, value in raw.items()}
    if isinstance(raw, list):
        return [unmarked(value) for value in raw]
    return raw


def record_of(raw: Any, kind: type[Record] | Any) -> Any:
    """The record of a kind (or of a union of kinds) that `plain` made tables of.

    Fields that are missing get their defaults. Raises msgspec.ValidationError otherwise.
    """
    return msgspec.convert(unmarked(raw), kind, dec_hook=array_of_lists)


def array_of_lists(kind: type, raw: Any) -> Any:
    """What msgspec asks when a field wants an array."""
    if kind is Numbers:
        return Numbers.from_plain(raw)
    raise NotImplementedError(f"no way to read a {kind.__name__}")


def text_of(raw: Any) -> str:
    """Plain tables as JSON for people: a field a line, a row of a matrix a line.

    Raises UnicodeEncodeError for half a character, which no file can hold.
    """
    return written(raw, "") + "\n"


def written(raw: Any, margin: str) -> str:
    """One value; `margin` is what the line that it stands on begins with."""
    inner = margin + "  "
    if isinstance(raw, dict) and raw and set(raw) != {NOT_FINITE}:
        fields = (f"{inner}{one_line(name)}: {written(raw[name], inner)}" for name in raw)
        return "{\n" + ",\n".join(fields) + f"\n{margin}}}"
    nested = isinstance(raw, list) and any(isinstance(value, list | dict) for value in raw)
    line = one_line(raw)
    if nested and len(line) > WIDE - len(margin):
        rows = (inner + written(value, inner) for value in raw)
        return "[\n" + ",\n".join(rows) + f"\n{margin}]"
    return line


def one_line(raw: Any) -> str:
    """A value on one line, with a space after each comma and colon."""
    if isinstance(raw, dict):
        return "{" + ", ".join(f"{one_line(key)}: {one_line(raw[key])}" for key in raw) + "}"
    if isinstance(raw, list) and not all(isinstance(value, float) for value in raw):
        return "[" + ", ".join(one_line(value) for value in raw) + "]"
    if isinstance(raw, list):  # many at once, for speed; no number has a comma
        return msgspec.json.encode(raw).decode().replace(",", ", ")
    return msgspec.json.encode(raw).decode()
