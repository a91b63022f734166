"""Two states beside each other: which inputs differ, and what became of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.comparing import Difference, changes, compared_row, differences
from core.editing import with_cell, with_mask
from core.experiment import AttentionExperiment, HeadsExperiment, VarianceExperiment
from core.lesson import Challenge, Predicate, Where
from core.trace import compute

ROWS = ((1.0, 0.0), (0.5, 1.0))
BASE = AttentionExperiment(("a", "b"), ROWS, ROWS, ROWS, pinned=(2, 1))


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
