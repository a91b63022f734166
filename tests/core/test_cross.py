"""Cross-attention: who asks whom, by hand; editing; and shapes judged in words."""

import dataclasses

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cross_editing import (
    completed,
    exchanged,
    origin,
    with_cell,
    with_key_size,
    with_mode,
    with_tokens,
)
from core.cross_examples import EXAMPLES, ROLES, example_experiment
from core.experiment import AttentionExperiment, CrossExperiment, Experiment
from core.lesson import Where
from core.predicates import measured
from core.shapes import verdict
from core.trace import compute
from core.traces.cross import judged

NAMES = tuple(EXAMPLES)


@pytest.fixture
def translation():
    return example_experiment("translation")


def small(**changes):
    """Two queries along the axes, three keys: every weight can be worked out on paper."""
    fields = {
        "tokens": ("un", "deux"),
        "source_tokens": ("one", "two", "three"),
        "query": ((2.0, 0.0), (0.0, 2.0)),
        "key": ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),
        "value": ((1.0,), (10.0,), (100.0,)),
    }
    return CrossExperiment(**{**fields, **changes})


def test_two_queries_and_three_keys_by_hand():
    trace = compute(small())
    high, low = np.exp(2 / np.sqrt(2)), 1.0  # scores 2, 0, 0 over the root of 2
    first = np.array([high, low, low]) / (high + 2)
    np.testing.assert_allclose(trace["weights"], [first, first[[1, 0, 2]]], rtol=1e-15)
    np.testing.assert_allclose(trace["output"][0, 0], first @ [1, 10, 100], rtol=1e-15)


def test_weights_have_a_row_a_target_token_and_a_column_a_source_token():
    trace = compute(small())
    assert trace["weights"].shape == (2, 3)
    four = small(tokens=("a", "b", "c", "d"), query=((1.0, 0.0),) * 4)
    answer = compute(four)
    assert (answer["weights"].shape, answer["output"].shape) == ((4, 3), (4, 1))


def test_one_source_state_changes_every_output_and_one_target_state_its_own():
    plain = compute(small())["output"]
    value = compute(small(value=((1.0,), (20.0,), (100.0,))))["output"]
    assert (value != plain).all()
    query = compute(small(query=((2.0, 0.0), (0.0, 3.0))))["output"]
    assert query[0] == plain[0] and query[1] != plain[1]


def test_an_output_is_a_mixture_of_the_source_values(translation):
    trace = compute(translation)
    low, high = trace["value"].min(axis=0), trace["value"].max(axis=0)
    assert ((trace["output"] >= low) & (trace["output"] <= high)).all()


def test_every_target_word_reads_the_whole_source(translation):
    trace = compute(translation)
    assert np.isfinite(trace["masked"]).all() and (trace["weights"] > 0).all()


def test_padding_hides_source_tokens_from_every_target_token():
    padded = AttentionExperiment(
        tokens=("a", "b", "c"),
        source_tokens=("w", "x", "y", "<pad>"),
        query=((0.0,),) * 3,
        key=((1.0,),) * 4,
        value=((1.0,),) * 4,
        mask="padding",
        visible_keys=3,
    )
    third = 1 / 3
    np.testing.assert_allclose(compute(padded)["weights"], [[third, third, third, 0.0]] * 3)


def test_a_column_that_draws_most_of_the_weight_is_kept(translation):
    tokens = (*translation.source_tokens, "</s>")
    grown = with_tokens(translation, "source", tokens)
    sink = msgspec.structs.replace(grown, query=((3.0, 0.0, 0.0),) * 4)
    heavy = with_cell(sink, "key", 6, 0, 4.0)
    weights = compute(heavy)["weights"]
    assert heavy.key_tokens[-1] == "</s>" and (weights[:, -1] > 0.6).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=1e-15)


def test_the_translation_gives_the_printed_weights(translation):
    trace = compute(translation)
    assert trace["weights"].round(2).tolist() == [
        [0.66, 0.06, 0.07, 0.06, 0.04, 0.11],
        [0.07, 0.07, 0.68, 0.02, 0.11, 0.05],
        [0.06, 0.61, 0.15, 0.06, 0.05, 0.07],
        [0.05, 0.13, 0.01, 0.57, 0.07, 0.17],
    ]
    assert trace["output"][1].round(2).tolist() == [0.07, -0.96, -0.80, 1.03, 0.35]
    assert trace["scores"][1, 2] == pytest.approx(2.82)


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        ("translation", {"le": "the", "chat": "cat", "noir": "black", "mange": "eats"}),
        ("captioning", {"dog": "head", "chases": "paws", "red": "toy", "ball": "toy"}),
        ("speech", {"yes": "e", "please": "ee"}),
    ],
)
def test_each_example_shows_its_alignment(name, reads):
    trace = compute(example_experiment(name))
    found = {word: measured(trace, "argmax key", Where(query=word)) for word in reads}
    assert found == reads


