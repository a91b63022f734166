"""Paints a map of any size with the names of its rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPen

from core.tensors.pyramid import NOTHING, STEPS, Bytes
from core.tensors.showing import Shown
from desktop_app import lettering, numbers, vector
from desktop_app.instruments.base import outline
from desktop_app.instruments.cell_texts import cell_style
from desktop_app.instruments.grid_marks import hatch
from desktop_app.lettering import CAPTION, CENTRE, RIGHT
from desktop_app.tensors.map_view import MapView
from desktop_app.theme import Theme

Cell = tuple[int, int]
LINE = 14.0  # the least distance of two names
WIDEST_NAME, HIGHEST_NAME = 96.0, 72.0
GAP = 6.0
FEW = 128  # cells across: of a picture of more, each is one pixel
WITH_GAPS, WITH_DIGITS, DIGITS_HIGH = 6.0, 34.0, 16.0


@dataclass(frozen=True, eq=False)
class MapState:
    """All that is drawn of a map; cells are those of what is shown."""

    shown: Shown | None
    view: MapView
    row_names: Sequence[str]
    column_names: Sequence[str]
    hovered: Cell | None = None
    pinned: Cell | None = None
    brush: QRectF | None = None


def map_room(
    rect: QRectF, view: MapView, row_names: Sequence[str], column_names: Sequence[str]
) -> QRectF:
    """What the cells fill: right of and under the names, in the proportions of the map."""
    left = gutter(ends_of(row_names), WIDEST_NAME)
    top = max(gutter(ends_of(column_names), HIGHEST_NAME), LINE + GAP)
    wide, high = rect.width() - left - 2, rect.height() - top - 2
    ratio = min(max(view.columns / max(view.rows, 1), 1 / 3), 3.0)
    if view.rows == 1:
        ratio = min(float(view.columns), 12.0)
    wide, high = min(wide, high * ratio), min(high, wide / ratio)
    sides = [whole_cells(wide, view.columns), whole_cells(high, view.rows)]
    return QRectF(rect.left() + left, rect.top() + top, *sides)


def whole_cells(side: float, cells: int) -> float:
    """A side on whole pixels, and with cells of whole pixels where they are large."""
    pixels = floor(max(side, 8))
    return float(pixels // cells * cells if pixels / cells >= WITH_GAPS else pixels)


def ends_of(names: Sequence[str]) -> tuple[str, ...]:
    """Names to measure: the first ones, and the last, which as numbers are the longest."""
    return tuple(names[:200]) if len(names) <= 200 else (*names[:100], *names[-100:])


@lru_cache(maxsize=64)
def gutter(names: tuple[str, ...], most: float) -> float:
    """The room that names need beside the cells."""
    widest = max((lettering.width(name, CAPTION) for name in names), default=0.0)
    return float(ceil(min(widest, most) + GAP + 2))


def paint(painter: QPainter, rect: QRectF, state: MapState, theme: Theme) -> None:
    """Paint names, cells and marks into a rectangle."""
    if state.shown is None:
        return
    room = map_room(rect, state.view, state.row_names, state.column_names)
    painter.fillRect(room, theme.sunken)
    if not vector.kind(painter):
        painter.fillRect(room, hatch(theme))
    elif (state.shown.pyramid.levels[0] == NOTHING).any():
        vector.fill_hatched(painter, room, theme.edge)
    paint_cells(painter, room, state, theme)
    painter.setPen(QPen(theme.line, 1))
    painter.drawRect(room.adjusted(-0.5, -0.5, 0.5, 0.5))
    paint_row_names(painter, rect, room, state, theme)
    paint_column_names(painter, rect, room, state, theme)
    painter.save()
    painter.setClipRect(room.adjusted(-3, -3, 3, 3))
    for cell, width in ((state.hovered, 2), (state.pinned, 3)):
        if cell is not None:
            place = state.view.rect(room, cell[0], cell[1], 1, 1)
            least = max(6 - place.width(), 0) / 2
            outline(painter, place.adjusted(-least - 1, -least - 1, least + 1, least + 1),
                    QPen(theme.ink, width))  # fmt: skip
    painter.restore()


@lru_cache(maxsize=8)
def colour_table(theme: Theme) -> list[int]:
    """256 colours: shares of the ramp, and nothing at all."""
    table = [theme.weight_colour(byte / STEPS).rgba() for byte in range(STEPS + 1)]
    return [*table, 0]


def image_of(part: Bytes, theme: Theme) -> QImage:
    """Bytes of a pyramid as a picture; it holds a copy of them."""
    bytes_, (rows, columns) = np.ascontiguousarray(part), part.shape
    made = QImage(bytes_.data, columns, rows, columns, QImage.Format.Format_Indexed8)
    made.setColorTable(colour_table(theme))
    return made.copy()


def paint_cells(painter: QPainter, room: QRectF, state: MapState, theme: Theme) -> None:
    """The visible part of the level at which no pixel hides a cell, then gaps and digits."""
    assert state.shown is not None
    view = state.view
    width, height = view.cell_size(room)
    finest = bool(vector.kind(painter))  # a file keeps every number
    dots = min(width, height) * painter.deviceTransform().m11()
    depth = 0 if finest else state.shown.pyramid.level(1 / dots)
    level, side = state.shown.pyramid.levels[depth], 1 << depth
    top, left = floor(view.top / side), floor(view.left / side)
    part = level[top : ceil(view.bottom / side), left : ceil(view.right / side)]
    target = view.rect(room, top * side, left * side, part.shape[0] * side, part.shape[1] * side)
    painter.save()
    painter.setClipRect(room)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    draw_image(painter, target, image_of(part, theme))
    if min(width, height) >= WITH_GAPS:
        paint_gaps(painter, room, view, theme)
    if width >= WITH_DIGITS and height >= DIGITS_HIGH:
        paint_digits(painter, room, state, theme)
    painter.restore()


def draw_image(painter: QPainter, target: QRectF, image: QImage) -> None:
    """Cells as they are; in a file without loss, few of them as several pixels each."""
    if not vector.kind(painter):
        painter.drawImage(target, image)
    elif max(image.width(), image.height()) <= FEW:
        vector.draw_cells(painter, target, image.convertToFormat(QImage.Format.Format_ARGB32))
    else:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.drawImage(target, image.convertToFormat(QImage.Format.Format_ARGB32))


def paint_gaps(painter: QPainter, room: QRectF, view: MapView, theme: Theme) -> None:
    """Lines between cells that are large enough for them."""
    shade = theme.line if theme.dark else theme.sheet
    for column in range(floor(view.left) + 1, ceil(view.right)):
        x = ceil(view.rect(room, 0, column, 0, 0).left() - 0.5)
        painter.fillRect(QRectF(x, room.top(), 1, room.height()), shade)
    for row in range(floor(view.top) + 1, ceil(view.bottom)):
        y = ceil(view.rect(room, row, 0, 0, 0).top() - 0.5)
        painter.fillRect(QRectF(room.left(), y, room.width(), 1), shade)


def paint_digits(painter: QPainter, room: QRectF, state: MapState, theme: Theme) -> None:
    """The weight in every cell that lies wholly inside."""
    assert state.shown is not None
    view, base = state.view, state.shown.pyramid.levels[0]
    style = cell_style(*view.cell_size(room))
    for row in range(ceil(view.top), floor(view.bottom)):
        for column in range(ceil(view.left), floor(view.right)):
            if base[row, column] == NOTHING:
                continue
            place = view.rect(room, row, column, 1, 1)
            shade = theme.weight_colour(base[row, column] / STEPS)
            number = float(state.shown.weights[row, column])
            for text in (numbers.fixed(number), numbers.precise(number)):
                if lettering.width(text, style) <= place.width():
                    lettering.draw(painter, place, text, style, theme.text_on(shade), CENTRE)
                    break


def named(first: float, last: float, size: float, marked: Sequence[int]) -> list[int]:
    """The rows or columns in sight that get a name: every one, or every so many."""
    step = max(1, ceil(LINE / size))
    shown = [place for place in range(ceil(first - 0.5), floor(last + 0.5)) if place % step == 0]
    near = [place for place in shown if all(abs(place - one) * size >= LINE for one in marked)]
    inside = [one for one in dict.fromkeys(marked) if first <= one + 0.5 <= last]
    return near + inside


def marked_places(state: MapState, axis: int) -> list[int]:
    """The row or column that is pointed at, else the pinned one."""
    cell = state.hovered or state.pinned
    return [] if cell is None else [cell[axis]]


def paint_row_names(
    painter: QPainter, rect: QRectF, room: QRectF, state: MapState, theme: Theme
) -> None:
    """Queries, right-aligned beside their rows."""
    view, lit = state.view, marked_places(state, 0)
    for row in named(view.top, view.bottom, view.cell_size(room)[1], lit):
        middle = view.rect(room, row, 0, 1, 1).center().y()
        line = QRectF(rect.left(), middle - LINE / 2, room.left() - GAP - rect.left(), LINE)
        style = CAPTION.bold(row in lit)
        text = lettering.fitted(state.row_names[row], style, line.width())
        ink = theme.query.text if row in lit else theme.ink2
        lettering.draw(painter, line, text, style, ink, RIGHT)


def paint_column_names(
    painter: QPainter, rect: QRectF, room: QRectF, state: MapState, theme: Theme
) -> None:
    """Keys above their columns, turned a quarter where they are wider than these."""
    view, lit = state.view, marked_places(state, 1)
    wide = view.cell_size(room)[0]
    level = gutter(ends_of(state.column_names), 2 * HIGHEST_NAME) <= wide
    for column in named(view.left, view.right, wide, lit):
        middle = view.rect(room, 0, column, 1, 1).center().x()
        style = CAPTION.bold(column in lit)
        if level:
            line = QRectF(middle - wide / 2, room.top() - GAP - LINE, wide, LINE)
            ink = theme.key.text if column in lit else theme.ink2
            lettering.draw(painter, line, state.column_names[column], style, ink, CENTRE)
            continue
        high = room.top() - GAP - rect.top()
        text = lettering.fitted(state.column_names[column], style, high)
        ink = theme.key.text if column in lit else theme.ink2
        painter.save()
        painter.translate(middle, room.top() - GAP)
        painter.rotate(-90)
        lettering.draw(painter, QRectF(0, -LINE / 2, high, LINE), text, style, ink)
        painter.restore()
