"""Worked examples of attention that a reader can check by hand or with a calculator."""

import math

import numpy as np
import pytest

from core import masks
from core.attention import (
    exponentials,
    masked_scores,
    output,
    row_max,
    row_sum,
    scaled_dot_product_attention,
    scaled_scores,
    scores,
    softmax,
    weights,
)

CAUSAL_3 = [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


def near(expected):
    return pytest.approx(np.array(expected, dtype=float), abs=5e-7)


def test_every_step_of_one_query():
    """q.k = 2 and 0; halved by sqrt(4): 1 and 0; e and 1 over e + 1."""
    trace = scaled_dot_product_attention(
        [[1, 1, 0, 0]], [[1, 1, 0, 0], [0, 0, 1, 1]], [[10.0], [20.0]]
    )
    assert trace.scale == 0.5
    assert trace.scores.tolist() == [[2.0, 0.0]]
    assert trace.scaled.tolist() == [[1.0, 0.0]]
    assert trace.masked.tolist() == [[1.0, 0.0]]
    assert trace.row_max.tolist() == [[1.0]]
    assert trace.exponentials == near([[1.0, math.exp(-1)]])
    assert trace.row_sum == near([[1 + math.exp(-1)]])
    share = math.e / (math.e + 1)
    assert trace.weights == near([[share, 1 - share]])
    assert trace.output == near([[10 * share + 20 * (1 - share)]])


def test_the_step_functions_make_the_record():
    rng = np.random.default_rng(3)
    query, key, value = rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    mask = masks.causal(3, 5)
    trace = scaled_dot_product_attention(query, key, value, mask)
    raw = scores(query, key)
    scaled = scaled_scores(raw, 0.5)
    masked = masked_scores(scaled, mask)
    top = row_max(masked)
    shares = exponentials(masked, top)
    share = weights(shares, row_sum(shares))
    for step, mine in (
        ("scores", raw),
        ("scaled", scaled),
        ("masked", masked),
        ("row_max", top),
        ("exponentials", shares),
        ("row_sum", row_sum(shares)),
        ("weights", share),
        ("output", output(share, value, mask)),
    ):
        assert np.array_equal(getattr(trace, step), mine), step


def test_whole_numbers_are_converted():
    identity = np.eye(2, dtype=np.int64)
    trace = scaled_dot_product_attention(identity, identity, np.array([[1, 2], [3, 4]]))
    assert trace.weights == near([[0.669762, 0.330238], [0.330238, 0.669762]])
    assert trace.output == near([[1.660477, 2.660477], [2.339523, 3.339523]])
    assert trace.query.dtype == np.float64


def test_a_query_with_no_visible_key_gets_zeros():
    trace = scaled_dot_product_attention(
        [[1.0, 0.0], [0.5, -1.0]],
        [[1.0, 2.0], [0.0, 1.0]],
        [[1.0, -1.0], [2.0, 0.5]],
        mask=[[True, True], [False, False]],
    )
    assert trace.weights == near([[0.669762, 0.330238], [0, 0]])
    assert trace.output == near([[1.330238, -0.504642], [0, 0]])
    assert trace.row_max[1, 0] == 0
    assert trace.row_sum[1, 0] == 0
    assert trace.sees_a_key.tolist() == [True, False]


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (None, [[1, 2], [2.049457, 3.049457], [3.206586, 4.206586]]),
        (1.0, [[1, 2], [2.069886, 3.069886], [3.290992, 4.290992]]),
        (0.0, [[1, 2], [2, 3], [3, 4]]),
        (0, [[1, 2], [2, 3], [3, 4]]),
    ],
)
def test_no_scale_is_not_a_number(scale, expected):
    trace = scaled_dot_product_attention(
        [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]],
        [[0.7, 0.8], [0.9, 1.0], [1.1, 1.2]],
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
        mask=masks.causal(3),
        scale=scale,
    )
    assert trace.output == near(expected)
    assert trace.scale == (1 / math.sqrt(2) if scale is None else scale)


