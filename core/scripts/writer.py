"""Writes a script line by line, in one form or the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from core.arrays import Booleans, Floats
from core.scripts.lines import Form, Line, Script, Span, spans_of
from core.scripts.literals import flag_rows, number_rows, packed

COLUMNS, NARROW = 45, 37  # letters in a line of the drawer, and in narrow windows
MOST_ROWS, MOST_COLUMNS, MOST_LINES = 5, 4, 6  # beyond these a matrix is folded
ROLES = {
    "Q": "query", "K": "key", "V": "value", "A": "weight",
    "W_Q": "query", "W_K": "key", "W_V": "value",
}  # fmt: skip
ASSIGNED = re.compile(r"\s*(\w+)(?:\[[^]]*\])? [-+*]?= ")  # else the line before goes on
ARRAY = {"numpy": "np.array", "torch": "torch.tensor"}


class Writer:
    """Collects lines. Where the two forms differ, `line` takes the code of both.

    single: one row of a matrix a line, for narrow windows; lines have at most `columns` letters.
    """

    def __init__(
        self, form: Form, columns: int = COLUMNS, roles: Mapping[str, str] | None = None
    ) -> None:
        self.form: Form = form
        self.columns, self.single = columns, columns < COLUMNS
        self.roles = ROLES if roles is None else roles
        self.lines: list[Line] = []
        self.group = 0

    def next_group(self) -> None:
        """What follows stands apart from what came before."""
        self.group += 1

    def imports(self, *more: str) -> None:
        """The first group. PyTorch computes in single precision unless it is told otherwise."""
        self.line("import numpy as np", "import torch")
        self.line("", "torch.set_default_dtype(torch.float64)")
        for line in more:
            self.line(line)
        self.next_group()

    def line(self, numpy: str, torch: str | None = None, step: str = "") -> None:
        """One line of code. torch: the same in PyTorch where it differs, "" for no line there."""
        code = numpy if self.form == "numpy" or torch is None else torch
        if code:
            found = ASSIGNED.match(code)
            makes = found[1] if found else self.lines[-1].makes if self.lines else ""
            makes = makes if step else ""
            part = code.startswith("    ") and (found is not None or ".append(" in code)
            spans = spans_of(code, self.roles)
            self.lines.append(Line(spans, self.group, step, makes, part=part))

    def matrix(self, name: str, array: Floats, step: str = "", target: str = "") -> None:
        """A matrix or vector written out. target: what stands left of "=", if not its name."""
        rows = number_rows(name, array, self.roles.get(name, ""))
        start = "[[" if array.ndim == 2 else "["
        self.block(f"{target or name} = {ARRAY[self.form]}({start}", rows, array, step, name)

    def mask(self, flags: Booleans) -> None:
        """A mask written out, as booleans: True may attend, in both forms."""
        self.line("# 1: this query may see this key")
        end = "]], bool)" if self.form == "numpy" else "]], dtype=torch.bool)"
        opening = f"M = {ARRAY[self.form]}([["
        self.block(opening, flag_rows(flags), flags, "masked", "M", end)

    def block(
        self,
        opening: str,
        rows: list[list[Span]],
        array: Floats | Booleans,
        step: str,
        makes: str,
        end: str = "",
    ) -> None:
        """The lines of a literal; all but the first rows fold where there are many."""
        closing = end or ("]])" if array.ndim == 2 else "])")
        lines = list(
            packed(
                spans_of(opening, self.roles),
                rows,
                Span(closing, "punctuation"),
                self.columns,
                self.single,
            )
        )
        wide = len(rows[0]) > MOST_COLUMNS and array.ndim == 2
        long = len(rows) > MOST_ROWS or wide or len(lines) > MOST_LINES
        shown = shown_lines([begun for _, begun in lines]) if long else len(lines)
        words = fold_words(len(rows), lines[shown - 1][1] if shown > 1 else 0, len(rows[0]))
        for place, (spans, _) in enumerate(lines):
            fold = words if place >= shown else ""
            self.lines.append(Line(spans, self.group, step, makes, fold))

    def expected(self, name: str, array: Floats) -> None:
        """What the lab shows, to be compared with; only its first line stays in sight."""
        rows = number_rows("", array, "")
        opening = f"{name} = {ARRAY[self.form]}("
        self.lines.append(Line(spans_of(opening, self.roles), self.group))
        start, end = ("[[", "]])") if array.ndim == 2 else ("[", "])")
        lead = (Span(" ", "space"), Span(start, "punctuation"))
        words = f"{counted(len(rows), 'row')} of {len(rows[0])}"
        if array.ndim == 1:
            words = counted(len(rows[0]), "number")
        for spans, _ in packed(lead, rows, Span(end, "punctuation"), self.columns, self.single):
            self.lines.append(Line(spans, self.group, fold=words))

    def script(self, prints: str, printed: str) -> Script:
        return Script(self.form, tuple(self.lines), prints, printed)

    def each(self, lines: Iterable[tuple[str, str | None, str]]) -> None:
        """Several lines: (NumPy, PyTorch or None for the same, step)."""
        for numpy, torch, step in lines:
            self.line(numpy, torch, step)


def shown_lines(begun: list[int]) -> int:
    """How many lines of a long literal stay: two, or one where a row takes several.

    begun: how many rows have begun by the end of each line.
    """
    return 2 if len(begun) > 2 and begun[1] > begun[0] and begun[2] > begun[1] else 1


def fold_words(rows: int, shown: int, columns: int) -> str:
    """What stands in place of the rows that are not shown."""
    if shown == 0:
        return f"{counted(rows, 'row')} of {columns}"
    rest = rows - shown
    return f"{rest} more row{'' if rest == 1 else 's'}"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
