"""Pane 08's engine: any sentence attends to itself; order, equal words, and what it costs."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import rewording
from core.experiment import Experiment, SelfAttentionExperiment
from core.lesson import Where
from core.predicates import measured
from core.trace import compute
from core.words import tokenize

WORDS = ("the", "dog", "saw", "the", "cat", "run")
PLAIN = SelfAttentionExperiment(tokens=WORDS, positions=False, seed=621)
PLACED = msgspec.structs.replace(PLAIN, positions=True)

tokens = st.sampled_from(["a", "b", "c", "<s>", "我", "שלום", "🙂"])
sentences = st.lists(tokens, min_size=1, max_size=9)


def in_order(experiment, order):
    return msgspec.structs.replace(
        experiment,
        tokens=tuple(experiment.tokens[place] for place in order),
        order=tuple(place + 1 for place in order),
    )


@settings(deadline=None, max_examples=40)
@given(sentences, st.randoms(use_true_random=False), st.integers(0, 9))
def test_without_positions_shuffled_words_only_shuffle_the_rows(words, random, seed):
    before = SelfAttentionExperiment(tokens=tuple(words), positions=False, seed=seed)
    order = list(range(len(words)))
    random.shuffle(order)
    straight, shuffled = compute(before), compute(in_order(before, order))
    moved = straight["weights"][np.ix_(order, order)]
    np.testing.assert_allclose(shuffled["weights"], moved, rtol=0, atol=1e-12)
    np.testing.assert_allclose(shuffled["output"], straight["output"][order], rtol=0, atol=1e-12)
    mean = straight["output"].mean(axis=0)
    np.testing.assert_allclose(shuffled["output"].mean(axis=0), mean, rtol=0, atol=1e-12)


@pytest.mark.parametrize("change", [{"positions": True}, {"mask": "causal"}])
def test_positions_or_a_causal_mask_bring_order_in(change):
    before = msgspec.structs.replace(PLAIN, **change)
    order = [2, 0, 1, 5, 3, 4]
    moved = compute(before)["weights"][np.ix_(order, order)]
    after = compute(in_order(before, order))["weights"]
    assert np.abs(after - moved).max() > 0.1


def test_equal_words_have_equal_rows_only_without_positions():
    plain, placed = compute(PLAIN), compute(PLACED)
    np.testing.assert_allclose(plain["weights"][0], plain["weights"][3], rtol=0, atol=1e-12)
    assert plain["twin"].tolist() == [3, -1, -1, 0, -1, -1]
    assert placed["twin"].tolist() == [-1] * 6
    assert measured(plain, "repeated row difference", Where()) <= 1e-12
    # The first "the" gives the second 0.12, the second gives itself 0.64.
    assert measured(placed, "repeated row difference", Where()) == pytest.approx(0.52, abs=0.01)


def test_every_step_follows_from_the_ones_before():
    trace = compute(PLACED)
    features = trace["embedding"] + trace["position"]
    assert (trace["features"] == features).all()
    for part in ("query", "key", "value"):
        np.testing.assert_allclose(trace[part], features @ trace[f"w_{part}"], atol=1e-12)
    scores = trace["query"] @ trace["key"].T / 2  # the square root of d_k = 4
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(trace["weights"], shares, atol=1e-12)
    np.testing.assert_allclose(trace["output"], shares @ trace["value"], atol=1e-12)
    assert (trace["strongest"] == shares.argmax(axis=1)).all()
    # The first position is sine 0, cosine 0, ... = 0, 1, 0, 1, ...
    assert trace["position"][0].tolist() == [0, 1] * 4


def test_one_word_attends_to_itself():
    assert compute(SelfAttentionExperiment(tokens=("one",)))["weights"].tolist() == [[1.0]]


@pytest.mark.parametrize("text", ["", "   ", "\u00a0", "\u200b", "\n\n"])
def test_a_blank_sentence_is_refused_with_a_prompt(text):
    with pytest.raises(ValueError, match="^type at least one word$"):
        rewording.with_sentence(PLACED, text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我爱猫", ("我", "爱", "猫")),
        ("hello世界", ("hello", "世", "界")),
        ("東\u3000京", ("東", "京")),
        ("one", ("one",)),
        ("<s> <b>x &amp;", ("<s>", "<b>x", "&amp;")),
    ],
)
def test_any_script_makes_words(text, tokens):
    assert rewording.with_sentence(PLACED, text).tokens == tokens


def test_sixty_four_words_are_taken_and_sixty_five_are_not():
    long = " ".join(["word"] * 64)
    trace = compute(rewording.with_sentence(PLACED, long))
    assert trace["weights"].shape == (64, 64)
    with pytest.raises(ValueError, match="65 words are too many; this lab takes up to 64"):
        rewording.with_sentence(PLACED, long + " word")


def test_words_that_stand_there_twice_keep_a_row_each():
    trace = compute(rewording.with_sentence(PLACED, "A B B C D"))
    assert trace["weights"].shape == (5, 5)
    by_place = [measured(trace, "weight", Where(query=1, key=place)) for place in (2, 3)]
    assert by_place == trace["weights"][0, 1:3].tolist() and by_place[0] != by_place[1]
    with pytest.raises(ValueError, match='"B" stands at the places 2 and 3'):
        measured(trace, "weight", Where(query=1, key="B"))
    with pytest.raises(ValueError, match="no word stands twice"):
        once = compute(rewording.with_sentence(PLACED, "A B"))
        measured(once, "repeated row difference", Where())


@settings(deadline=None)
@given(st.text(max_size=40))
def test_a_sentence_written_out_again_gives_the_same_words(text):
    tokens = tokenize(text)
    if tokens:
        assert tokenize(rewording.sentence_text(tokens)) == tokens


def test_chinese_is_written_without_spaces_and_english_with_them():
    assert rewording.sentence_text(("我", "爱", "猫")) == "我爱猫"
    assert rewording.sentence_text(("a", "b", "猫")) == "a b猫"


@pytest.mark.parametrize("n", [2, 3, 6, 40])
def test_a_shuffle_moves_every_word_and_takes_the_pin_along(n):
    words = tuple(f"w{place}" for place in range(n))
    before = SelfAttentionExperiment(tokens=words, pinned=(1, n))
    after = rewording.with_words_shuffled(before)
    assert sorted(after.tokens) == sorted(words)
    assert all(a != b for a, b in zip(after.tokens, words, strict=True))
    query, key = after.pinned_cell
    assert (after.tokens[query], after.tokens[key]) == (words[0], words[-1])
    assert after == rewording.with_words_shuffled(before), "the same clicks, the same sentence"
    moved = rewording.came_from(before, after)
    assert tuple(words[place] for place in moved) == after.tokens
    back = rewording.came_from(after, before)
    assert tuple(after.tokens[place] for place in back) == words


def test_one_word_alone_cannot_be_shuffled():
    alone = SelfAttentionExperiment(tokens=("one",))
    assert rewording.with_words_shuffled(alone) is alone


def test_another_sentence_is_no_other_order():
    other = rewording.with_sentence(PLACED, "six words that differ from those")
    assert rewording.came_from(PLACED, other) is None
    assert rewording.came_from(PLACED, PLACED) is None


def test_a_shorter_sentence_keeps_the_pin_within_itself():
    pinned = msgspec.structs.replace(PLACED, pinned=(6, 2))
    assert rewording.with_sentence(pinned, "only three words").pinned == (3, 2)
    assert rewording.with_sentence(pinned, " the dog  saw the cat run ") is pinned


def test_a_word_is_pinned_with_its_strongest_link():
    trace = compute(PLACED)
    assert rewording.with_word_pinned(PLACED, trace, 2).pinned == (3, 2)  # saw gives dog 0.49


def test_the_cost_beside_a_recurrent_layer():
    trace = compute(PLACED)  # n = 64, d = 512
    assert trace["operations_self_attention"] == 64**2 * 512 == 2_097_152
    assert trace["operations_recurrent"] == 64 * 512**2 == 16_777_216
    assert trace["pairs"] == 4096
    assert (trace["steps_self_attention"], trace["steps_recurrent"]) == (1, 64)
    assert (trace["path_self_attention"], trace["path_recurrent"]) == (1, 64)
    assert trace["lengths"].tolist() == [2.0**power for power in range(2, 13)]
    curves = trace["operations_curve_self_attention"], trace["operations_curve_recurrent"]
    assert curves[0][0] == 16 * 512 and curves[1][-1] == 4096 * 512**2
    crossing = int(trace["equal_length"])
    at = trace["lengths"].tolist().index(crossing)
    assert crossing == 512 and curves[0][at] == curves[1][at] == trace["equal_operations"]


@pytest.mark.parametrize(
    ("n", "mixing", "projections"),
    [(128, 16_777_216, 134_217_728), (1024, 1_073_741_824, 1_073_741_824)],
)
def test_projections_outweigh_the_pairs_until_n_is_twice_d(n, mixing, projections):
    trace = compute(msgspec.structs.replace(PLACED, length=n))
    assert trace["scores_and_mixing"] == mixing
    assert trace["projections"] == projections


def test_the_cost_ratio_is_n_over_d():
    for length, width in ((64, 64), (4096, 64), (4, 512)):
        trace = compute(msgspec.structs.replace(PLACED, length=length, width=width))
        assert measured(trace, "operations ratio", Where()) == length / width


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("tokens", [], "there are 0 words; this lab takes 1 to 64"),
        ("tokens", ["two words"], "token 1 is 'two words'; a token is a word without spaces"),
        ("order", [1, 1, 2, 3, 4, 5], "order must name each of the places 1 to 6 once"),
        ("pinned", [7, 1], "there are 6 words"),
        ("length", 3, "length is 3; 4 to 4096 are possible"),
        ("width", 128, "width is 128; 64 and 512 are possible"),
        ("seed", -1, "the seed is -1"),
    ],
)
def test_a_wrong_field_is_refused_with_its_limit(field, wrong, sentence):
    table = {"kind": "self-attention", "tokens": list(WORDS), field: wrong}
    with pytest.raises(msgspec.ValidationError, match=sentence.replace("(", r"\(")):
        msgspec.convert(table, Experiment)


def test_an_experiment_survives_being_written_and_read():
    shuffled = rewording.with_words_shuffled(msgspec.structs.replace(PLACED, pinned=(3, 2)))
    written = msgspec.json.encode(shuffled)
    assert msgspec.json.decode(written, type=Experiment) == shuffled
