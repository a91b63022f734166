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


def states_both_ways(inputs: Floats, gates: Floats, proposed: Floats) -> Floats:
    """Return the states of two units that run side by side from h_0 = 0, (N, 2, H).

    inputs are W x of both, (N, 2, 3H), the second one's in its own order of reading; gates and
    proposed are their U, transposed, (2, H, 2H) and (2, H, H).
    """
    size = proposed.shape[-1]
    every = np.empty((len(inputs), 2, size))
    state = np.zeros((2, size))
    for place, row in enumerate(inputs):
        gated = np.tanh(0.5 * (row[:, : 2 * size] + (state[:, None] @ gates)[:, 0]))
        gated = 0.5 + 0.5 * gated
        read = (gated[:, size:] * state)[:, None]
        change = np.tanh(row[:, 2 * size :] + (read @ proposed)[:, 0]) - state
        state = state + gated[:, :size] * change
        every[place] = state
    return every
