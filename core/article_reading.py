"""article.md -> an Article, with everything that is wrong with it as sentences on their lines.

Markdown after TOML front matter. `## ` begins a section, `$$ ... $$ (spoken)` is a formula on its
own line, `[^id]` cites a note of the front matter, `![caption](figure:id)` draws a figure of it,
and `[open](slide:id)` on a line of its own puts a button beside the paragraph above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from core import prose
from core.article import Article, Block, Display, Drawing, Note, Paragraph, Section, TopWeightFigure
from core.converting import converted
from core.lesson import Slide
from core.lesson_file import LessonFile, open_slide
from core.wording import suggestion

ARTICLE_FILE = "article.md"
FIELDS = ("title", "notes", "figures")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CITED = re.compile(r"\[\^([\w-]+)\]")
BUTTON = re.compile(r"\[[^\]]*\]\(slide:([\w-]+)\)")
FIGURE = re.compile(r"!\[(.*)\]\(figure:([\w-]+)\)", re.DOTALL)


@cache
def blocks_of() -> MarkdownIt:
    """Splits the text into headings, paragraphs and formulas; it leaves the words alone."""
    made = MarkdownIt("commonmark", {"html": False})
    made.use(dollarmath_plugin, allow_labels=True, allow_space=False, label_normalizer=str)
    return made


def block_source(body: str, token: Token) -> str:
    """The Markdown of a block, as it stands in the text."""
    first, last = token.map or (0, 0)
    return "\n".join(body.split("\n")[first:last]).strip()


def read_article(folder: Path, slides: Iterable[Slide]) -> Article:
    """The article of the lesson in `folder`; `problems` says what is wrong with it."""
    return open_article(folder, slides)[1]


def open_article(
    folder: Path, slides: Iterable[Slide] | None
) -> tuple[LessonFile, Article]:
    """The article of a lesson and the file behind it. slides: None lets every button pass."""
    file = open_slide(folder / ARTICLE_FILE)
    reading = Reading(file, None if slides is None else {slide.id for slide in slides})
    return file, reading.article()


@dataclass
class Reading:
    """One article while it is read. slides: the ids that a button may lead to; None for any."""

    file: LessonFile
    slides: set[str] | None
    notes: dict[str, Note] = field(default_factory=dict)
    figures: dict[str, TopWeightFigure] = field(default_factory=dict)
    cited: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    formulas: int = 0
    drawings: int = 0

    def article(self) -> Article:
        """Read everything."""
        self.read_front()
        for token in blocks_of().parse(self.file.body):
            if token.map is not None and token.level == 0:
                self.read_block(token)
        if not self.sections and not self.file.problems:
            sentence = "an article needs a section: ## and its title"
            self.file.report_line(sentence, self.file.body_line)
        for id_ in self.notes:
            if id_ not in self.cited:
                self.file.report(f"no paragraph cites the note {id_}", self.places[id_])
        return Article(
            title=self.title,
            sections=tuple(self.sections),
            notes=tuple(self.notes[id_] for id_ in self.cited),
            problems=tuple(self.file.problems),
        )

    # the front matter

    def read_front(self) -> None:
        """Title, notes and figures."""
        file = self.file
        title = file.table.get("title")
        self.title = title if isinstance(title, str) else file.path.parent.name
        if not isinstance(title, str) and file.readable and not file.problems:
            file.report("an article needs the field title", ("title",))
        for name in file.table:
            if name not in FIELDS:
                file.report(f"an article has no field {name}{suggestion(name, FIELDS)}", (name,))
        self.places: dict[str, tuple[str, int]] = {}
        self.notes = self.records("notes", Note, "a note")
        self.figures = self.records("figures", TopWeightFigure, "a figure")
        for id_, note in self.notes.items():
            file.texts[(*self.places[id_], "text")] = note.text
            for fault in prose.faults(note.text):
                file.report(fault.text, (*self.places[id_], "text"), below=fault.line)

    def records(self, name: str, kind: type[Any], noun: str) -> dict[str, Any]:
        """The sound records of one list of the front matter, by id."""
        raw = self.file.table.get(name, [])
        if not isinstance(raw, list):
            self.file.report(f"{name} must be written with two brackets, [[{name}]]", (name,))
            return {}
        found: dict[str, Any] = {}
        for place, item in enumerate(raw):
            record = converted(self.file, (name, place), item, kind, noun)
            if record is None:
                continue
            if record.id in self.places:
                self.file.report(f'the id "{record.id}" is already used', (name, place, "id"))
            found[record.id] = record
            self.places[record.id] = (name, place)
        return found

    # the text

    def line(self, token: Token) -> int:
        """The line of the file on which a block begins."""
        return self.file.body_line + (token.map[0] if token.map else 0)

    def source(self, token: Token) -> str:
        return block_source(self.file.body, token)

    def read_block(self, token: Token) -> None:
        """One block of the text."""
        match token.type:
            case "heading_open":
                self.read_heading(token)
            case "math_block" | "math_block_label":
                self.read_formula(token)
            case "paragraph_open":
                self.read_paragraph(token)
            case _:
                name = token.type.removesuffix("_open").replace("_", " ")
                sentence = f"a {name} cannot be shown in an article"
                self.file.report_line(sentence, self.line(token))

    def read_heading(self, token: Token) -> None:
        """A new section."""
        title = self.source(token).lstrip("#").strip()
        if token.tag != "h2":
            sentence = "a section begins with ##; other headings cannot be shown"
            self.file.report_line(sentence, self.line(token))
        self.formulas = self.drawings = 0
        self.sections.append(Section(len(self.sections) + 1, title, ()))

    def read_formula(self, token: Token) -> None:
        """A formula with its number; the words in brackets after it say how it is read."""
        self.formulas += 1
        if not token.info.strip():
            sentence = "a formula needs how it is read aloud, in brackets: $$...$$ (x equals y)"
            self.file.report_line(sentence, self.line(token))
        number = f"{len(self.sections)}.{self.formulas}"
        self.add(token, Display(token.content.strip(), token.info.strip(), number))

    def read_paragraph(self, token: Token) -> None:
        """Words, a figure on a line of its own, or a button beside the paragraph above."""
        text = self.source(token)
        if figure := FIGURE.fullmatch(text):
            self.read_figure(token, figure[1], figure[2])
        elif button := BUTTON.fullmatch(text):
            self.read_button(token, button[1])
        else:
            for fault in prose.faults(text):
                self.file.report_line(fault.text, self.line(token) + fault.line)
            numbers: list[int] = []
            raised = CITED.sub(lambda found: self.citation(token, text, found, numbers), text)
            self.add(token, Paragraph(raised, tuple(dict.fromkeys(numbers))))

    def citation(
        self, token: Token, text: str, found: re.Match[str], numbers: list[int]
    ) -> str:
        """A citation as a raised number; numbers count from the first citation of the article."""
        id_ = found[1]
        if id_ not in self.notes:
            line = self.line(token) + text[: found.start()].count("\n")
            self.file.report_line(f"there is no note {id_}{suggestion(id_, self.notes)}", line)
            return ""
        if id_ not in self.cited:
            self.cited.append(id_)
        numbers.append(self.cited.index(id_) + 1)
        return str(numbers[-1]).translate(RAISED)

    def read_figure(self, token: Token, caption: str, id_: str) -> None:
        """A figure of the front matter, with its caption."""
        if id_ not in self.figures:
            sentence = f"there is no figure {id_}{suggestion(id_, self.figures)}"
            self.file.report_line(sentence, self.line(token))
            return
        self.drawings += 1
        number = f"{len(self.sections)}.{self.drawings}"
        self.add(token, Drawing(self.figures[id_], " ".join(caption.split()), number))

    def read_button(self, token: Token, id_: str) -> None:
        """A way to a slide, beside the last paragraph of the section."""
        if self.slides is not None and id_ not in self.slides:
            sentence = f"there is no slide {id_}{suggestion(id_, self.slides)}"
            self.file.report_line(sentence, self.line(token))
            return
        blocks = list(self.sections[-1].blocks) if self.sections else []
        for place in reversed(range(len(blocks))):
            block = blocks[place]
            if isinstance(block, Paragraph):
                blocks[place] = msgspec.structs.replace(block, slide=id_)
                self.replace_blocks(blocks)
                return
        self.file.report_line("a button stands under a paragraph", self.line(token))

    def add(self, token: Token, block: Block) -> None:
        """Put a block at the end of the section that is open."""
        if not self.sections:
            sentence = "the text begins with a section: ## and its title"
            self.file.report_line(sentence, self.line(token))
            return
        self.replace_blocks([*self.sections[-1].blocks, block])

    def replace_blocks(self, blocks: list[Block]) -> None:
        self.sections[-1] = msgspec.structs.replace(self.sections[-1], blocks=tuple(blocks))
