"""What follows the last question: how many were right at once, and which slides to revisit."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.lesson import Question
from core.prose import plain
from desktop_app import lettering
from desktop_app.answers import STANDING_WORDS, Standing
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import CAPTION, CHALLENGE, EYEBROW, LABEL
from desktop_app.panes.quiz.measures import MEDIUM, QuizMeasures
from desktop_app.panes.quiz.option import paint_verdict
from desktop_app.session import Session
from desktop_app.theme import Theme

ROW = 64
LINK_HEIGHT = 32
UNKEPT = "This score is not kept and not saved. Each link leads to the pane to revisit."


def paint_standing(
    painter: QPainter, middle: QPointF, standing: Standing, number: int, theme: Theme
) -> None:
    """A check, a cross, or a question's number in an open circle."""
    if standing == "open":
        painter.setPen(QPen(theme.edge, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, 11, 11)
        room = QRectF(middle.x() - 11, middle.y() - 11, 22, 22)
        lettering.draw(painter, room, str(number), LABEL, theme.ink2, lettering.CENTRE)
        return
    right = standing != "wrong"
    painter.save()
    painter.translate(middle)
    painter.scale(1.15, 1.15)
    paint_verdict(painter, QPointF(), right, theme.ink if right else theme.alert, theme)
    painter.restore()


class SlideLink(PressButton):
    """A slide's number and title as a link."""

    def __init__(self, theme: Theme, number: int, title: str, parent: QWidget) -> None:
        super().__init__(theme, f"{number:02d}  {title}", parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"revisit pane {number}: {title}")
        self.setFixedSize(round(lettering.width(self.text(), LABEL.bold())) + 16, LINK_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF(self.rect()).adjusted(8, 0, -8, 0)
            style = LABEL.bold()
            lettering.draw(painter, room, self.text(), style, self.theme.ink)
            painter.setPen(QPen(self.theme.ink if self.underMouse() else self.theme.edge, 1))
            y = round(room.center().y() + 9) + 0.5
            painter.drawLine(QPointF(room.left() + 0.5, y), QPointF(room.right() - 0.5, y))


class ScorePage(Instrument):
    """One line a question, each with its slide. restarted: a new sitting is wanted.

    practised: more questions are wanted, without end.
    """

    link_followed = Signal(int)
    restarted = Signal()
    practised = Signal()

    def __init__(self, theme: Theme, session: Session, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.session = session
        self.measures: QuizMeasures = MEDIUM
        self.padding = 24
        self.links = [self.make_link(question) for question in session.lesson.questions]
        self.practice = PressButton(theme, "Practice", self, primary=True)
        self.practice.setToolTip("Questions without end, on every topic")
        self.practice.clicked.connect(self.practised)
        self.restart = PressButton(theme, "Start again", self)
        self.restart.clicked.connect(self.restarted)

    def make_link(self, question: Question) -> SlideLink:
        number = self.session.number_of(question.slide)
        title = plain(self.session.slide_at(number).title)
        link = SlideLink(self.theme, number, title, self)
        link.clicked.connect(lambda: self.link_followed.emit(number))
        return link

    def verdict(self) -> str:
        """The score in a sentence."""
        questions = self.session.lesson.questions
        right, _ = self.session.answers.score(questions)
        return f"{right} of {len(questions)} right the first time"

    def refresh(self) -> None:
        answers, parts = self.session.answers, []
        for question in self.session.lesson.questions:
            parts.append(f"{question.topic}: {STANDING_WORDS[answers.standing(question)]}")
        self.setAccessibleName(f"{self.verdict()}. {'; '.join(parts)}")
        self.update()

    def set_measures(self, measures: QuizMeasures, padding: int) -> None:
        self.measures, self.padding = measures, padding
        self.arrange()

    def top(self) -> int:
        """Where the lines begin."""
        return self.measures.head + self.measures.question_line + 8 + 16 + 24

    def content_height(self) -> int:
        rows = len(self.links) * ROW
        return self.top() + rows + 24 + self.measures.button + self.measures.foot

    def arrange(self) -> None:
        for place, link in enumerate(self.links):
            y = self.top() + place * ROW + (ROW - LINK_HEIGHT) // 2
            link.move(self.width() - self.padding - link.width() + 8, y)
        y = self.top() + len(self.links) * ROW + 24
        self.practice.setGeometry(self.padding, y, 136, self.measures.button)
        self.restart.setGeometry(self.padding + 144, y, 136, self.measures.button)

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, measures = self.theme, self.measures
            wide = self.width() - 2 * self.padding
            row = QRectF(self.padding, measures.eyebrow, wide, 16)
            lettering.draw(painter, row, "Your score", EYEBROW, theme.ink3)
            head = QRectF(self.padding, measures.head, wide, measures.question_line)
            lettering.draw(painter, head, self.verdict(), measures.question, theme.ink)
            note = QRectF(self.padding, head.bottom() + 8, wide, 16)
            words = lettering.fitted(UNKEPT, CAPTION, wide)
            lettering.draw(painter, note, words, CAPTION, theme.ink3)
            for place, question in enumerate(self.session.lesson.questions):
                line = QRectF(self.padding, self.top() + place * ROW, wide, ROW)
                self.paint_line(painter, line, place, question)

    def paint_line(self, painter: QPainter, line: QRectF, place: int, question: Question) -> None:
        """Mark, topic, and how it went; hairlines between."""
        theme = self.theme
        standing = self.session.answers.standing(question)
        painter.setPen(QPen(theme.line, 1))
        y = round(line.top()) + 0.5
        painter.drawLine(QPointF(line.left(), y), QPointF(line.right(), y))
        middle = QPointF(line.left() + 12, line.center().y())
        paint_standing(painter, middle, standing, place + 1, theme)
        room = line.adjusted(36, 12, -self.links[place].width(), 0)
        room.setHeight(20)
        topic = lettering.fitted(question.topic, CHALLENGE, room.width())
        lettering.draw(painter, room, topic, CHALLENGE, theme.ink)
        room.translate(0, 20)
        lettering.draw(painter, room, STANDING_WORDS[standing], LABEL, theme.ink2)
