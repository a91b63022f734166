"""What the exhibits of letters show, by hand and on the shipped networks."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core import rewording
from core.experiment import SelfAttentionExperiment
from core.letters.exhibits import (
    followings,
    measured,
    questions_of,
    reversal_trace,
    taken_by,
    trace,
)
from core.letters.loading import load_letters, load_reverser
from core.letters.measures import HeadFigures, token_before_mass
from core.letters.reversal import draw_letters
from core.letters.spelling import spelled, typed_letters
from core.letters.tasks import INDUCTION, NOT_ASKED, THREE_QUESTIONS
from core.letters.views import first_view, shipped, source_of, trace_of, untrained
from core.trace import compute


def test_typed_letters_are_read_and_refused_in_a_sentence() -> None:
    assert typed_letters("a, C b", 12, 3, 3).tolist() == [0, 2, 1]
    with pytest.raises(ValueError, match="“M” is not a letter of this alphabet; type A to L"):
        typed_letters("ABM", 12, 3, 3)
    with pytest.raises(ValueError, match="2 letters; type 8, A to L"):
        typed_letters("AB", 12, 8, 8)
    with pytest.raises(ValueError, match="1 letter; type 3 to 12"):
        typed_letters("A", 12, 3, 12)
    for odd in ("ß", "é", "1", "我", "🙂"):
        with pytest.raises(ValueError, match="not a letter"):
            typed_letters("AB" + odd, 12, 3, 3)


@given(st.lists(st.integers(0, 23), min_size=1, max_size=20))
def test_letters_are_spelled_as_they_are_read(letters: list[int]) -> None:
    assert typed_letters(spelled(np.array(letters)), 24, 1, 20).tolist() == letters


def test_what_followed_last_time_by_hand() -> None:
    found = followings(np.array([[0, 1, 2, 0, 1, 0, 2]]))
    #                            A  B  C  A  B  A  C
    assert found.places[0, :, 0].tolist() == [-1, -1, -1, 1, 2, 4, -1]
    assert found.answers[0, :, 0].tolist() == [-1, -1, -1, 1, 2, 1, -1]


def test_what_the_task_draws_is_asked_in_the_same_places() -> None:
    drawn = INDUCTION.draw(np.random.default_rng(3), 40)
    again = followings(drawn.letters)
    assert (again.places == drawn.places).all() and (again.answers == drawn.answers).all()
    row = questions_of(THREE_QUESTIONS, np.array([3, 1, 4]))
    assert row.answers.tolist() == [[-1, 1, 3], [3, 4, 3], [1, -1, 3]]


def test_the_token_before_counts_at_the_places_that_are_read() -> None:
    weights = np.zeros((1, 1, 4, 4))
    weights[0, 0, 1, 0], weights[0, 0, 3, 2], weights[0, 0, 2, 1] = 0.25, 0.75, 0.1
    places = np.array([[NOT_ASKED, 1, NOT_ASKED, 3]])
    assert token_before_mass(weights, places).tolist() == [0.5]


def test_a_head_takes_a_question_with_most_of_its_weight() -> None:
    mass = np.array([[0.9, 0.5, 0.1], [0.05, 0.45, 0.7]])
    found = HeadFigures(np.ones(3), mass, np.zeros(2), np.zeros(0))
    assert taken_by(found) == (0, None, 1)


def test_the_shipped_heads_answer_letters_of_ones_own() -> None:
    view = first_view("questions")
    model = shipped(view)
    assert model is not None and source_of(model, here=False) == "trained, shipped weights"
    row = typed_letters("HGFEDCBA", 12, 8, 8)
    shown = trace(model, row)
    assert shown.right.sum() == shown.asked.sum() == 7 + 7 + 8
    assert sorted(taken_by(shown.figures)) == [0, 1, 2]
    before = untrained(view)
    assert source_of(before, here=False) == "random, untrained, seed 0"
    assert trace_of(view, before).figures.entropy.min() > 0.95
    assert untrained(dataclasses.replace(view, letters=(1,) * 8)) is before  # measured once
    assert shipped(dataclasses.replace(view, size=2)) is None


def test_two_layers_find_what_followed_and_one_guesses() -> None:
    view = first_view("induction")
    model = shipped(view)
    assert model is not None
    found = measured(model)
    assert found.before[0] >= 0.9 and found.mass[1, 0] >= 0.95 and found.accuracy[0] >= 0.99
    shown = trace_of(view, model)
    assert shown.right.sum() == shown.asked.sum() > 0


def test_right_letters_and_a_map_that_points_one_place_later() -> None:
    random = np.random.default_rng(99)
    rows = [draw_letters(random, 1, 10)[0] for _ in range(60)]
    for encoder, low, high in (("forward only", 0.0, 0.03), ("letter by letter", 0.9, 1.0)):
        found = [reversal_trace(load_reverser(encoder), row) for row in rows]
        assert np.mean([one.right for one in found]) >= 0.97
        assert low <= np.mean([one.pointed[1:] for one in found]) <= high
    assert found[0].expected[0].argmax() == 9 and found[0].expected[9].argmax() == 0


def letters_experiment(**changes: object) -> SelfAttentionExperiment:
    made = rewording.with_projections(
        SelfAttentionExperiment(("the", "dog", "ran"), pinned=(3, 1)), "letters"
    )
    return replace(made, **changes)


def test_pane_08_shows_the_network_that_was_trained() -> None:
    experiment = letters_experiment()
    assert experiment.source == "trained" and experiment.aside == ("the", "dog", "ran")
    model = load_letters("three-questions-3-heads")
    row = typed_letters("".join(experiment.tokens), 12, 8, 8)
    reading = model.read(row)
    for head in (1, 2, 3):
        shown = compute(replace(experiment, head=head))
        assert shown["features"] == pytest.approx(reading.normalised[0])
        assert shown["weights"] == pytest.approx(reading.layers[0].weights[head - 1])
    assert shown["w_query"].shape == (48, 16)
    assert (experiment.model_size, experiment.key_size) == shown["w_query"].shape


def test_without_places_the_trained_heads_lose_their_way() -> None:
    before = compute(letters_experiment(head=1))["weights"]
    assert np.diagonal(before, -1).min() > 0.9
    after = compute(letters_experiment(head=1, positions=False))["weights"]
    assert np.diagonal(after, -1).max() < 0.6


def test_back_to_words_and_to_the_letters_again() -> None:
    letters = rewording.with_sentence(letters_experiment(), "abc")
    assert letters.tokens == ("A", "B", "C") and letters.pinned == (3, 1)
    words = rewording.with_projections(letters, "seeded")
    assert words.tokens == ("the", "dog", "ran") and words.source == "random, untrained"
    assert rewording.with_projections(words, "letters").tokens == ("A", "B", "C")
    with pytest.raises(ValueError, match="“x” is not a letter"):
        rewording.with_sentence(letters, "abx")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"head": 4}, "heads 1 to 3"),
        ({"tokens": tuple("ABCDEFGHA")}, "takes 1 to 8"),
        ({"tokens": ("A", "dog")}, "'dog' is not a letter"),
        ({"source": "random, untrained"}, "do not go with"),
    ],
)
def test_a_file_that_asks_for_the_impossible_is_refused(wrong, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        letters_experiment(**{"pinned": None, **wrong})