def test_a_written_word_spreads_over_its_frames_of_sound():
    weights = compute(example_experiment("speech"))["weights"]
    assert weights[0, :3].sum() > 0.85 and weights[1, 3:].sum() > 0.8
    assert weights[0, :3].max() < 0.4


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_whole_and_small(name):
    experiment = example_experiment(name)
    assert completed(experiment) is experiment
    assert origin(experiment) == "hand-set"
    rows = EXAMPLES[name].rows
    assert set(rows) == {*experiment.tokens, *experiment.source_tokens}
    assert {len(row) for token in rows for row in rows[token][:2]} == {3}
    assert max(abs(x) for token in rows for row in rows[token] for x in row) <= 2.5


@pytest.mark.parametrize("name", NAMES)
def test_exchanging_twice_changes_nothing(name):
    experiment = example_experiment(name)
    once = exchanged(experiment)
    assert (once.tokens, once.source_tokens) == (experiment.source_tokens, experiment.tokens)
    assert once.pinned == experiment.pinned[::-1]
    assert compute(once)["weights"].shape == compute(experiment)["weights"].shape[::-1]
    assert exchanged(once) == experiment


def test_units_change_places_too():
    captions = example_experiment("captioning")
    assert captions.units == ("word", "patch")
    assert exchanged(captions).units == ("patch", "word")
    assert with_mode(captions, "self").units == ("word", "word")
    assert example_experiment("speech").units == ("word", "frame")


def test_self_attention_takes_everything_from_the_target(translation):
    own = with_mode(translation, "self")
    trace = compute(own)
    assert trace["weights"].shape == (4, 4)
    np.testing.assert_array_equal(trace["query"], compute(translation)["query"])
    changed = with_tokens(own, "source", ("nothing", "else"))
    np.testing.assert_array_equal(compute(changed)["output"], trace["output"])
    assert with_mode(changed, "cross").source_tokens == ("nothing", "else")


def test_edits_of_keys_survive_self_attention_and_an_exchange(translation):
    edited = with_cell(translation, "key", 2, 0, 9.0)
    back = with_mode(with_cell(with_mode(edited, "self"), "key", 0, 0, 7.0), "cross")
    assert back.key[2][0] == 9.0 and back.target_key[0][0] == 7.0
    assert exchanged(exchanged(back)) == back
    assert exchanged(back).key[0][0] == 7.0


def test_a_slide_may_leave_out_what_only_an_exchange_needs(translation):
    lean = msgspec.structs.replace(translation, target_key=(), target_value=(), source_query=())
    assert compute(lean)["weights"].tolist() == compute(translation)["weights"].tolist()
    assert completed(lean) == translation
    with pytest.raises(ValueError, match='mode "self" needs target_key and target_value'):
        msgspec.structs.replace(lean, mode="self")


# words


def test_words_that_stay_keep_their_numbers(translation):
    edited = with_cell(translation, "key", 2, 1, -9.0)  # cat
    longer = with_tokens(edited, "source", ("the", "old", "black", "cat", "fish"))
    assert longer.key[3] == edited.key[2] and longer.value[2] == edited.value[1]
    assert longer.key[4] == edited.key[5]
    assert longer.drawn == ("old",)


def test_a_new_word_always_draws_the_same_numbers_and_says_so(translation):
    first = with_tokens(translation, "source", (*translation.source_tokens, "quickly"))
    again = with_tokens(translation, "source", ("quickly", "cat"))
    assert first.key[-1] == again.key[0] and first.value[-1] == again.value[0]
    assert origin(first) == "hand-set; random, untrained for quickly"
    assert origin(with_tokens(first, "source", translation.source_tokens)) == "hand-set"


def test_a_sentence_of_one_s_own_is_random_until_edited(translation):
    own = with_tokens(with_tokens(translation, "target", ("ja",)), "source", ("yes", "indeed"))
    assert origin(own) == "random, untrained"
    assert origin(with_cell(own, "query", 0, 0, 1.0)) == "random, then edited"


def test_a_word_of_the_example_that_comes_back_brings_its_numbers(translation):
    without = with_tokens(translation, "source", ("the", "black"))
    again = with_tokens(without, "source", ("the", "black", "cat"))
    assert again.key[2] == translation.key[2] and origin(again) == "hand-set"


def test_a_pin_stays_inside(translation):
    assert with_tokens(translation, "source", ("the",)).pinned == (2, 1)
    assert with_tokens(translation, "target", ("le",)).pinned == (1, 3)
    assert with_mode(with_tokens(translation, "target", ("le",)), "self").pinned == (1, 1)


tokens = st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=12).map(tuple)


@given(target=tokens, source=tokens, mode=st.sampled_from(["cross", "self"]))
def test_any_words_give_weights_that_add_to_one(target, source, mode):
    experiment = example_experiment("translation")
    made = with_mode(with_tokens(with_tokens(experiment, "target", target), "source", source), mode)
    weights = compute(made)["weights"]
    assert weights.shape == (len(target), len(target if mode == "self" else source))
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=1e-12)
    assert exchanged(exchanged(made)).operands == made.operands
    wire = msgspec.json.encode(made)
    assert msgspec.json.decode(wire, type=Experiment) == made


