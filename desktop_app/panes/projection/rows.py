"""How the soft dictionary is painted: one row a key, its dot product, its weight, its value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from desktop_app import formula, lettering, numbers
from desktop_app.instruments.base import outline
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.projection.layout import DICTIONARY_FOOT, DICTIONARY_HEAD
from desktop_app.theme import Theme

Floats = npt.NDArray[np.float64]
BLEED = 8.0  # the band of the pinned row reaches this far beyond the column
SCORE_RANGE = 2.5
SHOWN = 2  # components at rest; the others appear in the row that is pointed at


@dataclass(frozen=True)
class DictionaryState:
    """n keys as a query finds them. keys (n, d), values (n, d), dots (n,), weights (n,).

    pinned and hovered: rows from 0. asks: the word of the query, from 0.
    names (n): each row read aloud. under_way (2, n): dots and weights on their way to new ones.
    """

    words: tuple[str, ...]
    keys: Floats
    dots: Floats
    weights: Floats
    values: Floats
    pinned: int
    names: tuple[str, ...]
    hovered: int | None = None
    asks: int = 0
    under_way: Floats | None = None

    @property
    def measures(self) -> Floats:
        """What bars and grounds show, (2, n): dots and weights."""
        return np.stack([self.dots, self.weights])


@dataclass(frozen=True)
class Columns:
    """Where the parts of a row stand, in px from the column's left edge."""

    key: float
    key_cell: float
    axis: float
    reach: float  # half the width of the bars' range
    number: float  # right end
    weight: float
    weight_cell: float
    value: float
    value_cell: float


def columns(width: float, components: int) -> Columns:
    """The parts of a row in a column so wide."""
    wide = width / 332
    if width < 320:
        if components > SHOWN:
            return Columns(30, 21, 124, 9, 165, 168, 28, 202, 21)
        return Columns(32, 29, 116, 23, 174, 182, 36, 226, 30)
    if components > SHOWN:
        return Columns(
            36 * wide, 24 * wide, 145 * wide, 12 * wide, 190 * wide, 194 * wide, 32 * wide,
            236 * wide, 24 * wide,
        )  # fmt: skip
    return Columns(
        36 * wide, 32 * wide, 134 * wide, 27 * wide, 198 * wide, 208 * wide, 40 * wide,
        260 * wide, 36 * wide,
    )  # fmt: skip


def row_rect(rect: QRectF, row: float, place: int) -> QRectF:
    """One row of the dictionary, with its bleed."""
    top = rect.top() + DICTIONARY_HEAD + place * row
    return QRectF(rect.left(), top, rect.width(), row)


def paint(
    painter: QPainter, rect: QRectF, row: float, state: DictionaryState, theme: Theme
) -> None:
    """Paint the dictionary into `rect`, which reaches 8 px beyond the column on both sides."""
    inner = rect.adjusted(BLEED, 0, -BLEED, 0)
    at = columns(inner.width(), state.keys.shape[1])
    paint_head(painter, inner, state, theme, at)
    for place in range(len(state.words)):
        whole = row_rect(rect, row, place)
        if place == state.pinned:
            painter.fillRect(whole, theme.band)
        paint_row(painter, whole.adjusted(BLEED, 0, -BLEED, 0), state, theme, at, place)
    last = row_rect(inner, row, len(state.words) - 1).bottom()
    x = round(inner.left() + at.axis) + 0.5
    painter.setPen(QPen(theme.edge, 1))
    painter.drawLine(QPointF(x, inner.top() + DICTIONARY_HEAD - 2), QPointF(x, last + 4))
    middle = inner.left() + at.weight + at.weight_cell / 2
    room = QRectF(middle - 40, last, 80, DICTIONARY_FOOT)
    total = f"Σ {numbers.fixed(float(state.weights.sum()))}"
    lettering.draw(painter, room, total, CAPTION, theme.ink3, lettering.CENTRE)


def paint_head(
    painter: QPainter, inner: QRectF, state: DictionaryState, theme: Theme, at: Columns
) -> None:
    """What stands in each column."""
    components = min(state.keys.shape[1], SHOWN)
    for text, left, cells, size, colour in (
        ("key", at.key, components, at.key_cell, theme.key.text),
        ("weight", at.weight, 1, at.weight_cell, theme.weight_ink),
        ("value", at.value, components, at.value_cell, theme.value.text),
    ):
        middle = inner.left() + left + cells * size / 2
        room = QRectF(middle - 24, inner.top() + 1, 48, 16)
        lettering.draw(painter, room, text, LABEL, colour, lettering.CENTRE)
    baseline = QPointF(inner.left() + at.axis, inner.top() + 13)
    product = r"q \cdot k"
    size = 15 if state.keys.shape[1] == SHOWN else 13
    formula.draw(painter, baseline, product, size, theme, False, align=lettering.CENTRE)


