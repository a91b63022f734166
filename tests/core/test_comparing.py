"""Two states beside each other: which inputs differ, and what became of it."""

from __future__ import annotations

import json
import math
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.compared_maps import choices, compared_map, explained
from core.comparing import Difference, changes, compared_row, differences
from core.editing import with_cell, with_mask
from core.experiment import (
    AlignmentExperiment,
    AttentionExperiment,
    HeadsExperiment,
    VarianceExperiment,
)
from core.lesson import Challenge, Predicate, Where
from core.numbers_out import whole
from core.numbers_out.compared import compared_trace, long_table
from core.numbers_out.separated import read_back, separated
from core.numbers_out.tables import table_of
from core.trace import compute

ROWS = ((1.0, 0.0), (0.5, 1.0))
BASE = AttentionExperiment(("a", "b"), ROWS, ROWS, ROWS, pinned=(2, 1))


def test_a_step_beyond_a_shorter_translation_is_its_last_one() -> None:
    """Another sentence, or a fault, leaves a step behind: the lab shows the last one there is."""
    made = compute(AlignmentExperiment(length=4, seed=1, step=9))
    row = compared_row(made, made)
    assert row is not None
    assert row.token == made.tokens[-1]
    assert (row.a == made["weights"][-1]).all()


def test_cells_and_settings_that_differ_are_named() -> None:
    other = with_mask(with_cell(BASE, "query", 1, 0, 0.4), "causal")
    assert differences(BASE, other) == (
        Difference("Q 2,1", 0.5, 0.4),
        Difference("mask", "none", "causal"),
    )
    assert differences(BASE, replace(BASE, pinned=(1, 1))) == ()
    assert differences(BASE, replace(BASE, scaled=False)) == (Difference("scale", "on", "off"),)


def test_the_pinned_row_in_both() -> None:
    other = with_cell(BASE, "query", 1, 0, 0.4)
    row = compared_row(compute(BASE), compute(other))
    assert row is not None
    assert (row.token, row.keys) == ("b", ("a", "b"))
    assert row.a.tolist() == compute(BASE)["weights"][1].tolist()
    assert row.b.tolist() == compute(other)["weights"][1].tolist()


def test_states_of_other_shapes_have_no_row_in_common() -> None:
    longer = AttentionExperiment(("a", "b", "c"), *((*ROWS, (1.0, 1.0)),) * 3)
    assert compared_row(compute(BASE), compute(longer)) is None
    heads = HeadsExperiment(("a", "b"), 8, 2, pinned=(2, 1, 1))
    row = compared_row(compute(heads), compute(replace(heads, seed=4)))
    assert row is not None
    assert row.a.tolist() == compute(heads)["weights"][1, 0].tolist()


def test_measures_of_the_challenges_and_the_entropy_of_the_row() -> None:
    where = Where(query="b", key="a")
    challenge = Challenge("id", "text", Predicate("weight", ">", 0.5, where))
    other = with_cell(BASE, "query", 1, 0, 3.0)
    found = changes(compute(BASE), compute(other), (challenge,))
    assert [part.name for part in found] == ["entropy, b", "weight, b"]
    assert found[1].a == pytest.approx(float(compute(BASE)["weights"][1, 0]))
    assert changes(compute(BASE), compute(BASE), (challenge,)) == ()


def test_a_measure_that_does_not_apply_is_left_out() -> None:
    challenge = Challenge("id", "text", Predicate("weight", ">", 0.5, Where(query="z", key="a")))
    other = with_cell(BASE, "query", 1, 0, 3.0)
    assert len(changes(compute(BASE), compute(other), (challenge,))) == 1
    assert differences(VarianceExperiment(4), VarianceExperiment(8)) == (
        Difference("d_k", 4.0, 8.0),
    )


# whole matrices


def test_scores_are_taken_from_each_other_cell_by_cell() -> None:
    """Q 2,1 from 0.5 to 0.4: its row of Q K^T changes by -0.1 K_1 = (-0.1, -0.05)."""
    a, b = compute(BASE), compute(with_cell(BASE, "query", 1, 0, 0.4))
    [chosen] = [one for one in choices(a, b) if one.step == "scores"]
    found = compared_map(a, b, chosen)
    assert found is not None
    assert found.difference == pytest.approx(np.array([[0, 0], [-0.1, -0.05]]))
    assert found.largest() == (1, 0)
    assert found.whose((1, 0)) == "b → a"
    assert not found.same
    assert not found.reworded
    told = explained(found, (1, 0))
    assert (told.name, told.words) == ("B − A, scores 2,1", "b → a")
    assert [term.label for term in told.terms] == ["B", "A, taken off"]
    assert told.total == told.value == found.b[1, 0] - found.a[1, 0]
    same = compared_map(a, a, chosen)
    assert same is not None
    assert same.same


