"""Arcs from one word of a sentence, in a narrow room and for up to 64 words.

Up to six words stand upright; more stand at 45 degrees, with numbers under the heaviest alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen

from desktop_app import lettering, numbers
from desktop_app.instruments.arcs import ARC_WIDTH, STRONG, WORDS_BELOW, Arcs, ArcsState
from desktop_app.lettering import CAPTION, LABEL, SERIF, Style
from desktop_app.theme import Theme

UPRIGHT = 6
LONG = 12  # beyond this only the heaviest words are drawn
MOST_ARCS, MOST_NUMBERS = 8, 3
SMALLEST_WORD = 13.0
FAINT = 0.01
SHOWN = 0.005  # a smaller weight would be written 0.00
EDGE = 8.0  # left free beside words at 45 degrees
WORD_LENGTH = 52.0  # of a word at 45 degrees
APART = 15.0  # between two words at 45 degrees
NUMBER_WIDTH = 28.0
BAR_HEIGHT = 64.0


@dataclass(frozen=True)
class RowArcsState(ArcsState):
    """key: the word whose link is lit. hidden: (n, n), True where a mask hides a pair.

    lit: whether any word asks; without one only the words stand there.
    """

    key: int | None = None
    hidden: npt.NDArray[np.bool_] | None = None
    lit: bool = True

    def masked(self, place: int) -> bool:
        """Whether the asking word may not see the word at `place`."""
        return self.lit and self.hidden is not None and bool(self.hidden[self.pointed, place])


@dataclass(frozen=True)
class Placed:
    """Where the words stand: feet of the arcs, word rectangles, upright or at 45 degrees."""

    feet: list[float]
    words: list[QRectF]
    style: Style
    upright: bool
    base: float
    room: QRectF


def placed(rect: QRectF, tokens: tuple[str, ...], large: bool = False) -> Placed:
    """Upright words with equal gaps where they fit; otherwise columns of equal width."""
    base = rect.bottom() - WORDS_BELOW
    style = Style(SERIF, 20 if large else 17)
    widths = slots(tokens, style)
    while style.size > SMALLEST_WORD and sum(widths) + 10 * len(tokens) > rect.width():
        style = style.sized(style.size - 1)
        widths = slots(tokens, style)
    n = len(tokens)
    fits = sum(widths) + 3 * n <= rect.width()
    if n > UPRIGHT or not fits:
        inner = rect.adjusted(EDGE, 0, -EDGE, 0)
        pitch = inner.width() / n
        feet = [inner.left() + (place + 0.5) * pitch for place in range(n)]
        wide = max(pitch, 1.0)
        words = [QRectF(x - wide / 2, base + 6, wide, 46) for x in feet]
        return Placed(feet, words, CAPTION, False, base, rect)
    gap = (rect.width() - sum(widths)) / (n - 1) if n > 1 else 0.0
    x = rect.left() if n > 1 else rect.center().x() - widths[0] / 2
    words = []
    for wide in widths:
        words.append(QRectF(x, base + 6, wide, 30))
        x += wide + gap
    return Placed([word.center().x() for word in words], words, style, True, base, rect)


def slots(tokens: tuple[str, ...], style: Style) -> list[float]:
    """How wide each word stands: at least as wide as the number below it."""
    return [max(lettering.width(token, style.bold()), NUMBER_WIDTH - 2) for token in tokens]


def heaviest(row: npt.NDArray[np.float64], without: int, most: int) -> list[int]:
    """The places of the largest weights, the heaviest first, one place left out."""
    order = np.argsort(-row, kind="stable")
    return [int(place) for place in order if place != without][:most]


def spread(feet: list[float], places: list[int], apart: float) -> list[int]:
    """Those of `places` that stand at least `apart` px from all taken before them."""
    taken: list[int] = []
    for place in places:
        if all(abs(feet[place] - feet[other]) >= apart for other in taken):
            taken.append(place)
    return taken


def paint(painter: QPainter, rect: QRectF, state: RowArcsState, theme: Theme) -> None:
    """Arcs above, words, then numbers and hanging bars (a dash for a masked word)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    layout = placed(rect, state.tokens, rect.width() > 400)
    row = state.weights[state.pointed]
    if state.lit:
        paint_arcs(painter, rect, layout, state, theme)
    words = list(range(len(state.tokens)))
    if not layout.upright:
        first = [state.pointed, *([state.key] if state.key is not None else [])]
        rest = words if len(words) <= LONG else heaviest(row, -1, MOST_ARCS)
        words = spread(layout.feet, [*first, *rest], APART)
    for place in words:
        paint_word(painter, layout, state, theme, place)
    if state.lit:
        paint_bars(painter, layout, state, theme)
    painter.restore()


def paint_arcs(
    painter: QPainter, rect: QRectF, layout: Placed, state: RowArcsState, theme: Theme
) -> None:
    """One arc a weight, the faintest first; of a long sentence the eight heaviest."""
    row = state.lengths
    most = len(row) if len(row) <= LONG else MOST_ARCS
    faint = FAINT if len(row) <= LONG else 0.0
    for place in reversed(heaviest(row, state.pointed, most)):
        weight = float(row[place])
        if not weight > faint or state.masked(place):  # NaN has no arc
            continue
        pen = QPen(shade(weight, theme))
        pen.setWidthF(max(ARC_WIDTH * numbers.extent(weight), 1.2))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(arc(rect, layout, state.pointed, place))


