"""A page with words at the left and, behind a line, what scrolls at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from desktop_app.frame.page import Page
from desktop_app.frame.page_column import PageColumn
from desktop_app.session import Session
from desktop_app.theme import Theme


class ColumnPage(Page):
    """A subclass puts its widget into `area` and sizes it in `arrange_area`.

    body: the words of the column. The keyboard goes to what the area holds, not to the area.
    """

    def __init__(self, theme: Theme, session: Session, eyebrow: str, title: str, body: str) -> None:
        super().__init__(theme)
        self.session = session
        self.column = PageColumn(theme, eyebrow, title, body, self)
        self.column.back.pressed.connect(self.left)
        self.area = QScrollArea(self)
        self.area.setObjectName("labArea")
        self.area.setAccessibleName(title)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def opened(self) -> None:
        super().opened()
        self.column.back.show_slide(self.session.slide)

    def arrange(self) -> None:
        split = self.size_class.lesson_width
        self.column.set_size_class(self.size_class)
        self.column.setGeometry(0, 0, split, self.height())
        self.area.setGeometry(split + 1, 0, self.width() - split - 1, self.height())
        self.arrange_area()

    def arrange_area(self) -> None:
        """Size what is in the area, which stands where it belongs."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.size_class.lesson_width, 0, 1, self.height(), self.theme.line)
