"""What fields for typing share: the text in force, when a typed one is applied, and whose undo."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.instruments.base import KeyboardFocus
from desktop_app.theme import Theme


class TypedLine(KeyboardFocus, QLineEdit):
    """Enter applies what is typed, Escape goes back to `shown`, the text in force.

    A subclass says how with `take` and `restore`, and dresses with `colour`. refused(sentence): why
    a text was not taken.
    """

    refused = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.shown = ""
        self.setAccessibleName(name)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.colour()

    def colour(self) -> None:
        """Dress in the theme, and in alert while something is wrong."""
        raise NotImplementedError

    def show_text(self, text: str) -> None:
        """Show the text in force, unless the learner is typing another one."""
        self.shown = text
        if not (self.hasFocus() and self.isModified()):
            self.restore()

    def take(self) -> None:
        """Apply the text as it stands, or say why not."""
        raise NotImplementedError

    def restore(self) -> None:
        """Go back to the text in force."""
        raise NotImplementedError

    def is_undo_of_slide(self, event: QEvent) -> bool:
        """Whether an undo or redo key passes by: while nothing is typed it is the slide's."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        undoing = event.matches(QKeySequence.StandardKey.Undo)
        redoing = event.matches(QKeySequence.StandardKey.Redo)
        return (undoing or redoing) and self.text() == self.shown

    def event(self, event: QEvent) -> bool:
        if self.is_undo_of_slide(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take()
        elif event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self.restore()
        else:
            super().keyPressEvent(event)
