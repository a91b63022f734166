"""One slide in the window: its words at the left, its lab at the right, wired to the session."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from core.experiment import Experiment
from core.experiments.base import is_from_file
from core.fault_names import fault_of
from core.lesson import Challenge, Slide
from core.places import NoSuchTokenError
from core.predicates import progress
from core.prose import plain
from core.trace import Trace
from desktop_app import numbers
from desktop_app.drawers.side import DrawerName, Side
from desktop_app.frame.back_chip import BackChip
from desktop_app.frame.lesson_column import LessonColumn
from desktop_app.instruments.challenge_card import ChallengeCard
from desktop_app.instruments.challenge_state import CardState
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.sizes import FOLDING_HEIGHT, SizeClass
from desktop_app.solving import Solver
from desktop_app.theme import Theme

FROM_FILE = "This challenge belongs to the lesson's own numbers; these come from a file."
OTHER_WORDS = "This challenge belongs to the lesson's own words; others stand here now."


class LabArea(QScrollArea):
    """Holds the lab; scrolls when the window is too low for it."""

    def __init__(self, lab: Lab, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("labArea")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        lab.setObjectName("lab")
        self.lab = lab
        self.setWidget(lab)
        self.viewport().setAutoFillBackground(False)
        lab.setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """As high as the window, or as high as the lab needs."""
        width = self.viewport().width()
        height = max(self.viewport().height(), self.lab.content_height(width))
        self.lab.resize(width, height)


class Hairline(QWidget):
    """The line between words and lab; decorative only."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.line)


