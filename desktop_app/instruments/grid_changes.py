"""What moved from one state of a grid to the next: a drag paints only the cells it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF

from desktop_app.instruments import grid
from desktop_app.instruments.grid import Cell, GridState

if TYPE_CHECKING:
    from desktop_app.instruments.pointed_grid import PointedGrid
    from desktop_app.instruments.tween import Tween

BY_CELL = {"numbers", "hidden", "changed", "changed_strength", "under_way"}
WHOLE = tuple(part.name for part in fields(GridState) if part.name not in BY_CELL)

Flags = npt.NDArray[np.bool_]


def moved_cells(was: GridState, now: GridState) -> Flags | None:
    """Which numbers differ, among the cells that show one; None where none does."""
    changed = differing(was.numbers, now.numbers)
    for hidden in (was.hidden, now.hidden):
        if hidden is not None:
            changed &= ~hidden
    if was.hidden is not None and now.hidden is not None:
        changed |= was.hidden != now.hidden
    return changed if bool(changed.any()) else None


def cells_to_paint(was: GridState, now: GridState, rect: QRectF) -> list[Cell] | None:
    """The cells that look different in `rect`; None where the whole grid is to be painted."""
    if was.shape != now.shape or (was.hidden is None) != (now.hidden is None):
        return None
    if any(getattr(was, name) != getattr(now, name) for name in WHOLE):
        return None
    cells = differing(was.numbers, now.numbers) | corners(was) | corners(now)
    if was.hidden is not None and now.hidden is not None:
        cells |= was.hidden != now.hidden
    if not cells.any():
        return []
    before, after = grid.cell_texts(was, rect), grid.cell_texts(now, rect)
    if before is None or after is None:
        return None
    cells |= np.array(before) != np.array(after)  # all have lost or won their leading zero
    return [(int(row), int(column)) for row, column in np.argwhere(cells)]


def ask_to_paint(matrix: PointedGrid, cells: Iterable[Cell]) -> None:
    """Have some cells of a matrix painted anew."""
    spare = 0 if matrix.devicePixelRatioF() % 1 == 0 else 1
    for cell in cells:
        pixels = matrix.place_of(cell).toAlignedRect()
        matrix.update(pixels.adjusted(-spare, -spare, spare, spare))


def cells_under_way(tween: Tween) -> list[Cell]:
    """The cells whose grounds are moving."""
    if tween.before is None or tween.now is None:
        return []
    moving = np.argwhere(differing(tween.before, tween.now))
    return [(int(row), int(column)) for row, column in moving]


def differing(was: npt.NDArray[np.float64], now: npt.NDArray[np.float64]) -> Flags:
    """Where two arrays of one shape differ; what is no number equals itself."""
    with np.errstate(invalid="ignore"):
        found: Flags = was != now
    return found & ~(np.isnan(was) & np.isnan(now))


def corners(state: GridState) -> Flags:
    """The cells with the corner of a number that just moved."""
    if state.changed is None:
        return np.zeros(state.shape, dtype=bool)
    return state.changed
