"""All questions of the article in a list, each with the section that answers it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.link_row import LinkRow
from desktop_app.instruments.prose import spoken
from desktop_app.lettering import CHALLENGE
from desktop_app.theme import Theme

LINE, PADDING, INDENT, OUTSET = 20, 6, 32, 12


class QuestionRow(LinkRow):
    """followed(place): which question of the article it is, from 0."""

    def __init__(self, theme: Theme, place: int, text: str, section: int, parent: QWidget) -> None:
        super().__init__(theme, place, parent)
        self.words, self.section = spoken(text), section
        self.setAccessibleName(f"{self.words} Answered in section {section}.")

    def lines(self, width: int) -> list[str]:
        return lettering.wrapped(self.words, CHALLENGE, width - 2 * OUTSET - INDENT)

    def height_at(self, width: int) -> int:
        return len(self.lines(width)) * LINE + 2 * PADDING

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.hovered:
                self.paint_ground(painter, QRectF(self.rect()))
            theme = self.theme
            number = QRectF(OUTSET, PADDING, INDENT - 8, LINE)
            lettering.draw(painter, number, str(self.section), CHALLENGE, theme.ink3)
            colour = theme.ink if self.hovered else theme.ink2
            wide = self.width() - 2 * OUTSET - INDENT
            for place, line in enumerate(self.lines(self.width())):
                room = QRectF(OUTSET + INDENT, PADDING + place * LINE, wide, LINE)
                lettering.draw(painter, room, line, CHALLENGE, colour)


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
