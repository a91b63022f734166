"""N encoder states as columns, and the one vector that is handed on: one paint function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from desktop_app import formula, lettering
from desktop_app.instruments import indexed
from desktop_app.instruments.base import outline
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme
from desktop_app.vector import draw_cells

LIMIT = 1.0  # states of a gated unit lie between -1 and 1
DRAWN = 8  # numbers of a vector that are drawn, evenly spaced
WIDEST_PITCH, COLUMN_SHARE = 22.0, 0.6
NAME_ROOM = 20.0  # over the columns, for the word that is lit
SYMBOL = 15.0
VECTOR = (22.0, 78.0)  # the outlined vector, at most


@dataclass(frozen=True)
class FunnelState:
    """states (N, 2H), one row a word; context (2H,); lit: a word's place from 0.

    Only every `stride`-th number is drawn.
    """

    tokens: tuple[str, ...]
    states: npt.NDArray[np.float64]
    context: npt.NDArray[np.float64]
    lit: int | None = None

    @property
    def stride(self) -> int:
        """How far apart two drawn numbers stand in a vector."""
        return max(len(self.context) // DRAWN, 1)


def columns_rect(rect: QRectF) -> QRectF:
    """The part of the picture that the state columns fill."""
    return QRectF(rect.left(), rect.top() + NAME_ROOM, rect.width(), rect.height() * 0.26)


def column_rect(rect: QRectF, count: int, place: int) -> QRectF:
    """Where one state's column stands; together they are centred."""
    area = columns_rect(rect)
    pitch = min(WIDEST_PITCH, area.width() / count)
    left = area.center().x() - pitch * count / 2
    wide = pitch * COLUMN_SHARE if pitch >= 8 else max(pitch - 1, 1.5)
    return QRectF(left + (place + 0.5) * pitch - wide / 2, area.top(), wide, area.height())


def vector_rect(rect: QRectF) -> QRectF:
    """Where the one vector stands."""
    height = min(VECTOR[1], rect.height() * 0.28)
    x = rect.center().x() - VECTOR[0] / 2
    return QRectF(x, rect.bottom() - height - 4, VECTOR[0], height)


