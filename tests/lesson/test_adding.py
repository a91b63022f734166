"""Somebody follows AUTHORS.md: adds a slide, a question, a challenge, a prediction, a term."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.checking import check
from core.glossary import read_glossary
from core.predicates import progress
from core.reading import read_lesson
from core.trace import compute
from tests.front.tree import ROOT

SLIDE = """+++
id = "my-own"
eyebrow = "Mine"
title = "A Slide of *Mine*"
pane = "attention"
summary = "Two words that look at each other"

[experiment]
kind = "attention"
tokens = ["he", "waits"]
query = [[1.0, 0.0], [0.0, 1.0]]
key = [[1.0, 0.0], [0.0, 1.0]]
value = [[1.0], [2.0]]

[[challenges]]
id = "he-looks-away"
text = "Make [he]{.query} give [waits]{.key} a weight above 0.80."
predicate = { measure = "weight", where = { query = 1, key = 2 }, comparison = ">", value = 0.8 }
hints = ["The key of *waits* is long in its second number."]
solution = [
    { say = "Take the first number away.", cells = [["query", 1, 1, 0]] },
    { say = "Raise the second to 3.", cells = [["query", 1, 2, 3]] },
]

[[predictions]]
text = "Which word does [he]{.query} look at most now?"
kind = "place"
measure = "argmax key"
where = { query = 1 }
reason = "The larger score wins, and the first number of *he* decides it."
+++
Each query looks along one axis, and so does each key.
"""
QUESTION = """
[[questions]]
id = "my-question"
topic = "Axes"
slide = "my-own"
text = "A query at a right angle to a key: what is the score?"
why = "The dot product of vectors at a right angle is 0."

[[questions.choices]]
id = "one"
text = "1"
reason = "That needs the same direction."

[[questions.choices]]
id = "zero"
text = "0"
reason = "No part of one lies along the other."
right = true

[questions.see]
slide = "my-own"
experiment = { mask = "causal" }
"""
TERM = """
[[terms]]
term = "right angle"
text = "Where two arrows have a dot product of 0."
slide = "my-own"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the lessons, with one more slide, question, challenge, prediction and term."""
    folder = tmp_path / "lessons"
    shutil.copytree(ROOT / "resources" / "lessons", folder)
    lesson = folder / "attention"
    (lesson / "12-my-own.md").write_text(SLIDE, encoding="utf-8")
    listed = (lesson / "lesson.toml").read_text(encoding="utf-8")
    listed = listed.replace('"11-recap.md"', '"11-recap.md", "12-my-own.md"')
    (lesson / "lesson.toml").write_text(listed, encoding="utf-8")
    for name, more in (("quiz.toml", QUESTION), ("glossary.toml", TERM)):
        with (lesson / name).open("a", encoding="utf-8") as file:
            file.write(more)
    return lesson


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """The new slide as a lesson by itself, with two terms: what is wrong is found fast."""
    listed = 'id = "mine"\ncode = "M"\ntitle = "Mine"\nslides = ["12-my-own.md"]\n'
    (tmp_path / "lesson.toml").write_text(listed, encoding="utf-8")
    (tmp_path / "12-my-own.md").write_text(SLIDE, encoding="utf-8")
    query = '[[terms]]\nterm = "query"\nalso = ["queries"]\ntext = "What asks."\n'
    (tmp_path / "glossary.toml").write_text(query + TERM, encoding="utf-8")
    return tmp_path


def edit(path: Path, old: str, new: str) -> int:
    """Replace one place in a file; returns its line."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_the_check_is_content_and_the_lesson_has_it(mine: Path) -> None:
    assert check(mine) == []
    lesson = read_lesson(mine)
    slide = lesson.slides[-1]
    assert slide.id == "my-own" and slide.number == 12
    assert [asked.measure for asked in slide.predictions] == ["argmax key"]
    assert lesson.questions[-1].see is not None
    assert lesson.questions[-1].see.slide == "my-own"
    terms = read_glossary(mine, {part.id for part in lesson.slides})
    assert [found.term.slide for found in terms.find("at a Right Angle")] == ["my-own"]


def test_the_solution_leads_to_the_goal_and_starts_short_of_it(alone: Path) -> None:
    challenge = read_lesson(alone).slides[-1].challenges[0]
    first, last = (step.experiment for step in challenge.solution)
    assert first.query == ((0.0, 0.0), (0.0, 1.0))
    assert last.query == ((0.0, 3.0), (0.0, 1.0))
    assert not progress(challenge.predicate, compute(first)).done
    assert progress(challenge.predicate, compute(last)).done


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["query", 1, 2, 3]', '["query", 1, 2, 1]', "the last step leaves weight at"),
        ('["query", 1, 2, 3]', '["query", 3, 2, 3]', "query has no cell in row 3, column 2"),
        ('["query", 1, 2, 3]', '["quary", 1, 2, 3]', "did you mean query?"),
        ('cells = [["query", 1, 2, 3]]', 'set = { maks = "none" }', "did you mean mask?"),
        ('cells = [["query", 1, 2, 3]]', 'set = { mask = "upper" }', "mask"),
        (', cells = [["query", 1, 2, 3]]', "", "changes something, with set or cells"),
        ('say = "Raise the second to 3."', 'tell = "Raise"', "has no field tell"),
    ],
)
def test_a_mistake_in_a_solution_is_told_on_its_line(
    alone: Path, old: str, new: str, words: str
) -> None:
    line = edit(alone / "12-my-own.md", old, new)
    problems = [problem for problem in check(alone) if problem.file.name == "12-my-own.md"]
    assert any(words in problem.sentence for problem in problems), problems
    assert {problem.line for problem in problems} == {line}


def test_a_mistake_in_a_prediction_is_told_on_its_line(alone: Path) -> None:
    line = edit(alone / "12-my-own.md", 'measure = "argmax key"', 'measure = "argmax quay"')
    (problem,) = check(alone)
    assert problem.line == line and "did you mean argmax key?" in problem.sentence


def test_a_solution_without_hints_can_not_be_asked_for(alone: Path) -> None:
    edit(alone / "12-my-own.md", 'hints = ["The key of *waits* is long in its second number."]', "")
    assert any("after the last hint" in problem.sentence for problem in check(alone))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('term = "right angle"', 'term = "Queries"', "is already explained on line"),
        ('text = "Where two arrows', 'text = "$\\\\frac{1$ Where two arrows', "brace"),
        ('slide = "my-own"', 'slide = "my-won"', "did you mean my-own?"),
        ('term = "right angle"', 'word = "right angle"', "has no field word"),
        ('text = "Where two arrows have a dot product of 0."', 'text = " "', "text is empty"),
        ('"Where two arrows have a', f'"{"word " * 61}have a', "at most 60 words"),
    ],
)
def test_a_mistake_in_the_glossary_is_told_on_its_line(
    alone: Path, old: str, new: str, words: str
) -> None:
    line = edit(alone / "glossary.toml", old, new)
    problems = [problem for problem in check(alone) if problem.file.name == "glossary.toml"]
    assert any(words in problem.sentence for problem in problems), problems
    assert line in {problem.line for problem in problems}
