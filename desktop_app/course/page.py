"""All lessons: the one that is open with its progress, and those that are announced."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from core.lesson import Course, LessonEntry
from desktop_app.course.card import CardState, LessonCard
from desktop_app.frame.page import Page
from desktop_app.frame.page_column import PageColumn
from desktop_app.session import Session
from desktop_app.theme import Theme

GAP = 16
TOP = 40
WIDEST = 880


class CoursePage(Page):
    """The lessons of the course, one card each; the open one leads back to its slide."""

    def __init__(self, theme: Theme, session: Session, course: Course, folder: str) -> None:
        super().__init__(theme)
        self.session, self.course, self.folder = session, course, folder
        eyebrow = f"{course.title} · Module {course.module}"
        self.column = PageColumn(theme, eyebrow, "All Lessons", self.words(), self)
        self.column.back.pressed.connect(self.left)
        self.area = QScrollArea(self)
        self.area.setObjectName("labArea")
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.list = QWidget()
        self.list.setObjectName("lab")
        self.area.setWidget(self.list)
        self.cards = [LessonCard(theme, self.list) for _ in course.lessons]
        for card in self.cards:
            card.clicked.connect(self.left)

    def words(self) -> str:
        """The module's name, and what it holds."""
        count = len(self.course.lessons)
        here = sum(entry.folder is not None for entry in self.course.lessons)
        lessons = "lesson" if count == 1 else "lessons"
        return f"{self.course.module_title}: {count} {lessons}, {here} installed."

    def opened(self) -> None:
        super().opened()
        self.column.back.show_slide(self.session.slide)
        for card, entry in zip(self.cards, self.course.lessons, strict=True):
            card.show_state(self.state_of(entry))
        self.arrange()

    def state_of(self, entry: LessonEntry) -> CardState:
        """One lesson as its card says it."""
        if entry.folder != self.folder:
            words = "not installed yet" if entry.folder is None else "not open in this window"
            here = [part.number for part in self.course.lessons if part.folder == self.folder]
            following = " · next" if entry.number - 1 in here else ""
            return CardState(f"Lesson {entry.number}{following}", entry.title, words)
        session, slides = self.session, self.session.lesson.slides
        challenges = [part.id for slide in slides for part in slide.challenges]
        done = sum(part in session.done for part in challenges)
        current = session.current
        words = (
            f"{len(session.visited)} of {len(slides)} panes visited · "
            f"{done} of {len(challenges)} challenges done · "
            f"goes on at {current.number:02d} {current.eyebrow}"
        )
        visited = frozenset(session.visited)
        eyebrow = f"Lesson {entry.number} · open"
        return CardState(eyebrow, entry.title, words, len(slides), visited, current.number)

    def arrange(self) -> None:
        measures = self.size_class
        split, pad = measures.lesson_width, measures.lab_padding
        self.column.set_size_class(measures)
        self.column.setGeometry(0, 0, split, self.height())
        self.area.setGeometry(split + 1, 0, self.width() - split - 1, self.height())
        width = self.area.viewport().width()
        wide = min(width - 2 * pad, WIDEST)
        y = TOP if not measures.compact else 28
        for card in self.cards:
            card.setGeometry(pad - 1, y, wide, card.height_now())
            y += card.height_now() + GAP
        self.list.resize(width, max(y, self.area.viewport().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.size_class.lesson_width, 0, 1, self.height(), self.theme.line)

    def facts(self) -> Sequence[str]:
        return (self.course.title, f"module {self.course.module}", self.course.module_title)
