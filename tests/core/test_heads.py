"""Heads: cut from features, given a scale of their own, merged, shared and counted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import masks
from core.heads import (
    MultiHeadWeights,
    divisors,
    key_head_of,
    merge_heads,
    multi_head_attention,
    nearest_head_counts,
    parameter_count,
    repeat_heads,
    split_heads,
)
from core.measures import entropy


def drawn(d_model=8, heads=2, seed=0, **others):
    rng = np.random.default_rng(seed)
    return MultiHeadWeights(*rng.normal(size=(4, d_model, d_model)), heads, **others)


def tokens(*shape, seed=9):
    return np.random.default_rng(seed).normal(size=shape)


def test_heads_are_cut_from_features_not_from_tokens():
    """A bare reshape would give head 0 both halves of token 0."""
    x = np.arange(8).reshape(1, 2, 4)
    assert split_heads(x, 2).tolist() == [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]
    assert split_heads(x[0], 2).tolist() == [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 4), st.integers(1, 4), st.integers(1, 3), st.sampled_from([(), (2,), (1, 3)]))
def test_merging_undoes_splitting(n, heads, d_k, batch):
    x = tokens(*batch, n, heads * d_k)
    parts = split_heads(x, heads)
    assert parts.shape == (*batch, heads, n, d_k)
    assert np.array_equal(merge_heads(parts), x)


@pytest.mark.parametrize(
    ("d_model", "heads", "nearest"),
    [
        (128, 3, (2, 4)),
        (1024, 12, (8, 16)),
        (512, 6, (4, 8)),
        (1600, 48, (40, 50)),
        (2, 8, (2,)),
    ],
)
def test_heads_that_do_not_divide_are_refused_with_the_nearest(d_model, heads, nearest):
    assert nearest_head_counts(d_model, heads) == nearest
    words = " and ".join(str(i) for i in nearest)
    verb = "count is" if len(nearest) == 1 else "counts are"
    sentence = f"d_model {d_model} cannot be split into {heads} heads.*{verb} {words} "
    with pytest.raises(ValueError, match=sentence):
        split_heads(np.zeros((1, d_model)), heads)
    with pytest.raises(ValueError, match=sentence):
        parameter_count(d_model, heads)


@pytest.mark.parametrize("heads", [0, -1, 2.0, True])
def test_no_heads_are_refused(heads):
    with pytest.raises(ValueError, match="heads is"):
        split_heads(np.zeros((1, 4)), heads)


def test_divisors():
    assert divisors(12) == (1, 2, 3, 4, 6, 12)
    assert divisors(1) == (1,)
    assert nearest_head_counts(512, 8) == (8,)


def test_the_scale_is_that_of_one_head():
    """1 / sqrt(512 / 8) = 0.125, not 1 / sqrt(512)."""
    weights = MultiHeadWeights(*np.zeros((4, 512, 512)), 8)
    assert multi_head_attention(np.zeros((1, 512)), weights=weights).attention.scale == 0.125


def test_shapes_and_steps_of_self_attention():
    weights = drawn()
    trace = multi_head_attention(tokens(3, 8), weights=weights)
    assert trace.query.shape == trace.key.shape == trace.value.shape == (2, 3, 4)
    for step in (trace.scores, trace.scaled, trace.masked, trace.weights):
        assert step.shape == (2, 3, 3)
    assert trace.head_outputs.shape == (2, 3, 4)
    assert trace.concat.shape == trace.output.shape == (3, 8)
    assert np.array_equal(trace.concat[:, 4:], trace.head_outputs[1])
    assert np.allclose(trace.concat @ weights.w_o, trace.output, atol=1e-12)
    assert not trace.output.flags.writeable


def test_one_head_alone_holds_its_own_steps():
    mask = np.stack([masks.causal(3), masks.everyone(3, 3)])
    trace = multi_head_attention(tokens(3, 8), weights=drawn(), mask=mask)
    for index in range(2):
        head = trace.head(index)
        assert np.array_equal(head.weights, trace.weights[index])
        assert np.array_equal(head.weights @ head.value, head.output)
        assert np.array_equal(head.mask, mask[index])
    assert trace.weights[0, 0].tolist() == [1, 0, 0]
    assert trace.weights[1].min() > 0
    shared = multi_head_attention(tokens(3, 8), weights=drawn(), mask=masks.causal(3))
    assert np.array_equal(shared.head(1).mask, masks.causal(3))
    with pytest.raises(IndexError, match="no head 2; the 2 heads are 0 to 1"):
        trace.head(2)


def test_cross_attention_takes_keys_and_values_from_the_memory():
    target, source, weights = tokens(2, 8), tokens(3, 8, seed=4), drawn()
    trace = multi_head_attention(target, source, weights)
    assert trace.weights.shape == (2, 2, 3)
    assert trace.output.shape == (2, 8)
    projected = merge_heads(trace.value)
    assert np.allclose(projected, source @ weights.w_v, atol=1e-12)
    changed = source.copy()
    changed[1] += 1
    moved = multi_head_attention(target, changed, weights)
    assert (np.abs(moved.output - trace.output).max(axis=1) > 1e-3).all()


def test_samples_of_a_batch_do_not_meet():
    x, weights = tokens(2, 3, 8), drawn()
    changed = x.copy()
    changed[1] += 1
    before, after = (multi_head_attention(y, weights=weights) for y in (x, changed))
    assert before.weights.shape == (2, 2, 3, 3)
    assert np.array_equal(before.output[0], after.output[0])
    assert np.allclose(before.output[1], multi_head_attention(x[1], weights=weights).output)


def test_every_head_of_a_sample_uses_that_samples_padding():
    lengths = masks.from_lengths([1, 2], 2, 2)
    mask = np.repeat(lengths[:, None], 2, axis=1)
    trace = multi_head_attention(np.zeros((2, 2, 8)), weights=drawn(), mask=mask)
    assert trace.weights[0, :, 0].tolist() == [[1, 0], [1, 0]]
    assert trace.weights[1, :, 0].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    one_a_sample = multi_head_attention(np.zeros((2, 2, 8)), weights=drawn(), mask=lengths[:, None])
    assert np.array_equal(one_a_sample.weights, trace.weights)


@pytest.mark.parametrize(("samples", "first"), [(2, 2), (3, 3), (3, 6), (2, 4)])
def test_a_mask_that_may_count_samples_or_heads_is_refused(samples, first):
    """With as many samples as heads, a wrong guess would raise no error at all."""
    x, weights = tokens(samples, 2, 8), drawn()
    mask = np.ones((first, 2, 2), dtype=bool)
    with pytest.raises(ValueError, match=rf"{samples} samples or the 2 heads.*\(batch, 1, n_q"):
        multi_head_attention(x, weights=weights, mask=mask)


def test_a_mask_a_head_serves_every_sample():
    mask = np.stack([masks.causal(2), masks.everyone(2, 2)])
    trace = multi_head_attention(tokens(3, 2, 8), weights=drawn(), mask=mask)
    assert (trace.weights[:, 0, 0] == [1, 0]).all()
    assert (trace.weights[:, 1] > 0).all()
    explicit = multi_head_attention(tokens(2, 2, 8), weights=drawn(), mask=mask[None])
    assert (explicit.weights[:, 0, 0] == [1, 0]).all()


def test_padding_with_garbage_changes_no_real_token():
    x, memory, weights = tokens(2, 8), tokens(4, 8), drawn(b_k=np.ones(8))
    dirty = memory.copy()
    dirty[3] = np.nan
    clean = multi_head_attention(x, memory[:3], weights)
    padded = multi_head_attention(x, dirty, weights, masks.padding(2, 4, 3))
    assert np.allclose(padded.output, clean.output, atol=1e-12)
    with pytest.raises(ValueError, match=r"key\[0, 3, 0\] is not a number"):
        multi_head_attention(x, dirty, weights)


def test_a_query_with_no_visible_key_gets_only_the_output_bias():
    trace = multi_head_attention(
        tokens(1, 8), weights=drawn(b_o=np.arange(8)), mask=np.zeros((1, 1), dtype=bool)
    )
    assert trace.output.tolist() == [list(range(8))]


def test_axes_of_size_1_are_kept():
    weights = MultiHeadWeights(*np.ones((4, 1, 1)), 1)
    trace = multi_head_attention(np.ones((1, 1, 1)), weights=weights)
    assert trace.weights.tolist() == [[[[1.0]]]]
    assert trace.output.tolist() == [[[1.0]]]


def test_one_projection_for_queries_and_keys_makes_scores_symmetric():
    x, w = tokens(4, 8), tokens(8, 8, seed=2)
    scores = multi_head_attention(x, weights=MultiHeadWeights(w, w, w, w, 2)).scores
    assert np.allclose(scores, scores.swapaxes(-1, -2))
    assert (np.diagonal(scores, axis1=-2, axis2=-1) >= 0).all()


def test_two_sharp_heads_read_two_tokens_and_their_average_hides_it():
    """Head i asks for token i alone; one head with the average would mix the two."""
    identity = np.eye(2)
    weights = MultiHeadWeights(np.full((2, 2), 1000), identity, identity, identity, 2)
    trace = multi_head_attention(identity, weights=weights)
    assert trace.weights.tolist() == [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]
    assert trace.output.tolist() == [[1, 1], [1, 1]]
    average = trace.weights.mean(axis=0)
    assert average.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert entropy(trace.weights).max() == 0
    assert entropy(average).min() == 1


def test_query_heads_share_key_heads_in_groups():
    assert key_head_of(4, 2) == (0, 0, 1, 1)
    assert key_head_of(4, 1) == (0, 0, 0, 0)
    assert key_head_of(3, 3) == (0, 1, 2)
    keys = np.arange(2).reshape(2, 1, 1)
    assert repeat_heads(keys, 4)[:, 0, 0].tolist() == [0, 0, 1, 1]
    for make in (lambda: key_head_of(6, 4), lambda: repeat_heads(np.zeros((4, 1, 1)), 6)):
        with pytest.raises(ValueError, match="6 query heads cannot share 4 key heads"):
            make()


def test_grouped_heads_equal_full_heads_with_repeated_matrices():
    rng = np.random.default_rng(5)
    w_q, w_k, w_v, w_o = (rng.normal(size=shape) for shape in ((8, 8), (8, 4), (8, 6), (12, 8)))
    few = MultiHeadWeights(w_q, w_k, w_v, w_o, 4, key_heads=2)
    assert (few.d_k, few.d_v) == (2, 3)
    wide_k = merge_heads(repeat_heads(split_heads(w_k, 2), 4))
    wide_v = merge_heads(repeat_heads(split_heads(w_v, 2), 4))
    full = MultiHeadWeights(w_q, wide_k, wide_v, w_o, 4)
    x = tokens(3, 8)
    grouped, whole = (multi_head_attention(x, weights=w) for w in (few, full))
    assert np.allclose(grouped.output, whole.output, atol=1e-12)
    assert grouped.key.shape == (4, 3, 2)


@pytest.mark.parametrize("heads", [1, 2, 4, 8, 16])
def test_the_number_of_heads_does_not_change_the_number_of_parameters(heads):
    assert parameter_count(512, heads, bias=True) == 1_050_624
    assert parameter_count(512, heads) == 1_048_576


def test_parameters_when_heads_have_a_size_of_their_own():
    """Keras's key_dim is the size of one head; PyTorch cuts d_model into heads."""
    assert parameter_count(21, 8, d_k=21, bias=True) == 14_637
    assert parameter_count(21, 8, d_k=3, bias=True) == 2_109
    assert parameter_count(1, 10, d_k=10) == 400
    assert parameter_count(21, 3, bias=True) == 1_848
    assert parameter_count(4, 2, d_k=3, d_v=5) == 4 * 2 * (3 + 3 + 5 + 5)
    assert parameter_count(768, 12) * 3 // 4 == 1_769_472
    assert parameter_count(512, 1, d_k=64) // 2 == 65_536


