"""The lesson that is shipped: its words are those agreed, and what it says is true."""

import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import prose
from core.audit import trace_of
from core.checking import check
from core.cross_editing import with_tokens
from core.editing_projection import with_vector
from core.lesson import Where
from core.predicates import holds, measured, progress
from core.reading import open_lesson, read_course, read_lesson

SLIDES = [
    ("Module 9", "The Attention Mechanism", "sentence"),
    ("The Problem", "The Bottleneck", "bottleneck"),
    ("Bahdanau Attention (2015)", "Weighted Retrieval", "alignment"),
    ("The Abstraction", "Query · Key · Value", "projection"),
    ("Scaled Dot-Product Attention", "One Matrix Multiply", "attention"),
    ("Why Scale?", "Variance Control", "variance"),
    ("Multi-Head Attention", "h Heads in Parallel", "heads"),
    ("Self-Attention", "Every Position Attends to Every Other", "self-attention"),
    ("Cross-Attention", "Two Sequences Interact", "cross"),
    ("Knowledge Check", "Check what stuck", "quiz"),
    ("Summary · Recap", "What You Learned", "recap"),
]
# What each slide must say, in its text, formulas or figures; maths is left out.
SAID = {
    1: ["fixed-vector bottleneck", "dynamic lookup", "every decoder step", "reshaped"],
    2: ["one fixed-size vector", "Long inputs lose", "falls with length", "removes", "1 vector"],
    3: ["relevance", "sum to 1", "fully differentiable", "no alignment labels"],
    4: ["what am I looking for?", "what does each position hold?", "what does it return?"],
    5: [r"\sqrt{d_k}", "saturation", "optional mask", "future positions", r"-\infty", "(causal)"],
    6: ["unit-normal", "have variance d_k", "nearly one-hot", "gradients vanish"],
    7: ["independent heads", "syntactic, semantic, positional", "nothing forces it to"],
    8: ["from the same X", "at once", "no sequential dependency", "O(n^2 d)"],
    9: ["one sequence", "from another", "same", "translation", "captioning", "speech"],
    10: ["Four questions", "whether the answer was right or wrong", "Nothing is scored for keeps"],
    11: ["Five forms, one primitive", "Lesson 2, The Transformer Architecture"],
}


@pytest.fixture(scope="module")
def lesson():
    return read_lesson(Path(__file__).parents[2] / "resources" / "lessons" / "attention")


def test_the_shipped_files_have_no_problem(lessons):
    assert check(lessons.parent) == []
    assert check(lessons / "attention") == []


def test_the_course(lessons):
    course = read_course(lessons)
    assert (course.title, course.module) == ("ML 101", 9)
    assert [(entry.number, entry.title, entry.folder) for entry in course.lessons] == [
        (1, "The Attention Mechanism", "attention"),
        (2, "The Transformer Architecture", None),
    ]


def test_eyebrows_titles_and_panes(lesson):
    assert lesson.code == "ML 101 · M09 · L01"
    found = [(slide.eyebrow, prose.plain(slide.title), slide.pane) for slide in lesson.slides]
    assert found == SLIDES
    assert [slide.number for slide in lesson.slides] == list(range(1, 12))


@pytest.mark.parametrize("number", SAID)
def test_what_each_slide_says(lesson, number):
    slide = lesson.slides[number - 1]
    figures = [f"{figure.caption} {prose.plain(figure.value)}" for figure in slide.figures]
    said = " ".join([prose.plain(slide.body), *figures])
    assert [words for words in SAID[number] if words not in said] == []


def test_figures(lesson):
    figures = {
        slide.number: [(figure.caption, prose.plain(figure.value)) for figure in slide.figures]
        for slide in lesson.slides
        if slide.figures
    }
    assert figures == {
        2: [("encoder output", "N states"), ("RNN bottleneck", "1 vector")],
        6: [("unscaled variance", "d_k"), ("scaled variance", "1")],
    }


