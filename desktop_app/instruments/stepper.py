"""A small whole number with a button on either side: 5 words, d_k = 4."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.gestures import Notches
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

BUTTON = 24
WIDTH = 80


class Stepper(Instrument):
    """Minus, number, plus. Up and Down (or Left and Right) step, Home and End go to the ends."""

    changed = Signal(int)

    def __init__(
        self, theme: Theme, name: str, low: int, high: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.name, self.low, self.high = name, low, high
        self.value = low
        self.hovered: int | None = None
        self.pressed: int | None = None
        self.notches = Notches()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, BUTTON)

    def show_value(self, value: int, high: int | None = None) -> None:
        """Show a value, and the largest one that makes sense now."""
        self.value = value
        if high is not None:
            self.high = high
        self.setAccessibleName(f"{self.name}: {value}, from {self.low} to {self.high}")
        self.update()

    def ask(self, value: int) -> None:
        value = min(max(value, self.low), self.high)
        if value != self.value:
            self.changed.emit(value)

    def button(self, way: int) -> QRectF:
        x = 0 if way < 0 else self.width() - BUTTON
        return QRectF(x, 0, BUTTON, BUTTON)

    def way_at(self, x: float) -> int | None:
        if x < BUTTON:
            return -1
        return 1 if x >= self.width() - BUTTON else None

    def possible(self, way: int) -> bool:
        return self.low <= self.value + way <= self.high

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for way in (-1, 1):
                self.paint_button(painter, way)
            middle = QRectF(BUTTON, 0, self.width() - 2 * BUTTON, BUTTON)
            colour = self.theme.ink
            lettering.draw(painter, middle, str(self.value), LABEL.bold(), colour, lettering.CENTRE)

    def paint_button(self, painter: QPainter, way: int) -> None:
        """One of the two buttons; its line fades where there is nowhere to go."""
        theme, place = self.theme, self.button(way).adjusted(0.5, 0.5, -0.5, -0.5)
        possible = self.possible(way) and self.isEnabled()
        painter.setPen(QPen(theme.edge if possible else theme.line, 1))
        ground = theme.sheet
        if possible and self.pressed == way:
            ground = theme.ink
        elif possible and self.hovered == way:
            ground = theme.sunken
        painter.setBrush(ground)
        painter.drawRoundedRect(place, 6, 6)
        line = theme.edge if not possible else theme.sheet if ground is theme.ink else theme.ink
        painter.setPen(QPen(line, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        middle = place.center()
        painter.drawLine(middle - QPointF(4, 0), middle + QPointF(4, 0))
        if way > 0:
            painter.drawLine(middle - QPointF(0, 4), middle + QPointF(0, 4))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        way = self.way_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and way is not None:
            self.keyboard_focus = False
            self.pressed = way
            self.ask(self.value + way)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pressed = None
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered = self.way_at(event.position().x())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered = None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.hasFocus() or event.angleDelta().y() == 0:
            event.ignore()
            return
        turned = self.notches.of(event)
        if turned:
            self.ask(self.value + turned)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        aims = {
            keys.Key_Up: self.value + 1,
            keys.Key_Right: self.value + 1,
            keys.Key_Plus: self.value + 1,
            keys.Key_Down: self.value - 1,
            keys.Key_Left: self.value - 1,
            keys.Key_Minus: self.value - 1,
            keys.Key_Home: self.low,
            keys.Key_End: self.high,
        }
        aim = aims.get(Qt.Key(event.key()))
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if aim is None or held:
            super().keyPressEvent(event)
            return
        self.keyboard_focus = True
        self.ask(aim)
