"""A table as comma- or tab-separated text, and read back without losing a bit.

A label that a spreadsheet would run as a formula gets an apostrophe in front; so does what follows
a comma, semicolon or tab in it, since the spreadsheets of some countries part cells there. The
reader takes it away again. Numbers are written in full, and never guarded: -0.5 stays a number.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.numbers_out.tables import Table

# A spreadsheet takes a cell for a formula when it begins with one of these, the wide ones too.
# The apostrophe is here so that a label that has one of its own comes back with it.
GUARDED = "=+\\-@\t\r\n'＝＋－＠"
FORMULA = re.compile(rf"(^|[;,\t\r\n])(?=\"*[{GUARDED}])")
MADE_TEXT = re.compile(rf"(^|[;,\t\r\n])'(?=\"*[{GUARDED}])")
CELLS_AT_ONCE = 2**15  # some hundredths of a second
MARK = "\ufeff"  # says UTF-8 to spreadsheets
SPELT = {"nan": "NaN", "inf": "∞", "-inf": "−∞"}
MEANT = {spelt: float(plain) for plain, spelt in SPELT.items()}


@dataclass(frozen=True)
class Dialect:
    """How a table is written. symbols: ∞ in words of a spreadsheet, which reads -inf as a formula.

    mark: whether the text begins with a byte-order mark.
    """

    separator: str = ","
    point: str = "."
    mark: bool = False
    symbols: bool = False


PLAIN = Dialect()
WITH_POINT = Dialect(mark=True, symbols=True)
WITH_COMMA = Dialect(separator=";", point=",", mark=True, symbols=True)
TABS = Dialect(separator="\t", symbols=True)


def separated(table: Table, dialect: Dialect = PLAIN) -> str:
    """The table as text: a line of names first, then a line a row."""
    return "".join(text for text, _ in blocks(table, dialect))


def blocks(table: Table, dialect: Dialect = PLAIN) -> Iterator[tuple[str, int]]:
    """The same text in pieces of some rows, each with the number of rows that are done."""
    names = [guarded(name) for name in (*table.corner, *table.columns)]
    yield (MARK if dialect.mark else "") + joined([names], dialect), 0
    at_once = max(1, CELLS_AT_ONCE // max(len(table.columns), 1))
    for start in range(0, len(table.rows), at_once):
        part = slice(start, start + at_once)
        lines = [
            [*map(guarded, labels), *(number_text(number, dialect) for number in numbers)]
            for labels, numbers in zip(table.rows[part], table.numbers[part].tolist(), strict=True)
        ]
        yield joined(lines, dialect), start + len(lines)


def joined(lines: Sequence[Sequence[str]], dialect: Dialect) -> str:
    """Lines of cells as text."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=dialect.separator, lineterminator="\r\n").writerows(lines)
    return text.getvalue()


def guarded(label: str) -> str:
    """A label that no spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1'", label)


def unguarded(cell: str) -> str:
    """The label that `guarded` wrote."""
    return MADE_TEXT.sub(r"\1", cell)


def number_text(number: float, dialect: Dialect) -> str:
    """The shortest digits that are this number and no other."""
    digits = repr(float(number))
    if digits in SPELT:
        return SPELT[digits] if dialect.symbols else digits
    return digits.replace(".", dialect.point)


def read_back(text: str, label_columns: int, dialect: Dialect = PLAIN, name: str = "") -> Table:
    """The table that `separated` wrote. Raises ValueError for a cell that is no number."""
    lines = csv.reader(
        io.StringIO(text.removeprefix(MARK), newline=""), delimiter=dialect.separator
    )
    heads, *rows = ([*line] for line in lines)
    names = tuple(unguarded(cell) for cell in heads)
    numbers = [[number_of(cell, dialect) for cell in row[label_columns:]] for row in rows]
    return Table(
        name,
        names[:label_columns],
        names[label_columns:],
        tuple(tuple(unguarded(cell) for cell in row[:label_columns]) for row in rows),
        np.array(numbers, dtype=np.float64).reshape(len(rows), len(heads) - label_columns),
    )


def number_of(cell: str, dialect: Dialect) -> float:
    """The number that `number_text` wrote."""
    return MEANT[cell] if cell in MEANT else float(cell.replace(dialect.point, "."))
