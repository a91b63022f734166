"""Masks: who sees whom, which polarity, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import masks
from core.attention import scaled_dot_product_attention

SIZES = st.integers(0, 7)


def ones(mask):
    return mask.astype(int).tolist()


def weights_of(mask):
    n_q, n_k = mask.shape
    zeros = np.zeros((max(n_q, n_k), 1))
    return scaled_dot_product_attention(zeros[:n_q], zeros[:n_k], zeros[:n_k], mask).weights


@pytest.mark.parametrize(
    ("n_q", "n_k", "align", "expected"),
    [
        (2, 5, "top-left", [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]),
        (2, 5, "bottom-right", [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]),
        (5, 2, "bottom-right", [[0, 0], [0, 0], [0, 0], [1, 0], [1, 1]]),
        (5, 2, "top-left", [[1, 0], [1, 1], [1, 1], [1, 1], [1, 1]]),
        (1, 8, "top-left", [[1, 0, 0, 0, 0, 0, 0, 0]]),
        (1, 8, "bottom-right", [[1] * 8]),
        (0, 2, "bottom-right", []),
        (2, 0, "bottom-right", [[], []]),
    ],
)
def test_causal_alignment(n_q, n_k, align, expected):
    assert ones(masks.causal(n_q, n_k, align)) == expected


def test_causal_defaults_to_a_square_whose_last_query_sees_all():
    assert ones(masks.causal(3)) == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert masks.causal(2, 5)[-1].all()


def test_other_masks():
    assert ones(masks.everyone(1, 2)) == [[1, 1]]
    assert ones(masks.padding(2, 3, 2)) == [[1, 1, 0]] * 2
    assert ones(masks.left_padding(2, 3, 2)) == [[0, 1, 1]] * 2
    assert ones(masks.sliding_window(4, before=1)) == [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 1],
    ]
    assert ones(masks.sliding_window(3, before=0, after=1)) == [[1, 1, 0], [0, 1, 1], [0, 0, 1]]
    assert ones(masks.sliding_window(1, 4, before=1)) == [[0, 0, 1, 1]]
    assert ones(masks.prefix(3, length=2)) == [[1, 1, 0], [1, 1, 0], [1, 1, 1]]
    assert ones(masks.block(4, size=2)) == [[1, 1, 0, 0]] * 2 + [[0, 0, 1, 1]] * 2
    assert ones(masks.block(2, 3, 2)) == [[1, 1, 0]] * 2


@settings(deadline=None, max_examples=50)
@given(SIZES, SIZES, st.data())
def test_padding_left_and_right_show_as_many_keys(n_q, n_k, data):
    length = data.draw(st.integers(0, n_k))
    right, left = masks.padding(n_q, n_k, length), masks.left_padding(n_q, n_k, length)
    assert right.shape == left.shape == (n_q, n_k)
    assert (right.sum(axis=1) == length).all()
    assert np.array_equal(right[:, ::-1], left)


@settings(deadline=None, max_examples=50)
@given(SIZES, SIZES, st.sampled_from(["bottom-right", "top-left"]))
def test_a_wide_window_of_the_past_is_causal(n_q, n_k, align):
    wide = masks.sliding_window(n_q, n_k, before=20, align=align)
    assert np.array_equal(wide, masks.causal(n_q, n_k, align))
    assert np.array_equal(masks.prefix(n_q, n_k, 0, align), masks.causal(n_q, n_k, align))
    assert masks.prefix(n_q, n_k, n_k, align).all()


def test_combined_masks_show_what_all_show():
    """Summing two masks of the lowest half would overflow or come back to life; and does not."""
    both = masks.combine(masks.causal(2), masks.left_padding(2, 2, 1))
    assert ones(both) == [[0, 0], [0, 1]]
    assert weights_of(both).tolist() == [[0, 0], [0, 1]]
    batch = masks.combine(masks.causal(2), masks.from_lengths([1, 2], 2, 2))
    assert batch.shape == (2, 2, 2)
    assert np.array_equal(masks.combine(both), both)


def test_polarity_is_named():
    """The same triangle is a causal mask or its exact opposite."""
    triangle = np.triu(np.ones((3, 3), dtype=bool), 1)
    hidden = weights_of(masks.from_hidden_is_true(triangle))
    kept = weights_of(triangle)
    assert hidden == pytest.approx(np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3]))
    assert kept == pytest.approx(np.array([[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]))
    assert np.array_equal(masks.to_hidden_is_true(masks.from_hidden_is_true(triangle)), triangle)


def test_a_tokenizer_says_1_for_a_real_token():
    mask = masks.from_tokenizer(np.array([[1, 1, 0]]))
    assert weights_of(mask).tolist() == [[0.5, 0.5, 0]]
    assert weights_of(masks.to_hidden_is_true(mask)).tolist() == [[0, 0, 1]]
    with pytest.raises(ValueError, match="only 1 .* and 0"):
        masks.from_tokenizer([1, 2])


@pytest.mark.parametrize(
    ("mask", "ambiguous"),
    [
        (np.tril(np.ones((3, 3))), True),
        ([[1, 1, 0]], True),
        ([[0.0, 0.0]], False),
        ([[0.0, -np.inf]], False),
        ([[True, False]], False),
        ([[0.5, 1.0]], False),
    ],
)
def test_numbers_of_only_0_and_1_could_mean_two_things(mask, ambiguous):
    assert masks.is_ambiguous(mask) is ambiguous


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_additive_masks_hold_0_and_minus_infinity_in_any_precision(dtype):
    mask = masks.causal(2, 3)
    added = masks.to_additive(mask, dtype)
    assert added.dtype == dtype
    assert added.tolist() == [[0, 0, -np.inf], [0, 0, 0]]
    assert np.array_equal(masks.from_additive(added), mask)


def test_additive_masks_that_hide_with_a_number():
    lowest = np.array([[0, np.finfo(np.float16).min]], dtype=np.float16)
    assert ones(masks.from_additive(lowest, hidden_at_most=-1e4)) == [[1, 0]]
    with pytest.raises(ValueError, match=r"mask\[0, 1\] is -65504, neither 0 nor hidden"):
        masks.from_additive(lowest)
    with pytest.raises(ValueError, match=r"mask\[0, 0\] is \+inf"):
        masks.from_additive([[np.inf]])
    with pytest.raises(ValueError, match="floating type"):
        masks.to_additive(masks.causal(2), np.int64)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: masks.causal(-1), "n_q is -1; it must be at least 0"),
        (lambda: masks.causal(2, 2.5), "n_k is 2.5; it needs a whole number"),
        (lambda: masks.causal(2, align="left"), "align is 'left'"),
        (lambda: masks.padding(2, 3, 4), "length is 4, but there are only 3 keys"),
        (lambda: masks.padding(2, 3, -1), "length is -1"),
        (lambda: masks.prefix(2, 3, 4), "only 3 keys"),
        (lambda: masks.left_padding(2, 3, True), "length is True"),
        (lambda: masks.sliding_window(2, before=-1), "before is -1"),
        (lambda: masks.block(2, size=0), "size is 0; it must be at least 1"),
        (lambda: masks.combine(), "at least one mask"),
        (lambda: masks.combine(masks.causal(2), masks.causal(3)), r"\(3, 3\).*\(2, 2\)"),
        (lambda: masks.combine(masks.causal(2), [[0.0, 1.0]]), "mask 1 holds float64.*booleans"),
        (lambda: masks.from_hidden_is_true([[1, 0]]), "needs booleans"),
        (lambda: masks.from_lengths([[1]], 2, 2), r"lengths has shape \(1, 1\)"),
        (lambda: masks.from_lengths([3], 2, 2), "length is 3"),
    ],
)
def test_what_makes_no_mask_is_refused_in_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_masks_are_read_only():
    for mask in (masks.causal(2), masks.padding(2, 2, 1), masks.combine(masks.causal(2))):
        with pytest.raises(ValueError, match="read-only"):
            mask[0, 0] = False
