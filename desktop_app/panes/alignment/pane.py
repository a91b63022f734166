"""Pane 03 as a widget: the map, the table of energies and weights, the context they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.alignment_arithmetic import assembly, weight_sum
from core.editing_retrieval import reseeded, with_energy, with_mark, with_states, with_step
from core.experiment import AlignmentExperiment, Experiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.slider import TickSlider, ValueBox
from desktop_app.instruments.toggle import Toggle
from desktop_app.panes.alignment import drawing, table
from desktop_app.panes.alignment.drawing import StepState
from desktop_app.panes.alignment.energies import EnergyTable
from desktop_app.panes.alignment.layout import AlignmentLayout, alignment_layout
from desktop_app.panes.alignment.map import AlignmentMap
from desktop_app.panes.alignment.playing import Player
from desktop_app.panes.alignment.table import TableState
from desktop_app.panes.lab import Lab, button, place
from desktop_app.theme import Theme

STATES = (("hand-set", "Hand-set"), ("random", "Random"))
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
        self.make_controls()
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
        self.player.changed.connect(lambda on: self.play.setText("Stop" if on else "Play"))
        chain: list[QWidget] = [self.box, self.slider, self.states, self.shuffle, self.reset]
        chain += [self.play, self.map, self.mark, self.energies]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def make_controls(self) -> None:
        self.slider = TickSlider(self.theme, "Step t", [1.0, 2.0], ["1", "2"], self, float)
        self.slider.moved.connect(lambda value, gesture: self.ask_step(int(value), gesture))
        self.box = ValueBox(self.theme, "Step t", self.whole_step, self)
        self.box.entered.connect(lambda value: self.ask_step(int(value)))
        self.box.refused.connect(self.refused)
        self.states = Toggle(self.theme, "States", STATES, self)
        self.states.chosen.connect(self.ask_states)
        self.shuffle = button("Shuffle", self, "States from the next seed (R)")
        self.shuffle.clicked.connect(partial(self.press, "R"))
        self.reset = button("Reset", self, "Back to the slide's own numbers")
        self.reset.clicked.connect(self.reset_wanted)
        self.play = button("Play", self, "One step a second (P); any key stops")
        self.play.clicked.connect(partial(self.press, "P"))
        self.mark = button("Mark flip", self, "Here the word order runs backwards (M)")
        self.mark.clicked.connect(partial(self.press, "M"))

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, AlignmentExperiment) and trace is not None
        before = self.experiment
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and self.hovered >= len(experiment.source_tokens):
            self.hovered = None
        if before is None or self.words_of(before) != self.words_of(experiment):
            self.show_steps(len(experiment.tokens))
            self.arrange()
        self.slider.show_value(float(experiment.step))
        self.box.show_value(str(experiment.step))
        self.states.set_chosen(experiment.states)
        self.mark.setText("Unmark" if experiment.step in experiment.marked else "Mark flip")
        self.show_parts()

    def words_of(self, experiment: AlignmentExperiment) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return experiment.tokens, experiment.source_tokens

    def show_steps(self, count: int) -> None:
        """Give the slider one tick a step; with a single step there is nothing to slide."""
        ticks = range(1, max(count, 2) + 1)
        self.slider.ticks = tuple(float(tick) for tick in ticks)
        self.slider.labels = [str(tick) for tick in ticks]
        self.slider.setRange(0, (len(ticks) - 1) * 1000)
        self.slider.setVisible(count > 1)
        self.play.setVisible(count > 1)

    def show_parts(self) -> None:
        """Give map and table their numbers and what is lit in them."""
        assert self.experiment is not None and self.trace is not None
        experiment, trace = self.experiment, self.trace
        step, lit = experiment.step - 1, self.lit
        pinned = None if experiment.pinned is None else (step, experiment.pinned - 1)
        linked = None if (step, lit) == pinned or self.hovered is None else (step, lit)
        self.map.show_state(
            GridState(
                trace["weights"],
                "weight",
                digits=False,
                pinned=pinned,
                linked=linked,
                row_outline=(step, "query"),
            ),
            experiment.tokens,
            experiment.source_tokens,
        )
        self.energies.show_state(
            TableState(
                experiment.source_tokens,
                trace["energies"][step],
                trace["own_energies"][step],
                trace["weights"][step],
                experiment.step,
                lit,
            )
        )
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
        compact = self.width() - 2 * pad < 740
        x = float(self.width() - pad)
        controls = [(self.play, 64), (self.reset, 64), (self.shuffle, 72)]
        self.shuffle.setVisible(not compact)
        for control, wide in controls:
            if control is self.shuffle and compact:
                continue
            x -= wide
            control.setGeometry(round(x), 28, wide, 32)
            x -= 8
        x -= self.states.width() + 4
        self.states.move(round(x), 28)
        place(self.box, QRectF(pad + 20, 28, 56, 32))
        place(self.slider, QRectF(pad + 88, 24, x - 16 - pad - 88, 48))
        place(self.map, layout.map)
        place(self.energies, layout.table)
        head = layout.step_head
        self.mark.setGeometry(round(head.right()) - 84, round(head.top()) - 4, 84, 28)

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
        drawing.paint_numbers(painter, layout, state, theme)
        room = self.mark.x() - layout.step_head.left() - 12
        drawing.paint_step_head(painter, layout, state, theme, room)
        drawing.paint_context(painter, layout, state, theme)
        painter.end()

    def step_state(self) -> StepState:
        """The present step, with the sums behind it."""
        assert self.experiment is not None and self.trace is not None
        step, lit = self.experiment.step - 1, self.lit
        return StepState(
            self.experiment, lit, weight_sum(self.trace, step, lit), assembly(self.trace, step)
        )

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

    def whole_step(self, value: float) -> float:
        """A step that there is. Raises ValueError with the rule."""
        last = 1 if self.experiment is None else len(self.experiment.tokens)
        if value != int(value) or not 1 <= value <= last:
            raise ValueError(f"t must be a whole number from 1 to {last}")
        return value

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
        def energy() -> QPoint:
            assert self.experiment is not None
            row = table.row_rect(self.energies.area(), len(self.experiment.source_tokens), 1)
            return table.columns(row).bar.center().toPoint()

        def drag() -> None:
            QTest.mousePress(self.energies, Qt.MouseButton.LeftButton, pos=energy())
            QTest.mouseMove(self.energies, energy() + QPoint(9, 0))
            QTest.mouseRelease(
                self.energies, Qt.MouseButton.LeftButton, pos=energy() + QPoint(9, 0)
            )

        def type_energy() -> None:
            self.energies.setFocus()
            QTest.keyClick(self.energies, Qt.Key.Key_Return)
            assert self.energies.field is not None
            QTest.keyClicks(self.energies.field, "7.5")
            QTest.keyClick(self.energies.field, Qt.Key.Key_Return)

        def keys(key: Qt.Key) -> Callable[[], object]:
            return partial(QTest.keyClick, self.energies, key)

        return (
            ("energies dragged", drag),
            ("energies typed", type_energy),
            ("energy keys", keys(Qt.Key.Key_Down)),
            ("energy keys", keys(Qt.Key.Key_Delete)),
            ("energy keys", keys(Qt.Key.Key_Space)),
            ("step keys", keys(Qt.Key.Key_Right)),
            ("step keys", keys(Qt.Key.Key_Left)),
        )


KEYPAD = Qt.KeyboardModifier.KeypadModifier
