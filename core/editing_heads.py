"""What a learner's hand does to an experiment with heads: each function returns a new one."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from core.experiments.heads import HeadsExperiment
from core.head_counts import counts_are
from core.traces.heads import head_choices

HeadSource = Literal["hand-set", "random, untrained"]


def with_heads(experiment: HeadsExperiment, heads: int) -> HeadsExperiment:
    """`experiment` with its matrices cut into `heads` slices; a pin moves to the last head left.

    Raises ValueError, naming the nearest head counts, where d_model cannot be cut like that.
    """
    return replace(
        experiment,
        heads=heads,
        pinned=pin_within(experiment.pinned, heads),
        knocked_out=out_within(experiment, heads),
    )


def with_model_size(experiment: HeadsExperiment, d_model: int) -> HeadsExperiment:
    """`experiment` with wider or narrower matrices, and as many of its heads as divide them."""
    heads = max(count for count in head_choices(d_model) if count <= experiment.heads)
    pinned = pin_within(experiment.pinned, heads)
    return replace(
        experiment,
        d_model=d_model,
        heads=heads,
        pinned=pinned,
        knocked_out=out_within(experiment, heads),
    )


def out_within(experiment: HeadsExperiment, heads: int) -> tuple[int, ...]:
    """The heads that are out, while there are as many heads; cut anew, all are in again."""
    return experiment.knocked_out if heads == experiment.heads else ()


def with_knocked_out(experiment: HeadsExperiment, head: int, out: bool) -> HeadsExperiment:
    """`experiment` with one head (from 1) left out of the output, or back in it."""
    others = {one for one in experiment.knocked_out if one != head}
    return replace(experiment, knocked_out=tuple(sorted(others | ({head} if out else set()))))


def with_source(experiment: HeadsExperiment, source: HeadSource) -> HeadsExperiment:
    """`experiment` with hand-set or with random projections. ValueError without patterns."""
    return replace(experiment, source=source)


def shuffled_heads(experiment: HeadsExperiment) -> HeadsExperiment:
    """New random tokens and projections, from the next seed."""
    seed = (experiment.seed + 1) % 2**31
    return replace(experiment, seed=seed, source="random, untrained")


def with_pin(experiment: HeadsExperiment, cell: tuple[int, int, int] | None) -> HeadsExperiment:
    """`experiment` with the weight at (head, query, key) pinned, counting from 0; None: none."""
    pinned = None if cell is None else (cell[0] + 1, cell[1] + 1, cell[2] + 1)
    return replace(experiment, pinned=pinned)


def pin_within(pinned: tuple[int, int, int] | None, heads: int) -> tuple[int, int, int] | None:
    """A pin that lies in one of `heads` heads."""
    return None if pinned is None else (min(pinned[0], heads), pinned[1], pinned[2])


def checked_head_count(experiment: HeadsExperiment, value: float) -> int:
    """`value` as a head count on offer. ValueError names it, d_model and the nearest counts."""
    choices = head_choices(experiment.d_model)
    if value in choices:
        return int(value)
    if value > choices[-1]:
        raise ValueError(
            f"{value:g} heads are too many: this lab cuts d_model = {experiment.d_model} "
            f"into at most {choices[-1]}"
        )
    near = counts_are("the nearest head count", nearest_choices(experiment.d_model, value))
    raise ValueError(
        f"{value:g} heads do not divide d_model = {experiment.d_model} into equal slices; {near}"
    )


def nearest_choices(d_model: int, value: float) -> tuple[int, ...]:
    """The head counts on offer next below and above `value`."""
    choices = head_choices(d_model)
    below = [count for count in choices if count < value][-1:]
    above = [count for count in choices if count > value][:1]
    return (*below, *above)