def paint_row(
    painter: QPainter, row: QRectF, state: DictionaryState, theme: Theme, at: Columns, place: int
) -> None:
    """Word, key, bar, dot product, weight, value."""
    pinned, lit = place == state.pinned, place == state.hovered
    colour = theme.key.text if pinned else theme.ink2
    style = LABEL.bold(pinned or lit)
    word = lettering.fitted(state.words[place], style, at.key - 4)
    room = QRectF(row.left(), row.top(), at.key - 2, row.height())
    lettering.draw(painter, room, word, style, colour)
    tall = min(28.0, row.height() - 4) if row.height() < 44 else row.height() - 12
    shown = state.keys.shape[1] if lit else SHOWN
    for role, left, cell, vectors in (
        ("key", at.key, at.key_cell, state.keys),
        ("value", at.value, at.value_cell, state.values),
    ):
        cells = QRectF(row.left() + left, row.center().y() - tall / 2, shown * cell, tall)
        paint_cells(painter, cells, vectors[place][:shown], role, theme)
        if pinned:
            around = cells.adjusted(-1.5, -1.5, 1.5, 1.5)
            outline(painter, around, QPen(theme.role(role).line, 2))
    paint_score(painter, row, state, theme, at, place)
    paint_weight(painter, row, state, theme, at, place, tall)


def paint_cells(painter: QPainter, cells: QRectF, vector: Floats, role: str, theme: Theme) -> None:
    """One key or value, number by number, as finely as the cells allow."""
    wide = cells.width() / len(vector)
    style = LABEL if wide >= 31 else CAPTION if wide >= 24 else CAPTION.sized(11)
    texts = fitting(vector, style, wide - 1)
    for place, text in enumerate(texts):
        cell = QRectF(cells.left() + place * wide, cells.top(), wide, cells.height())
        cell = cell.adjusted(0.5, 0, -0.5, 0)
        painter.fillRect(cell, theme.role(role).tint)
        if cells.height() >= 14:
            ink = theme.role(role).text
            lettering.draw(painter, cell, text, style, ink, lettering.CENTRE, growing=False)


def fitting(vector: Floats, style: lettering.Style, room: float) -> list[str]:
    """The numbers of a vector, all with the same number of decimals, as many as fit."""
    for write in (
        numbers.edited,
        partial(numbers.fixed, decimals=1),
        partial(numbers.fixed, decimals=0),
    ):
        texts = [write(float(number)) for number in vector]
        if max(lettering.width(text, style) for text in texts) <= room:
            return texts
    return [lettering.fitted(text, style, room) for text in texts]


def paint_score(
    painter: QPainter, row: QRectF, state: DictionaryState, theme: Theme, at: Columns, place: int
) -> None:
    """The dot product as a bar on a fixed range, and as a number."""
    score = float(state.dots[place])
    shown = score if state.under_way is None else float(state.under_way[0, place])
    axis = row.left() + at.axis
    share = min(max(shown / SCORE_RANGE, -1.0), 1.0)
    end = axis + share * at.reach
    tall = min(12.0 if row.height() < 44 else 16.0, row.height() - 6)
    bar = QRectF(min(axis, end), row.center().y() - tall / 2, abs(end - axis), tall)
    shade = theme.score_colour(1.0, 1.0) if shown > 0 else theme.score_colour(-1.0, 1.0)
    painter.fillRect(bar, shade)
    if abs(shown) > SCORE_RANGE:
        paint_notch(painter, bar, theme, shown > 0)
    bold = place in (state.pinned, state.hovered)
    style = (LABEL if state.keys.shape[1] == SHOWN else CAPTION).bold(bold)
    left = axis + at.reach + 3
    room = QRectF(left, row.top(), row.left() + at.number - left, row.height())
    text = written(score, style, room.width())
    colour = theme.ink if bold else theme.ink2
    lettering.draw(painter, room, text, style, colour, lettering.RIGHT)


def written(number: float, style: lettering.Style, room: float) -> str:
    """A dot product with two decimals, or as many as fit, or as a power of ten."""
    texts = [numbers.fixed(number, decimals) for decimals in (2, 1, 0)]
    power = f"{number:.0e}".replace("-", numbers.MINUS).replace("e+0", "e").replace("e+", "e")
    return next((text for text in texts if lettering.width(text, style) <= room), power)


def paint_notch(painter: QPainter, bar: QRectF, theme: Theme, right: bool) -> None:
    """A bite out of the end of a bar that goes on beyond its range."""
    x, way = (bar.right(), -1.0) if right else (bar.left(), 1.0)
    middle = bar.center().y()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.sheet)
    bite = [QPointF(x, middle - 4), QPointF(x + way * 4, middle), QPointF(x, middle + 4)]
    painter.drawPolygon(QPolygonF(bite))
    painter.restore()


def paint_weight(
    painter: QPainter,
    row: QRectF,
    state: DictionaryState,
    theme: Theme,
    at: Columns,
    place: int,
    tall: float,
) -> None:
    """The weight on its ramp, outlined when pinned."""
    left = row.left() + at.weight
    cell = QRectF(left, row.center().y() - tall / 2, at.weight_cell, tall)
    weight = float(state.weights[place])
    shown = weight if state.under_way is None else float(state.under_way[1, place])
    ground = theme.weight_colour(shown)
    painter.fillRect(cell, ground)
    style = LABEL if at.weight_cell >= 36 else CAPTION
    text = numbers.fixed(weight)
    lettering.draw(painter, cell, text, style, theme.text_on(ground), lettering.CENTRE)
    if place == state.pinned:
        outline(painter, cell.adjusted(-2, -2, 2, 2), QPen(theme.ink, 3))
    elif place == state.hovered:
        outline(painter, cell.adjusted(-1, -1, 1, 1), QPen(theme.ink, 2))
