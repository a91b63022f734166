"""A grid of numbers as a value, and the one function that paints it.

Widgets, thumbnails and exports all call `paint`; the state holds nothing that is not drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from desktop_app import lettering
from desktop_app.instruments.base import brackets, outline
from desktop_app.instruments.cell_texts import Kind, cell_style, written
from desktop_app.instruments.grid_marks import (
    fill_hatched,
    paint_chevrons,
    paint_clip_mark,
    paint_corner,
    paint_edit_mark,
)
from desktop_app.theme import Theme

Cell = tuple[int, int]
MARGIN = 6.0  # room for brackets and for outlines that stand outside the cells
SMALLEST_WITH_DIGITS = 28.0
SMALLEST_HATCHED = 8.0


@dataclass(frozen=True)
class GridState:
    """All that is drawn of one matrix.

    numbers: (rows, columns). hidden: cells that a mask hides. limit: the colour range of scores.
    row_outline, column_outline: (index, role) of the linked row or column. changed: cells whose
    value just moved, drawn with `changed_strength` (1 full, 0 gone). under_way: what the grounds
    show while they move to `numbers`. note: cells that are wrong.
    """

    numbers: npt.NDArray[np.float64]
    kind: Kind
    limit: float = 4.0
    hidden: npt.NDArray[np.bool_] | None = None
    editable: bool = False
    hovered: Cell | None = None
    scrubbed: Cell | None = None
    pinned: Cell | None = None
    linked: Cell | None = None
    row_outline: tuple[int, str] | None = None
    column_outline: tuple[int, str] | None = None
    changed: npt.NDArray[np.bool_] | None = None
    changed_strength: float = 1.0
    under_way: npt.NDArray[np.float64] | None = None
    framed: bool = True
    faded: bool = False
    digits: bool = True
    errors: frozenset[Cell] = field(default_factory=frozenset)

    def tint(self, cell: Cell) -> float:
        """The number that the ground of a cell shows."""
        return float((self.numbers if self.under_way is None else self.under_way)[cell])

    @property
    def shape(self) -> tuple[int, int]:
        return self.numbers.shape[0], self.numbers.shape[1]


def cells_rect(rect: QRectF) -> QRectF:
    """The part of a grid's rectangle that its cells fill."""
    return rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)


def cell_rect(rect: QRectF, shape: tuple[int, int], cell: Cell) -> QRectF:
    """Where one cell is painted, with the 1 px gap to its right and below left out."""
    inner = cells_rect(rect)
    width, height = inner.width() / max(shape[1], 1), inner.height() / max(shape[0], 1)
    left, top = inner.left() + cell[1] * width, inner.top() + cell[0] * height
    return QRectF(left, top, width, height).adjusted(0.5, 0.5, -0.5, -0.5)


def cell_at(rect: QRectF, shape: tuple[int, int], point: QPointF) -> Cell | None:
    """The cell under a point, or None outside."""
    inner = cells_rect(rect)
    if not inner.contains(point):
        return None
    row = int((point.y() - inner.top()) / inner.height() * shape[0])
    column = int((point.x() - inner.left()) / inner.width() * shape[1])
    return min(row, shape[0] - 1), min(column, shape[1] - 1)


def paint(
    painter: QPainter, rect: QRectF, state: GridState, theme: Theme, region: QRegion | None = None
) -> None:
    """Paint a grid with its brackets into `rect`, or only what `region` of it asks for."""
    painter.save()
    if state.faded:
        painter.setOpacity(0.5)
    wanted = cells_in(rect, state.shape, region)
    digits = bool(wanted) and cell_texts(state, rect) is not None
    for cell, place in wanted:
        if state.hidden is None or not state.hidden[cell]:
            shade = ground(state, theme, state.tint(cell), state.scrubbed == cell, digits)
            painter.fillRect(place, shade)
    paint_marks(painter, rect, state, theme, region)
    painter.restore()


def paint_marks(
    painter: QPainter, rect: QRectF, state: GridState, theme: Theme, region: QRegion | None = None
) -> None:
    """Everything but the grounds: hatching, numbers, marks, brackets, outlines."""
    painter.save()
    if state.faded:
        painter.setOpacity(0.5)
    wanted = cells_in(rect, state.shape, region)
    texts = cell_texts(state, rect) if wanted else None
    if texts is None and state.kind == "weight" and state.changed is None:
        paint_hidden(painter, rect, state, theme)
    else:
        for cell, place in wanted:
            paint_cell(painter, place, state, theme, cell, texts)
    if state.framed:
        brackets(painter, cells_rect(rect).adjusted(-4, -3, 4, 3), theme)
    paint_outlines(painter, rect, state, theme)
    painter.restore()


def cells_in(
    rect: QRectF, shape: tuple[int, int], region: QRegion | None
) -> list[tuple[Cell, QRectF]]:
    """The cells that touch a region, each with its place; all of them without one."""
    found = places(rect.getRect(), shape)
    if region is None or region == QRegion(rect.toRect()):
        return found
    pixels = pixels_of(rect.getRect(), shape)
    return [which for which, place in zip(found, pixels, strict=True) if region.intersects(place)]


@lru_cache(maxsize=64)
def places(
    rect: tuple[float, float, float, float], shape: tuple[int, int]
) -> list[tuple[Cell, QRectF]]:
    """Where every cell is painted, row by row. Kept, because every frame asks."""
    cells = ((row, column) for row in range(shape[0]) for column in range(shape[1]))
    return [(cell, cell_rect(QRectF(*rect), shape, cell)) for cell in cells]


@lru_cache(maxsize=64)
def pixels_of(rect: tuple[float, float, float, float], shape: tuple[int, int]) -> list[QRect]:
    """The pixels that each of `places` touches."""
    return [place.toAlignedRect() for _, place in places(rect, shape)]


