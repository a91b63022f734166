"""Bands, words, weights beside V, row sums and the arrow of pane 09."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.trace import FloatArray
from desktop_app import lettering, numbers
from desktop_app.instruments.base import brackets
from desktop_app.lettering import CAPTION, LABEL, Style
from desktop_app.panes.cross.layout import MATRICES, CrossLayout
from desktop_app.panes.cross.state import CrossState, numbers_of
from desktop_app.theme import Theme

SMALLEST_WORDS = 9.0  # rows lower than this show only the lit word
SMALLEST_SUM = 26.0  # narrower columns show no number over or under them
VALUE_ROOM = 92.0  # words and weights at the left of V


def paint_bands(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The lit row through Q, A and AV, the lit column between K and A, the lit row of V."""
    if state.pair is None:
        return
    query, key = state.pair
    if layout.turned:
        paint_turned_bands(painter, layout, (query, key), theme)
        return
    high, wide, value = layout.query_cell.y(), layout.key_cell.x(), layout.value_cell.y()
    left, right = layout.query.left() - 8, layout.output.right() + 8
    x, y = layout.weights.left() + key * wide, layout.query.top() + query * high
    painter.fillRect(QRectF(left, y, right - left, high), theme.band)
    gap = layout.weights.top() - layout.key.bottom()
    painter.fillRect(QRectF(x, layout.key.bottom(), wide, gap), theme.band)
    beside = layout.value.left() - VALUE_ROOM
    band = QRectF(beside, layout.value.top() + key * value, right - beside, value)
    painter.fillRect(band, theme.band)


def paint_turned_bands(
    painter: QPainter, layout: CrossLayout, pair: tuple[int, int], theme: Theme
) -> None:
    """The lit key's row through K and A and its column of V; the lit query's columns."""
    query, key = pair
    high, wide = layout.key_cell.y(), layout.query_cell.x()
    y, x = layout.key.top() + key * high, layout.query.left() + query * wide
    left, right = layout.key.left() - 8, layout.weights.right() + 8
    painter.fillRect(QRectF(left, y, right - left, high), theme.band)
    gap = layout.weights.top() - layout.query.bottom()
    painter.fillRect(QRectF(x, layout.query.bottom(), wide, gap), theme.band)
    below = QRectF(x, layout.weights.bottom(), wide, 19)
    painter.fillRect(below, theme.band)
    for cells, place, above in ((layout.value, key, 38.0), (layout.output, query, 22.0)):
        wide = layout.value_cell.x()
        x = cells.left() + place * wide
        band = QRectF(x, cells.top() - above, wide, cells.height() + above + 4)
        painter.fillRect(band, theme.band)


