"""The article of a lesson as records: sections of paragraphs, questions, formulas and drawings.

`core.article_reading` makes these from article.md; nothing here knows a file format.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiment import Experiment
from core.lesson import Problem, Where


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source, shown in the margin. text is Markdown; link is an address, label its words."""

    id: str
    text: str
    link: str = ""
    label: str = ""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that the text quotes as {=id}: measured when the article is read, never typed in.

    measure (with its `where`) or step: what is looked for in the trace of `experiment`; a step must
    be a single number. model and figure: a measured figure of a trained letters model instead.
    The number is multiplied by `times` and written with so many decimals.
    """

    id: str
    experiment: Experiment | None = None
    measure: str = ""
    where: Where = Where()
    step: str = ""
    model: str = ""
    figure: str = ""
    decimals: int = 2
    times: float = 1.0


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state of a lab that the text leads to: the slide, and the experiment that it opens with."""

    id: str
    slide: str
    experiment: Experiment | None = None


class TopWeightFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing: the mean top weight against d_k, unscaled and scaled, computed by the engine.

    queries: random queries from `seed`, each with `keys` keys. marked: the d_k whose values are
    written out, a power of two up to 1024.
    """

    id: str
    kind: Literal["top weight"] = "top weight"
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


class PublishedCurves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing: BLEU against sentence length as a paper reports it.

    source: the id of a figure in resources/papers/bleu-by-length.toml.
    """

    id: str
    kind: Literal["published"] = "published"
    source: str = "bahdanau-2015"


class CostCurves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing: multiply-adds of a self-attention layer against the length n, at `width` d."""

    id: str
    kind: Literal["cost"] = "cost"
    width: int = 512

    def __post_init__(self) -> None:
        if self.width not in {2**power for power in range(4, 12)}:
            raise ValueError(f"width is {self.width}; it must be 16, 32 and so on up to 2048")


class MapFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing: the weights of an experiment, a row for each query. head: which of several."""

    id: str
    kind: Literal["map"] = "map"
    experiment: Experiment | None = None
    head: int = 1


ArticleFigure = TopWeightFigure | PublishedCurves | CostCurves | MapFigure


class Paragraph(msgspec.Struct, frozen=True):
    """Words in Markdown; citations stand in them as raised numbers.

    notes: the numbers that are cited here. ways: the states that the paragraph leads to.
    """

    text: str
    notes: tuple[int, ...] = ()
    ways: tuple[State, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A question that learners ask, as a heading; the paragraphs after it answer it."""

    text: str


class Listing(msgspec.Struct, frozen=True):
    """The place where all questions of the article are listed, each with its section's number."""

    questions: tuple[tuple[str, int], ...] = ()


class Display(msgspec.Struct, frozen=True):
    """A formula on a line of its own, how it is read aloud, and its number such as 4.1."""

    latex: str
    spoken: str
    number: str


class Drawing(msgspec.Struct, frozen=True):
    """A figure with its caption (Markdown), its number such as 4.1, and the states it leads to."""

    figure: ArticleFigure
    caption: str
    number: str
    ways: tuple[State, ...] = ()


Block = Paragraph | Asked | Display | Drawing | Listing


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
