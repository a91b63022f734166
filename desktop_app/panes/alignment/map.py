"""The alignment as a map: one row a target word, digits in the row of the present step only."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from desktop_app import lettering, numbers
from desktop_app.instruments import grid
from desktop_app.instruments.grid import SMALLEST_WITH_DIGITS
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.lettering import CAPTION

SMALLEST_SHOWN = 0.005  # lighter weights have no digits, so that the row stays readable


class AlignmentMap(Heatmap):
    """A heatmap of weights in which the present step's row has digits."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.state.row_outline is None:
            return
        row = self.state.row_outline[0]
        place = grid.cell_rect(QRectF(self.rect()), self.state.shape, (row, 0))
        if place.width() < SMALLEST_WITH_DIGITS - 4 or place.height() < 13:
            return
        painter = QPainter(self)
        for column, weight in enumerate(self.state.numbers[row]):
            if weight < SMALLEST_SHOWN:
                continue
            cell = grid.cell_rect(QRectF(self.rect()), self.state.shape, (row, column))
            colour = self.theme.text_on(self.theme.weight_colour(float(weight)))
            text = numbers.fixed(float(weight), 2, bare=True)
            style = CAPTION.bold() if cell.width() < 40 else CAPTION.sized(13).bold()
            lettering.draw(painter, cell, text, style, colour, lettering.CENTRE)
        painter.end()
