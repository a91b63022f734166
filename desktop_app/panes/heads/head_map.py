"""The map of one head: a heatmap that writes a number on the cell in question only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent

from desktop_app import lettering, numbers
from desktop_app.instruments import grid
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

SMALLEST_WITH_NUMBER = 23.0
SMALLEST_WITH_CORNER = 16.0
DUST = 1e-9  # two sums in another order differ by less


class HeadMap(Heatmap):
    """Weights of one head. Where not all numbers fit, the pinned and the pointed one are shown."""

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        """Which weights changed by more than rounding; None where corners would fill the cells."""
        changed = super().moved(state)
        if changed is None or self.place_of((0, 0)).width() < SMALLEST_WITH_CORNER:
            return None
        changed &= ~(np.abs(self.state.numbers - state.numbers) < DUST)
        return changed if bool(changed.any()) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            state = self.shown()
            for cell in {state.pinned, state.hovered} - {None}:
                assert cell is not None
                paint_number(painter, QRectF(self.rect()), state, cell, self.theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cell_hovered.emit(self.hovered)  # what the keyboard pointed at is let go


def paint_number(
    painter: QPainter, rect: QRectF, state: GridState, cell: Cell, theme: Theme
) -> None:
    """The number of one cell, where the map has no room for those of all."""
    place = grid.cell_rect(rect, state.shape, cell)
    hidden = state.hidden is not None and bool(state.hidden[cell])
    if state.digits or hidden or place.width() < SMALLEST_WITH_NUMBER:
        return
    weight = float(state.numbers[cell])
    style = CAPTION.bold().sized(12 if place.width() >= 26 else 11)
    colour = theme.text_on(theme.weight_colour(weight))
    text = numbers.fixed(weight)
    lettering.draw(painter, place, text, style, colour, lettering.CENTRE, growing=False)