def test_layers_that_do_and_do_not_scale():
    x = [[0.3020829, 0.38190305, 0.48654556, 0.6720122]]
    x += [[0.04044473, 0.04240108, 0.19330955, 0.01818049]]
    scaled = scaled_dot_product_attention(x, x, x).output
    unscaled = scaled_dot_product_attention(x, x, x, scale=1).output
    assert scaled == near(
        [[0.196793, 0.245279, 0.36854, 0.408895], [0.174323, 0.216121, 0.343356, 0.352741]]
    )
    assert unscaled == near(
        [[0.22045, 0.275976, 0.395054, 0.468012], [0.177378, 0.220086, 0.346781, 0.360377]]
    )


def test_scaling_both_operands_by_the_fourth_root_is_scaling_once():
    ones, root = np.ones((1, 64)), 64**-0.25
    both = scaled_dot_product_attention(ones * root, ones * root, ones, scale=1.0)
    twice = scaled_dot_product_attention(ones / 8, ones, ones)
    assert both.scaled == near([[8.0]])
    assert scaled_dot_product_attention(ones, ones, ones).scaled == near([[8.0]])
    assert twice.scaled == near([[1.0]])


def test_half_precision_is_widened_before_the_product():
    """64 * 40 * 40 = 102400 is beyond the largest half, 65504."""
    query = np.full((1, 64), 40, dtype=np.float16)
    key = np.stack([np.full(64, 40), np.full(64, 39)]).astype(np.float16)
    trace = scaled_dot_product_attention(query, key, [[1], [0]])
    assert trace.scores.tolist() == [[102400, 99840]]
    assert trace.scaled.tolist() == [[12800, 12480]]
    assert trace.weights == near([[1, 0]])
    assert trace.output == near([[1]])


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([1000, 1001], [0.268941, 0.731059]),
        ([-10000, -10000], [0.5, 0.5]),
        ([490, 495, 500], [4.5e-05, 0.006693, 0.993262]),
        ([4.9, 4.95, 5.0], [0.316812, 0.333056, 0.350132]),
        ([2, 0.5, 0.8, 1, 0, 0, 0, 0], [0.410923, 0.091689, 0.123768, 0.15117] + [0.055612] * 4),
        ([2, 0.5, 0.8, 1] + [-np.inf] * 4, [0.528484, 0.117921, 0.159176, 0.194419, 0, 0, 0, 0]),
        ([-np.inf, -np.inf], [0, 0]),
        ([1e308, -1e308], [1, 0]),
        ([], []),
    ],
)
def test_softmax_of_a_row(row, expected):
    assert softmax(row) == near(expected)


def test_softmax_runs_over_the_keys():
    """Over the wrong axis, a batch of one would make every weight 1."""
    row = [[[0.2, 1.4]]]
    assert softmax(row) == near([[[0.231475, 0.768525]]])
    assert softmax(row, axis=0).tolist() == [[[1, 1]]]
    assert softmax([[0.0, 0.0], [0.0, 0.0]], axis=0).sum(axis=0).tolist() == [1, 1]


def test_soft_attention_averages_and_hard_attention_picks():
    share = softmax([2, 1, 0])
    assert float(share @ [10, 20, 30]) == pytest.approx(14.247896, abs=5e-7)
    assert [10, 20, 30][int(np.argmax(share))] == 10


def test_a_one_hot_row_is_a_look_up():
    trace = scaled_dot_product_attention([[0, 1000]], [[1, 0], [0, 1]], [[1, 2], [3, 4]], scale=1)
    assert trace.output.tolist() == [[3, 4]]


def test_cosine_cannot_be_sharp():
    """The best case for ten keys is one cosine of 1 and nine of -1."""
    first, second = np.array([-0.76, 0.75]), np.array([0.91, 0.38])
    dot = float(scores([first], [second])[0, 0])
    assert dot == pytest.approx(-0.4066)
    assert dot / np.linalg.norm(first) / np.linalg.norm(second) == pytest.approx(
        -0.386146, abs=5e-7
    )
    assert softmax([1.0] + [-1.0] * 9)[0] == pytest.approx(0.450853, abs=5e-7)


def test_equal_values_make_any_weights_give_the_same_output():
    for key in ([[0.0], [0.0]], [[5.0], [-5.0]]):
        trace = scaled_dot_product_attention([[1.0]], key, [[3.0, 4.0], [3.0, 4.0]])
        assert trace.output == near([[3, 4]])


