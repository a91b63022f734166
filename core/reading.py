"""Lesson files -> records, and a list of everything that is wrong with them.

Nothing is computed and no formula is typeset here, so that a lesson opens at once; `core.checking`
does both. A mistake never stops the reading: the slide that has it carries its problems.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core.converting import converted
from core.lesson import Course, Lesson, Problem, Question, Slide
from core.lesson_file import LessonFile, open_slide, open_toml
from core.quiz_reading import read_questions
from core.slide_reading import Experiments, read_slide
from core.toml_lines import KeyPath
from core.wording import suggestion

COURSE_FILE = "course.toml"
LESSON_FILE = "lesson.toml"
QUIZ_FILE = "quiz.toml"


class LessonTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lesson.toml says."""

    id: str
    code: str
    title: str
    slides: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()


class CourseError(ValueError):
    """A course that cannot be read; the message holds its problems, one a line."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class OpenLesson:
    """A lesson with the files it was read from: slide_files matches lesson.slides."""

    lesson: Lesson
    lesson_file: LessonFile
    slide_files: tuple[LessonFile, ...]
    quiz_file: LessonFile | None

    @property
    def files(self) -> list[LessonFile]:
        """Every file of the lesson, in the order in which they are read."""
        quiz = [self.quiz_file] if self.quiz_file else []
        return [self.lesson_file, *self.slide_files, *quiz]


def read_course(folder: Path) -> Course:
    """The course in a folder of lessons. Raises CourseError with everything wrong with it."""
    file, course = open_course(folder)
    if course is None or file.problems:
        raise CourseError(file.problems)
    return course


def open_course(folder: Path) -> tuple[LessonFile, Course | None]:
    """The course and its file, which lists the problems."""
    file = open_toml(folder / COURSE_FILE)
    if file.problems:
        return file, None
    course: Course | None = converted(file, (), file.table, Course, "the course")
    for place, entry in enumerate(course.lessons if course else ()):
        if entry.folder is not None and not (folder / entry.folder / LESSON_FILE).is_file():
            sentence = f"the folder {entry.folder} has no {LESSON_FILE}"
            file.report(sentence, ("lessons", place, "folder"))
    return file, course


def read_lesson(folder: Path) -> Lesson:
    """The lesson in a folder. It always comes back; `problems` says what is wrong with it."""
    return open_lesson(folder).lesson


def open_lesson(folder: Path) -> OpenLesson:
    """The lesson in a folder, and the files behind it."""
    file = open_toml(folder / LESSON_FILE)
    table: LessonTable | None = None
    if not file.problems:
        table = converted(file, (), file.table, LessonTable, "the lesson")
    files = [open_slide(folder / name) for name in slide_names(file, folder)]
    experiments = Experiments(own_tables(files))
    slides = [read_slide(each, place, experiments) for place, each in enumerate(files, 1)]
    note_repeated_ids(files)
    quiz_file, questions = open_quiz(folder, slides, experiments)
    check_links(files, slides)
    slides = [with_problems(slide, each) for slide, each in zip(slides, files, strict=True)]
    if quiz_file and not questions:
        slides = [
            with_problems(each, quiz_file) if each.pane == "quiz" else each for each in slides
        ]
    every = [file, *files, *([quiz_file] if quiz_file else [])]
    lesson = Lesson(
        id=table.id if table else folder.name,
        code=table.code if table else "",
        title=table.title if table else folder.name,
        slides=tuple(slides),
        questions=questions,
        problems=tuple(problem for each in every for problem in each.problems),
        facts=table.facts if table else (),
    )
    return OpenLesson(lesson, file, tuple(files), quiz_file)


def slide_names(file: LessonFile, folder: Path) -> list[str]:
    """The names of the slide files in order; without a list, every Markdown file by name."""
    named = file.table.get("slides")
    if isinstance(named, list) and all(isinstance(name, str) for name in named):
        if not named:
            file.report("slides is empty; a lesson needs at least one slide", ("slides",))
        for place, name in enumerate(named):
            if name in named[:place]:
                file.report(f"{name} is listed twice", ("slides", place))
        return list(dict.fromkeys(named))
    return sorted(path.name for path in folder.glob("[0-9]*.md"))


def own_tables(files: list[LessonFile]) -> dict[str, dict[str, Any]]:
    """The experiment table of each slide that has one, by the slide's id."""
    return {
        file.table["id"]: file.table["experiment"]
        for file in files
        if isinstance(file.table.get("id"), str) and isinstance(file.table.get("experiment"), dict)
    }


def note_repeated_ids(files: list[LessonFile]) -> None:
    """Report a slide or challenge id that an earlier place of the lesson has already used."""
    for kind in ("slide", "challenge"):
        seen: dict[str, LessonFile] = {}
        for file in files:
            for keys, name in ids(file, kind):
                if name in seen:
                    other = seen[name].path.name
                    file.report(f'the id "{name}" is already used in {other}', keys)
                seen.setdefault(name, file)


def ids(file: LessonFile, kind: str) -> list[tuple[KeyPath, str]]:
    """The ids in one slide file, and where they stand."""
    if kind == "slide":
        found: list[tuple[KeyPath, Any]] = [(("id",), file.table.get("id"))]
    else:
        raw = file.table.get("challenges")
        found = [
            (("challenges", place, "id"), item.get("id"))
            for place, item in enumerate(raw if isinstance(raw, list) else [])
            if isinstance(item, dict)
        ]
    return [(keys, name) for keys, name in found if isinstance(name, str)]


def open_quiz(
    folder: Path, slides: list[Slide], experiments: Experiments
) -> tuple[LessonFile | None, tuple[Question, ...]]:
    """The quiz file and its questions; None where the lesson has no quiz."""
    path = folder / QUIZ_FILE
    if not path.exists() and not any(slide.pane == "quiz" for slide in slides):
        return None, ()
    file = open_toml(path)
    return file, read_questions(file, {slide.id for slide in slides}, experiments)


def check_links(files: list[LessonFile], slides: list[Slide]) -> None:
    """Report a link to a slide that does not exist."""
    names = {slide.id for slide in slides}
    for file in files:
        raw = file.table.get("links")
        for place, item in enumerate(raw if isinstance(raw, list) else []):
            target = item.get("slide") if isinstance(item, dict) else None
            if isinstance(target, str) and target not in names:
                sentence = f"there is no slide {target}{suggestion(target, names)}"
                file.report(sentence, ("links", place, "slide"))


def with_problems(slide: Slide, file: LessonFile) -> Slide:
    """The slide with every problem of its file."""
    return msgspec.structs.replace(slide, problems=tuple(file.problems))
