"""The trained translator in pane 09: its states, its weights, and nothing that was fitted."""

import subprocess
import sys

import numpy as np
import pytest

from core.cross_editing import origin
from core.experiment import CrossExperiment
from core.lesson import Where
from core.predicates import measured
from core.scripts.script import script
from core.trace import compute
from core.traces.cross import judged
from core.traces.cross_trained import energy_sum
from core.translated import resembling, trained_experiment, unknown_words, with_words
from core.translator import shelf


@pytest.fixture
def experiment():
    return trained_experiment()


def test_queries_are_the_decoders_states_and_keys_and_values_the_annotations(experiment):
    trace = compute(experiment)
    own = shelf.pair().attention.translate(experiment.source_tokens)
    rows = len(own.french)
    assert experiment.tokens == own.french
    np.testing.assert_array_equal(trace["query"], own.states[:rows])
    np.testing.assert_array_equal(trace["key"], own.annotations)
    np.testing.assert_array_equal(trace["value"], own.annotations)
    np.testing.assert_allclose(trace["weights"], own.weights[:rows], atol=1e-12)
    np.testing.assert_allclose(trace["output"], trace["weights"] @ trace["value"], atol=1e-12)
    assert trace["query"].shape[1] != trace["key"].shape[1]


def test_a_weight_is_its_share_of_the_exponentials_of_the_additive_scores(experiment):
    trace, p = compute(experiment), shelf.pair().attention.parameters
    query, key = trace["query"][1], trace["key"][2]
    energy = p["v_a"] @ np.tanh(p["w_a"] @ query + p["u_a"] @ key)
    sums = energy_sum(trace, 1, 2)
    assert sums.energy == pytest.approx(float(energy), abs=1e-12)
    assert sums.weight == pytest.approx(sums.part / sums.total, abs=1e-12)
    assert sums.part == pytest.approx(np.exp(sums.energy - sums.largest), abs=1e-15)


def test_two_source_words_can_become_one_so_the_map_is_a_rectangle(experiment):
    trace = compute(experiment)
    assert experiment.source_tokens[3:5] == ("of", "the") and "du" in experiment.tokens
    assert trace["weights"].shape == (6, 7)
    np.testing.assert_allclose(trace["weights"].sum(axis=1), 1.0, atol=1e-12)
    where = Where(query="chat")
    assert measured(trace, "argmax key", where) == "cat"


def test_words_written_by_the_learner_are_given_to_the_decoder(experiment):
    forced = with_words(experiment, "target", ("Le", "roi", "noir"))
    assert forced.tokens == ("le", "roi", "noir") and forced.pinned == (2, 3)
    trace = compute(forced)
    given = shelf.pair().attention.forced(experiment.source_tokens, forced.tokens)
    np.testing.assert_array_equal(trace["query"], given.states[:3])
    assert origin(forced).endswith("; target given to it")
    again = with_words(forced, "source", ("the", "cat", "sleeps"))
    assert again.tokens == ("le", "chat", "dort")


def test_unknown_words_are_named_and_carried(experiment):
    made = with_words(experiment, "source", ("the", "Zebra", "sleeps"))
    assert made.source_tokens == ("the", "zebra", "sleeps")
    row, column = made.pinned
    weights = compute(made)["weights"]
    assert weights[row - 1, column - 1] == weights[row - 1].max()
    assert unknown_words(made) == ("zebra",)
    assert origin(made) == "trained, shipped weights; zebra unknown to it"
    assert origin(experiment) == "trained, shipped weights"
    assert resembling(experiment) == ""
    near = with_words(experiment, "source", ("the", "catt", "sleeps"))
    assert resembling(near).startswith("catt is unknown: it knows cat")


def test_the_checker_says_why_two_widths_fit(experiment):
    found = judged(compute(experiment))
    assert found.fits
    assert "48 numbers of a query and the 96 of a key to the same 48 units" in found.sentence
    assert "each of the 6 target words" in found.detail


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"query": ((1.0,),)}, "leave the matrices out"),
        ({"mode": "self"}, 'neither mode "self"'),
        ({"fault": "no-scale"}, "nor a fault"),
        ({"pair": ""}, "needs pair"),
        ({"pinned": (2, 1)}, "there are 1 queries"),
    ],
)
def test_what_a_trained_example_cannot_hold(changes, words):
    fields = {"tokens": ("le",), "source_tokens": ("the",), "pair": "shipped"}
    with pytest.raises(ValueError, match=words):
        CrossExperiment(**{**fields, "example": "trained", **changes})


def test_hand_set_examples_name_no_translators_and_need_numbers():
    with pytest.raises(ValueError, match="query has 0 rows; it needs 1"):
        CrossExperiment(tokens=("le",), source_tokens=("the",))
    row = ((1.0,),)
    with pytest.raises(ValueError, match="belongs to the example"):
        CrossExperiment(("le",), ("the",), row, row, row, pair="shipped")


def test_a_sentence_that_cannot_be_translated_is_refused_in_words():
    with pytest.raises(ValueError, match="the limit is 60"):
        trained_experiment(("the",) * 61)
    with pytest.raises(ValueError, match="on this machine"):
        trained_experiment(pair="nobody's")


def test_additive_scores_have_no_key_size(experiment):
    with pytest.raises(ValueError, match="no d_k"):
        measured(compute(experiment), "d_k", Where())


def test_the_script_runs_alone_and_prints_the_weights(experiment, tmp_path):
    made = script(compute(experiment), "numpy")
    program = tmp_path / "code.py"
    program.write_text(made.text)
    weights = shelf.FOLDER / "attention.safetensors"
    run = subprocess.run(
        [sys.executable, str(program), str(weights)], capture_output=True, text=True, timeout=60
    )
    assert (run.stdout.rstrip("\n"), run.stderr) == (made.prints, "")
