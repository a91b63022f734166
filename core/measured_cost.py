"""What one layer really takes on this machine: seconds, memory, and how both grow with n.

The layers are written as plain as in the code drawer: self-attention with its four projections,
and a recurrence h = tanh(W x + U h) that must go word by word. Times differ from run to run and
from machine to machine; only the growth can be compared with a count of operations.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.arrays import Floats
from core.cost import attention_cost

LENGTHS = (64, 128, 256, 512, 1024, 2048)
FITTED_FROM = 256  # shorter sentences measure the overhead of the calls
REPEATS = 3
MeasuredLayer = Literal["self-attention", "recurrent"]
LAYERS: tuple[MeasuredLayer, ...] = ("self-attention", "recurrent")


@dataclass(frozen=True)
class Measured:
    """One layer at several n: the shortest of some runs, in seconds, and the most bytes it held."""

    lengths: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    peak_bytes: tuple[int, ...] = ()

    def with_run(self, length: int, seconds: float, peak: int) -> Measured:
        return Measured((*self.lengths, length), (*self.seconds, seconds), (*self.peak_bytes, peak))


@dataclass(frozen=True)
class MeasuredCost:
    """Both layers for tokens of `width` numbers. share: how much of the work is done, 0 to 1."""

    width: int
    attention: Measured = Measured()
    recurrent: Measured = Measured()
    share: float = 0.0

    def layer(self, name: MeasuredLayer) -> Measured:
        return self.attention if name == "self-attention" else self.recurrent


def layer_run(layer: MeasuredLayer, n: int, d: int) -> Callable[[], Floats]:
    """A layer over n random tokens of d numbers, ready to be run."""
    random = np.random.default_rng(n * d)
    x = random.normal(size=(n, d))
    matrices = random.normal(size=(4, d, d)) / np.sqrt(d)
    run = attention_run if layer == "self-attention" else recurrent_run
    return lambda: run(x, matrices)


def attention_run(x: Floats, matrices: Floats) -> Floats:
    """softmax(Q K^T / sqrt(d)) V W_O, (n, d): 2 n^2 d + 4 n d^2 multiply-adds."""
    w_q, w_k, w_v, w_o = matrices
    scores = (x @ w_q) @ (x @ w_k).T / np.sqrt(x.shape[1])
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = shares / shares.sum(axis=1, keepdims=True)
    output: Floats = weights @ (x @ w_v) @ w_o
    return output


def recurrent_run(x: Floats, matrices: Floats) -> Floats:
    """h_i = tanh(W x_i + U h_(i-1)), (n, d): 2 n d^2 multiply-adds, n steps in sequence."""
    into, across = matrices[0], matrices[1]
    states = np.empty_like(x)
    state = np.zeros(x.shape[1])
    for place, arriving in enumerate(x @ into):
        state = np.tanh(arriving + across @ state)
        states[place] = state
    return states


def timed(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of some runs, in seconds: what else the machine does only makes one longer."""
    found = []
    for _ in range(repeats):
        begun = time.perf_counter()
        run()
        found.append(time.perf_counter() - begun)
    return min(found)


def peak_of(run: Callable[[], object]) -> int:
    """The most bytes that a run holds at once, beside its operands; NumPy tells tracemalloc."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def fitted_slope(lengths: Sequence[float], values: Sequence[float]) -> float:
    """p of the power law c n^p that fits best, by least squares of the logarithms.

    Raises ValueError for fewer than two lengths, and for a number that is not above 0.
    """
    x, y = np.asarray(lengths, dtype=float), np.asarray(values, dtype=float)
    if len(x) < 2 or len(x) != len(y):
        raise ValueError(f"a slope needs two lengths or more, each with its value, not {len(x)}")
    if not (x > 0).all() or not (y > 0).all():
        raise ValueError("a power law has only numbers above 0")
    across = np.log(x) - np.log(x).mean()
    if not across.any():
        raise ValueError("a slope needs two different lengths")
    return float(across @ (np.log(y) - np.log(y).mean()) / (across @ across))


def long_ones(measured: Measured) -> Measured:
    """The runs that a slope is fitted to."""
    kept = [place for place, length in enumerate(measured.lengths) if length >= FITTED_FROM]
    return Measured(
        tuple(measured.lengths[place] for place in kept),
        tuple(measured.seconds[place] for place in kept),
        tuple(measured.peak_bytes[place] for place in kept),
    )


def operations(layer: MeasuredLayer, n: int, d: int) -> int:
    """Multiply-adds of the layer as it is measured, projections counted."""
    return attention_cost(n, d).multiply_adds if layer == "self-attention" else 2 * n * d * d


def counted_slope(layer: MeasuredLayer, lengths: Sequence[int], d: int) -> float:
    """The slope that the counted operations have over the same lengths."""
    return fitted_slope(lengths, [operations(layer, n, d) for n in lengths])


@dataclass(frozen=True)
class Growth:
    """Exponents of n: of the measured seconds, of the counted operations, of the bytes."""

    seconds: float
    operations: float
    peak_bytes: float


def growth(layer: MeasuredLayer, cost: MeasuredCost) -> Growth | None:
    """How a layer grew over its long runs; None before there are two of them."""
    runs = long_ones(cost.layer(layer))
    if len(runs.lengths) < 2:
        return None
    return Growth(
        fitted_slope(runs.lengths, runs.seconds),
        counted_slope(layer, runs.lengths, cost.width),
        fitted_slope(runs.lengths, runs.peak_bytes),
    )