def paint_lit(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The ground of the matrix that a pointed symbol of the formula stands for."""
    if state.lit in MATRICES:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.band)
        painter.drawRoundedRect(layout.cells(state.lit).adjusted(-10, -9, 10, 9), 8, 8)
        painter.restore()


def paint_words(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """Target words at the rows of Q, key words over K and at the rows of V.

    Turned: key words at the rows of K and over V, target words over Q and over AV.
    """
    query, key = state.pair if state.pair is not None else (-1, -1)
    tokens, keys = state.experiment.tokens, state.experiment.key_tokens
    if layout.turned:
        for place, token in enumerate(keys):
            y = layout.key.top() + place * layout.key_cell.y()
            room = QRectF(layout.key.left() - 56, y, 44, layout.key_cell.y())
            paint_row_word(painter, room, token, place == key, theme.key.text, theme)
        asks, holds = theme.query.text, theme.value.text
        paint_column_words(painter, Columns(layout.query, layout.edge), tokens, query, asks, theme)
        right = layout.value.right()
        paint_column_words(painter, Columns(layout.value, right), keys, key, holds, theme)
        paint_column_words(painter, Columns(layout.output, right), tokens, query, asks, theme)
        return
    for place, token in enumerate(tokens):
        y = layout.query.top() + place * layout.query_cell.y()
        room = QRectF(layout.query.left() - 56, y, 44, layout.query_cell.y())
        paint_row_word(painter, room, token, place == query, theme.query.text, theme)
    for place, token in enumerate(keys):
        y = layout.value.top() + place * layout.value_cell.y()
        room = QRectF(layout.value.left() - VALUE_ROOM, y, 44, layout.value_cell.y())
        paint_row_word(painter, room, token, place == key, theme.value.text, theme)
    over = Columns(layout.key, layout.edge)
    paint_column_words(painter, over, keys, key, theme.key.text, theme)


def paint_row_word(
    painter: QPainter, room: QRectF, token: str, lit: bool, colour: QColor, theme: Theme
) -> None:
    """One word at the left of its row. In rows too low for words only the lit one shows."""
    style = row_style(room.height(), lit)
    if style is None:
        return
    shown = lettering.fitted(token, style, room.width())
    lettering.draw(painter, room, shown, style, colour if lit else theme.ink2, lettering.RIGHT)


def row_style(height: float, lit: bool) -> Style | None:
    """Type for one row; None where it would be too small and nothing points at it."""
    if height >= 16:
        return LABEL.bold(lit)
    if height >= SMALLEST_WORDS:
        return LABEL.sized(max(height - 1, 8)).bold(lit)
    return CAPTION.bold() if lit else None


@dataclass(frozen=True)
class Columns:
    """The cells whose columns have words over them, and the right end of the words' room."""

    cells: QRectF
    edge: float


def paint_column_words(
    painter: QPainter,
    columns: Columns,
    tokens: tuple[str, ...],
    lit: int,
    role: QColor,
    theme: Theme,
) -> None:
    """Words over columns; under 28 px their places, and in very narrow ones the lit word alone."""
    cells, wide = columns.cells, columns.cells.width() / len(tokens)
    for place, token in enumerate(tokens):
        room = QRectF(cells.left() + place * wide, cells.top() - 20, wide, 16)
        style = LABEL.bold(place == lit)
        colour = role if place == lit else theme.ink2
        if wide >= 28:
            text = lettering.fitted(token, style, wide - 1)
        elif place == lit:
            continue
        elif wide >= 14 and not near(place, lit, token_room(tokens, lit, columns), columns, wide):
            text, style = str(place + 1), CAPTION.sized(min(wide - 2, 11))
        else:
            continue
        lettering.draw(painter, room, text, style, colour, lettering.CENTRE)
    if 0 <= lit < len(tokens) and wide < 28:
        room = token_room(tokens, lit, columns)
        text = lettering.fitted(tokens[lit], LABEL.bold(), room.width() + 0.5)
        lettering.draw(painter, room, text, LABEL.bold(), role, lettering.CENTRE)


def token_room(tokens: tuple[str, ...], lit: int, columns: Columns) -> QRectF:
    """The room of the lit word over a column that is narrower than it, kept over its matrix."""
    if lit < 0:
        return QRectF()
    cells = columns.cells
    room = columns.edge - cells.left()
    wide = min(lettering.width(tokens[lit], LABEL.bold()), room)
    middle = cells.left() + (lit + 0.5) * cells.width() / len(tokens)
    left = min(max(middle - wide / 2, cells.left()), columns.edge - wide)
    return QRectF(left, cells.top() - 20, wide, 16)


def near(place: int, lit: int, room: QRectF, columns: Columns, wide: float) -> bool:
    """Whether the number over a column would touch the lit word."""
    left = columns.cells.left() + place * wide
    return lit >= 0 and left + wide > room.left() - 2 and left < room.right() + 2


def paint_weights(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The lit row's weights beside V, in purple."""
    if state.pair is None or "weights" not in state.trace:
        return
    query, key = state.pair
    if layout.turned:
        paint_weights_over(painter, layout, state.trace["weights"][query], key, theme)
        return
    for place, weight in enumerate(state.trace["weights"][query]):
        y = layout.value.top() + place * layout.value_cell.y()
        room = QRectF(layout.value.left() - 48, y, 36, layout.value_cell.y())
        style = row_style(layout.value_cell.y(), place == key)
        if style is not None:
            text = numbers.fixed(float(weight))
            lettering.draw(painter, room, text, style, theme.weight_ink, lettering.RIGHT)


def paint_weights_over(
    painter: QPainter, layout: CrossLayout, weights: FloatArray, lit: int, theme: Theme
) -> None:
    """Turned: the lit column's weights over the words of V; in narrow columns the lit one."""
    wide = layout.value_cell.x()
    for place, weight in enumerate(weights):
        if wide >= SMALLEST_SUM or place == lit:
            middle = layout.value.left() + (place + 0.5) * wide
            room = QRectF(middle - 20, layout.value.top() - 37, 40, 16)
            text, style = numbers.fixed(float(weight)), CAPTION.bold(place == lit)
            lettering.draw(painter, room, text, style, theme.weight_ink, lettering.CENTRE)


def paint_sums(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The sum of each row of A, from the exact numbers, and the arrow on to AV."""
    if "weights" not in state.trace:
        return
    if layout.turned:
        paint_column_sums(painter, layout, state, theme)
        return
    x = layout.weights.right() + 16
    head = QRectF(x, layout.weights.top() - 20, 36, 16)
    lettering.draw(painter, head, "Σ row", CAPTION, theme.ink3)
    lit = state.pair[0] if state.pair is not None else -1
    for place, total in enumerate(state.trace["weights"].sum(axis=1)):
        y = layout.weights.top() + place * layout.weight_cell.y()
        style = row_style(layout.weight_cell.y(), place == lit)
        if style is not None:
            used = CAPTION if style.size > CAPTION.size else style.bold(False)
            room = QRectF(x, y, 28, layout.weight_cell.y())
            lettering.draw(painter, room, numbers.fixed(float(total)), used, theme.ink3)
    row = lit if lit >= 0 else 0
    y = layout.output.top() + (row + 0.5) * layout.weight_cell.y()
    tip = QPointF(layout.output.left() - 20, y)
    paint_arrow(painter, [tip - QPointF(44, 0), tip], theme.edge, 1.2)


def paint_column_sums(
    painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme
) -> None:
    """Turned: the sum of each column of A below it, and the arrow on to AV."""
    wide = layout.weight_cell.x()
    head = QRectF(layout.weights.right() + 12, layout.weights.bottom() + 5, 64, 14)
    lettering.draw(painter, head, "Σ column", CAPTION, theme.ink3)
    for place, total in enumerate(state.trace["weights"].sum(axis=1)):
        if wide >= SMALLEST_SUM:
            room = QRectF(layout.weights.left() + place * wide, head.top(), wide, 14)
            text = numbers.fixed(float(total))
            lettering.draw(painter, room, text, CAPTION, theme.ink3, lettering.CENTRE)
    tip = QPointF(layout.output.left() - 16, layout.output.center().y())
    start = max(tip.x() - 44, layout.weights.right() + 12)
    if tip.x() - start > 12:
        paint_arrow(painter, [QPointF(start, tip.y()), tip], theme.edge, 1.2)


def paint_missing(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """Empty brackets where there is no product, and none that could be kept on show."""
    for name in ("weights", "output"):
        if numbers_of(state.trace, name) is None:
            cells = layout.cells(name)
            painter.fillRect(cells, theme.sunken)
            brackets(painter, cells.adjusted(-4, -3, 4, 3), theme)
            text = lettering.fitted("no product", CAPTION, cells.width())
            lettering.draw(painter, cells, text, CAPTION, theme.ink3, lettering.CENTRE)


def paint_arrow(
    painter: QPainter, points: list[QPointF], colour: QColor, width: float, head: bool = True
) -> None:
    """A line through `points` with square corners, and an open head at its end."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.drawPolyline(points)
    if head:
        along = points[-1] - points[-2]
        length = max(abs(along.x()) + abs(along.y()), 1e-6)
        back = along * (-5 / length)
        side = QPointF(-back.y(), back.x())
        painter.drawPolyline([points[-1] + back + side, points[-1], points[-1] + back - side])
    painter.restore()
