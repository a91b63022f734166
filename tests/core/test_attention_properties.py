"""Laws that hold for every attention, and the cases in which they stop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core import masks
from core.attention import scaled_dot_product_attention, softmax
from core.positions import sinusoidal

MODEST = settings(deadline=None, max_examples=60)
NUMBERS = st.floats(-50, 50, width=64)
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def operands(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(low, 5)) for low in (0, 0, 1, 1))
    query, key, value = (
        draw(arrays(float, shape, elements=NUMBERS))
        for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    )
    return query, key, value, draw(arrays(bool, (n_q, n_k)))


@MODEST
@given(operands())
def test_weights_are_shares_of_the_visible_keys(given_operands):
    *_, value, mask = given_operands
    trace = scaled_dot_product_attention(*given_operands)
    assert np.isfinite(trace.output).all()
    assert (trace.weights >= 0).all()
    assert (trace.weights[~mask] == 0).all()
    assert np.allclose(trace.weights.sum(axis=-1), mask.any(axis=-1), atol=1e-12)
    assert np.array_equal(trace.visible, mask)
    for row, seen in zip(trace.output, mask, strict=True):
        low = value[seen].min(axis=0, initial=0 if not seen.any() else np.inf)
        high = value[seen].max(axis=0, initial=0 if not seen.any() else -np.inf)
        assert (row >= low - 1e-9).all()
        assert (row <= high + 1e-9).all()


@MODEST
@given(operands())
def test_boolean_and_additive_masks_agree(given_operands):
    query, key, value, mask = given_operands
    boolean = scaled_dot_product_attention(query, key, value, mask)
    added = scaled_dot_product_attention(query, key, value, masks.to_additive(mask))
    assert np.array_equal(boolean.masked, added.masked)
    assert np.array_equal(boolean.output, added.output)


@MODEST
@given(arrays(float, (3, 4), elements=NUMBERS), st.floats(-1000, 1000))
def test_a_common_shift_changes_nothing(rows, shift):
    assert np.allclose(softmax(rows + shift), softmax(rows), atol=1e-12)


EXTREME = st.floats(allow_nan=False, allow_infinity=False) | st.just(-np.inf)


@MODEST
@given(arrays(float, (2, 4), elements=EXTREME))
def test_softmax_of_any_finite_row_is_a_row_of_shares(rows):
    shares = softmax(rows)
    assert np.isfinite(shares).all()
    assert np.allclose(shares.sum(axis=-1), np.isfinite(rows).any(axis=-1))


@MODEST
@given(
    arrays(float, (2, 2), elements=st.floats(allow_nan=False, allow_infinity=False)),
    arrays(float, (3, 2), elements=st.floats(allow_nan=False, allow_infinity=False)),
    arrays(bool, (2, 3)),
)
def test_any_finite_operands_give_finite_steps_or_a_sentence(query, key, mask):
    """No warning either: the test run turns warnings into errors."""
    try:
        trace = scaled_dot_product_attention(query, key, key, mask)
    except ValueError as refusal:
        assert "larger than a float64" in str(refusal)
        return
    for step in ("scores", "scaled", "row_max", "exponentials", "row_sum", "weights", "output"):
        assert np.isfinite(getattr(trace, step)).all(), step


def tokens(seed, n=5, d=4):
    return np.random.default_rng(seed).normal(size=(n, d))


@MODEST
@given(SEEDS, st.permutations(range(5)))
def test_shuffled_tokens_shuffle_the_outputs(seed, order):
    """Equivariant, not invariant; only a pooled output is invariant."""
    x, shuffle = tokens(seed), list(order)
    plain, moved = (scaled_dot_product_attention(y, y, y) for y in (x, x[shuffle]))
    assert np.allclose(moved.output, plain.output[shuffle], atol=1e-12)
    assert np.allclose(moved.weights, plain.weights[shuffle][:, shuffle], atol=1e-12)
    assert np.allclose(moved.output.mean(axis=0), plain.output.mean(axis=0), atol=1e-12)


@pytest.mark.parametrize("ordered_by", ["mask", "positions"])
def test_a_causal_mask_or_positions_bring_order(ordered_by):
    x, shuffle = tokens(1, 3), [2, 0, 1]
    mask = masks.causal(3) if ordered_by == "mask" else None
    added = sinusoidal(3, 4) if ordered_by == "positions" else 0
    plain, moved = (
        scaled_dot_product_attention(y + added, y + added, y + added, mask) for y in (x, x[shuffle])
    )
    assert np.abs(moved.output - plain.output[shuffle]).max() > 1e-3


@MODEST
@given(SEEDS, st.integers(1, 4))
def test_a_causal_row_equals_a_run_on_its_prefix(seed, length):
    """So all target words are trained in one pass, and a cached last row is the full run's."""
    x = tokens(seed)
    full = scaled_dot_product_attention(x, x, x, masks.causal(5)).output
    start = x[:length]
    prefix = scaled_dot_product_attention(start, start, start, masks.causal(length)).output
    cached = scaled_dot_product_attention(x[-1:], x, x, masks.causal(1, 5)).output
    assert np.allclose(prefix, full[:length], atol=1e-12)
    assert np.allclose(cached, full[-1:], atol=1e-12)


@MODEST
@given(SEEDS, NUMBERS)
def test_a_changed_future_leaves_earlier_rows_alone(seed, number):
    x = tokens(seed)
    changed = x.copy()
    changed[3] = number
    before, after = (scaled_dot_product_attention(x, y, y, masks.causal(5)) for y in (x, changed))
    assert np.array_equal(before.output[:3], after.output[:3])
    assert np.array_equal(before.weights[:3], after.weights[:3])


@MODEST
@given(SEEDS, st.integers(1, 5))
def test_padding_on_either_side_equals_no_padding(seed, length):
    x = tokens(seed)
    for mask, real in (
        (masks.padding(5, 5, length), slice(0, length)),
        (masks.left_padding(5, 5, length), slice(5 - length, 5)),
    ):
        short = scaled_dot_product_attention(x[real], x[real], x[real]).output
        padded = scaled_dot_product_attention(x, x, x, mask).output[real]
        assert np.allclose(short, padded, atol=1e-12)


def test_samples_of_a_batch_do_not_meet():
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    changed = x.copy()
    changed[1] += 1
    before, after = (scaled_dot_product_attention(y, y, y) for y in (x, changed))
    assert before.weights.shape == (2, 3, 3)
    assert np.array_equal(before.output[0], after.output[0])
    assert not np.array_equal(before.output[1], after.output[1])


def test_changing_one_source_state_changes_every_target():
    query, source = tokens(1, 2), tokens(2, 3)
    before = scaled_dot_product_attention(query, source, source)
    source[2] += 1
    after = scaled_dot_product_attention(query, source, source)
    assert before.weights.shape == (2, 3)
    assert (np.abs(before.output - after.output).max(axis=1) > 1e-3).all()
