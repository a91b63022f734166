"""What the learner asks of pane 07: another number of heads or source, and a pinned pair."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.editing_heads import shuffled_heads, with_heads, with_model_size, with_pin, with_source
from core.experiment import HeadsExperiment
from desktop_app.instruments.grid import Cell
from desktop_app.panes.heads.controls import source_words

if TYPE_CHECKING:
    from desktop_app.panes.heads.pane import HeadsLab


class Asking:
    """Turns what was done into `edited` and `selected` of its lab. Heads and words from 0."""

    def __init__(self, lab: HeadsLab) -> None:
        self.lab = lab

    @property
    def now(self) -> HeadsExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    def heads(self, value: float, gesture: object = None) -> None:
        self.change(lambda now: with_heads(now, int(value)), f"h = {int(value)}", gesture)

    def model_size(self, key: str) -> None:
        self.change(lambda now: with_model_size(now, int(key)), f"d_model = {key}")

    def source(self, key: str) -> None:
        words = source_words(self.lab.experiment, key)
        self.change(lambda now: with_source(now, key), words)  # type: ignore[arg-type]

    def other_projections(self) -> None:
        """New random numbers, where they are random."""
        edited = shuffled_heads(self.now)
        words = f"shuffled: random projections, seed {edited.seed}"
        self.lab.edited.emit(edited, words, None)

    def change(
        self,
        change: Callable[[HeadsExperiment], HeadsExperiment],
        what: str,
        gesture: object = None,
    ) -> None:
        """Ask for a change; one that the record refuses is refused with its sentence."""
        try:
            edited = change(self.now)
        except ValueError as error:
            self.lab.refused.emit(str(error))
            return
        self.lab.edited.emit(edited, what, gesture)

    def pin(self, head: int, cell: Cell | None) -> None:
        """Pin a cell of a head's map, or let go of the pinned one."""
        self.lab.selected.emit(with_pin(self.now, None if cell is None else (head, *cell)))

    def pin_slice(self, axis: int, cell: Cell | None) -> None:
        """Pin the strongest link of the pinned word in the head whose slice was clicked."""
        trace = self.lab.trace
        if cell is None or trace is None:
            return
        head = cell[axis] // self.now.key_size
        pin = self.now.pinned_cell
        query = cell[0] if axis == 1 else pin[1] if pin is not None else 0
        key = int(trace["strongest"][head, query])
        self.lab.selected.emit(with_pin(self.now, (head, query, key)))
