"""How the words of three rows stand, on one line in columns or wrapped: pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF

from desktop_app import lettering
from desktop_app.lettering import CAPTION, LABEL, Style

HEADS = 2  # of the three rows, the first has its head above this geometry
HEAD_HEIGHT, HEAD_GAP, AFTER_HEAD = 16.0, 8.0, 4.0
WIDEST = 160.0  # px of a column; a longer word is cut
LEAST_GAP, MOST_GAP = 12.0, 28.0  # px between two columns
GAP = 12.0  # after a word that is not in a column
LARGE = (LABEL.sized(17), 28.0)  # type and its line, in px
STYLES = ((LABEL.sized(15), 24.0), (LABEL, 18.0), (CAPTION, 16.0))
ROOMY = 84.0  # px of a row from which its words are large
BETWEEN = HEADS * (HEAD_HEIGHT + HEAD_GAP + AFTER_HEAD)


@dataclass(frozen=True)
class Wrapping:
    """words: a rectangle for every word of every row. heads: of the second and the third row.

    height: what all of it needs, in px.
    """

    style: Style
    words: tuple[tuple[QRectF, ...], ...]
    heads: tuple[QRectF, ...]
    height: float


def wrapping(rect: QRectF, rows: tuple[tuple[str, ...], ...]) -> Wrapping:
    """The rows below one another in equal parts of `rect`, in the largest type that fits."""
    return _wrapping(rect.getRect(), rows)


@lru_cache(maxsize=4)
def _wrapping(
    place: tuple[float, float, float, float], rows: tuple[tuple[str, ...], ...]
) -> Wrapping:
    """Kept, because painting, pointing and the pane's height all ask for the same one."""
    rect = QRectF(*place)
    part = (rect.height() - BETWEEN) / len(rows)
    styles = (LARGE, *STYLES) if part >= ROOMY else STYLES
    for style, line in styles[:-1]:
        placed = in_columns(rect.width(), rows, style, line)
        if placed is not None:
            return stacked(rect, placed, style, part)
    for style, line in styles:
        flowing = [flow(rect.width(), row, style, line) for row in rows]
        tallest = max((row[-1].bottom() for row in flowing if row), default=0.0)
        if tallest <= part or style is STYLES[-1][0]:
            return stacked(rect, flowing, style, max(part, tallest))
    raise AssertionError("the last style always returns")


def in_columns(
    width: float, rows: Sequence[Sequence[str]], style: Style, line: float
) -> list[list[QRectF]] | None:
    """All rows on one line each, word n below word n; None where they do not fit.

    A column is as wide as its widest word; what is left over goes to the gaps, up to a limit.
    """
    bold = style.bold()
    count = max(len(row) for row in rows)
    columns = [
        max(min(lettering.width(row[place], bold), WIDEST) for row in rows if place < len(row))
        for place in range(count)
    ]
    left = width - sum(columns)
    if count and left / count < LEAST_GAP:
        return None
    gap = min(left / max(count, 1), MOST_GAP)
    starts = [sum(columns[:place]) + place * gap for place in range(count)]
    return [
        [
            QRectF(starts[place], 0, min(lettering.width(word, bold), WIDEST), line)
            for place, word in enumerate(row)
        ]
        for row in rows
    ]


def flow(width: float, row: Sequence[str], style: Style, line: float) -> list[QRectF]:
    """One row broken into lines where its words do not fit; each word as wide as in bold."""
    placed, x, y = [], 0.0, 0.0
    for word in row:
        wide = min(lettering.width(word, style.bold()), width)
        if x and x + wide > width:
            x, y = 0.0, y + line
        placed.append(QRectF(x, y, wide, line))
        x += wide + GAP
    return placed


def stacked(
    rect: QRectF, placed: Sequence[Sequence[QRectF]], style: Style, part: float
) -> Wrapping:
    """Rows of words that begin at 0, put below one another with room for the heads."""
    words, heads, top = [], [], rect.top()
    for place, row in enumerate(placed):
        if place:
            head = QRectF(rect.left(), top + HEAD_GAP, rect.width(), HEAD_HEIGHT)
            heads.append(head)
            top = head.bottom() + AFTER_HEAD
        words.append(tuple(word.translated(rect.left(), top) for word in row))
        top += part
    return Wrapping(style, tuple(words), tuple(heads), top - rect.top())


@lru_cache(maxsize=4)
def needed(width: float, rows: tuple[tuple[str, ...], ...]) -> float:
    """The least height in px at which these rows fit, in the smallest type."""
    style, line = STYLES[-1]
    flowing = [flow(width, row, style, line) for row in rows]
    return BETWEEN + len(rows) * max((row[-1].bottom() for row in flowing if row), default=0.0)
