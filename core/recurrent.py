"""A gated recurrent encoder, forward.

Cho et al., EMNLP 2014 (arXiv 1406.1078), in the notation of Bahdanau, Cho, Bengio, ICLR 2015,
appendix A.1.1, where biases are left out; * is element by element, sigma the logistic function:

    z_i = sigma(W_z x_i + U_z h_(i-1))                  update: how much is written anew
    r_i = sigma(W_r x_i + U_r h_(i-1))                  reset: how much of the past is read
    g_i = tanh(W x_i + U (r_i * h_(i-1)))               the proposed new state
    h_i = (1 - z_i) * h_(i-1) + z_i * g_i,    h_0 = 0

Matrices stand to the left of a column vector: W is (d_h, d_x), U is (d_h, d_h).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats, finite_array, read_only
from core.checks import check_axes


@dataclass(frozen=True, eq=False)
class GruWeights:
    """The six matrices of a gated recurrent unit: w_* (d_h, d_x), u_* (d_h, d_h)."""

    w_z: Floats
    u_z: Floats
    w_r: Floats
    u_r: Floats
    w: Floats
    u: Floats

    def __post_init__(self) -> None:
        size = np.shape(self.u)[0] if np.ndim(self.u) == 2 else 0
        for name in ("u_z", "u_r", "u"):
            shape = np.shape(getattr(self, name))
            if shape != (size, size) or size == 0:
                raise ValueError(f"{name} has shape {shape}; U matrices need (d_h, d_h)")
        for name in ("w_z", "w_r", "w"):
            shape = np.shape(getattr(self, name))
            if shape != (size, *np.shape(self.w)[1:]) or len(shape) != 2:
                raise ValueError(f"{name} has shape {shape}; W matrices need ({size}, d_x)")
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, finite_array(getattr(self, name), name))

    @property
    def size(self) -> int:
        """d_h, how many numbers a state holds."""
        return len(self.u)


@dataclass(frozen=True, eq=False)
class Encoding:
    """Every step of an encoder over N inputs, read-only float64, one row an input.

    inputs (N, d_x); before: h_(i-1), update: z, reset: r, proposed: g, states: h, all (N, d_h).
    """

    inputs: Floats
    before: Floats
    update: Floats
    reset: Floats
    proposed: Floats
    states: Floats


def orthogonal(block: Floats) -> Floats:
    """The orthogonal factor of a square block, with the sign that makes it unique.

    Orthogonal recurrent matrices are how Bahdanau et al. begin (appendix B.1).
    """
    rotation, upper = np.linalg.qr(block)
    turned: Floats = rotation * np.sign(np.diag(upper))
    return turned


def encode(inputs: ArrayLike, weights: GruWeights) -> Encoding:
    """Every step of the encoder over inputs (N, d_x), N at least 1.

    Raises ValueError for a shape that does not fit the weights and for numbers not finite.
    """
    x = finite_array(inputs, "inputs")
    check_axes(x, "inputs", "(N, d_x)")
    if x.ndim != 2 or x.shape[1] != weights.w.shape[1] or not len(x):
        raise ValueError(
            f"inputs have shape {x.shape}; these weights need (N, {weights.w.shape[1]}), N > 0"
        )
    steps = np.zeros((5, len(x), weights.size))
    state = np.zeros(weights.size)
    for place, row in enumerate(x):
        update = logistic(weights.w_z @ row + weights.u_z @ state)
        reset = logistic(weights.w_r @ row + weights.u_r @ state)
        proposed = np.tanh(weights.w @ row + weights.u @ (reset * state))
        after = (1 - update) * state + update * proposed
        steps[:, place] = state, update, reset, proposed, after
        state = after
    return Encoding(x, *(read_only(step.copy()) for step in steps))


def logistic(numbers: Floats) -> Floats:
    """1 / (1 + e^-x), written so that no large number overflows."""
    squashed: Floats = 0.5 * (1.0 + np.tanh(0.5 * numbers))
    return squashed
