"""Multi-head attention as pane 07 runs it: hand-set and random projections, cut into heads."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.attention import softmax
from core.editing_heads import (
    checked_head_count,
    nearest_choices,
    shuffled_heads,
    with_heads,
    with_model_size,
    with_pin,
    with_source,
)
from core.experiment import HeadsExperiment
from core.experiments.heads import HeadPattern
from core.measures import entropy
from core.trace import compute
from core.traces.heads import head_choices

replace = msgspec.structs.replace
# Two tokens told apart by one feature each; one pattern looks at the first, one at the second.
FIRST = HeadPattern("first", ((40.0,), (40.0,)), ((1.0,), (0.0,)))
SECOND = HeadPattern("second", ((40.0,), (40.0,)), ((0.0,), (1.0,)))
TWO = HeadsExperiment(
    tokens=("a", "b"),
    d_model=2,
    heads=2,
    mask="none",
    source="hand-set",
    features=((1.0, 0.0), (0.0, 1.0)),
    patterns=(FIRST, SECOND),
)
RANDOM = HeadsExperiment(tokens=("the", "cat", "ate", "it"), d_model=16, heads=4, seed=3)


def test_the_scaled_score_of_a_pattern_is_query_times_key():
    # With features (1, 0) and (0, 1), queries are 40 and keys 1 or 0: d_k = 1, so no division.
    trace = compute(TWO)
    assert trace["scaled"].tolist() == [[[40, 0], [40, 0]], [[0, 40], [0, 40]]]


@pytest.mark.parametrize("d_model", [2, 4, 8, 16, 64])
def test_a_wider_model_repeats_a_pattern_without_changing_its_scores(d_model):
    trace = compute(replace(TWO, d_model=d_model))
    assert trace["scaled"] == pytest.approx(compute(TWO)["scaled"], abs=1e-12)
    assert np.any(trace["query_projection"][:2, d_model // 2 - 1] != 0)


def test_one_head_for_two_patterns_divides_what_they_add_up_to():
    # Scores add: 40 for either token. Softmax of equal scores is even, whatever sqrt(d_k) is.
    trace = compute(replace(TWO, heads=1))
    assert trace["weights"][0] == pytest.approx(np.full((2, 2), 0.5))
    assert replace(TWO, heads=1).patterns_of(1) == ("first", "second")


def test_averaging_two_one_hot_heads_would_hide_both_patterns():
    trace = compute(TWO)
    assert trace["weights"][:, 0] == pytest.approx(np.eye(2), abs=1e-15)
    assert trace["entropy"] == pytest.approx(np.zeros((2, 2)), abs=1e-12)
    assert trace["mean_entropy"] == pytest.approx([0, 0], abs=1e-12)
    assert entropy(trace["weights"].mean(axis=0)) == pytest.approx([1, 1], abs=1e-12)


def test_heads_only_cut_the_same_matrices():
    whole = compute(replace(RANDOM, heads=1))
    for heads in (2, 4, 8, 16):
        cut = compute(replace(RANDOM, heads=heads))
        for name in ("query_projection", "key_projection", "value_projection", "output_projection"):
            assert np.array_equal(cut[name], whole[name])
        joined = cut["query"].transpose(1, 0, 2).reshape(4, 16)
        assert joined == pytest.approx(whole["query"][0], abs=1e-14)


def test_a_head_is_attention_over_its_own_columns():
    trace = compute(RANDOM)
    columns = [column - 1 for column in RANDOM.columns_of(3)]
    assert columns == [8, 9, 10, 11]
    x = trace["features"]
    query, key = x @ trace["query_projection"], x @ trace["key_projection"]
    scores = query[:, columns] @ key[:, columns].T / 2
    scores[np.triu_indices(4, 1)] = -np.inf
    assert trace["weights"][2] == pytest.approx(softmax(scores), abs=1e-14)


@given(
    d_model=st.sampled_from([1, 6, 8, 16, 32]),
    choice=st.integers(0, 4),
    n=st.integers(1, 7),
    seed=st.integers(0, 50),
    mask=st.sampled_from(["none", "causal"]),
)
def test_every_cut_of_any_sentence(d_model, choice, n, seed, mask):
    choices = head_choices(d_model)
    heads = choices[choice % len(choices)]
    tokens = tuple(f"w{place % 3}" for place in range(n))
    experiment = HeadsExperiment(tokens, d_model, heads, mask=mask, seed=seed)
    trace = compute(experiment)
    assert trace["weights"].sum(axis=-1) == pytest.approx(np.ones((heads, n)), abs=1e-12)
    if mask == "causal":
        assert not np.triu(trace["weights"], 1).any()
    # The linked slices of the pane: output is the sum of each head's columns times its rows.
    parts = np.zeros((n, d_model))
    for head in range(1, heads + 1):
        own = [column - 1 for column in experiment.columns_of(head)]
        assert np.array_equal(trace["concat"][:, own], trace["head_outputs"][head - 1])
        parts += trace["concat"][:, own] @ trace["output_projection"][own]
    assert trace["output"] == pytest.approx(parts, abs=1e-11)


def test_the_strongest_link_and_how_many_share_it():
    trace = compute(replace(TWO, heads=1))
    assert trace["sharing"].tolist() == [[2, 2]] and trace["strongest"].tolist() == [[0, 0]]
    trace = compute(TWO)
    assert trace["sharing"].tolist() == [[1, 1], [1, 1]]
    assert trace["strongest"].tolist() == [[0, 0], [1, 1]]
    assert trace["visible"].tolist() == [[2, 2], [2, 2]]
    assert compute(replace(TWO, mask="causal"))["visible"].tolist() == [[1, 2], [1, 2]]
    assert trace["top_weight"] == pytest.approx(np.ones((2, 2)))


def test_the_total_of_parameters_is_the_same_in_every_row():
    table = compute(RANDOM)["parameter_table"]
    assert table[:, 0].tolist() == [1, 2, 4, 8, 16]
    assert table[2].tolist() == [4, 4, 192, 768, 256, 1024]
    assert set(table[:, -1]) == {1024}
    assert compute(replace(RANDOM, d_model=512, heads=8))["parameter_count"] == 1048576
    assert head_choices(512) == (1, 2, 4, 8, 16) and head_choices(12) == (1, 2, 3, 4, 6, 12)


@pytest.mark.parametrize(
    ("d_model", "heads", "nearest"),
    [
        (128, 3, "s are 2 and 4"),
        (512, 6, "s are 4 and 8"),
        (2, 8, " is 2"),
        (16, 5, "s are 4 and 8"),
    ],
)
def test_heads_that_do_not_divide_are_refused_with_the_nearest(d_model, heads, nearest):
    sentence = f"{heads} heads do not divide d_model = {d_model}; the nearest head count{nearest}"
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        HeadsExperiment(("a",), d_model, heads)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tokens": ()}, "there are 0 tokens"),
        ({"heads": 0}, "heads is 0"),
        ({"heads": 32, "d_model": 64}, "this lab takes 1 to 16"),
        ({"pinned": (3, 1, 1)}, r"pinned is \[3, 1, 1\]; there are 2 heads and 2 tokens"),
        ({"seed": -1}, "the seed is -1"),
        ({"features": None}, "patterns need features"),
        ({"patterns": ()}, 'source "hand-set" needs features and patterns'),
        ({"features": ((1.0,), (0.0, 1.0))}, "features row 2 has 2 numbers"),
        ({"features": ((1.0, 0.0, 0.0),) * 2, "patterns": ()}, "needs features and patterns"),
        ({"d_model": 3, "heads": 1}, "the 2 patterns do not divide d_model = 3"),
        (
            {"patterns": (FIRST, msgspec.structs.replace(SECOND, key=((0.0, 1.0),) * 2))},
            "the pattern second needs as many columns in its query as in its key",
        ),
    ],
)
def test_what_does_not_fit_is_refused(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        replace(TWO, **changes)


def test_a_pattern_must_divide_its_share_of_the_columns():
    wide = HeadPattern("wide", ((1.0, 0.0),) * 2, ((1.0, 0.0),) * 2)
    with pytest.raises(ValueError, match="the pattern wide has 2 columns"):
        replace(TWO, patterns=(wide, wide))
    assert compute(replace(TWO, patterns=(wide, wide), d_model=4))["weights"].shape == (2, 2, 2)


def test_patterns_of_a_head():
    four = replace(TWO, d_model=8, heads=4)
    assert [four.patterns_of(head) for head in (1, 2, 3, 4)] == [("first",)] * 2 + [("second",)] * 2
    assert RANDOM.patterns_of(1) == ()


def test_repeated_words_stay_apart_and_rare_ones_are_words_like_others():
    tokens = ("<s>", "שלום", "<s>", "🚀")
    trace = compute(HeadsExperiment(tokens, 8, 2, mask="none"))
    assert trace["weights"].shape == (2, 4, 4)
    assert np.array_equal(trace["features"][0], trace["features"][2])
    assert trace["weights"][:, 0] == pytest.approx(trace["weights"][:, 2], abs=1e-14)


def test_a_single_token_gives_itself_everything():
    trace = compute(HeadsExperiment(("a",), 8, 8))
    assert trace["weights"].tolist() == [[[1.0]]] * 8
    assert trace["entropy"].tolist() == [[0.0]] * 8


def test_editing_keeps_what_still_fits():
    pinned = replace(RANDOM, pinned=(4, 2, 1))
    assert with_heads(pinned, 2).pinned == (2, 2, 1)
    assert with_heads(pinned, 8).pinned == (4, 2, 1)
    sixteen = with_model_size(with_heads(pinned, 16), 8)
    assert (sixteen.heads, sixteen.d_model, sixteen.pinned) == (8, 8, (4, 2, 1))
    assert with_pin(pinned, None).pinned is None
    assert with_pin(pinned, (0, 3, 2)).pinned == (1, 4, 3)
    with pytest.raises(ValueError, match="3 heads do not divide"):
        with_heads(pinned, 3)
    with pytest.raises(ValueError, match="needs features and patterns"):
        with_source(RANDOM, "hand-set")


def test_shuffling_takes_the_next_seed_and_says_so():
    shuffled = shuffled_heads(TWO)
    assert (shuffled.seed, shuffled.source) == (1, "random, untrained")
    assert with_source(shuffled, "hand-set").patterns == TWO.patterns
    first, second = compute(shuffled), compute(shuffled_heads(shuffled))
    assert np.array_equal(first["weights"], compute(shuffled)["weights"])
    assert not np.array_equal(first["features"], second["features"])


@pytest.mark.parametrize(
    ("value", "near"), [(3, (2, 4)), (2.5, (2, 4)), (0, (1,)), (-7, (1,)), (32, (16,))]
)
def test_a_head_count_that_is_not_on_offer(value, near):
    assert nearest_choices(16, value) == near
    with pytest.raises(ValueError, match="16"):
        checked_head_count(RANDOM, value)
    assert checked_head_count(RANDOM, 8.0) == 8
