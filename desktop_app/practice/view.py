"""One practice question on the screen: words, rows or a field, why, and the buttons."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.lesson import Choice, Question
from core.practice.question import PracticeQuestion
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.panes.quiz.lines import show_question
from desktop_app.panes.quiz.measures import MEDIUM, QuizMeasures
from desktop_app.panes.quiz.option import Mark
from desktop_app.panes.quiz.why_panel import WhyPanel
from desktop_app.practice.field import NumberField
from desktop_app.practice.rows import AnswerRow
from desktop_app.sitting import Sitting
from desktop_app.theme import Theme

MOST_ROWS = 9
GAP, FIELD, FIELD_HEIGHT = 8, 240, 48
LIVE, AGAIN, NEXT, SEED = 136, 112, 144, 88
HOW = {
    "single": "Click an answer, or choose with the keys 1 to {count} and confirm with Enter.",
    "multiple": "Choose all that are right, by click or with the keys 1 to {count}; Enter answers.",
    "number": "Type a number, a fraction or a percentage; Enter answers.",
    "order": "Arrows move an entry; the keys 1 to {count} take hold of one; Enter answers.",
}
KINDS = {
    "single": "one answer",
    "multiple": "several answers",
    "number": "a number",
    "order": "an order",
}


class PracticeView(Instrument):
    """Draws a sitting. answer_wanted(): what is given is to be graded. row_used(place): a click
    or Space on a row. entry_moved(place, step): an entry is to change places.
    """

    answer_wanted = Signal()
    row_used = Signal(int)
    entry_moved = Signal(int, int)

    def __init__(self, theme: Theme, sitting: Sitting, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.sitting = sitting
        self.measures, self.padding = MEDIUM, 24
        self.pointed = -1
        self.note = ""
        self.words = Prose(theme, MEDIUM.question, MEDIUM.question_line, self)
        self.seed = NumberField(theme, self)
        self.seed.setMaxLength(6)
        self.seed.setAccessibleName("seed of this question")
        self.seed.setToolTip("The seed makes this question again; type another and press Enter")
        self.all_rows = [self.made_row(place) for place in range(MOST_ROWS)]
        self.rows: list[AnswerRow] = []
        self.field = NumberField(theme, self)
        self.field.setAccessibleName("your answer")
        self.field.entered.connect(self.answer_wanted)
        self.panel = WhyPanel(theme, self)
        self.check = PressButton(theme, "Answer", self, primary=True)
        self.check.setToolTip("Enter")
        self.check.clicked.connect(self.answer_wanted)
        self.live = PressButton(theme, "See it live", self, primary=True)
        self.live.setToolTip("Open the pane in the state that shows it (L)")
        self.again = PressButton(theme, "Try again", self)
        self.again.setToolTip("Take the answer away (A)")
        self.next = PressButton(theme, "Next question", self)
        self.next.setToolTip("N")

    def made_row(self, place: int) -> AnswerRow:
        row = AnswerRow(self.theme, str(place + 1), self)
        row.answered.connect(lambda: self.row_used.emit(place))
        row.confirmed.connect(lambda: self.confirm(place))
        row.stepped.connect(lambda step: self.step(place, step))
        return row

    # the question as it is

    @property
    def question(self) -> PracticeQuestion:
        question = self.sitting.question
        assert question is not None
        return question

    def choices(self) -> list[Choice]:
        """The choices in the order in which the rows show them."""
        if self.question.kind != "order":
            return list(self.question.choices)
        by_id = {part.id: part for part in self.question.choices}
        return [by_id[name] for name in self.sitting.order]

    def asked(self) -> Question:
        """The question in the form that the panel takes: the answer given, and the right one."""
        question, verdict = self.question, self.sitting.verdict
        reason = verdict.reason if verdict is not None else ""
        right = verdict is not None and verdict.right
        given = Choice("given", "", reason, right)
        truth = Choice("right", self.right_words(), "", True)
        choices = (given,) if right else (given, truth)
        return Question("practice", question.topic, question.text, question.why, "", choices)

    def right_words(self) -> str:
        """The right answer, to be read aloud."""
        question = self.question
        if question.kind == "number":
            return question.shown
        by_id = {part.id: part.text for part in question.choices}
        names = question.order or [part.id for part in question.choices if part.right]
        return "; ".join(by_id[name] for name in names)

    # drawing

    def show_sitting(self) -> None:
        """Draw all from scratch."""
        question, answered = self.question, self.sitting.verdict is not None
        self.words.setAccessibleName(spoken(question.text))
        self.seed.setText(str(question.seed))
        self.show_rows()
        self.field.setVisible(question.kind == "number")
        self.field.setEnabled(not answered)
        if not self.sitting.typed and not answered:
            self.field.clear()
        self.panel.setVisible(answered)
        if self.sitting.verdict is not None:
            asked = self.asked()
            self.panel.show_answer(asked, asked.choices[0])
        self.check.setVisible(not answered and question.kind != "single")  # there a click answers
        self.live.setVisible(answered)
        self.again.setVisible(answered)
        self.arrange()
        self.update()

    def show_rows(self) -> None:
        """One row a choice, each in its state."""
        choices, kind = self.choices(), self.question.kind
        self.rows = self.all_rows[: len(choices)]
        for place, (row, choice) in enumerate(zip(self.rows, choices, strict=True)):
            if row.choice != choice:
                row.show_choice(choice)
            belongs = self.question.order.index(choice.id) + 1 if kind == "order" else 0
            missed = choice.right and choice.id not in self.sitting.chosen
            row.show_row(kind, self.mark(choice, place), missed, belongs)
        for place, row in enumerate(self.all_rows):
            row.setVisible(place < len(choices))

    def mark(self, choice: Choice, place: int) -> Mark:
        """How a row looks now."""
        sitting, kind = self.sitting, self.question.kind
        chosen = choice.id in sitting.chosen
        if sitting.verdict is None:
            taken = chosen if kind == "multiple" else place == self.pointed
            return "chosen" if taken else "open"
        if kind == "order":
            return "right" if self.question.order[place] == choice.id else "wrong"
        if choice.right:
            return "right"
        return "wrong" if chosen else "other"

    def say(self, note: str) -> None:
        """A sentence below the field, in place of how to answer."""
        self.note = note
        self.update()

    # layout

    def set_measures(self, measures: QuizMeasures, padding: int) -> None:
        """Type and distances; without figures the panel keeps its width for words."""
        self.measures = measures._replace(figure=0, figure_gap=0)
        self.padding = padding
        self.words.set_style(measures.question, measures.question_line)
        for row in self.all_rows:
            row.set_measures(self.measures)
        self.field.set_style(measures.option)
        self.seed.set_style(measures.label)
        self.panel.set_measures(self.measures)

    def content_height(self, width: int) -> int:
        return self.stack(width, place=False) if self.sitting.question is not None else 0

    def arrange(self) -> None:
        if self.sitting.question is not None:
            self.stack(self.width(), place=True)

    def stack(self, width: int, place: bool) -> int:
        """Put question, answer, panel and buttons below each other. Returns the height."""
        measures, pad = self.measures, self.padding
        room = width - 2 * pad
        wide = show_question(self.words, self.question.text, room)
        y = measures.head
        parts: list[tuple[QWidget, int, int]] = [
            (self.words, wide, self.words.heightForWidth(wide))
        ]
        if self.question.kind == "number":
            parts.append((self.field, min(FIELD, room), FIELD_HEIGHT))
        parts += [(row, room, row.height_for(room)) for row in self.rows]
        for at, (widget, across, height) in enumerate(parts):
            if place:
                widget.setGeometry(pad, y, across, height)
            y += height + (measures.above_options if at == 0 else GAP)
        y += measures.above_panel - GAP
        tall = self.panel.height_for(room, self.asked()) if self.panel.isVisibleTo(self) else 24
        if place:
            self.panel.setGeometry(pad, y, room, tall)
            self.seed.setGeometry(width - pad - SEED, measures.eyebrow - 6, SEED, 28)
        y += tall + measures.above_buttons
        if place:
            self.place_buttons(y)
        return y + measures.button + measures.foot

    def place_buttons(self, y: int) -> None:
        pad, high = self.padding, self.measures.button
        self.check.setGeometry(pad, y, AGAIN, high)
        self.live.setGeometry(pad, y, LIVE, high)
        self.again.setGeometry(pad + LIVE + 8, y, AGAIN, high)
        self.next.setGeometry(self.width() - pad - NEXT, y, NEXT, high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line above the question, and below the answer how to give it."""
        if self.sitting.question is None:
            return
        with QPainter(self) as painter:
            theme = self.theme
            row = QRectF(self.padding, self.measures.eyebrow, self.width() - 2 * self.padding, 16)
            head = f"{self.question.topic} · {KINDS[self.question.kind]}"
            lettering.draw(painter, row, head, EYEBROW, theme.ink3)
            label = row.adjusted(0, 0, -SEED - 8, 0)
            lettering.draw(painter, label, "Seed", EYEBROW, theme.ink3, lettering.RIGHT)
            if self.sitting.verdict is None:
                keys = HOW[self.question.kind].format(count=len(self.rows))
                words, shade = (self.note, theme.alert) if self.note else (keys, theme.ink3)
                room = QRectF(row.left(), self.panel.y(), row.width(), 16)
                shown = lettering.fitted(words, CAPTION, room.width())
                lettering.draw(painter, room, shown, CAPTION, shade, everyday=not self.note)

    # keys and focus

    def step(self, place: int, step: int) -> None:
        """Up or Down on a row: another row, or in an order the entry itself."""
        if self.question.kind == "order":
            self.entry_moved.emit(place, step)
        else:
            self.point(place + step)

    def confirm(self, place: int) -> None:
        """Enter on a row answers; in a single choice with this very row."""
        if self.question.kind == "single":
            self.row_used.emit(place)
        else:
            self.answer_wanted.emit()

    def point(self, place: int) -> None:
        """Point at a row by key."""
        if self.sitting.verdict is None and 0 <= place < len(self.rows):
            self.pointed = place
            self.show_rows()
            self.focus(self.rows[place], True)

    def begin(self, keyboard: bool) -> None:
        """Put the focus where a fresh question begins, or on why where it is answered."""
        if self.sitting.verdict is not None:
            self.focus(self.panel, keyboard)
        elif self.question.kind == "number":
            self.focus(self.field, keyboard)
        else:
            self.focus(self.rows[0], keyboard)

    def focus(self, widget: QWidget, keyboard: bool) -> None:
        """Give the focus; the ring shows only where the keyboard was at work."""
        reasons = Qt.FocusReason
        widget.setFocus(reasons.ShortcutFocusReason if keyboard else reasons.MouseFocusReason)
