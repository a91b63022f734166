"""Rows or columns: the cells of pane 09 as drawn, and which numbers of the trace they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.explaining.explanation import Along
from desktop_app.instruments.explainer import ToCell, ToIndex, same_cell, turned_cell
from desktop_app.instruments.grid import Cell
from desktop_app.panes.cross.layout import Sizes
from desktop_app.panes.cross.state import is_turned


@dataclass
class Orientation:
    """How the pane is drawn. columns: queries are columns; s: which part of long states.

    Held by itself: what grids ask of it must not hold the lab, whose end it would delay.
    """

    columns: bool = False
    s: Sizes | None = None

    def of(self, name: str) -> tuple[ToIndex, ToCell]:
        """For a grid: the place in the trace of a cell, and the way back, as it is drawn then."""
        return (
            lambda cell: of_trace(name, cell, self.columns, self.s),
            lambda index: of_grid(name, index, self.columns, self.s),
        )


def of_trace(name: str, cell: Cell, columns: bool, s: Sizes | None = None) -> Cell:
    """The place in the trace of a cell as it is drawn; columns: queries are columns."""
    row, column = (cell[1], cell[0]) if is_turned(name, columns) else cell
    return row, column + (s.first(name) if s is not None else 0)


def of_grid(
    name: str, index: Along, columns: bool, s: Sizes | None = None
) -> tuple[int | None, int | None] | None:
    """The cell, the row or the column where numbers of the trace are drawn; None for others."""
    if s is not None and len(index) == 2 and index[1] is not None and name != "weights":
        at, drawn = index[1] - s.first(name), components(name, s)
        if not 0 <= at < drawn:
            return None
        index = (index[0], at)
    return turned_cell(index) if is_turned(name, columns) else same_cell(index)


def components(name: str, s: Sizes) -> int:
    """How many numbers of a state are drawn in a matrix."""
    return {"query": s.d_q, "key": s.d_k}.get(name, s.d_v)


def names_of(
    name: str, tokens: Sequence[str], keys: Sequence[str], s: Sizes, columns: bool
) -> tuple[Sequence[str], Sequence[str]]:
    """What rows and columns of a matrix are called, as it is drawn."""
    if name == "weights":
        return (keys, tokens) if columns else (tokens, keys)
    words = tokens if name in {"query", "output"} else keys
    if not is_turned(name, columns):
        return words, ()
    first = s.first(name)
    return [f"row {first + row + 1}" for row in range(components(name, s))], words
