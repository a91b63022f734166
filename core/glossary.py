"""The glossary of a lesson: glossary.toml -> terms, and where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from pathlib import Path

import msgspec

from core.converting import converted
from core.lesson import Problem
from core.lesson_file import LessonFile, open_toml
from core.slide_reading import check_markdown
from core.toml_lines import KeyPath
from core.wording import suggestion

GLOSSARY_FILE = "glossary.toml"
MOST_TERM_WORDS = 60


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry. term: as it is looked up. also: other forms that mean the same, plurals included.

    text: one or two sentences (Markdown). slide: the id of the slide that shows it.
    """

    term: str
    text: str
    also: tuple[str, ...] = ()
    slide: str | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """Everything that this entry is found by."""
        return self.term, *self.also


class Found(msgspec.Struct, frozen=True):
    """A term in a text, from character `start` up to `end`."""

    start: int
    end: int
    term: Term


class Glossary:
    """The terms in alphabetical order, and what is wrong with their file."""

    def __init__(self, terms: Collection[Term] = (), problems: Collection[Problem] = ()) -> None:
        self.terms = tuple(sorted(terms, key=lambda term: term.term.casefold()))
        self.problems = tuple(problems)
        self.by_form = {form.casefold(): term for term in self.terms for form in term.forms}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Any form as a whole word; a longer one comes before a shorter one inside it."""
        forms = sorted(self.by_form, key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])", re.I)

    def find(self, text: str) -> list[Found]:
        """Every term in a text, from its start on; capitals do not matter."""
        if not self.terms:
            return []
        return [
            Found(match.start(), match.end(), self.by_form[match[0].casefold()])
            for match in self.pattern.finditer(text)
        ]

    def search(self, sought: str) -> list[Term]:
        """The entries that a search finds: those whose name has it first, then their words."""
        wanted = sought.strip().casefold()
        if not wanted:
            return list(self.terms)
        named = [t for t in self.terms if any(wanted in form.casefold() for form in t.forms)]
        return named + [t for t in self.terms if t not in named and wanted in t.text.casefold()]


def read_glossary(folder: Path, slides: Collection[str]) -> Glossary:
    """The glossary of the lesson in a folder; an empty one where it has none.

    slides: the ids that an entry may lead to.
    """
    file, glossary = open_glossary(folder, slides)
    return Glossary(glossary.terms, file.problems if file is not None else ())


def open_glossary(
    folder: Path, slides: Collection[str] | None
) -> tuple[LessonFile | None, Glossary]:
    """The glossary and its file, None where there is none. slides None: not every id is known."""
    if not (folder / GLOSSARY_FILE).is_file():
        return None, Glossary()
    file = open_toml(folder / GLOSSARY_FILE)
    for name in file.table:
        if name != "terms":
            sentence = f"the glossary has no field {name}{suggestion(name, ['terms'])}"
            file.report(sentence, (name,))
    raw = file.table.get("terms", [])
    if not isinstance(raw, list) or not raw:
        if not file.problems:
            file.report("the glossary has no terms; each one begins with [[terms]]")
        return file, Glossary()
    terms = []
    seen: dict[str, int] = {}
    for place, item in enumerate(raw):
        term = read_term(file, ("terms", place), item, slides, seen)
        if term is not None:
            terms.append(term)
    return file, Glossary(terms)


def read_term(
    file: LessonFile,
    keys: KeyPath,
    raw: object,
    slides: Collection[str] | None,
    seen: dict[str, int],
) -> Term | None:
    """One entry; None when something in it is wrong. seen: the forms so far, and their lines."""
    before = len(file.problems)
    term: Term | None = converted(file, keys, raw, Term, "a term")
    if term is None:
        return None
    check_markdown(file, term.text, (*keys, "text"))
    if not term.text.strip():
        file.report("text is empty", (*keys, "text"))
    if len(term.text.split()) > MOST_TERM_WORDS:
        file.report(f"an entry has at most {MOST_TERM_WORDS} words", (*keys, "text"))
    for form in term.forms:
        check_form(file, keys, form, seen)
    if term.slide is not None and slides is not None and term.slide not in slides:
        sentence = f"there is no slide {term.slide}{suggestion(term.slide, slides)}"
        file.report(sentence, (*keys, "slide"))
    return term if len(file.problems) == before else None


def check_form(file: LessonFile, keys: KeyPath, form: str, seen: dict[str, int]) -> None:
    """Report a form that is empty, or that another entry is found by already."""
    key = "term" if form == file_value(file, keys) else "also"
    if not form.strip():
        file.report(f"{key} is empty", (*keys, key))
    elif form.casefold() in seen:
        sentence = f'"{form}" is already explained on line {seen[form.casefold()]}'
        file.report(sentence, (*keys, key))
    seen.setdefault(form.casefold(), file.line((*keys, key)))


def file_value(file: LessonFile, keys: KeyPath) -> object:
    """The term as the file writes it."""
    item = file.table["terms"][keys[1]]
    return item.get("term") if isinstance(item, dict) else None
