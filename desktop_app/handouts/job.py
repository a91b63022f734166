"""Writing a handout in slices: one page at a time, with the window alive between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, QTimer, Signal

from core.saved.writing import CannotWriteError, write_whole
from desktop_app.handouts.paper import Book, Setting
from desktop_app.handouts.slide_page import slide_page
from desktop_app.handouts.sources import source_notes, sources_page
from desktop_app.handouts.summary import summary_page
from desktop_app.pictures import copies
from desktop_app.session import Session
from desktop_app.sizes import MEDIUM

if TYPE_CHECKING:
    from desktop_app.window import Window

SLIDE = QSize(1280, 712)  # a slide as the handout lays it out, whatever the window's size
WAIT_MS = 20  # between two looks at a sample that is being drawn
# What a slice may say: how many pages are done, of how many; None for "wait a moment".
Progress = tuple[int, int] | None
Slices = Iterator[Progress]


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


class Writing(QObject):
    """Runs the slices between events, then writes the file whole.

    progressed(done, of); ended(sentence): "" when the file is written or the writing cancelled.
    """

    progressed = Signal(int, int)
    ended = Signal(str)

    def __init__(
        self, path: Path, make: Callable[[list[bytes]], Slices], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.path, self.result = path, list[bytes]()
        self.slices: Slices | None = make(self.result)
        self.written = False
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.step)

    def start(self) -> None:
        self.timer.start(0)

    def step(self) -> None:
        """One slice; the last one writes the file."""
        if self.slices is None:
            return
        try:
            progress = next(self.slices)
        except StopIteration:
            self.slices = None
            self.ended.emit(self.write())
            return
        except Exception:
            self.slices = None
            self.ended.emit(f"{self.path.name} was not written: something unexpected went wrong")
            raise
        if progress is not None:
            self.progressed.emit(*progress)
        self.timer.start(WAIT_MS if progress is None else 0)

    def write(self) -> str:
        """Put the bytes into the file. Returns why that failed, "" for success."""
        try:
            write_whole(self.path, self.result[0])
        except CannotWriteError as error:
            return str(error)
        self.written = True
        return ""

    def cancel(self) -> None:
        """Stop; nothing is written, what was there stays."""
        if self.slices is not None:
            self.timer.stop()
            slices, self.slices = self.slices, None
            slices.close()  # type: ignore[attr-defined]  # a generator
            self.ended.emit("")
