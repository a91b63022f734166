"""Pane 03 as a widget: a trained translator at work, and what the learner changes in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from core.experiment import AlignmentExperiment, Experiment
from core.trace import Trace
from core.traces.alignment import AlignmentTrace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.base import escaped
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.instruments.tween import Tween
from desktop_app.panes.alignment import drawing
from desktop_app.panes.alignment.asking import Asking
from desktop_app.panes.alignment.context import paint_context
from desktop_app.panes.alignment.controls import AlignmentControls
from desktop_app.panes.alignment.energies import EnergyTable
from desktop_app.panes.alignment.exercises import exercises_of
from desktop_app.panes.alignment.foot import paint_foot, spoken_foot
from desktop_app.panes.alignment.layout import AlignmentLayout, alignment_layout
from desktop_app.panes.alignment.map import AlignmentMap
from desktop_app.panes.alignment.next_words import likelihoods, paint_next_words
from desktop_app.panes.alignment.playing import Player
from desktop_app.panes.alignment.step_state import (
    StepState,
    map_state,
    pinned_of,
    step_state,
    table_state,
)
from desktop_app.panes.alignment.sums import painted_places
from desktop_app.panes.lab import Lab, place
from desktop_app.theme import Theme

TAKE_BACK = 100.0  # px that the button leaves free of words beside it


class AlignmentLab(Lab):
    """Everything here draws from (experiment, trace); hovered is the source word pointed at."""

    lit_parts = {"weights": "map", "energies": "energies"}
    row_is_full = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: AlignmentExperiment | None = None
        self.trace: AlignmentTrace | None = None
        self.hovered: int | None = None
        self.layout_now: AlignmentLayout | None = None
        self.controls = AlignmentControls(theme, self)
        self.map = AlignmentMap(theme, "Alignment", self)
        self.map.cell_hovered.connect(self.hover_cell)
        self.energies = EnergyTable(theme, self)
        self.energies.row_hovered.connect(self.hover)
        self.energies.refused.connect(self.refused)
        self.words_tween = Tween(self, self.update_words)
        self.painted = NumberPlaces(theme, "Next word and context", self)
        self.sums.watch(self.map, "weights")
        self.sums.watch_places(self.energies)
        self.sums.watch_places(self.painted)
        self.player = Player(self)
        self.player.changed.connect(self.controls.show_playing)
        self.ask = Asking(self)
        controls = self.controls
        chain = [*controls.chain(), self.map, controls.mark, self.energies]
        chain += [self.painted, controls.last_state, controls.take_back]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, AlignmentExperiment) and isinstance(trace, AlignmentTrace)
        old = None if self.trace is None else likelihoods(self.step_state())
        before, self.experiment, self.trace = self.trace, experiment, trace
        if old is not None:
            self.words_tween.follow(old, likelihoods(self.step_state()))
        if self.hovered is not None and self.hovered >= len(trace.key_tokens):
            self.hovered = None
        self.controls.show_trace(experiment, trace, self.offers_training)
        if before is None or shape_of(before) != shape_of(trace):
            self.arrange()
        self.show_parts()

    def show_parts(self) -> None:
        """Give map and table their numbers and what is lit in them."""
        assert self.experiment is not None and self.trace is not None
        experiment, trace, lit = self.experiment, self.trace, self.lit
        pointing = self.hovered is not None
        self.map.show_state(
            map_state(experiment, trace, lit, pointing), trace.tokens, trace.key_tokens
        )
        outlined = experiment.gold and trace.agreement is not None
        self.map.show_gold(trace.agreement.cells if outlined and trace.agreement else ())
        self.energies.show_state(table_state(experiment, trace, lit))
        if self.layout_now is not None:
            self.painted.show_places(painted_places(self.layout_now, self.step_state()))
        self.setAccessibleDescription(self.spoken())
        self.update_between(self.controls.chain())

    def update_words(self) -> None:
        """Paint the likeliest next words again."""
        if self.layout_now is not None:
            self.update(self.layout_now.next_words.toAlignedRect())

    def spoken(self) -> str:
        """What is painted round the widgets, for a screen reader."""
        state = self.step_state()
        likely = [f"{word} {numbers.fixed(share)}" for word, share in state.trace.next_words]
        parts = [
            f"step {state.step} of {len(state.trace.tokens)}",
            *([f"next word: {', '.join(likely)}"] if likely else []),
            f"translation: {' '.join(state.trace.tokens)}",
            *spoken_foot(state, self.theme),
        ]
        return "; ".join(parts)

    @property
    def lit(self) -> int:
        """The source word that is lit, from 0: pointed at, pinned, or the step's heaviest."""
        assert self.experiment is not None and self.trace is not None
        pinned = pinned_of(self.experiment, self.trace)
        if self.hovered is not None:
            return self.hovered
        if pinned is not None:
            return pinned
        return int(self.trace["weights"][self.trace.step].argmax())

    def arrange(self) -> None:
        if self.trace is None:
            return
        pad = self.size_class.lab_padding
        steps, words = len(self.trace.tokens), len(self.trace.key_tokens)
        layout = alignment_layout(self.width(), self.height(), self.size_class, steps, words)
        self.layout_now = layout
        self.controls.arrange(pad, self.width() - pad, layout)
        place(self.map, layout.map)
        place(self.energies, layout.table)
        self.painted.show_places(painted_places(layout, self.step_state()))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            layout, theme, state = self.layout_now, self.theme, self.step_state()
            symbol = QRectF(self.size_class.lab_padding, layout.controls_y, 20, 32)
            formula.draw_in(painter, symbol, "t", 20, theme, lettering.LEFT, False)
            drawing.paint_bands(painter, layout, state, theme)
            drawing.paint_heads(painter, layout, state, theme)
            drawing.paint_words(painter, layout, state, theme)
            drawing.paint_ramp(painter, layout, theme)
            paint_next_words(painter, layout, state, theme, self.words_tween.at)
            room = self.controls.mark.x() - layout.step_head.left() - 12
            drawing.paint_step_head(painter, layout, state, theme, room)
            paint_context(painter, layout, state, theme)
            taken = 0.0 if self.controls.take_back.isHidden() else TAKE_BACK
            paint_foot(painter, layout, state, taken, theme)

    def step_state(self) -> StepState:
        """The present step, with the sums behind it."""
        assert self.experiment is not None and self.trace is not None
        return step_state(self.experiment, self.trace, self.lit)

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        trace, experiment = self.trace, self.experiment
        total = float(trace["weights"][trace.step].sum())
        moved, held = len(experiment.offsets), len(experiment.held)
        edits = [f"{moved} energ{'y' if moved == 1 else 'ies'} moved"] if moved else []
        edits += [f"{held} step{'s' * (held != 1)} held"] if held else []
        return (
            f"t = {trace.step + 1} of {len(trace.tokens)}",
            f"{len(trace.key_tokens)} source states",
            f"{trace['states'].shape[1]} hidden units",
            f"Σ_j α_{trace.step + 1}j = {numbers.fixed(total)}",
            *edits,
        )

    def source(self) -> str:
        return "" if self.trace is None else self.trace.source

    # pointing

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            layout = self.layout_now
            if self.trace is not None and layout and layout.foot.contains(QPointF(event.pos())):
                lines = spoken_foot(self.step_state(), self.theme)
                text = "<br>".join(escaped(line) for line in lines)
                QToolTip.showText(event.globalPos(), f"<p>{text}</p>", self)
                return True
        return super().event(event)

    def hover(self, word: int | None) -> None:
        if word != self.hovered and self.experiment is not None:
            self.hovered = word
            self.show_parts()

    def hover_cell(self, cell: Cell | None) -> None:
        self.hover(None if cell is None else cell[1])

    # keys

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (
            ("P", "Play through the steps, or stop"),
            ("M", "Mark this step as a flip of the word order"),
            ("R", "New sentence of the same length"),
            ("E", "The paper's example"),
            ("G", "Outline the gold alignment"),
            ("W", "All the weight of this step on the lit word"),
            ("L", "Fix the context to the last state"),
            ("U", "Take every intervention back"),
        )

    def press(self, key: str) -> None:
        if self.experiment is not None:
            self.ask.press(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # What map and table leave over: Left and Right go to another step.
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or self.trace is None or event.modifiers() & ~KEYPAD:
            super().keyPressEvent(event)
            return
        self.ask.step(self.trace.step + 1 + by)

    def hideEvent(self, event: QHideEvent) -> None:
        self.player.stop()
        super().hideEvent(event)

    def content_height(self, width: int) -> int:
        return 632

    def pages(self) -> Sequence[tuple[str, str]]:
        return (("explanation", "Attention is not explanation"),)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises_of(self.energies)


def shape_of(trace: AlignmentTrace) -> tuple[int, int, bool]:
    """What decides where things stand."""
    return len(trace.tokens), len(trace.key_tokens), bool(trace.problem)


KEYPAD = Qt.KeyboardModifier.KeypadModifier
