"""The card of the lesson that comes next in the course."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.lesson import Course, LessonEntry
from desktop_app import lettering
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import BODY, CAPTION, EYEBROW
from desktop_app.theme import Theme

TITLE = BODY.sized(20).bold()


def standing(entry: LessonEntry) -> str:
    """Why a lesson of the course cannot be opened from here."""
    return "not installed yet" if entry.folder is None else "not open in this window"


def next_entry(course: Course | None, folder: str) -> LessonEntry | None:
    """The lesson after the one in `folder`; None at the end of the course, or without one."""
    entries = () if course is None else course.lessons
    for place, entry in enumerate(entries[:-1]):
        if entry.folder == folder:
            return entries[place + 1]
    return None


class UpNext(PressButton):
    """The lesson that follows. It is disabled: this window holds one lesson."""

    def __init__(self, theme: Theme, entry: LessonEntry, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self.entry = entry
        self.setEnabled(False)
        name = f"Up next: lesson {entry.number}, {entry.title}, {standing(entry)}"
        self.setAccessibleName(name)
        self.setToolTip(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            painter.setPen(QPen(theme.line, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            inner = QRectF(self.rect()).adjusted(16, 0, -16, 0)
            middle = self.height() / 2
            head = QRectF(inner.left(), middle - 24, inner.width(), 16)
            state = standing(self.entry)
            room = inner.width() - lettering.width(state, CAPTION) - 12
            eyebrow = f"Up next · Lesson {self.entry.number}"
            shown = lettering.fitted(eyebrow.upper(), EYEBROW, room)
            lettering.draw(painter, head, shown, EYEBROW, theme.ink3)
            lettering.draw(painter, head, state, CAPTION, theme.ink3, lettering.RIGHT)
            line = QRectF(inner.left(), middle - 1, inner.width(), 26)
            style = TITLE
            while lettering.width(self.entry.title, style) > line.width() and style.size > 13:
                style = style.sized(style.size - 1)
            title = lettering.fitted(self.entry.title, style, line.width())
            lettering.draw(painter, line, title, style, theme.ink2)
