"""article.md -> an Article, with everything that is wrong with it as sentences on their lines.

Markdown after TOML front matter. `## ` begins a section, `### ` a question that learners ask,
`$$ ... $$ (spoken)` is a formula on its own line, `{=id}` quotes a fact and `[^id]` cites a note of
the front matter, `![caption](figure:id)` draws a figure of it; `[open](slide:id)` and
`[open](state:id)` on a line of their own put a button beside what stands above them, and
`[all](questions)` lists all questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from core import prose
from core.article import (
    Article,
    Asked,
    Block,
    Display,
    Drawing,
    Listing,
    Paragraph,
    Section,
    State,
)
from core.article_facts import UNKNOWN
from core.article_front import Front
from core.lesson import Slide
from core.lesson_file import LessonFile, open_slide
from core.wording import suggestion

ARTICLE_FILE = "article.md"
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CITED = re.compile(r"\[\^([\w-]+)\]")
QUOTED = re.compile(r"\{=([\w-]+)\}")
BUTTON = re.compile(r"\[[^\]]*\]\((slide|state):([\w-]+)\)")
LISTING = re.compile(r"\[[^\]]*\]\(questions\)")
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


def open_article(folder: Path, slides: Iterable[Slide] | None) -> tuple[LessonFile, Article]:
    """The article of a lesson and the file behind it.

    slides: None lets every button pass, and leaves numbers out that are measured on a slide.
    """
    file = open_slide(folder / ARTICLE_FILE)
    reading = Reading(file, Front(file, None if slides is None else tuple(slides)))
    return file, reading.article()


@dataclass
class Reading:
    """One article while it is read."""

    file: LessonFile
    front: Front
    cited: list[str] = field(default_factory=list)
    quoted: set[str] = field(default_factory=set)
    sections: list[Section] = field(default_factory=list)
    formulas: int = 0
    drawings: int = 0

    def article(self) -> Article:
        """Read everything."""
        self.front.read()
        for token in blocks_of().parse(self.file.body):
            if token.map is not None and token.level == 0:
                self.read_block(token)
        if not self.sections and not self.file.problems:
            sentence = "an article needs a section: ## and its title"
            self.file.report_line(sentence, self.file.body_line)
        for names, used, words in (
            (self.front.notes, self.cited, "no paragraph cites the note"),
            (self.front.facts, self.quoted, "nothing quotes the fact"),
        ):
            for id_ in names:
                if id_ not in used:
                    self.file.report(f"{words} {id_}", self.front.places[id_])
        return Article(
            title=self.front.title,
            sections=tuple(self.with_listing(section) for section in self.sections),
            notes=tuple(self.front.notes[id_] for id_ in self.cited),
            problems=tuple(self.file.problems),
        )

    def with_listing(self, section: Section) -> Section:
        """A section whose list of questions, if it has one, names them all."""
        questions = tuple(
            (block.text, part.number)
            for part in self.sections
            for block in part.blocks
            if isinstance(block, Asked)
        )
        blocks = tuple(
            Listing(questions) if isinstance(block, Listing) else block for block in section.blocks
        )
        return msgspec.structs.replace(section, blocks=blocks)

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
        """A new section, or a question inside one."""
        title = self.source(token).lstrip("#").strip()
        if token.tag == "h3" and self.sections:
            self.check(token, title)
            self.add(token, Asked(self.with_facts(token, title)))
            return
        if token.tag != "h2":
            sentence = "a section begins with ## and a question in it with ###"
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
        """Words, a figure on a line of its own, a button, or the list of questions."""
        text = self.source(token)
        if figure := FIGURE.fullmatch(text):
            self.read_figure(token, figure[1], figure[2])
        elif button := BUTTON.fullmatch(text):
            self.read_button(token, button[1], button[2])
        elif LISTING.fullmatch(text):
            self.add(token, Listing())
        else:
            text = self.with_facts(token, text)
            self.check(token, text)
            numbers: list[int] = []
            raised = CITED.sub(lambda found: self.citation(token, text, found, numbers), text)
            self.add(token, Paragraph(raised, tuple(dict.fromkeys(numbers))))

    def check(self, token: Token, text: str) -> None:
        """Report what an article cannot show."""
        for fault in prose.faults(text):
            self.file.report_line(fault.text, self.line(token) + fault.line)

    def with_facts(self, token: Token, text: str) -> str:
        """A text with its facts as digits."""

        def digits(found: re.Match[str]) -> str:
            if found[1] in self.front.dropped:
                return UNKNOWN
            if found[1] not in self.front.facts:
                names = suggestion(found[1], self.front.facts)
                line = self.line(token) + text[: found.start()].count("\n")
                self.file.report_line(f"there is no fact {found[1]}{names}", line)
                return found[0]
            self.quoted.add(found[1])
            return self.front.facts[found[1]]

        return QUOTED.sub(digits, text)

    def citation(self, token: Token, text: str, found: re.Match[str], numbers: list[int]) -> str:
        """A citation as a raised number; numbers count from the first citation of the article."""
        id_, notes = found[1], self.front.notes
        if id_ not in notes:
            line = self.line(token) + text[: found.start()].count("\n")
            self.file.report_line(f"there is no note {id_}{suggestion(id_, notes)}", line)
            return ""
        if id_ not in self.cited:
            self.cited.append(id_)
        numbers.append(self.cited.index(id_) + 1)
        return str(numbers[-1]).translate(RAISED)

    def read_figure(self, token: Token, caption: str, id_: str) -> None:
        """A figure of the front matter, with its caption."""
        figures = self.front.figures
        if id_ in self.front.dropped:
            return
        if id_ not in figures:
            sentence = f"there is no figure {id_}{suggestion(id_, figures)}"
            self.file.report_line(sentence, self.line(token))
            return
        self.drawings += 1
        number = f"{len(self.sections)}.{self.drawings}"
        caption = " ".join(self.with_facts(token, caption).split())
        self.check(token, caption)
        self.add(token, Drawing(figures[id_], caption, number))

    def read_button(self, token: Token, kind: str, id_: str) -> None:
        """A way to a slide, as it is or in a state, beside the paragraph or figure above."""
        slides, states = self.front.slides, self.front.states
        if kind == "state" and id_ in self.front.dropped:
            return
        known = None if slides is None else {slide.id for slide in slides}
        state = states.get(id_) if kind == "state" else State(id="", slide=id_)
        if state is None or (known is not None and state.slide not in known):
            name = id_ if state is None else state.slide
            near = suggestion(name, states if state is None else known or ())
            noun = kind if state is None else "slide"
            self.file.report_line(f"there is no {noun} {name}{near}", self.line(token))
            return
        blocks = list(self.sections[-1].blocks) if self.sections else []
        block = blocks[-1] if blocks else None
        if isinstance(block, Display):
            block = next((part for part in reversed(blocks) if isinstance(part, Paragraph)), None)
        if not isinstance(block, Paragraph | Drawing):
            self.file.report_line("a button stands under a paragraph", self.line(token))
            return
        place = max(at for at, part in enumerate(blocks) if part is block)
        blocks[place] = msgspec.structs.replace(block, ways=(*block.ways, state))
        self.replace_blocks(blocks)

    def add(self, token: Token, block: Block) -> None:
        """Put a block at the end of the section that is open."""
        if not self.sections:
            sentence = "the text begins with a section: ## and its title"
            self.file.report_line(sentence, self.line(token))
            return
        self.replace_blocks([*self.sections[-1].blocks, block])

    def replace_blocks(self, blocks: list[Block]) -> None:
        self.sections[-1] = msgspec.structs.replace(self.sections[-1], blocks=tuple(blocks))
