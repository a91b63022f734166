"""Numbers as Python writes them: the shortest text that reads back as the same float."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from core.arrays import Booleans, Floats
from core.scripts.lines import Span

INDENT, BLANK = Span("  ", "space"), Span(" ", "space")
OPEN, NEXT, COMMA = (Span(text, "punctuation") for text in ("[", "], ", ", "))


def literal(number: float, whole: bool = False) -> str:
    """A finite float, shortest: ".4", "-1.3", "2"; with a point even if it is whole: "2.".

    float() first: the repr of a NumPy scalar is no number but a call. A minus before zero stays.
    """
    text = repr(float(number))
    if not math.isfinite(number):
        raise ValueError(f"{text} has no literal; scripts hold finite numbers")
    if text.endswith(".0"):
        return text[:-1] if whole or text == "-0.0" else text[:-2]
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return text


def number_rows(name: str, array: Floats, role: str) -> list[list[Span]]:
    """The numbers of a matrix, or of a vector as one row. name: of the matrix, "" for none."""
    table = np.atleast_2d(array)
    only_whole = bool((table == np.floor(table)).all())
    kind = role or "number"
    rows = []
    for place, row in enumerate(table.tolist()):
        texts = [literal(number) for number in row]
        if only_whole and place == 0:
            texts[0] = literal(row[0], whole=True)  # else the array would be one of integers
        if name:
            rows.append([Span(text, kind, (name, place, at)) for at, text in enumerate(texts)])
        else:
            rows.append([Span(text, kind) for text in texts])
    return rows


def flag_rows(flags: Booleans) -> list[list[Span]]:
    """The rows of a mask, 1 and 0: True and False would fill a line with three words."""
    return [[Span(str(int(flag)), "number") for flag in row] for row in flags]


def packed(
    opening: Sequence[Span], rows: Sequence[list[Span]], closing: Span, columns: int, single: bool
) -> Iterator[tuple[tuple[Span, ...], int]]:
    """Lines of at most `columns` letters, each with how many rows have begun by its end.

    single: one row a line. A row that is longer than a line is broken between numbers. A vector
    is one row, whose brackets are in `opening` and `closing`.
    """
    nested = "".join(span.text for span in opening).endswith("[[")
    start = (INDENT, BLANK) if nested else (INDENT,)
    line, used, begun = list(opening), width(opening), 0
    for place, row in enumerate(rows):
        first = [OPEN] if nested and place else []
        last = closing if place == len(rows) - 1 else NEXT
        whole = width(first) + width(row) + len(COMMA.text) * (len(row) - 1) + len(last.text)
        fits_alone = whole <= columns - 2
        if place and (single or whole > columns - used) or (whole > columns - used and fits_alone):
            yield trimmed(line), begun
            line, used = [INDENT], 2
        begun += 1
        for at, number in enumerate(row):
            ends = at == len(row) - 1
            piece = (*(first if at == 0 else ()), number, last if ends else COMMA)
            wide = width(piece)
            if used + wide - (0 if ends and last is closing else 1) > columns and len(line) > 1:
                yield trimmed(line), begun
                line, used = list(start), width(start)
            line += piece
            used += wide
    yield trimmed(line), begun


def trimmed(line: Sequence[Span]) -> tuple[Span, ...]:
    """A line without the blank at its end."""
    last = line[-1]
    return (*line[:-1], Span(last.text.rstrip(), last.kind, last.place))


def width(spans: Sequence[Span]) -> int:
    """How many letters spans take."""
    return sum(len(span.text) for span in spans)
