"""One question on the screen: its words, the options, the panel and the buttons, stacked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.lesson import Choice, Question
from desktop_app import lettering
from desktop_app.answers import Answers
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.panes.quiz.lines import show_question
from desktop_app.panes.quiz.measures import MEDIUM, QuizMeasures
from desktop_app.panes.quiz.option import Mark, Option
from desktop_app.panes.quiz.why_panel import WhyPanel
from desktop_app.theme import Theme

LETTERS = "ABCDEFGH"
UNSCORED = "nothing is scored for keeps or saved"
HOW = "Click an answer, or choose with the keys A to {last} and confirm with Enter."
OPTION_GAP = 8
LIVE, AGAIN, NEXT = 136, 112, 144  # the widths of the buttons


class QuestionView(Instrument):
    """Draws one question of `Answers`. answered(place): an option was clicked or confirmed.

    pointed(place): Up or Down asks for an option, which may be outside the list.
    """

    answered = Signal(int)
    pointed = Signal(int)

    def __init__(self, theme: Theme, questions: tuple[Question, ...], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.questions = questions
        self.measures, self.padding = MEDIUM, 24
        self.question: Question | None = None
        self.answer: Choice | None = None
        self.sitting = -1
        self.score = (0, 0)
        self.measured_for: object = None
        self.measured: tuple[int, list[int]] = (0, [])
        self.words = Prose(theme, self.measures.question, self.measures.question_line, self)
        self.rows = self.make_options()
        self.options: list[Option] = []  # the rows in use
        self.panel = WhyPanel(theme, self)
        self.live = PressButton(theme, "See it live", self, primary=True)
        self.live.setToolTip("Open the pane with these settings (L)")
        self.again = PressButton(theme, "Try again", self)
        self.again.setToolTip("Take the marks away and answer anew (T)")
        self.next = PressButton(theme, "Next question", self)

    # drawing

    def show_question(self, question: Question, answers: Answers, chosen: int | None) -> None:
        """Draw a question as its answers are; `chosen` is pointed at by key."""
        if self.question is not question or self.sitting != answers.seed:
            self.question, self.sitting = question, answers.seed
            self.show_choices(answers.order(question))
        marked = answers.marked.get(question.id)
        self.answer = next((part for part in question.choices if part.id == marked), None)
        self.score = answers.score(self.questions)
        self.show_marks(chosen)
        answered = self.answer is not None
        self.panel.setVisible(answered)
        self.live.setVisible(answered and question.see is not None)
        self.again.setVisible(answered)
        last = question is self.questions[-1]
        self.next.setText("See the score" if last else "Next question")
        self.next.setToolTip("To the score (N)" if last else "To the next question (N)")
        if self.answer is not None:
            self.panel.show_answer(question, self.answer)
        self.arrange()
        self.words.setAccessibleName(spoken(question.text))
        self.update()

    def show_marks(self, chosen: int | None) -> None:
        """How each option looks now."""
        for place, option in enumerate(self.options):
            option.show_mark(self.mark(option.choice, place == chosen))

    def mark(self, choice: Choice, chosen: bool) -> Mark:
        if self.answer is None:
            return "chosen" if chosen else "open"
        if choice.right:
            return "right"
        return "wrong" if choice.id == self.answer.id else "other"

    def make_options(self) -> list[Option]:
        """As many rows as the longest question needs; Tab goes along the children as made."""
        options = []
        count = max((len(question.choices) for question in self.questions), default=0)
        for place, letter in enumerate(LETTERS[:count]):
            option = Option(self.theme, letter, self)
            option.answered.connect(lambda at=place: self.answered.emit(at))
            option.stepped.connect(lambda step, at=place: self.pointed.emit(at + step))
            options.append(option)
        return options

    def show_choices(self, choices: tuple[Choice, ...]) -> None:
        """One row a choice; rows without one hide."""
        self.options = self.rows[: len(choices)]
        for option, choice in zip(self.options, choices, strict=True):
            option.show_choice(choice)
        for place, option in enumerate(self.rows):
            option.setVisible(place < len(choices))

    # layout

    def set_measures(self, measures: QuizMeasures, padding: int) -> None:
        self.measures, self.padding = measures, padding
        self.words.set_style(measures.question, measures.question_line)
        for option in self.rows:
            option.set_measures(measures)
        self.panel.set_measures(measures)
        self.arrange()

    def content_height(self, width: int) -> int:
        """The least height at which everything shows at this width."""
        return self.stack(width, place=False) if self.question is not None else 0

    def arrange(self) -> None:
        if self.question is not None:
            self.stack(self.width(), place=True)

    def stack(self, width: int, place: bool) -> int:
        """Put question, options, panel and buttons below each other. Returns the height."""
        measures, pad = self.measures, self.padding
        room = width - 2 * pad
        wide, heights = self.heights(room)
        first, *others, last = heights
        parts: list[tuple[QWidget, int, int]] = []  # (widget, gap above, height)
        parts.append((self.words, measures.head, first))
        for at, option in enumerate(self.options):
            gap = OPTION_GAP if at else measures.above_options
            parts.append((option, gap, others[at]))
        parts.append((self.panel, measures.above_panel, last))
        y = 0
        for widget, gap, height in parts:
            y += gap
            if place:
                widget.setGeometry(pad, y, wide if widget is self.words else room, height)
            y += height
        y += measures.above_buttons
        if place:
            self.place_buttons(y)
        return y + measures.button + measures.foot

    def heights(self, room: int) -> tuple[int, list[int]]:
        """How wide the question is set, and the heights of question, options and panel.

        Measured once for each width: breaking lines takes several attempts.
        """
        question, measures = self.question, self.measures
        assert question is not None
        key = (question.id, self.sitting, room, measures)
        if key != self.measured_for:
            wide = show_question(self.words, question.text, room)
            heights = [self.words.heightForWidth(wide)]
            heights += [option.height_for(room) for option in self.options]
            heights.append(self.panel.height_for(room, question))
            self.measured_for, self.measured = key, (wide, heights)
        return self.measured

    def place_buttons(self, y: int) -> None:
        pad, high = self.padding, self.measures.button
        x = pad
        if self.live.isVisibleTo(self):
            self.live.setGeometry(x, y, LIVE, high)
            x += LIVE + 8
        self.again.setGeometry(x, y, AGAIN, high)
        self.next.setGeometry(self.width() - pad - NEXT, y, NEXT, high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line above the question, and before it is answered how to do so."""
        if self.question is None:
            return
        with QPainter(self) as painter:
            theme, right = self.theme, lettering.RIGHT
            row = QRectF(self.padding, self.measures.eyebrow, self.width() - 2 * self.padding, 16)
            place = f"Question {self.questions.index(self.question) + 1} of {len(self.questions)}"
            lettering.draw(painter, row, place, EYEBROW, theme.ink3)
            score = f"Score {self.score[0]}/{self.score[1]}"
            lettering.draw(painter, row, score, EYEBROW, theme.ink3, right, everyday=True)
            note = row.adjusted(0, 0, -lettering.width(score.upper(), EYEBROW) - 16, 0)
            lettering.draw(painter, note, UNSCORED, CAPTION, theme.ink3, right)
            if self.answer is None:
                how = QRectF(row.left(), self.panel.y(), row.width(), 16)
                keys = HOW.format(last=LETTERS[len(self.options) - 1])
                lettering.draw(painter, how, keys, CAPTION, theme.ink3, everyday=True)

    # focus

    def begin(self, keyboard: bool) -> None:
        """Put the focus where a fresh question begins, or on why where it is answered."""
        self.focus(self.options[0] if self.answer is None else self.panel, keyboard)

    def focus(self, widget: QWidget, keyboard: bool) -> None:
        """Give the focus; the ring shows only where the keyboard was at work."""
        reasons = Qt.FocusReason
        widget.setFocus(reasons.ShortcutFocusReason if keyboard else reasons.MouseFocusReason)
