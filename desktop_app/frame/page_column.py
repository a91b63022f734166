"""The left column of a page: eyebrow, title, what the page puts there, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.lesson import Slide
from desktop_app.frame.lesson_column import LessonColumn
from desktop_app.instruments.press_button import PressButton
from desktop_app.theme import Theme

BUTTON = (160, 40)


class BackFoot(QWidget):
    """The button that leads back to the slide: pressed()."""

    pressed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.button = PressButton(theme, "", self)
        self.button.clicked.connect(self.pressed)

    def show_slide(self, number: int) -> None:
        """Name the slide that the button leads back to."""
        self.button.setText(f"Back to pane {number:02d}")
        self.button.setToolTip("Esc")

    def height_for(self, width: int) -> int:
        return BUTTON[1]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.button.setGeometry(0, 0, min(BUTTON[0], self.width()), self.height())


class PageColumn(LessonColumn):
    """Like the column of a slide, with a button at its foot."""

    def __init__(self, theme: Theme, eyebrow: str, title: str, body: str, parent: QWidget) -> None:
        words = Slide(id="", eyebrow=eyebrow, title=title, pane="", summary="", body=body)
        super().__init__(theme, words, parent)
        if not body:
            del self.stack[2:]
            self.body.hide()
        self.back = BackFoot(theme)
        self.set_foot(self.back)
