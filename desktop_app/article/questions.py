"""All questions of the article in a list, each with the section that answers it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.link_row import LinkRow
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CHALLENGE
from desktop_app.theme import Theme

LINE, PADDING, INDENT, OUTSET = 20, 6, 32, 12


class QuestionRow(LinkRow):
    """followed(place): which question of the article it is, from 0."""

    def __init__(self, theme: Theme, place: int, text: str, section: int, parent: QWidget) -> None:
        super().__init__(theme, place, parent)
        self.section = section
        self.words = Prose(theme, CHALLENGE, LINE, self, "ink2")
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words.show_markdown(text)
        self.setAccessibleName(f"{spoken(text)} Answered in section {section}.")

    def height_at(self, width: int) -> int:
        return self.words.heightForWidth(width - 2 * OUTSET - INDENT) + 2 * PADDING

    def resizeEvent(self, event: object) -> None:
        left = OUTSET + INDENT
        self.words.setGeometry(
            left, PADDING, self.width() - left - OUTSET, self.height() - 2 * PADDING
        )

    def show_lit(self, lit: bool) -> None:
        self.words.ink = "ink" if lit else "ink2"
        self.words.rewrite()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.show_lit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.show_lit(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.paint_ground(painter, QRectF(self.rect()))
            number = QRectF(OUTSET, PADDING + 1, INDENT - 8, LINE)
            lettering.draw(painter, number, str(self.section), CHALLENGE, self.theme.ink3)


class QuestionList(QWidget):
    """One row a question; their grounds stand out at both sides. followed(place): from 0."""

    outset = OUTSET
    followed = Signal(int)

    def __init__(
        self, theme: Theme, questions: tuple[tuple[str, int], ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.rows = [
            QuestionRow(theme, place, text, section, self)
            for place, (text, section) in enumerate(questions)
        ]
        for row in self.rows:
            row.followed.connect(self.followed)

    def height_at(self, width: int) -> int:
        return sum(row.height_at(width) for row in self.rows)

    def resizeEvent(self, event: object) -> None:
        y = 0
        for row in self.rows:
            tall = row.height_at(self.width())
            row.setGeometry(0, y, self.width(), tall)
            y += tall
