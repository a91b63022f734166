"""Measures and predicates on examples that can be checked by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.catalogue import MEASURES
from core.experiment import AttentionExperiment, HeadsExperiment, VarianceExperiment
from core.lesson import Predicate, Where
from core.places import token_index
from core.predicates import holds, measured, progress
from core.sample import DotProductSample
from core.trace import compute

# The first query scores ln 3 * 2 with "b" and 0 with "a": after / sqrt(4) the weights are 1/4, 3/4.
PAIR = AttentionExperiment(
    tokens=("a", "b"),
    query=((2 * math.log(3), 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)),
    key=((0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
    value=((8.0, 0.0), (0.0, 4.0)),
)
BY_HAND = [
    ("weight", Where(query="a", key="b"), 0.75),
    ("weight", Where(query=1, key=1), 0.25),
    ("top weight", Where(query="a"), 0.75),
    ("argmax key", Where(query="a"), "b"),
    ("argmax key", Where(query="b"), "a"),
    ("entropy", Where(query="b"), 1.0),
    ("entropy", Where(query="a"), 2 - 0.75 * math.log2(3)),
    ("gradient left", Where(query="a"), 1 - 1 / 16 - 9 / 16),
    ("row sum", Where(query="a"), 1.0),
    ("row difference", Where(query="a", other="b"), 0.25),
    ("score", Where(query="a", key="b"), 2 * math.log(3)),
    ("scaled score", Where(query="a", key="b"), math.log(3)),
    ("masked score", Where(query="a", key="b"), math.log(3)),
    ("output component", Where(query="a", component=1), 2.0),
    ("output component", Where(query="a", component=2), 3.0),
    ("hidden pairs", Where(), 0),
    ("d_k", Where(), 4),
    ("tokens", Where(), 2),
    ("rows", Where(array="value"), 2),
    ("columns", Where(array="query"), 4),
]


@pytest.mark.parametrize(("measure", "where", "value"), BY_HAND)
def test_measures_by_hand(measure, where, value):
    found = measured(compute(PAIR), measure, where)
    assert found == value if isinstance(value, str) else found == pytest.approx(value, abs=1e-12)


def test_a_causal_mask_hides_the_future():
    experiment = AttentionExperiment(
        tokens=PAIR.tokens, query=PAIR.query, key=PAIR.key, value=PAIR.value, mask="causal"
    )
    trace = compute(experiment)
    assert measured(trace, "hidden pairs", Where()) == 1
    assert measured(trace, "masked score", Where(query=1, key=2)) == -math.inf
    hidden = Predicate("masked score", "=", -math.inf, Where(query=1, key=2))
    assert holds(hidden, trace) and progress(hidden, trace).done
    assert not holds(hidden, compute(PAIR))


def test_heads():
    trace = compute(HeadsExperiment(tokens=("x", "y", "z"), d_model=8, heads=2))
    assert measured(trace, "parameter count", Where()) == 4 * 8 * 8
    assert measured(trace, "d_k", Where()) == 4
    assert measured(trace, "row sum", Where(query="z", head=2)) == pytest.approx(1)
    assert measured(trace, "rows", Where(array="weights")) == 3
    with pytest.raises(ValueError, match="the heads are 1 to 2"):
        measured(trace, "weight", Where(query="z", key="x"))
    with pytest.raises(ValueError, match="there is no head 3; the heads are 1 to 2"):
        measured(trace, "weight", Where(query="z", key="x", head=3))


def test_variance():
    sample = DotProductSample.draw(3, d_max=16)
    trace = compute(VarianceExperiment(key_size=16, seed=3), sample)
    figures = sample.at(16)
    for name, spread in (("unscaled", figures.unscaled), ("scaled", figures.scaled)):
        assert measured(trace, f"variance {name}", Where()) == spread.variance
        assert measured(trace, f"mean top weight {name}", Where()) == spread.mean_top_weight
        assert measured(trace, f"gradient left {name}", Where()) == spread.mean_gradient_left
    assert measured(trace, "d_k", Where()) == 16


WRONG = [
    ("wieght", Where(), "there is no measure wieght; did you mean weight?"),
    ("weight", Where(query="a"), "where needs key: one of a or b, or its place"),
    ("weight", Where(query="c", key=1), "there is no query c; possible: a and b"),
    ("weight", Where(query=3, key=1), "there is no query 3; the places are 1 to 2"),
    ("weight", Where(query=0, key=1), "there is no query 0; the places are 1 to 2"),
    ("weight", Where(query=1, key=1, head=1), "this experiment has no heads; leave head out"),
    ("weight", Where(query=1, key=1, step=1), "weight looks at query, key and head only"),
    ("row sum", Where(query=1, key=1), "row sum looks at query and head only, so leave key out"),
    ("tokens", Where(query=1), "tokens looks at no place, so leave query out"),
    ("row difference", Where(query=1), "where needs other: a second query"),
    ("rows", Where(), "where needs array: one of query, key, value"),
    ("rows", Where(array="wieghts"), "this experiment has no step wieghts; did you mean weights?"),
    ("output component", Where(query=1), "where needs component; the components are 1 to 2"),
    ("output component", Where(query=1, component=3), "there is no component 3"),
    ("variance scaled", Where(), "needs an experiment of kind variance, not attention"),
]


@pytest.mark.parametrize(("measure", "where", "sentence"), WRONG)
def test_places_that_are_not_there(measure, where, sentence):
    with pytest.raises(ValueError) as error:
        measured(compute(PAIR), measure, where)
    assert sentence in str(error.value)


def test_a_token_that_stands_there_twice():
    with pytest.raises(ValueError, match='"the" stands at the places 1 and 3; name the key by'):
        token_index("the", ("the", "cat", "the"), "key")
    assert token_index(3, ("the", "cat", "the"), "key") == 2


def test_a_row_without_visible_keys_has_no_argmax():
    experiment = AttentionExperiment(
        tokens=PAIR.tokens,
        query=PAIR.query,
        key=PAIR.key,
        value=PAIR.value,
        mask="padding",
        visible_keys=0,
    )
    with pytest.raises(ValueError, match="no visible key"):
        measured(compute(experiment), "argmax key", Where(query="a"))
    assert measured(compute(experiment), "row sum", Where(query="a")) == 0


COMPARISONS = [
    (">", 1.9, True),
    (">", 2, False),
    (">=", 2, True),
    ("<", 2, False),
    ("<", 2.1, True),
    ("<=", 2, True),
    ("=", 2, True),
    ("=", 2.0000001, False),
]


@pytest.mark.parametrize(("comparison", "value", "true"), COMPARISONS)
def test_comparisons(comparison, value, true):
    assert holds(Predicate("tokens", comparison, value), compute(PAIR)) is true


def test_tolerance():
    where = Where(query="a", key="b")
    assert holds(Predicate("weight", "=", 0.7, where, tolerance=0.06), compute(PAIR))
    assert not holds(Predicate("weight", "=", 0.7, where, tolerance=0.04), compute(PAIR))


def test_tokens_are_compared_with_tokens_only():
    trace = compute(PAIR)
    assert holds(Predicate("argmax key", "=", "b", Where(query="a")), trace)
    with pytest.raises(ValueError, match="argmax key is a token; compare it with one"):
        holds(Predicate("argmax key", "=", 1, Where(query="a")), trace)
    with pytest.raises(ValueError, match="weight is a number; compare it with one"):
        holds(Predicate("weight", "=", "b", Where(query="a", key="b")), trace)
    with pytest.raises(ValueError, match='compare it with "="'):
        holds(Predicate("argmax key", ">", "b", Where(query="a")), trace)


def test_progress_of_a_share_is_the_share_itself():
    made = progress(Predicate("weight", ">", 0.6, Where(query="a", key="a")), compute(PAIR))
    assert (made.value, made.goal, made.done) == (pytest.approx(0.25), 0.6, False)
    assert (made.fraction, made.tick) == (pytest.approx(0.25), 0.6)
    falling = progress(Predicate("weight", "<", 0.1, Where(query="a", key="a")), compute(PAIR))
    assert (falling.fraction, falling.tick) == (pytest.approx(0.75), pytest.approx(0.9))


@given(
    goal=st.floats(-50, 50),
    comparison=st.sampled_from([">", ">=", "<", "<=", "="]),
    measure=st.sampled_from(["score", "scaled score", "weight", "masked score"]),
)
def test_the_bar_reaches_its_tick_when_done_and_not_before(goal, comparison, measure):
    made = progress(Predicate(measure, comparison, goal, Where(query="a", key="b")), compute(PAIR))
    assert 0 <= made.fraction <= 1 and 0 <= made.tick <= 1
    assert made.fraction >= made.tick if made.done else made.fraction <= made.tick


def test_every_measure_can_be_taken_of_every_kind_it_names():
    traces = {
        "attention": compute(PAIR),
        "heads": compute(HeadsExperiment(("a", "b"), d_model=4, heads=2, pinned=(1, 2, 1))),
        "variance": compute(VarianceExperiment(4, 1), DotProductSample.draw(1, d_max=4)),
    }
    for name, measure in MEASURES.items():
        for kind in set(measure.kinds) & traces.keys():
            places = dict.fromkeys(measure.needs, 1)
            if "array" in places:
                places["array"] = "dot_products" if kind == "variance" else "weights"
            if kind == "heads" and "head" in measure.may:
                places["head"] = 1
            if (name, kind) == ("rows", "variance"):
                continue  # a variance experiment has rows of numbers only, no matrix
            assert measured(traces[kind], name, Where(**places)) is not None, (name, kind)
