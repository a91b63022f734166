"""A heatmap of weights: a pyqtgraph image below, and the marks of the grid above it.

It points, pins and walks like a grid (`PointedGrid`); only its grounds come from an ImageItem, so
that a map of many tokens costs one image instead of a rectangle a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLine, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsScene, QWidget

from desktop_app import vector
from desktop_app.instruments import grid
from desktop_app.instruments.grid import GridState
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.theme import Theme

SMALLEST_WITH_GAPS = 5.0


class Heatmap(PointedGrid):
    """Weights from 0 to 1 on a fixed range, row-major, masked cells hatched."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.mode = "pin"
        self.scene = QGraphicsScene(self)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setAutoDownsample(False)
        self.scene.addItem(self.image)
        self.tween.valueChanged.connect(self.fill)
        self.tween.finished.connect(self.fill)
        self.set_ramp()

    def set_ramp(self) -> None:
        """The theme's 257 colours as the image's lookup table."""
        table = [colour.getRgb() for colour in self.theme.weight_ramp]
        self.image.setLookupTable(np.array(table, dtype=np.uint8))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.set_ramp()

    def show_state(
        self, state: GridState, row_names: Sequence[str], column_names: Sequence[str]
    ) -> None:
        super().show_state(replace(state, kind="weight"), row_names, column_names)
        self.image.setOpacity(0.5 if state.faded else 1.0)
        self.fill()

    def fill(self) -> None:
        """Hand the image its numbers, or where they are on their way."""
        state, way = self.state, self.tween.at
        numbers = (state.numbers if way is None else way).astype(np.float32)
        if state.hidden is not None:
            numbers = np.where(state.hidden, np.float32(np.nan), numbers)
        if numbers.size:
            self.image.setImage(numbers, levels=(0.0, 1.0), autoLevels=False)
            self.image.setRect(QRectF(0, 0, numbers.shape[1], numbers.shape[0]))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            rect = QRectF(self.rect())
            state = replace(self.shown(), under_way=self.tween.at)
            rows, columns = state.shape
            cells = grid.cells_rect(rect)
            if rows and columns:
                ground = QRectF(0, 0, columns, rows)
                fill = Qt.AspectRatioMode.IgnoreAspectRatio
                if vector.kind(painter):
                    self.paint_in_vector(painter, cells)
                else:
                    self.scene.render(painter, cells, ground, fill)
                self.paint_gaps(painter, cells, rows, columns)
            grid.paint_marks(painter, rect, state, self.theme, event.region())

    def paint_in_vector(self, painter: QPainter, cells: QRectF) -> None:
        """The same image for a file: the scene would hand it over with blurred edges."""
        self.image.render()
        painter.save()
        painter.setOpacity(self.image.opacity())
        vector.draw_cells(painter, cells, self.image.qimage)
        painter.restore()

    def paint_gaps(self, painter: QPainter, cells: QRectF, rows: int, columns: int) -> None:
        """The 1 px gaps between cells, where cells are large enough to spare them."""
        width, height = cells.width() / columns, cells.height() / rows
        if min(width, height) < SMALLEST_WITH_GAPS:
            return
        gap = self.theme.line if self.theme.dark else self.theme.sheet
        painter.setPen(QPen(gap, 1))
        left, right = round(cells.left()), round(cells.right())
        top, bottom = round(cells.top()), round(cells.bottom())
        across = [round(cells.left() + column * width) for column in range(columns + 1)]
        down = [round(cells.top() + row * height) for row in range(rows + 1)]
        painter.drawLines([QLine(x, top, x, bottom) for x in across])
        painter.drawLines([QLine(left, y, right, y) for y in down])
