"""A source in the margin: its number, its words, and the link to where it can be read."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.article import Note
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

LINE = 18
TOP = 12  # under the hairline
LINK_ROW = 24


class NoteLink(PressButton):
    """An underlined address; pressing it asks for it to be opened."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF(0, 0, self.width(), LINE)
            wide = lettering.draw(painter, room, self.text(), LABEL, self.theme.ink)
            painter.setPen(QPen(self.theme.ink if self.underMouse() else self.theme.edge, 1))
            painter.drawLine(0, LINE, round(wide), LINE)


class MarginNote(Instrument):
    """pointed(number): the pointer came in, None: it left. followed(address): the link."""

    pointed = Signal(object)
    followed = Signal(str)

    def __init__(self, theme: Theme, number: int, note: Note, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.number, self.lit = number, False
        self.words = Prose(theme, LABEL, LINE, self, "ink2")
        self.words.show_markdown(f"**{number}**  {note.text}")
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.link: NoteLink | None = None
        if note.link:
            self.link = NoteLink(theme, note.label or note.link, self)
            self.link.setToolTip(note.link)
            self.link.setCursor(Qt.CursorShape.PointingHandCursor)
            self.link.clicked.connect(lambda: self.followed.emit(note.link))
        self.setAccessibleName(self.words.accessibleName())

    def height_at(self, width: int) -> int:
        """Hairline, words, link."""
        link = LINK_ROW if self.link is not None else 0
        return TOP + self.words.heightForWidth(width) + link

    def show_lit(self, lit: bool) -> None:
        """Light the note together with its raised number."""
        if lit != self.lit:
            self.lit = lit
            self.words.ink = "ink" if lit else "ink2"
            self.words.rewrite()
            self.update()

    def resizeEvent(self, event: object) -> None:
        tall = self.words.heightForWidth(self.width())
        self.words.setGeometry(0, TOP, self.width(), tall)
        if self.link is not None:
            wide = min(round(lettering.width(self.link.text(), LABEL)) + 12, self.width())
            self.link.setGeometry(0, TOP + tall, wide, LINE + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            colour = self.theme.ink if self.lit else self.theme.edge
            painter.fillRect(QRectF(0, 0, self.width(), 2 if self.lit else 1), colour)

    def enterEvent(self, event: QEvent) -> None:
        self.pointed.emit(self.number)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
