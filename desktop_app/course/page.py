"""All lessons: the one that is open with its progress, and those that are announced."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.lesson import Course, LessonEntry
from desktop_app.course.card import CardState, LessonCard
from desktop_app.frame.column_page import ColumnPage
from desktop_app.session import Session
from desktop_app.theme import Theme

GAP = 16
TOP = 40
WIDEST = 880


def words_of(course: Course) -> str:
    """The module's name, and what it holds."""
    count = len(course.lessons)
    here = sum(entry.folder is not None for entry in course.lessons)
    lessons = "lesson" if count == 1 else "lessons"
    return f"{course.module_title}: {count} {lessons}, {here} installed."


class CoursePage(ColumnPage):
    """The lessons of the course, one card each; the open one leads back to its slide."""

    def __init__(self, theme: Theme, session: Session, course: Course, folder: str) -> None:
        eyebrow = f"{course.title} · Module {course.module}"
        super().__init__(theme, session, eyebrow, "All Lessons", words_of(course))
        self.course, self.folder = course, folder
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrow keys scroll the list
        self.list = QWidget()
        self.list.setObjectName("lab")
        self.area.setWidget(self.list)
        self.cards = [LessonCard(theme, self.list) for _ in course.lessons]
        for card in self.cards:
            card.clicked.connect(self.left)

    def opened(self) -> None:
        super().opened()
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

    def arrange_area(self) -> None:
        measures = self.size_class
        pad = measures.lab_padding
        width = self.area.viewport().width()
        wide = min(width - 2 * pad, WIDEST)
        y = TOP if not measures.compact else 28
        for card in self.cards:
            card.setGeometry(pad - 1, y, wide, card.height_now())
            y += card.height_now() + GAP
        self.list.resize(width, max(y, self.area.viewport().height()))

    def facts(self) -> Sequence[str]:
        return (self.course.title, f"module {self.course.module}", self.course.module_title)
