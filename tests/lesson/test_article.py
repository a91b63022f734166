"""The article is read into sections, and every mistake in it is told on its line."""

from pathlib import Path

import pytest

from core import prose
from core.article import Display, Drawing, Paragraph
from core.article_reading import open_article, read_article
from core.checking import check
from core.reading import read_lesson

FILE = Path("attention", "article.md")


@pytest.fixture
def article(lessons):
    folder = lessons / "attention"
    return read_article(folder, read_lesson(folder).slides)


@pytest.fixture
def small(copy):
    """small(body, front="") writes a short article; its problems as (line, sentence)."""

    def written(body, front=""):
        text = f'+++\ntitle = "Small"\n{front}+++\n{body}'
        (copy / FILE).write_text(text, encoding="utf-8")
        return [(problem.line, problem.sentence) for problem in check(copy)]

    return written


def blocks(article, kind):
    found = [block for section in article.sections for block in section.blocks]
    return [block for block in found if isinstance(block, kind)]


def test_the_shipped_article(article):
    assert article.problems == ()
    assert len(article.sections) == 9
    words = sum(len(prose.plain(part.text).split()) for part in blocks(article, Paragraph))
    assert 600 <= words <= 1000
    linked = {part.slide for part in blocks(article, Paragraph) if part.slide}
    assert len(linked) == 8, "every topic leads to its lab"


def test_formulas_and_figures_are_numbered_by_section(article):
    assert [part.number for part in article.sections[1].blocks if isinstance(part, Display)] == [
        "2.1",
        "2.2",
    ]
    assert [part.number for part in blocks(article, Drawing)] == ["4.1"]
    assert all(part.spoken for part in blocks(article, Display))


def test_notes_are_numbered_as_they_are_cited(article):
    cited = [number for part in blocks(article, Paragraph) for number in part.notes]
    assert cited == list(range(1, len(article.notes) + 1))
    five = next(part for part in blocks(article, Paragraph) if 5 in part.notes)
    assert "suspected.⁵" in five.text


def test_the_numbers_of_the_papers(article):
    """Each number that the text takes from a paper, as the paper's table has it."""
    text = " ".join(" ".join(part.text.split()) for part in blocks(article, Paragraph))
    for said in (
        "22.47 BLEU at 20 words and 6.47 at 59",
        "26.94 and 26.42",
        "at most 30 words, even the network with attention falls, from 26.99 to 7.63",
        "1, 8, 16 and 32 heads scored 24.9, 25.8, 25.8 and 25.4 BLEU",
    ):
        assert said in text


def test_a_note_cited_twice_keeps_its_number(copy, small):
    front = '[[notes]]\nid = "a"\ntext = "A"\n[[notes]]\nid = "b"\ntext = "B"\n'
    assert small("\n## One\n\nx[^b] y[^a] z[^b]\n", front) == []
    article = open_article(copy / "attention", None)[1]
    paragraph = article.sections[0].blocks[0]
    assert (paragraph.text, paragraph.notes) == ("x¹ y² z¹", (1, 2))
    assert [note.id for note in article.notes] == ["b", "a"]


def test_a_lesson_without_an_article_is_whole(copy):
    (copy / FILE).unlink()
    assert check(copy) == []


MISTAKES = {
    "an unknown note": ("\n## A\n\nx\ny[^tree]\n", 8, "there is no note tree"),
    "an unknown slide": ("\n## A\n\nx\n\n[o](slide:multihead)\n", 9, "did you mean multi-head?"),
    "an unknown figure": ("\n## A\n\n![c](figure:tree)\n", 7, "there is no figure tree"),
    "no spoken form": ("\n## A\n\n$$x$$\n", 7, "needs how it is read aloud"),
    "a formula that cannot be set": ("\n## A\n\n$$\\nonsense x$$ (x)\n", 7, "nonsense"),
    "an inline formula": ("\n## A\n\nx\n$\\nonsense$\n", 8, "nonsense"),
    "another heading": ("\n### A\n\nx\n", 5, "begins with ##"),
    "text before a section": ("\nx\n\n## A\n\ny\n", 5, "begins with a section"),
    "a button without paragraph": ("\n## A\n\n[o](slide:title)\n", 7, "stands under a paragraph"),
    "a list": ("\n## A\n\n- x\n", 7, "a bullet list cannot be shown"),
    "an image": ("\n## A\n\nx ![a](b.png)\n", 7, "an image cannot be shown"),
    "no section": ("\n", 4, "needs a section"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_text(small, mistake):
    body, line, sentence = MISTAKES[mistake]
    found = small(body)
    assert [problem[0] for problem in found] == [line], found
    assert sentence in found[0][1]


FRONT_MISTAKES = {
    "an unknown field": ('titel = "x"\n', 3, "has no field titel; did you mean title?"),
    "a note without text": ('[[notes]]\nid = "a"\n', 3, "needs the field text"),
    "a note nobody cites": ('[[notes]]\nid = "a"\ntext = "A"\n', 3, "no paragraph cites"),
    "a figure out of range": (
        '[[figures]]\nid = "f"\nkeys = 1\n',
        5,
        "keys is 1",
    ),
    "an id used twice": (
        '[[figures]]\nid = "f"\n[[figures]]\nid = "f"\n',
        6,
        "already used",
    ),
}


@pytest.mark.parametrize("mistake", FRONT_MISTAKES)
def test_a_mistake_in_the_front_matter(small, mistake):
    front, line, sentence = FRONT_MISTAKES[mistake]
    found = small("\n## A\n\nx\n", front)
    assert [problem[0] for problem in found] == [line], found
    assert sentence in found[0][1]


def test_a_file_that_is_not_text(copy):
    (copy / FILE).write_bytes(b"+++\n\xff\n+++\n")
    (problem,) = check(copy)
    assert (problem.file, problem.line) == (FILE, 2) and "UTF-8" in problem.sentence


def test_whatever_line_is_lost_every_problem_has_its_line(copy):
    path = copy / FILE
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number in range(0, len(lines), 3):
        path.write_text("".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        file, article = open_article(copy / "attention", None)
        for problem in article.problems:
            assert problem.sentence and 1 <= problem.line <= len(lines)
        assert file.path == path
