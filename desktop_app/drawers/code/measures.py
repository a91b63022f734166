"""Sizes of the code drawer: lines of 20 px, or 18 where the lesson is narrow."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app import lettering
from desktop_app.lettering import CODE, Style
from desktop_app.sizes import SizeClass

NARROW = 400  # a drawer below this width takes the smaller type
MOST_COLUMNS = 72
GAP = 8  # between two groups of lines


@dataclass(frozen=True)
class Measures:
    """Where things stand in a drawer of one width, in px.

    padding: left of the head and the panel, right: right of them; numbers: the right edge of the
    line numbers; text: the left edge of the code; columns: how many letters fit.
    """

    width: int
    style: Style
    line: int
    padding: int
    numbers: int
    text: int
    right: int
    columns: int

    @property
    def narrow(self) -> bool:
        return self.width < NARROW


def measures(size_class: SizeClass, width: int) -> Measures:
    """The measures of a drawer."""
    narrow = width < NARROW
    style = CODE.sized(11) if narrow else CODE
    padding = 16 if narrow else size_class.lesson_padding
    numbers, text, right = (30, 38, 16) if narrow else (40, 52, 24)
    letter = lettering.width("0", style)
    # In narrow drawers the longest lines of code take half of the margin too.
    columns = min(int((width - text - (8 if narrow else right)) / letter), MOST_COLUMNS)
    line = 18 if narrow else 20
    return Measures(width, style, line, padding, numbers, text, right, columns)
