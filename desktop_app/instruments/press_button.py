"""A push button that knows whether the keyboard brought the focus; Enter presses it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.instruments.base import KEYBOARD_REASONS
from desktop_app.theme import Theme


class PressButton(QPushButton):
    """To Qt a push button, so screen readers know it. A subclass may paint itself instead.

    primary: ink instead of an outline, for the one thing to do next.
    """

    def __init__(
        self, theme: Theme, text: str, parent: QWidget | None = None, primary: bool = False
    ) -> None:
        super().__init__(text, parent)
        self.theme = theme
        self.keyboard_focus = False
        self.setAutoDefault(True)  # outside a dialogue this only lets Enter press the button
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        if primary:
            self.setProperty("primary", "true")

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self.theme = theme
        self.update()

    def focus_rect(self) -> QRectF:
        """Where the focus ring goes, in this widget's coordinates."""
        return QRectF(self.rect())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.keyboard_focus = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keyboard_focus = False
        super().focusOutEvent(event)
