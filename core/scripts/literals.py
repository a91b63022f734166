"""Numbers as Python writes them: the shortest text that reads back as the same float."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.arrays import Booleans, Floats
from core.scripts.lines import Span

Atom = tuple[Span, ...]  # what must stay on one line


def literal(number: float, whole: bool = False) -> str:
    """A finite float, shortest: ".4", "-1.3", "2"; with a point even if it is whole: "2.".

    float() first: the repr of a NumPy scalar is no number but a call. A minus before zero stays.
    """
    text = repr(float(number))
    if not np.isfinite(number):
        raise ValueError(f"{text} has no literal; scripts hold finite numbers")
    if text.endswith(".0"):
        return text[:-1] if whole or text == "-0.0" else text[:-2]
    if text.startswith(("0.", "-0.")):
        return text.replace("0.", ".", 1)
    return text


def number_rows(name: str, array: Floats, role: str) -> Iterator[list[Atom]]:
    """The rows of a matrix, or the one row of a vector, as atoms: a number and what follows it."""
    table = np.atleast_2d(array)
    only_whole = bool((table == np.floor(table)).all())
    kind = role or "number"
    for place, row in enumerate(table):
        texts = [literal(number) for number in row]
        if only_whole and place == 0:
            texts[0] = literal(row[0], whole=True)  # else the array would be one of integers
        yield [(Span(text, kind, (name, place, column)),) for column, text in enumerate(texts)]


def flag_rows(flags: Booleans) -> Iterator[list[Atom]]:
    """The rows of a mask, 1 and 0: True and False would fill a line with three words."""
    for row in flags:
        yield [(Span(str(int(flag)), "number"),) for flag in row]


def packed(
    opening: Atom, rows: Sequence[list[Atom]], closing: Atom, columns: int, single: bool
) -> Iterator[tuple[tuple[Span, ...], int]]:
    """Lines of at most `columns` letters, each with how many rows have begun by its end.

    single: one row a line. A row that is longer than a line is broken between numbers. A vector
    is one row, whose brackets are in `opening` and `closing`.
    """
    nested = "".join(span.text for span in opening).endswith("[[")
    line, used, begun = list(opening), width(opening), 0
    indent = Span("  ", "space")
    for place, row in enumerate(rows):
        pieces = enclosed(row, nested, place, len(rows), closing)
        whole = sum(width(piece) for piece in pieces)
        room = columns - used
        fits_alone = whole <= columns - 2
        if place and (single or whole > room) or (whole > room and fits_alone):
            yield trimmed(line), begun
            line, used = [indent], 2
        begun += 1
        for piece in pieces:
            if used + width(trimmed(piece)) > columns and len(line) > 1:
                yield trimmed(line), begun
                line, used = [indent, *([Span(" ", "space")] if nested else [])], 2 + nested
            line += piece
            used += width(piece)
    yield trimmed(line), begun


def enclosed(row: list[Atom], nested: bool, place: int, rows: int, closing: Atom) -> list[Atom]:
    """A row's numbers with their commas and brackets, each with what stays on its line."""
    pieces = []
    for column, atom in enumerate(row):
        piece = list(atom)
        if nested and column == 0 and place:
            piece.insert(0, Span("[", "punctuation"))
        if column < len(row) - 1:
            piece.append(Span(", ", "punctuation"))
        elif place < rows - 1:
            piece.append(Span("], ", "punctuation"))
        else:
            piece += closing
        pieces.append(tuple(piece))
    return pieces


def trimmed(line: Sequence[Span]) -> tuple[Span, ...]:
    """A line without the blank at its end."""
    last = line[-1]
    return (*line[:-1], last._replace(text=last.text.rstrip()))


def width(spans: Sequence[Span]) -> int:
    """How many letters spans take."""
    return sum(len(span.text) for span in spans)
