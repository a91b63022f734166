"""Every computed number of every lab says where it comes from, and its sum is the number."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.experiment import AttentionExperiment, Experiment, HeadsExperiment
from core.experiments.base import Matrix
from core.experiments.heads import HeadPattern
from core.explaining.explain import explain, measured_before, one_of, same
from core.explaining.explanation import FUNCTIONS, Explanation, Factor, Term
from core.fault_names import faults_of
from core.reading import read_lesson
from core.trace import Trace, compute

LESSON = read_lesson(Path(__file__).parents[2] / "resources" / "lessons" / "attention")
EXPERIMENTS = {
    f"{slide.number:02d} {slide.pane}": slide.experiment
    for slide in LESSON.slides
    if slide.experiment is not None
}
# Numbers that nobody computes: they are given, drawn, trained or quoted, or tell where others are.
GIVEN = {
    "02": {"curve"},
    "03": {"states", "annotations", "w_a", "u_a", "v_a", "projected", "activated", "flips"},
    "04": {"row_", "exp", "plane", "off", "hard_w", "best", "ties", "_weight"},
    "05": {"row_", "exponentials"},
    "06": {"key_sizes", "dot_products", "example_scores", "_low", "_high", "bin_edges"},
    "07": {"features", "projection", "top_weight", "strongest", "visible", "sharing"},
    "08": {"embedding", "position", "w_", "row_", "exp", "strongest", "twin", "lengths"},
    "09": {"row_", "exponentials"},
}  # fmt: skip
SAYS: dict[str, object] = {"exp": math.exp, "tanh": math.tanh, "sqrt": math.sqrt, "log2": math.log2}
SAYS |= {"inf": math.inf, "nan": math.nan}


@cache
def shipped(name: str) -> Trace:
    """The trace of a slide's own experiment."""
    return compute(EXPERIMENTS[name])