def paint_hidden(painter: QPainter, rect: QRectF, state: GridState, theme: Theme) -> None:
    """The hatching alone, a run of cells at a time: all that marks a map without digits."""
    if state.hidden is None or 0 in state.shape:
        return
    for row, flags in enumerate(state.hidden):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            first = cell_rect(rect, state.shape, (row, int(start)))
            run = first | cell_rect(rect, state.shape, (row, int(end) - 1))
            if run.height() < SMALLEST_HATCHED:  # gaps would cut the strokes into dots
                run.adjust(-0.5, -0.5, 0.5, 0.5)
            painter.fillRect(run, theme.sunken)
            fill_hatched(painter, run, theme)


def paint_cell(
    painter: QPainter,
    place: QRectF,
    state: GridState,
    theme: Theme,
    cell: Cell,
    texts: list[list[str]] | None,
) -> None:
    """One cell on its ground: hatching or number, edit mark, changed corner."""
    if state.hidden is not None and state.hidden[cell]:
        painter.fillRect(place, theme.sunken)
        fill_hatched(painter, place, theme)
        paint_changed(painter, place, state, theme, cell)
        return
    number = float(state.numbers[cell])
    scrubbed = state.scrubbed == cell
    shade = ground(state, theme, state.tint(cell), scrubbed, texts is not None)
    colour = text_colour(state, theme, shade, scrubbed)
    if texts is not None:
        style = cell_style(place.width(), place.height())
        bold = scrubbed or (state.editable and state.hovered == cell)
        text, face = texts[cell[0]][cell[1]], style.bold(bold)
        lettering.draw(painter, place, text, face, colour, lettering.CENTRE, growing=False)
        if state.editable and not scrubbed:
            paint_edit_mark(painter, place, text, style, colour)
    if state.kind == "score" and abs(number) > state.limit:
        paint_clip_mark(painter, place, colour, number > 0)
    if scrubbed or (state.editable and state.hovered == cell):
        paint_chevrons(painter, place, colour)
    paint_changed(painter, place, state, theme, cell)


def ground(state: GridState, theme: Theme, number: float, scrubbed: bool, digits: bool) -> QColor:
    """The colour behind a number. Without digits the colour alone must tell the value."""
    if state.kind in {"query", "key", "value"}:
        role = theme.role(state.kind)
        if scrubbed:
            return role.line if not theme.dark else role.text
        if not digits:
            return theme.role_ramp_colour(state.kind, (number / state.limit + 1) / 2)
        return role.tint
    if not np.isfinite(number):
        return theme.alert_tint
    if state.kind == "weight":
        return theme.weight_colour(number)
    if state.kind == "score" or (state.kind == "output" and not digits):
        return theme.score_colour(number, state.limit)
    return theme.sheet


def text_colour(state: GridState, theme: Theme, shade: QColor, scrubbed: bool) -> QColor:
    """Readable ink for one cell."""
    if state.kind in {"query", "key", "value"}:
        return theme.sheet if scrubbed else theme.role(state.kind).text
    return theme.text_on(shade)


def cell_texts(state: GridState, rect: QRectF) -> list[list[str]] | None:
    """What stands in the cells, or None where digits do not fit. One rule for the whole grid."""
    if not state.digits or 0 in state.shape:
        return None
    place = cell_rect(rect, state.shape, (0, 0))
    if place.width() < SMALLEST_WITH_DIGITS or place.height() < 14:
        return None
    numbers_now = np.ascontiguousarray(state.numbers, dtype=np.float64)
    size = place.width(), place.height()
    growing = lettering.growing()
    return written(numbers_now.tobytes(), state.shape, state.kind, *size, growing)


def paint_changed(
    painter: QPainter, place: QRectF, state: GridState, theme: Theme, cell: Cell
) -> None:
    """The corner of a cell whose value just moved."""
    if state.changed is not None and state.changed[cell] and state.changed_strength > 0:
        paint_corner(painter, place, theme, state.changed_strength)


def paint_outlines(painter: QPainter, rect: QRectF, state: GridState, theme: Theme) -> None:
    """Outlines of linked rows and columns, of the cell pointed at, and of the pinned one."""
    rows, columns = state.shape
    if 0 in state.shape:
        return
    if state.row_outline is not None:
        row, role = state.row_outline
        span = cell_rect(rect, state.shape, (row, 0)) | cell_rect(
            rect, state.shape, (row, columns - 1)
        )
        outline(painter, span.adjusted(-1.5, -1.5, 1.5, 1.5), QPen(theme.role(role).line, 2))
    if state.column_outline is not None:
        column, role = state.column_outline
        span = cell_rect(rect, state.shape, (0, column)) | cell_rect(
            rect, state.shape, (rows - 1, column)
        )
        outline(painter, span.adjusted(-1.5, -1.5, 1.5, 1.5), QPen(theme.role(role).line, 2))
    if state.hovered is not None:
        pen = QPen(theme.role(state.kind).line, 1 if state.editable else 2)
        outline(painter, cell_rect(rect, state.shape, state.hovered).adjusted(-1, -1, 1, 1), pen)
    if state.linked is not None:
        place = cell_rect(rect, state.shape, state.linked).adjusted(-1.5, -1.5, 1.5, 1.5)
        outline(painter, place, QPen(theme.ink, 2))
    if state.pinned is not None:
        place = cell_rect(rect, state.shape, state.pinned).adjusted(-2, -2, 2, 2)
        outline(painter, place, QPen(theme.ink, 3))
    for cell in state.errors:
        place = cell_rect(rect, state.shape, cell).adjusted(-1, -1, 1, 1)
        outline(painter, place, QPen(theme.alert, 2))
