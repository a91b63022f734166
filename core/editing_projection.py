"""What a learner's hand does to a projection experiment: each function returns a new one.

X and the three W are the numbers in force. A vector is moved by the smallest change of its W that
sends its word there, so that X and the other two projections stay as they are.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from core.editing import grown, random_matrix, shape_of
from core.experiments.base import MAX_CELL, Matrix, Source
from core.experiments.projection import PROJECTIONS, ProjectionExperiment, Role
from core.plane import Floats

LARGEST = 4  # rows and columns of the random matrices that d_k grows into


def with_number(
    experiment: ProjectionExperiment, matrix: str, row: int, column: int, number: float
) -> ProjectionExperiment:
    """`experiment` with one number of features, w_q, w_k or w_v changed; places from 0."""
    rows = [list(line) for line in getattr(experiment, matrix)]
    rows[row][column] = min(max(number, -MAX_CELL), MAX_CELL)
    return changed(experiment, matrix, tuple(tuple(line) for line in rows))


def changed(experiment: ProjectionExperiment, matrix: str, numbers: Matrix) -> ProjectionExperiment:
    """`experiment` with one matrix replaced, and its source told truthfully."""
    return replace(experiment, **{matrix: numbers, "source": edited_source(experiment.source)})


def edited_source(source: Source) -> Source:
    """What is said of numbers after a hand has changed some of them."""
    return source if source == "hand-set" else "random, then edited"


def can_move(experiment: ProjectionExperiment, row: int) -> bool:
    """Whether a word's query, key and value can be moved: a row of zeros makes zeros whatever W
    is."""
    return any(number != 0 for number in experiment.features[row])


def with_vector(
    experiment: ProjectionExperiment, role: Role, row: int, vector: Floats
) -> ProjectionExperiment:
    """`experiment` with the W of `role` changed so that word `row` (from 0) lands on `vector`.

    The change is x^T (new - old) / (x x^T), the one of least Frobenius norm: it moves W along the
    word's own features only. Raises ValueError for a word whose row of X is all zero, and where W
    would leave the range of a cell.
    """
    word = experiment.tokens[row]
    if not can_move(experiment, row):
        letter = {"query": "Q", "key": "K", "value": "V"}[role]
        raise ValueError(
            f"the row of {word} in X is all zero, so no W_{letter} moves its {role}; "
            "give it a number in X first"
        )
    features = np.array(experiment.features[row], dtype=np.float64)
    now = np.array(experiment.projection(role), dtype=np.float64)
    # Divided by the largest feature first: squares of tiny features would vanish.
    size = float(np.abs(features).max())
    share = features / size
    with np.errstate(over="ignore"):
        moved = now + np.outer(share, vector - features @ now) / (share @ share) / size
    if not bool((np.abs(moved) <= MAX_CELL).all()):
        raise ValueError(
            f"the features of {word} are too small for that: a number of W would pass "
            f"{MAX_CELL:,.0f}; give it larger numbers in X first"
        )
    whole: Matrix = getattr(experiment, PROJECTIONS[role])
    rows = tuple(
        (*(float(number) for number in line), *old[len(line) :])
        for line, old in zip(moved, whole, strict=True)
    )
    return changed(experiment, PROJECTIONS[role], rows)


def with_projected_number(
    experiment: ProjectionExperiment, role: Role, row: int, column: int, number: float
) -> ProjectionExperiment:
    """`experiment` with one number of Q, K or V changed, through its W; places from 0."""
    vector = projected(experiment, role, row)
    vector[column] = number
    return with_vector(experiment, role, row, vector)


def with_tip(
    experiment: ProjectionExperiment, role: Role, row: int, axes: Floats, point: Floats
) -> ProjectionExperiment:
    """`experiment` with a vector's tip at `point` (2,) of the plane whose axes (2, d_k) are given.

    What the vector has outside the plane it keeps.
    """
    vector = projected(experiment, role, row)
    return with_vector(experiment, role, row, vector + (point - axes @ vector) @ axes)


def projected(experiment: ProjectionExperiment, role: Role, row: int) -> Floats:
    """The query, key or value of one word, (d_k,)."""
    features = np.array(experiment.features[row], dtype=np.float64)
    vector: Floats = features @ np.array(experiment.projection(role), dtype=np.float64)
    return vector


def with_key_size(experiment: ProjectionExperiment, key_size: int) -> ProjectionExperiment:
    """`experiment` with another d_k. Columns that there were come back as they were; columns that
    there never were are random numbers from the seed."""
    role, row, column = experiment.product
    changes: dict[str, object] = {
        "key_size": key_size,
        "product": (role, row, min(column, key_size)),
    }
    for place, name in enumerate(PROJECTIONS.values()):
        matrix: Matrix = getattr(experiment, name)
        if len(matrix[0]) < key_size:
            wider = random_matrix(experiment.seed, place, len(matrix), key_size)
            changes[name] = grown(matrix, wider)
            changes["source"] = (
                "random, then edited" if experiment.source == "hand-set" else experiment.source
            )
    return replace(experiment, **changes)


def shuffled(experiment: ProjectionExperiment) -> ProjectionExperiment:
    """New random X and W from the next seed: whole features from -2 to 2, no row of zeros, and
    projections of deviation 0.6, which keep most arrows inside the plane."""
    seed = experiment.seed + 1
    random = np.random.default_rng([seed, LARGEST])
    n, width = shape_of(experiment.features)
    features = random.integers(-2, 3, size=(n, width))
    while not features.any(axis=1).all():
        empty = ~features.any(axis=1)
        features[empty] = random.integers(-2, 3, size=(int(empty.sum()), width))
    matrices = {
        name: tuples(random.normal(0.0, 0.6, size=(width, LARGEST)).round(1) + 0.0)
        for name in PROJECTIONS.values()
    }
    return replace(
        experiment,
        features=tuples(features.astype(np.float64)),
        seed=seed,
        source="random, untrained",
        **matrices,
    )


def tuples(array: Floats) -> Matrix:
    """An array as a matrix of an experiment."""
    return tuple(tuple(float(number) for number in row) for row in array)
