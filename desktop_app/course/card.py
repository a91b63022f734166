"""One lesson of the course as a card."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import EYEBROW, LABEL, QUESTION
from desktop_app.theme import Theme

HEIGHT, LOW_HEIGHT = 136, 88
PADDING = 24


@dataclass(frozen=True)
class CardState:
    """What a card says. visited and current: the slides of the lesson that is open, else none."""

    eyebrow: str
    title: str
    words: str
    slides: int = 0
    visited: frozenset[int] = frozenset()
    current: int = 0

    @property
    def opens(self) -> bool:
        """Whether the lesson can be gone on with."""
        return self.slides > 0


class LessonCard(PressButton):
    """The whole card is the button; a lesson that is only announced is disabled."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self.state = CardState("", "", "")

    def show_state(self, state: CardState) -> None:
        self.state = state
        self.setEnabled(state.opens)
        hand = Qt.CursorShape.PointingHandCursor if state.opens else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        self.setAccessibleName(f"{state.eyebrow}: {state.title}. {state.words}")
        self.update()

    def height_now(self) -> int:
        return HEIGHT if self.state.opens else LOW_HEIGHT

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, state = self.theme, self.state
            lit = state.opens and self.underMouse()
            painter.setPen(QPen(theme.ink if lit else theme.edge if state.opens else theme.line, 1))
            painter.setBrush(theme.sunken if lit else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            inner = QRectF(self.rect()).adjusted(PADDING, 0, -PADDING, 0)
            head = QRectF(inner.left(), 16, inner.width(), 16)
            lettering.draw(painter, head, state.eyebrow, EYEBROW, theme.ink3)
            title = QRectF(inner.left(), 38, inner.width() - 32, 34)
            style = QUESTION if state.opens else QUESTION.sized(20)
            shown = lettering.fitted(state.title, style, title.width())
            lettering.draw(painter, title, shown, style, theme.ink if state.opens else theme.ink2)
            if state.opens:
                row = QRectF(inner.left(), 80, inner.width(), 16)
                words = lettering.fitted(state.words, LABEL, inner.width())
                lettering.draw(painter, row, words, LABEL, theme.ink2)
                self.paint_progress(painter, QRectF(inner.left(), 108, inner.width(), 8))
                x, y = inner.right() - 6, 55.0
                painter.setPen(QPen(theme.ink, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                corner = [QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5)]
                painter.drawPolyline(QPolygonF(corner))
            else:
                lettering.draw(painter, head, state.words, LABEL, theme.ink3, lettering.RIGHT)

    def paint_progress(self, painter: QPainter, room: QRectF) -> None:
        """One bar a slide, as in the top bar."""
        theme, state = self.theme, self.state
        wide = (room.width() + 4) / state.slides
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(1, state.slides + 1):
            height, colour = 2, theme.edge
            if number == state.current:
                height, colour = 8, theme.ink
            elif number in state.visited:
                height, colour = 4, theme.ink2
            y = room.center().y() - height / 2
            bar = QRectF(room.left() + (number - 1) * wide, y, wide - 4, height)
            painter.setBrush(colour)
            painter.drawRoundedRect(bar, min(2, height / 2), min(2, height / 2))
