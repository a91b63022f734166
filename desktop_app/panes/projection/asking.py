"""What the learner asks of pane 04: tips, numbers, another query, a pinned key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from core.editing_projection import (
    shuffled,
    with_key_size,
    with_number,
    with_projected_number,
    with_tip,
)
from core.experiment import ProjectionExperiment
from core.experiments.projection import PROJECTIONS, Role
from core.trace import Trace
from desktop_app import numbers
from desktop_app.instruments.grid import Cell
from desktop_app.panes.projection import grids
from desktop_app.panes.projection.controls import sharpness_text
from desktop_app.panes.projection.corner import LETTERS

if TYPE_CHECKING:
    from desktop_app.panes.projection.pane import ProjectionLab


class Asking:
    """Turns what was done into `edited` and `selected` of its lab. Arrows: 0 the query, then keys;
    rows and columns from 0."""

    def __init__(self, lab: ProjectionLab) -> None:
        self.lab = lab

    @property
    def now(self) -> ProjectionExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    @property
    def trace(self) -> Trace:
        assert self.lab.trace is not None
        return self.lab.trace

    # what is pointed at

    def pin(self, key: int) -> None:
        self.lab.selected.emit(replace(self.now, pinned=key))

    def follow(self, role: Role, cell: Cell) -> None:
        """Take a cell of Q, K or V apart in the corner."""
        self.lab.pointing.problem = ""
        product = (role, cell[0] + 1, cell[1] + 1)
        self.lab.selected.emit(replace(self.now, product=product))

    def role(self, role: str) -> None:
        self.lab.pointing.cell = None
        self.lab.selected.emit(replace(self.now, product=(role, *self.now.product[1:])))

    def query(self, query: int) -> None:
        self.lab.selected.emit(replace(self.now, pointed=query))

    # edits

    def attempt(self, make: Callable[[], ProjectionExperiment], what: str, gesture: object) -> None:
        """Ask for an experiment, or say why there is none."""
        self.lab.pointing.problem = ""
        try:
            edited = make()
        except ValueError as error:
            self.lab.refuse(str(error))
            return
        self.lab.edited.emit(edited, what, gesture)

    def tip(self, arrow: int, x: float, y: float, gesture: object) -> None:
        """A tip was dragged or stepped: its W changes as little as possible."""
        experiment, axes = self.now, self.trace["plane_axes"]
        role: Role = "query" if arrow == 0 else "key"
        row = experiment.pointed - 1 if arrow == 0 else arrow - 1
        where = f"{numbers.edited(x)}, {numbers.edited(y)}"
        what = f"{role} {experiment.tokens[row]} to {where}, through W_{LETTERS[role]}"
        aim = np.array([x, y])
        self.attempt(lambda: with_tip(experiment, role, row, axes, aim), what, gesture)

    def stuck_tip(self, arrow: int) -> None:
        """A tip that cannot be moved was touched: say why."""
        x, y = self.trace["plane_query"] if arrow == 0 else self.trace["plane_keys"][arrow - 1]
        self.tip(arrow, float(x), float(y), None)

    def cell(self, name: str, row: int, column: int, value: float, gesture: object) -> None:
        """A number of a grid was changed; Q, K and V change through their W."""
        experiment = self.now
        before = float(self.trace[name][row, column])
        moved = f"{numbers.edited(before)} → {numbers.edited(value)}"
        what = f"{grids.WRITTEN[name]} {row + 1},{column + 1}: {moved}"
        if name in PROJECTIONS:
            role: Role = grids.role_of(name)  # type: ignore[assignment]
            self.attempt(
                lambda: with_projected_number(experiment, role, row, column, value),
                f"{what}, through W_{LETTERS[role]}",
                gesture,
            )
        else:
            self.attempt(lambda: with_number(experiment, name, row, column, value), what, gesture)

    def sharpness(self, value: float, gesture: object = None) -> None:
        edited = replace(self.now, sharpness=value)
        self.lab.edited.emit(edited, f"sharpness {sharpness_text(value)}", gesture)

    def key_size(self, key_size: int) -> None:
        self.lab.pointing.cell = None
        self.lab.edited.emit(with_key_size(self.now, key_size), f"d_k = {key_size}", None)

    def other_numbers(self) -> None:
        """New random inputs and projections."""
        edited = shuffled(self.now)
        self.lab.edited.emit(edited, f"shuffled: random numbers, seed {edited.seed}", None)
