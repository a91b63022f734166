"""A page with words at the left and one sheet at the right, which low windows scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.frame.column_page import ColumnPage
from desktop_app.session import Session
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme


class Sheet(QWidget):
    """What stands at the right of a `SheetPage`."""

    def set_size_class(self, sizes: SizeClass) -> None:
        """Lay out for another class of window widths."""


class SheetPage(ColumnPage):
    """A subclass makes its sheet and calls `show_sheet`. Arrow keys scroll the sheet."""

    def __init__(self, theme: Theme, session: Session, eyebrow: str, title: str, body: str) -> None:
        super().__init__(theme, session, eyebrow, title, body)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_sheet(self, sheet: Sheet) -> None:
        """Put the sheet where it scrolls."""
        self.area.setWidget(sheet)

    def opened(self) -> None:
        super().opened()
        self.arrange()

    def arrange_area(self) -> None:
        sizes, sheet = self.size_class, self.area.widget()
        if isinstance(sheet, Sheet):
            sheet.set_size_class(sizes)
            room = self.area.viewport()
            sheet.resize(room.width(), max(room.height(), sizes.lab_height))
