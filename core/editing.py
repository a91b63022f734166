"""What a learner's hand does to an attention experiment: each function returns a new one."""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast, get_args

import numpy as np
from msgspec.structs import replace

from core.experiment import MAX_CELL, AttentionExperiment, Flags, Mask, Matrix
from core.experiments.base import after_a_hand
from core.traces.attention import visibility

Rows = TypeVar("Rows", Matrix, Flags)
Operand = Literal["query", "key", "value"]
OPERANDS: tuple[Operand, ...] = get_args(Operand)
# Words that join the sentence when it grows beyond those the slide came with.
MORE_TOKENS = (
    *("the", "cat", "ate", "fresh", "fish", "and"),
    *("then", "it", "slept", "until", "the", "rain"),
)


def with_cell(
    experiment: AttentionExperiment, operand: Operand, row: int, column: int, number: float
) -> AttentionExperiment:
    """`experiment` with one number of query, key or value changed; row and column from 0."""
    rows = [list(line) for line in getattr(experiment, operand)]
    rows[row][column] = min(max(number, -MAX_CELL), MAX_CELL)
    return changed(experiment, operand, tuple(tuple(line) for line in rows))


def changed(
    experiment: AttentionExperiment, operand: Operand, matrix: Matrix
) -> AttentionExperiment:
    """`experiment` with one operand replaced, and its source told truthfully."""
    source = after_a_hand(experiment.source)
    return replace(experiment, **{operand: matrix, "source": source})


def with_mask(experiment: AttentionExperiment, mask: Mask) -> AttentionExperiment:
    """`experiment` under another mask. A first custom mask starts from what is hidden now."""
    if mask == "custom" and experiment.custom is None:
        return replace(experiment, mask=mask, custom=flags_of(experiment))
    if mask == "padding" and experiment.visible_keys is None:
        n = len(experiment.key_tokens)
        return replace(experiment, mask=mask, visible_keys=max(n - 1, 0))
    return replace(experiment, mask=mask)


def with_flag(
    experiment: AttentionExperiment, row: int, column: int, visible: bool
) -> AttentionExperiment:
    """`experiment` with one pair of a custom mask shown or hidden; row and column from 0."""
    rows = [list(line) for line in flags_of(experiment)]
    rows[row][column] = visible
    return replace(experiment, mask="custom", custom=tuple(tuple(line) for line in rows))


def flags_of(experiment: AttentionExperiment) -> Flags:
    """What is visible now, as flags that a custom mask can start from."""
    visible = visibility(experiment)
    if visible is None:
        visible = np.ones((len(experiment.tokens), len(experiment.key_tokens)), dtype=bool)
    return tuple(tuple(bool(flag) for flag in row) for row in visible)


def shuffled(experiment: AttentionExperiment) -> AttentionExperiment:
    """New random Q, K and V: standard normal numbers, kept to one decimal, from the next seed."""
    seed = experiment.seed + 1
    matrices = {
        operand: random_matrix(seed, place, *shape_of(getattr(experiment, operand)))
        for place, operand in enumerate(OPERANDS)
    }
    return replace(experiment, seed=seed, source="random, untrained", **matrices)


def resized(
    experiment: AttentionExperiment, n: int | None = None, d_k: int | None = None
) -> AttentionExperiment:
    """Attention of `n` tokens with `d_k` components. What stays keeps its numbers.

    Keys and values of another sequence stay as many as they are; values as wide as keys stay so.
    New rows and columns are random numbers from the experiment's seed: growing, shrinking and
    growing again brings the same ones.
    """
    old_n, old_keys = len(experiment.tokens), len(experiment.key_tokens)
    n, d_k = n or old_n, d_k or experiment.key_size
    n_k = old_keys if experiment.source_tokens else n
    d_v = len(experiment.value[0])
    d_v = d_k if d_v == experiment.key_size else d_v
    tokens = (*experiment.tokens, *MORE_TOKENS[old_n:])[:n]
    matrices = {
        operand: grown(getattr(experiment, operand), random_matrix(experiment.seed, place, *shape))
        for place, (operand, shape) in enumerate(
            zip(OPERANDS, ((n, d_k), (n_k, d_k), (n_k, d_v)), strict=True)
        )
    }
    visible_keys = experiment.visible_keys
    if visible_keys is not None:
        visible_keys = n_k if visible_keys == old_keys else min(visible_keys, n_k)
    custom = None
    if experiment.custom is not None:
        custom = grown(experiment.custom, tuple((True,) * n_k for _ in range(n)))
    pinned = experiment.pinned
    if pinned is not None:
        pinned = min(pinned[0], n), min(pinned[1], n_k)
    source = experiment.source
    if (n > old_n or d_k > experiment.key_size) and source == "hand-set":
        source = "random, then edited"
    elif "file" in source:
        source = after_a_hand(source)
    return replace(
        experiment,
        tokens=tokens,
        visible_keys=visible_keys,
        custom=custom,
        pinned=pinned,
        source=source,
        **matrices,
    )


def grown(old: Rows, new: Rows) -> Rows:
    """The shape and the numbers of `new`, with those of `old` where it reaches."""
    rows: list[tuple[Any, ...]] = []
    for place, row in enumerate(new):
        kept: tuple[Any, ...] = old[place][: len(row)] if place < len(old) else ()
        rows.append(kept + tuple(row)[len(kept) :])
    return cast(Rows, tuple(rows))


def random_matrix(seed: int, stream: int, rows: int, columns: int) -> Matrix:
    """Standard normal numbers kept to one decimal; each cell depends on its place alone."""
    # Drawn at the largest size, so that a number does not change when its matrix grows.
    numbers = np.random.default_rng([seed, stream]).normal(size=(16, 16))
    if columns > 16:  # values of a file may be as wide as 64
        wide = np.random.default_rng([seed, stream, 1]).normal(size=(16, 48))
        numbers = np.concatenate([numbers, wide], axis=1)
    numbers = numbers.round(1) + 0.0
    return tuple(tuple(float(number) for number in row[:columns]) for row in numbers[:rows])


def shape_of(matrix: Matrix) -> tuple[int, int]:
    """Rows and columns."""
    return len(matrix), len(matrix[0])
