"""What a hand does to an attention experiment: nothing is lost, nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editing import (
    MORE_TOKENS,
    resized,
    shape_of,
    shuffled,
    with_cell,
    with_flag,
    with_mask,
)
from core.experiment import AttentionExperiment
from core.trace import compute

ROWS = ((0.1, 0.2), (0.3, 0.4), (0.5, 0.6))
THREE = AttentionExperiment(tokens=("x", "y", "z"), query=ROWS, key=ROWS, value=ROWS)


def test_one_cell_changes_and_the_original_does_not() -> None:
    edited = with_cell(THREE, "key", 1, 0, 9.0)
    assert edited.key == ((0.1, 0.2), (9.0, 0.4), (0.5, 0.6))
    assert edited.query == THREE.query and THREE.key == ROWS


def test_a_cell_keeps_within_what_the_engine_takes() -> None:
    assert with_cell(THREE, "query", 0, 0, 1e300).query[0][0] == 1e6


def test_edited_random_numbers_say_so() -> None:
    assert with_cell(THREE, "query", 0, 0, 1.0).source == "hand-set"
    drawn = shuffled(THREE)
    assert drawn.source == "random, untrained"
    assert with_cell(drawn, "query", 0, 0, 1.0).source == "random, then edited"


def test_a_custom_mask_starts_from_what_is_hidden() -> None:
    custom = with_mask(with_mask(THREE, "causal"), "custom").custom
    assert custom == ((True, False, False), (True, True, False), (True, True, True))


def test_a_custom_mask_is_kept_while_another_is_in_force() -> None:
    painted = with_flag(THREE, 0, 0, visible=False)
    there_and_back = with_mask(with_mask(painted, "none"), "custom")
    assert there_and_back.custom == painted.custom


def test_padding_first_hides_the_last_key() -> None:
    assert with_mask(THREE, "padding").visible_keys == 2


@given(st.integers(1, 12), st.integers(1, 16), st.integers(1, 12), st.integers(1, 16))
def test_growing_and_shrinking_never_loses_a_number(n: int, d: int, m: int, e: int) -> None:
    there = resized(THREE, n=n, d_k=d)
    back = resized(resized(there, n=max(n, m), d_k=max(d, e)), n=n, d_k=d)
    assert (back.query, back.key, back.value) == (there.query, there.key, there.value)
    compute(back)


@given(st.integers(1, 12), st.sampled_from(["none", "causal", "padding", "custom"]))
def test_every_size_suits_every_mask(n: int, mask: str) -> None:
    experiment = resized(with_mask(THREE, mask), n=n)  # type: ignore[arg-type]
    assert len(experiment.tokens) == n
    assert compute(experiment)["weights"].shape == (n, n)


def test_the_pin_stays_inside() -> None:
    pinned = AttentionExperiment(
        tokens=("x", "y", "z"), query=ROWS, key=ROWS, value=ROWS, pinned=(3, 2)
    )
    assert resized(pinned, n=1).pinned == (1, 1)


def test_shuffling_is_the_same_for_the_same_seed_and_new_for_the_next() -> None:
    assert shuffled(THREE) == shuffled(THREE)
    assert shuffled(shuffled(THREE)).query != shuffled(THREE).query


def test_new_tokens_come_from_the_list() -> None:
    assert resized(THREE, n=5).tokens == ("x", "y", "z", *MORE_TOKENS[3:5])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tokens": ()}, "there are 0 tokens; this lab takes 1 to 12"),
        ({"query": ROWS[:2]}, "query has 2 rows; it needs 3"),
        ({"key": ((1.0,),) * 3}, "a query has 2 numbers and a key has 1; both need the same d_k"),
        ({"query": ((1.0, 2.0), (1.0,), (1.0, 2.0))}, "query row 2 has 1 numbers"),
        ({"value": ((1.0,), (float("nan"),), (1.0,))}, "value row 2, column 1 is nan"),
        ({"mask": "custom"}, "mask custom needs custom flags"),
        ({"visible_keys": 4}, "visible_keys is 4; 3 keys allow 0 to 3"),
        ({"pinned": (0, 1)}, r"pinned is \[0, 1\]; there are 3 queries and 3 keys"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(changes: dict[str, object], sentence: str) -> None:
    fields = {"tokens": ("x", "y", "z"), "query": ROWS, "key": ROWS, "value": ROWS}
    with pytest.raises(ValueError, match=sentence):
        AttentionExperiment(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "shapes"),
    [
        ({"n": 4}, ((4, 2), (2, 2), (2, 40))),
        ({"n": 1}, ((1, 2), (2, 2), (2, 40))),
        ({"d_k": 3}, ((3, 3), (2, 3), (2, 40))),
    ],
)
def test_keys_of_another_sequence_and_wide_values_stay(changes, shapes):
    """Two keys with values of 40 numbers, as they may come from a file."""
    wide = AttentionExperiment(
        ("x", "y", "z"),
        query=((1.0, 2.0),) * 3,
        key=((3.0, 4.0),) * 2,
        value=((5.0,) * 40,) * 2,
        source_tokens=("a", "b"),
        mask="custom",
        custom=((True, False),) * 3,
        pinned=(3, 2),
    )
    made = resized(wide, **changes)
    assert tuple(shape_of(matrix) for matrix in (made.query, made.key, made.value)) == shapes
    assert made.value == wide.value and made.key_tokens == ("a", "b")
    assert shape_of(made.custom) == (shapes[0][0], 2)
    assert shape_of(shuffled(wide).value) == (2, 40)
