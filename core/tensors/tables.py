"""Tables of numbers written as text, with or without names above and at the left."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Floats
from core.numbers_out.separated import unguarded
from core.numbers_out.tables import CORNERS
from core.tensors.arrays import TensorArray, TensorFile
from core.tensors.refusing import TensorFileError, check_shape
from core.tensors.text_files import read_text

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", " ": "spaces"}
LOOKED_AT = 10_000  # characters, for a guess
MISSING = {"", "na", "n/a", "null", "none"}  # besides nan, which float() knows
LIKE_A_NUMBER = re.compile(r"^[+\-−]?\d[\d.,' ]*%?$")
COMMA_IN_NUMBER = re.compile(r"\d,\d")
POINT_IN_NUMBER = re.compile(r"\d\.\d")
SPACED_NUMBERS = re.compile(r"\d,\d+[ ]+[+\-−]?\d+,\d")
LISTED = (["query", "key"], ["row", "column"], ["row", "col"], ["i", "j"])
NAMED_SEPARATOR = re.compile(r"^sep=(.)\s*$")


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
    Dialect(" ", "."),
    Dialect(" ", ","),
)


class Line(NamedTuple):
    """The cells of one row, and the number of its line in the file."""

    number: int
    cells: list[str]


def guessed(text: str, suffix: str) -> Dialect:
    """The dialect of a table: what else stands between cells leaves the comma to decimals.

    A name may hold any of these signs too; the right one makes rows of one length.
    """
    first = text if len(text) <= LOOKED_AT else text[:LOOKED_AT].rpartition("\n")[0]
    spaced = "," not in first or SPACED_NUMBERS.search(first) is not None
    found = [one for one in "\t;," if one in first]
    even = [one for one in found if parts_evenly(first, one)]
    separator = "\t" if suffix == ".tsv" else [*even, *found, ","][0]
    if separator == "," and spaced and re.search(r"\S +\S", first):
        separator = " "
    commas, points = (len(one.findall(first)) for one in (COMMA_IN_NUMBER, POINT_IN_NUMBER))
    return Dialect(separator, "," if separator != "," and commas > points else ".")


def parts_evenly(text: str, separator: str) -> bool:
    """Whether a sign parts every row into the same number of cells."""
    try:
        widths = {
            len(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        }
    except csv.Error:
        return False
    widths.discard(0)  # of an empty line
    return len(widths) == 1 and widths != {1}


def read_table(path: Path, memory: int | None = None, dialect: Dialect | None = None) -> TensorFile:
    """A table of numbers. Raises TensorFileError that names the line and the column."""
    text, notes = read_text(path, memory), []
    told = NAMED_SEPARATOR.match(text.partition("\n")[0])
    offset = 0
    if told:  # a line for a spreadsheet, not part of the table
        text, offset = text.partition("\n")[2], 1
    used = dialect or guessed(text, path.suffix.lower())
    lines = lines_of(path.name, text, used, offset)
    while len(lines) > 1 and is_comment(*lines[:2]):
        notes.append(f"line {lines.pop(0).number} begins with # and is left out")
    stack, lines = stacked(lines)
    top, left, body = names_apart(lines, used)
    if len(top) == 3 and [name.strip().lower() for name in top][:2] in LISTED:
        raise TensorFileError(
            f"{path.name} lists {', '.join(top)} line by line; save it as a table with one row a "
            "query and one column a key"
        )
    numbers = table_numbers(path.name, body, used, 1 if left else 0)
    check_shape(path.name, path.stem, numbers.shape)
    if top and len(top) != numbers.shape[1]:
        raise TensorFileError(
            f"{path.name} names {len(top)} column{'s' * (len(top) > 1)} and has "
            f"{numbers.shape[1]}; name every one"
        )
    if stack:
        numbers, left = numbers.reshape(*stack, numbers.shape[1]), left[: stack[-1]]
    array = TensorArray(path.stem, numbers, "float64", text=True)
    rows_named, columns_named = (tuple(unguarded(one) for one in part) for part in (left, top))
    named = rows_named, columns_named
    return TensorFile(path, "a table", (array,), (used.words, *notes), *named, dialect=used)


def lines_of(file: str, text: str, dialect: Dialect, offset: int) -> list[Line]:
    """The rows that hold anything, without a last column that is empty throughout."""
    if dialect.separator == " ":
        rows = [Line(at, line.split()) for at, line in enumerate(text.splitlines(), 1 + offset)]
    else:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.separator)
        try:
            rows = [Line(reader.line_num + offset, row) for row in reader]
        except csv.Error as error:
            raise TensorFileError(
                f"{file} is no table: its line {reader.line_num + 1 + offset} cannot be taken "
                "apart; save it again as a table of numbers"
            ) from error
    kept = [row for row in rows if any(cell.strip() for cell in row.cells)]
    if not kept:
        raise TensorFileError(f"{file} is empty; write one row of numbers a line")
    while all(len(row.cells) > 1 and not row.cells[-1].strip() for row in kept):
        kept = [Line(row.number, row.cells[:-1]) for row in kept]
    return kept


def is_comment(line: Line, following: Line) -> bool:
    """Whether a line is a comment, as np.savetxt writes it, and no row with a token #."""
    same = len(line.cells) == len(following.cells)
    return line.cells[0].lstrip().startswith("#") and not same


