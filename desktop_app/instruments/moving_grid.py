"""Grids whose rows (and columns) slide to new places when the words behind them change order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from desktop_app import lettering
from desktop_app.instruments import grid
from desktop_app.instruments.base import brackets
from desktop_app.instruments.cell_texts import cell_style
from desktop_app.instruments.grid import GridState
from desktop_app.instruments.grid_marks import fill_hatched
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.theme import Theme

Places = npt.NDArray[np.float64]
SMALLEST_MARKED = 14.0  # px of a cell that has room for a corner mark
SAME = 1e-12  # sums of the same numbers in another order differ by less


def between(came_from: Sequence[int], share: float) -> Places:
    """Where rows are after `share` of their way from their old places."""
    old = np.array(came_from, dtype=float)
    return np.asarray(old + (np.arange(len(old)) - old) * share)


def paint_moving(
    painter: QPainter, rect: QRectF, state: GridState, rows: Places, columns: Places, theme: Theme
) -> None:
    """Paint a grid whose rows and columns stand between two places."""
    texts = grid.cell_texts(state, rect)
    style = lettering.LABEL
    for row in range(state.shape[0]):
        for column in range(state.shape[1]):
            # cell_rect takes places between two cells as well.
            place = grid.cell_rect(rect, state.shape, (rows[row], columns[column]))
            if state.hidden is not None and state.hidden[row, column]:
                painter.fillRect(place, theme.sunken)
                fill_hatched(painter, place, theme)
                continue
            number = float(state.numbers[row, column])
            shade = grid.ground(state, theme, number, False, texts is not None)
            painter.fillRect(place, shade)
            if texts is not None:
                style = cell_style(place.width(), place.height())
                ink = grid.text_colour(state, theme, shade, False)
                text = texts[row][column]
                lettering.draw(painter, place, text, style, ink, lettering.CENTRE, growing=False)
    brackets(painter, grid.cells_rect(rect).adjusted(-4, -3, 4, 3), theme)


class Moving(PointedGrid):
    """Mixed into a grid. columns_move: the columns are the same words as the rows."""

    columns_move = False
    came_from: Sequence[int] | None = None
    arriving = False
    share = 1.0

    def show_moved(
        self,
        state: GridState,
        row_names: Sequence[str],
        column_names: Sequence[str],
        came_from: Sequence[int] | None,
    ) -> None:
        """Draw `state`. came_from: where each row stood before, None where none has moved.

        A cell counts as changed when its number is not the one that came with its row.
        """
        if came_from is not None:
            self.came_from, self.arriving = came_from, True
        self.show_state(state, row_names, column_names)
        self.arriving = False

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        if self.place_of((0, 0)).width() < SMALLEST_MARKED:
            return None
        if not (self.arriving and self.isVisible()) or state.shape != self.state.shape:
            return super().moved(state)
        before = self.carried(self.state.numbers)
        changed = ~np.isclose(before, state.numbers, rtol=0.0, atol=SAME, equal_nan=True)
        if self.state.hidden is not None and state.hidden is not None:
            hidden = self.carried(self.state.hidden).astype(bool)
            changed = (changed & ~hidden & ~state.hidden) | (hidden != state.hidden)
        return changed if bool(changed.any()) else None

    def carried(self, cells: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        """`cells` as they would stand if they had only moved with their words."""
        places = list(self.came_from or ())
        rows = cells[places]
        return rows[:, places] if self.columns_move else rows

    def set_share(self, share: float) -> None:
        """How much of the way the rows have gone; at 1 they are where they belong."""
        self.share = share
        if share >= 1.0:
            self.came_from = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.came_from is None:
            super().paintEvent(event)
            return
        rows = between(self.came_from, self.share)
        columns = rows if self.columns_move else np.arange(float(self.state.shape[1]))
        with QPainter(self) as painter:
            paint_moving(painter, QRectF(self.rect()), self.state, rows, columns, self.theme)
