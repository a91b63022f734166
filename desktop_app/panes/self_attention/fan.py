"""The fan of pane 08: one X, three curves, and the small grids of Q, K and V."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import formula, lettering
from desktop_app.instruments import grid
from desktop_app.instruments.base import brackets, outline
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.moving_grid import Moving, between
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.lettering import CAPTION
from desktop_app.panes.self_attention.layout import SelfLayout
from desktop_app.theme import Theme
from desktop_app.vector import draw_cells

PARTS = ("query", "key", "value")
SMALLEST_WITH_GAPS = 5.0
LETTERS = {"query": "Q", "key": "K", "value": "V"}


class FanGrid(Moving, PointedGrid):
    """A small grid without digits; its numbers show when it is pointed at."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.outlines: Sequence[tuple[int, str]] = ()
        self.picture: QImage | None = None

    def set_outlines(self, outlines: Sequence[tuple[int, str]]) -> None:
        """Outline rows: (row, role), the last on top."""
        self.outlines = outlines
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        cell = self.place_of((0, 0))
        if cell.height() >= SMALLEST_WITH_GAPS and cell.width() >= SMALLEST_WITH_GAPS - 2:
            super().paintEvent(event)
        else:
            self.paint_dense()
        rows = None if self.came_from is None else between(self.came_from, self.share)
        rect, (_, columns) = QRectF(self.rect()), self.state.shape
        with QPainter(self) as painter:
            for row, role in self.outlines:
                place = row if rows is None else rows[row]
                first = grid.cell_rect(rect, self.state.shape, (place, 0))
                last = grid.cell_rect(rect, self.state.shape, (place, columns - 1))
                pen = QPen(self.theme.role(role).line, 2)
                outline(painter, (first | last).adjusted(-1.5, -1.5, 1.5, 1.5), pen)

    def paint_dense(self) -> None:
        """Rows so low that gaps would hide them: one picture, a pixel a number."""
        rows, columns = self.state.shape
        if self.picture is None:
            self.picture = QImage(columns, rows, QImage.Format.Format_RGB32)
            for row, column in np.ndindex(rows, columns):
                number = float(self.state.numbers[row, column])
                shade = grid.ground(self.state, self.theme, number, False, False)
                self.picture.setPixelColor(column, row, shade)
        with QPainter(self) as painter:
            cells = grid.cells_rect(QRectF(self.rect()))
            draw_cells(painter, cells, self.picture)
            brackets(painter, cells.adjusted(-4, -3, 4, 3), self.theme)

    def show_state(
        self, state: GridState, row_names: Sequence[str], column_names: Sequence[str]
    ) -> None:
        super().show_state(state, row_names, column_names)
        self.picture = None

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.picture = None


def fan_outlines(pair: Cell | None) -> dict[str, list[tuple[int, str]]]:
    """Which rows are outlined: the asking word's in X and Q, the linked one's in X, K and V."""
    if pair is None:
        return {"features": [], **{role: [] for role in PARTS}}
    query, key = pair
    both = [(query, "query")] if query == key else [(key, "key"), (query, "query")]
    linked = [(key, "ink")]
    return {"features": both, "query": [(query, "ink")], "key": linked, "value": linked}


def paint_fan(painter: QPainter, layout: SelfLayout, caption: str, note: str, theme: Theme) -> None:
    """Three curves with their projections, the letters, the caption of X (LaTeX), a line of small
    type."""
    start = QPointF(layout.features.right() + 10 * layout.scale, layout.features.center().y())
    for role in PARTS:
        cells: QRectF = getattr(layout, role)
        end = QPointF(cells.left() - 8, cells.center().y())
        paint_curve(painter, start, end, role, theme)
        letter = rf"\{role}{{W_{LETTERS[role]}}}"
        if role == "key":
            middle = QPointF(start.x() + (end.x() - start.x()) * 0.62, end.y() - 7)
        else:
            across = (end.x() - start.x()) * 0.39
            middle = QPointF(start.x() + across, end.y() + (3 if role == "query" else 9))
        formula.draw(painter, middle, letter, 16, theme, False, align=lettering.CENTRE)
        name = QRectF(cells.right() + 12, cells.center().y() - 10, 24, 20)
        symbol = rf"\{role}{{{LETTERS[role]}}}"
        formula.draw_in(painter, name, symbol, 18, theme, lettering.LEFT, False)
    below = QPointF(layout.features.center().x(), layout.features.bottom() + 22)
    wide = formula.box(caption, 15, display=False).width
    below.setX(min(below.x(), layout.features.right() + 2 - wide / 2))  # clear of W_V
    formula.draw(painter, below, caption, 15, theme, False, align=lettering.CENTRE)
    room = QRectF(layout.pad, below.y() + 8, layout.value.left() - layout.pad - 16, 16)
    text = lettering.fitted(note, CAPTION, room.width())
    lettering.draw(painter, room, text, CAPTION, theme.ink3)


def paint_curve(painter: QPainter, start: QPointF, end: QPointF, role: str, theme: Theme) -> None:
    """One 1.5 px curve in its role's colour, with an open head."""
    bend = (end.x() - start.x()) / 2
    path = QPainterPath(start)
    path.cubicTo(
        QPointF(start.x() + bend, start.y()), QPointF(end.x() - bend, end.y()), QPointF(end)
    )
    path.moveTo(end + QPointF(-5, -4))
    path.lineTo(end)
    path.lineTo(end + QPointF(-5, 4))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.role(role).line, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
