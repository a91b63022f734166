"""One answer of a question: a letter, its words, and after answering how it fared."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QRadioButton, QWidget

from core.lesson import Choice
from desktop_app import lettering
from desktop_app.instruments.base import ACTS, KeyboardFocus
from desktop_app.instruments.check_marks import paint_check, paint_cross
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.panes.quiz.lines import bound, first_baseline
from desktop_app.panes.quiz.measures import MEDIUM, QuizMeasures
from desktop_app.theme import Theme

HEIGHT = 48
STATUS_MARGIN = 64  # the mark at the right, and the distance to the words before it
Mark = Literal["open", "chosen", "wrong", "right", "other"]
WORDS: dict[Mark, str] = {
    "open": "",
    "chosen": "Enter answers",
    "wrong": "Your answer",
    "right": "Correct answer",
    "other": "",
}


class Option(KeyboardFocus, QRadioButton):
    """A radio button to Qt and to screen readers. answered(): a click, Space or Enter.

    stepped(step): Up or Down asks for a neighbour.
    """

    answered = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme, letter: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme, self.letter = theme, letter
        self.choice = Choice("", "", "")
        self.mark: Mark = "open"
        self.measures = MEDIUM
        self.words = Prose(theme, MEDIUM.option, MEDIUM.option_line, self)
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self.answered)

    def show_choice(self, choice: Choice) -> None:
        """Stand for another choice: of the next question, or of another sitting."""
        self.choice = choice
        self.words.show_markdown(bound(choice.text))
        # Qt takes the tab stop away from all of a group but the one used last.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_mark("open")

    def show_mark(self, mark: Mark) -> None:
        """Draw another state. After answering nothing can be pressed any more."""
        self.mark = mark
        waiting = mark in {"open", "chosen"}
        self.setEnabled(waiting)
        self.check(mark in {"chosen", "wrong"})
        self.words.ink = "ink3" if mark == "other" else "ink"
        self.words.style_used = self.measures.option.bold(mark == "right")
        self.words.rewrite()
        words = "" if mark == "chosen" else WORDS[mark]
        self.setAccessibleName(
            f"{self.letter}: {spoken(self.choice.text)}" + (f" {words}." if words else "")
        )
        self.update()

    def check(self, checked: bool) -> None:
        """Check or uncheck; Qt never unchecks one of a group, which a new try must do."""
        self.setAutoExclusive(False)
        self.setChecked(checked)
        self.setAutoExclusive(True)

    def set_measures(self, measures: QuizMeasures) -> None:
        self.measures = measures
        self.words.line_height = measures.option_line
        self.show_mark(self.mark)

    def height_for(self, width: int) -> int:
        """48 px for one line, more for more; measured in semibold, which comes later."""
        room = self.text_room(width)
        style = self.measures.option
        self.words.set_style(style.bold(), self.measures.option_line)
        height = self.words.heightForWidth(room)
        self.words.set_style(style.bold(self.mark == "right"), self.measures.option_line)
        return max(HEIGHT, -(-(height + 24) // 8) * 8)  # up to the grid of 8 px

    def text_room(self, width: int) -> int:
        """What is left for the words; those at the right keep their room before there are any."""
        status = round(lettering.width(WORDS["right"], self.measures.label.bold()))
        return max(width - self.measures.text - status - STATUS_MARGIN, 80)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def hitButton(self, pos: object) -> bool:
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        step = {keys.Key_Up: -1, keys.Key_Down: 1}.get(keys(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() in ACTS:
            if not event.isAutoRepeat():  # a key held since the last question answers nothing
                self.answered.emit()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = self.text_room(self.width())
        height = self.words.heightForWidth(room)
        top = round(self.first_line() - first_baseline(self.words))
        self.words.setGeometry(self.measures.text, top, room, height)

    def first_line(self) -> float:
        """The baseline of the first line, with which all lines together stand in the middle."""
        measures = self.measures
        height = self.words.heightForWidth(self.text_room(self.width()))
        lines = round(height / measures.option_line)
        above = (self.height() - (lines - 1) * measures.option_line) / 2
        return above + lettering.metrics(measures.option).capHeight() / 2

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, mark = self.theme, self.mark
            self.paint_ground(painter)
            ink = theme.ink3 if mark == "other" else theme.ink if mark != "open" else theme.ink2
            style = self.measures.option.sized(self.measures.option.size - 1).bold()
            baseline = self.words.y() + first_baseline(self.words)
            middle = baseline - lettering.metrics(style).capHeight() / 2
            letter = QRectF(self.measures.letter, middle - 12, 24, 24)
            lettering.draw(painter, letter, self.letter, style, ink)
            self.paint_status(painter)

    def paint_ground(self, painter: QPainter) -> None:
        """Outline and fill of each state."""
        theme, mark = self.theme, self.mark
        hovered = mark == "open" and self.underMouse()
        shade, line, wide = theme.sheet, theme.line, 1.0
        if mark == "chosen" or hovered:
            shade, line = theme.sunken, theme.ink if mark == "chosen" else theme.edge
        elif mark == "wrong":
            shade, line, wide = theme.alert_tint, theme.alert, 2.0
        elif mark == "right":
            line, wide = theme.ink, 2.0
        half = wide / 2
        painter.setPen(QPen(line, wide))
        painter.setBrush(shade)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 8, 8)

    def paint_status(self, painter: QPainter) -> None:
        """The words and the mark at the right."""
        theme, mark = self.theme, self.mark
        words = WORDS[mark]
        if mark == "chosen":
            room = QRectF(0, 0, self.width() - self.measures.letter, self.height())
            lettering.draw(painter, room, words, self.measures.label, theme.ink2, lettering.RIGHT)
        elif words:
            shade = theme.alert if mark == "wrong" else theme.ink
            room = QRectF(0, 0, self.width() - 48, self.height())
            lettering.draw(painter, room, words, self.measures.label.bold(), shade, lettering.RIGHT)
            middle = QPointF(self.width() - 28, self.height() / 2)
            paint_verdict(painter, middle, mark == "right", shade, theme)


def paint_verdict(
    painter: QPainter, middle: QPointF, right: bool, shade: QColor, theme: Theme
) -> None:
    """A filled circle with a check or a cross."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawEllipse(middle, 10, 10)
    if right:
        paint_check(painter, middle, 1.0, theme.sheet)
    else:
        paint_cross(painter, middle, theme.sheet)
