"""Gradients of softmax and attention: worked rows, finite differences, hidden cells."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core import masks
from core.attention import scaled_dot_product_attention, softmax
from core.gradients import attention_gradients, softmax_gradient, softmax_jacobian

NUMBERS = st.floats(-10, 10, width=64)


def near(expected):
    return pytest.approx(np.array(expected), abs=5e-7)


def test_the_gradient_of_softmax_has_a_sum_term():
    """p (g - g.p), not p (1 - p): 0.081925, then both others fall."""
    share = softmax([1, 2, 3])
    assert share == near([0.090031, 0.244728, 0.665241])
    assert softmax_gradient(share, [1, 0, 0]) == near([0.081925, -0.022033, -0.059892])
    assert share * (1 - share) == near([0.081925, 0.184836, 0.222695])


@pytest.mark.parametrize(
    ("row", "largest"),
    [
        ([490, 495, 500], 0.00669225),
        ([4.9, 4.95, 5.0], 0.22754),
        ([0, 10, 0, 0], 0.000136163),
        ([0, 1.25, 0, 0], 0.248573),
    ],
)
def test_differences_saturate_softmax_and_sizes_do_not(row, largest):
    jacobian = softmax_jacobian(softmax(row))
    assert np.abs(jacobian).max() == pytest.approx(largest, rel=1e-5)
    shifted = softmax_jacobian(softmax(np.array(row) + 1000))
    assert shifted == pytest.approx(jacobian, abs=1e-12)


def test_the_jacobian_of_two_equal_weights():
    assert softmax_jacobian([0.5, 0.5]).tolist() == [[0.25, -0.25], [-0.25, 0.25]]
    assert softmax_jacobian([0.0, 0.0]).tolist() == [[0, 0], [0, 0]]
    assert softmax_jacobian(np.full((2, 3, 4), 0.25)).shape == (2, 3, 4, 4)


@settings(deadline=None, max_examples=50)
@given(arrays(float, (2, 4), elements=NUMBERS), arrays(float, (2, 4), elements=NUMBERS))
def test_the_gradient_is_the_jacobian_times_the_upstream(rows, upstream):
    share = softmax(rows)
    gradient = softmax_gradient(share, upstream)
    product = (softmax_jacobian(share) @ upstream[..., None])[..., 0]
    assert np.allclose(gradient, product, atol=1e-12)
    assert np.allclose(gradient.sum(axis=-1), 0, atol=1e-12)


def test_a_query_with_no_visible_key_adds_nothing():
    trace = scaled_dot_product_attention(
        [[1.0, 0.0], [0.5, -1.0]],
        [[1.0, 2.0], [0.0, 1.0]],
        [[1.0, -1.0], [2.0, 0.5]],
        mask=[[True, True], [False, False]],
    )
    gradients = attention_gradients(trace, np.ones((2, 2)))
    assert gradients.query == near([[-0.390996, -0.390996], [0, 0]])
    assert gradients.key == near([[-0.390996, 0], [0.390996, 0]])
    assert gradients.value == near([[0.669762, 0.669762], [0.330238, 0.330238]])
    assert gradients.scores[1].tolist() == [0, 0]


@pytest.mark.parametrize("garbage", [np.nan, np.inf, -np.inf, 1e300])
def test_hidden_garbage_has_gradient_0(garbage):
    key = np.array([[1.0, 2.0], [garbage, garbage]])
    value = np.array([[3.0], [garbage]])
    trace = scaled_dot_product_attention([[1.0, 1.0]], key, value, masks.padding(1, 2, 1))
    gradients = attention_gradients(trace, [[1.0]])
    assert gradients.key[1].tolist() == [0, 0]
    assert gradients.value.tolist() == [[1], [0]]
    assert gradients.query.tolist() == [[0, 0]]
    hidden_query = scaled_dot_product_attention(
        [[garbage], [1.0]], [[1.0], [2.0]], [[1.0], [2.0]], [[False, False], [True, True]]
    )
    assert np.isfinite(attention_gradients(hidden_query, [[1.0], [1.0]]).key).all()


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000), arrays(bool, (3, 4)), st.sampled_from([None, 0.0, 1.0, -0.5]))
def test_gradients_equal_finite_differences(seed, mask, scale):
    rng = np.random.default_rng(seed)
    operands = [rng.normal(size=shape) for shape in ((3, 2), (4, 2), (4, 3))]
    arriving = rng.normal(size=(3, 3))

    def loss(changed):
        return (scaled_dot_product_attention(*changed, mask, scale).output * arriving).sum()

    gradients = attention_gradients(scaled_dot_product_attention(*operands, mask, scale), arriving)
    for position, name in enumerate(("query", "key", "value")):
        for index in np.ndindex(operands[position].shape):
            ends = []
            for step in (1e-6, -1e-6):
                changed = [array.copy() for array in operands]
                changed[position][index] += step
                ends.append(loss(changed))
            slope = (ends[0] - ends[1]) / 2e-6
            assert getattr(gradients, name)[index] == pytest.approx(slope, abs=1e-7)


def test_a_hidden_key_has_gradient_exactly_0_for_every_query():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(4, 3))
    gradients = attention_gradients(
        scaled_dot_product_attention(x, x, x, masks.padding(4, 4, 2)), np.ones((4, 3))
    )
    assert (gradients.key[2:] == 0).all()
    assert (gradients.value[2:] == 0).all()
    assert np.abs(gradients.key[:2]).min() > 0


@pytest.mark.parametrize("n_q", [0, 2])
@pytest.mark.parametrize("n_k", [0, 1])
def test_sizes_0_and_1(n_q, n_k):
    trace = scaled_dot_product_attention(np.ones((n_q, 2)), np.ones((n_k, 2)), np.ones((n_k, 3)))
    gradients = attention_gradients(trace, np.ones((n_q, 3)))
    assert gradients.query.shape == (n_q, 2)
    assert (gradients.query == 0).all()
    assert gradients.value.tolist() == [[n_q] * 3] * n_k


def test_what_does_not_fit_is_refused():
    trace = scaled_dot_product_attention(np.ones((2, 2)), np.ones((3, 2)), np.ones((3, 4)))
    with pytest.raises(ValueError, match=r"shape \(2, 2\); the output has \(2, 4\)"):
        attention_gradients(trace, np.ones((2, 2)))
    with pytest.raises(ValueError, match=r"output_gradient\[0, 0\] is not a number"):
        attention_gradients(trace, np.full((2, 4), np.nan))
    with pytest.raises(ValueError, match="same last axis"):
        softmax_gradient([0.5, 0.5], [1, 2, 3])
    with pytest.raises(ValueError, match="gradient"):
        attention_gradients(
            scaled_dot_product_attention([[1.0]], [[1.0], [0.0]], [[1e300], [-1e300]]), [[1e300]]
        )
