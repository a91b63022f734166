"""Pane 10 as a widget: a question with its answers, why, and where to try it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from core.experiment import Experiment
from core.lesson import Choice, Question
from core.trace import Trace
from desktop_app import lettering
from desktop_app.answers import right_choice
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.panes.lab import Lab
from desktop_app.panes.quiz import evidence
from desktop_app.panes.quiz.evidence import Figure
from desktop_app.panes.quiz.lines import show_question
from desktop_app.panes.quiz.measures import QuizMeasures, quiz_measures
from desktop_app.panes.quiz.option import Mark, Option
from desktop_app.panes.quiz.score_page import ScorePage
from desktop_app.panes.quiz.spoken import announce, spoken
from desktop_app.panes.quiz.why_panel import WhyPanel
from desktop_app.session import Session
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme

LETTERS = "ABCDEFGH"
UNSCORED = "nothing is scored for keeps or saved"
COMPUTING = "computing the evidence"
OPTION_GAP = 8


class QuizLab(Lab):
    """Draws `session.answers`; what is chosen but not yet confirmed is all it holds itself."""

    def __init__(self, theme: Theme, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.session = session
        self.questions = session.lesson.questions
        self.number = next(part.number for part in session.lesson.slides if part.pane == "quiz")
        self.chosen: int | None = None
        self.shown: tuple[str, int] | None = None  # the question and the sitting on the screen
        self.options: list[Option] = []
        self.computed: dict[str, tuple[tuple[Figure, ...] | None, str, float]] = {}
        self.words = Prose(theme, self.measures.question, self.measures.question_line, self)
        self.panel = WhyPanel(theme, self)
        self.page = ScorePage(theme, session, self)
        self.page.link_followed.connect(self.link_followed)
        self.page.restarted.connect(self.start_again)
        self.make_buttons()
        session.answers_changed.connect(self.answers_changed)
        session.sample_taken.connect(self.show_evidence)
        self.draw()

    def make_buttons(self) -> None:
        self.live = PressButton(self.theme, "See it live", self, primary=True)
        self.live.setToolTip("Open the slide with these settings (L)")
        self.live.clicked.connect(self.see_live)
        self.again = PressButton(self.theme, "Try again", self)
        self.again.setToolTip("Take the marks away and answer anew (T)")
        self.again.clicked.connect(self.try_again)
        self.next = PressButton(self.theme, "Next question", self)
        self.next.clicked.connect(self.go_on)

    @property
    def measures(self) -> QuizMeasures:
        return quiz_measures(self.size_class)

    @property
    def question(self) -> Question | None:
        """The question in front; None on the score page."""
        place = self.session.answers.question
        return self.questions[place] if place < len(self.questions) else None

    @property
    def answer(self) -> Choice | None:
        """The choice that is marked as the answer now."""
        question = self.question
        if question is None:
            return None
        marked = self.session.answers.marked.get(question.id)
        return next((choice for choice in question.choices if choice.id == marked), None)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        self.draw()

    def answers_changed(self) -> None:
        self.draw()
        # Slide and status line show something else now, though no experiment changed.
        self.session.experiment_changed.emit(self.number)

    def draw(self) -> None:
        """Show the answers as they are."""
        question = self.question
        self.page.setVisible(question is None)
        for part in (self.words, self.next):
            part.setVisible(question is not None)
        if question is None:
            self.show_score()
        else:
            self.show_question(question)
        self.arrange()
        self.update()

    def show_score(self) -> None:
        self.shown = None
        self.drop_options()
        for part in (self.panel, self.live, self.again):
            part.hide()
        self.session.seconds.pop(self.number, None)
        self.page.refresh()

    def show_question(self, question: Question) -> None:
        answers, answer = self.session.answers, self.answer
        if self.shown != (question.id, answers.seed):
            self.shown = question.id, answers.seed
            self.chosen = None
            self.make_options(question)
        if answer is not None:
            self.chosen = None
        for place, option in enumerate(self.options):
            option.show_mark(self.mark(option.choice, place))
        self.panel.setVisible(answer is not None)
        self.live.setVisible(answer is not None and question.see is not None)
        self.again.setVisible(answer is not None)
        last = question is self.questions[-1]
        self.next.setText("See the score" if last else "Next question")
        self.next.setToolTip("To the score (N)" if last else "To the next question (N)")
        if answer is not None:
            self.panel.show_answer(question, answer)
        self.show_evidence()

    def mark(self, choice: Choice, place: int) -> Mark:
        """How one option looks now."""
        answer = self.answer
        if answer is None:
            return "chosen" if place == self.chosen else "open"
        if choice.right:
            return "right"
        return "wrong" if choice.id == answer.id else "other"

    def drop_options(self) -> None:
        for option in self.options:
            option.hide()
            option.deleteLater()
        self.options = []

    def make_options(self, question: Question) -> None:
        """One row a choice, in the order of this sitting, before the panel in the order of Tab."""
        self.drop_options()
        before: QWidget = self.words
        for letter, choice in zip(LETTERS, self.session.answers.order(question), strict=False):
            option = Option(self.theme, letter, choice, self)
            option.set_measures(self.measures)
            place = len(self.options)
            option.answered.connect(lambda at=place: self.confirm(at))
            option.stepped.connect(lambda step, at=place: self.choose(at + step))
            self.options.append(option)
            option.show()
            QWidget.setTabOrder(before, option)
            before = option
        for part in (self.panel, self.live, self.again, self.next):
            QWidget.setTabOrder(before, part)
            before = part

    def show_evidence(self, *_: object) -> None:
        """Compute the evidence of an answered question once, or ask for the sample it needs."""
        question = self.question
        self.session.seconds.pop(self.number, None)
        if question is None or self.answer is None:
            return
        if question.id not in self.computed:
            missing = evidence.wanted_seeds(question) - set(self.session.samples)
            if missing:
                self.panel.show_figures(None, COMPUTING)
                if self.session.slide == self.number:
                    self.session.sample_wanted.emit(min(missing))
                return
            self.computed[question.id] = self.compute(question)
        found, note, seconds = self.computed[question.id]
        self.session.seconds[self.number] = seconds
        self.panel.show_figures(found, note)

    def compute(self, question: Question) -> tuple[tuple[Figure, ...] | None, str, float]:
        """The figures, or a sentence on why there are none, and the seconds it took."""
        started = time.perf_counter()
        try:
            found, note = evidence.figures(question, self.session.samples), ""
        except ValueError as error:
            found, note = None, str(error)
        return found, note, time.perf_counter() - started

    # layout

    def set_size_class(self, size_class: SizeClass) -> None:
        self.size_class = size_class
        measures = self.measures
        self.words.set_style(measures.question, measures.question_line)
        for part in (*self.options, self.panel):
            part.set_measures(measures)
        self.page.set_measures(measures, size_class.lab_padding)
        self.arrange()

    def arrange(self) -> None:
        self.page.setGeometry(self.rect())
        if self.question is not None:
            self.stack(self.width(), place=True)

    def content_height(self, width: int) -> int:
        if self.question is None:
            return self.page.content_height()
        return self.stack(width, place=False)

    def stack(self, width: int, place: bool) -> int:
        """Put question, options, panel and buttons below each other. Returns the height."""
        question, measures = self.question, self.measures
        assert question is not None
        pad = self.size_class.lab_padding
        room = width - 2 * pad
        y = measures.head
        show_question(self.words, question.text, room)
        self.words.setAccessibleName(spoken(question.text))
        parts: list[tuple[QWidget, int, int]] = []  # (widget, gap above, height)
        parts.append((self.words, 0, self.words.heightForWidth(room)))
        for at, option in enumerate(self.options):
            gap = OPTION_GAP if at else measures.above_options
            parts.append((option, gap, option.height_for(room)))
        panel = self.panel.height_for(room, question)
        parts.append((self.panel, measures.above_panel, panel))
        for widget, gap, height in parts:
            y += gap
            if place:
                widget.setGeometry(pad, y, room, height)
            y += height
        y += measures.above_buttons
        if place:
            self.place_buttons(y)
        return y + measures.button + measures.foot

    def place_buttons(self, y: int) -> None:
        pad, high = self.size_class.lab_padding, self.measures.button
        x = pad
        if self.live.isVisibleTo(self):
            self.live.setGeometry(x, y, 136, high)
            x += 144
        self.again.setGeometry(x, y, 112, high)
        self.next.setGeometry(self.width() - pad - 144, y, 144, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        question = self.question
        if question is None:
            return
        painter = QPainter(self)
        theme, pad = self.theme, self.size_class.lab_padding
        row = QRectF(pad, self.measures.eyebrow, self.width() - 2 * pad, 16)
        place = f"Question {self.session.answers.question + 1} of {len(self.questions)}"
        lettering.draw(painter, row, place, EYEBROW, theme.ink3)
        right, answered = self.session.answers.score(self.questions)
        score = f"Score {right}/{answered}"
        lettering.draw(painter, row, score, EYEBROW, theme.ink3, lettering.RIGHT)
        note = row.adjusted(0, 0, -lettering.width(score.upper(), EYEBROW) - 16, 0)
        lettering.draw(painter, note, UNSCORED, CAPTION, theme.ink3, lettering.RIGHT)
        if self.answer is None:
            hint = QRectF(row.left(), self.panel.y(), row.width(), 16)
            keys = "Click an answer, or choose with the keys A to D and confirm with Enter."
            lettering.draw(painter, hint, keys, CAPTION, theme.ink3)
        painter.end()

    # what the learner does

    def choose(self, place: int) -> None:
        """Point at an option by key; nothing is answered yet."""
        if self.answer is None and 0 <= place < len(self.options):
            self.chosen = place
            for at, option in enumerate(self.options):
                option.show_mark(self.mark(option.choice, at))
            self.focus(self.options[place], True)

    def confirm(self, place: int) -> None:
        """Answer with an option, say the verdict, and lead the eye and the focus to why."""
        question = self.question
        if question is None or self.answer is not None:
            return
        keyboard = self.by_keyboard()
        self.panel.show_answer(question, self.options[place].choice)
        self.panel.show()
        self.focus(self.panel, keyboard)  # before the options are disabled, so that it stays here
        self.session.answers.answer(question, self.options[place].choice.id)
        self.session.answers_changed.emit()
        self.reveal(self.panel)
        right = spoken(right_choice(question).text)
        announce(self.panel, f"{self.panel.verdict}. The correct answer is: {right}")

    def see_live(self) -> None:
        """Open the slide where this can be tried, and remember the way back."""
        question = self.question
        if question is None or question.see is None or self.answer is None:
            return
        session, see = self.session, question.see
        session.came_from = self.number, session.answers.question
        number = session.number_of(see.slide)
        if see.experiment is None:
            session.go(number)
        else:
            session.open_experiment(number, see.experiment, f"see it live: {question.topic}")

    def try_again(self) -> None:
        if self.question is not None and self.answer is not None:
            keyboard = self.by_keyboard()
            self.session.answers.retry(self.question)
            self.session.answers_changed.emit()
            self.begin(keyboard)

    def go_on(self) -> None:
        """To the next question, and after the last one to the score."""
        if self.question is not None:
            keyboard = self.by_keyboard()
            self.session.answers.question += 1
            self.session.answers_changed.emit()
            self.begin(keyboard)

    def start_again(self) -> None:
        keyboard = self.by_keyboard()
        self.session.answers.clear()
        self.session.answers_changed.emit()
        self.begin(keyboard)

    def begin(self, keyboard: bool) -> None:
        """Put the focus where a fresh question (or the score) begins."""
        if self.question is None:
            self.reveal(self.page)
            self.focus(self.page.restart, keyboard)
            announce(self.page, self.page.verdict())
        elif self.answer is None:
            self.reveal(self.words)
            self.focus(self.options[0], keyboard)
            announce(self.words, self.words.accessibleName())
        else:
            self.focus(self.panel, keyboard)

    def by_keyboard(self) -> bool:
        """Whether the keyboard was at work, so that the ring may show."""
        return bool(getattr(QApplication.focusWidget(), "keyboard_focus", True))

    def focus(self, widget: QWidget, keyboard: bool) -> None:
        reasons = Qt.FocusReason
        widget.setFocus(reasons.OtherFocusReason if keyboard else reasons.MouseFocusReason)

    def reveal(self, widget: QWidget) -> None:
        """Scroll so that a part is seen, where the lab is higher than its window."""
        above = self.parentWidget() and self.parentWidget().parentWidget()
        if isinstance(above, QScrollArea):
            foot = self.next if widget is self.panel else widget
            above.ensureWidgetVisible(foot, 0, self.measures.foot)
            if widget is not self.panel:
                above.verticalScrollBar().setValue(0)

    # the frame asks

    def facts(self) -> Sequence[str]:
        answers, question = self.session.answers, self.question
        standings = [answers.standing(part) for part in self.questions]
        right = standings.count("first") + standings.count("later")
        tally = f"{right} right, {standings.count('wrong')} to revisit"
        if question is None:
            return ("score", tally)
        place = f"question {answers.question + 1} of {len(self.questions)}"
        if question.id in self.computed and self.answer is not None:
            found = self.computed[question.id][0]
            return (place, tally, evidence.fact(question, found or ()))
        return (place, tally)

    def keys(self) -> Sequence[tuple[str, str]]:
        letters = [(letter, "choose an answer") for letter in LETTERS[: len(self.options)]]
        digits = [(str(at + 1), "choose an answer") for at in range(len(self.options))]
        return (
            *letters,
            *digits,
            ("Return", "confirm the answer"),
            ("Enter", "confirm the answer"),
            ("L", "see it live"),
            ("T", "try again"),
            ("N", "next question"),
        )

    def press(self, key: str) -> None:
        acts = {"L": self.see_live, "T": self.try_again, "N": self.go_on}
        if key in acts:
            acts[key]()
        elif key in {"Return", "Enter"}:
            if self.chosen is not None:
                self.confirm(self.chosen)
        elif key.isdigit():
            self.choose(int(key) - 1)
        else:
            self.choose(LETTERS.index(key))
