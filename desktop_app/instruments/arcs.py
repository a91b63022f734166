"""A sentence with arcs from one word to those it attends to: one paint function, one widget."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.tween import Tween
from desktop_app.lettering import LABEL, SERIF, Style
from desktop_app.theme import Theme

WORD = Style(SERIF, 20)
STRONG = 0.10  # from here a weight is printed in its colour
HAIRLINE_FROM = 0.25  # links of other words that stay visible as hairlines
ARC_WIDTH = 19.0  # of a weight of 1, in px
BAR_HEIGHT = 64.0
WORDS_BELOW = 131.0  # from the arcs' feet down to the end of the bars


@dataclass(frozen=True)
class ArcsState:
    """tokens, their weights (n, n), the word whose row is shown, the word under the pointer.

    under_way: what arcs and bars show while they move to `weights`; numbers are there at once.
    """

    tokens: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    pointed: int
    hovered: int | None = None
    under_way: npt.NDArray[np.float64] | None = None

    @property
    def lengths(self) -> npt.NDArray[np.float64]:
        """The row of the asking word as its arcs and bars show it."""
        shown = self.weights if self.under_way is None else self.under_way
        return np.asarray(shown[self.pointed])


def word_style(rect: QRectF, tokens: tuple[str, ...]) -> Style:
    """The largest size at which the words stand apart."""
    style = WORD
    while style.size > 9:
        words = sum(lettering.width(token, style) for token in tokens)
        if words + 12 * len(tokens) <= rect.width():
            break
        style = style.sized(style.size - 1)
    return style


def word_rects(rect: QRectF, tokens: tuple[str, ...]) -> list[QRectF]:
    """Where each word stands: spread over the whole width with equal gaps."""
    style = word_style(rect, tokens)
    widths = [lettering.width(token, style) for token in tokens]
    gaps = max(len(tokens) - 1, 1)
    gap = (rect.width() - sum(widths)) / gaps if len(tokens) > 1 else 0.0
    y = rect.bottom() - WORDS_BELOW + 14
    x = rect.left() if len(tokens) > 1 else rect.center().x() - widths[0] / 2
    places = []
    for wide in widths:
        places.append(QRectF(x, y, wide, 32))
        x += wide + gap
    return places


def paint(painter: QPainter, rect: QRectF, state: ArcsState, theme: Theme) -> None:
    """Paint the sentence into `rect`: arcs above, words, numbers and hanging bars below."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = word_rects(rect, state.tokens)
    base = rect.bottom() - WORDS_BELOW
    paint_other_links(painter, rect, state, theme, places, base)
    row = state.lengths
    for place in np.argsort(row):
        if place != state.pointed and row[place] >= 0.025:
            wide = max(ARC_WIDTH * numbers.extent(float(row[place])), 1.2)
            colour = theme.weight_colour(0.15 + 0.85 * float(row[place]))
            if row[place] > 0.5:
                colour = theme.weight_colour(0.97)
            arc(painter, rect, places[state.pointed], places[place], base, colour, wide)
    style = word_style(rect, state.tokens)
    best = int(np.argmax(state.weights[state.pointed]))
    for place in range(len(state.tokens)):
        paint_word(painter, places[place], state, theme, place, best, style)
        weight = float(state.weights[state.pointed][place])
        paint_bar(painter, places[place], theme, weight, float(row[place]))
    painter.restore()


def paint_other_links(
    painter: QPainter,
    rect: QRectF,
    state: ArcsState,
    theme: Theme,
    places: list[QRectF],
    base: float,
) -> None:
    """Strong links of the other words, as hairlines."""
    for query in range(len(state.tokens)):
        for key in range(len(state.tokens)):
            strong = state.weights[query, key] >= HAIRLINE_FROM
            if query not in {key, state.pointed} and strong:
                arc(painter, rect, places[query], places[key], base, theme.line, 1.2)


