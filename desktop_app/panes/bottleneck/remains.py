"""How much of each word is left in the one vector, and in its own state: bars under the words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, EYEBROW, LABEL, Style
from desktop_app.panes.bottleneck.wrapping import Wrapping, word_rect, wrapping
from desktop_app.theme import Theme

LIMIT = 1.6  # the norm at which a bar is full; longer ones end in a notch


@dataclass(frozen=True)
class RemainsState:
    """What is left of each word, in the one vector and in its own state.

    left, own: norms of d h_N / d x_j and d h_j / d x_j; the shares say them with 1 for the last
    word. far: steps from each word to the decoder through the states. lit: a word's place from 0.
    """

    tokens: tuple[str, ...]
    left: npt.NDArray[np.float64]
    own: npt.NDArray[np.float64]
    far: npt.NDArray[np.float64]
    left_share: npt.NDArray[np.float64]
    own_share: npt.NDArray[np.float64]
    lit: int | None = None


def paint(painter: QPainter, rect: QRectF, state: RemainsState, theme: Theme) -> None:
    """Paint words and bars into `rect`."""
    painter.save()
    wrapped = wrapping(rect.width(), state.tokens)
    if state.lit is not None:
        column = word_rect(rect, wrapped, state.lit)
        painter.fillRect(column.adjusted(-4, 0, -6, 0), theme.band)
    if wrapped.lines == 1:
        paint_rows(painter, rect, wrapped, state, theme)
    else:
        paint_wrapped(painter, rect, wrapped, state, theme)
    painter.restore()


def paint_rows(
    painter: QPainter, rect: QRectF, wrapped: Wrapping, state: RemainsState, theme: Theme
) -> None:
    """One line of words, and two rows of bars with a head each."""
    share = (rect.height() - 34) / 2
    for place, token in enumerate(state.tokens):
        column = word_rect(rect, wrapped, place)
        paint_word(painter, QRectF(column.left(), rect.top(), wrapped.wide - 6, 24), token,
                   wrapped.style, place == state.lit, theme)  # fmt: skip
    for row, attention in enumerate((False, True)):
        top = rect.top() + 34 + row * share
        paint_head(painter, QRectF(rect.left(), top, rect.width(), 18), state, attention, theme)
        for place in range(len(state.tokens)):
            column = word_rect(rect, wrapped, place)
            room = QRectF(column.left(), top + 20, wrapped.wide, share - 32)
            paint_numbered_bar(painter, room, state, attention, place, theme)


def paint_word(
    painter: QPainter, room: QRectF, token: str, style: Style, lit: bool, theme: Theme
) -> None:
    bold = style.bold(lit)
    text = lettering.fitted(token, bold, room.width())
    lettering.draw(painter, room, text, bold, theme.ink if lit else theme.ink2)


def colour_of(attention: bool, theme: Theme) -> QColor:
    return theme.weight_ink if attention else theme.ink2


def paint_head(
    painter: QPainter, room: QRectF, state: RemainsState, attention: bool, theme: Theme
) -> None:
    """What a row of bars shows, and at the right how much of the first word it holds."""
    colour = colour_of(attention, theme)
    words, latex = head_of(attention)
    wide = lettering.draw(painter, room, words, EYEBROW, colour)
    symbol = room.adjusted(wide + 18, 0, 0, 0)
    formula.draw_in(painter, symbol, latex, 14, theme, lettering.LEFT, False, theme.ink2)
    paint_share(painter, room, state, attention, theme)


def paint_share(
    painter: QPainter, room: QRectF, state: RemainsState, attention: bool, theme: Theme
) -> None:
    """How much of the lit word, else of the first, there is next to the last word."""
    place = state.lit if state.lit is not None else 0
    name = lettering.fitted(state.tokens[place], LABEL.bold(), 90)
    share = (state.own_share if attention else state.left_share)[place]
    text = f"{name} {percent(float(share))} of last"
    if state.lit is None:
        text = f"first word {percent(float(share))} of last"
    colour = colour_of(attention, theme)
    lettering.draw(painter, room, text, LABEL.bold(), colour, lettering.RIGHT)


def head_of(attention: bool) -> tuple[str, str]:
    """Words and symbol of one of the two rows."""
    if attention:
        words = "When attention gives a word all its weight"
        return words, r"\| \partial h_j / \partial x_j \|"
    words = "Left of each word in the one vector"
    return words, r"\| \partial h_N / \partial x_j \|"


def percent(share: float) -> str:
    """A share in percent, with as many decimals as tell it from 0."""
    if share >= 0.0995:
        return f"{numbers.fixed(share * 100, 0)}%"
    if share >= 0.0005:
        return f"{numbers.fixed(share * 100, 1)}%"
    return "under 0.1%"


def paint_numbered_bar(
    painter: QPainter,
    room: QRectF,
    state: RemainsState,
    attention: bool,
    place: int,
    theme: Theme,
) -> None:
    """A bar with its number above and the steps to the decoder below, where there is room."""
    value = float((state.own if attention else state.left)[place])
    colour = colour_of(attention, theme)
    below = 16.0
    track = QRectF(room.left(), room.top() + 16, min(room.width() - 6, 40), room.height() - 32)
    height = paint_bar(painter, track, value, colour)
    lit = place == state.lit
    label = QRectF(room.left(), track.bottom() - height - 16, room.width() - 4, 14)
    text = numbers.fixed(value) if value >= 0.005 else "0.00"
    style = CAPTION.bold(lit)
    lettering.draw(painter, label, text, style, colour if lit else theme.ink2)
    painter.setPen(QPen(theme.edge, 1))
    y = round(track.bottom()) + 0.5
    painter.drawLine(QPointF(room.left(), y), QPointF(room.left() + track.width(), y))
    steps = 1 if attention else round(float(state.far[place]))
    words = f"{steps} step{'s' * (steps != 1)}" if place == 0 or lit else str(steps)
    foot = QRectF(room.left(), track.bottom() + 2, room.width() - 4, below - 2)
    lettering.draw(painter, foot, words, style, theme.ink if lit else theme.ink3)


def paint_bar(painter: QPainter, track: QRectF, value: float, colour: QColor) -> float:
    """A bar standing on the foot of `track`. Returns its height in px."""
    height = min(value / LIMIT, 1.0) * track.height()
    bar = QRectF(track.left(), track.bottom() - height, track.width(), height)
    painter.fillRect(bar, colour)
    return height


def paint_wrapped(
    painter: QPainter, rect: QRectF, wrapped: Wrapping, state: RemainsState, theme: Theme
) -> None:
    """Several lines of words, each with two low bars; a key above says which is which."""
    half = rect.width() / 2
    for side, attention in enumerate((False, True)):
        room = QRectF(rect.left() + side * (half + 12), rect.top(), half - 12, 16)
        colour = colour_of(attention, theme)
        painter.fillRect(QRectF(room.left(), room.top() + 3, 10, 10), colour)
        _, latex = head_of(attention)
        words = "with all weight on it" if attention else "left in the one vector"
        inner = room.adjusted(16, 0, 0, 0)
        wide = lettering.draw(painter, inner, words, LABEL, colour)
        symbol = inner.adjusted(wide + 12, 0, 0, 0)
        if room.width() > 360:
            formula.draw_in(painter, symbol, latex, 13, theme, lettering.LEFT, False, theme.ink2)
        paint_share(painter, room, state, attention, theme)
    for place, token in enumerate(state.tokens):
        column = word_rect(rect, wrapped, place)
        name = QRectF(column.left(), column.top(), column.width() - 8, 16)
        paint_word(painter, name, token, wrapped.style, place == state.lit, theme)
        paint_pair(painter, column.adjusted(0, 18, 0, -10), state, place, theme)


def paint_pair(
    painter: QPainter, room: QRectF, state: RemainsState, place: int, theme: Theme
) -> None:
    """Both bars of a word side by side on one line, with the line's own foot."""
    wide = min((room.width() - 10) / 2, 18.0)
    for side, values in enumerate((state.left, state.own)):
        track = QRectF(room.left() + side * (wide + 2), room.top(), wide, room.height())
        paint_bar(painter, track, float(values[place]), colour_of(side == 1, theme))
    painter.setPen(QPen(theme.edge, 1))
    y = round(room.bottom()) + 0.5
    painter.drawLine(QPointF(room.left(), y), QPointF(room.left() + 2 * wide + 2, y))
