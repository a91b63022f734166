"""A lab in which one pair of query and key is lit: the one under the pointer, else the pinned."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from core.experiment import AttentionExperiment, CrossExperiment, SelfAttentionExperiment
from desktop_app.instruments.grid import Cell
from desktop_app.panes.lab import Lab
from desktop_app.theme import Theme


class PairLab(Lab):
    """Its grids of weights call `hover` and `pin`. Pairs are (query, key), counted from 0.

    problem: why the last number or sentence was not taken, "" for none.
    """

    experiment: AttentionExperiment | CrossExperiment | SelfAttentionExperiment | None = None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.hovered: Cell | None = None
        self.problem = ""

    @property
    def pair(self) -> Cell | None:
        """The pair that is lit."""
        if self.hovered is not None:
            return self.hovered
        return None if self.experiment is None else self.experiment.pinned_cell

    def pair_of(self, cell: Cell) -> Cell:
        """The pair that a cell of the drawn weights stands for."""
        return cell

    def show_pair(self) -> None:
        """Draw which pair is lit."""
        raise NotImplementedError

    def hover(self, cell: Cell | None) -> None:
        """Light the pair under the pointer."""
        self.hovered = None if cell is None else self.pair_of(cell)
        self.show_pair()

    def pin(self, cell: Cell | None) -> None:
        """Ask to keep a pair lit, or none."""
        assert self.experiment is not None
        query, key = (0, 0) if cell is None else self.pair_of(cell)
        pinned = None if cell is None else (query + 1, key + 1)
        self.selected.emit(replace(self.experiment, pinned=pinned))

    def refuse(self, sentence: str) -> None:
        """Show why something was not taken; what was there stays in force."""
        self.problem = sentence
        self.refused.emit(sentence)
        self.update()
