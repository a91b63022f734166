"""The last page of a handout: the papers that the lesson quotes, as its article lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from core.article import Note
from core.article_reading import read_article
from desktop_app import lettering
from desktop_app.handouts.paper import Book, write
from desktop_app.lettering import BODY, CAPTION, LABEL, TITLE
from desktop_app.session import Session

if TYPE_CHECKING:
    from desktop_app.window import Window


def source_notes(window: Window, session: Session) -> tuple[Note, ...]:
    """The article's sources; none where the lesson has no article."""
    pages = window.pages
    if not pages.has_article or pages.folder is None:
        return ()
    return read_article(pages.folder, session.lesson.slides).notes


def sources_page(book: Book, notes: tuple[Note, ...]) -> None:
    """Write them, numbered, each with its address."""
    painter, theme, room = book.page(), book.setting.theme, book.room
    y = room.top() + 26
    place = QRectF(room.left(), y, room.width(), 40)
    y += write(painter, place, "Sources", TITLE.sized(28), 34, theme) + 14
    for number, note in enumerate(notes, 1):
        lettering.draw(painter, QRectF(room.left(), y, 24, 21), f"{number}", LABEL, theme.ink3)
        place = QRectF(room.left() + 24, y, min(600.0, room.width() - 24), 10)
        y += write(painter, place, note.text, BODY.sized(14), 21, theme)
        if note.link:
            line = QRectF(place.left(), y, place.width(), 18)
            lettering.draw(painter, line, f"{note.label}  {note.link}", CAPTION, theme.ink2)
            y += 18
        y += 10
