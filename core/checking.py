"""Everything wrong with the files of a course or a lesson, found by reading and by computing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from core.article_audit import audit_article
from core.article_reading import ARTICLE_FILE, open_article
from core.audit import audit_quiz, audit_slide, audit_texts
from core.glossary import GLOSSARY_FILE, open_glossary
from core.lesson import Problem
from core.lesson_file import LessonFile
from core.reading import COURSE_FILE, LESSON_FILE, OpenLesson, open_course, open_lesson


def check(folder: Path, progress: Callable[[str], object] | None = None) -> list[Problem]:
    """Every problem in a folder: of resources, of lessons, or of one lesson.

    Formulas are typeset, experiments run and claims tested, which takes some seconds. progress is
    told the name of each file before it is looked at. The paths are relative to `folder`.
    """
    lessons = folder / "lessons" if (folder / "lessons" / COURSE_FILE).is_file() else folder
    if (lessons / COURSE_FILE).is_file():
        problems = check_course(lessons, progress)
    elif (lessons / LESSON_FILE).is_file():
        problems = check_lesson(lessons, progress)
    else:
        names = f"{COURSE_FILE} and no {LESSON_FILE}"
        return [Problem(Path(), 1, f"there is no {names} in this folder")]
    return [
        msgspec.structs.replace(problem, file=problem.file.relative_to(folder))
        for problem in problems
    ]


def check_course(folder: Path, progress: Callable[[str], object] | None = None) -> list[Problem]:
    """Every problem of a course and of each lesson in it, in the order of the files."""
    file, course = open_course(folder)
    problems = list(file.problems)
    for entry in course.lessons if course else ():
        if entry.folder is not None and (folder / entry.folder / LESSON_FILE).is_file():
            problems += check_lesson(folder / entry.folder, progress)
    return problems


def check_lesson(folder: Path, progress: Callable[[str], object] | None = None) -> list[Problem]:
    """Every problem of one lesson, file by file, line by line."""
    found = open_lesson(folder)
    slides = {slide.id: slide for slide in found.lesson.slides}
    for file, slide in zip(found.slide_files, found.lesson.slides, strict=True):
        if progress:
            progress(file.path.name)
        audit_slide(file, slide)
    if found.quiz_file is not None:
        if progress:
            progress(found.quiz_file.path.name)
        audit_quiz(found.quiz_file, slides)
    note_unlisted(found)
    return [
        problem
        for file in [
            *found.files,
            *check_article(found, progress),
            *check_glossary(found, progress),
        ]
        for problem in sorted(file.problems, key=lambda problem: problem.line)
    ]


def check_article(
    found: OpenLesson, progress: Callable[[str], object] | None = None
) -> list[LessonFile]:
    """The file of the lesson's article with its problems; no file where it has no article."""
    folder = found.lesson_file.path.parent
    if not (folder / ARTICLE_FILE).is_file():
        return []
    if progress:
        progress(ARTICLE_FILE)
    # Where a slide cannot be read its name is not known; that has been said in its own file.
    known = all("id" in file.table for file in found.slide_files)
    slides = found.lesson.slides if known else None
    file, article = open_article(folder, slides)
    audit_article(file, article, slides)
    return [file]


def check_glossary(
    found: OpenLesson, progress: Callable[[str], object] | None = None
) -> list[LessonFile]:
    """The file of the lesson's glossary with its problems; no file where it has none."""
    known = all("id" in file.table for file in found.slide_files)
    ids = {slide.id for slide in found.lesson.slides} if known else None
    file, _ = open_glossary(found.lesson_file.path.parent, ids)
    if file is None:
        return []
    if progress:
        progress(GLOSSARY_FILE)
    audit_texts(file)
    return [file]


def note_unlisted(found: OpenLesson) -> None:
    """Report slide files that lesson.toml does not list."""
    listed = {file.path.name for file in found.slide_files}
    for path in sorted(found.lesson_file.path.parent.glob("[0-9]*.md")):
        if path.name not in listed:
            found.lesson_file.report(f"{path.name} is not listed here", ("slides",))
