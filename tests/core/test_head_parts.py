"""What each head adds: by hand, as a sum, and against the engine without that head."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editing_heads import with_heads, with_knocked_out, with_model_size
from core.experiment import HeadsExperiment
from core.head_parts import head_parts, overlap
from core.heads import MultiHeadWeights, multi_head_attention
from core.papers import head_counts
from core.scripts.script import script
from core.trace import compute
from core.traces.heads import projections, tokens_of

WORDS = ("the", "cat", "ate", "fish")


def experiment(**changes):
    return msgspec.structs.replace(HeadsExperiment(tokens=WORDS, d_model=8, heads=4), **changes)


def test_overlap_by_hand():
    sharp = [[1.0, 0.0], [0.0, 1.0]]
    even = [[0.5, 0.5], [0.5, 0.5]]
    turned = [[0.0, 1.0], [1.0, 0.0]]
    found = overlap(np.array([sharp, even, turned]))
    assert found.tolist() == [[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]


def test_a_query_that_sees_nothing_counts_in_no_overlap():
    first = [[0.0, 0.0], [1.0, 0.0]]
    second = [[0.0, 0.0], [0.25, 0.75]]
    assert overlap(np.array([first, second]))[0, 1] == 0.25


@given(st.sampled_from([1, 2, 4, 8]), st.integers(0, 50), st.sampled_from(["none", "causal"]))
def test_the_parts_of_all_heads_add_up_to_the_output(heads, seed, mask):
    trace = compute(experiment(heads=heads, seed=seed, mask=mask))
    np.testing.assert_allclose(trace["contributions"].sum(axis=0), trace["output"], atol=1e-12)


@pytest.mark.parametrize("out", [(1,), (2, 3), (1, 2, 3, 4)])
def test_without_a_head_the_engine_gets_zeros_where_it_stood(out):
    made = experiment(knocked_out=out, seed=3)
    trace, whole = compute(made), projections(made)
    w_o = np.array(whole.w_o)
    for head in out:
        w_o[[column - 1 for column in made.columns_of(head)]] = 0.0
    cut = MultiHeadWeights(whole.w_q, whole.w_k, whole.w_v, w_o, made.heads)
    engine = multi_head_attention(tokens_of(made), weights=cut, mask=np.tri(4, dtype=bool))
    np.testing.assert_allclose(trace["output"], engine.output, atol=1e-12)
    np.testing.assert_array_equal(trace["weights"], engine.weights)
    kept = [head for head in range(4) if head + 1 not in out]
    np.testing.assert_allclose(
        trace["contributions"][kept].sum(axis=0), trace["output"], atol=1e-12
    )
    right = compute(experiment(seed=3))
    apart = np.linalg.norm(right["output"] - trace["output"], axis=1)
    np.testing.assert_allclose(trace["moved"], apart, atol=1e-12)


def test_with_every_head_in_nothing_moves_and_nothing_is_rounded():
    made = experiment()
    result = multi_head_attention(
        tokens_of(made), weights=projections(made), mask=np.tri(4, dtype=bool)
    )
    trace = compute(made)
    np.testing.assert_array_equal(trace["output"], result.output)
    assert head_parts(result).moved.tolist() == [0.0] * 4


def test_heads_go_out_and_come_back_and_a_new_cut_brings_all_back():
    out = with_knocked_out(with_knocked_out(experiment(), 3, True), 1, True)
    assert out.knocked_out == (1, 3)
    assert with_knocked_out(out, 3, False).knocked_out == (1,)
    assert with_heads(out, 4).knocked_out == (1, 3)
    assert with_heads(out, 2).knocked_out == () == with_model_size(out, 2).knocked_out


@pytest.mark.parametrize("out", [(0,), (5,), (2, 1), (1, 1)])
def test_heads_that_are_not_there_cannot_go(out):
    with pytest.raises(ValueError, match="heads from 1 to 4, each once"):
        experiment(knocked_out=out)


def test_the_script_leaves_the_head_out_too():
    made = script(compute(experiment(knocked_out=(2,))), "numpy")
    assert "C[:, 2:4] = 0  # head 2 is out" in made.text
    exec(compile(made.text, "code.py", "exec"), {"print": lambda *parts: None})


def test_sixteen_heads_tie_with_eight_in_the_paper():
    rows = {row.heads: row for row in head_counts().rows}
    assert (rows[8].bleu, rows[16].bleu) == (25.8, 25.8)
    assert rows[16].perplexity < rows[8].perplexity
    assert [row.key_size for row in head_counts().rows] == [512, 128, 64, 32, 16]
