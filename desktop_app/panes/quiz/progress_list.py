"""The questions in the lesson column: where one is, and how each has gone so far."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.lesson import Question
from desktop_app import lettering
from desktop_app.answers import STANDING_WORDS
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import CHALLENGE, EYEBROW, LABEL
from desktop_app.panes.quiz.score_page import paint_standing
from desktop_app.session import Session
from desktop_app.theme import Theme

HEAD, ROW, LINK = 40, 56, 40
OUTSET = 12  # the ground of the current row stands out on both sides, so that circles align
PLACE = LABEL.sized(15)


class ProgressList(Instrument):
    """A line a question; a click or Enter goes to it."""

    outset = OUTSET

    def __init__(self, theme: Theme, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.session = session
        self.questions = session.lesson.questions
        self.rows = [
            ProgressRow(theme, session, question, place, self)
            for place, question in enumerate(self.questions)
        ]
        self.practice = PracticeLink(theme, self)
        self.practice.clicked.connect(session.practice_wanted)
        self.setFixedHeight(HEAD + ROW * len(self.rows) + LINK)
        session.answers_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the answers as they are."""
        for row in self.rows:
            row.refresh()
        self.setAccessibleName(f"Progress: {self.place_words()}")
        self.update()

    def place_words(self) -> str:
        """Which question of how many; all of them once the score is shown."""
        count = len(self.questions)
        return f"{min(self.session.answers.question + 1, count)} of {count}"

    def sizeHint(self) -> QSize:
        return QSize(320, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        for place, row in enumerate(self.rows):
            row.setGeometry(0, HEAD + place * ROW, self.width(), ROW)
        self.practice.setGeometry(0, HEAD + len(self.rows) * ROW, self.width(), LINK)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme = self.theme
            room = QRectF(OUTSET, 12, self.width() - 2 * OUTSET, 16)
            lettering.draw(painter, room, "Progress", EYEBROW, theme.ink3)
            now, rest = self.place_words().split(" ", 1)
            runs = [(now, PLACE.bold(), theme.ink), (f" {rest}", PLACE, theme.ink2)]
            lettering.draw_runs(painter, room, runs, lettering.RIGHT)


class PracticeLink(PressButton):
    """The way to questions without end."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "Practice: questions without end", parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            if self.underMouse():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.sunken)
                painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
            room = QRectF(self.rect()).adjusted(OUTSET, 0, -OUTSET, 0)
            words = lettering.fitted(self.text(), LABEL.bold(), room.width() - 24)
            lettering.draw(painter, room, words, LABEL.bold(), theme.ink)
            x, y = room.right() - 8, room.center().y()
            painter.setPen(QPen(theme.ink, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline([QPointF(x - 4, y - 4), QPointF(x, y), QPointF(x - 4, y + 4)])


class ProgressRow(PressButton):
    """Mark, topic, and how it went."""

    def __init__(
        self, theme: Theme, session: Session, question: Question, place: int, parent: QWidget
    ) -> None:
        super().__init__(theme, question.topic, parent)
        self.session, self.question, self.place = session, question, place
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.go)

    @property
    def current(self) -> bool:
        return self.session.answers.question == self.place

    def go(self) -> None:
        """Bring this question to the front."""
        self.session.answers.question = self.place
        self.session.answers_changed.emit()

    def refresh(self) -> None:
        words = STANDING_WORDS[self.session.answers.standing(self.question)]
        now = ", shown now" if self.current else ""
        self.setAccessibleName(f"Question {self.place + 1}: {self.question.topic}, {words}{now}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            standing = self.session.answers.standing(self.question)
            ground = QRectF(self.rect())
            if self.current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.sunken)
                painter.drawRoundedRect(ground, 8, 8)
            elif self.underMouse():
                painter.setPen(QPen(theme.line, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(ground.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            middle = QPointF(OUTSET + 12, ground.center().y())
            paint_standing(painter, middle, standing, self.place + 1, theme)
            room = ground.adjusted(OUTSET + 36, 0, -OUTSET, 0)
            if standing != "open":
                words = QRectF(room.left(), 28, room.width(), 20)
                lettering.draw(painter, words, STANDING_WORDS[standing], LABEL, theme.ink2)
                room = QRectF(room.left(), 8, room.width(), 22)
            style = CHALLENGE.bold(self.current)
            topic = lettering.fitted(self.question.topic, style, room.width())
            shade = theme.ink if self.current or standing != "open" else theme.ink2
            lettering.draw(painter, room, topic, style, shade)
