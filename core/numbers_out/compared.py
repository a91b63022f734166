"""A and B as one trace to be written: steps `a/weights`, `b/weights` and `difference/weights`.

Whatever writes a trace writes this one, each step with the words of the state that it is of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from core.arrays import read_only
from core.compared_maps import MAPS
from core.experiment import Experiment
from core.numbers_out.tables import Table, axis_labels
from core.trace import Step, Trace

A, B, DIFFERENCE = "a/", "b/", "difference/"


@dataclass(frozen=True)
class ComparedTrace(Trace):
    """Its own experiment is that of B; `before` is A."""

    before: Trace | None = None

    def of_step(self, name: str) -> Experiment:
        assert self.before is not None
        return self.before.experiment if name.startswith(A) else self.experiment

    @property
    def experiments(self) -> Mapping[str, Experiment]:
        assert self.before is not None
        return {A: self.before.experiment, B: self.experiment}


def compared_trace(a: Trace, b: Trace) -> ComparedTrace:
    """Both traces and what B has more, B − A; steps of another shape have no difference, and the
    trace's `problem` names them."""
    names = [name for name in (*MAPS, *b.steps, *a.steps) if name in a or name in b]
    steps: dict[str, Step] = {}
    apart: list[str] = []
    for name in dict.fromkeys(names):
        first, second = a.steps.get(name), b.steps.get(name)
        if first is not None and second is not None and first.array.shape == second.array.shape:
            with np.errstate(invalid="ignore"):
                moved = read_only(np.asarray(second.array - first.array))
            formula = rf"{second.formula}\;(B - A)"
            steps[DIFFERENCE + name] = Step(moved, second.axes, formula)
        else:
            apart.append(name)
        for prefix, step in ((A, first), (B, second)):
            if step is not None:
                steps[prefix + name] = step
    problem = f"no difference, since the shapes are not the same: {', '.join(apart)}"
    return ComparedTrace(b.experiment, steps, problem if apart else "", a)


def long_table(trace: Trace) -> Table:
    """Every number of the matrices that are compared on a line of its own: a, b, difference."""
    rows: list[tuple[str, ...]] = []
    numbers: list[tuple[float, float, float]] = []
    for name in MAPS:
        if DIFFERENCE + name not in trace:
            continue
        step = trace.steps[DIFFERENCE + name]
        labels = [
            axis_labels(trace.experiment, axis, size)
            for axis, size in zip(step.axes, step.array.shape, strict=True)
        ]
        rows += [(name, *place) for place in filled(product(*labels))]
        columns = (trace[prefix + name].ravel().tolist() for prefix in (A, B, DIFFERENCE))
        numbers += zip(*columns, strict=True)
    corner = ("matrix", "head", "row", "column")
    found = np.array(numbers, dtype=np.float64).reshape(-1, 3)
    return Table("A and B", corner, ("a", "b", "difference"), tuple(rows), found)


def filled(places: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Labels of a head, a row and a column; "" where a step has no such axis."""
    for place in places:
        yield (*("",) * (3 - len(place)), *place)
