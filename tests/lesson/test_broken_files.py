"""Files that cannot be read at all: the slide says why, and the lesson goes on."""

from pathlib import Path

import pytest

from core.checking import check
from core.reading import CourseError, read_course, read_lesson

SLIDE = Path("attention", "06-variance-control.md")


def only(problems, file, line, sentence):
    assert [(str(problem.file), problem.line) for problem in problems] == [(str(file), line)], [
        str(problem) for problem in problems
    ]
    assert sentence in problems[0].sentence


def without_dependents(copy):
    """Take the quiz away, which leans on the slide that is spoilt here."""
    (copy / "attention" / "quiz.toml").write_text(
        '[[questions]]\nid = "q"\ntopic = "t"\nslide = "title"\ntext = "t"\nwhy = "w"\n'
        '[[questions.choices]]\nid = "a"\ntext = "a"\nreason = "r"\nright = true\n'
        '[[questions.choices]]\nid = "b"\ntext = "b"\nreason = "r"\n',
        encoding="utf-8",
    )


def test_broken_toml_keeps_the_name_of_the_slide(copy, spoil):
    without_dependents(copy)
    line = spoil("06-variance-control.md", "key_size = 64\nseed", "key_size = sixty\nseed")
    only(check(copy), SLIDE, line, "this is not valid TOML: invalid value")
    slide = read_lesson(copy / "attention").slides[5]
    assert (slide.id, slide.title, slide.number) == ("variance-control", "Variance Control", 6)
    assert len(slide.problems) == 1


def test_toml_that_does_not_end(copy, spoil):
    without_dependents(copy)
    spoil("06-variance-control.md", "seed = 7\n", "seed = [7\n")
    (problem,) = check(copy)
    assert problem.file == SLIDE and "not valid TOML" in problem.sentence


def test_text_that_is_not_utf8(copy):
    without_dependents(copy)
    path = copy / SLIDE
    before, after = path.read_bytes().split(b"pane =")
    path.write_bytes(before + b"# caf\xe9\npane =" + after)
    only(check(copy), SLIDE, before.count(b"\n") + 1, "not UTF-8")
    lesson = read_lesson(copy / "attention")
    assert lesson.slides[5].title == "06-variance-control"
    assert len(lesson.slides) == 11 and not lesson.slides[6].problems


def test_a_missing_slide_file(copy):
    without_dependents(copy)
    (copy / SLIDE).unlink()
    only(check(copy), SLIDE, 1, "this file is missing")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# Variance\n", "a slide begins with a line +++"),
        ("", "a slide begins with a line +++"),
        ('+++\nid = "x"\n', "the front matter does not end"),
    ],
)
def test_front_matter_that_is_missing(copy, text, sentence):
    without_dependents(copy)
    (copy / SLIDE).write_text(text, encoding="utf-8")
    only(check(copy), SLIDE, 1, sentence)


def test_empty_front_matter_lacks_every_field(copy):
    without_dependents(copy)
    (copy / SLIDE).write_text("+++\n+++\nHello.\n", encoding="utf-8")
    assert [problem.sentence for problem in check(copy)] == [
        f"a slide needs the field {name}" for name in ("id", "eyebrow", "title", "pane", "summary")
    ]


def test_windows_line_ends_and_a_byte_order_mark(copy):
    path = copy / SLIDE
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert check(copy) == []


def test_a_slide_id_used_twice(copy, spoil):
    line = spoil("08-self-attention.md", 'id = "self-attention"', 'id = "cross-attention"')
    problems = check(copy)
    assert (problems[0].file.name, problems[0].line) == ("09-cross-attention.md", line)
    assert 'the id "cross-attention" is already used in 08' in problems[0].sentence


def test_a_slide_that_nobody_lists(copy):
    (copy / "attention" / "12-extra.md").write_text("+++\n+++\n", encoding="utf-8")
    lines = (copy / "attention" / "lesson.toml").read_text(encoding="utf-8").splitlines()
    line = lines.index("slides = [") + 1
    only(check(copy), Path("attention", "lesson.toml"), line, "12-extra.md is not listed here")


def test_a_slide_listed_twice(copy, spoil):
    line = spoil("lesson.toml", '"02-bottleneck.md"', '"01-title.md", "02-bottleneck.md"')
    only(check(copy), Path("attention", "lesson.toml"), line, "01-title.md is listed twice")


def test_a_field_that_lesson_toml_does_not_have(copy, spoil):
    line = spoil("lesson.toml", "code =", "codes =")
    only(
        check(copy),
        Path("attention", "lesson.toml"),
        line,
        "the lesson has no field codes; did you mean code?",
    )


def test_a_lesson_without_quiz_file(copy):
    (copy / "attention" / "quiz.toml").unlink()
    only(check(copy), Path("attention", "quiz.toml"), 1, "this file is missing")
    quiz = read_lesson(copy / "attention").slides[9]
    assert [problem.file.name for problem in quiz.problems] == ["quiz.toml"]


def test_one_broken_question_leaves_the_others(copy, spoil):
    spoil("quiz.toml", 'topic = "Forgetting the scale"\n', "")
    lesson = read_lesson(copy / "attention")
    assert [question.id for question in lesson.questions] == [
        "fixed-vector",
        "counting-parameters",
        "self-or-cross",
    ]
    assert lesson.slides[9].problems == ()


def test_a_course_that_names_a_folder_which_is_not_there(copy):
    path = copy / "course.toml"
    text = path.read_text(encoding="utf-8").replace('"attention"', '"atention"')
    path.write_text(text, encoding="utf-8")
    line = text.splitlines().index('folder = "atention"') + 1
    only(check(copy), "course.toml", line, "the folder atention has no lesson.toml")
    with pytest.raises(CourseError, match="atention"):
        read_course(copy)


def test_a_folder_without_a_lesson(tmp_path):
    only(check(tmp_path), ".", 1, "there is no course.toml and no lesson.toml in this folder")
    lesson = read_lesson(tmp_path / "nowhere")
    assert lesson.slides == () and len(lesson.problems) == 1


def test_paths_are_relative_to_the_folder_given(copy):
    (copy / "attention" / "quiz.toml").unlink()
    assert check(copy / "attention")[0].file == Path("quiz.toml")
    seen = []
    check(copy / "attention", seen.append)
    slides = [f.name for f in sorted((copy / "attention").glob("[0-9]*.md"))]
    assert seen == [*slides, "quiz.toml", "article.md", "glossary.toml"]


def test_several_mistakes_in_one_file_are_all_found(copy, spoil):
    lines = [
        spoil("05-scaled-dot-product.md", "eyebrow =", "eyebrows ="),
        spoil("05-scaled-dot-product.md", 'goal = "goal {value} bits"', "goals = 1"),
        spoil("05-scaled-dot-product.md", "value = 10 }", "value = 11 }"),
        spoil("05-scaled-dot-product.md", "An optional mask", "<b>An</b> optional mask"),
    ]
    problems = check(copy)
    assert sorted({problem.line for problem in problems}) == lines
