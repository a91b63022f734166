"""The gated encoder: by hand and by PyTorch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recurrent import GruWeights, encode, orthogonal


def one_unit(w_z=0.0, u_z=0.0, w_r=0.0, u_r=0.0, w=1.0, u=0.0):
    return GruWeights(*(np.array([[number]]) for number in (w_z, u_z, w_r, u_r, w, u)))


def seeded_gru(d_x, d_h, seed):
    """Random weights, U orthogonal."""
    random = np.random.default_rng(seed)
    w_z, w_r, w = random.normal(size=(3, d_h, d_x)) / np.sqrt(d_x)
    u_z, u_r, u = (orthogonal(block) for block in random.normal(size=(3, d_h, d_h)))
    return GruWeights(w_z, u_z, w_r, u_r, w, u)


def test_one_unit_by_hand():
    # Both gates stand at 1/2, so h_1 = tanh(1) / 2 and h_2 = h_1 / 2 + tanh(-1) / 2.
    states = encode([[1.0], [-1.0]], one_unit()).states
    first = np.tanh(1.0) / 2
    assert states == pytest.approx(np.array([[first], [first / 2 - np.tanh(1.0) / 2]]))


def test_the_reset_gate_stands_inside_the_proposal():
    # r = 1/2, u = 1: the second proposal is tanh(0 + 1 * (h_1 / 2)).
    encoding = encode([[1.0], [0.0]], one_unit(u=1.0))
    first = np.tanh(1.0) / 2
    assert encoding.proposed[1, 0] == pytest.approx(np.tanh(first / 2))
    assert encoding.before[:, 0] == pytest.approx([0.0, first])


def test_a_closed_update_gate_keeps_the_state():
    encoding = encode([[1.0], [1.0]], one_unit(w_z=-40.0))
    assert encoding.states == pytest.approx(np.zeros((2, 1)), abs=1e-15)


def test_the_last_state_agrees_with_torch(torch):
    weights = seeded_gru(3, 4, 11)
    inputs = np.random.default_rng(1).normal(size=(5, 3))
    made = {
        name: torch.tensor(getattr(weights, name).copy())
        for name in ("w_z", "u_z", "w_r", "u_r", "w", "u")
    }

    def last_state(x):
        state = torch.zeros(4, dtype=torch.float64)
        for row in x:
            update = torch.sigmoid(made["w_z"] @ row + made["u_z"] @ state)
            reset = torch.sigmoid(made["w_r"] @ row + made["u_r"] @ state)
            proposed = torch.tanh(made["w"] @ row + made["u"] @ (reset * state))
            state = (1 - update) * state + update * proposed
        return state

    expected = last_state(torch.tensor(inputs)).numpy()
    assert encode(inputs, weights).states[-1] == pytest.approx(expected, abs=1e-14)


@given(st.integers(1, 12), st.integers(1, 6), st.integers(0, 500))
def test_states_lie_between_minus_one_and_one_and_never_look_ahead(words, units, seed):
    weights = seeded_gru(units, units, seed)
    inputs = np.random.default_rng(seed).normal(size=(words, units)) * 3
    states = encode(inputs, weights).states
    assert states.shape == (words, units)
    assert np.abs(states).max() < 1
    shorter = encode(inputs[: max(words // 2, 1)], weights).states
    assert np.array_equal(shorter, states[: len(shorter)])


def test_the_orthogonal_factor_is_orthogonal_and_unique():
    block = np.random.default_rng(5).normal(size=(6, 6))
    matrix = orthogonal(block)
    assert matrix @ matrix.T == pytest.approx(np.eye(6), abs=1e-12)
    assert np.array_equal(matrix, orthogonal(block))
    assert orthogonal(matrix) == pytest.approx(matrix)


@pytest.mark.parametrize("inputs", [np.zeros((2, 3)), np.zeros((0, 2)), np.zeros((1, 2, 2))])
def test_inputs_that_do_not_fit_are_refused_with_their_shape(inputs):
    shape = str(inputs.shape).replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(ValueError, match=f"inputs .*{shape}|{shape}"):
        encode(inputs, seeded_gru(2, 3, 0))


def test_weights_of_different_sizes_are_refused_by_name():
    square, wide = np.eye(2), np.zeros((2, 3))
    with pytest.raises(ValueError, match=r"w_r has shape \(2, 3\)"):
        GruWeights(square, square, wide, square, square, square)
    with pytest.raises(ValueError, match="u_r has shape"):
        GruWeights(square, square, square, wide, square, square)
