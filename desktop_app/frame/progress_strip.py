"""Eleven segments, one a slide: where the learner is, was, and can go."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import acts
from desktop_app.instruments.pointing import PointedParts
from desktop_app.theme import Theme

GAP = 4
HEIGHT = 32


class ProgressStrip(PointedParts):
    """Click or Enter opens a slide; Left and Right move along. asked(number)."""

    asked = Signal(int)

    def __init__(self, theme: Theme, names: list[str], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.names = names
        self.current, self.visited = 1, {1}
        self.segment_width = 40
        self.cursor_at = 1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_segment_width(self, width: int) -> None:
        self.segment_width = width
        self.setFixedSize(self.sizeHint())
        self.update()

    def width_within(self, room: float, wanted: int) -> int:
        """How wide a segment may be for all of them to fit into `room` px: at most `wanted`."""
        count = max(len(self.names), 1)
        return max(min(wanted, int((room - 4 - (count - 1) * GAP) / count)), 8)

    def sizeHint(self) -> QSize:
        count = max(len(self.names), 1)
        return QSize(count * self.segment_width + (count - 1) * GAP + 4, HEIGHT)

    def show_place(self, current: int, visited: set[int]) -> None:
        self.current, self.visited, self.cursor_at = current, visited, current
        self.announce()
        self.update()

    def show_left(self, slide: int, visited: set[int]) -> None:
        """No slide is in front; `slide` is where the learner left, and where the cursor starts."""
        self.current, self.visited, self.cursor_at = 0, visited, slide
        self.announce()
        self.update()

    def announce(self) -> None:
        name = self.names[self.cursor_at - 1] if self.names else ""
        state = "current" if self.cursor_at == self.current else "Enter opens it"
        self.setAccessibleName(f"Panes: {self.cursor_at:02d} {name}, {state}")

    def segment(self, number: int) -> QRectF:
        x = 2 + (number - 1) * (self.segment_width + GAP)
        return QRectF(x, 0, self.segment_width, HEIGHT)

    def part_at(self, point: QPointF) -> int | None:
        for number in range(1, len(self.names) + 1):
            if self.segment(number).left() <= point.x() <= self.segment(number).right():
                return number
        return None

    def focus_rect(self) -> QRectF:
        return self.segment(self.cursor_at).adjusted(-2, 7, 2, -7)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            for number in range(1, len(self.names) + 1):
                place = self.segment(number)
                if number == self.current:
                    height, colour = 8, theme.ink
                elif number in self.visited:
                    height, colour = 4, theme.ink2
                else:
                    height, colour = 2, theme.edge
                bar = QRectF(place.left(), (HEIGHT - height) / 2, place.width(), height)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour)
                painter.drawRoundedRect(bar, min(2, height / 2), min(2, height / 2))
                if number == self.hovered:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(theme.edge, 1))
                    painter.drawRoundedRect(place.adjusted(-0.5, 7.5, 0.5, -7.5), 4, 4)

    def show_pointed(self) -> None:
        number = self.hovered
        self.setToolTip("" if number is None else f"{number:02d}  {self.names[number - 1]}")
        self.update()

    def use(self, part: int) -> None:
        self.asked.emit(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in {keys.Key_Left, keys.Key_Right}:
            step = -1 if event.key() == keys.Key_Left else 1
            self.cursor_at = min(max(self.cursor_at + step, 1), len(self.names))
            self.keyboard_focus = True
            self.announce()
            self.update()
        elif acts(event):
            self.asked.emit(self.cursor_at)
        else:
            super().keyPressEvent(event)
