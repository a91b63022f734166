"""Pane 10 as a widget: what the learner does with a question, and its evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from core.experiment import Experiment
from core.lesson import Choice, Question
from core.trace import Trace
from desktop_app.answers import right_choice
from desktop_app.instruments.spoken import announce, spoken
from desktop_app.panes.lab import Lab
from desktop_app.panes.quiz import evidence
from desktop_app.panes.quiz.evidence import Computed
from desktop_app.panes.quiz.measures import QuizMeasures, quiz_measures
from desktop_app.panes.quiz.question_view import LETTERS, QuestionView
from desktop_app.panes.quiz.score_page import ScorePage
from desktop_app.session import Session
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme
from desktop_app.way_back import WayBack

COMPUTING = "computing the evidence"


class QuizLab(Lab):
    """Draws `session.answers`; what is chosen but not yet confirmed is all it holds itself."""

    def __init__(self, theme: Theme, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.session = session
        self.questions = session.lesson.questions
        self.number = next(part.number for part in session.lesson.slides if part.pane == "quiz")
        self.chosen: tuple[str, int] | None = None  # the question and the place of the option
        self.key_down = False
        self.computed: dict[str, Computed] = {}
        self.view = QuestionView(theme, self.questions, self)
        self.page = ScorePage(theme, session, self)
        self.measured: QuizMeasures | None = None
        self.connect_parts()
        self.draw()

    def connect_parts(self) -> None:
        view, page, session = self.view, self.page, self.session
        view.answered.connect(self.confirm)
        view.pointed.connect(self.choose)
        view.live.clicked.connect(self.see_live)
        view.again.clicked.connect(self.try_again)
        view.next.clicked.connect(self.go_on)
        page.link_followed.connect(self.link_followed)
        page.restarted.connect(self.start_again)
        page.practised.connect(self.session.practice_wanted)
        session.answers_changed.connect(self.answers_changed)
        session.sample_taken.connect(self.show_evidence)

    @property
    def question(self) -> Question | None:
        """The question in front; None on the score page."""
        place = self.session.answers.question
        return self.questions[place] if place < len(self.questions) else None

    @property
    def answer(self) -> Choice | None:
        """The choice that is marked as the answer of the question in front."""
        return self.view.answer if self.question is not None else None

    @property
    def pointed(self) -> int | None:
        """The place of the option that keys point at; what was chosen elsewhere does not count."""
        if self.chosen is None or self.question is None or self.chosen[0] != self.question.id:
            return None
        return self.chosen[1]

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        self.draw()

    def answers_changed(self) -> None:
        self.draw()
        self.session.experiment_changed.emit(self.number)  # the status line says something else

    def draw(self) -> None:
        """Show the answers as they are."""
        question = self.question
        self.page.setVisible(question is None)
        self.view.setVisible(question is not None)
        if question is None:
            self.page.refresh()
        else:
            self.view.show_question(question, self.session.answers, self.pointed)
        self.show_evidence()
        self.arrange()

    def show_evidence(self, *_: object) -> None:
        """Compute the evidence of an answered question once, or ask for the sample it needs."""
        question = self.question
        self.session.seconds.pop(self.number, None)
        if question is None or self.answer is None:
            return
        if question.id not in self.computed:
            missing = evidence.wanted_seeds(question) - set(self.session.samples)
            if missing:
                self.view.panel.show_figures(None, COMPUTING)
                if self.session.slide == self.number:
                    self.session.sample_wanted.emit(min(missing))
                return
            self.computed[question.id] = evidence.computed(question, self.session.samples)
            self.session.experiment_changed.emit(self.number)  # the status line names it
        found, note, seconds = self.computed[question.id]
        self.session.seconds[self.number] = seconds
        self.view.panel.show_figures(found, note)

    # layout

    def set_size_class(self, size_class: SizeClass) -> None:
        self.size_class = size_class
        self.measured = None
        self.arrange()

    def measure(self) -> None:
        """Hand the measures of the present size to the parts, if they changed."""
        window = self.parentWidget()
        height = window.height() if window is not None else self.height()
        measures = quiz_measures(self.size_class, height)
        if measures != self.measured:
            self.measured = measures
            self.view.set_measures(measures, self.size_class.lab_padding)
            self.page.set_measures(measures, self.size_class.lab_padding)

    def arrange(self) -> None:
        self.measure()
        self.page.setGeometry(self.rect())
        self.view.setGeometry(self.rect())

    def content_height(self, width: int) -> int:
        self.measure()
        if self.question is None:
            return self.page.content_height()
        return self.view.content_height(width)

    # what the learner does

    def choose(self, place: int) -> None:
        """Point at an option by key; nothing is answered yet."""
        question = self.question
        if question is None or self.answer is not None:
            return
        if 0 <= place < len(self.view.options):
            self.chosen = question.id, place
            self.view.show_marks(place)
            self.view.focus(self.view.options[place], True)

    def confirm(self, place: int) -> None:
        """Answer with an option, say the verdict, and lead the eye and the focus to why."""
        question = self.question
        if question is None or self.answer is not None:
            return
        panel, choice = self.view.panel, self.view.options[place].choice
        self.chosen = None
        panel.show_answer(question, choice)
        panel.show()
        self.view.focus(panel, self.by_keyboard())  # before the options are disabled
        self.session.answers.answer(question, choice.id)
        self.session.answers_changed.emit()
        self.reveal_panel()
        right = spoken(right_choice(question).text)
        announce(panel, f"{panel.verdict}. The correct answer is: {right}")

    def see_live(self) -> None:
        """Open the slide where this can be tried, and remember the way back."""
        question = self.question
        if question is None or question.see is None or self.answer is None:
            return
        session, see = self.session, question.see
        number = session.number_of(see.slide)
        session.way_back = WayBack("question", number, self.number, session.answers.question)
        if see.experiment is None:
            session.go(number)
        else:
            session.open_experiment(
                number, see.experiment, f"see it live: {question.topic.lower()}"
            )

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
        """Put eye and focus where a fresh question (or the score) begins, and say which it is."""
        if (area := self.scroll_area()) is not None:
            area.verticalScrollBar().setValue(0)
        if self.question is None:
            self.view.focus(self.page.restart, keyboard)
            announce(self.page, self.page.accessibleName())
        else:
            self.view.begin(keyboard)
            announce(self.view.words, self.view.words.accessibleName())

    def by_keyboard(self) -> bool:
        """Whether the keyboard is at work, so that the ring may show."""
        return self.key_down or bool(getattr(QApplication.focusWidget(), "keyboard_focus", True))

    def scroll_area(self) -> QScrollArea | None:
        """What the lab stands in, where it is higher than its window."""
        viewport = self.parentWidget()
        area = viewport.parentWidget() if viewport is not None else None
        return area if isinstance(area, QScrollArea) else None

    def reveal_panel(self) -> None:
        """Scroll down so that the panel and the buttons below it are seen."""
        area = self.scroll_area()
        if area is not None and self.measured is not None:
            foot = self.view.next.geometry().bottom() + self.measured.foot
            area.ensureVisible(0, foot, 0, 0)

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
            fact = evidence.fact(question, self.computed[question.id].figures or ())
            return (place, tally, fact) if fact else (place, tally)
        return (place, tally)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        count = len(self.view.options)
        return (
            *((letter, "choose an answer") for letter in LETTERS[:count]),
            *((str(place + 1), "choose an answer") for place in range(count)),
            ("Return", "confirm the answer"),
            ("Enter", "confirm the answer"),
            ("L", "see it live"),
            ("T", "try again"),
            ("N", "next question"),
        )

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        from desktop_app.panes.quiz.exercises import exercises

        return exercises(self)

    def press(self, key: str) -> None:
        self.key_down = True
        self.act_on(key)
        self.key_down = False

    def act_on(self, key: str) -> None:
        acts = {"L": self.see_live, "T": self.try_again, "N": self.go_on}
        if key in acts:
            acts[key]()
        elif key in {"Return", "Enter"}:
            if self.pointed is not None:
                self.confirm(self.pointed)
        elif key.isdigit():
            self.choose(int(key) - 1)
        else:
            self.choose(LETTERS.index(key))
