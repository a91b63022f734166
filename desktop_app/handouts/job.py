"""The pages of a handout and of the summary, a slice of the event loop each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from desktop_app.handouts.paper import Book, Setting
from desktop_app.handouts.slide_page import slide_page
from desktop_app.handouts.sources import source_notes, sources_page
from desktop_app.handouts.summary import summary_page
from desktop_app.pictures import copies
from desktop_app.pictures.slices import Slices
from desktop_app.session import Session
from desktop_app.sizes import MEDIUM

if TYPE_CHECKING:
    from desktop_app.window import Window

SLIDE = QSize(1280, 712)  # a slide as the handout lays it out, whatever the window's size


def handout(window: Window, session: Session, setting: Setting, result: list[bytes]) -> Slices:
    """The whole lesson: a page a slide, then the papers. The bytes are put into `result`."""
    lesson = session.lesson
    notes = source_notes(window, session)
    count = len(lesson.slides) + bool(notes)
    book = Book(setting, count)
    try:
        for slide in lesson.slides:
            while waiting(session, slide.number):
                yield None
            view = copies.copy_of(window, session, slide.number, setting.theme, SLIDE, MEDIUM)
            try:
                yield book.number, count
                slide_page(book, slide, view.lab, lesson.questions)
            finally:
                copies.end(view)
            yield book.number, count
        if notes:
            sources_page(book, notes)
            yield book.number, count
        result.append(book.finish())
    finally:
        book.drop()


def summary(window: Window, session: Session, setting: Setting, result: list[bytes]) -> Slices:
    """The one page of the recap."""
    slide = next(part for part in session.lesson.slides if part.pane == "recap")
    book = Book(setting, 1)
    try:
        view = copies.copy_of(window, session, slide.number, setting.theme, SLIDE, MEDIUM)
        try:
            yield 0, 1
            summary_page(book, slide, view.lab, session)
        finally:
            copies.end(view)
        result.append(book.finish())
    finally:
        book.drop()


def waiting(session: Session, number: int) -> bool:
    """Whether a slide's numbers are still being drawn in another thread."""
    return session.experiment(number) is not None and session.trace(number) is None
