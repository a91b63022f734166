"""A slider over named ticks."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSlider, QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.base import KeyboardFocus, UnderPointer
from desktop_app.instruments.bubble import Bubble
from desktop_app.instruments.gestures import Dragged, HeldKey, new_gesture
from desktop_app.instruments.tween import Tween
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

TRACK_Y = 20.0
HANDLE, HANDLE_HOVERED = 17.0, 20.0
SIDE = 14.0


class TickSlider(Dragged, UnderPointer, KeyboardFocus, QSlider):
    """Ticks at even distances, whatever their values; dragging snaps to them.

    A slider to Qt, from the first tick to the last in whole units, so screen readers know it, say
    where it stands and may set it. moved(value, gesture): gesture numbers one drag.
    """

    moved = Signal(float, object)

    def __init__(
        self,
        theme: Theme,
        name: str,
        ticks: Sequence[float],
        labels: Sequence[str],
        parent: QWidget | None = None,
        places: Callable[[float], float] = math.log,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme, self.places = theme, places
        self.dragging: int | None = None
        self.held_key = HeldKey()
        self.show_ticks(ticks, labels)
        self.valueChanged.connect(self.set_from_outside)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setMinimumHeight(48)
        self.current = float(self.ticks[0])
        self.tween = Tween(self, self.update)
        self.bubble = Bubble(theme, parent)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 48)

    def show_ticks(self, ticks: Sequence[float], labels: Sequence[str]) -> None:
        """Ticks in rising order, and what is written below each."""
        self.ticks, self.labels = tuple(ticks), labels
        self.blockSignals(True)
        self.setRange(math.floor(self.ticks[0]), math.ceil(self.ticks[-1]))
        self.blockSignals(False)

    def show_value(self, value: float) -> None:
        """Stand at a value, on a tick or between two; after typing the handle slides there."""
        if value != self.current:
            was, now = self.index_of(self.current), self.index_of(value)
            self.tween.go(np.array([was]), np.array([now]))
        self.current = value
        self.blockSignals(True)
        self.setValue(round(value))
        self.blockSignals(False)
        self.setAccessibleDescription(numbers.precise(value))
        self.update()

    def index_of(self, value: float) -> float:
        """Where a value stands, counted in ticks."""
        if len(self.ticks) < 2:
            return 0.0
        right = min(max(bisect.bisect_right(self.ticks, value), 1), len(self.ticks) - 1)
        low, high = (self.places(self.ticks[place]) for place in (right - 1, right))
        share = (self.places(value) - low) / (high - low)
        return right - 1 + min(max(share, 0.0), 1.0)

    def x_of(self, index: float) -> float:
        return SIDE + index / max(len(self.ticks) - 1, 1) * (self.width() - 2 * SIDE)

    def tick_at(self, x: float) -> int:
        """The tick nearest to a place."""
        share = (x - SIDE) / max(self.width() - 2 * SIDE, 1.0)
        return min(max(round(share * (len(self.ticks) - 1)), 0), len(self.ticks) - 1)

    def ask(self, tick: int, gesture: int | None) -> None:
        value = self.ticks[min(max(tick, 0), len(self.ticks) - 1)]
        if value != self.current:
            self.moved.emit(float(value), gesture)

    def set_from_outside(self, value: int) -> None:
        """A screen reader or a voice has set Qt's slider: go to the nearest tick."""
        self.ask(min(range(len(self.ticks)), key=lambda at: abs(self.ticks[at] - value)), None)
        self.show_value(self.current)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # whoever scrolls past means no slider

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.dragging = new_gesture()
            self.ask(self.tick_at(event.position().x()), self.dragging)
            self.show_bubble()
            self.update()

    def show_bubble(self) -> None:
        """The value over the handle while it is dragged."""
        text = numbers.precise(self.current)
        if self.parentWidget() is not None:
            self.bubble.show_over(self, self.handle_rect().center(), text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.dragging is not None:
            self.ask(self.tick_at(event.position().x()), self.dragging)
            self.show_bubble()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.end_drag()

    def end_drag(self) -> None:
        self.dragging = None
        self.bubble.hide()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.index_of(self.current)
        down, up = math.ceil(index - 1 - 1e-9), math.floor(index + 1 + 1e-9)
        aims = {
            Qt.Key.Key_Left: down,
            Qt.Key.Key_Down: down,
            Qt.Key.Key_Right: up,
            Qt.Key.Key_Up: up,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.ticks) - 1,
        }
        aim = aims.get(Qt.Key(event.key()))
        if aim is None:
            event.ignore()
            return
        self.keyboard_focus = True
        self.ask(aim, self.held_key.gesture(event))
        self.update()

    def handle_rect(self) -> QRectF:
        size = HANDLE_HOVERED if self.hovered or self.dragging else HANDLE
        way = self.tween.at
        index = self.index_of(self.current) if way is None else float(way[0])
        middle = QPointF(self.x_of(index), TRACK_Y)
        return QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)

    def focus_rect(self) -> QRectF:
        return self.handle_rect()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            live = self.isEnabled()
            handle = self.handle_rect()
            x = handle.center().x()
            left, right = self.x_of(0), self.x_of(len(self.ticks) - 1)
            cap = Qt.PenCapStyle.RoundCap
            painter.setPen(QPen(theme.edge if live else theme.line, 2, Qt.PenStyle.SolidLine, cap))
            painter.drawLine(QPointF(x, TRACK_Y), QPointF(right, TRACK_Y))
            painter.setPen(QPen(theme.ink if live else theme.edge, 4, Qt.PenStyle.SolidLine, cap))
            painter.drawLine(QPointF(left, TRACK_Y), QPointF(x, TRACK_Y))
            self.paint_ticks(painter)
            painter.setPen(QPen(theme.ink if live else theme.edge, 2))
            painter.setBrush(theme.ink if self.dragging else theme.sheet)
            painter.drawEllipse(handle.adjusted(1, 1, -1, -1))

    def paint_ticks(self, painter: QPainter) -> None:
        """Ticks below the track; the current one semibold; labels thin out where they crowd."""
        room = (self.width() - 2 * SIDE) / max(len(self.ticks) - 1, 1)
        widest = max(lettering.width(label, CAPTION.bold()) for label in self.labels) + 8
        sparse = "" in self.labels  # only some ticks are marked; their author keeps them apart
        every = 1 if sparse else max(1, math.ceil(widest / room))
        for index, (value, label) in enumerate(zip(self.ticks, self.labels, strict=True)):
            if not label:
                continue
            x = self.x_of(index)
            painter.setPen(QPen(self.theme.edge, 1))
            painter.drawLine(QPointF(x, TRACK_Y + 10), QPointF(x, TRACK_Y + 14))
            if index % every and index != len(self.ticks) - 1:
                continue
            current = value == self.current
            wide = widest if sparse else room
            place = QRectF(x - wide / 2, TRACK_Y + 15, wide, 16)
            colour = self.theme.ink if current else self.theme.ink3
            style = CAPTION.bold(current)
            lettering.draw(painter, place, label, style, colour, lettering.CENTRE)