class SlideView(QWidget):
    """The pane of one slide. Nothing here computes; it carries questions and answers."""

    copied = Signal(str)
    drawer_changed = Signal(str)  # which drawer is open now: "try", "code", or "" for none

    def __init__(
        self,
        theme: Theme,
        session: Session,
        slide: Slide,
        lab: Lab,
        foot: QWidget | None = None,
        below: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.session, self.slide, self.lab = theme, session, slide, lab
        self.size_class: SizeClass | None = None
        self.challenge_at = 0
        self.instead: tuple[Experiment, Trace] | None = None  # in the lab, only to be looked at
        self.column = LessonColumn(theme, slide, self)
        self.column.copied.connect(self.copied)
        self.column.symbol_pointed.connect(lab.light)
        if below is not None:
            self.column.add_below(below)  # before the lab, so that Tab comes here first
        self.area = LabArea(lab, self)
        self.hairline = Hairline(theme, self)
        self.card: ChallengeCard | None = None
        if slide.challenges:
            self.card = ChallengeCard(theme)
            self.card.turned.connect(self.turn_challenge)
            self.solver = Solver(session, slide.number, self)
            self.solver.said.connect(self.card.tell)
            self.card.solution_wanted.connect(self.show_solution)
            self.card.own_wanted.connect(session.reset)
            self.column.set_foot(self.card)
        if foot is not None:
            self.column.set_foot(foot)
        self.chip = BackChip(theme, session, self.column.words)
        self.side = Side(theme, plain(slide.title), self)
        self.side.moved.connect(self.arrange)
        self.side.changed.connect(self.drawer_changed)
        self.connect_lab()

    def connect_lab(self) -> None:
        """The lab asks; the session decides."""
        session, lab, number = self.session, self.lab, self.slide.number
        # Each lab speaks for its own slide: a field that is left by opening another slide hands
        # over its number when that slide is already the current one.
        lab.edited.connect(partial(session.edit, number=number))
        lab.selected.connect(partial(session.select, number=number))
        session.was_reset.connect(self.restore_fields)
        lab.reset_wanted.connect(session.reset)
        lab.link_followed.connect(session.go)
        lab.said.connect(session.said)
        lab.refused.connect(session.refused)

    def restore_fields(self, number: int) -> None:
        """Let go of whatever is being typed in this slide's fields."""
        if number == self.slide.number:
            for field in self.lab.findChildren(QLineEdit):
                if hasattr(field, "restore"):
                    field.restore()

    def refresh(self) -> None:
        """Draw the slide's present experiment."""
        number = self.slide.number
        live = self.session.experiment(number), self.session.trace(number)
        self.lab.show_trace(*(self.instead or live))
        self.lab.sums.refresh()
        self.area.fit()
        for drawer in self.side.drawers.values():
            if hasattr(drawer, "refresh"):
                drawer.refresh()
        self.show_challenge()
        self.chip.refresh()
        self.chip.stand_in(self.column)

    # drawers

    @property
    def drawer(self) -> DrawerName:
        """Which drawer is open: "try", "code", or "" for none."""
        return self.side.name

    def add_drawer(self, name: DrawerName, drawer: QWidget) -> None:
        """Give the slide a drawer; `drawer.refresh()` is called whenever the slide is drawn."""
        drawer.setParent(self)
        self.side.add(name, drawer)
        self.arrange()

    def open_drawer(self, name: DrawerName) -> None:
        """Open a drawer of this slide, which closes the other one; "" closes both."""
        self.side.show(name)

    @property
    def guessing(self) -> bool:
        """Whether results are hidden until the learner has guessed."""
        drawer = self.side.drawers.get("try")
        return drawer is not None and not drawer.veil.isHidden()  # type: ignore[attr-defined]

    def show_instead(self, state: tuple[Experiment, Trace] | None) -> None:
        """Show another state in the lab, which cannot be edited meanwhile; None ends it."""
        self.instead = state
        self.lab.setEnabled(state is None)
        self.refresh()

    # the challenge card

    def turn_challenge(self, step: int) -> None:
        self.challenge_at = (self.challenge_at + step) % len(self.slide.challenges)
        self.show_challenge()

    def show_solution(self) -> None:
        """Let the solution of the challenge on the card play itself."""
        self.solver.play(self.slide.challenges[self.challenge_at])

    def show_challenge(self) -> None:
        """Show how far the challenge on the card is."""
        if self.card is None:
            return
        challenge = self.slide.challenges[self.challenge_at]
        self.card.show_state(self.card_state(challenge))
        self.side.rail.show_done(challenge.id in self.session.done)

    def card_state(self, challenge: Challenge) -> CardState:
        """A challenge as the card draws it."""
        card = CardState(
            challenge.text,
            done=challenge.id in self.session.done,
            seen=challenge.id in self.session.seen,
            place=self.challenge_at + 1,
            of=len(self.slide.challenges),
            hints=challenge.hints,
            solvable=bool(challenge.solution),
        )
        if self.slide.experiment is None:
            return replace(card, reason="the lab's numbers could not be read")
        trace = self.session.trace(self.slide.number)
        if trace is None:
            return replace(card, reason="waiting for the sample")
        if self.guessing:
            return replace(card, reason="guess first, in the Try drawer")
        if fault_of(trace.experiment):
            return replace(card, reason="does not count while a fault is on")
        if is_from_file(trace.experiment):
            return replace(card, reason=FROM_FILE, away=True)
        try:
            far = progress(challenge.predicate, trace)
        except ValueError as error:
            # Any other reason says itself what is missing and what brings it.
            if isinstance(error, NoSuchTokenError) and self.has_other_words(trace.experiment):
                return replace(card, reason=OTHER_WORDS, away=True)
            return replace(card, reason=str(error).partition(";")[0])
        decimals = challenge.decimals

        def written(value: float | str) -> str:
            return value if isinstance(value, str) else numbers.fixed(value, decimals)

        return replace(
            card,
            now=challenge.now.format(value=written(far.value)),
            goal=challenge.goal.format(value=written(far.goal)),
            fraction=far.fraction,
            goal_fraction=far.tick,
        )

    def has_other_words(self, experiment: Experiment) -> bool:
        """Whether the lab has other words than the slide opens with."""
        start = self.session.histories[self.slide.number].start
        return any(
            getattr(experiment, field, ()) != getattr(start, field, ())
            for field in ("tokens", "source_tokens")
        )

    # place

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_size_class(self, size_class: SizeClass, low: bool) -> None:
        """Measures of another window size; `low` windows fold the card."""
        self.size_class = size_class
        self.column.set_size_class(size_class)
        if self.card is not None:
            self.card.set_folded(low)
            self.card.set_presenting(size_class.presenting)
        self.lab.set_size_class(size_class)
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        if self.size_class is None:
            return
        split = self.size_class.lesson_width
        self.column.setGeometry(0, 0, split, self.height())
        left = self.side.arrange(self.size_class, self.width(), self.height())
        # A drawer lies over the words then: nothing under it can have the keyboard.
        self.column.setVisible(self.side.share < 1.0 and self.side.name != "code")
        self.area.setGeometry(left, 0, self.width() - split, self.height())
        self.hairline.setGeometry(left, 0, 1, self.height())
        self.hairline.raise_()
        self.chip.stand_in(self.column)


def is_low(height: int) -> bool:
    """Whether a window of this height folds its challenge card."""
    return height < FOLDING_HEIGHT
