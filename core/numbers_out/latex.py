"""A table as LaTeX: a bmatrix of amsmath, its rows' labels at the left, its columns' in a note."""

from __future__ import annotations

import math
import re

from core.numbers_out.tables import Table

DECIMALS = 4
LIGATURES = re.compile("(?<=-)(?=-)|(?<=')(?=')")
ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",  # \textquotedbl is unknown to LaTeX's own encoding
    "`": r"\textasciigrave{}",
}


def bmatrix(table: Table, decimals: int = DECIMALS) -> str:
    """The table as LaTeX, rounded to `decimals`, which its first line says.

    Rows are labelled beside the matrix. Columns have no place for labels inside a bmatrix: a
    comment names them.
    """
    rows = [" & ".join(cell(number, decimals) for number in row) for row in table.numbers.tolist()]
    names = [r"\text{" + escaped(", ".join(labels)) + "}" for labels in table.rows if any(labels)]
    width = table.numbers.shape[1]
    lines = [f"% {one_line(table.name)}, rounded to {decimals} decimals"]
    lines.append(f"% columns: {', '.join(one_line(name) for name in table.columns)}")
    if width > 10:  # amsmath stops at ten columns unless it is told
        lines.append(rf"\setcounter{{MaxMatrixCols}}{{{width}}}")
    if len(names) == len(rows):
        lines += [r"\begin{matrix}", *ended(names), r"\end{matrix}"]
    lines += [r"\begin{bmatrix}", *ended(rows), r"\end{bmatrix}"]
    return "\n".join(lines) + "\n"


def ended(rows: list[str]) -> list[str]:
    """Rows of an environment, parted by two backslashes."""
    return [f"  {row}" + (r" \\" if place < len(rows) else "") for place, row in enumerate(rows, 1)]


def cell(number: float, decimals: int = DECIMALS) -> str:
    """A number in maths mode; one too small or too large for its decimals as a power of ten."""
    if math.isnan(number):
        return r"\mathrm{NaN}"
    if math.isinf(number):
        return r"\infty" if number > 0 else r"-\infty"
    if number and not 10.0**-decimals <= abs(number) < 1e6:
        digits, _, power = f"{number:.{decimals}e}".partition("e")
        return rf"{digits} \times 10^{{{int(power)}}}"
    return f"{number + 0.0:.{decimals}f}"  # no minus before zero


def escaped(text: str) -> str:
    """Words as LaTeX sets them literally."""
    plain = "".join(ESCAPES.get(letter, letter) for letter in one_line(text))
    # Two of these together would be set as a dash, or as a closing quotation mark.
    return LIGATURES.sub("{}", plain)


def one_line(text: str) -> str:
    """Words that do not end the line of a comment."""
    return " ".join(text.split())
