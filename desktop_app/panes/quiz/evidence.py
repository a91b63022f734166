"""What shows that an answer is right: small figures computed from a question's experiments."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from core.experiment import AttentionExperiment, Experiment, HeadsExperiment, VarianceExperiment
from core.lesson import Question, Series
from core.measures import DotProductSample
from core.places import key_tokens, of_head, query_index, query_tokens, step_array
from core.predicates import MEASURES, measured
from core.trace import Trace, compute

Kind = Literal["row", "map", "bars"]


@dataclass(frozen=True)
class Figure:
    """One series as numbers. row: weights along a row; map: a matrix; bars: measured values.

    rows and columns name the lines of a map, columns the bars. limit: the value that fills the
    height of a bar.
    """

    kind: Kind
    label: str
    caption: str
    numbers: npt.NDArray[np.float64]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    limit: float = 1.0


class Computed(NamedTuple):
    """The figures of a question, or a sentence on why there are none; and the seconds it took."""

    figures: tuple[Figure, ...] | None
    note: str
    seconds: float


def computed(question: Question, samples: dict[int, DotProductSample]) -> Computed:
    """The evidence as the panel shows it; what the engine refuses is said, not raised."""
    started = time.perf_counter()
    try:
        found = figures(question, samples)
    except ValueError as error:
        return Computed(None, str(error), 0.0)
    return Computed(found, "", time.perf_counter() - started)


def wanted_seeds(question: Question) -> set[int]:
    """The random samples that must be drawn before the evidence can be computed."""
    return {
        experiment.seed
        for experiment in experiments(question)
        if isinstance(experiment, VarianceExperiment)
    }


def experiments(question: Question) -> list[Experiment]:
    """Every experiment of the evidence, in order."""
    found = []
    for series in question.evidence:
        if series.experiment is not None:
            found.append(series.experiment)
        found += [point.experiment for point in series.points]
    return found


def figures(question: Question, samples: dict[int, DotProductSample]) -> tuple[Figure, ...]:
    """The evidence, computed now. Raises ValueError where the engine refuses an experiment."""

    def traced(experiment: Experiment) -> Trace:
        seed = experiment.seed if isinstance(experiment, VarianceExperiment) else None
        return compute(experiment, None if seed is None else samples[seed])

    return tuple(
        bars(series, traced) if series.points else step_figure(series, traced)
        for series in question.evidence
    )


def bars(series: Series, traced: Callable[[Experiment], Trace]) -> Figure:
    """One measured bar a point; shares fill the height at 1, other measures at their largest."""
    values = [
        float(measured(traced(point.experiment), point.measure, point.where))
        for point in series.points
    ]
    shares = all(MEASURES[point.measure].share for point in series.points)
    return Figure(
        "bars",
        series.label,
        series.caption,
        np.array(values),
        columns=tuple(point.label for point in series.points),
        limit=1.0 if shares else max(max(values), 1e-12),
    )


def step_figure(series: Series, traced: Callable[[Experiment], Trace]) -> Figure:
    """A step of the trace: a row as bars, a matrix as a map."""
    assert series.experiment is not None and series.step is not None
    trace = traced(series.experiment)
    array = step_array(trace, series.step)
    if array.ndim == 3:
        array = of_head(array, series.where.head)
    if series.where.query is not None:
        array = np.asarray(array[query_index(trace, series.where.query)])
    array = np.squeeze(array) if array.ndim > 2 or 1 in array.shape else array
    if array.ndim == 1:
        limit = max(1.0, float(np.max(array)))
        return Figure("row", series.label, series.caption, array, limit=limit)
    axes = trace.steps[series.step].axes[-2:]
    return Figure(
        "map",
        series.label,
        series.caption,
        array,
        rows=query_tokens(trace) if axes[0] == "query" else (),
        columns=key_tokens(trace) if axes[1] == "key" else (),
    )


def fact(question: Question, found: Sequence[Figure]) -> str:
    """The settings of the evidence in a few words, for the status line; x_y writes an index."""
    settings = experiments(question)
    if not settings:
        return ""
    match settings[-1]:
        case VarianceExperiment() as variance:
            keys = [f"{len(figure.numbers)} keys" for figure in found if figure.kind == "row"]
            words = ", ".join([f"d_k = {variance.key_size}", *keys[:1], f"seed {variance.seed}"])
        case AttentionExperiment() as attention:
            pair = f"{len(attention.tokens)} queries, {len(attention.key_tokens)} keys"
            words = f"{pair}, d_k = {attention.key_size}"
        case HeadsExperiment() as heads:
            counts = sorted({part.heads for part in settings if isinstance(part, HeadsExperiment)})
            words = f"d_model = {heads.d_model}, h = {' and '.join(str(h) for h in counts)}"
        case _:
            words = "a sentence read with hand-set projections"
    return f"evidence: {words}"
