"""Whatever happens to a file, reading comes back with a lesson and says what is wrong.

A usual run takes a sample of places; `python -m tests.full` takes them all.
"""

import os
import re

import pytest

from core.reading import open_lesson, read_lesson

FILES = [
    "lesson.toml",
    "quiz.toml",
    "05-scaled-dot-product.md",
    "11-recap.md",
    "09-cross-attention.md",
]
FULL = "ATTENTION_FULL" in os.environ
LINES, VALUES = (1_000_000, 1_000_000) if FULL else (20, 30)  # places a file, about
OTHER_VALUES = ["7", '"x"', "[]", "[[1]]", "{}", "true", "{ a = [{}] }", "1979-05-27", "nan"]


@pytest.mark.parametrize("name", FILES)
def test_any_line_may_be_lost(copy, name):
    path = copy / "attention" / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number in range(0, len(lines), 1 + len(lines) // LINES):
        path.write_text("".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        assert_told(copy, path)


@pytest.mark.parametrize("name", FILES)
def test_any_value_may_be_of_any_type(copy, name):
    path = copy / "attention" / name
    text = path.read_text(encoding="utf-8")
    places = [found.span(1) for found in re.finditer(r"^[\w.]+ = (.+)$", text, re.MULTILINE)]
    sample = list(enumerate(places))[:: 1 + len(places) // VALUES]
    for number, (start, end) in sample:
        for other in OTHER_VALUES[number % 9 :: 9]:
            path.write_text(text[:start] + other + text[end:], encoding="utf-8")
            assert_told(copy, path)


def assert_told(copy, path):
    """The lesson is read, and every problem points into its file, with a sentence."""
    lesson = read_lesson(copy / "attention")
    assert path.name == "lesson.toml" or len(lesson.slides) == 11
    for problem in lesson.problems:
        exists = problem.file.exists()
        lines = problem.file.read_text(encoding="utf-8").count("\n") if exists else 0
        assert problem.sentence and 1 <= problem.line <= lines + 1, str(problem)


def test_files_and_slides_stay_side_by_side(copy, spoil):
    spoil("lesson.toml", '    "03-weighted-retrieval.md",\n', '    "03-lost.md",\n')
    found = open_lesson(copy / "attention")
    names = [file.path.name for file in found.slide_files]
    assert names[2] == "03-lost.md" and len(found.lesson.slides) == len(names)
    assert found.lesson.slides[2].problems[0].sentence == "this file is missing"
