"""The bottleneck: its record, its trace, its measures, and what a hand does to it."""

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editing_retrieval import new_sentence, sentence_words, with_length, with_sentence
from core.experiment import MAX_WORDS, BottleneckExperiment
from core.generated import generated_words
from core.lesson import Where
from core.predicates import measured
from core.recurrent import encode, seeded_gru
from core.trace import compute
from core.words import embed


def test_the_trace_is_the_encoder_of_the_words():
    experiment = BottleneckExperiment(length=5, seed=3, encoder_seed=2)
    trace = compute(experiment)
    states = encode(embed(experiment.tokens, 8, 2), seeded_gru(8, 8, 2)).states
    assert np.array_equal(trace["states"], states)
    assert np.array_equal(trace["context"], states[-1])


def test_early_words_are_forgotten_and_their_own_states_are_not():
    trace = compute(BottleneckExperiment(length=30))
    assert trace["left"][-1] == trace["own"][-1]
    assert trace["left_share"][0] < 1e-4
    assert trace["own"].min() > 0.3
    assert trace["steps_through_states"].tolist() == list(range(30, 0, -1))
    assert set(trace["steps_through_attention"]) == {1.0}


@given(st.integers(1, MAX_WORDS), st.integers(0, 50))
def test_a_longer_sentence_begins_with_every_shorter_one(length, seed):
    whole = generated_words(MAX_WORDS, seed)
    assert generated_words(length, seed) == whole[:length]


def test_lengthening_keeps_the_states_that_were_there():
    short = compute(BottleneckExperiment(length=9))
    long = compute(BottleneckExperiment(length=40))
    assert np.array_equal(long["states"][:9], short["states"])


def test_own_words_come_first_and_return_after_shortening():
    own = with_sentence(BottleneckExperiment(), "ein <s> Satz")
    assert own.tokens == ("ein", "<s>", "Satz")
    assert with_length(own, 2).tokens == ("ein", "<s>")
    assert with_length(with_length(own, 2), 4).tokens[:3] == ("ein", "<s>", "Satz")
    assert new_sentence(own).words == () and new_sentence(own).length == 3


@pytest.mark.parametrize("text", ["x", "👩‍👩‍👧‍👦 שלום <b>bold</b>", "世界", "a " * 60])
def test_any_text_runs(text):
    experiment = with_sentence(BottleneckExperiment(), text)
    trace = compute(experiment)
    assert np.isfinite(trace["left"]).all()
    assert len(trace["states"]) == len(sentence_words(text))


def test_no_words_and_too_many_are_refused_with_the_cure():
    with pytest.raises(ValueError, match="type at least one word"):
        sentence_words("  \t ")
    with pytest.raises(ValueError, match="61 words are too many; keep at most 60"):
        sentence_words("a " * 61)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"length": 0}, "1 to 60"),
        ({"length": 61}, "61 words"),
        ({"units": 17}, "units is 17"),
        ({"seed": -1}, "seed is -1"),
        ({"length": 3, "pointed": 4}, "pointed is 4"),
    ],
)
def test_a_record_that_cannot_be_is_refused(fields, reason):
    with pytest.raises(ValueError, match=reason):
        BottleneckExperiment(**fields)
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(fields, BottleneckExperiment)


def test_shortening_below_the_lit_word_lets_go_of_it():
    experiment = BottleneckExperiment(length=9, pointed=7)
    assert with_length(experiment, 7).pointed == 7
    assert with_length(experiment, 6).pointed is None


def test_published_measures():
    trace = compute(BottleneckExperiment(length=50))
    both = Where(array="RNNsearch-50", other="RNNsearch-30")
    assert measured(trace, "published BLEU", Where(array="RNNenc-50")) == 8.96
    assert measured(trace, "published BLEU gap", both) == pytest.approx(26.18 - 9.66)
    assert measured(trace, "sentence length", Where()) == 50
    last = measured(trace, "share left", Where(key=50))
    assert last == 1.0 > measured(trace, "share left", Where(key=49)) > 0
    beyond = compute(BottleneckExperiment(length=60))
    assert math.isnan(measured(beyond, "published BLEU", Where(array="RNNenc-50")))


@pytest.mark.parametrize("array", ["states", "RNNserch-50", None])
def test_a_model_that_is_none_is_named_with_those_that_are(array):
    trace = compute(BottleneckExperiment(length=20))
    with pytest.raises(ValueError, match="RNNsearch-50"):
        measured(trace, "published BLEU", Where(array=array))
