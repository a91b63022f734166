"""Fields that take a number and leave letters to the page, so that its keys always work."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.instruments.base import KeyboardFocus
from desktop_app.lettering import LABEL, Style
from desktop_app.theme import Theme


class NumberField(KeyboardFocus, QLineEdit):
    """entered(): Enter was pressed. Letters go on to the page."""

    entered = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptDrops(False)  # a file dropped here is for the window
        self.theme = theme
        self.setMaxLength(24)
        self.setTextMargins(10, 0, 6, 0)
        self.style_used = LABEL
        self.dress()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.dress()

    def dress(self) -> None:
        """An outline that can be seen in both themes."""
        colours = f"background: {self.theme.sheet.name()}; color: {self.theme.ink.name()};"
        line = f"border: 1px solid {self.theme.edge.name()}; border-radius: 8px;"
        size = f"font-size: {round(self.style_used.size)}px;"
        self.setStyleSheet(f"QLineEdit {{ {colours} {line} {size} }}")

    def set_style(self, style: Style) -> None:
        """The size of type that goes with the window."""
        self.style_used = style
        self.dress()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in {keys.Key_Return, keys.Key_Enter}:
            if not event.isAutoRepeat():
                self.entered.emit()
            return
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if event.text().isalpha() and not held:
            event.ignore()
            return
        super().keyPressEvent(event)