def test_every_claim_is_computed(lesson):
    claims = [(slide, claim) for slide in lesson.slides for claim in slide.claims]
    assert len(claims) >= 25
    for slide, claim in claims:
        experiment = claim.experiment or slide.experiment
        assert holds(claim.predicate, trace_of(experiment)), claim.text


def test_the_sentence_reads_itself_plausibly(lesson):
    trace = trace_of(lesson.slides[0].experiment)
    tokens = lesson.slides[0].experiment.tokens
    assert tokens[lesson.slides[0].experiment.pointed - 1] == "it"
    row = dict(zip(tokens, trace["weights"][8], strict=True))
    assert row["animal"] == pytest.approx(0.57, abs=0.02)
    assert row["street"] == pytest.approx(0.13, abs=0.02)
    assert row["tired"] == pytest.approx(0.11, abs=0.02)
    strongest = [str(measured(trace, "argmax key", Where(query=place))) for place in range(1, 13)]
    assert strongest == [
        "animal", "cross", "not", "cross", "animal", "street",
        "cross", "tired", "animal", "tired", "tired", "too",
    ]  # fmt: skip


def test_the_facts_count_what_is_there(lesson):
    facts = dict(lesson.facts)
    labs = sum(slide.pane not in {"formula", "quiz", "recap"} for slide in lesson.slides)
    challenges = sum(len(slide.challenges) for slide in lesson.slides)
    questions = len(lesson.questions)
    assert facts["You get"] == f"{labs} live labs, {challenges} challenges, {questions} questions"


def changed_row(experiment, row, numbers):
    rows = list(experiment.query)
    rows[row] = numbers
    return msgspec.structs.replace(experiment, query=tuple(rows))


def moved_query(experiment, tip):
    """The query of the third word at a place of the plane, as dragging its tip leads there."""
    return with_vector(experiment, "query", 2, np.array(tip))


def replaced(lesson, slide, **fields):
    return msgspec.structs.replace(lesson.slides[slide - 1].experiment, **fields)


def evened(lesson):
    """Offsets that give every word of step 1 the same energy."""
    energies = trace_of(lesson.slides[2].experiment)["energies"][0]
    return tuple((1, word, 5.0 - float(energy)) for word, energy in enumerate(energies, 1))


def lucky(lesson):
    """The first sentence of 12 words that the model without attention translates whole."""
    tried = (replaced(lesson, 2, length=12, seed=seed) for seed in range(100))
    for experiment in tried:
        if measured(trace_of(experiment), "whole sentence right", Where(array="fixed")) == 12:
            return experiment
    raise AssertionError("no sentence of 12 words is right")


def test_the_plain_hints_solve_the_challenges(lesson):
    attention, variance = lesson.slides[4], lesson.slides[5]
    heads, cross = lesson.slides[6].experiment, lesson.slides[8].experiment
    solutions = {
        "ate-gives-cat": changed_row(attention.experiment, 2, (0.6, 1.0, 0.4, 0.5)),
        "fish-looks-evenly": changed_row(attention.experiment, 4, (0.0, 0.0, 0.0, 0.0)),
        "top-key-takes-all": msgspec.structs.replace(variance.experiment, key_size=512),
        "ate-turns-to-fish": moved_query(lesson.slides[3].experiment, (1.0, -0.6)),
        "ate-ignores-fish": moved_query(lesson.slides[3].experiment, (0.4, 0.85)),
        "soft-becomes-hard": msgspec.structs.replace(lesson.slides[3].experiment, sharpness=20.0),
        "head-that-finds-the-noun": msgspec.structs.replace(heads, pinned=(2, 1, 1)),
        "sixteen-previous-words": msgspec.structs.replace(heads, heads=16, d_model=32),
        "eight-columns": with_tokens(cross, "source", (*cross.source_tokens, "and", "rice")),
        "mange-eats-fish": msgspec.structs.replace(cross, key=(*cross.key[:5], (1.5, -1.5, 1.5))),
        "under-half-without-attention": replaced(lesson, 2, length=25),
        "whole-without-attention": lucky(lesson),
        "training-length-matters": replaced(lesson, 2, length=40),
        "where-the-order-flips": replaced(lesson, 3, marked=(3, 7)),
        "another-second-word": replaced(lesson, 3, offsets=((2, 7, 16.0),)),
        "le-looks-evenly": replaced(lesson, 3, offsets=evened(lesson)),
        "identical-rows": replaced(lesson, 8, positions=False),
        "equal-cost": replaced(lesson, 8, length=512),
        "nobody-above-a-tenth": replaced(lesson, 8, tokens=("so",) * 10, positions=False),
        "trained-next": replaced(
            lesson, 8, projections="letters", source="trained", head=2, tokens=tuple("BGEFHGIC")
        ),
        "half-the-gradient": msgspec.structs.replace(variance.experiment, key_size=4),
    }
    challenges = {c.id: c for slide in lesson.slides for c in slide.challenges}
    assert solutions.keys() == challenges.keys()
    for name, experiment in solutions.items():
        reached = progress(challenges[name].predicate, trace_of(experiment))
        assert reached.done and reached.fraction >= reached.tick, name


