"""What the measures of the catalogue find in a trace, one function a measure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from core.experiment import (
    AttentionExperiment,
    CrossExperiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.lesson import Where
from core.places import (
    cell,
    key_tokens,
    query_index,
    query_tokens,
    step_array,
    weight_row,
)
from core.trace import Trace


def argmax_key(trace: Trace, where: Where) -> str:
    """The token with the largest weight of a query; the first one where several share it."""
    row = weight_row(trace, where, where.query)
    if not row.any():
        raise ValueError("this query has no visible key")
    return key_tokens(trace)[int(np.argmax(row))]


def row_difference(trace: Trace, where: Where) -> float:
    """The largest difference between the weights of two queries, key by key."""
    if where.other is None:
        raise ValueError("where needs other: a second query to compare with")
    first = weight_row(trace, where, where.query)
    second = weight_row(trace, where, where.other)
    return float(np.max(np.abs(first - second)))


def lookup_difference(trace: Trace, where: Where) -> float:
    """The largest difference, component by component, between a query's soft and hard results."""
    row = query_index(trace, where.query)
    return float(np.max(np.abs(trace["output"][row] - trace["hard_output"][row])))


def repeated_difference(trace: Trace, where: Where) -> float:
    """The largest difference between the rows of the first word that stands there twice."""
    if isinstance(trace.experiment, SelfAttentionExperiment) and trace.experiment.trained:
        raise ValueError("letters stand here: choose Random")
    tokens = query_tokens(trace)
    for second, token in enumerate(tokens):
        first = tokens.index(token)
        if first != second:
            rows = trace["weights"]
            return float(np.max(np.abs(rows[first] - rows[second])))
    raise ValueError("no word stands twice: Reset brings one")


def hidden_pairs(trace: Trace, where: Where) -> float:
    """How many pairs of query and key the mask hides."""
    return float(np.count_nonzero(np.isneginf(trace["masked"])))


def key_size(trace: Trace, where: Where) -> float:
    """d_k of the experiment; of one head where there are several."""
    match trace.experiment:
        case CrossExperiment(is_trained=True):
            raise ValueError("additive scores have no d_k")
        case SentenceExperiment() as sentence:
            return float(len(sentence.key_projection[0]))
        case HeadsExperiment() as heads:
            return float(heads.d_model // heads.heads)
        case (
            AttentionExperiment()
            | VarianceExperiment()
            | ProjectionExperiment()
            | SelfAttentionExperiment()
            | CrossExperiment()
        ) as sized:
            return float(sized.key_size)
    raise ValueError("this experiment has no d_k")


def pinned_head_weight(trace: Trace, where: Where) -> float:
    """The weight that a query gives a key in the head that the learner has pinned."""
    experiment = trace.experiment
    if not isinstance(experiment, HeadsExperiment) or experiment.pinned is None:
        raise ValueError("no head is pinned; click a cell of one")
    return cell(trace, replace(where, head=experiment.pinned[0]), "weights")


def extent(axis: int) -> Callable[[Trace, Where], float]:
    """How long the step `where.array` is along one axis from the end."""

    def found(trace: Trace, where: Where) -> float:
        array = step_array(trace, where.array)
        if array.ndim < -axis:
            raise ValueError(f"{where.array} is no matrix; it has no rows and columns")
        return float(array.shape[axis])

    return found


def of_cell(step: str) -> Callable[[Trace, Where], float]:
    """One number of a matrix with a row a query and a column a key."""
    return lambda trace, where: cell(trace, where, step)


def of_row(function: Callable[..., object]) -> Callable[[Trace, Where], float]:
    """A number that `function` finds in the weights of a query."""
    return lambda trace, where: float(
        np.asarray(function(weight_row(trace, where, where.query)), dtype=float)
    )


def of_number(step: str) -> Callable[[Trace, Where], float]:
    """A step that is a single number."""
    return lambda trace, where: float(trace[step])
