"""What pane 03 asks for: each control and key as a new experiment, with its words for undo."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core import editing_alignment as editing
from core.experiment import AlignmentExperiment
from core.traces.alignment import AlignmentTrace
from desktop_app import numbers
from desktop_app.instruments.grid import Cell
from desktop_app.panes.alignment.step_state import token_of

if TYPE_CHECKING:
    from desktop_app.panes.alignment.pane import AlignmentLab

FIXED = "the context is fixed to the last state, so no weight counts; switch that off first"


class Asking:
    """Connects the lab's controls; every method ends in one of the lab's signals."""

    def __init__(self, lab: AlignmentLab) -> None:
        self.lab = lab
        controls, energies = lab.controls, lab.energies
        controls.slider.moved.connect(lambda value, gesture: self.step(int(value), gesture))
        controls.box.entered.connect(lambda value: self.step(int(value)))
        controls.reset.clicked.connect(lab.reset_wanted)
        controls.train.clicked.connect(lab.training_wanted)
        controls.field.entered.connect(self.sentence)
        controls.length.entered.connect(lambda value: self.length(int(value)))
        for box in (controls.box, controls.length, controls.field):
            box.refused.connect(lab.refused)
        controls.gold.toggled.connect(self.gold)
        controls.last_state.toggled.connect(self.last_state)
        keys = {"R": controls.generate, "E": controls.crossing, "P": controls.play}
        keys |= {"M": controls.mark, "U": controls.take_back}
        for key, control in keys.items():
            control.clicked.connect(partial(self.press, key))
        lab.map.cell_pinned.connect(self.pin_cell)
        energies.energy_edited.connect(self.energy)
        energies.energy_restored.connect(self.restore)
        energies.weight_held.connect(self.hold)
        energies.row_pinned.connect(self.pin)
        lab.player.stepped.connect(self.play_on)

    @property
    def experiment(self) -> AlignmentExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    @property
    def trace(self) -> AlignmentTrace:
        assert self.lab.trace is not None
        return self.lab.trace

    @property
    def here(self) -> AlignmentExperiment:
        """The experiment at the step that is shown: the last one, where it names a later one."""
        return replace(self.experiment, step=self.trace.step + 1)

    def edit(self, edited: AlignmentExperiment, what: str, gesture: object = None) -> None:
        if edited != self.experiment:
            self.lab.edited.emit(edited, what, gesture)

    def press(self, key: str, *_: object) -> None:
        """Act on a key of the lab, or on the button that does the same."""
        if key == "P":
            self.play()
        elif key == "M":
            self.mark()
        elif self.trace.problem:
            self.lab.refused.emit(self.trace.problem)
        elif key == "R":
            edited = editing.with_generated(self.experiment)
            self.edit(edited, f"new sentence of {edited.count} words, seed {edited.seed}")
        elif key == "E":
            self.edit(
                editing.with_crossing(self.experiment), "the crossing of the paper's Figure 3"
            )
        elif key == "G":
            self.gold(not self.experiment.gold)
        elif key == "W":
            self.hold(self.lab.lit)
        elif key == "L":
            self.last_state(not self.experiment.last_state)
        elif key == "U":
            self.edit(editing.untouched(self.experiment), "every intervention taken back")

    # steps

    def step(self, step: int, gesture: object = None, pinned: int | None = None) -> None:
        step = min(max(step, 1), len(self.trace.tokens))
        if step != self.trace.step + 1:
            what = f"step {step}: {token_of(self.trace, step - 1)}"
            self.edit(editing.with_step(self.experiment, step, pinned), what, gesture)

    def mark(self) -> None:
        edited = editing.with_mark(self.here)
        marked = "marked" if edited.step in edited.marked else "no longer marked"
        self.edit(edited, f"step {edited.step} {marked}")

    def play(self) -> None:
        """Begin at this step, from the first one when this is the last; or stop."""
        player, last = self.lab.player, len(self.trace.tokens)
        if player.playing:
            player.stop()
        elif last > 1:
            player.start()
            if self.trace.step + 1 == last:
                self.step(1, player.gesture)

    def play_on(self, gesture: object) -> None:
        """The next step of Play."""
        self.step(self.trace.step + 2, gesture)
        if self.trace.step + 1 >= len(self.trace.tokens):
            self.lab.player.stop()

    # sentences

    def sentence(self, text: str) -> None:
        reading = editing.sentence_of(text)
        what = f"your own sentence of {len(reading.typed)} words"
        if reading.unknown:
            known = [(word.word, word.suggestions) for word in reading.unknown]
            what += "; " + ", ".join(
                f"{word} is not known" + (f" (perhaps {near[0]})" if near else "")
                for word, near in known
            )
        self.edit(editing.with_words(self.experiment, reading.typed), what)

    def length(self, words: int) -> None:
        edited = editing.with_generated(self.experiment, words)
        self.edit(edited, f"a generated sentence of {words} words")

    def gold(self, on: bool) -> None:
        if self.trace.agreement is None:
            self.lab.refused.emit(
                "nobody knows the gold alignment of your own sentence; take a generated one"
            )
            return
        shown = "outlined" if on else "no longer outlined"
        self.edit(editing.with_gold(self.experiment, on), f"gold alignment {shown}")

    # interventions

    def energy(self, row: int, energy: float, gesture: object) -> None:
        if self.experiment.last_state and not self.trace.problem:
            self.lab.refused.emit(FIXED)
            return
        step = self.trace.step
        before = float(self.trace["energies"][step, row])
        own = float(self.trace["own_energies"][step, row])
        edited = editing.with_energy(self.here, row + 1, own, energy)
        moved = f"{numbers.fixed(before)} → {numbers.fixed(energy)}"
        self.edit(edited, f"e {step + 1},{row + 1}, {self.trace.key_tokens[row]}: {moved}", gesture)

    def restore(self, row: int) -> None:
        """Give an energy back to the states."""
        self.energy(row, float(self.trace["own_energies"][self.trace.step, row]), None)

    def hold(self, row: int) -> None:
        """All the weight of this step on one word, or let go of it."""
        if self.experiment.last_state:
            self.lab.refused.emit(FIXED)
            return
        edited = editing.with_held(self.here, row + 1)
        word, step = self.trace.key_tokens[row], edited.step
        if (step, row + 1) in edited.held:
            self.edit(edited, f"step {step}: all the weight on {word}")
        else:
            self.edit(edited, f"step {step}: weights let go")

    def last_state(self, on: bool) -> None:
        what = "context fixed to the last state" if on else "context free again"
        self.edit(editing.with_last_state(self.experiment, on), what)

    # pointing

    def pin(self, word: int) -> None:
        """Keep a source word lit, or let go of it."""
        pinned = None if self.experiment.pinned == word + 1 else word + 1
        self.select(pinned)

    def select(self, pinned: int | None) -> None:
        if not self.trace.problem:
            self.lab.selected.emit(replace(self.experiment, pinned=pinned))

    def pin_cell(self, cell: Cell | None) -> None:
        """A cell of the map: go to its step, and keep its source word lit."""
        if cell is None:
            self.select(None)
        elif cell[0] == self.trace.step:
            self.select(cell[1] + 1)
        else:
            self.step(cell[0] + 1, None, None if self.trace.problem else cell[1] + 1)
