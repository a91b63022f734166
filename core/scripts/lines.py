"""A script as lines of spans: what each piece is, which group it stands in, what it makes."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Form = Literal["numpy", "torch"]
Place = tuple[str, int, int]  # of a number: the name of its matrix, row and column from 0

KEYWORDS = frozenset(keyword.kwlist)
WORDS = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<string>'[^']*'|\"[^\"]*\")"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)"
    r"|(?P<space>\s+)"
    r"|(?P<punctuation>.)"
)


class Span(NamedTuple):
    """A piece of a line. kind: query, key, value or weight where it belongs to one of these, else
    number, keyword, name, string, comment or punctuation. place: of a number in a matrix."""

    text: str
    kind: str
    place: Place | None = None


@dataclass(frozen=True)
class Line:
    """One line of a script.

    group: lines of one group stand close together. step: the step of the trace that the line
    makes or writes down, "" for none; makes: its name in the script. fold: what stands in place
    of the line where room is short, such as "3 more rows"; "" where it is always shown. part: the
    line stands in a loop and makes a part of the step in every round.
    """

    spans: tuple[Span, ...]
    group: int
    step: str = ""
    makes: str = ""
    fold: str = ""
    part: bool = False

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class Script:
    """A program that writes down one experiment, computes what its lab shows and checks that.

    prints: what it prints, to the letter; printed: what that is, in words. note: what the script
    leaves out, "" for nothing.
    """

    form: Form
    lines: tuple[Line, ...]
    prints: str
    printed: str
    note: str = ""

    @property
    def text(self) -> str:
        """The whole program; it ends with a line break."""
        pieces = []
        for place, line in enumerate(self.lines):
            if place and line.group != self.lines[place - 1].group:
                pieces.append("\n")
            pieces.append(line.text + "\n")
        return "".join(pieces)

    @property
    def numbers(self) -> Mapping[Place, str]:
        """Every number of every matrix, as it is written."""
        spans = (span for line in self.lines for span in line.spans)
        return {span.place: span.text for span in spans if span.place is not None}


class Row(NamedTuple):
    """A row of a script as it is shown: a line with its number from 1, or words for several."""

    line: Line
    number: int
    folded: str = ""


def shown_rows(script: Script, kept: frozenset[Place] = frozenset()) -> Iterator[Row]:
    """The rows to show: long matrices folded, but for lines that hold a number of `kept`."""
    before = ""
    for number, line in enumerate(script.lines, 1):
        keep = any(span.place in kept for span in line.spans if span.place is not None)
        if not line.fold or keep:
            before = ""
            yield Row(line, number)
        elif line.fold != before:
            before = line.fold
            yield Row(line, number, line.fold)


def changed(script: Script, before: Mapping[Place, str], most: int = 8) -> frozenset[Place]:
    """The numbers that were others before; none where the shapes or more than `most` differ."""
    now = script.numbers
    if before.keys() != now.keys():
        return frozenset()
    found = {place for place, text in now.items() if text != before[place]}
    return frozenset(found) if len(found) <= most else frozenset()


def spans_of(code: str, roles: Mapping[str, str]) -> tuple[Span, ...]:
    """A line of code cut into spans. roles: the names that belong to query, key, value, weight."""
    spans = []
    for match in WORDS.finditer(code):
        kind, text = match.lastgroup or "", match.group()
        if kind == "name":
            kind = roles.get(text, "keyword" if text in KEYWORDS else "name")
        spans.append(Span(text, kind))
    return tuple(spans)