def names_apart(lines: list[Line], dialect: Dialect) -> tuple[list[str], list[str], list[Line]]:
    """(names above, names at the left, the rest). An empty corner means that both are there."""
    top: list[str] = []
    corner = len(lines) > 1 and len(lines[0].cells) > 1 and not lines[0].cells[0].strip()
    rest = [row for row in lines[1:] if row.cells]
    both = corner and any(cell.strip() for cell in lines[0].cells[1:])
    if both or has_both(lines, dialect):
        left = [row.cells[0] for row in rest]
        return lines[0].cells[1:], left, [Line(row.number, row.cells[1:]) for row in rest]
    if are_names(lines[0].cells, dialect):
        top, lines = lines[0].cells, rest
    left = []
    if lines and are_names([row.cells[0] for row in lines], dialect) and len(lines[0].cells) > 1:
        left = [row.cells[0] for row in lines]
        lines = [Line(row.number, row.cells[1:]) for row in lines]
        top = top[1:] if top and len(top) > len(lines[0].cells) else top
    return top, left, lines


def stacked(lines: list[Line]) -> tuple[tuple[int, ...], list[Line]]:
    """(sizes of the axes that rows stand for, the lines with one label a row).

    This application writes a stack of matrices with a label more, as head and query. Sizes are ()
    for a plain table.
    """
    axes = 0
    while axes < len(lines[0].cells) and lines[0].cells[axes] in CORNERS:
        axes += 1
    rows = len(lines) - 1
    if axes < 2 or not rows or any(len(line.cells) < axes + 2 for line in lines):
        return (), lines
    labels = [tuple(line.cells[: axes - 1]) for line in lines[1:]]
    sizes = [len({label[axis] for label in labels}) for axis in range(axes - 1)]
    last, odd = divmod(rows, math.prod(sizes))
    if odd or any(len(set(labels[at : at + last])) > 1 for at in range(0, rows, last)):
        return (), lines
    return (*sizes, last), [Line(line.number, line.cells[axes - 1 :]) for line in lines]


def has_both(lines: list[Line], dialect: Dialect) -> bool:
    """Whether names stand above and at the left, with a name for the rows in the corner.

    A name may be a number too, as the token 1.5; places from 1 are names where this application
    has written the corner.
    """
    first, *rest = (line.cells for line in lines)
    if not rest or len({len(row) for row in (first, *rest)}) > 1 or is_number(first[0], dialect):
        return False
    if not all(is_number(cell, dialect) for row in rest for cell in row[1:]):
        return False
    ours = first[0] in CORNERS
    return all(
        not all(is_number(name, dialect) for name in names)
        or (ours and names == [str(place) for place in range(1, len(names) + 1)])
        for names in (first[1:], [row[0] for row in rest])
    )


def is_number(cell: str, dialect: Dialect) -> bool:
    """Whether a cell holds a number, or the lack of one."""
    return cell.strip().lower() in MISSING or number_in(cell, dialect) is not None


def are_names(cells: Sequence[str], dialect: Dialect) -> bool:
    """Whether no cell is a number, and not all are numbers in another way of writing them."""
    numbers = any(number_in(cell, dialect) is not None for cell in cells)
    return not numbers and not all(LIKE_A_NUMBER.match(cell.strip()) for cell in cells)


def number_in(cell: str, dialect: Dialect) -> float | None:
    """The number in a cell; None where there is none."""
    text = cell.strip().replace("−", "-").replace("∞", "inf")
    if dialect.decimal == ",":
        if "." in text:
            return None
        text = text.replace(",", ".")
    try:
        return float(text) if "_" not in text else None
    except ValueError:
        return None


def table_numbers(file: str, lines: Sequence[Line], dialect: Dialect, before: int) -> Floats:
    """The body of a table; an empty cell is NaN. before: columns of names at the left.

    Raises TensorFileError at the first cell that is wrong, by its line and column in the file.
    """
    numbers: list[list[float]] = []
    if not any(line.cells for line in lines):
        raise TensorFileError(
            f"{file} holds no row of numbers (read with {dialect.words}); write one a line, or "
            "choose other separators"
        )
    for line in lines:
        if len(line.cells) != len(lines[0].cells):
            raise TensorFileError(
                f"{file}: line {line.number} has {len(line.cells)} numbers and line "
                f"{lines[0].number} {len(lines[0].cells)}; every row needs the same length"
            )
        numbers.append([])
        for column, cell in enumerate(line.cells, 1 + before):
            missing = cell.strip().lower() in MISSING
            number = math.nan if missing else number_in(cell, dialect)
            if number is None or math.isinf(number) and cell.strip()[-1:].isdigit():
                raise wrong_cell(file, cell, f"line {line.number}, column {column}", dialect)
            numbers[-1].append(number)
    return np.array(numbers, dtype=np.float64)


def wrong_cell(file: str, cell: str, where: str, dialect: Dialect) -> TensorFileError:
    """What is said of a cell that holds no number."""
    shown = cell if len(cell) <= 24 else f"{cell[:23]}…"
    cure = "correct that cell"
    if "%" in cell:
        cure = "write a share, 0.9 in place of 90%"
    elif LIKE_A_NUMBER.match(cell.strip()):
        cure = "write numbers without signs between thousands, or choose other separators"
    return TensorFileError(
        f"{file}: {shown!r} in {where} is not a number (read with {dialect.words}); {cure}"
    )