def test_hidden_by_boolean_by_infinity_or_after_the_fact():
    """Zeroing after softmax loses mass; a score of 0 still gets weight; renormalising is right."""
    row, keep = np.array([[2, 1, 0.5]]), [[True, True, False]]
    right = [[0.731059, 0.268941, 0]]
    assert softmax(masked_scores(row, keep)) == near(right)
    assert softmax(masked_scores(row, [[0, 0, -np.inf]])) == near(right)
    zeroed = softmax(row) * keep
    assert zeroed.sum() == pytest.approx(0.859756, abs=5e-7)
    assert zeroed / zeroed.sum() == near(right)
    leak = [[0.665241, 0.244728, 0.090031]]
    assert softmax(row - 1e-9 * ~np.array(keep)) == near([[0.628532, 0.231224, 0.140244]])
    assert softmax(row * keep) == near(leak)


def test_a_large_negative_number_does_not_hide_a_whole_row():
    """-1e9 on every key of a row cancels in float64; only -inf hides."""
    row = np.array([[2, 1, 0.5]])
    assert softmax(masked_scores(row, [[-1e9] * 3])) == near([[0.628532, 0.231224, 0.140244]])
    assert softmax(masked_scores(row, [[0.0, 0.0, -1e9]])) == near([[0.731059, 0.268941, 0]])
    assert softmax(masked_scores(row, [[-np.inf] * 3])).tolist() == [[0, 0, 0]]


def test_a_float_mask_is_added():
    ones = np.tril(np.ones((3, 3)))
    added = scaled_dot_product_attention(np.zeros((3, 2)), np.zeros((3, 2)), np.eye(3), ones)
    kept = scaled_dot_product_attention(np.zeros((3, 2)), np.zeros((3, 2)), np.eye(3), ones > 0)
    assert added.weights == near(
        [[0.576117, 0.211942, 0.211942], [0.422319, 0.422319, 0.155362], [1 / 3] * 3]
    )
    assert kept.weights == near(CAUSAL_3)


def test_a_mask_that_differs_per_sample_and_one_that_does_not():
    zeros = np.zeros((2, 3, 2))
    shared = scaled_dot_product_attention(zeros, zeros, zeros, masks.causal(3))
    each = scaled_dot_product_attention(zeros, zeros, zeros, masks.from_lengths([1, 3], 3, 3))
    assert shared.weights[1] == near(CAUSAL_3)
    assert each.weights[0] == near([[1, 0, 0]] * 3)
    assert each.weights[1] == near([[1 / 3] * 3] * 3)
    mask_only = scaled_dot_product_attention(zeros[0], zeros[0], zeros[0], each.mask)
    assert mask_only.weights.shape == mask_only.scores.shape == (2, 3, 3)


def test_source_padding_hides_the_same_keys_from_every_target():
    trace = scaled_dot_product_attention(
        np.zeros((3, 2)), np.zeros((4, 2)), np.eye(4), masks.padding(3, 4, 3)
    )
    assert trace.weights == near([[1 / 3, 1 / 3, 1 / 3, 0]] * 3)


def test_three_source_words_give_four_target_words():
    trace = scaled_dot_product_attention(np.ones((4, 2)), np.ones((3, 2)), np.ones((3, 5)))
    assert trace.weights.shape == (4, 3)
    assert trace.output.shape == (4, 5)


@pytest.mark.parametrize("n_q", [0, 1, 3])
@pytest.mark.parametrize("n_k", [0, 1, 2])
@pytest.mark.parametrize("d_k", [0, 1])
def test_sizes_0_and_1(n_q, n_k, d_k):
    trace = scaled_dot_product_attention(
        np.ones((n_q, d_k)), np.ones((n_k, d_k)), np.full((n_k, 3), 7.0)
    )
    assert trace.weights.shape == (n_q, n_k)
    assert trace.row_max.shape == trace.row_sum.shape == (n_q, 1)
    assert trace.output == near(np.full((n_q, 3), 7.0 if n_k else 0.0))
    assert trace.sees_a_key.all() == (n_k > 0 or n_q == 0)


def test_axes_of_size_1_are_kept():
    one = np.ones((1, 1, 1))
    trace = scaled_dot_product_attention(one, one, one)
    assert trace.weights.tolist() == [[[1.0]]]
    assert trace.output.shape == (1, 1, 1)
