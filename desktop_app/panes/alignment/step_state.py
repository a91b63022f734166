"""What pane 03 draws of one step, as values: its map, its table, and the sums behind them."""

from __future__ import annotations

from dataclasses import dataclass

from core.alignment_arithmetic import Assembly, WeightSum, assembly, weight_sum
from core.experiment import AlignmentExperiment
from core.traces.alignment import END, AlignmentTrace
from desktop_app.instruments.grid import GridState
from desktop_app.panes.alignment.table import TableState


@dataclass(frozen=True)
class StepState:
    """One step of the experiment and the source word that is lit, from 0."""

    experiment: AlignmentExperiment
    trace: AlignmentTrace
    lit: int
    sums: WeightSum
    assembled: Assembly

    @property
    def step(self) -> int:
        """t, counting from 1."""
        return self.trace.step + 1

    @property
    def token(self) -> str:
        """The word that the step writes."""
        return token_of(self.trace, self.trace.step)

    @property
    def ends(self) -> bool:
        """Whether the step writes no word but ends the sentence."""
        return self.token == END

    def source(self, place: int) -> str:
        """The source word at a place."""
        return self.trace.key_tokens[place]

    @property
    def others(self) -> str:
        """How many source words are not named one by one, in words."""
        count = self.assembled.others_count
        return f"{count} other{'s' * (count != 1)}"


def token_of(trace: AlignmentTrace, step: int) -> str:
    """The word of a step from 0."""
    return trace.tokens[step]


def step_state(experiment: AlignmentExperiment, trace: AlignmentTrace, lit: int) -> StepState:
    """The present step, with the sums behind it."""
    step = trace.step
    return StepState(experiment, trace, lit, weight_sum(trace, step, lit), assembly(trace, step))


def map_state(
    experiment: AlignmentExperiment, trace: AlignmentTrace, lit: int, pointing: bool
) -> GridState:
    """All weights, the present step outlined; the lit cell is outlined while it is pointed at."""
    step = trace.step
    pinned = pinned_of(experiment, trace)
    cell = None if pinned is None else (step, pinned)
    linked = (step, lit) if pointing and (step, lit) != cell else None
    return GridState(
        trace["weights"],
        "weight",
        digits=False,
        pinned=cell,
        linked=linked,
        row_outline=(step, "query"),
    )


def pinned_of(experiment: AlignmentExperiment, trace: AlignmentTrace) -> int | None:
    """The pinned source word from 0; none where it lies beyond a sentence that stands in."""
    if experiment.pinned is None or experiment.pinned > len(trace.key_tokens):
        return None
    return experiment.pinned - 1


def table_state(experiment: AlignmentExperiment, trace: AlignmentTrace, lit: int) -> TableState:
    """The energies and weights of the present step."""
    step = trace.step
    held = [word - 1 for at, word in experiment.held if at == step + 1]
    return TableState(
        trace.key_tokens,
        trace["energies"][step],
        trace["own_energies"][step],
        trace["weights"][step],
        step + 1,
        lit,
        held=None if trace.problem or experiment.last_state or not held else held[0],
        overruled=not trace.problem and (bool(held) or experiment.last_state),
        can_hold=not trace.problem and not experiment.last_state,
        unknown=frozenset(trace.unknown),
        sums=weight_sum(trace, step, lit),
    )
