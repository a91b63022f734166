"""The practice page: topics at the left, a question at the right; nothing is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from core.practice.generators import LARGEST_SEED
from core.practice.typed import NotANumberError
from desktop_app.frame.column_page import ColumnPage
from desktop_app.instruments.spoken import announce, spoken
from desktop_app.panes.quiz.measures import quiz_measures
from desktop_app.practice.seeing import open_live
from desktop_app.practice.topics import TopicList
from desktop_app.practice.view import PracticeView
from desktop_app.session import Session
from desktop_app.theme import Theme

BODY = """
Each question is made from its seed and answered by the engine of the labs. No answer is saved.
"""


class PracticePage(ColumnPage):
    """1 to 9 choose, Enter answers, N goes on, L opens the lab, R retries what was missed."""

    def __init__(self, theme: Theme, session: Session) -> None:
        super().__init__(theme, session, "Questions Without End", "Practice", BODY)
        self.sitting = session.practice
        self.key_down = False
        self.topics = TopicList(theme, self.sitting)
        self.topics.topic_chosen.connect(self.choose_topic)
        self.topics.retry_wanted.connect(self.retry_misses)
        self.column.add(20, self.topics)
        self.view = PracticeView(theme, self.sitting, self)
        self.view.setObjectName("lab")
        self.area.setWidget(self.view)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.connect_view()

    def connect_view(self) -> None:
        view = self.view
        view.answer_wanted.connect(self.answer)
        view.row_used.connect(self.use_row)
        view.entry_moved.connect(self.move_entry)
        view.field.textEdited.connect(self.type_number)
        view.seed.entered.connect(self.open_seed)
        view.live.clicked.connect(self.see_live)
        view.again.clicked.connect(self.try_again)
        view.next.clicked.connect(self.go_on)

    # opening and drawing

    def opened(self) -> None:
        self.session.way_back = None
        self.column.back.show_slide(self.session.slide)
        if self.sitting.question is None:
            self.sitting.open_next()
            self.fresh(self.by_keyboard())
        else:
            self.draw()
            self.view.begin(self.by_keyboard())

    def draw(self) -> None:
        """Show the sitting as it is."""
        if self.sitting.question is not None:
            self.view.show_sitting()
            self.topics.refresh()
            self.arrange()
            self.moved.emit()

    def fresh(self, keyboard: bool) -> None:
        """A question that has just come to the front."""
        self.view.pointed, self.view.note = -1, ""
        self.view.field.clear()
        self.draw()
        self.area.verticalScrollBar().setValue(0)
        self.view.begin(keyboard)
        announce(self.view.words, self.view.words.accessibleName())

    def arrange_area(self) -> None:
        measures = quiz_measures(self.size_class, self.height())
        self.view.set_measures(measures, self.size_class.lab_padding)
        width = self.area.viewport().width()
        height = max(self.view.content_height(width), self.area.viewport().height())
        self.view.resize(width, height)
        self.view.arrange()

    # what the learner does

    def use_row(self, place: int) -> None:
        """A click on a row: it answers a single choice, and is taken or left in a multiple one."""
        sitting, view = self.sitting, self.view
        if sitting.question is None or sitting.verdict is not None:
            return
        kind, choice = sitting.question.kind, view.rows[place].choice.id
        if kind == "order":
            view.point(place)
        elif kind == "multiple":
            sitting.toggle(choice)
            view.show_rows()
            view.focus(view.rows[place], self.by_keyboard())
        else:
            sitting.chosen = [choice]
            self.answer()

    def move_entry(self, place: int, step: int) -> None:
        """Move an entry of an order up or down; the keyboard stays with it."""
        if self.sitting.verdict is None and self.sitting.move(place, step):
            self.view.pointed = place + step
            self.view.show_rows()
            self.view.arrange()
            self.view.focus(self.view.rows[place + step], self.by_keyboard())
            moved = self.view.rows[place + step]
            announce(moved, moved.accessibleName())

    def type_number(self, text: str) -> None:
        self.sitting.typed = text
        self.view.say("")

    def answer(self) -> None:
        """Grade what is given, say the verdict, and lead eye and focus to why."""
        sitting, view = self.sitting, self.view
        if sitting.question is None or sitting.verdict is not None:
            return
        if sitting.question.kind == "single" and not sitting.chosen and view.pointed >= 0:
            sitting.chosen = [view.rows[view.pointed].choice.id]
        if sitting.question.kind in {"single", "multiple"} and not sitting.chosen:
            view.say("nothing is chosen yet")
            return
        keyboard = self.by_keyboard()
        try:
            verdict = sitting.answer()
        except NotANumberError as error:
            view.say(str(error))
            return
        view.say("")
        self.draw()
        view.focus(view.panel, keyboard)
        foot = view.next.geometry().bottom() + view.measures.foot
        self.area.ensureVisible(0, foot, 0, 0)
        right = spoken(view.right_words())
        words = "Correct" if verdict.right else f"Not correct. The correct answer is: {right}"
        announce(view.panel, words)

    def go_on(self) -> None:
        keyboard = self.by_keyboard()
        self.sitting.open_next()
        self.fresh(keyboard)

    def try_again(self) -> None:
        if self.sitting.verdict is not None:
            keyboard = self.by_keyboard()
            self.sitting.retry()
            self.fresh(keyboard)

    def choose_topic(self, topic: str | None) -> None:
        self.sitting.choose_topic(topic)
        self.fresh(self.by_keyboard())

    def retry_misses(self) -> None:
        if self.sitting.misses():
            self.sitting.retry_misses()
            self.fresh(self.by_keyboard())

    def open_seed(self) -> None:
        """The question of the seed that was typed."""
        text = self.view.seed.text().strip()
        if not text.isdecimal() or int(text) > LARGEST_SEED:
            self.view.say(f"a seed is a whole number from 0 to {LARGEST_SEED}")
            return
        self.sitting.open(int(text))
        self.fresh(True)

    def see_live(self) -> None:
        """Open the pane in the state that shows it, and remember the way back."""
        question = self.sitting.question
        if question is None or self.sitting.verdict is None:
            return
        if not open_live(self.session, question):
            self.said.emit("this lesson has no pane that shows it")

    # the frame asks

    def facts(self) -> Sequence[str]:
        right, asked = self.sitting.tally()
        found = [f"{right} right of {asked}" if asked else "nothing answered yet"]
        if self.sitting.question is not None:
            found.append(f"question {self.sitting.seed}")
        if self.sitting.retrying:
            found.append(f"{len(self.sitting.retrying)} more to retry")
        return (*found, "nothing is saved")

    def by_keyboard(self) -> bool:
        """Whether the keyboard is at work, so that the ring may show."""
        return self.key_down or bool(getattr(QApplication.focusWidget(), "keyboard_focus", False))

    def press(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        self.key_down = True
        try:
            return self.act_on(event)
        finally:
            self.key_down = False

    def act_on(self, event: QKeyEvent) -> bool:
        keys, key = Qt.Key, Qt.Key(event.key())
        acts = {
            keys.Key_N: self.go_on,
            keys.Key_L: self.see_live,
            keys.Key_A: self.try_again,
            keys.Key_R: self.retry_misses,
            keys.Key_Return: self.answer,
            keys.Key_Enter: self.answer,
        }
        if key in acts:
            acts[key]()
            return True
        if event.text().isdecimal() and self.sitting.verdict is None:
            self.digit(event.text())
            return True
        return False

    def digit(self, text: str) -> None:
        """A digit chooses a row, takes one into a multiple choice, or begins a number."""
        place, kind = int(text) - 1, self.sitting.question.kind if self.sitting.question else ""
        field: QLineEdit = self.view.field
        if kind == "number":
            self.view.focus(field, True)
            field.insert(text)
            self.type_number(field.text())
        elif 0 <= place < len(self.view.rows):
            self.view.point(place)
            if kind == "multiple":
                self.use_row(place)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """Questions of every kind, answered wrong and right, and the misses again."""
        acts: list[tuple[str, Callable[[], object]]] = []
        for row in self.topics.rows:
            acts += [
                ("topics", row.click),
                ("answers", self.answer_somehow),
                ("second tries", self.try_again),
                ("answers", self.answer_somehow),
                ("next", self.go_on),
            ]
        return [*acts, ("retries", self.retry_misses)]

    def answer_somehow(self) -> None:
        """Answer the question in front, rightly or not."""
        sitting = self.sitting
        assert sitting.question is not None
        if sitting.question.kind == "number":
            sitting.typed = "1"
        elif sitting.question.kind != "order":
            sitting.chosen = [sitting.question.choices[0].id]
        self.answer()
