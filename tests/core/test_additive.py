"""Bahdanau's additive attention and Luong's scores."""

import math

import numpy as np
import pytest

from core.additive import additive_attention, luong_concat, luong_dot, luong_general
from core.attention import scaled_dot_product_attention, softmax

I2 = np.eye(2)
STATES = [[1.0, 0.0], [0.0, 1.0]]
KEYS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]


def near(expected):
    return pytest.approx(np.array(expected), abs=5e-7)


def drawn(d_s=3, d_h=4, d_att=5, length=2, source=6, seed=0):
    rng = np.random.default_rng(seed)
    shapes = ((length, d_s), (source, d_h), (d_att, d_s), (d_att, d_h), (d_att,))
    return [rng.normal(size=shape) for shape in shapes]


def test_a_worked_example():
    """Energy of state 0 and key 0: tanh(1 + 1) + tanh(0 + 0) = 0.964."""
    trace = additive_attention(
        STATES, KEYS, I2, I2, [1, 1], value=[[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]
    )
    assert trace.energies[0, 0] == pytest.approx(math.tanh(2))
    assert trace.energies == near([[0.964028, 1.523188, 1.725622], [1.523188, 0.964028, 1.725622]])
    assert trace.weights == near([[0.204462, 0.357645, 0.437893], [0.357645, 0.204462, 0.437893]])
    assert trace.context == near([[1.080248, 1.233431], [1.233431, 1.080248]])


def test_matrices_stand_to_the_left_as_in_the_paper():
    states, keys, w_a, u_a, v_a = drawn()
    trace = additive_attention(states, keys, w_a, u_a, v_a)
    assert trace.projected_state.shape == (2, 5)
    assert trace.projected_annotations.shape == (6, 5)
    assert trace.projected.shape == trace.activated.shape == (2, 6, 5)
    for i in range(2):
        for j in range(6):
            projected = w_a @ states[i] + u_a @ keys[j]
            assert trace.projected[i, j] == pytest.approx(projected, abs=1e-12)
            assert trace.energies[i, j] == pytest.approx(v_a @ np.tanh(projected), abs=1e-12)
    assert trace.context == pytest.approx(softmax(trace.energies) @ keys, abs=1e-12)


def test_a_single_state_is_one_row_without_its_axis():
    states, keys, w_a, u_a, v_a = drawn()
    one = additive_attention(states[1], keys, w_a, u_a, v_a)
    both = additive_attention(states, keys, w_a, u_a, v_a)
    assert one.state.shape == (3,)
    assert one.projected_state.shape == (5,)
    assert one.projected.shape == (6, 5)
    assert one.energies.shape == one.masked.shape == one.weights.shape == (6,)
    assert one.context.shape == (4,)
    assert one.weights == pytest.approx(both.weights[1], abs=1e-12)
    assert one.context == pytest.approx(both.context[1], abs=1e-12)


def test_axes_of_size_1_are_kept():
    trace = additive_attention([[[2.0]]], [[[3.0]]], [[1.0]], [[1.0]], [1.0])
    assert trace.weights.tolist() == [[[1.0]]]
    assert trace.context.tolist() == [[[3.0]]]
    assert additive_attention([2.0], [[3.0]], [[1.0]], [[1.0]], [1.0]).weights.tolist() == [1.0]
    assert luong_dot([[[2.0]]], [[[3.0]]]).tolist() == [[[6.0]]]


def test_batch_axes():
    states, keys, w_a, u_a, v_a = drawn()
    batch = np.stack([keys, keys + 1])
    trace = additive_attention(states, batch, w_a, u_a, v_a)
    assert trace.weights.shape == (2, 2, 6)
    alone = additive_attention(states, keys + 1, w_a, u_a, v_a)
    assert np.allclose(trace.context[1], alone.context, atol=1e-12)


def test_no_annotation_gives_an_empty_row_and_a_zero_context():
    trace = additive_attention([1.0], np.zeros((0, 2)), np.ones((3, 1)), np.ones((3, 2)), [1] * 3)
    assert trace.weights.shape == (0,)
    assert trace.context.tolist() == [0, 0]


@pytest.mark.parametrize("mask", [[True, True, False], [0.0, 0.0, -np.inf]])
def test_hidden_annotations_do_not_matter_whatever_they_hold(mask):
    dirty = np.array(KEYS)
    clean = additive_attention([1.0, 0.0], dirty[:2], I2, I2, [1, 1])
    dirty[2] = np.nan
    trace = additive_attention([1.0, 0.0], dirty, I2, I2, [1, 1], mask=mask)
    assert trace.weights[:2] == pytest.approx(clean.weights)
    assert trace.weights[2] == 0
    assert trace.masked[2] == -np.inf
    assert trace.context == pytest.approx(clean.context)
    with pytest.raises(
        ValueError, match=r"annotations\[2, 0\] is not a number.*visible to query 0"
    ):
        additive_attention([1.0, 0.0], dirty, I2, I2, [1, 1])


def test_a_state_that_sees_nothing_gets_a_zero_context():
    trace = additive_attention(STATES, KEYS, I2, I2, [1, 1], mask=[[True] * 3, [False] * 3])
    assert trace.weights[1].tolist() == [0, 0, 0]
    assert trace.context[1].tolist() == [0, 0]


def test_luong_scores():
    """s = (1, 0) and (0, 1) pick the first and second number of every annotation."""
    assert luong_dot(STATES, KEYS).tolist() == [[1, 0, 1], [0, 1, 1]]
    assert luong_dot([1.0, 0.0], KEYS).tolist() == [1, 0, 1]
    w = [[1.0, 2.0], [3.0, 4.0]]
    assert luong_general(STATES, KEYS, w).tolist() == [[1, 2, 3], [3, 4, 7]]
    assert luong_general([1.0, 0.0], KEYS, w).tolist() == [1, 2, 3]
    scaled = scaled_dot_product_attention(STATES, KEYS, KEYS, scale=1.0)
    assert np.array_equal(softmax(luong_dot(STATES, KEYS)), scaled.weights)


def test_luong_concat_is_the_additive_energy_of_a_joined_matrix():
    states, keys, w_a, u_a, v_a = drawn()
    joined = luong_concat(states, keys, np.hstack([w_a, u_a]), v_a)
    assert joined == pytest.approx(additive_attention(states, keys, w_a, u_a, v_a).energies)
    assert luong_concat(states[0], keys, np.hstack([w_a, u_a]), v_a).shape == (6,)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: luong_dot(np.ones((2, 3)), np.ones((5, 4))), "use general, with W of 3 x 4"),
        (lambda: luong_general(np.ones((2, 3)), np.ones((5, 4)), np.ones((4, 3))), "W of 3 x 4"),
        (lambda: luong_concat(STATES, KEYS, np.ones((5, 3)), np.ones(5)), r"needs \(d_att, 4\)"),
        (lambda: additive_attention(STATES, KEYS, np.ones((2, 3)), I2, [1, 1]), "w_a has shape"),
        (lambda: additive_attention(STATES, KEYS, I2, np.ones((2, 3)), [1, 1]), "u_a has shape"),
        (lambda: additive_attention(STATES, KEYS, I2, I2, [1, 1, 1]), "need one d_att"),
        (lambda: additive_attention(STATES, KEYS, I2, np.ones((3, 2)), [1, 1]), "need one d_att"),
        (lambda: additive_attention(STATES, [1.0, 0.0], I2, I2, [1, 1]), "annotations has shape"),
        (lambda: additive_attention(STATES, KEYS, I2, I2, [1, 1], value=I2), "number of keys"),
        (lambda: additive_attention(STATES, KEYS, I2, I2, [1, 1], mask=[[1, 0, 1]]), "bool"),
        (lambda: additive_attention(STATES, KEYS, I2, I2, [1, np.nan]), r"v_a\[1\] is not"),
    ],
)
def test_what_does_not_fit_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_parity_with_pytorch(torch):
    states, keys, w_a, u_a, v_a = (torch.tensor(array) for array in drawn(seed=3))
    energies = torch.tanh((states @ w_a.T)[:, None] + (keys @ u_a.T)[None]) @ v_a
    context = torch.softmax(energies, dim=-1) @ keys
    mine = additive_attention(*drawn(seed=3))
    assert np.abs(mine.context - context.numpy()).max() < 1e-12
