"""The gated recurrent unit of the translators: `core.recurrent`'s equations, stacked for speed.

W stacks the matrices of update, reset and proposed, (3H, d), and so does U, (3H, H):

    z, r = sigma(W x + U h)      g = tanh(W x + U (r * h))      h' = (1 - z) * h + z * g
"""

from __future__ import annotations

import numpy as np

from core.arrays import Floats


def next_state(inputs: Floats, gate_states: Floats, u_proposed: Floats, state: Floats) -> Floats:
    """Return h' (H,) from W x (3H,), the gates' part of U h (2H,), U of the proposal, and h."""
    size = len(state)
    gates = 0.5 + 0.5 * np.tanh(0.5 * (inputs[: 2 * size] + gate_states))
    proposed = np.tanh(inputs[2 * size :] + u_proposed @ (gates[size:] * state))
    after: Floats = state + gates[:size] * (proposed - state)
    return after


def states(inputs: Floats, u: Floats) -> Floats:
    """Return the state after each row of W x, (N, 3H), from h_0 = 0: (N, H)."""
    size = u.shape[1]
    gates, proposed = u[: 2 * size], u[2 * size :]
    every = np.empty((len(inputs), size))
    state = np.zeros(size)
    for place, row in enumerate(inputs):
        state = next_state(row, gates @ state, proposed, state)
        every[place] = state
    return every
