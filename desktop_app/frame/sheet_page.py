"""A page with words at the left and one sheet at the right, which low windows scroll."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from desktop_app.frame.page import Page
from desktop_app.frame.page_column import PageColumn
from desktop_app.session import Session
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme


class Sheet(QWidget):
    """What stands at the right of a `SheetPage`."""

    def set_size_class(self, sizes: SizeClass) -> None:
        """Lay out for another class of window widths."""


class SheetPage(Page):
    """A subclass makes its sheet and calls `show_sheet`. body: the words of the column."""

    def __init__(self, theme: Theme, session: Session, eyebrow: str, title: str, body: str) -> None:
        super().__init__(theme)
        self.session = session
        self.column = PageColumn(theme, eyebrow, title, body, self)
        self.column.back.pressed.connect(self.left)
        self.area = QScrollArea(self)
        self.area.setObjectName("labArea")
        self.area.setFrameShape(QFrame.Shape.NoFrame)

    def show_sheet(self, sheet: Sheet) -> None:
        """Put the sheet where it scrolls."""
        self.area.setWidget(sheet)

    def opened(self) -> None:
        super().opened()
        self.column.back.show_slide(self.session.slide)
        self.arrange()

    def arrange(self) -> None:
        sizes, sheet = self.size_class, self.area.widget()
        split = sizes.lesson_width
        self.column.set_size_class(sizes)
        self.column.setGeometry(0, 0, split, self.height())
        self.area.setGeometry(split + 1, 0, self.width() - split - 1, self.height())
        if isinstance(sheet, Sheet):
            sheet.set_size_class(sizes)
            room = self.area.viewport()
            sheet.resize(room.width(), max(room.height(), sizes.lab_height))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.size_class.lesson_width, 0, 1, self.height(), self.theme.line)
