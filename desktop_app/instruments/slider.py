"""A slider over named ticks, and the box beside it that takes any number."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.base import KEYBOARD_REASONS
from desktop_app.instruments.field_keys import left_to_slide
from desktop_app.instruments.pointed_grid import new_gesture
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

RESOLUTION = 1000  # positions between two ticks
TRACK_Y = 20.0
HANDLE, HANDLE_HOVERED = 17.0, 20.0
SIDE = 14.0


class TickSlider(QSlider):
    """Ticks at even distances, whatever their values; dragging snaps to them.

    A slider to Qt, so screen readers know it. moved(value, gesture): gesture numbers one drag.
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
        self.theme, self.ticks, self.labels, self.places = theme, tuple(ticks), labels, places
        self.keyboard_focus = False
        self.dragging: int | None = None
        self.hovered = False
        self.setRange(0, (len(self.ticks) - 1) * RESOLUTION)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setMinimumHeight(48)
        self.current = float(self.ticks[0])

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 48)

    def show_value(self, value: float) -> None:
        """Stand at a value, on a tick or between two."""
        self.current = value
        self.blockSignals(True)
        self.setValue(round(self.index_of(value) * RESOLUTION))
        self.blockSignals(False)
        self.setAccessibleDescription(numbers.precise(value))
        self.update()

    def index_of(self, value: float) -> float:
        """Where a value stands, counted in ticks."""
        right = min(max(bisect.bisect_right(self.ticks, value), 1), len(self.ticks) - 1)
        low, high = (self.places(self.ticks[place]) for place in (right - 1, right))
        share = (self.places(value) - low) / (high - low)
        return right - 1 + min(max(share, 0.0), 1.0)

    def x_of(self, index: float) -> float:
        return SIDE + index / (len(self.ticks) - 1) * (self.width() - 2 * SIDE)

    def tick_at(self, x: float) -> int:
        """The tick nearest to a place."""
        share = (x - SIDE) / max(self.width() - 2 * SIDE, 1.0)
        return min(max(round(share * (len(self.ticks) - 1)), 0), len(self.ticks) - 1)

    def ask(self, tick: int, gesture: int | None) -> None:
        value = self.ticks[min(max(tick, 0), len(self.ticks) - 1)]
        if value != self.current:
            self.moved.emit(float(value), gesture)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.dragging = new_gesture()
            self.ask(self.tick_at(event.position().x()), self.dragging)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.dragging is not None:
            self.ask(self.tick_at(event.position().x()), self.dragging)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dragging = None
        self.update()

    def enterEvent(self, event: QEvent) -> None:
        self.hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered = False
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
        self.ask(aim, None)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.keyboard_focus = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)

    def handle_rect(self) -> QRectF:
        size = HANDLE_HOVERED if self.hovered or self.dragging else HANDLE
        middle = QPointF(self.x_of(self.index_of(self.current)), TRACK_Y)
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


class ValueBox(QLineEdit):
    """Takes one number; `rule` raises ValueError with a sentence for a number it refuses.

    entered(value) for a good number, refused(sentence) for a bad one, whose text stays.
    """

    entered = Signal(float)
    refused = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        rule: Callable[[float], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.rule = theme, rule
        self.shown = ""
        self.bad = False
        self.setFont(lettering.font(LABEL.sized(15).bold()))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedSize(56, 32)
        self.setAccessibleName(name)
        self.textEdited.connect(lambda: self.colour(bad=False))
        self.colour(bad=False)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.colour(self.bad)

    def colour(self, bad: bool) -> None:
        """Edge outline at rest, ink when pointed at or typed in, alert after a refusal."""
        self.bad = bad
        theme = self.theme
        rest = f"2px solid {theme.alert.name()}" if bad else f"1px solid {theme.edge.name()}"
        live = f"2px solid {(theme.alert if bad else theme.ink).name()}"
        ground, text = (theme.alert_tint, theme.alert) if bad else (theme.sheet, theme.ink)
        self.setStyleSheet(
            f"QLineEdit {{ border: {rest}; border-radius: 8px; background: {ground.name()};"
            f" color: {text.name()}; padding: 0; font-size: 15px; font-weight: 600;"
            f" selection-background-color: {theme.band.name()};"
            f" selection-color: {theme.ink.name()}; }}"
            f" QLineEdit:focus {{ border: {live}; }}"
        )

    def show_value(self, text: str) -> None:
        """Show a value, unless the learner is typing another one."""
        self.shown = text
        if not (self.hasFocus() and self.isModified()):
            self.setText(text)
            if self.bad:  # a new style sheet takes a millisecond, at every edit
                self.colour(bad=False)

    def take(self) -> None:
        """Hand over what stands in the box, or say why not."""
        if self.text() == self.shown:
            return
        try:
            value = self.rule(numbers.parse(self.text()))
        except ValueError as error:
            self.colour(bad=True)
            self.refused.emit(str(error))
            return
        self.setModified(False)
        self.colour(bad=False)
        self.entered.emit(value)

    def event(self, event: QEvent) -> bool:
        return False if left_to_slide(self, event) else super().event(event)

    def restore(self) -> None:
        """Go back to the value in force."""
        self.setText(self.shown)
        self.setModified(False)
        self.colour(bad=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take()
            self.selectAll()
        elif event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self.restore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.take()
        if self.bad:
            self.restore()
