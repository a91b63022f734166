"""The bottleneck: its record, its trace, its measures, and what a hand does to it."""

import shutil
from dataclasses import replace as replaced_figures
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.editing_retrieval import new_sentence, sentence_words, with_length, with_sentence
from core.experiment import MAX_WORDS, BottleneckExperiment
from core.lesson import Where
from core.predicates import measured
from core.trace import compute
from core.traces.bottleneck import curve, figure_at, measured_on
from core.translator import shelf
from core.translator.language import is_held_out
from core.translator.loading import MANIFEST, Size, load_manifest
from core.translator.scoring import Quality, in_common

BOTH = ("fixed", "attention")


def own(text):
    return with_sentence(BottleneckExperiment(), text)


@given(st.integers(3, 40), st.integers(0, 40))
@settings(max_examples=12, deadline=None)
def test_the_trace_is_what_both_models_say(length, seed):
    experiment = BottleneckExperiment(length=length, seed=seed)
    trace, pair = compute(experiment), shelf.pair()
    generated = experiment.generated
    assert len(trace.english) == length and is_held_out(trace.english)
    assert (trace.english, trace.reference) == (generated.english, generated.french)
    for model, translator in zip(BOTH, (pair.fixed, pair.attention), strict=True):
        made, rendering = translator.translate(generated.english), trace.rendering(model)
        assert rendering.words == made.french
        assert rendering.right == in_common(made.french, generated.french)
        assert trace[f"right {model}"] == sum(rendering.right) / len(generated.french)
    assert trace.rendering("fixed").attended == ()
    assert set(trace.rendering("attention").attended) <= set(range(length))


def test_states_and_context_are_the_fixed_models_own():
    trace, pair = compute(BottleneckExperiment(length=9)), shelf.pair()
    made, half = pair.fixed.translate(trace.english), pair.fixed.hidden
    assert np.array_equal(trace["states"], made.annotations)
    assert trace["states"].shape == (9, 2 * half)
    # Forward it ends at the last word, backward at the first.
    assert np.array_equal(trace["context"][:half], trace["states"][-1, :half])
    assert np.array_equal(trace["context"][half:], trace["states"][0, half:])
    assert np.array_equal(trace["context"], made.contexts[-1]), "the same at every step"


def test_the_curves_are_the_pairs_own_figures():
    trace, pair = compute(BottleneckExperiment(length=20)), shelf.pair()
    for model, quality in zip(BOTH, (pair.fixed_quality, pair.attention_quality), strict=True):
        at = next(q for q in quality if q.shortest <= 20 <= q.longest)
        assert (trace[f"words {model}"], trace[f"bleu {model}"]) == (at.words, at.bleu)
        assert trace[f"words {model} curve"][:, 0].tolist() == list(range(3, 41))
    assert trace.measured_on == (at.sentences, at.shortest, at.longest)
    assert trace.source == pair.source


def test_a_figure_of_several_lengths_holds_at_each_of_them():
    groups = (Quality(3, 5, 9, 80.0, 0.0, words=90.0), Quality(6, 7, 9, 60.0, 0.0, words=70.0))
    points = curve(groups, "words")
    assert points.tolist() == [[3, 90], [4, 90], [5, 90], [6, 70], [7, 70]]
    assert figure_at(curve(groups, "bleu"), 6) == 60 and np.isnan(figure_at(points, 8))
    assert measured_on(groups, 4) == (9, 3, 5) and measured_on(groups, 8) is None
    assert curve((replaced_figures(groups[0], words=None),), "words").shape == (0, 2)


def test_without_attention_it_falls_and_with_attention_it_holds():
    trace = compute(BottleneckExperiment())
    fixed, attention = (trace[f"words {model} curve"][:, 1] for model in BOTH)
    assert fixed[0] > 90 > 60 > fixed[27] and attention[:28].min() > 95
    assert max(after - before for before, after in pairwise(fixed)) < 5, "it falls smoothly"


def test_an_own_sentence_has_no_reference_and_its_unknown_words_are_named():
    trace = compute(own("The teacher doesn't see a cta, near Paris!"))
    assert trace.english == ("the", "teacher", "does", "not", "see", "a", "cta", "near", "paris")
    assert trace.reference == () and trace.rendering("fixed").right is None
    assert [(word.place, word.word) for word in trace.unknown] == [(6, "cta"), (8, "paris")]
    assert "cat" in trace.unknown[0].suggestions
    assert "right fixed" not in trace
    with pytest.raises(ValueError, match="no reference: New sentence"):
        measured(trace, "words right", Where(array="fixed"))
    assert measured(trace, "measured BLEU", Where(array="fixed")) > 0


def test_the_generated_sentence_typed_again_keeps_its_reference():
    experiment = BottleneckExperiment(length=8, seed=3)
    typed = " ".join(experiment.tokens).capitalize() + "."
    assert with_sentence(experiment, typed).words == ()
    changed = with_sentence(experiment, typed + " never")
    assert len(changed.words) == 9


@pytest.mark.parametrize("text", ["x", "👩‍👩‍👧‍👦 שלום <b>bold</b>", "世界", "cat " * 60, "l'été"])
def test_any_text_runs(text):
    trace = compute(own(text))
    assert np.isfinite(trace["states"]).all()
    assert len(trace["states"]) == len(sentence_words(text))


