"""The funnel as a widget: pointing lights a word, a click or the arrows keep it lit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from desktop_app import numbers
from desktop_app.instruments.base import Instrument
from desktop_app.panes.bottleneck.funnel import FunnelState, column_rect, paint, word_at
from desktop_app.theme import Theme


class Funnel(Instrument):
    """The picture as a widget. Pointing lights a word, a click or the arrows keep it lit."""

    hovered = Signal(object)
    chosen = Signal(object)

    picture_name = "States"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: FunnelState | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Encoder states")

    def show_state(self, state: FunnelState | None) -> None:
        if (
            state is not None
            and self.state is not None
            and state.lit != self.state.lit
            and state.lit is not None
        ):
            self.announce(state)
        self.state = state
        self.update()

    def announce(self, state: FunnelState) -> None:
        """Tell a screen reader which state is lit."""
        assert state.lit is not None
        drawn = state.states[state.lit, :: state.stride]
        values = ", ".join(numbers.fixed(float(number)) for number in drawn)
        self.setAccessibleName(f"State {state.lit + 1}, {state.tokens[state.lit]}: {values}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            paint(painter, QRectF(self.rect()), self.state, self.theme)

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return QRectF(self.rect())
        place = self.state.lit if self.state.lit is not None else 0
        return column_rect(QRectF(self.rect()), len(self.state.tokens), place)

    def at(self, point: QPointF) -> int | None:
        if self.state is None:
            return None
        return word_at(QRectF(self.rect()), len(self.state.tokens), point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.keyboard_focus = False
        self.chosen.emit(self.at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        count = len(self.state.tokens) if self.state is not None else 0
        lit = self.state.lit if self.state is not None else None
        aims = {
            Qt.Key.Key_Left: count - 1 if lit is None else max(lit - 1, 0),
            Qt.Key.Key_Right: 0 if lit is None else min(lit + 1, count - 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: count - 1,
        }
        aim = aims.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and lit is not None:
            self.chosen.emit(None)
        elif aim is None or not count:
            event.ignore()
            return
        else:
            self.chosen.emit(aim)
        self.keyboard_focus = True
        self.update()
