"""Projections, shadows and the two lookups, on numbers that can be checked by hand."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.editing_projection import (
    can_move,
    projected,
    shuffled,
    with_key_size,
    with_number,
    with_projected_number,
    with_tip,
    with_vector,
)
from core.experiment import Experiment, ProjectionExperiment
from core.lesson import Where
from core.plane import plane_axes, shadows
from core.predicates import measured
from core.trace import compute

SENTENCE = ProjectionExperiment(
    tokens=("the", "cat", "ate", "fresh", "fish"),
    features=(
        (1, 1, 0, -1),
        (0, -1, -1, 1),
        (2, 1, 1, 1),
        (-1, 0, 0, -1),
        (0, -1, 1, 2),
    ),
    w_q=((0.4, 0.4), (-0.5, -0.2), (0.7, -0.7), (0.1, 0.4)),
    w_k=((0.4, 0.9), (-0.8, 0.4), (-0.3, -1.2), (0.6, 0.4)),
    w_v=((0.2, 0.4), (-0.1, 0.2), (-0.7, -1.0), (-0.7, 1.0)),
    pointed=3,
    pinned=2,
)
# One feature that is 1, so that each W is the vector itself.
NO = (0.0, 0.0)


def plain(query, *keys):
    """A query and keys as they are: one token a key, each with a feature of its own."""
    n = len(keys)
    return ProjectionExperiment(
        tokens=tuple("abcd"[:n]),
        features=tuple(tuple(float(i == j) for j in range(n)) for i in range(n)),
        w_q=(query, *(NO for _ in range(n - 1))),
        w_k=keys,
        w_v=tuple((float(place), 1.0) for place in range(n)),
    )


def test_each_matrix_is_x_times_its_w():
    trace = compute(SENTENCE)
    # ate: 2.0 * 0.4 + 1.0 * (-0.5) + 1.0 * 0.7 + 1.0 * 0.1 = 1.1
    assert trace["query"][2] == pytest.approx([1.1, 0.3])
    assert trace["key"][1] == pytest.approx([1.7, 1.2])
    assert trace["value"][4] == pytest.approx([-2.0, 0.8])


def test_dot_products_weights_and_result_of_ate():
    trace = compute(SENTENCE)
    # cat: 1.1 * 1.7 + 0.3 * 1.2 = 2.23
    assert trace["dot_products"] == pytest.approx([-0.83, 2.23, 0.75, -1.49, 1.63])
    # e to them: 0.436, 9.300, 2.117, 0.225, 5.104; together 17.182
    assert trace["weights"][2] == pytest.approx([0.0254, 0.5413, 0.1232, 0.0131, 0.2970], abs=5e-5)
    assert trace["soft"] == pytest.approx([-0.6486, 1.3066], abs=5e-5)
    assert trace["hard"] == pytest.approx([0.1, 1.8])
    assert int(trace["best_key"]) == 1 and int(trace["ties"]) == 1


def test_query_length_times_shadow_is_the_dot_product():
    # The query (3, 4) has length 5; the key (2, 0) falls on its line at 6/5.
    trace = compute(plain((3.0, 4.0), (2.0, 0.0), (0.0, -5.0)))
    assert float(trace["query_length"]) == 5
    assert trace["shadows"] == pytest.approx([1.2, -4.0])
    assert trace["plane_feet"] == pytest.approx(np.array([[0.72, 0.96], [-2.4, -3.2]]))
    assert 5 * trace["shadows"] == pytest.approx(trace["dot_products"])


def test_a_query_of_length_0_scores_nothing_and_looks_evenly():
    trace = compute(plain(NO, (1.0, 2.0), (3.0, 4.0), (5.0, 6.0)))
    assert float(trace["query_length"]) == 0
    assert not trace["shadows"].any() and not trace["plane_feet"].any()
    assert trace["weights"][0] == pytest.approx([1 / 3] * 3)
    assert int(trace["ties"]) == 3 and int(trace["best_key"]) == 0


def test_of_tied_keys_the_first_is_taken():
    trace = compute(plain((1.0, 0.0), (0.5, 9.0), (2.0, 1.0), (2.0, -7.0)))
    assert trace["hard_weights"].tolist() == [0, 1, 0]
    assert trace["hard"].tolist() == [1, 1]
    assert int(trace["ties"]) == 2


@pytest.mark.parametrize(("sharpness", "top"), [(0.0, 0.2), (1.0, 0.5413), (8.0, 0.9918)])
def test_sharpness_leads_from_even_weights_to_the_best_key(sharpness, top):
    trace = compute(replace(SENTENCE, sharpness=sharpness))
    assert trace["weights"][2, 1] == pytest.approx(top, abs=5e-5)
    # What the note quotes does not depend on where the slider stands.
    assert float(trace["sharpest_weight"]) == pytest.approx(0.9918, abs=5e-5)
    assert float(trace["even_weight"]) == pytest.approx(0.2)


def test_the_measures_of_a_projection():
    trace = compute(SENTENCE)
    assert measured(trace, "score", Where(query="ate", key="cat")) == pytest.approx(2.23)
    assert measured(trace, "argmax key", Where(query="ate")) == "cat"
    # soft (-0.649, 1.307) against hard (0.1, 1.8)
    assert measured(trace, "lookup difference", Where(query="ate")) == pytest.approx(
        0.7486, abs=5e-5
    )
    assert measured(trace, "d_k", Where()) == 2
    with pytest.raises(ValueError, match="scaled score needs"):
        measured(trace, "scaled score", Where(query="ate", key="cat"))


# what the learner's hand does


def test_moving_a_query_changes_w_q_and_nothing_else():
    moved = with_vector(SENTENCE, "query", 2, np.array([0.0, 2.0]))
    assert projected(moved, "query", 2) == pytest.approx([0, 2])
    assert (moved.features, moved.w_k, moved.w_v) == (
        SENTENCE.features,
        SENTENCE.w_k,
        SENTENCE.w_v,
    )


def test_the_change_of_w_is_the_smallest_one():
    # x = (2, 1, 1, 1), x x = 7: moving column 1 from 1.1 to 8.1 adds 7 x / 7 = x to it.
    moved = with_projected_number(SENTENCE, "query", 2, 0, 8.1)
    change = np.array(moved.w_q) - np.array(SENTENCE.w_q)
    assert change == pytest.approx(np.array([[2, 0], [1, 0], [1, 0], [1, 0]]))


@given(
    st.lists(st.floats(-3, 3), min_size=4, max_size=4).filter(lambda x: max(map(abs, x)) > 1e-3),
    st.lists(st.floats(-5, 5), min_size=2, max_size=2),
    st.sampled_from(["query", "key", "value"]),
)
def test_every_tip_can_be_reached_and_no_smaller_change_does(features, aim, role):
    start = replace(SENTENCE, features=(tuple(features), *SENTENCE.features[1:]))
    moved = with_vector(start, role, 0, np.array(aim))
    assert projected(moved, role, 0) == pytest.approx(aim, abs=1e-9)
    change = np.array(moved.projection(role)) - np.array(start.projection(role))
    # Of least norm: every column of the change lies along the word's own features.
    x = np.array(features)
    along = np.outer(x, x @ change) / (x @ x)
    assert change == pytest.approx(along, abs=1e-6)


def test_a_row_of_zeros_cannot_be_moved():
    start = with_number(SENTENCE, "features", 1, 1, 0.0)
    start = with_number(with_number(start, "features", 1, 2, 0.0), "features", 1, 3, 0.0)
    assert not can_move(start, 1) and can_move(start, 0)
    with pytest.raises(
        ValueError, match="the row of cat in X is all zero, so no W_K moves its key"
    ):
        with_vector(start, "key", 1, np.array([1.0, 1.0]))


def test_features_too_small_for_the_move_are_named():
    start = replace(SENTENCE, features=((1e-9, 0, 0, 0), *SENTENCE.features[1:]))
    with pytest.raises(ValueError, match="the features of the are too small for that"):
        with_vector(start, "query", 0, np.array([1.0, 1.0]))


def test_d_k_goes_to_4_and_back_without_a_loss():
    wide = with_key_size(SENTENCE, 4)
    assert compute(wide)["query"].shape == (5, 4)
    assert wide.projection("key")[0][:2] == SENTENCE.w_k[0]
    assert wide.source == "random, then edited"
    back = with_key_size(replace(wide, product=("value", 1, 4)), 2)
    assert back.product == ("value", 1, 2)
    assert with_key_size(back, 4).w_v == wide.w_v
    assert compute(back)["scores"] == pytest.approx(compute(SENTENCE)["scores"])


def test_shuffling_is_seeded_and_leaves_no_row_of_zeros():
    first = shuffled(SENTENCE)
    assert first == shuffled(SENTENCE) and first != shuffled(first)
    assert first.source == "random, untrained"
    experiment = first
    for _ in range(200):
        experiment = shuffled(experiment)
        assert all(can_move(experiment, row) for row in range(5))
    assert with_number(first, "w_q", 0, 0, 1.0).source == "random, then edited"


# the plane

VECTORS = st.lists(st.floats(-5, 5), min_size=4, max_size=4).map(np.array)


@given(VECTORS, VECTORS, st.lists(st.floats(-2, 2), min_size=4, max_size=4))
def test_the_plane_holds_both_vectors_and_stays_when_they_turn_in_it(first, second, mix):
    axes = plane_axes(first, second)
    assert axes @ axes.T == pytest.approx(np.eye(2), abs=1e-9)
    for vector in (first, second):
        assert (axes @ vector) @ axes == pytest.approx(vector, abs=1e-6)
    a, b, c, d = mix
    one, two = a * first + b * second, c * first + d * second
    sine = np.linalg.norm(np.outer(one, two) - np.outer(two, one))
    if sine > 1e-2 and np.linalg.norm(np.outer(first, second) - np.outer(second, first)) > 1e-2:
        turned = plane_axes(one, two)
        # The same plane: the same projection onto it, and (ties aside) the same axes.
        assert turned.T @ turned == pytest.approx(axes.T @ axes, abs=1e-6)


@given(VECTORS, st.lists(VECTORS, min_size=1, max_size=4))
def test_shadows_in_four_dimensions(query, keys):
    caught = shadows(query, np.array(keys))
    assert caught.length * caught.shadows == pytest.approx(np.array(keys) @ query, abs=1e-9)
    if caught.length > 1e-3:
        # What is left of a key stands at a right angle to the query.
        assert (np.array(keys) - caught.feet) @ query == pytest.approx(0, abs=1e-7)


def test_in_four_dimensions_query_and_pinned_key_are_exact_in_the_plane():
    trace = compute(with_key_size(SENTENCE, 4))
    assert np.linalg.norm(trace["plane_query"]) == pytest.approx(float(trace["query_length"]))
    pinned = trace["key"][1]
    assert np.linalg.norm(trace["plane_keys"][1]) == pytest.approx(np.linalg.norm(pinned))
    assert trace["off_plane"][1] == 0 and trace["off_plane"][0] > 0.1
    # Every dot product can be read in the plane, for the query lies in it.
    assert trace["plane_keys"] @ trace["plane_query"] == pytest.approx(trace["dot_products"])


def test_a_tip_dragged_in_the_plane_keeps_what_lies_outside():
    start = with_key_size(SENTENCE, 4)
    trace = compute(start)
    moved = compute(with_tip(start, "key", 4, trace["plane_axes"], np.array([0.3, -0.4])))
    assert moved["plane_keys"][4] == pytest.approx([0.3, -0.4])
    assert moved["off_plane"][4] == pytest.approx(trace["off_plane"][4])
    assert moved["query"] == pytest.approx(trace["query"])


# what the record refuses

MISTAKES = {
    "no token": ({"tokens": ()}, "there are 0 tokens; this lab takes 1 to 8"),
    "a row too few": ({"features": ((1.0,),)}, "features has 1 rows; it needs 5"),
    "too many features": ({"features": ((1.0,) * 5,) * 5}, "features has 5 columns"),
    "three columns": ({"w_k": ((1.0, 2.0, 3.0),) * 4}, "w_k has 3 columns; it needs 2 or 4"),
    "too few columns": ({"key_size": 4}, "w_q has 2 columns; key_size 4 needs as many"),
    "a key size of 3": ({"key_size": 3}, "key_size is 3; it must be 2 or 4"),
    "negative sharpness": ({"sharpness": -1.0}, "sharpness is -1.0; it must be"),
    "no sharpness": ({"sharpness": math.nan}, "sharpness is nan; it must be"),
    "too sharp": ({"sharpness": 20.5}, "sharpness is 20.5; it must be a number from 0 to 20"),
    "a word that is not there": ({"pointed": 6}, "pointed is 6; there are 5 tokens"),
    "a key that is not there": ({"pinned": 0}, "pinned is 0; there are 5 tokens"),
    "a column that is not there": ({"product": ("key", 1, 3)}, "product names row 1, column 3"),
    "infinity": ({"w_v": ((math.inf, 0.0),) * 4}, "w_v row 1, column 1 is inf"),
}


@pytest.mark.parametrize(("changes", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_what_is_refused_and_why(changes, sentence):
    with pytest.raises(ValueError) as refused:
        replace(SENTENCE, **changes)
    assert sentence in str(refused.value)


def test_a_projection_survives_its_json():
    start = shuffled(SENTENCE)
    assert msgspec.json.decode(msgspec.json.encode(start), type=Experiment) == start
