"""BLEU by hand, words in common, and how an alignment is counted."""

import math
from itertools import islice

import numpy as np
import pytest

from core.translator import shelf
from core.translator.language import held_out
from core.translator.scoring import aligned, bleu, in_common, quality

LONG = ["the", "cat", "sat", "on", "the", "mat", "today"]


def test_the_same_is_100():
    assert bleu([LONG], [LONG]) == pytest.approx(100)
    assert bleu([["le", "chat"]], [["le", "chat"]]) == pytest.approx(100)


def test_one_wrong_word_by_hand():
    wrong = ["the", "cat", "sat", "on", "a", "mat", "today"]
    # 6 of 7 words, 4 of 6 pairs, 2 of 5 triples, 1 of 4 fours; no brevity penalty.
    shares = (6 / 7) * (4 / 6) * (2 / 5) * (1 / 4)
    assert bleu([wrong], [LONG]) == pytest.approx(100 * shares**0.25)


def test_repetition_is_clipped():
    # Papineni et al. 2002, example 2: "the" seven times, of which the reference has two.
    candidate, reference = ["the"] * 7, ["the", "cat", "is", "on", "the", "mat"]
    assert bleu([candidate], [reference], longest=1) == pytest.approx(100 * 2 / 7)


def test_a_short_candidate_pays():
    assert bleu([LONG[:5]], [LONG]) == pytest.approx(100 * math.exp(1 - 7 / 5))
    assert bleu([[*LONG, "now"]], [LONG]) < 100


def test_counts_are_summed_over_the_set_before_dividing():
    # 1 of 1 and 1 of 3 words: together 2 of 4, not the mean of 1 and 1/3.
    both = bleu([["a"], ["a", "x", "y"]], [["a"], ["a", "b", "c"]], longest=1)
    assert both == pytest.approx(50)


def test_nothing_right_is_0_and_numbers_must_match():
    assert bleu([["x"]], [["y"]]) == 0
    assert bleu([[]], [["y"]]) == 0
    with pytest.raises(ValueError, match="references"):
        bleu([["x"]], [])


def test_words_in_common():
    assert in_common(["le", "chat", "noir", "dort"], ["le", "chien", "noir", "dort"]) == (
        True, False, True, True,
    )  # fmt: skip
    assert in_common(["b", "a"], ["a", "b"]).count(True) == 1
    assert in_common([], ["a"]) == ()
    assert in_common(["a"], []) == (False,)


def test_agreement_and_mass():
    weights = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.5], [1.0, 0.0, 0.0]])
    right, mass = aligned(weights, [frozenset({0}), frozenset({0, 1})])
    assert right == 1 and mass == pytest.approx(0.9 + 0.5)


def test_words_right_are_those_of_the_references_in_their_order():
    model = shelf.pair().fixed
    figures = quality(model, 9, 9, 20)
    pairs = list(islice(held_out(9, 0), 20))
    right = sum(sum(in_common(model.translate(p.english).french, p.french)) for p in pairs)
    assert figures.words == pytest.approx(100 * right / sum(len(p.french) for p in pairs))
    assert figures.exact <= figures.words <= 100
    assert quality(shelf.pair().attention, 3, 3, 5, aligns=False).agreement is None
