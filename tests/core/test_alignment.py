"""Alignment: the hand-set construction, the trace, its sums, and what a hand does to it."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.aligned import hand_set_parts
from core.alignment_arithmetic import assembly, weight_sum
from core.attention import softmax
from core.editing_retrieval import reseeded, with_energy, with_mark, with_states, with_step
from core.experiment import AlignmentExperiment
from core.lesson import Where
from core.predicates import measured
from core.trace import compute

SOURCE = ("the", "black", "cat", "finds", "a", "white", "flower", "in", "this", "garden", "end")
TARGET = ("le", "chat", "noir", "trouve", "une", "fleur", "blanche", "dans", "ce", "jardin", "end")
ALIGNED = (1, 3, 2, 4, 5, 7, 6, 8, 9, 10, 11)


def experiment(**fields):
    return AlignmentExperiment(TARGET, SOURCE, ALIGNED, **fields)


@pytest.mark.parametrize("seed", range(40))
def test_every_hand_set_step_looks_at_its_word(seed):
    weights = compute(experiment(seed=seed))["weights"]
    assert (weights.argmax(axis=1) + 1).tolist() == list(ALIGNED)


@given(st.permutations(range(16)), st.integers(0, 300))
def test_the_construction_aligns_any_order_of_sixteen_words(order, seed):
    trace = compute(
        AlignmentExperiment(
            tuple("abcdefghijklmnop"),
            tuple("abcdefghijklmnop"),
            tuple(place + 1 for place in order),
            seed=seed,
        )
    )
    assert trace["weights"].argmax(axis=1).tolist() == list(order)


def test_the_energy_of_one_pair_by_hand():
    parts = hand_set_parts([place - 1 for place in ALIGNED], 11, 0)
    address = parts.states[1, :8] - parts.annotations[2, :8]
    by_hand = np.sum(np.tanh(2 * address + 1) - np.tanh(2 * address - 1))
    assert compute(experiment())["energies"][1, 2] == pytest.approx(by_hand)


@pytest.mark.parametrize("states", ["hand-set", "random"])
def test_every_step_is_bahdanaus(states):
    trace = compute(experiment(states=states, seed=4))
    for t in range(11):
        energies = [
            trace["v_a"]
            @ np.tanh(trace["w_a"] @ trace["states"][t] + trace["u_a"] @ trace["annotations"][j])
            for j in range(11)
        ]
        assert trace["energies"][t] == pytest.approx(np.array(energies), abs=1e-12)
        assert trace["context"][t] == pytest.approx(
            softmax(energies) @ trace["annotations"], abs=1e-12
        )
    assert trace["weights"].sum(axis=1) == pytest.approx(np.ones(11), abs=1e-15)
    assert np.abs(trace["annotations"]).max() <= 1


def test_one_word_gets_all_the_weight():
    trace = compute(AlignmentExperiment(("oui",), ("yes",), (1,)))
    assert trace["weights"].tolist() == [[1.0]]
    assert np.array_equal(trace["context"], trace["annotations"])


def test_a_moved_energy_moves_its_row_alone():
    before = compute(experiment(step=2))
    moved = with_energy(experiment(step=2), 2, float(before["energies"][1, 1]), 12.5)
    after = compute(moved)
    assert after["energies"][1, 1] == pytest.approx(12.5)
    assert np.array_equal(after["own_energies"], before["own_energies"])
    assert after["weights"][1] == pytest.approx(softmax(after["energies"][1]))
    others = [row for row in range(11) if row != 1]
    assert np.array_equal(after["weights"][others], before["weights"][others])
    assert after["context"][1] == pytest.approx(after["weights"][1] @ after["annotations"])


def test_an_energy_given_back_leaves_no_trace():
    own = float(compute(experiment(step=2))["energies"][1, 1])
    moved = with_energy(experiment(step=2), 2, own, 3.0)
    assert len(moved.offsets) == 1
    assert with_energy(moved, 2, own, 4.0).offsets == ((2, 2, 4.0 - own),)
    assert with_energy(moved, 2, own, own) == experiment(step=2)


def test_offsets_of_extreme_size_stay_finite():
    trace = compute(experiment(offsets=((1, 1, 1e6), (2, 1, -1e6))))
    assert trace["weights"][0, 0] == 1.0 and trace["weights"][1, 0] == 0.0
    assert np.isfinite(trace["context"]).all()


def test_the_two_flips_of_the_sample():
    assert np.flatnonzero(compute(experiment())["flips"]).tolist() == [2, 6]


@pytest.mark.parametrize(
    ("marked", "found"), [((), 0), ((3,), 1), ((3, 7), 2), ((3, 7, 5), 1), ((1, 2), 0)]
)
def test_wrong_marks_count_against_right_ones(marked, found):
    trace = compute(experiment(marked=marked))
    assert measured(trace, "flips marked", Where()) == found


def test_measures_by_word():
    trace = compute(experiment())
    assert measured(trace, "argmax key", Where(query="noir")) == "black"
    assert measured(trace, "energy", Where(query="chat", key="cat")) == trace["energies"][1, 2]
    assert measured(trace, "row sum", Where(query=11)) == pytest.approx(1)


def test_the_sum_behind_a_weight():
    trace = compute(experiment())
    sums = weight_sum(trace, 1, 2)
    assert sums.parts[2] / sums.total == pytest.approx(sums.weight)
    assert max(sums.parts) == 1.0
    assert (sums.own, sums.energy) == (trace["own_energies"][1, 2], trace["energies"][1, 2])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 11])
def test_the_context_adds_up_from_its_parts(count):
    words = SOURCE[:count]
    trace = compute(AlignmentExperiment(("x",), words, (1,)))
    made = assembly(trace, 0)
    assert made.rows.sum(axis=0) + made.others == pytest.approx(made.context)
    assert sum(made.weights) + made.others_weight == pytest.approx(1)
    assert made.others_count == max(count - 3, 0)
    assert list(made.weights) == sorted(made.weights, reverse=True)


def test_marks_steps_and_states_change_what_they_should():
    start = experiment(step=3, marked=(7,), offsets=((1, 1, 1.0),))
    assert with_mark(start).marked == (3, 7) and with_mark(with_mark(start)) == start
    assert with_step(start, 5, 2).pinned == 2
    random = with_states(start, "random")
    assert (random.source, random.offsets, random.marked) == ("random, untrained", (), ())
    assert reseeded(start).seed == 1 and reseeded(start).offsets == ()
    assert experiment(states="random", offsets=((1, 1, 1.0),)).source == "random, then edited"
    assert start.source == "hand-set"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"step": 12}, "step is 12; there are 11 steps"),
        ({"offsets": ((1, 12, 0.0),)}, "step 1, word 12"),
        ({"offsets": ((1, 1, float("nan")),)}, "must be a number"),
        ({"marked": (0,)}, "marked names step 0"),
        ({"pinned": 12}, "pinned is 12"),
    ],
)
def test_a_record_that_cannot_be_is_refused(fields, reason):
    with pytest.raises(ValueError, match=reason):
        experiment(**fields)


def test_words_and_places_must_fit():
    with pytest.raises(ValueError, match="17 source words"):
        AlignmentExperiment(("x",), ("y",) * 17, (1,))
    with pytest.raises(ValueError, match="aligned has 1 places; there are 2"):
        AlignmentExperiment(("x", "y"), ("y",), (1,))
    with pytest.raises(msgspec.ValidationError, match="aligned names source word 2"):
        msgspec.convert(
            {"tokens": ["x"], "source_tokens": ["y"], "aligned": [2]}, AlignmentExperiment
        )
