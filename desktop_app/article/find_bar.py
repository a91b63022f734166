"""Find in the article: a field, how many matches there are, and the way through them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

WIDTH, HEIGHT = 280, 40
COUNT = 84


class FindField(QLineEdit):
    """stepped(by): Enter and Shift+Enter. closed(): Escape."""

    stepped = Signal(int)
    closed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class FindBar(Instrument):
    """sought(text): the words changed. stepped(by): on or back. closed()."""

    sought = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.field = FindField(self)
        self.field.setFrame(False)
        self.field.setAcceptDrops(False)  # a file dropped here is for the window
        self.field.setPlaceholderText("Find in the article")
        self.field.setAccessibleName("Find in the article")
        self.field.setFont(lettering.font(LABEL))
        self.field.setGeometry(12, 4, WIDTH - COUNT - 16, HEIGHT - 8)
        self.field.textChanged.connect(self.sought)
        self.field.stepped.connect(self.stepped)
        self.field.closed.connect(self.closed)
        self.words = ""
        self.resize(WIDTH, HEIGHT)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.field.setStyleSheet(f"QLineEdit {{ background: {theme.sheet.name()}; border: none; }}")

    def open(self) -> None:
        """Come up with the last words selected."""
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()

    def show_count(self, at: int, count: int) -> None:
        """Say which of how many matches stands out; `at` counts from 1."""
        self.words = f"{at} of {count}" if count else "not found" if self.field.text() else ""
        self.field.setAccessibleDescription(self.words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            painter.setPen(QPen(theme.edge, 1))
            painter.setBrush(theme.sheet)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            room = QRectF(WIDTH - COUNT, 0, COUNT - 12, HEIGHT)
            colour = theme.alert if self.words == "not found" else theme.ink3
            lettering.draw(painter, room, self.words, LABEL, colour, lettering.RIGHT)
