"""What hidden keys may not do, and what visible ones may not hold."""

import numpy as np
import pytest

from core import masks
from core.attention import masked_scores, scaled_dot_product_attention, scores, softmax

NAN, INF = np.nan, np.inf
X = [[0.0, 1, 2, 3], [4, 5, 6, 7]]
FIRST_ONLY = [[True, False], [True, False]]


def put(numbers, index, number):
    changed = np.array(numbers, dtype=float)
    changed[index] = number
    return changed


@pytest.mark.parametrize("garbage", [NAN, INF, -INF, 1e300, -1e308])
def test_hidden_garbage_reaches_nothing(garbage):
    clean = scaled_dot_product_attention(X, X, X, FIRST_ONLY)
    dirty = put(X, (1, 0), garbage)
    trace = scaled_dot_product_attention(X, dirty, dirty, FIRST_ONLY)
    for step in ("masked", "row_max", "exponentials", "row_sum", "weights", "output"):
        assert np.array_equal(getattr(trace, step), getattr(clean, step)), step
    assert trace.output.tolist() == [X[0], X[0]]
    hidden = np.isnan(trace.scores[:, 1])
    assert hidden.all() if np.isnan(garbage) else np.isfinite(trace.scores).all()
    assert np.isfinite(trace.scores[:, 0]).all()
    assert np.array_equal(np.isnan(trace.scaled), np.isnan(trace.scores))


def test_additive_minus_infinity_hides_as_false_does():
    dirty = put(X, (1, 0), NAN)
    trace = scaled_dot_product_attention(X, dirty, dirty, [[0.0, -INF], [0.0, -INF]])
    assert trace.output.tolist() == [X[0], X[0]]
    assert trace.visible.tolist() == FIRST_ONLY


def test_a_query_that_sees_nothing_may_hold_anything():
    query = put(X, (1, 2), NAN)
    trace = scaled_dot_product_attention(query, X, X, [[True, True], [False, False]])
    assert trace.output[1].tolist() == [0, 0, 0, 0]
    assert np.isfinite(trace.output).all()


@pytest.mark.parametrize(
    ("operand", "number", "sentence"),
    [
        ("key", NAN, r"key\[1, 0\] is not a number.*key 1 is visible to query 1"),
        ("value", NAN, r"value\[1, 0\] is not a number.*key 1 is visible to query 1"),
        ("query", NAN, r"query\[1, 0\] is not a number.*query 1 sees key 0"),
        ("key", INF, r"key\[1, 0\] is \+inf.*key 1 is visible to query 1"),
        ("value", -INF, r"value\[1, 0\] is -inf"),
        ("query", INF, r"query\[1, 0\] is \+inf"),
    ],
)
def test_visible_garbage_is_named(operand, number, sentence):
    operands = {"query": X, "key": X, "value": X} | {operand: put(X, (1, 0), number)}
    with pytest.raises(ValueError, match=sentence):
        scaled_dot_product_attention(**operands, mask=masks.causal(2))


def test_garbage_in_a_batch_is_named_by_its_own_index():
    key = np.zeros((2, 1, 3, 4))
    key[1, 0, 2, 3] = NAN
    with pytest.raises(ValueError, match=r"key\[1, 0, 2, 3\].*key 2 is visible to query 0"):
        scaled_dot_product_attention(np.zeros((5, 2, 4)), key, np.zeros((3, 4)))


def test_garbage_hidden_in_one_sample_but_not_in_another_is_named():
    value = put(np.zeros((2, 2)), (1, 1), NAN)
    with pytest.raises(ValueError, match=r"value\[1, 1\]"):
        scaled_dot_product_attention(
            np.zeros((2, 2, 2)), np.zeros((2, 2)), value, masks.from_lengths([1, 2], 2, 2)
        )


def test_a_visible_score_beyond_float64_is_named_and_a_hidden_one_is_not():
    huge = np.full((2, 2), 1e300)
    with pytest.raises(ValueError, match=r"scores\[0, 0\].*query 0 and key 0.*larger"):
        scaled_dot_product_attention(huge, huge, huge)
    trace = scaled_dot_product_attention(huge, put(huge, 0, 1.0), huge, FIRST_ONLY)
    assert np.isfinite(trace.scores).all()
    assert trace.weights.tolist() == [[1, 0], [1, 0]]
    with pytest.raises(ValueError, match=r"scaled\[0, 0\]"):
        scaled_dot_product_attention([[1e200]], [[1.0]], [[1.0]], scale=1e200)
    with pytest.raises(ValueError, match=r"masked\[0, 0\]"):
        masked_scores([[1.7e308]], [[1.7e308]])