@settings(max_examples=30)
@given(st.lists(st.floats(-5, 5), min_size=4, max_size=4), st.sampled_from(("none", "causal")))
def test_every_difference_is_b_less_a_and_a_hidden_pair_differs_by_nothing(
    numbers: list[float], mask: str
) -> None:
    a = compute(with_mask(BASE, "causal"))
    other = BASE
    for at, number in enumerate(numbers):
        other = with_cell(other, "query", at // 2, at % 2, number)
    b = compute(with_mask(other, mask))
    for chosen in choices(a, b):
        found = compared_map(a, b, chosen)
        assert found is not None
        told = np.vectorize(lambda row, column, found=found: found.tells((row, column)))
        fine = told(*np.indices(found.difference.shape))
        assert found.a[fine] + found.difference[fine] == pytest.approx(found.b[fine])
        assert fine.all() or (chosen.step == "masked" and not fine[0, 1])
        for row, column in np.ndindex(found.difference.shape):
            if not fine[row, column]:
                continue
            told = explained(found, (row, column))
            assert told.total == pytest.approx(told.value, abs=1e-12)
            assert found.cell(told.index) == (row, column)
    weights = compared_map(a, b, choices(a, b)[0])
    assert weights is not None
    assert weights.hidden_a is not None
    assert bool(weights.hidden_a[0, 1])
    assert (weights.hidden is not None and bool(weights.hidden[0, 1])) == (mask == "causal")
    [chosen] = [one for one in choices(a, b) if one.step == "masked"]
    masked = compared_map(a, b, chosen)
    assert masked is not None
    assert masked.difference[0, 1] == (0 if mask == "causal" else math.inf)
    assert masked.hidden is not None and masked.hidden.tolist() == [[False, True], [False, False]]
    assert masked.largest() != (0, 1)
    assert masked.same == (mask == "causal" and masked.limit < 1e-12)


def test_other_sizes_say_what_cannot_be_compared_and_why() -> None:
    longer = AttentionExperiment(("a", "b", "c"), *((*ROWS, (1.0, 1.0)),) * 3)
    a, b = compute(BASE), compute(longer)
    reasons = {one.step: one.why_not for one in choices(a, b)}
    assert reasons["weights"] == (
        "The weights cannot be taken from each other: A has 2 queries and 2 keys, "
        "B has 3 queries and 3 keys. Give B as many, or keep B as A."
    )
    assert compared_map(a, b, choices(a, b)[0]) is None
    heads = HeadsExperiment(("a", "b"), 8, 2)
    found = choices(compute(heads), compute(replace(heads, heads=4)))
    assert "A has 2 heads, B has 4 heads" in found[0].why_not
    assert [one.step for one in found if not one.why_not] == ["output", "features"]


def test_one_head_is_compared_and_other_words_are_told() -> None:
    heads = HeadsExperiment(("a", "b"), 8, 2)
    a, b = compute(heads), compute(replace(heads, tokens=("a", "z")))
    found = compared_map(a, b, choices(a, b)[0], 2)
    assert found is not None
    assert found.head == 2
    assert found.b.tolist() == b["weights"][1].tolist()
    assert found.index((1, 0)) == (1, 1, 0)
    assert found.cell((0, 1, 0)) is None  # of the other head
    assert found.reworded
    assert explained(found, (1, 1)).note == "in A this place is b, b"


def test_both_are_written_with_their_difference_and_come_back() -> None:
    a, b = compute(BASE), compute(with_cell(BASE, "query", 1, 0, 0.4))
    made = compared_trace(a, b)
    with np.load(BytesIO(whole.npz(made))) as read:
        assert read["a/weights"].tolist() == a["weights"].tolist()
        assert read["b/weights"].tolist() == b["weights"].tolist()
        assert read["difference/scores"].tolist() == (b["scores"] - a["scores"]).tolist()
        assert json.loads(str(read["a/experiment"]))["query"] == [list(row) for row in ROWS]
    table = json.loads(whole.json(made))
    assert table["steps"]["difference/weights"]["shape"] == [2, 2]
    assert table["b/experiment"]["query"][1][0] == 0.4
    assert table["problem"] == ""
    lines = read_back(separated(long_table(made)), 4)
    assert lines.columns == ("a", "b", "difference")
    place = lines.rows.index(("scores", "", "b", "a"))
    assert lines.numbers[place].tolist() == [
        a["scores"][1, 0], b["scores"][1, 0], (b["scores"] - a["scores"])[1, 0]
    ]  # fmt: skip


def test_what_has_no_difference_is_written_without_one_and_named() -> None:
    words = ("x", "y", "z")
    made = compared_trace(
        compute(BASE), compute(AttentionExperiment(words, *(ROWS + ROWS[:1],) * 3))
    )
    assert "a/weights" in made
    assert "difference/weights" not in made
    assert made.problem.startswith("no difference, since the shapes are not the same: weights, ")
    assert table_of(made, "a/weights").columns == ("a", "b")
    assert table_of(made, "b/weights").columns == words
    assert not math.isnan(long_table(made).numbers.sum())
