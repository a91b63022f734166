"""Pane 03 as a widget: the map, the table of energies and weights, the context they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.editing_retrieval import reseeded, with_energy, with_mark, with_states, with_step
from core.experiment import AlignmentExperiment, Experiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.grid import Cell
from desktop_app.panes.alignment import drawing
from desktop_app.panes.alignment.context import paint_context
from desktop_app.panes.alignment.controls import AlignmentControls
from desktop_app.panes.alignment.energies import EnergyTable
from desktop_app.panes.alignment.exercises import exercises_of
from desktop_app.panes.alignment.layout import AlignmentLayout, alignment_layout
from desktop_app.panes.alignment.map import AlignmentMap
from desktop_app.panes.alignment.playing import Player
from desktop_app.panes.alignment.step_state import StepState, map_state, step_state, table_state
from desktop_app.panes.alignment.sums import paint_numbers
from desktop_app.panes.lab import Lab, place
from desktop_app.theme import Theme

ORIGINS = {
    "hand-set": "states set by hand, seed {}",
    "random, untrained": "random, untrained, seed {}",
    "random, then edited": "random, then edited, seed {}",
}


class AlignmentLab(Lab):
    """Everything here draws from (experiment, trace); hovered is the source word pointed at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: AlignmentExperiment | None = None
        self.trace: Trace | None = None
        self.hovered: int | None = None
        self.layout_now: AlignmentLayout | None = None
        self.controls = AlignmentControls(theme, self)
        self.connect_controls()
        self.map = AlignmentMap(theme, "Alignment", self)
        self.map.cell_hovered.connect(self.hover_cell)
        self.map.cell_pinned.connect(self.pin_cell)
        self.energies = EnergyTable(theme, self)
        self.energies.energy_edited.connect(self.ask_energy)
        self.energies.energy_restored.connect(self.ask_restore)
        self.energies.row_hovered.connect(self.hover)
        self.energies.row_pinned.connect(self.pin)
        self.energies.refused.connect(self.refused)
        self.player = Player(self)
        self.player.stepped.connect(self.play_on)
        self.player.changed.connect(self.controls.show_playing)
        chain = [*self.controls.row(), self.map, self.controls.mark, self.energies]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def connect_controls(self) -> None:
        controls = self.controls
        controls.slider.moved.connect(lambda value, gesture: self.ask_step(int(value), gesture))
        controls.box.entered.connect(lambda value: self.ask_step(int(value)))
        controls.box.refused.connect(self.refused)
        controls.states.chosen.connect(self.ask_states)
        controls.reset.clicked.connect(self.reset_wanted)
        for control, key in ((controls.shuffle, "R"), (controls.play, "P"), (controls.mark, "M")):
            control.clicked.connect(partial(self.press, key))

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, AlignmentExperiment) and trace is not None
        before = self.experiment
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and self.hovered >= len(experiment.source_tokens):
            self.hovered = None
        if before is None or self.words_of(before) != self.words_of(experiment):
            self.arrange()
        self.controls.show_experiment(experiment)
        self.show_parts()

    def words_of(self, experiment: AlignmentExperiment) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return experiment.tokens, experiment.source_tokens

    def show_parts(self) -> None:
        """Give map and table their numbers and what is lit in them."""
        assert self.experiment is not None and self.trace is not None
        experiment, trace, lit = self.experiment, self.trace, self.lit
        pointing = self.hovered is not None
        self.map.show_state(
            map_state(experiment, trace, lit, pointing), experiment.tokens, experiment.source_tokens
        )
        self.energies.show_state(table_state(experiment, trace, lit))
        self.update()

    @property
    def lit(self) -> int:
        """The source word that is lit, from 0: pointed at, pinned, or the step's heaviest."""
        assert self.experiment is not None and self.trace is not None
        if self.hovered is not None:
            return self.hovered
        if self.experiment.pinned is not None:
            return self.experiment.pinned - 1
        return int(self.trace["weights"][self.experiment.step - 1].argmax())

    def arrange(self) -> None:
        if self.experiment is None:
            return
        experiment, pad = self.experiment, self.size_class.lab_padding
        layout = alignment_layout(
            self.width(),
            self.height(),
            self.size_class,
            len(experiment.tokens),
            len(experiment.source_tokens),
        )
        self.layout_now = layout
        self.controls.arrange(pad, self.width() - pad, layout)
        place(self.map, layout.map)
        place(self.energies, layout.table)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout, theme, state = self.layout_now, self.theme, self.step_state()
        symbol = QRectF(self.size_class.lab_padding, 28, 20, 32)
        formula.draw_in(painter, symbol, "t", 20, theme, lettering.LEFT, False)
        drawing.paint_bands(painter, layout, state, theme)
        drawing.paint_origin(painter, layout, self.origin(), theme)
        drawing.paint_words(painter, layout, state, theme)
        drawing.paint_ramp(painter, layout, theme)
        paint_numbers(painter, layout, state, theme)
        room = self.controls.mark.x() - layout.step_head.left() - 12
        drawing.paint_step_head(painter, layout, state, theme, room)
        paint_context(painter, layout, state, theme)
        painter.end()

    def step_state(self) -> StepState:
        """The present step, with the sums behind it."""
        assert self.experiment is not None and self.trace is not None
        return step_state(self.experiment, self.trace, self.lit)

    def origin(self) -> str:
        assert self.experiment is not None
        return ORIGINS[self.experiment.source].format(self.experiment.seed)

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        experiment = self.experiment
        total = float(self.trace["weights"][experiment.step - 1].sum())
        size = self.trace["annotations"].shape[1]
        moved = len(experiment.offsets)
        edits = [f"{moved} energ{'y' if moved == 1 else 'ies'} moved"] if moved else []
        return (
            f"t = {experiment.step} of {len(experiment.tokens)}",
            f"{len(experiment.source_tokens)} annotations of {size} numbers",
            f"weights of step {experiment.step} sum to {numbers.fixed(total)}",
            *edits,
        )

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    # pointing

    def hover(self, word: int | None) -> None:
        if word != self.hovered and self.experiment is not None:
            self.hovered = word
            self.show_parts()

    def hover_cell(self, cell: Cell | None) -> None:
        self.hover(None if cell is None else cell[1])

    def pin(self, word: int) -> None:
        """Keep a source word lit, or let go of it."""
        assert self.experiment is not None
        pinned = None if self.experiment.pinned == word + 1 else word + 1
        self.selected.emit(replace(self.experiment, pinned=pinned))

    def pin_cell(self, cell: Cell | None) -> None:
        """A cell of the map: go to its step, and keep its source word lit."""
        assert self.experiment is not None
        if cell is None:
            self.selected.emit(replace(self.experiment, pinned=None))
        elif cell[0] + 1 == self.experiment.step:
            self.selected.emit(replace(self.experiment, pinned=cell[1] + 1))
        else:
            self.ask_step(cell[0] + 1, None, cell[1] + 1)

    # asking

    def ask_step(self, step: int, gesture: object = None, pinned: int | None = None) -> None:
        assert self.experiment is not None
        step = min(max(step, 1), len(self.experiment.tokens))
        if step != self.experiment.step:
            what = f"step {step}: {self.experiment.tokens[step - 1]}"
            self.edited.emit(with_step(self.experiment, step, pinned), what, gesture)

    def ask_energy(self, row: int, energy: float, gesture: object) -> None:
        assert self.experiment is not None and self.trace is not None
        step = self.experiment.step
        before = float(self.trace["energies"][step - 1, row])
        own = float(self.trace["own_energies"][step - 1, row])
        edited = with_energy(self.experiment, row + 1, own, energy)
        moved = f"{numbers.fixed(before)} → {numbers.fixed(energy)}"
        what = f"e {step},{row + 1}, {self.experiment.source_tokens[row]}: {moved}"
        self.edited.emit(edited, what, gesture)

    def ask_restore(self, row: int) -> None:
        """Give an energy back to the states."""
        assert self.experiment is not None and self.trace is not None
        own = float(self.trace["own_energies"][self.experiment.step - 1, row])
        self.ask_energy(row, own, None)

    def ask_states(self, states: str) -> None:
        assert self.experiment is not None
        what = "states set by hand" if states == "hand-set" else "random, untrained states"
        self.edited.emit(with_states(self.experiment, states), what, None)  # type: ignore[arg-type]

    def play_on(self, gesture: object) -> None:
        """The next step of Play."""
        assert self.experiment is not None
        last = len(self.experiment.tokens)
        self.ask_step(self.experiment.step + 1, gesture)
        if self.experiment.step >= last:
            self.player.stop()

    def toggle_play(self) -> None:
        """Begin at this step, from the first one when this is the last; or stop."""
        assert self.experiment is not None
        if self.player.playing:
            self.player.stop()
            return
        self.player.start()
        if self.experiment.step == len(self.experiment.tokens):
            self.ask_step(1, self.player.gesture)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (
            ("P", "Play through the steps, or stop"),
            ("M", "Mark this step as a flip of the word order"),
            ("R", "Shuffle: states from the next seed"),
        )

    def press(self, key: str) -> None:
        if self.experiment is None:
            return
        if key == "P" and len(self.experiment.tokens) > 1:
            self.toggle_play()
        elif key == "M":
            edited = with_mark(self.experiment)
            marked = "marked" if self.experiment.step in edited.marked else "no longer marked"
            self.edited.emit(edited, f"step {self.experiment.step} {marked}", None)
        elif key == "R":
            edited = reseeded(self.experiment)
            self.edited.emit(edited, f"shuffled: states from seed {edited.seed}", None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # What map and table leave over: Left and Right go to another step.
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or self.experiment is None or event.modifiers() & ~KEYPAD:
            super().keyPressEvent(event)
            return
        self.ask_step(self.experiment.step + by)

    def hideEvent(self, event: QHideEvent) -> None:
        self.player.stop()
        super().hideEvent(event)

    def content_height(self, width: int) -> int:
        return 632

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises_of(self.energies)


KEYPAD = Qt.KeyboardModifier.KeypadModifier