def test_partial_sums_may_overflow_if_the_score_does_not():
    """2^1023 twice is beyond float64, and so is its negative, but they cancel exactly."""
    key = [2.0**511, 2.0**511, -(2.0**511), -(2.0**511)]
    assert scores([[2.0**512] * 4], [key]).tolist() == [[0.0]]


def test_a_not_a_number_stays_in_its_row():
    assert scores([[NAN, 1], [1, 1]], [[1, 1]]).tolist()[1] == [2.0]


def test_large_values_do_not_overflow_in_the_mean():
    top = np.finfo(float).max
    trace = scaled_dot_product_attention(np.zeros((1, 1)), np.zeros((3, 1)), np.full((3, 1), top))
    assert trace.output == pytest.approx(top)


@pytest.mark.parametrize("number", [INF, NAN])
def test_an_additive_mask_holds_no_plus_infinity_or_nan(number):
    with pytest.raises(ValueError, match=r"mask\[0, 1\] is (\+inf|not a number)"):
        scaled_dot_product_attention(X, X, X, [[0, number], [0, 0]])
    with pytest.raises(ValueError, match=r"scores\[0, 1\] is (\+inf|not a number)"):
        softmax([[0, number]])


@pytest.mark.parametrize("mask", [[[1, 0], [1, 1]], np.ones((2, 2), dtype=np.uint8)])
def test_a_mask_of_whole_numbers_is_refused_with_advice(mask):
    with pytest.raises(ValueError, match="convert it to bool"):
        scaled_dot_product_attention(X, X, X, mask)


@pytest.mark.parametrize(
    ("shapes", "sentence"),
    [
        (((2, 3), (4, 5), (4, 5)), r"query \(2, 3\) and key \(4, 5\).*d_k.*3 and 5"),
        (((2, 3), (4, 3), (5, 3)), r"key \(4, 3\) and value \(5, 3\).*n_k.*4 and 5"),
        (((3,), (4, 3), (4, 3)), r"query has shape \(3,\).*two axes"),
        (((2, 2, 3), (3, 4, 3), (4, 3)), r"query \(2, 2, 3\), key \(3, 4, 3\).*do not fit"),
    ],
)
def test_shapes_that_do_not_fit_are_named(shapes, sentence):
    with pytest.raises(ValueError, match=sentence):
        scaled_dot_product_attention(*(np.zeros(shape) for shape in shapes))


@pytest.mark.parametrize("mask", [[[True, False], [True]], [["a"]], [[None, None]] * 2])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(ValueError, match="mask"):
        scaled_dot_product_attention(X, X, X, mask)


@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (5, 1, 3), ()])
def test_a_mask_of_another_shape_is_named(shape):
    with pytest.raises(ValueError, match=r"n_q = 2 queries and n_k = 2 keys"):
        scaled_dot_product_attention(X, X, X, np.ones(shape, dtype=bool))


def test_a_mask_never_adds_queries():
    with pytest.raises(ValueError, match="n_q = 1"):
        scaled_dot_product_attention(X[:1], X, X, np.ones((5, 2), dtype=bool))


@pytest.mark.parametrize("scale", [NAN, INF, True, "1", None])
def test_scale_is_a_finite_number_or_none(scale):
    if scale is None:
        assert scaled_dot_product_attention(X, X, X, scale=scale).scale == 0.5
        return
    with pytest.raises(ValueError, match="scale is"):
        scaled_dot_product_attention(X, X, X, scale=scale)


@pytest.mark.parametrize("wrong", [[[1, 2], [3]], [["a"]], [[1j]], [[None]], [[10**400]]])
def test_what_is_no_block_of_numbers_is_refused(wrong):
    with pytest.raises(ValueError, match="query"):
        scaled_dot_product_attention(wrong, [[1.0]], [[1.0]])


def test_inputs_stay_as_they_were_and_results_are_read_only():
    query, key, mask = np.array(X), np.array(X), np.array(FIRST_ONLY)
    before = query.copy()
    trace = scaled_dot_product_attention(query, key, key, mask)
    assert np.array_equal(query, before)
    assert query.flags.writeable
    assert mask.flags.writeable
    for name, step in vars(trace).items():
        if name != "scale":
            assert not step.flags.writeable, name
    query[:] = 9
    mask[:] = False
    assert np.array_equal(trace.query, before)
    assert trace.mask.tolist() == FIRST_ONLY
