"""The article is read into sections, and every mistake in it is told on its line."""

from pathlib import Path

import pytest

from core import prose
from core.article import Asked, Display, Drawing, Listing, Paragraph
from core.article_reading import open_article, read_article
from core.checking import check
from core.reading import read_lesson
from core.trace import compute

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
    assert len(article.sections) == 10
    words = sum(len(prose.plain(part.text).split()) for part in blocks(article, Paragraph))
    assert 2500 <= words <= 3500
    linked = {way.slide for kind in (Paragraph, Drawing) for part in blocks(article, kind)
              for way in part.ways}  # fmt: skip
    assert len(linked) == 8, "every topic leads to its lab"
    (listing,) = blocks(article, Listing)
    assert [text for text, _ in listing.questions] == [part.text for part in blocks(article, Asked)]


def test_formulas_and_figures_are_numbered_by_section(article):
    assert [part.number for part in article.sections[1].blocks if isinstance(part, Display)] == [
        "2.1",
        "2.2",
    ]
    found = [part.number for part in blocks(article, Drawing)]
    assert found == ["1.1", "2.1", "4.1", "5.1", "6.1", "7.1", "8.1"]
    assert all(part.spoken for part in blocks(article, Display))


def test_notes_are_numbered_as_they_are_cited(article):
    cited = [number for part in blocks(article, Paragraph) for number in part.notes]
    assert cited == list(range(1, len(article.notes) + 1))
    five = next(part for part in blocks(article, Paragraph) if 5 in part.notes)
    assert "suspected.⁵" in " ".join(five.text.split())


def test_the_numbers_of_the_papers(article):
    """Each number that the text takes from a paper, as the paper's table has it."""
    text = " ".join(" ".join(part.text.split()) for part in blocks(article, Paragraph))
    for said in (
        "22.47 BLEU on sentences of 20 words and 6.47 on those of 59",
        "attention scored 26.94 and 26.42",
        "trained on at most 30 words, and beyond them it collapses: 26.99 BLEU at 20 words, 7.63",
        "1, 4, 8, 16 and 32 heads scored 24.9, 25.5, 25.8, 25.8 and 25.4 BLEU",
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
    "another heading": ("\n#### A\n\nx\n", 5, "begins with ##"),
    "a question before a section": ("\n### A\n\n## B\n", 5, "begins with ##"),
    "an unknown fact": ("\n## A\n\nx\n{=tree} y\n", 8, "there is no fact tree"),
    "an unknown state": ("\n## A\n\nx\n\n[o](state:tree)\n", 9, "there is no state tree"),
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


WEIGHT = 'measure = "weight"\nwhere = { query = "ate", key = "cat" }\n'
FROM = 'experiment = { from = "scaled-dot-product" }\n'

FRONT_MISTAKES = {
    "a fact nobody quotes": (
        f'[[facts]]\nid = "f"\n{WEIGHT}{FROM}',
        3,
        "nothing quotes the fact f",
    ),
    "a claim that is untrue": (
        '[[claims]]\ntext = "x"\npredicate = { measure = "weight", where = { query = "ate", '
        'key = "cat" }, comparison = ">", value = 0.9 }\n' + FROM,
        5,
        "the engine refutes this claim",
    ),
    "a figure of no kind": (
        '[[figures]]\nid = "f"\nkind = "pie"\n',
        5,
        "cannot be pie",
    ),
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


FACT_MISTAKES = {
    "two sources": (f'{WEIGHT}step = "weights"\n{FROM}', "exactly one of them"),
    "no experiment": (WEIGHT, "needs an experiment"),
    "a slow one": (
        'measure = "variance scaled"\nexperiment = { from = "variance-control" }\n',
        "too slow",
    ),
    "a matrix": (f'step = "weights"\n{FROM}', "more than one number"),
    "no such model": ('model = "eleven"\nfigure = "accuracy"\n', "no letters model eleven"),
    "no such figure": (
        'model = "induction-2-layers"\nfigure = "luck"\n',
        "has no figure luck",
    ),
    "no such word": (
        f'measure = "weight"\nwhere = {{ query = "dog", key = 1 }}\n{FROM}',
        "there is no query dog",
    ),
}


@pytest.mark.parametrize("mistake", FACT_MISTAKES)
def test_a_fact_that_cannot_be_measured(small, mistake):
    front, sentence = FACT_MISTAKES[mistake]
    found = small("\n## A\n\n{=f}\n", f'[[facts]]\nid = "f"\n{front}')
    assert [problem[0] for problem in found] == [3], found
    assert sentence in found[0][1]


def test_a_fact_is_what_the_engine_finds(copy, small):
    front = f'[[facts]]\nid = "f"\n{WEIGHT}{FROM}decimals = 3\ntimes = -1000\n'
    assert small("\n## One\n\nIt is {=f}.\n", front) == []
    lesson = read_lesson(copy / "attention")
    experiment = next(s for s in lesson.slides if s.id == "scaled-dot-product").experiment
    weight = compute(experiment)["weights"][2, 1]
    paragraph = read_article(copy / "attention", lesson.slides).sections[0].blocks[0]
    assert paragraph.text == f"It is \N{MINUS SIGN}{1000 * weight:.3f}."


def test_a_state_begins_from_its_own_slide(copy, small):
    front = '[[states]]\nid = "s"\nslide = "multi-head"\nexperiment = { heads = 2 }\n'
    assert small("\n## One\n\nx\n\n[open](state:s)\n", front) == []
    article = read_article(copy / "attention", read_lesson(copy / "attention").slides)
    (way,) = article.sections[0].blocks[0].ways
    assert (way.slide, way.experiment.heads, way.experiment.d_model) == ("multi-head", 2, 16)
    wrong = front.replace("{ heads = 2 }", '{ from = "title" }')
    (problem,) = small("\n## One\n\nx\n\n[open](state:s)\n", wrong)
    assert "shows another kind of experiment" in problem[1]


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        ('kind = "map"', "a map needs an experiment"),
        ('kind = "map"\nexperiment = { from = "bottleneck" }', "no weights to draw"),
        ('kind = "published"\nsource = "tree"', "no paper's figure is called tree"),
    ],
)
def test_a_figure_with_nothing_to_draw(small, figure, sentence):
    (problem,) = small("\n## A\n\n![c](figure:f)\n", f'[[figures]]\nid = "f"\n{figure}\n')
    assert problem[0] == 3 and sentence in problem[1]


def test_a_file_that_is_not_text(copy):
    (copy / FILE).write_bytes(b"+++\n\xff\n+++\n")
    (problem,) = check(copy)
    assert (problem.file, problem.line) == (FILE, 2) and "UTF-8" in problem.sentence


def test_whatever_line_is_lost_every_problem_has_its_line(copy):
    path = copy / FILE
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number in range(0, len(lines), 13):
        path.write_text("".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        file, article = open_article(copy / "attention", None)
        for problem in article.problems:
            assert problem.sentence and 1 <= problem.line <= len(lines)
        assert file.path == path
