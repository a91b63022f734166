"""The alignment as a map: digits in the row of the present step only, gold cells outlined."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from desktop_app import lettering, numbers
from desktop_app.instruments import grid
from desktop_app.instruments.base import outline
from desktop_app.instruments.grid import SMALLEST_WITH_DIGITS, GridState
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.lettering import CAPTION

SMALLEST_MOVED = 0.05
SMALLEST_SHOWN = 0.005  # lighter weights have no digits, so that the row stays readable
ROOMY = 12.0  # px of a cell from which a gold outline stands inside it


class AlignmentMap(Heatmap):
    """A heatmap of weights; gold: for every row its gold columns, () where none are shown."""

    gold: tuple[frozenset[int], ...] = ()

    def show_gold(self, gold: tuple[frozenset[int], ...]) -> None:
        if gold != self.gold:
            self.gold = gold
            self.update()

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        """Only what can be seen: one energy moves every later weight by a hair."""
        if super().moved(state) is None:
            return None
        moved = np.abs(self.state.numbers - state.numbers) >= SMALLEST_MOVED
        return moved if bool(moved.any()) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            for row, columns in enumerate(self.gold[: self.state.shape[0]]):
                for column in sorted(columns):
                    self.paint_gold(painter, row, column)
            self.paint_digits(painter)

    def paint_gold(self, painter: QPainter, row: int, column: int) -> None:
        """A ring inside a gold cell, in the ink that its shade can carry."""
        place = grid.cell_rect(QRectF(self.rect()), self.state.shape, (row, column))
        shade = self.theme.weight_colour(float(self.state.numbers[row, column]))
        inset = 2.0 if min(place.width(), place.height()) >= ROOMY else 0.0
        ring = place.adjusted(inset, inset, -inset, -inset)
        outline(painter, ring, QPen(self.theme.text_on(shade), 2.0 if inset else 1.0), 2)

    def paint_digits(self, painter: QPainter) -> None:
        """The weights of the present step, where they fit."""
        if self.state.row_outline is None:
            return
        row = self.state.row_outline[0]
        place = grid.cell_rect(QRectF(self.rect()), self.state.shape, (row, 0))
        if place.width() < SMALLEST_WITH_DIGITS - 4 or place.height() < 13:
            return
        for column, weight in enumerate(self.state.numbers[row]):
            if weight < SMALLEST_SHOWN:
                continue
            cell = grid.cell_rect(QRectF(self.rect()), self.state.shape, (row, column))
            colour = self.theme.text_on(self.theme.weight_colour(float(weight)))
            bare = cell.width() < 34
            text = numbers.fixed(float(weight), 2, bare=True)
            style = CAPTION.sized(11).bold() if bare else CAPTION.bold()
            if cell.width() >= 40:
                style = CAPTION.sized(13).bold()
            lettering.draw(painter, cell, text, style, colour, lettering.CENTRE, growing=False)
