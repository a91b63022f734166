"""What pane 03 draws of one step, as values: its map, its table, and the sums behind them."""

from __future__ import annotations

from dataclasses import dataclass

from core.alignment_arithmetic import Assembly, WeightSum, assembly, weight_sum
from core.experiment import AlignmentExperiment
from core.trace import Trace
from desktop_app.instruments.grid import GridState
from desktop_app.panes.alignment.table import TableState


@dataclass(frozen=True)
class StepState:
    """One step of the experiment and the source word that is lit, from 0."""

    experiment: AlignmentExperiment
    lit: int
    sums: WeightSum
    assembled: Assembly

    @property
    def step(self) -> int:
        """t, counting from 1."""
        return self.experiment.step

    def source(self, place: int) -> str:
        """The source word at a place."""
        return self.experiment.source_tokens[place]

    @property
    def others(self) -> str:
        """How many source words are not named one by one, in words."""
        count = self.assembled.others_count
        return f"{count} other{'s' * (count != 1)}"


def step_state(experiment: AlignmentExperiment, trace: Trace, lit: int) -> StepState:
    """The present step, with the sums behind it."""
    step = experiment.step - 1
    return StepState(experiment, lit, weight_sum(trace, step, lit), assembly(trace, step))


def map_state(experiment: AlignmentExperiment, trace: Trace, lit: int, pointing: bool) -> GridState:
    """All weights, the present step outlined; the lit cell is outlined while it is pointed at."""
    step = experiment.step - 1
    pinned = None if experiment.pinned is None else (step, experiment.pinned - 1)
    linked = (step, lit) if pointing and (step, lit) != pinned else None
    return GridState(
        trace["weights"],
        "weight",
        digits=False,
        pinned=pinned,
        linked=linked,
        row_outline=(step, "query"),
    )


def table_state(experiment: AlignmentExperiment, trace: Trace, lit: int) -> TableState:
    """The energies and weights of the present step."""
    step = experiment.step - 1
    return TableState(
        experiment.source_tokens,
        trace["energies"][step],
        trace["own_energies"][step],
        trace["weights"][step],
        experiment.step,
        lit,
    )