def word_at(rect: QRectF, count: int, point: QPointF) -> int | None:
    """The word whose column is under a point."""
    area = columns_rect(rect)
    pitch = min(WIDEST_PITCH, area.width() / count)
    if not area.top() - NAME_ROOM <= point.y() <= area.bottom() + 8:
        return None
    left = area.center().x() - pitch * count / 2
    place = int((point.x() - left) // pitch)
    return place if 0 <= place < count else None


def paint(painter: QPainter, rect: QRectF, state: FunnelState, theme: Theme) -> None:
    """Paint states, curves and the vector into `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    count = len(state.tokens)
    paint_curves(painter, rect, state, theme)
    columns = [column_rect(rect, count, place) for place in range(count)]
    paint_vectors(painter, columns, state.states[:, :: state.stride], state.lit, theme)
    vector = vector_rect(rect)
    paint_vectors(painter, [vector], state.context[None, :: state.stride], None, theme)
    outline(painter, vector.adjusted(-3, -3, 3, 3), QPen(theme.ink, 2), 3)
    paint_words(painter, rect, vector, state, theme)
    if state.lit is not None:
        paint_lit_name(painter, rect, state, theme)
    painter.restore()


def paint_vectors(
    painter: QPainter,
    places: Sequence[QRectF],
    vectors: npt.NDArray[np.float64],
    lit: int | None,
    theme: Theme,
) -> None:
    """Vectors from top to bottom, a cell a number; vectors (N, numbers), one a place."""
    picture = image_of(vectors, theme)
    numbers_in = vectors.shape[1]
    height = places[0].height() / numbers_in
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    for column, place in enumerate(places):
        draw_cells(painter, place, picture, QRectF(column, 0, 1, numbers_in))
    if height >= 5 and places[0].width() >= 5:
        painter.setPen(QPen(theme.sheet, 1))
        for row in range(1, numbers_in):  # one line parts the cells of every vector
            y = places[0].top() + row * height
            painter.drawLine(QPointF(places[0].left(), y), QPointF(places[-1].right(), y))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for column, place in enumerate(places):
        if column == lit:
            outline(painter, place.adjusted(-3, -3, 3, 3), QPen(theme.ink, 2), 2)
        elif place.width() >= 7:
            painter.setPen(QPen(theme.edge, 1))
            painter.drawRect(place)


def image_of(vectors: npt.NDArray[np.float64], theme: Theme) -> QImage:
    """One pixel a number, a vector a column."""
    table = shades(theme)
    middle = len(table) // 2
    missing = np.isnan(vectors)
    shares = np.where(missing, 0.0, np.clip(vectors / LIMIT, -1, 1))
    shown = table[np.rint(shares * middle).astype(np.intp) + middle]
    pixels = np.ascontiguousarray(np.where(missing, np.uint32(theme.alert_tint.rgb()), shown).T)
    high, wide = pixels.shape
    return QImage(pixels.tobytes(), wide, high, 4 * wide, QImage.Format.Format_RGB32).copy()


@lru_cache(maxsize=4)
def shades(theme: Theme) -> npt.NDArray[np.uint32]:
    """The colours of scores from -LIMIT to LIMIT, in even steps."""
    steps = np.linspace(-LIMIT, LIMIT, 513)
    return np.array([theme.score_colour(float(step), LIMIT).rgb() for step in steps], np.uint32)


def paint_curves(painter: QPainter, rect: QRectF, state: FunnelState, theme: Theme) -> None:
    """From every state down into the vector; both ends are handed on, as the two ways end there."""
    count = len(state.tokens)
    tip = QPointF(vector_rect(rect).center().x(), vector_rect(rect).top() - 7)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    order = [place for place in range(count) if place != state.lit]
    if state.lit is not None:
        order.append(state.lit)
    for place in order:
        strong = place in {state.lit, 0, count - 1}
        colour = theme.ink if place == state.lit else theme.edge
        start = column_rect(rect, count, place)
        begin = QPointF(start.center().x(), start.bottom() + 8)
        room = tip.y() - begin.y()
        path = QPainterPath(begin)
        path.cubicTo(
            QPointF(begin.x(), begin.y() + room * 0.55),
            QPointF(tip.x(), tip.y() - room * 0.55),
            tip,
        )
        painter.setPen(QPen(colour, 1.6 if strong else 0.9 if count <= 24 else 0.6))
        painter.drawPath(path)
    painter.setPen(QPen(theme.edge, 1.2))
    painter.drawLine(tip, tip + QPointF(-4, -4))
    painter.drawLine(tip, tip + QPointF(4, -4))


def paint_words(
    painter: QPainter, rect: QRectF, vector: QRectF, state: FunnelState, theme: Theme
) -> None:
    """What the vector is, at both of its sides."""
    middle = vector.center().y()
    left = QRectF(rect.left(), middle - 17, vector.left() - rect.left() - 14, 16)
    for line, text in enumerate(("all the decoder", "will ever see")):
        room = left.translated(0, 18 * line)
        lettering.draw(painter, room, text, LABEL, theme.ink2, lettering.RIGHT)
    right = QRectF(vector.right() + 14, middle - 17, rect.right() - vector.right() - 14, 16)
    paint_context_formula(painter, right, len(state.tokens), theme)
    count = f"{len(state.context)} numbers"
    lettering.draw(painter, right.translated(0, 18), count, LABEL, theme.ink2)


def paint_context_formula(painter: QPainter, room: QRectF, count: int, theme: Theme) -> None:
    """c = [h_N; h_1]: the last state of the reading forward, and of the reading backward."""
    y = room.center().y() + SYMBOL * 0.24
    x = (
        room.left()
        + formula.draw(painter, QPointF(room.left(), y), "c = [", SYMBOL, theme, False)
        + 2
    )
    for index, way in ((str(count), 1), ("1", -1)):
        paint_arrow(painter, QPointF(x + 4, y - SYMBOL * 0.86), way, theme)
        rest = QRectF(x, room.top(), room.right() - x, room.height())
        x += indexed.draw(painter, rest, "h", index, SYMBOL, theme) + 1
        end = "; " if way > 0 else "]"
        x += formula.draw(painter, QPointF(x, y), end, SYMBOL, theme, False) + 4


def paint_arrow(painter: QPainter, middle: QPointF, way: int, theme: Theme) -> None:
    """A small arrow over a letter: 1 to the right, the way of reading; -1 to the left."""
    tip = middle + QPointF(4.5 * way, 0)
    painter.setPen(QPen(theme.ink, 1))
    painter.drawLine(middle - QPointF(4.5 * way, 0), tip)
    for side in (-2, 2):
        painter.drawLine(tip, tip + QPointF(-2 * way, side))


def paint_lit_name(painter: QPainter, rect: QRectF, state: FunnelState, theme: Theme) -> None:
    """The lit word over its column, kept within the picture."""
    assert state.lit is not None
    style = CAPTION.bold()
    text = lettering.fitted(state.tokens[state.lit], style, rect.width() - 4)
    wide = lettering.width(text, style)
    middle = column_rect(rect, len(state.tokens), state.lit).center().x()
    x = min(max(middle - wide / 2, rect.left()), rect.right() - wide)
    room = QRectF(x, rect.top(), wide, NAME_ROOM - 6)
    lettering.draw(painter, room, text, style, theme.ink)
