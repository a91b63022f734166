"""Entropy, top weight and gradient left of rows that can be worked out by hand."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.attention import softmax
from core.gradients import softmax_gradient, softmax_jacobian
from core.measures import entropy, gradient_left, top_weight


@pytest.mark.parametrize(
    ("row", "bits", "top", "left"),
    [
        ([0.25] * 4, 2, 0.25, 0.75),
        ([0.5, 0.5], 1, 0.5, 0.5),
        ([0.5, 0.25, 0.25], 1.5, 0.5, 0.625),
        ([1, 0, 0], 0, 1, 0),
        ([0, 0, 0], 0, 0, 0),
        ([1], 0, 1, 0),
        ([], 0, 0, 0),
    ],
)
def test_rows_by_hand(row, bits, top, left):
    assert entropy(row) == pytest.approx(bits)
    assert entropy(row, base=math.e) == pytest.approx(bits * math.log(2))
    assert top_weight(row) == top
    assert gradient_left(row) == pytest.approx(left)


def test_a_one_hot_row_is_no_minus_zero():
    assert not np.signbit(entropy([1.0, 0.0]))


def test_each_head_may_be_certain_and_their_mean_undecided():
    heads = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert entropy(heads).tolist() == [0, 0]
    assert entropy(heads.mean(axis=0)) == 1


def test_every_leading_axis_is_kept():
    rows = np.full((2, 3, 4), 0.25)
    for measure in (entropy, top_weight, gradient_left):
        assert measure(rows).shape == (2, 3)
        assert not measure(rows).flags.writeable


@settings(deadline=None, max_examples=50)
@given(arrays(float, (3, 5), elements=st.floats(-30, 30)))
def test_bounds_and_the_trace_of_the_jacobian(rows):
    share = softmax(rows)
    trace = np.trace(softmax_jacobian(share), axis1=-2, axis2=-1)
    assert np.allclose(gradient_left(share), trace, atol=1e-12)
    assert np.allclose(gradient_left(share), 1 - (share**2).sum(axis=-1), atol=1e-12)
    assert (entropy(share) >= 0).all()
    assert (entropy(share) <= math.log2(5) + 1e-12).all()
    assert (top_weight(share) >= 1 / 5 - 1e-12).all()


@pytest.mark.parametrize("weights", [[-0.1, 1.1], [np.nan, 1], [np.inf], 0.5])
def test_what_are_no_weights_is_refused(weights):
    for measure in (entropy, top_weight, gradient_left):
        with pytest.raises(ValueError, match="weight"):
            measure(weights)


@pytest.mark.parametrize("base", [1, 0, -2, np.inf, np.nan])
def test_a_base_of_no_logarithm_is_refused(base):
    with pytest.raises(ValueError, match="base is"):
        entropy([0.5, 0.5], base)


@pytest.mark.parametrize(
    "scores",
    [
        [0, -40, -41],
        [0, -90],
        [700, -700, 0],
        [5e-324, -0.0, 0],
        [1e300, 1e300, -1e300],
        [3] * 7,
        [9e3, 9e3],
    ],
    ids=str,
)
def test_sixty_digits_agree(scores):
    """The same sums with decimals of sixty digits."""
    with localcontext() as context:
        context.prec = 60
        exact = [(Decimal(float(score)) - Decimal(float(max(scores)))).exp() for score in scores]
        shares = [one / sum(exact) for one in exact]
        bits = -sum(one * one.ln() / Decimal(2).ln() for one in shares if one)
        left = 1 - sum(one * one for one in shares)
        slopes = [
            [(i == j) * p - p * q for j, q in enumerate(shares)] for i, p in enumerate(shares)
        ]
        right = [sum(m * (j + 3) for j, m in enumerate(row)) for row in slopes]
    weights = softmax(scores)
    assert np.abs(weights - [float(one) for one in shares]).max() < 1e-15
    assert entropy(weights) == pytest.approx(float(bits), rel=1e-13, abs=1e-300)
    assert gradient_left(weights) == pytest.approx(float(left), rel=1e-13, abs=1e-300)
    jacobian = np.array(slopes, dtype=float)
    assert softmax_jacobian(weights) == pytest.approx(jacobian, rel=1e-12, abs=1e-300)
    passed = softmax_gradient(weights, np.arange(len(scores), dtype=float) + 3)
    assert passed == pytest.approx(
        np.array(right, dtype=float), rel=1e-11, abs=1e-14 * weights.min() + 1e-300
    )
