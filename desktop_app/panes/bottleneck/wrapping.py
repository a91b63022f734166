"""How words stand on one line or on several, in columns of one width: pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from desktop_app import lettering
from desktop_app.lettering import CAPTION, LABEL, Style

MOST_LINES = 4
COLUMN = (52.0, 120.0)  # a word's column is at least and at most this wide, in px
KEY_LINE = 22.0
WORDS = (LABEL.sized(15), LABEL, CAPTION)


@dataclass(frozen=True)
class Wrapping:
    """How the words stand: columns of one width, on one line or several."""

    columns: int
    lines: int
    wide: float
    style: Style


def wrapping(width: float, tokens: tuple[str, ...]) -> Wrapping:
    """The largest type with which all words fit on one line, else the fewest lines."""
    count = len(tokens)
    for style in WORDS:
        longest = max(lettering.width(token, style.bold()) for token in tokens) + 10
        wide = min(max(longest, COLUMN[0]), COLUMN[1])
        if wide * count <= width + 10:
            return Wrapping(count, 1, min(width / count, COLUMN[1]), style)
    fit = max(int(width // wide), 1)
    lines = min(math.ceil(count / fit), MOST_LINES)
    columns = math.ceil(count / lines)
    return Wrapping(columns, lines, width / columns, style)


def block_rect(rect: QRectF, wrapped: Wrapping, line: int) -> QRectF:
    """The room of one line of words with its bars."""
    top = rect.top() + (KEY_LINE if wrapped.lines > 1 else 0.0)
    height = (rect.bottom() - top) / wrapped.lines
    return QRectF(rect.left(), top + line * height, rect.width(), height)


def word_rect(rect: QRectF, wrapped: Wrapping, place: int) -> QRectF:
    """The column of one word, with its bars."""
    line, column = divmod(place, wrapped.columns)
    block = block_rect(rect, wrapped, line)
    return QRectF(block.left() + column * wrapped.wide, block.top(), wrapped.wide, block.height())


def word_at(rect: QRectF, tokens: tuple[str, ...], point: QPointF) -> int | None:
    """The word whose column is under a point."""
    wrapped = wrapping(rect.width(), tokens)
    for place in range(len(tokens)):
        if word_rect(rect, wrapped, place).contains(point):
            return place
    return None
