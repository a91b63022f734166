"""The likeliest next words of a step with their probabilities, below the map of pane 03."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from desktop_app import lettering, numbers
from desktop_app.lettering import HEAD, LABEL
from desktop_app.panes.alignment.layout import BAR_ROW, WORDS, AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.theme import Theme

HEAD_ROOM, NUMBER = 84.0, 44.0
THICK = 12.0


def paint_next_words(
    painter: QPainter,
    layout: AlignmentLayout,
    state: StepState,
    theme: Theme,
    under_way: npt.NDArray[np.float64] | None = None,
) -> None:
    """The head, and a row a word: the chosen one in the colour of the query that asked.

    under_way: the bars on their way to new lengths, from the likeliest word on.
    """
    room = layout.next_words
    head = QRectF(room.left(), room.top(), HEAD_ROOM, BAR_ROW)
    lettering.draw(painter, head, "Next word", HEAD, theme.ink)
    if state.trace.problem:
        rest = room.adjusted(HEAD_ROOM + 12, 0, 0, BAR_ROW - room.height())
        text = "needs the trained weights"
        lettering.draw(painter, rest, text, LABEL, theme.ink2)
        return
    rows = int(room.height() / BAR_ROW)
    for row, (word, share) in enumerate(state.trace.next_words[:rows]):
        place = QRectF(room.left(), room.top() + row * BAR_ROW, room.width(), BAR_ROW)
        reached = share if under_way is None else float(under_way[row])
        paint_word(painter, place, word, (share, reached), row == 0, theme)


def likelihoods(state: StepState) -> npt.NDArray[np.float64]:
    """The probabilities of the words shown, the likeliest first."""
    return np.array([share for _, share in state.trace.next_words], dtype=float)


def paint_word(
    painter: QPainter,
    row: QRectF,
    word: str,
    shares: tuple[float, float],
    chosen: bool,
    theme: Theme,
) -> None:
    """One word, its bar from 0 to 1, its probability. shares: of the word, and of its bar."""
    share, reached = shares
    style = LABEL.bold(chosen)
    colour = theme.query.text if chosen else theme.ink2
    left = row.left() + HEAD_ROOM + 12
    name = QRectF(left, row.top(), WORDS, row.height())
    shown = lettering.fitted(word, style, name.width() - 8)
    lettering.draw(painter, name, shown, style, colour)
    start, end = name.right(), row.right() - NUMBER - 12
    long = max((end - start) * reached, 1.0)
    bar = QRectF(start, row.center().y() - THICK / 2, long, THICK)
    painter.fillRect(bar, theme.query.line if chosen else theme.edge)
    number = QRectF(row.right() - NUMBER, row.top(), NUMBER, row.height())
    ink = theme.ink if chosen else theme.ink2
    lettering.draw(painter, number, numbers.fixed(share), style, ink, lettering.RIGHT)
