"""Brings pages to the front of the window and back to the slide, and keeps the bars true."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from core.lesson import Course
from desktop_app.frame.page import Page
from desktop_app.sizes import SizeClass

if TYPE_CHECKING:
    from core.article import Article
    from core.glossary import Glossary
    from desktop_app.frame.terms import Terms
    from desktop_app.training.training import Training
    from desktop_app.window import Window
    from desktop_app.worker_process import WorkerProcess


class Pages(QObject):
    """The pages of a window by their names ("course", "article"), built when first opened.

    page_built(page): one is there now.
    """

    page_built = Signal(object)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.folder: Path | None = None
        self.course: Course | None = None
        self.training: Training | None = None
        self.words: Glossary | None = None
        self.text: Article | None = None
        self.built: dict[str, Page] = {}
        self.terms: Terms | None = None
        self.beneath = ""  # the page that the one in front leads back to, "" for the slide
        self.worker: WorkerProcess | None = None
        window.closed.connect(self.stop)

    def open(self, folder: Path | None) -> None:
        """Say which lesson is open: its folder, inside the folder of the course."""
        from core.reading import CourseError, read_course
        from desktop_app.frame.terms import Terms

        if self.terms is None:
            self.terms = Terms(self.window)
        self.folder, self.words, self.text = folder, None, None
        try:
            self.course = None if folder is None else read_course(folder.parent)
        except CourseError:
            self.course = None  # `main.py check` says why; the lesson is complete without it

    @property
    def has_article(self) -> bool:
        """Whether the lesson has an article to read."""
        from core.article_reading import ARTICLE_FILE

        return self.folder is not None and (self.folder / ARTICLE_FILE).is_file()

    @property
    def article(self) -> Article:
        """The article of the lesson, read once. Raises OSError where there is none."""
        from core.article_reading import read_article

        session = self.window.session
        assert self.folder is not None and session is not None
        if self.text is None:
            self.text = read_article(self.folder, session.lesson.slides)
        return self.text

    @property
    def glossary(self) -> Glossary:
        """The terms of the lesson, read once; none where it has no glossary."""
        from core.glossary import Glossary, read_glossary

        session = self.window.session
        if self.folder is None or session is None:
            return Glossary()
        if self.words is None:
            self.words = read_glossary(self.folder, {slide.id for slide in session.lesson.slides})
        return self.words

    @property
    def front(self) -> Page | None:
        """The page in front; None where a slide is."""
        shown = self.window.body.currentWidget()
        return shown if isinstance(shown, Page) else None

    def show(self, name: str, beneath: str = "") -> None:
        """Bring a page to the front; nothing where the lesson has no such page.

        beneath: the page that it leads back to in place of the slide.
        """
        page = self.page(name)
        if page is None:
            return
        self.beneath = beneath
        self.window.body.setCurrentWidget(page)
        page.set_size_class(self.window.presenter.measures(self.window.width()))
        page.opened()
        self.show_bars()

    def page(self, name: str) -> Page | None:
        """A page, built once; None where there is nothing to show on it."""
        window = self.window
        if name not in self.built and window.session is not None:
            page = window.build_page(name)
            if page is None:
                return None
            page.left.connect(self.leave)
            page.moved.connect(self.show_bars)
            page.slide_wanted.connect(window.go)
            page.said.connect(window.bottom.status.say)
            self.built[name] = page
            window.body.addWidget(page)
            self.page_built.emit(page)
        return self.built.get(name)

    def leave(self) -> None:
        """Back to the slide that was open, or to the page that this one was opened over."""
        if self.beneath and self.front is not None:
            self.show(self.beneath)
        elif self.window.session is not None and self.front is not None:
            self.window.go(self.window.session.slide)

    def stop(self) -> None:
        """End what still runs on any page."""
        for page in self.built.values():
            page.stop()

    def show_bars(self) -> None:
        """Progress without a current slide, what can be undone here, what the page says."""
        page, session, window = self.front, self.window.session, self.window
        if page is None or session is None:
            return
        window.top.strip.show_left(session.slide, session.visited)
        window.drawers.show()
        window.top.tools["undo"].setEnabled(page.can_undo)
        window.top.tools["redo"].setEnabled(page.can_redo)
        place = page.place()
        window.bottom.show_place(place.number, place.total, place.following, place.noun)
        window.bottom.status.show_facts(page.facts(), page.note())

    def step(self, by: int) -> None:
        """The arrows of the bottom bar: along the page in front, else along the slides."""
        if self.front is not None:
            self.front.step(by)
        else:
            self.window.command("next" if by > 0 else "previous")

    def press(self, event: QKeyEvent) -> bool:
        """A key that nothing wanted, given to the page in front; Escape leaves it."""
        if self.front is None:
            return False
        if self.front.press(event):
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return True
        return False

    def set_size_class(self, size_class: SizeClass) -> None:
        """Hand another class of window widths to the page in front."""
        if self.front is not None:
            self.front.set_size_class(size_class)
