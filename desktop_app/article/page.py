"""The article as a page: contents at the left, the text at the right, the place kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QScrollArea

from core.article import Article, Paragraph
from core.prose import plain
from desktop_app import keymap
from desktop_app.article.computing import Computing
from desktop_app.article.contents import Contents
from desktop_app.article.find_bar import WIDTH, FindBar
from desktop_app.article.finding import Finding
from desktop_app.article.sheet import TOP, Sheet
from desktop_app.frame.page import Page, Place
from desktop_app.frame.page_column import PageColumn
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.theme import Theme

LINE_STEP = 52
OVERLAP = 64  # of two screenfuls
SLACK = 8.0
WORDS_A_MINUTE = 200


class ArticlePage(Page):
    """J and K walk the sections, Space and the page keys scroll, Ctrl+F finds, Escape leaves."""

    def __init__(
        self, theme: Theme, session: Session, article: Article, settings: Settings
    ) -> None:
        super().__init__(theme)
        self.session, self.article, self.settings = session, article, settings
        self.read: set[int] = set(settings.article_read)
        self.section = 1
        self.was = 0  # where the text stood before it was scrolled
        self.laid_out = self.jumping = False
        self.contents = Contents(theme, article)
        self.contents.followed.connect(self.go)
        self.column = PageColumn(theme, "Article", article.title, "", self)
        self.column.add(28, self.contents)
        self.column.back.pressed.connect(self.left)
        for problem in article.problems:
            self.column.add_problem(problem.sentence, problem.file.name, problem.line)
        slides = {slide.id: slide.number for slide in session.lesson.slides}
        self.sheet = Sheet(theme, article, slides)
        self.sheet.slide_wanted.connect(self.open_slide)
        self.sheet.link_wanted.connect(self.open_link)
        self.sheet.read.connect(lambda words: self.said.emit(words) if words else None)
        self.area = QScrollArea(self)
        self.area.setObjectName("labArea")
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.sheet)
        self.bar = self.area.verticalScrollBar()
        self.bar.valueChanged.connect(self.scrolled)
        self.find_bar = FindBar(theme, self)
        self.find_bar.closed.connect(self.close_find)
        self.finding = Finding(self.find_bar, self.sheet)
        self.finding.shown.connect(self.bring_into_view)
        shortcut = QShortcut(QKeySequence(keymap.FIND.keys), self)
        shortcut.activated.connect(self.find_bar.open)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.computing: list[Computing] = []

    # opening

    def opened(self) -> None:
        self.setFocus()
        self.column.back.show_slide(self.session.slide)
        self.session.article_at = None
        self.arrange()
        if not self.laid_out:
            self.laid_out = True
            self.restore(*self.settings.article_place)
        self.show_place()
        if not self.computing:
            for figure in self.sheet.figures:
                work = Computing(figure.drawing.figure, self)
                work.computed.connect(figure.show_figures)
                work.start(Computing.Priority.LowPriority)
                self.computing.append(work)

    def stop(self) -> None:
        for work in self.computing:
            work.stop()

    # layout

    def arrange(self) -> None:
        measures = self.size_class
        split = measures.lesson_width
        kept = self.here()
        self.column.set_size_class(measures)
        self.column.setGeometry(0, 0, split, self.height())
        self.area.setGeometry(split + 1, 0, self.width() - split - 1, self.height())
        view = self.area.viewport()
        bar = self.area.width() - view.width()
        self.sheet.lay_out(view.width(), view.height(), measures, bar)
        self.find_bar.move(self.width() - WIDTH - 24, 16)
        if self.laid_out:
            self.restore(*kept)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.size_class.lesson_width, 0, 1, self.height(), self.theme.line)
        painter.end()

    # where the reader is

    def here(self) -> tuple[int, float]:
        """The section at the top of the view, and the share of it that is above."""
        if not self.sheet.spans:
            return 1, 0.0
        y = self.bar.value() + TOP
        number = max(
            (place for place, span in enumerate(self.sheet.spans, 1) if span.top <= y + SLACK),
            default=1,
        )
        span = self.sheet.spans[number - 1]
        return number, max(y - span.top, 0.0) / max(span.bottom - span.top, 1.0)

    def restore(self, number: int, share: float) -> None:
        """Scroll to a place as `here` gives it."""
        if self.sheet.spans:
            span = self.sheet.spans[min(max(number, 1), len(self.sheet.spans)) - 1]
            self.jump(round(span.top + share * (span.bottom - span.top) - TOP))

    def jump(self, y: int) -> None:
        """Scroll without reading what lies on the way."""
        self.jumping = True
        self.bar.setValue(y)
        self.jumping = False

    def scrolled(self) -> None:
        """Note where the reader is now, and what was read to its end."""
        if not self.laid_out:
            return
        was, self.was = self.was, self.bar.value()
        if self.jumping:
            self.show_place()
            return
        room = self.area.viewport().height()
        passed = self.was + (room if self.was == self.bar.maximum() else room / 2)
        for number, span in enumerate(self.sheet.spans, 1):
            if was < span.bottom <= passed:
                self.read.add(number)
        self.show_place()

    def show_place(self) -> None:
        """Contents, bars and preferences follow the place."""
        self.section, share = self.here()
        self.contents.show_state(self.section, self.read)
        self.settings.article_place = self.section, share
        self.settings.article_read = self.read
        self.moved.emit()

    # moving

    def go(self, number: int) -> None:
        """Bring a section to the top of the view."""
        if 1 <= number <= len(self.sheet.spans):
            self.restore(number, 0.0)

    def step(self, by: int) -> None:
        if by > 0:
            self.read.add(self.section)
        self.go(self.section + by)
        self.show_place()

    def turn(self, by: int) -> None:
        self.scroll_by(by * (self.area.viewport().height() - OVERLAP))

    def scroll_by(self, distance: int) -> None:
        self.bar.setValue(self.bar.value() + distance)

    def bring_into_view(self, y: float) -> None:
        """Scroll as little as needed, with some room round the line."""
        top, room = self.bar.value(), self.area.viewport().height()
        if not top + 72 <= y <= top + room - 72:
            self.jump(round(y - room / 3))

    def press(self, event: QKeyEvent) -> bool:
        keys, held = Qt.Key, event.modifiers()
        if held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        back = bool(held & Qt.KeyboardModifier.ShiftModifier)
        acts = {
            keys.Key_J: lambda: self.step(1),
            keys.Key_K: lambda: self.step(-1),
            keys.Key_Space: lambda: self.turn(-1 if back else 1),
            keys.Key_Down: lambda: self.scroll_by(LINE_STEP),
            keys.Key_Up: lambda: self.scroll_by(-LINE_STEP),
            keys.Key_Home: lambda: self.jump(0),
            keys.Key_End: lambda: self.jump(self.bar.maximum()),
        }
        if event.key() == keys.Key_Escape and not self.find_bar.isHidden():
            self.close_find()
            return True
        act = acts.get(Qt.Key(event.key()))
        if act is not None:
            act()
        return act is not None

    def close_find(self) -> None:
        self.find_bar.hide()
        self.finding.clear()
        self.setFocus()

    # ways out

    def open_slide(self, slide: str) -> None:
        """Open the lab of a section; a chip there leads back."""
        number = self.session.number_of(slide)
        self.session.came_from = None
        self.session.article_at = number
        self.slide_wanted.emit(number)

    def open_link(self, address: str) -> None:
        """Hand an address to the desktop's browser."""
        if re.match(r"https://", address) and QDesktopServices.openUrl(QUrl(address)):
            self.said.emit(f"opened {address}")
        else:
            self.said.emit(f"no browser opened {address}")

    # what the bars say

    def place(self) -> Place:
        sections = self.article.sections
        following = sections[self.section].title if self.section < len(sections) else ""
        return Place(self.section, len(sections), following)

    def facts(self) -> Sequence[str]:
        blocks = self.article.sections[self.section - 1].blocks if self.article.sections else ()
        for figure in self.sheet.figures:
            if figure.drawing in blocks:
                return figure.facts()
        words = sum(len(plain(part.text).split()) for part in self.prose())
        minutes = max(round(words / WORDS_A_MINUTE), 1)
        return f"{words} words", f"about {minutes} minutes to read"

    def prose(self) -> list[Paragraph]:
        """Every paragraph of the article."""
        blocks = [block for section in self.article.sections for block in section.blocks]
        return [block for block in blocks if isinstance(block, Paragraph)]

    def note(self) -> str:
        return "reading position kept"

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        def find(words: str) -> None:
            self.find_bar.open()
            self.find_bar.field.setText(words)
            self.finding.step(1)
            self.close_find()

        sections = range(1, len(self.article.sections) + 1)
        notes = range(1, len(self.article.notes) + 1)
        return (
            *(("sections opened", partial(self.go, section)) for section in sections),
            *(("sections walked", partial(self.step, by)) for by in (-1, -1, 1, 1)),
            *(("screenfuls", partial(self.turn, by)) for by in (1, -1)),
            *(("notes lit", partial(self.sheet.light_note, note)) for note in (*notes, None)),
            *(("words found", partial(find, words)) for words in ("softmax", "no such words")),
        )
