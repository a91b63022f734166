"""What the pointer and the keyboard hold in pane 04 between two edits; none of it is an undo
step."""

from __future__ import annotations

from dataclasses import dataclass

from core.experiment import ProjectionExperiment
from core.experiments.projection import Role
from desktop_app.instruments.grid import Cell

Followed = tuple[Role, int, int]


@dataclass
class Pointing:
    """arrow: the one pointed at, 0 the query, from 1 the keys. cell: of Q, K or V, from 0.
    scrub: (matrix, cell, value before) while a number is dragged. problem: why something was not
    taken. lit: the role whose symbol is pointed at in the formula."""

    arrow: int | None = None
    cell: Followed | None = None
    scrub: tuple[str, Cell, float] | None = None
    problem: str = ""
    lit: str = ""

    def let_go(self, experiment: ProjectionExperiment) -> None:
        """Forget the problem, and what is not there any more."""
        self.problem = ""
        n = len(experiment.tokens)
        if self.arrow is not None and self.arrow > n:
            self.arrow = None
        if self.cell is not None and (self.cell[1] >= n or self.cell[2] >= experiment.key_size):
            self.cell = None

    def followed(self, experiment: ProjectionExperiment) -> Followed:
        """The cell of Q, K or V that is taken apart: pointed at, else pinned; from 0."""
        role, row, column = experiment.product
        return self.cell or (role, row - 1, column - 1)