def test_an_accent_in_one_character_or_two_is_the_same_word():
    assert own("désolé").words == own("de\u0301sole\u0301").words


@pytest.mark.parametrize("text", ["", "  \t ", "\u200b", "?!"])
def test_no_words_are_refused_with_the_cure(text):
    with pytest.raises(ValueError, match="Type an English sentence"):
        sentence_words(text)


def test_too_many_words_are_refused_with_the_limit():
    with pytest.raises(ValueError, match=f"61 words; the limit is {MAX_WORDS}. Shorten it"):
        sentence_words("cat " * 61)


def test_length_and_new_sentence_leave_the_own_words():
    mine = own("the cat sees a dog")
    assert with_length(mine, 20).words == () and len(with_length(mine, 20).tokens) == 20
    another = new_sentence(mine)
    assert another.words == () and another.seed == mine.seed + 1
    assert new_sentence(replace(mine, seed=2**31 - 1)).seed == 0


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"length": 2}, "3 to 40"),
        ({"length": 41}, "length is 41"),
        ({"words": ["cat"] * 61}, "limit is 60"),
        ({"words": ["?"]}, "Type an English sentence"),
        ({"seed": -1}, "seed is -1"),
        ({"hidden": 25}, "24, 48 and 96"),
        ({"length": 3, "pointed": 4}, "pointed is 4"),
        ({"words": ["a", "cat"], "pointed": 3}, "there are 2 words"),
    ],
)
def test_a_record_that_cannot_be_is_refused(fields, reason):
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(fields, BottleneckExperiment)


def test_shortening_below_the_lit_word_lets_go_of_it():
    experiment = BottleneckExperiment(length=9, pointed=7)
    assert with_length(experiment, 7).pointed == 7
    assert with_length(experiment, 6).pointed is None


def test_a_whole_sentence_counts_only_without_a_fault():
    whole, faulty = None, None
    for seed in range(60):
        trace = compute(BottleneckExperiment(length=8, seed=seed))
        if trace.rendering("fixed").words == trace.reference:
            whole = trace
        else:
            faulty = trace
    assert measured(whole, "whole sentence right", Where(array="fixed")) == 8
    assert measured(whole, "words right", Where(array="fixed")) == 100
    assert measured(faulty, "whole sentence right", Where(array="fixed")) == 0


def test_published_measures_at_the_sentences_length_or_another():
    trace = compute(BottleneckExperiment(length=40))
    both = Where(array="RNNsearch-50", other="RNNsearch-30")
    assert measured(trace, "published BLEU", Where(array="RNNenc-50")) == 13.89
    assert measured(trace, "published BLEU", Where(array="RNNenc-50", component=59)) == 6.47
    assert measured(trace, "published BLEU gap", both) == pytest.approx(26.78 - 15.44)
    assert measured(trace, "sentence length", Where()) == 40
    assert np.isnan(measured(trace, "published BLEU", Where(array="RNNenc-50", component=60)))


@pytest.mark.parametrize("array", ["states", "RNNserch-50", None])
def test_a_model_that_is_none_is_named_with_those_that_are(array):
    trace = compute(BottleneckExperiment(length=20))
    with pytest.raises(ValueError, match="RNNsearch-50"):
        measured(trace, "published BLEU", Where(array=array))
    with pytest.raises(ValueError, match="fixed or attention"):
        measured(trace, "measured BLEU", Where(array=array))


def test_a_length_that_nobody_measured_has_no_figure():
    with pytest.raises(ValueError, match="41 words were not measured"):
        measured(compute(own("cat " * 41)), "measured words right", Where(array="attention"))


def test_damaged_weights_leave_the_published_figures(tmp_path):
    folder = tmp_path / "translator"
    shutil.copytree(shelf.FOLDER, folder)
    (folder / "attention.safetensors").unlink()
    with shelf.shipped_from(folder):
        trace = compute(BottleneckExperiment(length=20))
    assert trace.problem.startswith("attention.safetensors is missing")
    assert trace["RNNenc-50"] == 22.47 and len(trace.english) == 20
    with pytest.raises(ValueError, match="no trained model"):
        measured(trace, "measured BLEU", Where(array="fixed"))


def test_sizes_of_the_manifest_become_curves(tmp_path):
    folder = tmp_path / "translator"
    shutil.copytree(shelf.FOLDER, folder)
    manifest = load_manifest(folder)
    figures = (Quality(3, 40, 150, 33.0, 0.0, words=44.0),)
    size = Size(24, 1000, 0, 50, 2.0, 1.0, "patience", figures)
    encoded = msgspec.json.encode(msgspec.structs.replace(manifest, sizes=(size,)))
    (folder / MANIFEST).write_bytes(encoded)
    with shelf.shipped_from(folder):
        trace = compute(BottleneckExperiment(length=20, hidden=24))
    assert [each.hidden for each in trace.sizes] == [24]
    assert (trace["words fixed 24"], trace["bleu fixed 24"]) == (44, 33)


def test_a_pair_that_is_not_on_the_shelf_is_a_problem_in_words():
    trace = compute(BottleneckExperiment(pair="mine"))
    assert "train them again" in trace.problem and trace.renderings == ()
