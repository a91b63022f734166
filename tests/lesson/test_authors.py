"""AUTHORS.md tells the truth: its example passes the check, and its tables are the code's."""

import re
from pathlib import Path

import msgspec
import pytest

from core.catalogue import MEASURES
from core.checking import check
from core.experiment import Experiment
from core.slide_reading import FIELDS, MOST_WORDS, PANES


@pytest.fixture
def guide(lessons):
    return (lessons / "AUTHORS.md").read_text(encoding="utf-8")


def files_in(guide):
    """The files that the guide spells out, by name."""
    return dict(re.findall(r"```(?:\w+) (\S+)\n(.*?)```", guide, re.DOTALL))


def test_the_example_of_the_guide_is_a_lesson_without_problems(guide, tmp_path):
    files = files_in(guide)
    assert set(files) == {
        *("lesson.toml", "01-evenly.md", "quiz.toml", "article.md"),
        "glossary.toml",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert check(tmp_path) == []


def test_the_example_question_is_checked_too(guide, tmp_path):
    quiz = '+++\nid = "quiz"\neyebrow = "Quiz"\ntitle = "Quiz"\npane = "quiz"\nsummary = "q"\n+++\n'
    for name, text in files_in(guide).items():
        listed = text.replace('["01-evenly.md"]', '["01-evenly.md", "02-quiz.md"]')
        (tmp_path / name).write_text(listed, encoding="utf-8")
    (tmp_path / "02-quiz.md").write_text(quiz, encoding="utf-8")
    assert check(tmp_path) == []
    spoilt = (tmp_path / "quiz.toml").read_text(encoding="utf-8").replace('top weight"', 'top"', 2)
    (tmp_path / "quiz.toml").write_text(spoilt, encoding="utf-8")
    assert [problem.file for problem in check(tmp_path)] == [Path("quiz.toml")]


def test_the_catalogue_of_measures(guide):
    rows = ["| measure | what it is | `where` | experiments |", "|---|---|---|---|"]
    for name, measure in MEASURES.items():
        places = [*measure.needs, *(f"({place})" for place in measure.may)]
        where = ", ".join(places) or "nothing"
        rows.append(f"| {name} | {measure.sentence} | {where} | {', '.join(measure.kinds)} |")
    table = "\n".join(rows)
    assert table in guide, f"the table in AUTHORS.md must be\n{table}"


def test_the_tables_of_fields(guide):
    for name in (*FIELDS, *PANES):
        assert re.search(rf"\b{name}\b", guide), name
    for record in msgspec.inspect.type_info(Experiment).types:
        row = re.search(rf"^\| {record.tag} \|(.*)\|(.*)\|$", guide, re.MULTILINE)
        needed = [field.name for field in record.fields if field.required]
        others = [field.name for field in record.fields if not field.required]
        assert row, record.tag
        assert [row[1].strip(), row[2].strip()] == [", ".join(needed), ", ".join(others)]
    assert f"at most {MOST_WORDS} words" in guide


def test_the_panes_of_the_guide(guide):
    row = next(line for line in guide.splitlines() if line.startswith("| pane |"))
    assert set(re.split(r", | or ", row.split(": ")[1].strip(" |"))) == set(PANES)
