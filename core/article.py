"""The article of a lesson as records: sections of paragraphs, formulas and drawings, with notes.

`core.article_reading` makes these from article.md; nothing here knows a file format.
"""

from __future__ import annotations

import msgspec

from core.lesson import Problem


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source, shown in the margin. text is Markdown; link is an address, label its words."""

    id: str
    text: str
    link: str = ""
    label: str = ""


class TopWeightFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing: the mean top weight against d_k, unscaled and scaled, computed by the engine.

    queries: random queries from `seed`, each with `keys` keys. marked: the d_k whose values are
    written out, a power of two up to 1024.
    """

    id: str
    seed: int = 7
    queries: int = 4000
    keys: int = 8
    marked: int = 64

    def __post_init__(self) -> None:
        for name, least, most in (
            ("seed", 0, 2**31 - 1),
            ("queries", 1, 20_000),
            ("keys", 2, 64),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} is {value}; it must lie between {least} and {most}")
        if self.marked not in {2**power for power in range(11)}:
            raise ValueError(f"marked is {self.marked}; it must be 1, 2, 4 and so on up to 1024")


class Paragraph(msgspec.Struct, frozen=True):
    """Words in Markdown; citations stand in them as raised numbers.

    notes: the numbers that are cited here. slide: the slide that the paragraph leads to, or "".
    """

    text: str
    notes: tuple[int, ...] = ()
    slide: str = ""


class Display(msgspec.Struct, frozen=True):
    """A formula on a line of its own, how it is read aloud, and its number such as 4.1."""

    latex: str
    spoken: str
    number: str


class Drawing(msgspec.Struct, frozen=True):
    """A figure with its caption (Markdown) and its number such as 4.1."""

    figure: TopWeightFigure
    caption: str
    number: str


Block = Paragraph | Display | Drawing


class Section(msgspec.Struct, frozen=True):
    """One section; numbers count from 1."""

    number: int
    title: str
    blocks: tuple[Block, ...]


class Article(msgspec.Struct, frozen=True):
    """The whole article. notes are in the order in which they are cited; note 1 is notes[0]."""

    title: str
    sections: tuple[Section, ...]
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
