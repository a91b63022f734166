"""What is painted round the maps of a page of letters: figures, answers, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from core.letters.exhibits import TAKEN, LettersTrace
from core.letters.spelling import ALPHABET
from desktop_app import lettering, numbers
from desktop_app.lettering import CAPTION, CENTRE, HEAD, LABEL, RIGHT
from desktop_app.letters import words
from desktop_app.letters.layout import MASS_ROW, NAME, ROW, SHARE, LettersLayout
from desktop_app.theme import Theme

SMALLEST_SIGN = 11.0


@dataclass(frozen=True)
class SheetState:
    """Everything that is drawn: the trace, what is said of the training, what the pointer holds.

    lit: (query, key) that is lit in every map. progress: from 0 to 1, None where nothing runs.
    """

    trace: LettersTrace
    names: Sequence[str]
    source: str
    lit: tuple[int, int] | None = None
    progress: float | None = None
    said: str = ""
    wrong: bool = False


def paint(painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme) -> None:
    """All of it."""
    paint_progress(painter, layout, state, theme)
    for index in range(len(layout.maps)):
        paint_head(painter, layout, state, theme, index)
        paint_figures(painter, layout.figures[index], state, theme, index)
    paint_rows(painter, layout, state, theme)
    paint_table(painter, layout, state, theme)
    paint_verdict(painter, layout.verdict, state.trace, theme)


def paint_progress(
    painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme
) -> None:
    """How far the training is, or what became of it; at rest, where the weights are from."""
    room = QRectF(layout.progress)
    if state.progress is not None:
        track = QRectF(room.left(), room.center().y() - 2, 160, 4)
        painter.fillRect(track, theme.line)
        painter.fillRect(QRectF(track.left(), track.top(), 160 * state.progress, 4), theme.ink)
        room.setLeft(track.right() + 12)
    colour = theme.alert if state.wrong else theme.ink2
    shown = lettering.fitted(state.said or state.source, LABEL, room.width())
    lettering.draw(painter, room, shown, LABEL, colour)


def paint_head(
    painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme, index: int
) -> None:
    """A map's name, its entropy, and the letters of its columns."""
    room = layout.head(index)
    figures = state.trace.figures
    spread = f"entropy {numbers.fixed(100 * float(figures.entropy[index]), 0)} %"
    lettering.draw(painter, room, state.names[index], HEAD, theme.ink)
    used = lettering.width(state.names[index], HEAD) + 8 + lettering.width(spread, LABEL)
    if used <= room.width():
        lettering.draw(painter, room, spread, LABEL, theme.ink2, RIGHT)
    paint_signs(painter, layout, state, theme, index)


def paint_signs(
    painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme, index: int
) -> None:
    """The letters over a map."""
    if layout.cell < SMALLEST_SIGN:
        return
    line = layout.signs(index)
    for key, letter in enumerate(state.trace.letters):
        spot = QRectF(line.left() + key * layout.cell, line.top(), layout.cell, line.height())
        lit = state.lit is not None and state.lit[1] == key
        colour = theme.role("key").text if lit else theme.ink2
        lettering.draw(painter, spot, ALPHABET[letter], CAPTION.bold(lit), colour, CENTRE)


def paint_rows(painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme) -> None:
    """The letters left of the first map."""
    if layout.cell < SMALLEST_SIGN:
        return
    cells = layout.maps[0]
    for query, letter in enumerate(state.trace.letters):
        top = cells.top() + query * layout.cell
        spot = QRectF(layout.pad, top, cells.left() - layout.pad - 8, layout.cell)
        lit = state.lit is not None and state.lit[0] == query
        colour = theme.role("query").text if lit else theme.ink2
        lettering.draw(painter, spot, ALPHABET[letter], CAPTION.bold(lit), colour, RIGHT)


