"""Instruments for the hand: one that acts as a whole, and one of several parts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument, PointedAt, acts
from desktop_app.theme import Theme


class Pressed(PointedAt):
    """A click anywhere, Enter or Space acts. pressed()."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def act(self) -> None:
        """Do the one thing. A subclass may say more than that it was pressed."""
        self.pressed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.act()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if acts(event):
            self.keyboard_focus = True
            self.act()
        else:
            super().keyPressEvent(event)


class PointedParts(Instrument):
    """Several parts, of which the pointer is on one, `hovered`, or on none. A click uses one.

    Parts have numbers; a subclass says where they are (`part_at`) and what a click does (`use`).
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.hovered: int | None = None
        self.setMouseTracking(True)

    def part_at(self, point: QPointF) -> int | None:
        """The part under a point."""
        raise NotImplementedError

    def use(self, part: int) -> None:
        """Do what a click on a part does."""
        raise NotImplementedError

    def point(self, part: int | None) -> None:
        """Note which part the pointer is on."""
        if part != self.hovered:
            self.hovered = part
            self.show_pointed()

    def show_pointed(self) -> None:
        """Draw, or tell, that the pointer is on another part."""
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position())
        if part is not None and event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.use(part)