def test_the_quiz(lesson):
    assert [question.slide for question in lesson.questions] == [
        "bottleneck",
        "variance-control",
        "multi-head",
        "cross-attention",
    ]
    right = []
    for question in lesson.questions:
        assert len(question.choices) == 4
        assert len({choice.reason for choice in question.choices}) == 4
        right += [place for place, choice in enumerate(question.choices) if choice.right]
        assert question.why and question.evidence
    assert sorted(right) == [0, 1, 2, 3], "the right answers stand at different places"


def test_the_evidence_shows_what_the_why_says(lesson):
    bottleneck, scale, parameters, cross = lesson.questions
    fixed, own = (trace_of(series.experiment)["weights"] for series in bottleneck.evidence)
    assert np.ptp(fixed, axis=0).max() == 0 and np.ptp(own, axis=0).max() > 0.3
    without, scaled = (trace_of(s.experiment)[s.step] for s in scale.evidence)
    assert without.max() > 0.95 and scaled.max() < 0.5
    counts = [
        measured(trace_of(point.experiment), point.measure, point.where)
        for point in parameters.evidence[0].points
    ]
    assert counts == [4 * 512**2, 4 * 512**2]
    shapes = [trace_of(series.experiment)["weights"].shape for series in cross.evidence]
    assert shapes == [(3, 3), (3, 5)]
    question_two = trace_of(scale.evidence[0].experiment)
    left = [measured(question_two, f"gradient left {kind}", Where()) for kind in SCALINGS]
    assert left[0] < left[1] / 4


SCALINGS = ("unscaled", "scaled")


def test_a_question_leads_only_to_live_labs(lesson):
    panes = {slide.id: slide.pane for slide in lesson.slides}
    seen = [panes[question.see.slide] for question in lesson.questions if question.see]
    assert seen == ["bottleneck", "variance", "heads", "cross"]


def test_the_recap_links_five_forms(lesson):
    assert [link.slide for link in lesson.slides[-1].links] == [
        "weighted-retrieval",
        "scaled-dot-product",
        "multi-head",
        "self-attention",
        "cross-attention",
    ]


def test_reading_loads_neither_the_engine_nor_the_typesetter(lessons):
    code = (
        "import sys; from pathlib import Path; from core.reading import read_lesson;"
        f"read_lesson(Path({str(lessons / 'attention')!r}));"
        "print([name for name in ('numpy', 'ziamath', 'PySide6', 'torch') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=lessons.parents[1], capture_output=True, text=True
    )
    assert run.stdout.strip() == "[]", run.stderr


def test_an_open_lesson_matches_its_files(lessons):
    found = open_lesson(lessons / "attention")
    assert [file.path.name[:2] for file in found.slide_files] == [f"{n:02}" for n in range(1, 12)]
