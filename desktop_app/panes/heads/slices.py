"""A matrix cut into the slices of heads: concatenated outputs, W_O, and the result.

It points and walks like a grid; only its cells are too small for numbers, which are read aloud
and shown as tooltips, and there are gaps where one head ends and the next begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFocusEvent, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import brackets, outline
from desktop_app.instruments.grid import Cell, cells_rect
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.theme import RAMP_STEPS, SCORE_RAMP_END, Theme
from desktop_app.vector import draw_cells

Axis = Literal["rows", "columns", "none"]
SMALLEST_WITH_GAPS = 5.0


@dataclass(frozen=True)
class SliceState:
    """All that is drawn of one matrix.

    axis: what is cut into `heads` slices, `gap` px apart. lit: the outlined slice. hovered: the
    outlined cell. limit: the colour range, plus or minus.
    """

    numbers: npt.NDArray[np.float64]
    limit: float
    heads: int = 1
    axis: Axis = "none"
    gap: float = 0.0
    lit: int | None = None
    hovered: Cell | None = None


def slice_rect(rect: QRectF, state: SliceState, index: int) -> QRectF:
    """Where one slice is painted, in the rectangle that all cells fill."""
    if state.axis == "none":
        return QRectF(rect)
    whole = rect.height() if state.axis == "rows" else rect.width()
    size = (whole - state.gap * (state.heads - 1)) / state.heads
    start = index * (size + state.gap)
    if state.axis == "rows":
        return QRectF(rect.left(), rect.top() + start, rect.width(), size)
    return QRectF(rect.left() + start, rect.top(), size, rect.height())


def slice_of(state: SliceState, cell: Cell) -> int:
    """The slice that a cell lies in; 0 where nothing is cut."""
    if state.axis == "none":
        return 0
    along = 0 if state.axis == "rows" else 1
    return int(cell[along] // (state.numbers.shape[along] // state.heads))


def cell_rect(rect: QRectF, state: SliceState, cell: Cell) -> QRectF:
    """Where one cell is painted."""
    rows, columns = slice_shape(state)
    part = slice_rect(rect, state, slice_of(state, cell))
    width, height = part.width() / columns, part.height() / rows
    x, y = part.left() + cell[1] % columns * width, part.top() + cell[0] % rows * height
    return QRectF(x, y, width, height)


def slice_shape(state: SliceState) -> tuple[int, int]:
    """Rows and columns of one slice."""
    rows, columns = state.numbers.shape
    if state.axis == "rows":
        rows //= state.heads
    elif state.axis == "columns":
        columns //= state.heads
    return rows, columns


def paint(painter: QPainter, rect: QRectF, state: SliceState, theme: Theme) -> None:
    """Paint the cells of a matrix, its brackets, the lit slice and the cell pointed at."""
    picture = image(state.numbers, state.limit, theme)
    rows, columns = slice_shape(state)
    painter.save()
    for index in range(state.heads if state.axis != "none" else 1):
        part = slice_rect(rect, state, index)
        down, across = (index, 0) if state.axis == "rows" else (0, index)
        source = QRectF(across * columns, down * rows, columns, rows)
        fine = part.width() < columns or part.height() < rows
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine)
        draw_cells(painter, part, picture, source)
        paint_gaps(painter, part, rows, columns, theme)
    brackets(painter, rect.adjusted(-4, -3, 4, 3), theme)
    if state.lit is not None and state.axis != "none":
        part = slice_rect(rect, state, state.lit)
        outline(painter, part.adjusted(-2, -2, 2, 2), QPen(theme.ink, 2), 3)
    if state.hovered is not None:
        place = cell_rect(rect, state, state.hovered)
        outline(painter, place.adjusted(-1, -1, 1, 1), QPen(theme.ink, 1.5), 1)
    painter.restore()


def paint_gaps(painter: QPainter, part: QRectF, rows: int, columns: int, theme: Theme) -> None:
    """Lines of 1 px between cells that are large enough to spare them."""
    width, height = part.width() / columns, part.height() / rows
    if min(width, height) < SMALLEST_WITH_GAPS:
        return
    painter.setPen(QPen(theme.sheet, 1))
    for column in range(1, columns):
        x = round(part.left() + column * width)
        painter.drawLine(x, round(part.top()), x, round(part.bottom()) - 1)
    for row in range(1, rows):
        y = round(part.top() + row * height)
        painter.drawLine(round(part.left()), y, round(part.right()) - 1, y)


def image(numbers: npt.NDArray[np.float64], limit: float, theme: Theme) -> QImage:
    """One pixel a number, in the colours of scores."""
    shares = np.clip(numbers / limit, -1.0, SCORE_RAMP_END)
    shares = np.where(shares > 0, np.minimum(numbers / limit, 1.0) * SCORE_RAMP_END, shares)
    missing = np.isnan(shares)
    places = np.round(np.where(missing, 0.0, shares) * (RAMP_STEPS - 1)).astype(int)
    shades = colours(theme)[places + RAMP_STEPS - 1]
    pixels = np.ascontiguousarray(np.where(missing, np.uint32(theme.alert_tint.rgb()), shades))
    rows, columns = numbers.shape
    made = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
    return made.copy()  # the array goes when this function returns


@lru_cache(maxsize=4)
def colours(theme: Theme) -> npt.NDArray[np.uint32]:
    """From the most negative score to the most positive one, 2 x 257 - 1 pixels."""
    ramp = [*reversed(theme.negative_ramp), *theme.weight_ramp[1:]]
    return np.array([colour.rgb() for colour in ramp], dtype=np.uint32)


class SliceMap(PointedGrid):
    """The matrix as a widget. cell_pinned asks for the head of a cell where there are slices."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.slices = SliceState(np.zeros((1, 1)), 1.0)

    def show_slices(self, slices: SliceState) -> None:
        """Which slices there are, and which is lit; `show_state` gives the numbers."""
        self.slices = slices
        self.update()

    def place_of(self, cell: Cell) -> QRectF:
        return cell_rect(cells_rect(QRectF(self.rect())), self.slices, cell)

    def cell_at(self, point: QPointF) -> Cell | None:
        rect = cells_rect(QRectF(self.rect()))
        if not rect.contains(point):
            return None
        rows, columns = slice_shape(self.slices)
        for index in range(self.slices.heads if self.slices.axis != "none" else 1):
            part = slice_rect(rect, self.slices, index)
            if part.contains(point):
                row = min(int((point.y() - part.top()) / part.height() * rows), rows - 1)
                across = (point.x() - part.left()) / part.width() * columns
                column = min(int(across), columns - 1)
                if self.slices.axis == "rows":
                    return row + index * rows, column
                return row, column + index * columns if self.slices.axis == "columns" else column
        return None

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cell_hovered.emit(self.hovered)  # what the keyboard pointed at is let go

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            state = replace(self.slices, hovered=self.shown().hovered)
            paint(painter, cells_rect(QRectF(self.rect())), state, self.theme)