def test_a_whole_transformer_has_as_many_parameters_for_1_head_as_for_8():
    """6 encoder layers with one attention, 6 decoder layers with two, and a norm after each."""
    d, hidden = 512, 2048
    forward, norm = d * hidden + hidden + hidden * d + d, 2 * d
    for heads in (1, 8):
        attention = parameter_count(d, heads, bias=True)
        encoder = attention + forward + 2 * norm
        decoder = 2 * attention + forward + 3 * norm
        assert 6 * (encoder + decoder) + 2 * norm == 44_140_544


def test_heads_with_a_size_of_their_own_return_to_d_model():
    rng = np.random.default_rng(0)
    wide = 8 * 21
    w_q, w_k, w_v = rng.normal(size=(3, 21, wide))
    weights = MultiHeadWeights(w_q, w_k, w_v, rng.normal(size=(wide, 21)), 8)
    assert multi_head_attention(tokens(2, 24, 21), weights=weights).output.shape == (2, 24, 21)
    held = sum(getattr(weights, name).size for name in ("w_q", "w_k", "w_v", "w_o"))
    assert held == parameter_count(21, 8, d_k=21)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"w_q": np.zeros((8, 9))}, "the width of w_q 9 cannot be split into 2 heads"),
        ({"w_k": np.zeros((8, 6))}, "heads of d_k = 4, but w_k .* makes heads of 3"),
        ({"w_v": np.zeros((8, 6))}, "heads of d_v = 4, but w_v .* makes heads of 3"),
        ({"w_v": np.zeros((7, 8))}, "same number of rows"),
        ({"w_o": np.zeros(8)}, "w_o has shape"),
        ({"b_q": np.zeros(7)}, r"b_q has shape \(7,\)"),
        ({"w_q": np.full((8, 8), np.nan)}, r"w_q\[0, 0\] is not a number"),
        ({"key_heads": 3}, "2 query heads cannot share 3 key heads"),
        ({"heads": 0}, "heads is 0"),
    ],
)
def test_weights_that_do_not_fit_are_refused(change, sentence):
    fields = {name: np.zeros((8, 8)) for name in ("w_q", "w_k", "w_v", "w_o")} | {"heads": 2}
    with pytest.raises(ValueError, match=sentence):
        MultiHeadWeights(**(fields | change))


def test_inputs_that_do_not_fit_the_weights_are_refused():
    with pytest.raises(ValueError, match=r"x \(3, 7\) and w_q \(8, 8\) do not fit"):
        multi_head_attention(np.zeros((3, 7)), weights=drawn())
    with pytest.raises(ValueError, match=r"memory \(3, 7\) and w_k"):
        multi_head_attention(np.zeros((3, 8)), np.zeros((3, 7)), drawn())
    with pytest.raises(TypeError, match="MultiHeadWeights"):
        multi_head_attention(np.zeros((3, 8)))
