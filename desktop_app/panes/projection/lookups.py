"""One query, two lookups: every value by its weight, or the best key's value alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.base import outline
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.projection.layout import ProjectionLayout
from desktop_app.panes.projection.rows import columns
from desktop_app.theme import Theme

Floats = npt.NDArray[np.float64]
# Middles and tops from the middle of the head, at scale 1.
SLIDER, SOFT, HARD, NOTE = 20.0, 110.0, 193.0, 262.0
STRIP = 28.0


@dataclass(frozen=True)
class LookupState:
    """What the strips show; everything is read from the trace of the pointed query.

    under_way: the weights on their way to new ones, as wide as they are drawn.
    """

    words: tuple[str, ...]
    weights: Floats
    trace: Trace
    under_way: Floats | None = None

    @property
    def best(self) -> int:
        """The best key, from 0."""
        return int(self.trace["best_key"])

    @property
    def tied(self) -> bool:
        return int(self.trace["ties"]) > 1


def slider_y(layout: ProjectionLayout) -> float:
    """The top of the sharpness slider's row."""
    return layout.lookups.top() + SLIDER * layout.lookup_scale


def paint(painter: QPainter, layout: ProjectionLayout, state: LookupState, theme: Theme) -> None:
    """Head, both strips with their results, and the note under them."""
    room, scale = layout.lookups, layout.lookup_scale
    head = QRectF(room.left(), room.top() - 10, room.width(), 20)
    lettering.draw(painter, head, "One query, two lookups", HEAD, theme.ink)
    soft, hard = room.top() + SOFT * scale, room.top() + HARD * scale
    paint_title(painter, layout, soft, "Soft", "every value, by its weight", theme)
    rest = "tie, first key taken" if state.tied else "the best key's value alone"
    paint_title(painter, layout, hard, "Hard", rest, theme)
    sums = r"\weight{w}\value{V}"
    best = rf"\value{{v_{{{state.best + 1}}}}}"
    for middle, symbol in ((soft, sums), (hard, best)):
        right = QPointF(room.right(), middle + 5)
        formula.draw(painter, right, symbol, 15, theme, False, align=lettering.RIGHT)
    paint_strip(painter, layout, soft, state, state.weights, state.trace["soft"], theme)
    hard_weights = state.trace["hard_weights"]
    paint_strip(painter, layout, hard, state, hard_weights, state.trace["hard"], theme)
    note = QRectF(room.left(), room.top() + NOTE * scale - 8, room.width(), 16)
    lettering.draw(painter, note, note_text(state, room.width()), CAPTION, theme.ink3)


def note_text(state: LookupState, room: float) -> str:
    """Where the two ends of the slider lead, in one line."""
    word = lettering.fitted(state.words[state.best], CAPTION, 72)
    sharp = numbers.fixed(float(state.trace["sharpest_weight"]))
    even = numbers.fixed(float(state.trace["even_weight"]))
    text = f"At sharpness 8 {word} takes {sharp}; at 0 every key takes {even}."
    if lettering.width(text, CAPTION) > room:
        text = f"Sharpness 8: {word} {sharp}; 0: every key {even}."
    return lettering.fitted(text, CAPTION, room)


def paint_title(
    painter: QPainter, layout: ProjectionLayout, middle: float, name: str, rest: str, theme: Theme
) -> None:
    """ "Soft", and what that means."""
    row = QRectF(layout.lookups.left(), middle - 8, layout.lookups.width() - 40, 16)
    runs = [(name, LABEL.bold(), theme.ink), (f"  {rest}", LABEL, theme.ink2)]
    lettering.draw_runs(painter, row, runs)


def strip_rects(layout: ProjectionLayout, middle: float, components: int) -> tuple[QRectF, QRectF]:
    """The strip under a title, and the result at its right, under the value column."""
    room, scale = layout.lookups, layout.lookup_scale
    at = columns(room.width(), components)
    tall = round(STRIP * min(scale, 1.3))
    top = round(middle + 14 * min(scale, 1.2))
    strip = QRectF(room.left(), top, at.value - 28, tall)
    result = QRectF(room.left() + at.value, top, components * at.value_cell, tall)
    return strip, result


def paint_strip(
    painter: QPainter,
    layout: ProjectionLayout,
    middle: float,
    state: LookupState,
    weights: Floats,
    result: Floats,
    theme: Theme,
) -> None:
    """Segments as wide as their weights, in word order; equals; the result."""
    strip, cells = strip_rects(layout, middle, len(result))
    left = strip.left()
    shares = weights if state.under_way is None or weights is not state.weights else state.under_way
    edges = [left, *(left + strip.width() * np.cumsum(shares))]
    for place, word in enumerate(state.words):
        weight = float(weights[place])
        segment = QRectF(edges[place], strip.top(), edges[place + 1] - edges[place], strip.height())
        if segment.width() < 0.5:
            continue
        gap = 1.0 if segment.width() > 3 and place + 1 < len(state.words) else 0.0
        segment.setRight(segment.right() - gap)
        ground = theme.weight_colour(float(shares[place]))
        painter.fillRect(segment, ground)
        room = min(segment.width(), strip.width() * weight)
        text = segment_text(word, weight, room)
        style = LABEL.bold(weight >= 0.5)
        lettering.draw(painter, segment, text, style, theme.text_on(ground), lettering.CENTRE)
    painter.setPen(QPen(theme.line, 1))
    painter.drawRect(strip.adjusted(-0.5, -0.5, 0.5, 0.5))
    sign = QRectF(strip.right() + 4, strip.top(), 20, strip.height())
    lettering.draw(painter, sign, "=", LABEL.sized(16), theme.ink2, lettering.CENTRE)
    paint_result(painter, cells, result, theme)


def segment_text(word: str, weight: float, room: float) -> str:
    """Word and weight, then the word alone, then nothing as the segment narrows."""
    style = LABEL.bold(weight >= 0.5)
    short = lettering.fitted(word, style, 96)
    for text in (f"{short} {numbers.fixed(weight)}", short):
        if lettering.width(text, style) <= room - 8:
            return text
    return ""


def paint_result(painter: QPainter, cells: QRectF, result: Floats, theme: Theme) -> None:
    """What a lookup returns, number by number, in an ink outline."""
    wide = cells.width() / len(result)
    style = LABEL if wide >= 34 else CAPTION if wide >= 24 else CAPTION.sized(11)
    texts = fitting(result, style, wide - 1)
    for place, text in enumerate(texts):
        cell = QRectF(cells.left() + place * wide, cells.top(), wide, cells.height())
        lettering.draw(painter, cell, text, style, theme.ink, lettering.CENTRE, growing=False)
    outline(painter, cells.adjusted(-0.5, -0.5, 0.5, 0.5), QPen(theme.ink, 2))


def fitting(result: Floats, style: Style, room: float) -> list[str]:
    """The numbers of a result, all with two decimals, or all with as many as fit."""
    for decimals in (2, 1, 0):
        texts = [numbers.fixed(float(number), decimals) for number in result]
        if max(lettering.width(text, style) for text in texts) <= room:
            return texts
    return [lettering.fitted(text, style, room) for text in texts]