def places(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every place of a small array; the first, the last and some between of a large one."""
    size = math.prod(shape)
    for flat in range(0, size, max(size // 12, 1)):
        yield tuple(int(i) for i in np.unravel_index(flat, shape))
    yield tuple(length - 1 for length in shape)


def found_in(trace: Trace, step: str) -> Iterator[Explanation]:
    shape = trace["weights"].shape[:-1] if step == "weight_total" else trace[step].shape
    for index in places(shape):
        found = explain(trace, step, index)
        if found is not None:
            yield found


def adds_up(found: Explanation) -> bool:
    return same(found.total, found.value, 1e-12)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_number_that_is_computed_says_where_it_comes_from(name: str) -> None:
    trace = shipped(name)
    silent = {step for step in trace.steps if not list(found_in(trace, step))}
    given_here = GIVEN.get(name[:2], {""})
    assert {step for step in silent if not any(part in step for part in given_here)} == set()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_terms_add_up_to_the_number(name: str) -> None:
    trace = shipped(name)
    steps = [*trace.steps, *(["weight_total"] if "weights" in trace else [])]
    for step in steps:
        for found in found_in(trace, step):
            if step != "weight_total":
                assert same(found.value, float(trace[step][found.index]), 0.0), found
            assert adds_up(found) if found.terms else found.note, found.text


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_what_is_copied_can_be_worked_out_by_python(name: str) -> None:
    trace = shipped(name)
    for step in trace.steps:
        for found in list(found_in(trace, step))[:3]:
            if found.terms:
                answer = eval(found.code, {"__builtins__": {}}, SAYS)
                assert same(float(answer), found.value, 1e-12), found.text


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_operands_are_places_of_the_trace(name: str) -> None:
    trace = shipped(name)
    for step in trace.steps:
        for found in list(found_in(trace, step))[:3]:
            for operand in found.operands:
                array = trace[operand.step]
                assert len(operand.index) == array.ndim
                assert all(
                    i is None or 0 <= i < size
                    for i, size in zip(operand.index, array.shape, strict=True)
                )


def with_faults() -> Iterator[tuple[str, str]]:
    for name in EXPERIMENTS:
        for fault in faults_of(name.split(" ", 1)[1]):
            yield name, fault


@pytest.mark.parametrize(("name", "fault"), list(with_faults()))
def test_with_a_fault_on_no_false_sum_is_shown(name: str, fault: str) -> None:
    experiment: Experiment = replace(EXPERIMENTS[name], fault=fault)
    trace = compute(experiment)
    for step in trace.steps:
        for found in found_in(trace, step):
            told = "fault on" in found.mistake or "fault on" in found.note
            assert told is not measured_before(trace, step)
            near = 0.00500001 if "rounded" in found.note else 1e-9
            assert not found.terms or same(found.total, found.value, 1e-9, near)


@pytest.mark.parametrize(
    ("name", "fault", "step"),
    [
        ("05 attention", "scale-d_k", "scaled"),
        ("05 attention", "scale-after", "weights"),
        ("05 attention", "softmax-columns", "weights"),
        ("05 attention", "mask-after", "weights"),
        ("05 attention", "mask-zero", "masked"),
        ("05 attention", "no-row-max", "scores"),
        ("02 bottleneck", "last-row", "context"),
        ("03 alignment", "no-tanh", "own_energies"),
        ("03 alignment", "softmax-steps", "weights"),
        ("03 alignment", "padding", "weights"),
        ("03 alignment", "late-state", "energies"),
        ("06 variance", "one-component", "variance_scaled"),
        ("07 heads", "reshaped-heads", "concat"),
        ("07 heads", "reshaped-heads", "query"),
        ("07 heads", "same-projections", "key"),
        ("04 projection", "same-projections", "key"),
    ],
)
def test_what_the_faulty_code_computes_is_explained_term_by_term(
    name: str, fault: str, step: str
) -> None:
    trace = compute(replace(EXPERIMENTS[name], fault=fault))
    raw = [one_of(trace, step, index) for index in places(trace[step].shape)]
    summed = [found for found in raw if found is not None and found.terms]
    assert summed
    assert all(adds_up(found) for found in summed)


def test_a_score_by_hand() -> None:
    """0.5 times 2 plus (-1) times 3 is -2; divided by the root of 2."""
    trace = compute(attention(((0.5, -1.0),), ((2.0, 3.0),), ((4.0,),)))
    score = explain(trace, "scores", (0, 0))
    scaled = explain(trace, "scaled", (0, 0))
    output = explain(trace, "output", (0, 0))
    assert score is not None and scaled is not None and output is not None
    assert [term.value for term in score.terms] == [1.0, -3.0]
    assert score.text == "score 1,1 (a \N{RIGHTWARDS ARROW} a) = 0.5 * 2.0 + (-1.0) * 3.0 = -2.0"
    assert [factor.role for factor in score.terms[0].factors] == ["query", "key"]
    assert scaled.code == "-2.0 / (sqrt(2.0))" or scaled.code == "(-2.0) / (sqrt(2.0))"
    assert output.code == "1.0 * 4.0"
    told = explain(trace, "query", (0, 1))
    assert told is not None
    assert (told.terms, told.text) == ((), "Q 1,2 (a) = -1.0  # given: hand-set")
    assert explain(trace, "row_max", (0, 0)) is None


def test_a_number_of_w_o_says_that_it_was_drawn_or_is_the_identity() -> None:
    """The lesson's heads have hand-set queries and keys, but a random W_O."""
    told = explain(shipped("07 heads"), "output_projection", (2, 3))
    assert told is not None and told.name == "W_O 3,4" and not told.terms
    assert told.note == "given: random, from the seed"
    plain = ((1.0, 0.0), (0.0, 1.0))
    whole = HeadPattern("same", plain, plain, plain)
    made = HeadsExperiment(("a", "b"), 2, 1, source="hand-set", features=plain, patterns=(whole,))
    told = explain(compute(made), "output_projection", (1, 1))
    assert told is not None and (told.value, told.note) == (1.0, "given: W_O is the identity")


def test_a_place_that_is_not_there_is_refused() -> None:
    trace = compute(attention(((1.0,),), ((1.0,),), ((1.0,),)))
    with pytest.raises(IndexError):
        explain(trace, "scores", (3, 0))
    with pytest.raises(IndexError):
        explain(trace, "scores", (-1, 0))


def test_a_long_sum_shows_its_largest_terms_and_how_many_others() -> None:
    terms = tuple(Term((Factor(float(number)),), str(number)) for number in (1, -9, 2, 8, 3))
    long = Explanation("x", (), "x", 5.0, terms)
    short = long.shortened(2)
    assert [term.label for term in short.terms] == ["-9", "8", "3 others"]
    assert short.total == long.total == 5.0
    assert short.terms[-1].count == 3
    assert long.shortened(4) == long  # one left over is no shorter than itself


def attention(query: Matrix, key: Matrix, value: Matrix) -> AttentionExperiment:
    words = tuple("abcdefgh")
    return AttentionExperiment(
        tokens=words[: len(query)],
        query=query,
        key=key,
        value=value,
        source_tokens=words[: len(key)] if len(key) != len(query) else (),
    )


NUMBER = st.floats(-50, 50, allow_nan=False)


@st.composite
def experiments(draw: st.DrawFn) -> AttentionExperiment:
    n, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(3))

    def matrix(width: int) -> Matrix:
        row = st.tuples(*[NUMBER] * width)
        return draw(st.tuples(*[row] * n))

    made = attention(matrix(d_k), matrix(d_k), matrix(d_v))
    mask = draw(st.sampled_from(("none", "causal", "padding")))
    shown = draw(st.integers(0, n)) if mask == "padding" else None
    return replace(made, mask=mask, scaled=draw(st.booleans()), visible_keys=shown)


@settings(max_examples=40, deadline=None)
@given(experiments())
def test_every_sum_of_any_experiment_adds_up(experiment: AttentionExperiment) -> None:
    trace = compute(experiment)
    for step in ("scores", "scaled", "masked", "weights", "weight_total", "output"):
        for found in found_in(trace, step):
            assert adds_up(found) if found.terms else "weight" in found.note


@given(st.floats(-700, 700), st.floats(-5, 5))
def test_factors_are_what_they_are_made_of(z: float, m: float) -> None:
    assert FUNCTIONS["exp"](z, m) == pytest.approx(math.exp(z - m), rel=1e-12)