def shade(weight: float, theme: Theme) -> QColor:
    """The colour of an arc or a bar: darker than a cell's, since it stands on bare ground."""
    return theme.weight_colour(min(0.3 + 1.08 * weight, 0.97))


def arc(rect: QRectF, layout: Placed, start: int, end: int) -> QPainterPath:
    """Half an ellipse between two feet; long ones rise higher."""
    left, right = sorted((layout.feet[start], layout.feet[end]))
    base = layout.base
    rise = min(base - rect.top() - ARC_WIDTH / 2, 21 + 0.65 * (right - left))
    path = QPainterPath(QPointF(left, base))
    path.cubicTo(left, base - rise * 4 / 3, right, base - rise * 4 / 3, right, base)
    return path


def paint_word(
    painter: QPainter, layout: Placed, state: RowArcsState, theme: Theme, place: int
) -> None:
    """One word: the asking one in a query box or colour, the linked one in key colour."""
    asking = state.lit and place == state.pointed
    linked = state.lit and place == state.key
    colour = theme.query.text if asking else theme.key.text if linked else theme.ink
    style = layout.style.bold(asking or linked)
    text = state.tokens[place]
    if layout.upright:
        word = layout.words[place]
        gap = layout.words[1].left() - layout.words[0].right() if len(layout.words) > 1 else 10.0
        box = word.adjusted(-min(gap / 2, 5.0), 0, min(gap / 2, 5.0), 0)
        if asking:
            painter.setPen(QPen(theme.query.line, 1.5))
            painter.setBrush(theme.query.tint)
            painter.drawRoundedRect(box, 4, 4)
        elif place == state.hovered:
            painter.setPen(QPen(theme.edge, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 4, 4)
        lettering.draw(painter, word, text, style, colour, lettering.CENTRE)
        return
    free = layout.feet[place] - layout.room.left()
    painter.save()
    painter.translate(layout.feet[place], layout.base + 10)
    painter.rotate(-45)
    # A word at the left edge hangs out of the room: it is cut to what is there.
    shown = lettering.fitted(text, style, min(WORD_LENGTH, 1.4 * free + 4))
    wide = lettering.width(shown, style)
    lettering.draw(painter, QRectF(2 - wide, -4, wide, 12), shown, style, colour)
    painter.restore()


def paint_bars(painter: QPainter, layout: Placed, state: RowArcsState, theme: Theme) -> None:
    """Numbers, and the bars that hang below them."""
    row = state.weights[state.pointed]
    numbered = list(range(len(row)))
    pitch = layout.feet[1] - layout.feet[0] if len(row) > 1 and not layout.upright else 40.0
    if len(row) > UPRIGHT or pitch < NUMBER_WIDTH:
        first = heaviest(row, -1, MOST_NUMBERS)
        numbered = spread(
            layout.feet, [place for place in first if row[place] >= SHOWN], NUMBER_WIDTH
        )
    wide = max(min(24.0, pitch - 2), 1.5)
    for place, x in enumerate(layout.feet):
        edge = NUMBER_WIDTH / 2
        middle = min(max(x, layout.room.left() + edge), layout.room.right() - edge)
        number = QRectF(middle - 24, layout.base + 42 + (0 if layout.upright else 14), 48, 16)
        weight = float(row[place])
        if state.masked(place):
            half = min(4.0, wide / 2)
            painter.setPen(QPen(theme.ink3, 1.2))
            y = number.center().y()
            painter.drawLine(QPointF(x - half, y), QPointF(x + half, y))
            continue
        if place in numbered:
            strong = weight >= STRONG
            style, colour = LABEL.bold(strong), theme.weight_ink if strong else theme.ink3
            text = numbers.fixed(weight)
            lettering.draw(painter, number, text, style, colour, lettering.CENTRE)
        top = number.bottom() + 6
        room = layout.base + WORDS_BELOW - top
        length = float(state.lengths[place])
        height = max(numbers.extent(length) * min(BAR_HEIGHT, room), 1.0)
        painter.fillRect(QRectF(x - wide / 2, top, wide, height), shade(length, theme))


class RowArcs(Arcs):
    """The row of one word as a widget. A click, or Left and Right, asks for a word: pointed(i)."""

    state: RowArcsState | None

    def places(self) -> list[QRectF]:
        if self.state is None:
            return []
        return placed(QRectF(self.rect()), self.state.tokens, self.width() > 400).words

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return QRectF(self.rect())
        place = self.places()[self.state.pointed]
        return place.adjusted(-5, 0, 5, 0) if place.height() < 40 else place

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            shown = replace(self.state, under_way=self.tween.at)
            if self.hovered is not None and self.hovered < len(shown.tokens):
                shown = replace(shown, hovered=self.hovered)
            paint(painter, QRectF(self.rect()), shown, self.theme)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self.word_at(event.position())
        if hovered != self.hovered:
            self.hovered = hovered
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.keyboard_focus = False
        word = self.word_at(event.position())
        if word is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pointed.emit(word)

    def leaveEvent(self, event: object) -> None:
        self.hovered = None
        self.update()