def paint_figures(
    painter: QPainter, room: QRectF, state: SheetState, theme: Theme, index: int
) -> None:
    """How much of its weight a head lays on the answer to each question, as bars and numbers."""
    for place, (name, mass) in enumerate(words.masses(state.trace, index)):
        line = QRectF(room.left(), room.top() + place * MASS_ROW, room.width(), MASS_ROW)
        strong = mass >= TAKEN
        ink = theme.ink if strong else theme.ink2
        lettering.draw(painter, line, name, LABEL.bold(strong), ink)
        text = numbers.fixed(mass)
        lettering.draw(painter, line, text, LABEL.bold(strong), theme.role("weight").text, RIGHT)
        left = line.left() + words.widest(state.trace, LABEL.bold()) + 8
        wide = line.right() - lettering.width("0.00", LABEL.bold()) - 8 - left
        if wide >= 24:
            track = QRectF(left, line.center().y() - 3, wide, 6)
            painter.fillRect(track, theme.line)
            painter.fillRect(QRectF(left, track.top(), wide * mass, 6), theme.weight_colour(0.8))


def paint_table(painter: QPainter, layout: LettersLayout, state: SheetState, theme: Theme) -> None:
    """The letters, under them the answers to each question, right of them the share that is
    right."""
    room, trace = layout.table, state.trace
    line = QRectF(room.left(), room.top(), NAME, ROW)
    lettering.draw(painter, line, "letters", LABEL, theme.ink2)
    share = QRectF(room.right() - SHARE, room.top(), SHARE, ROW)
    lettering.draw(painter, share, "right", LABEL, theme.ink2, RIGHT)
    for place, letter in enumerate(trace.letters):
        spot = answer_spot(layout, place, 0)
        lettering.draw(painter, spot, ALPHABET[letter], LABEL.bold(), theme.ink, CENTRE)
    painter.setPen(QPen(theme.line, 1))
    y = round(room.top() + ROW) - 0.5
    painter.drawLine(round(room.left()), round(y), round(room.right()), round(y))
    for q, question in enumerate(trace.task.questions):
        line = QRectF(room.left(), room.top() + (q + 1) * ROW, NAME, ROW)
        lettering.draw(painter, line, question, LABEL, theme.ink2)
        right = f"{numbers.fixed(100 * float(trace.figures.accuracy[q]), 1)} %"
        spot = QRectF(share.left(), line.top(), SHARE, ROW)
        lettering.draw(painter, spot, right, LABEL.bold(), theme.ink, RIGHT)
        paint_answers(painter, layout, trace, theme, q)


def paint_answers(
    painter: QPainter, layout: LettersLayout, trace: LettersTrace, theme: Theme, q: int
) -> None:
    """One row of answers: wrong ones underlined in the alert colour, a dot where nothing is
    asked."""
    for place in range(len(trace.letters)):
        spot = answer_spot(layout, place, q + 1)
        if not trace.asked[place, q]:
            lettering.draw(painter, spot, "·", LABEL, theme.ink3, CENTRE)
            continue
        right = bool(trace.right[place, q])
        style, ink = LABEL.bold(not right), theme.ink if right else theme.alert
        lettering.draw(painter, spot, ALPHABET[trace.answers[place, q]], style, ink, CENTRE)
        if not right:
            mark = QRectF(spot.center().x() - 6, spot.center().y() + 7, 12, 2)
            painter.fillRect(mark, theme.alert)


def answer_spot(layout: LettersLayout, place: int, row: int) -> QRectF:
    """A cell of the table of answers."""
    room = layout.table
    left = room.left() + NAME + place * layout.answer
    return QRectF(left, room.top() + row * ROW, layout.answer, ROW)


def paint_verdict(painter: QPainter, room: QRectF, trace: LettersTrace, theme: Theme) -> None:
    """What the figures mean, in a sentence or two."""
    for place, line in enumerate(lettering.wrapped(words.verdict(trace), LABEL, room.width())):
        spot = QRectF(room.left(), room.top() + place * 20, room.width(), 20)
        lettering.draw(painter, spot, line, LABEL, theme.ink)


def grid_numbers(trace: LettersTrace, index: int) -> tuple[np.ndarray, np.ndarray | None]:
    """The weights of one head, and what its mask hides."""
    n = len(trace.letters)
    hidden = np.triu(np.ones((n, n), bool), 1) if trace.task.causal else None
    return trace.maps[index], hidden
