"""Position vectors, with numbers from the formula."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import masks
from core.attention import scaled_dot_product_attention
from core.positions import none, sinusoidal, sinusoidal_at, token_positions


def test_position_1_of_4_numbers():
    """sin 1, cos 1, sin 0.01, cos 0.01: the second angle is 1 / 10000^(2/4)."""
    expected = [math.sin(1), math.cos(1), math.sin(0.01), math.cos(0.01)]
    assert sinusoidal(2, 4)[1] == pytest.approx(expected, abs=1e-12)
    assert sinusoidal(2, 4)[1] == pytest.approx([0.841471, 0.540302, 0.01, 0.99995], abs=5e-7)
    assert sinusoidal(1, 4).tolist() == [[0, 1, 0, 1]]


def test_concatenated_is_the_same_numbers_in_another_order():
    apart, woven = sinusoidal(6, 5, "concatenated"), sinusoidal(6, 5)
    assert sinusoidal(2, 4, "concatenated")[1] == pytest.approx(
        [0.841471, 0.01, 0.540302, 0.99995], abs=5e-7
    )
    assert np.array_equal(apart, woven[:, [0, 2, 4, 1, 3]])
    assert np.allclose(apart @ apart.T, woven @ woven.T, atol=1e-12)


def test_odd_sizes_end_with_a_sine():
    expected = [0.841471, 0.540302, 0.025116, 0.999685, 0.000631]
    assert sinusoidal(2, 5)[1] == pytest.approx(expected, abs=5e-7)
    assert sinusoidal(3, 1)[:, 0] == pytest.approx(np.sin([0, 1, 2]))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 50), st.integers(1, 17), st.sampled_from(["interleaved", "concatenated"]))
def test_shape_and_length(n, d_model, layout):
    vectors = sinusoidal(n, d_model, layout)
    assert vectors.shape == (n, d_model)
    if d_model % 2 == 0:
        assert np.allclose((vectors**2).sum(axis=1), d_model / 2)
    assert np.array_equal(vectors, sinusoidal_at(np.arange(n), d_model, layout))


def test_dot_products_depend_only_on_the_distance():
    near = sinusoidal(9, 8) @ sinusoidal(9, 8).T
    for distance in range(9):
        assert np.allclose(np.diagonal(near, distance), near[0, distance])


def test_no_positions_are_zeros():
    assert none(2, 3).tolist() == [[0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        ([0, 0, 1, 1], [0, 0, 0, 1]),
        ([1, 1, 0, 0], [0, 1, 0, 0]),
        ([True, True], [0, 1]),
        ([[0, 1], [1, 1]], [[0, 0], [0, 1]]),
        ([], []),
    ],
)
def test_positions_count_real_tokens(mask, expected):
    assert token_positions(mask).tolist() == expected


def test_padding_on_either_side_changes_no_real_token():
    words = np.random.default_rng(0).normal(size=(3, 4))
    x = words + sinusoidal(3, 4)
    alone = scaled_dot_product_attention(x, x, x).output
    for real, hidden in (([1, 1, 1, 0, 0], masks.padding), ([0, 0, 1, 1, 1], masks.left_padding)):
        padded = np.zeros((5, 4))
        seen = np.array(real, dtype=bool)
        padded[seen] = words
        padded += sinusoidal_at(token_positions(real), 4)
        trace = scaled_dot_product_attention(padded, padded, padded, hidden(5, 5, 3))
        assert np.allclose(trace.output[seen], alone, atol=1e-12)


def test_adding_is_concatenating_with_one_projection_for_both():
    """[W W] [x; p] = W (x + p)."""
    rng = np.random.default_rng(1)
    w, x, p = rng.normal(size=(3, 4)), rng.normal(size=4), sinusoidal(2, 4)[1]
    assert np.hstack([w, w]) @ np.concatenate([x, p]) == pytest.approx(w @ (x + p))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: sinusoidal(-1, 4), "n is -1"),
        (lambda: sinusoidal(2, 0), "d_model is 0"),
        (lambda: sinusoidal(2, 4, "woven"), "layout is 'woven'"),
        (lambda: sinusoidal(2, 4, base=0), "base is 0"),
        (lambda: sinusoidal_at([np.nan], 4), r"positions\[0\] is not a number"),
        (lambda: token_positions([0, 2]), "only 1"),
        (lambda: none(2, 0), "d_model is 0"),
    ],
)
def test_what_is_no_position_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
