"""The three rows as a widget: pointing lights a word, a click keeps it lit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument
from desktop_app.panes.bottleneck.rows import RowsState, paint, word_at
from desktop_app.theme import Theme

EDGE = 4  # px that a mark stands out beyond its word


class Rows(Instrument):
    """Pointing at an English word, or at one written with attention, lights its encoder state."""

    hovered = Signal(object)
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: RowsState | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the funnel walks the same words

    def show_state(self, state: RowsState | None) -> None:
        self.state = state
        if state is not None:
            self.setAccessibleName(spoken(state))
        self.update()

    def area(self) -> QRectF:
        """Where the words stand within the widget."""
        return QRectF(self.rect()).adjusted(EDGE, 0, -EDGE, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            paint(painter, self.area(), self.state, self.theme)

    def at(self, point: QPointF) -> int | None:
        return None if self.state is None else word_at(self.area(), self.state, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.at(event.position()))


def spoken(state: RowsState) -> str:
    """The rows for a screen reader, wrong words named as such."""
    parts = ["English: " + " ".join(state.english)]
    for title, rendering in (("without", state.without), ("with", state.attended)):
        text = f"French {title} attention: {' '.join(rendering.words)}"
        if rendering.right is not None:
            marks = zip(rendering.words, rendering.right, strict=True)
            wrong = [word for word, right in marks if not right]
            text += f"; wrong: {', '.join(wrong)}" if wrong else "; every word right"
        parts.append(text)
    return ". ".join(parts)
