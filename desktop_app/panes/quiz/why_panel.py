"""The panel below an answered question: the verdict in words, why, and the evidence."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.lesson import Choice, Question
from desktop_app import lettering
from desktop_app.answers import right_choice
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.panes.quiz import figures
from desktop_app.panes.quiz.evidence import Figure
from desktop_app.panes.quiz.lines import bound, first_baseline
from desktop_app.panes.quiz.measures import MEDIUM, QuizMeasures
from desktop_app.panes.quiz.option import paint_verdict
from desktop_app.theme import Theme

LONGEST_LINE = 640
VERDICTS = {True: "Correct", False: "Not correct"}


class WhyPanel(Instrument):
    """Takes the focus when a question is answered, so that a screen reader reads it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.measures = MEDIUM
        self.question: Question | None = None
        self.choice: Choice | None = None
        self.figures: tuple[Figure, ...] | None = None
        self.note = ""
        self.reason = Prose(theme, MEDIUM.reason, MEDIUM.reason_line, self)
        self.why = Prose(theme, MEDIUM.why, MEDIUM.why_line, self)
        self.rest_top = 0  # where "Why" and the figures begin
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_answer(self, question: Question, choice: Choice) -> None:
        """The words of one answer; the evidence comes with `show_figures`."""
        self.question, self.choice = question, choice
        self.reason.show_markdown(choice.reason)
        self.why.show_markdown(bound(question.why))
        self.name_it()
        self.place_parts()
        self.update()

    def show_figures(self, found: tuple[Figure, ...] | None, note: str = "") -> None:
        """The computed evidence; None and a note while it is being computed, or why it is not."""
        self.figures, self.note = found, note
        self.name_it()
        self.update()

    @property
    def verdict(self) -> str:
        return VERDICTS[self.choice is not None and self.choice.right]

    def name_it(self) -> None:
        """All that is shown, in words, verdict first."""
        if self.question is None or self.choice is None:
            return
        right = right_choice(self.question)
        answer = "" if self.choice.right else f" Correct answer: {spoken(right.text)}"
        self.setAccessibleName(f"{self.verdict}. {spoken(self.choice.reason)}{answer}")
        shown = "; ".join(figures.words(figure) for figure in self.figures or ())
        self.setAccessibleDescription(f"Why: {spoken(self.question.why)} {shown or self.note}")

    def set_measures(self, measures: QuizMeasures) -> None:
        self.measures = measures
        self.reason.set_style(measures.reason, measures.reason_line)
        self.why.set_style(measures.why, measures.why_line)
        self.place_parts()

    # layout

    def reason_left(self) -> int:
        """Where reasons begin: beside the longer of the two verdicts."""
        longer = lettering.width(VERDICTS[False], self.measures.head_style)
        return self.measures.padding + 28 + round(longer) + 16

    def figures_width(self) -> int:
        return 2 * self.measures.figure + self.measures.figure_gap

    def why_width(self, width: int) -> int:
        padding = self.measures.padding
        gap = padding if self.measures.padding < 24 else 40
        return min(width - 2 * padding - self.figures_width() - gap, LONGEST_LINE)

    def height_for(self, width: int, question: Question) -> int:
        """The height for the longest reason, so that a second try moves nothing."""
        room = width - self.reason_left() - self.measures.padding
        shown = self.reason.markdown
        tallest = self.measures.reason_line
        for choice in question.choices:
            self.reason.show_markdown(choice.reason)
            tallest = max(tallest, self.reason.heightForWidth(room))
        self.reason.show_markdown(shown)
        self.why.show_markdown(bound(question.why))
        words = 24 + self.why.heightForWidth(self.why_width(width))
        rest = max(words, self.measures.figure_height if question.evidence else 0)
        top = self.measures.panel_gap
        height = top + tallest + top + rest + top + 4
        return -(-height // 8) * 8  # up to the grid of 8 px

    def place_parts(self) -> None:
        left, padding = self.reason_left(), self.measures.padding
        top = self.measures.panel_gap
        room = max(self.width() - left - padding, 40)
        tall = self.reason.heightForWidth(room)
        capitals = lettering.metrics(self.measures.head_style).capHeight()
        baseline = top + (self.measures.reason_line + capitals) / 2
        self.reason.setGeometry(left, round(baseline - first_baseline(self.reason)), room, tall)
        wide = max(self.why_width(self.width()), 40)
        self.rest_top = top + tall + top
        self.why.setGeometry(padding, self.rest_top + 24, wide, self.why.heightForWidth(wide))

    def figures_rect(self) -> QRectF:
        padding = self.measures.padding
        wide = self.figures_width()
        left = self.width() - padding - wide
        room = self.height() - self.measures.panel_gap - self.rest_top
        # Beside long words figures grow a little, but do not tower.
        return QRectF(left, self.rest_top, wide, min(room, self.measures.figure_height + 40))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_parts()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.choice is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, padding = self.theme, self.measures.padding
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sunken)
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
            right = self.choice.right
            shade = theme.ink if right else theme.alert
            measures = self.measures
            row = QRectF(padding + 28, measures.panel_gap, self.reason_left(), measures.reason_line)
            middle = QPointF(padding + 10, row.center().y())
            paint_verdict(painter, middle, right, shade, theme)
            lettering.draw(painter, row, self.verdict, self.measures.head_style, shade)
            head = QRectF(padding, self.rest_top, 80, 16)
            lettering.draw(painter, head, "Why", EYEBROW, theme.ink3)
            if self.figures is not None:
                figures.paint(
                    painter, self.figures_rect(), self.figures, self.measures.figure_gap, theme
                )
            elif self.note:
                room = self.figures_rect()
                room.setHeight(16)
                note = lettering.fitted(self.note, CAPTION, room.width())
                lettering.draw(painter, room, note, CAPTION, theme.ink2)
