"""The words and their bars as a widget: pointing lights a word, a click keeps it lit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app import numbers
from desktop_app.instruments.base import Instrument
from desktop_app.panes.bottleneck.remains import RemainsState, paint
from desktop_app.panes.bottleneck.wrapping import word_at
from desktop_app.theme import Theme


class Remains(Instrument):
    """The rows as a widget: pointing lights a word, a click keeps it lit."""

    hovered = Signal(object)
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: RemainsState | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the funnel walks the same words

    def show_state(self, state: RemainsState) -> None:
        self.state = state
        self.setAccessibleName(spoken(state))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        paint(painter, QRectF(self.rect()).adjusted(4, 0, 0, 0), self.state, self.theme)
        painter.end()

    def at(self, point: QPointF) -> int | None:
        if self.state is None:
            return None
        return word_at(QRectF(self.rect()).adjusted(4, 0, 0, 0), self.state.tokens, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.at(event.position()))


def spoken(state: RemainsState) -> str:
    """The rows as one sentence for a screen reader."""
    place = state.lit if state.lit is not None else 0
    left, own = numbers.fixed(float(state.left[place])), numbers.fixed(float(state.own[place]))
    return f"{state.tokens[place]}: {left} left in the one vector, {own} in its own state"