def arc(
    painter: QPainter,
    rect: QRectF,
    start: QRectF,
    end: QRectF,
    base: float,
    colour: QColor,
    width: float,
) -> None:
    """Half an ellipse between two words; long ones rise higher."""
    left, right = sorted((start.center().x(), end.center().x()))
    room = base - rect.top() - ARC_WIDTH / 2
    span = (right - left) / max(rect.width(), 1.0)
    rise = min(room, 36 + room * 1.55 * span**0.75)
    path = QPainterPath(QPointF(left, base))
    path.cubicTo(left, base - rise * 4 / 3, right, base - rise * 4 / 3, right, base)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def paint_word(
    painter: QPainter,
    place: QRectF,
    state: ArcsState,
    theme: Theme,
    index: int,
    best: int,
    style: Style,
) -> None:
    """One word: the asking one in a query box, the strongest one in key colour."""
    colour, bold = theme.ink, False
    if index == state.pointed:
        box = place.adjusted(-7, -1, 7, 1)
        painter.setPen(QPen(theme.query.line, 1.5))
        painter.setBrush(theme.query.tint)
        painter.drawRoundedRect(box, 4, 4)
        colour, bold = theme.query.text, True
    elif index == best:
        colour, bold = theme.key.text, True
    if index == state.hovered and index != state.pointed:
        painter.setPen(QPen(theme.edge, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place.adjusted(-5, 0, 5, 0), 4, 4)
    lettering.draw(painter, place, state.tokens[index], style.bold(bold), colour, lettering.CENTRE)


def number_rect(place: QRectF) -> QRectF:
    """Where the weight of a word stands."""
    return QRectF(place.center().x() - 24, place.bottom() + 10, 48, 16)


def paint_bar(painter: QPainter, place: QRectF, theme: Theme, weight: float, length: float) -> None:
    """The weight of one word as a number, and its length as a bar that hangs below it."""
    middle, row = place.center().x(), number_rect(place)
    strong = weight >= STRONG
    style = LABEL.bold(strong)
    colour = theme.weight_ink if strong else theme.ink3
    lettering.draw(painter, row, numbers.fixed(weight), style, colour, lettering.CENTRE)
    bar = QRectF(middle - 16, row.bottom() + 8, 32, max(numbers.extent(length) * BAR_HEIGHT, 1.0))
    shade = theme.weight_colour(0.97 if length > 0.5 else 0.25 + 0.75 * length)
    painter.fillRect(bar, shade)


class Arcs(Instrument):
    """The sentence as a widget. Pointing at a word, or Left and Right, asks for it: pointed(i)."""

    pointed = Signal(int)
    entered = Signal()

    picture_name = "Arcs"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: ArcsState | None = None
        self.hovered: int | None = None
        self.tween = Tween(self, self.update)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_state(self, state: ArcsState) -> None:
        before, self.state = self.state, state
        if before is None or before.weights.shape != state.weights.shape:
            self.tween.stop()
        elif before.tokens == state.tokens:
            self.tween.follow(before.weights, state.weights)
        row = state.weights[state.pointed]
        best = int(np.argmax(row))
        self.setAccessibleName(
            f"{state.tokens[state.pointed]} attends most to {state.tokens[best]}, "
            f"weight {numbers.fixed(float(row[best]))}"
        )
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return QRectF(self.rect())
        return self.places()[self.state.pointed].adjusted(-7, -1, 7, 1)

    def places(self) -> list[QRectF]:
        """Where each word stands in this widget."""
        tokens = self.state.tokens if self.state is not None else ()
        return word_rects(QRectF(self.rect()), tokens)

    def word_at(self, point: QPointF) -> int | None:
        """The word whose column lies under a point, from its arc's foot to its bar.

        Its number tells of itself, so that pointing there asks for no word.
        """
        if self.state is None:
            return None
        places = self.places()
        if point.y() < places[0].top() - 8:
            return None
        if any(number_rect(place).contains(point) for place in places):
            return None
        distances = [abs(place.center().x() - point.x()) for place in places]
        nearest = int(np.argmin(distances))
        reach = max(places[nearest].width() / 2 + 10, 22.0)
        return nearest if distances[nearest] <= reach else None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            state = replace(self.state, under_way=self.tween.at)
            paint(painter, QRectF(self.rect()), state, self.theme)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        word = self.word_at(event.position())
        if word is not None and self.state is not None and word != self.state.pointed:
            self.pointed.emit(word)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.keyboard_focus = False
        self.mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        step = {keys.Key_Left: -1, keys.Key_Right: 1}.get(keys(event.key()))
        if (
            step is not None
            and self.state is not None
            and not event.modifiers()
            & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier)
        ):
            self.keyboard_focus = True
            self.pointed.emit((self.state.pointed + step) % len(self.state.tokens))
        elif event.key() in {keys.Key_Return, keys.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
