"""Predict first: an edit hides the results, a question is asked, a guess reveals them.

Guesses live here and nowhere else; nothing of them is written anywhere.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.comparing import differences
from core.experiment import Experiment
from core.fault_names import fault_of
from core.lesson import Prediction
from core.predictions import Outcome, is_right, options, outcome
from core.trace import Trace
from desktop_app import lettering, numbers
from desktop_app.drawers.chips import Chips
from desktop_app.drawers.parts import OUT, ROW
from desktop_app.drawers.section import Section
from desktop_app.instruments.base import acts
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.toggle import Switch
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import CAPTION, CHALLENGE, LABEL
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.theme import Theme

REST = "hide each result until you guess it"


class GuessChips(Chips):
    """Left and Right walk the words; a click, a digit, Space or Enter commits one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "Your guess", (("", ""),), parent)

    def show_options(self, words: tuple[str, ...]) -> None:
        self.options = tuple((word, word) for word in words) or (("", ""),)
        self.show_chosen(self.options[0][0])

    def choose(self, index: int) -> None:
        self.chosen.emit(self.options[index][0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        digit = event.text()
        self.keyboard_focus = True
        if step is not None:
            at = min(max(self.index + step, 0), len(self.options) - 1)
            self.show_chosen(self.options[at][0])
        elif acts(event):
            self.choose(self.index)
        elif digit.isdecimal() and 1 <= int(digit) <= len(self.options):
            self.choose(int(digit) - 1)
        else:
            super().keyPressEvent(event)


class PredictSection(Section):
    """hidden_changed(hidden): results shall be hidden, or shown. The switch is the pane's own;
    the second one holds for every pane and is remembered."""

    title = "Predict first"
    hidden_changed = Signal(bool)

    def __init__(
        self, theme: Theme, session: Session, number: int, settings: Settings | None = None
    ) -> None:
        super().__init__(theme, session, number)
        self.settings = settings
        self.predictions = session.slide_at(number).predictions
        self.own: bool | None = None  # what was chosen on this pane, None while nothing was
        self.at = 0
        self.before: tuple[Experiment, Trace] | None = None
        self.question: Prediction | None = None
        self.verdict = ""
        self.switch = Switch(theme, "Predict first on this pane", self)
        self.always = Switch(theme, "On every pane, and from now on", self)
        self.text = Prose(theme, CHALLENGE, 22, self)
        self.reason = Prose(theme, LABEL, 18, self, ink="ink2")
        self.chips = GuessChips(theme, self)
        self.box = ValueBox(theme, "Your guess", float, self)
        self.skip = PressButton(theme, "Show without a guess", self)
        self.switch.toggled.connect(self.turn)
        self.always.toggled.connect(self.turn_always)
        self.chips.chosen.connect(self.commit)
        self.box.entered.connect(self.commit)
        self.skip.clicked.connect(self.give_up)
        self.remember()

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return experiment is not None

    @property
    def on(self) -> bool:
        """Whether results wait here: as chosen on this pane, else as on every pane."""
        everywhere = self.settings is not None and self.settings.predict_first
        return everywhere if self.own is None else self.own

    @property
    def waiting(self) -> bool:
        """Whether results are hidden until a guess is made."""
        return self.question is not None

    # what a hand does

    def turn(self, on: bool) -> None:
        """On this pane only."""
        self.own = on
        if not on:
            self.reveal()
        self.remember()
        self.session.said.emit("results wait for your guess" if on else "results show at once")
        self.refresh()

    def turn_always(self, on: bool) -> None:
        """On every pane, in this sitting and the next ones."""
        if self.settings is not None:
            self.settings.predict_first = on
        self.session.said.emit("predict first, on every pane" if on else "predict where you choose")
        self.refresh()

    def commit(self, guess: str | float) -> None:
        """A guess is made: what was hidden is shown, with the reason."""
        if self.question is None:
            return  # the box hands its number over once more when it is hidden
        found = self.found()
        if found is None:
            self.give_up()
            return
        right = is_right(self.question, found, guess)
        said = guess if isinstance(guess, str) else numbers.precise(guess)
        answer = found.answer
        told = answer if isinstance(answer, str) else self.written(answer)
        self.verdict = f"You said {said}: right" if right else f"You said {said}. It is: {told}"
        self.reason.show_markdown(self.filled(self.question.reason, found))
        self.at += 1
        self.reveal()
        self.session.said.emit(self.verdict)

    def give_up(self) -> None:
        self.verdict = ""
        self.reveal()

    def reveal(self) -> None:
        self.question = None
        self.remember()
        self.hidden_changed.emit(False)
        self.refresh()

    # watching

    def remember(self) -> None:
        """What is on show now is what the next edit is compared with."""
        trace = self.session.traces.get(self.number)
        experiment = self.experiment
        if trace is not None and trace.experiment is experiment and experiment is not None:
            self.before = experiment, trace

    def watch(self) -> None:
        """The slide was drawn: after an edit that a question fits, ask it.

        Reasons are those of the right formula, so nothing is asked while a fault comes or goes.
        """
        experiment, trace = self.experiment, self.trace
        if experiment is None or trace is None:
            return
        still = self.before is None or not differences(self.before[0], experiment)
        broken = fault_of(experiment) or (self.before is not None and fault_of(self.before[0]))
        if not self.on or still or broken:
            if self.waiting:
                self.question = None
                self.hidden_changed.emit(False)
            self.before = experiment, trace
            return
        if not self.waiting:
            self.ask()

    def ask(self) -> None:
        """The next question that fits these numbers; without one nothing is hidden."""
        for step in range(len(self.predictions)):
            self.question = self.predictions[(self.at + step) % len(self.predictions)]
            if self.found() is not None:
                self.at += step
                self.verdict = ""
                self.box.restore()
                self.hidden_changed.emit(True)
                return
        self.question = None
        self.remember()

    def found(self) -> Outcome | None:
        """What the edit did to what is asked; None where that does not apply."""
        trace = self.trace
        if self.question is None or self.before is None or trace is None:
            return None
        try:
            return outcome(self.question, self.before[1], trace)
        except (ValueError, KeyError, IndexError):
            return None

    def written(self, value: float) -> str:
        assert self.question is not None
        return numbers.fixed(value, self.question.decimals)

    def filled(self, text: str, found: Outcome) -> str:
        """A reason with the numbers of this edit in it."""
        for name, value in (("before", found.before), ("value", found.value)):
            shown = (
                value if isinstance(value, str) else "" if value is None else self.written(value)
            )
            text = text.replace("{" + name + "}", shown)
        return text

    # showing

    def show_rows(self) -> None:
        self.switch.set_on(self.on)
        trace = self.trace
        question = self.question if trace is not None else None
        choice = question is not None and question.kind != "number"
        if question is not None and trace is not None:
            self.text.show_markdown(question.text)
            if choice and self.chips.options[0][0] not in options(question, trace):
                self.chips.show_options(options(question, trace))
        self.text.setVisible(question is not None)
        self.chips.setVisible(choice)
        self.box.setVisible(question is not None and not choice)
        self.skip.setVisible(question is not None)
        self.reason.setVisible(question is None and bool(self.verdict))
        self.always.setVisible(self.settings is not None and self.on)
        self.always.set_on(self.settings is not None and self.settings.predict_first)
        self.update()

    def stack(self, width: int) -> list[tuple[QWidget, int, int, int]]:
        """Widget, x, y and height of what is on show, below the head and its line."""
        y, inner = ROW + 16, width - 2 * OUT
        placed: list[tuple[QWidget, int, int, int]] = []
        if not self.always.isHidden():
            placed.append((self.always, width - OUT - 36, y + 2, 24))
            y += 28
        if not self.reason.isHidden():
            y += 24
            high = self.reason.heightForWidth(inner)
            placed.append((self.reason, OUT, y, high))
            y += high
        for part in (self.text, self.chips, self.box, self.skip):
            if part.isHidden():
                continue
            high = 32
            if part is self.text:
                high = self.text.heightForWidth(inner)
            elif part is self.chips:
                high = self.chips.height_for(inner)
            placed.append((part, OUT, y + 4, high))
            y += high + 12
        placed.append((self, 0, y, 0))
        return placed

    def head_room(self) -> int:
        return 36 + 2 * OUT

    def rows_height(self, width: int) -> int:
        return self.stack(width)[-1][2] - ROW

    def arrange_rows(self, width: int) -> None:
        self.switch.move(width - OUT - 36, 12)
        for part, x, y, high in self.stack(width)[:-1]:
            widths: dict[QWidget, int] = {self.always: 36, self.box: 72}
            wide = widths.get(part, width - 2 * OUT)
            if part is self.skip:
                wide = self.skip.sizeHint().width() + 12
            part.setGeometry(x, y, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, wide = self.theme, self.width() - 2 * OUT
            lettering.draw(painter, QRectF(OUT, ROW - 10, wide - 48, 18), REST, LABEL, theme.ink2)
            y = ROW + 16.0
            if not self.always.isHidden():
                room = QRectF(OUT, y, wide - 48, 28)
                lettering.draw(painter, room, "on every pane, from now on", CAPTION, theme.ink2)
                y += 28
            if not self.reason.isHidden():
                room = QRectF(OUT, y + 2, wide, 20)
                words = lettering.fitted(self.verdict, LABEL.bold(), wide)
                lettering.draw(painter, room, words, LABEL.bold(), theme.ink)