def test_forty_words_and_markup(translation):
    forty = ("<s>", "<b>bold", "a<b<c", "&lt;", "🚀", "שלום", *(f"w{i}" for i in range(34)))
    made = with_tokens(translation, "source", forty)
    assert made.source_tokens == forty and compute(made)["weights"].shape == (4, 40)


# shapes


@pytest.mark.parametrize(("d_q", "d_k"), [(3, 4), (3, 2), (1, 6)])
def test_a_mismatch_keeps_the_last_product(translation, d_q, d_k):
    before = compute(translation)
    broken = with_key_size(with_key_size(translation, "query", d_q), "key", d_k)
    trace = compute(broken)
    assert "weights" not in trace and "output" not in trace
    assert trace["key"].shape == (6, d_k)
    np.testing.assert_array_equal(trace["kept_weights"], before["weights"])
    np.testing.assert_array_equal(trace["kept_output"], before["output"])
    assert not judged(trace).fits


def test_what_is_kept_does_not_follow_edits(translation):
    broken = with_key_size(translation, "key", 4)
    edited = with_cell(with_cell(broken, "key", 0, 0, 9.0), "value", 0, 0, 9.0)
    np.testing.assert_array_equal(compute(edited)["kept_weights"], compute(broken)["kept_weights"])
    gone = with_tokens(edited, "source", ("the", "cat"))
    assert set(compute(gone).steps) == {"query", "key", "value"}


def test_the_same_size_for_both_is_a_product_again(translation):
    wider = with_key_size(with_key_size(translation, "key", 4), "query", 4)
    assert wider.kept is None and {row[3] for row in (*wider.key, *wider.query)} == {0.0}
    scores = compute(wider)["scores"]
    np.testing.assert_array_equal(scores, compute(translation)["scores"])  # zeros add nothing
    assert with_key_size(with_key_size(translation, "key", 2), "key", 3) == translation


def test_columns_of_drawn_words_come_back_as_they_were(translation):
    own = with_tokens(translation, "source", ("rain", "cat"))
    assert with_key_size(with_key_size(own, "key", 1), "key", 3) == own
    wider = with_key_size(own, "key", 5)
    assert wider.key[0][3] != 0.0 and wider.key[1][3:] == (0.0, 0.0)


def test_a_measure_of_weights_says_why_there_are_none(translation):
    trace = compute(with_key_size(translation, "key", 4))
    sentence = "do not fit; queries have 3 columns, keys have 4: no product"
    with pytest.raises(ValueError, match=sentence):
        measured(trace, "weight", Where(query="chat", key="cat"))


def test_shapes_in_words():
    fits = verdict((4, 3), (6, 3), (6, 5))
    assert fits.fits
    assert fits.sentence == (
        "The shapes fit: queries and keys both have 3 columns, "
        "so every target word can score every source word."
    )
    assert fits.detail == (
        "There are 6 keys and 6 values, so the output keeps one row for each of the 4 target words."
    )
    one = verdict((1, 1), (1, 1), (1, 2), "target word", "source patch")
    assert "both have 1 column, so every target word can score every source patch" in one.sentence
    assert one.detail.startswith("There is 1 key and 1 value, so the output keeps one row for the")
    wrong = verdict((4, 3), (6, 4), (6, 5))
    assert not wrong.fits
    assert wrong.sentence == "Queries have 3 columns, keys have 4: no product."
    short = verdict((4, 3), (6, 3), (5, 5))
    assert (short.fits, short.sentence) == (False, "There are 6 keys, but 5 values: no mixture.")


def test_patches_and_frames_in_words():
    captions = judged(compute(example_experiment("captioning")))
    assert "every target word can score every source patch" in captions.sentence
    turned = judged(compute(exchanged(example_experiment("captioning"))))
    assert "one row for each of the 6 target patches" in turned.detail
    own = judged(compute(with_mode(example_experiment("speech"), "self")))
    assert "every target word can score every target word" in own.sentence


@given(
    shape=st.tuples(*(st.integers(1, 9),) * 6),
)
def test_the_judgement_agrees_with_the_engine(shape):
    m, d_q, n, d_k, values, d_v = shape
    from core.attention import scaled_dot_product_attention

    operands = [np.ones((m, d_q)), np.ones((n, d_k)), np.ones((values, d_v))]
    try:
        scaled_dot_product_attention(*operands)
        runs = True
    except ValueError:
        runs = False
    assert verdict((m, d_q), (n, d_k), (values, d_v)).fits == runs


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tokens": ()}, "tokens has 0 tokens"),
        ({"query": ((1.0,) * 7,) * 2}, "query has 7 columns; this lab takes 1 to 6"),
        ({"key": ((1.0,),)}, "key has 1 rows; it needs 3"),
        ({"pinned": (1, 4)}, r"pinned is \[1, 4\]; there are 2 queries and 3 keys"),
        ({"target_key": ((1.0,),) * 2}, "target_key has 1 columns; it needs 2"),
        ({"kept": (((1.0,),), ((1.0,),), ((1.0,),))}, "kept query has 1 rows; it needs 2"),
    ],
)
def test_what_an_experiment_refuses(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        small(**changes)


def test_the_examples_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        EXAMPLES["speech"].tokens = ()
    assert ROLES == ("query", "key", "value")
