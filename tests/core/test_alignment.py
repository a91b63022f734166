"""The trained alignment: its trace, what a hand changes in it, gold, and the stand-in by hand."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import editing_alignment as editing
from core.aligned import hand_set_parts
from core.alignment_arithmetic import assembly, weight_sum
from core.attention import softmax
from core.experiment import AlignmentExperiment
from core.lesson import Where
from core.predicates import measured
from core.trace import compute
from core.translator import shelf
from core.translator.examples import CROSSING, GARDEN
from core.translator.gold import agreement
from core.translator.scoring import aligned, places_in_common

OWN = ("they", "see", "the", "xylophone")


def experiment(words=GARDEN.english, **fields):
    return AlignmentExperiment(words, **fields)


@pytest.mark.parametrize("fields", [{}, {"words": ()}, {"words": (), "length": 23, "seed": 4}])
def test_every_step_is_bahdanaus(fields):
    trace = compute(experiment(**fields))
    for t in range(len(trace.tokens)):
        energies = [
            trace["v_a"] @ np.tanh(trace["w_a"] @ trace["states"][t] + trace["u_a"] @ annotation)
            for annotation in trace["annotations"]
        ]
        assert trace["energies"][t] == pytest.approx(np.array(energies), abs=1e-10)
        assert trace["weights"][t] == pytest.approx(softmax(energies), abs=1e-10)
        assert trace["context"][t] == pytest.approx(
            trace["weights"][t] @ trace["annotations"], abs=1e-10
        )
    assert trace["weights"].sum(axis=1) == pytest.approx(np.ones(len(trace.tokens)))
    assert trace["next_word"].sum(axis=1) == pytest.approx(np.ones(len(trace.tokens)))


def test_the_words_are_the_translators_own():
    trace = compute(experiment(step=2))
    told = shelf.pair().attention.translate(GARDEN.english)
    assert trace.own == told.french
    assert trace.tokens == (*told.french, "end")
    assert trace.next_words[0] == (told.french[1], pytest.approx(told.distributions[1].max()))
    assert list(trace.next_words) == sorted(trace.next_words, key=lambda word: -word[1])
    assert trace.fixed == shelf.pair().fixed.translate(GARDEN.english).french
    assert not any((*trace.changed, *trace.lost))
    assert trace.source == "trained, shipped weights"


def test_a_moved_energy_changes_nothing_before_its_step():
    own = compute(experiment(step=3))
    energy = float(own["energies"][2].max()) + 5
    edited = editing.with_energy(experiment(step=3), 8, float(own["own_energies"][2, 7]), energy)
    trace = compute(edited)
    assert np.array_equal(trace["weights"][:2], own["weights"][:2])
    assert trace["energies"][2, 7] == pytest.approx(energy)
    assert trace["weights"][2].argmax() == 7
    assert trace["weights"][2] == pytest.approx(softmax(trace["energies"][2]))
    assert trace["context"][2] == pytest.approx(trace["weights"][2] @ trace["annotations"])
    words = [word for word in trace.tokens if word != "end"]
    kept = [word for word, moved in zip(words, trace.changed, strict=False) if not moved]
    assert kept == [word for word, lost in zip(trace.own, trace.lost, strict=True) if not lost]


def test_a_held_step_has_one_weight_and_letting_go_is_the_same_click():
    held = editing.with_held(experiment(step=2), 7)
    trace = compute(held)
    assert trace["weights"][1].tolist() == np.eye(10)[6].tolist()
    assert np.array_equal(trace["context"][1], trace["annotations"][6])
    assert editing.with_held(held, 7).held == ()
    assert editing.with_held(held, 3).held == ((2, 3),)
    own = float(trace["own_energies"][1, 0])
    assert editing.with_energy(held, 1, own, own + 1).held == (), "energies count again"


def test_the_last_state_is_every_context():
    trace = compute(experiment(last_state=True, held=((2, 3),)))
    last = trace["annotations"][-1]
    assert all(np.array_equal(context, last) for context in trace["context"])
    assert (trace["weights"][:, -1] == 1).all()
    assert editing.untouched(experiment(last_state=True, held=((2, 3),))) == experiment()


def test_energies_given_back_leave_no_trace():
    own = float(compute(experiment(step=2))["energies"][1, 1])
    moved = editing.with_energy(experiment(step=2), 2, own, 3.0)
    assert moved.offsets == ((2, 2, 3.0 - own),)
    assert editing.with_energy(moved, 2, own, own) == experiment(step=2)


def test_extreme_offsets_stay_finite():
    trace = compute(experiment(offsets=((1, 1, 1e6), (2, 1, -1e6))))
    assert trace["weights"][0, 0] == 1.0 and trace["weights"][1, 0] == 0.0
    assert np.isfinite(trace["context"]).all()


def test_both_examples_are_written_by_the_languages_own_rules():
    assert " ".join(CROSSING.french) == "la zone économique européenne"
    assert [min(places) for places in CROSSING.alignment] == [0, 3, 2, 1]
    assert " ".join(GARDEN.french) == "le chat noir trouve une fleur blanche dans ce jardin"
    assert editing.with_crossing(experiment(step=5)) == experiment(CROSSING.english)
    assert compute(experiment(CROSSING.english)).reference == CROSSING.french


def test_gold_counts_the_rows_shown_where_the_words_are_right():
    model = shelf.pair().attention
    told = model.forced(GARDEN.english, GARDEN.french)
    own = model.translate(GARDEN.english)
    found = agreement(model, own, GARDEN)
    if own.french == GARDEN.french:
        assert not found.forced
        assert found.cells[:-1] == GARDEN.alignment and found.cells[-1] == frozenset()
    assert found.right == aligned(told.weights, GARDEN.alignment)[0]
    assert found.share == found.right / 10


def test_gold_feeds_the_right_words_where_others_were_written():
    trace = compute(experiment(last_state=True))
    assert trace.tokens[:-1] != GARDEN.french
    assert trace.agreement is not None and trace.agreement.forced
    model = shelf.pair().attention
    weights = model.forced(GARDEN.english, GARDEN.french).weights
    assert trace.agreement.right == aligned(weights, GARDEN.alignment)[0]
    assert len(trace.agreement.cells) == len(trace.tokens)
    for word, cells in zip(trace.tokens, trace.agreement.cells, strict=True):
        assert not cells or word in GARDEN.french


def test_a_sentence_of_ones_own_has_no_gold_and_its_unknown_words_are_named():
    trace = compute(experiment(OWN))
    assert (trace.agreement, trace.reference, trace.missed) == (None, (), ())
    assert trace.unknown == ("xylophone",)
    assert trace.key_tokens == OWN
    with pytest.raises(ValueError, match="take a generated one"):
        measured(trace, "gold agreement", Where())


def test_places_in_common_by_hand():
    assert places_in_common(["a", "x", "b", "c"], ["a", "b", "d", "c"]) == (0, None, 1, 3)
    assert places_in_common([], ["a"]) == ()


words = st.lists(st.sampled_from("abcd"), max_size=8)


@given(words, words)
def test_places_in_common_rise_and_name_equal_words(one, other):
    places = [place for place in places_in_common(one, other) if place is not None]
    assert places == sorted(set(places))
    for word, place in zip(one, places_in_common(one, other), strict=True):
        assert place is None or other[place] == word


@given(st.integers(2, 60), st.integers(0, 3), st.data())
@settings(max_examples=25, deadline=None)
def test_any_length_and_intervention_gives_a_whole_trace(length, seed, data):
    places = st.tuples(st.integers(1, 2 * length + 9), st.integers(1, length))
    held = data.draw(st.lists(places, max_size=3, unique_by=lambda cell: cell[0]))
    made = experiment((), length=length, seed=seed, held=tuple(held), step=2 * length + 9)
    trace = compute(made)
    rows = len(trace.tokens)
    assert trace.step == rows - 1
    assert trace["weights"].shape == (rows, length)
    assert len(trace.changed) == len(trace.agreement.cells) == rows
    assert len(trace.lost) == len(trace.own) and len(trace.wrong) == len(trace.fixed)
    for name in ("energies", "weights", "context", "next_word", "flips"):
        assert np.isfinite(trace[name]).all()


def test_wrong_marks_count_against_right_ones():
    top = compute(experiment())["weights"].argmax(axis=1)
    right = [step + 1 for step in range(1, 10) if top[step] < top[step - 1]]
    wrong = [step for step in range(1, 11) if step not in right]
    for marked, found in (
        ((), 0),
        (right[:1], 1),
        (right, len(right)),
        ([*right, wrong[0]], len(right) - 1),
        ([*wrong[:2], 29], 0),
        ([11], 0),
    ):
        trace = compute(experiment(marked=tuple(marked)))
        assert np.flatnonzero(trace["flips"]).tolist() == [step - 1 for step in right]
        assert measured(trace, "flips marked", Where()) == found


def test_one_energy_alone_may_rewrite_the_second_word():
    own = compute(experiment(step=2))
    energy = float(own["energies"][1].max()) + 6
    moved = editing.with_energy(experiment(step=2), 7, float(own["energies"][1, 6]), energy)
    rewritten = Where(query=2)
    assert measured(own, "rewritten by one energy", rewritten) == 0
    assert measured(compute(moved), "rewritten by one energy", rewritten) == 1
    both = msgspec.structs.replace(moved, held=((4, 1),))
    assert measured(compute(both), "rewritten by one energy", rewritten) == 0
    with pytest.raises(ValueError, match="the place of a French word"):
        measured(own, "rewritten by one energy", Where(query="chat"))


def test_measures_by_word():
    trace = compute(experiment())
    heaviest = trace.key_tokens[trace["weights"][2].argmax()]
    assert measured(trace, "argmax key", Where(query=trace.tokens[2])) == heaviest
    energy = measured(trace, "energy", Where(query=trace.tokens[1], key="cat"))
    assert energy == trace["energies"][1, 2]
    assert measured(trace, "row sum", Where(query="end")) == pytest.approx(1)
    assert measured(trace, "own words kept", Where()) == 1
    assert measured(trace, "gold agreement", Where()) == trace.agreement.share


def test_the_sum_behind_a_weight():
    trace = compute(experiment())
    sums = weight_sum(trace, 1, 2)
    assert sums.parts[2] / sums.total == pytest.approx(sums.weight)
    assert max(sums.parts) == 1.0
    assert (sums.own, sums.energy) == (trace["own_energies"][1, 2], trace["energies"][1, 2])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 10])
def test_the_context_adds_up_from_its_parts(count):
    made = assembly(compute(experiment(GARDEN.english[:count])), 0)
    assert made.rows.sum(axis=0) + made.others == pytest.approx(made.context)
    assert sum(made.weights) + made.others_weight == pytest.approx(1)
    assert made.others_count == max(count - 3, 0)
    assert list(made.weights) == sorted(made.weights, reverse=True)


def test_another_sentence_forgets_what_was_done_to_the_old_one():
    done = experiment(step=3, held=((2, 2),), offsets=((1, 1, 1.0),), marked=(3,), pinned=4,
                      gold=True)  # fmt: skip
    made = editing.with_words(done, OWN)
    assert made == experiment(OWN, gold=True)
    new = editing.with_generated(done)
    assert (new.words, new.length, new.seed) == ((), 10, 1)
    assert len(new.english) == 10
    far = experiment(held=((12, 10),), offsets=((9, 10, 1.0),), pinned=10, step=20)
    assert editing.with_generated(far, 2) == experiment((), length=2)
    assert editing.with_words(far, ("yes",)) == experiment(("yes",))
    assert editing.with_generated(new, 33).english == experiment((), length=33, seed=1).english
    assert editing.with_mark(editing.with_mark(done)) == done


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"step": 30}, "step is 30; there are at most 29 steps"),
        ({"offsets": ((1, 11, 0.0),)}, "offsets names step 1, word 11"),
        ({"offsets": ((1, 1, float("nan")),)}, "must be a number"),
        ({"held": ((1, 0),)}, "held names step 1, word 0"),
        ({"held": ((1, 1), (1, 2))}, "one step to two words"),
        ({"marked": (0,)}, "marked names step 0"),
        ({"pinned": 11}, "pinned is 11"),
        ({"words": ("a",) * 61}, "61 words; this lab takes 1 to 60"),
        ({"words": ("a", "")}, "empty word"),
        ({"words": (), "length": 1}, "1 words; this lab takes 2 to 60"),
    ],
)
def test_a_record_that_cannot_be_is_refused(fields, reason):
    with pytest.raises(ValueError, match=reason):
        experiment(**fields)


def test_without_weights_states_set_by_hand_stand_in(tmp_path):
    with shelf.shipped_from(tmp_path):
        trace = compute(experiment((), length=40, offsets=((2, 2, 1.5), (50, 39, 1.0)), pinned=40))
    assert "manifest.json is missing" in trace.problem
    assert (trace.tokens, trace.key_tokens) == (GARDEN.french, GARDEN.english)
    assert trace.source == "hand-set"
    assert trace["energies"][1, 1] - trace["own_energies"][1, 1] == pytest.approx(1.5)
    assert measured(trace, "row sum", Where(query=1)) == pytest.approx(1)
    for measure in ("gold agreement", "own words kept"):
        with pytest.raises(ValueError, match="is missing"):
            measured(trace, measure, Where())


def test_a_damaged_file_and_an_unknown_pair_say_so(tmp_path):
    for name in ("manifest.json", "attention.safetensors", "fixed.safetensors"):
        (tmp_path / name).write_bytes((shelf.FOLDER / name).read_bytes())
    (tmp_path / "fixed.safetensors").write_bytes(b"not weights")
    with shelf.shipped_from(tmp_path):
        assert "fixed.safetensors is damaged" in compute(experiment()).problem
    assert '"mine" are not on this machine' in compute(experiment(pair="mine")).problem


@given(st.permutations(range(16)), st.integers(0, 300))
def test_the_construction_by_hand_aligns_any_order_of_sixteen_words(order, seed):
    parts = hand_set_parts(order, 16, seed)
    sums = parts.states[:, None] @ parts.w_a.T + parts.annotations[None] @ parts.u_a.T
    assert (np.tanh(sums) @ parts.v_a).argmax(axis=1).tolist() == list(order)
