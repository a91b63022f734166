"""What pane 05 paints round its grids: bands, labels and captions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from core.built_masks import mask_words
from core.experiment import AttentionExperiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.grid import SMALLEST_WITH_DIGITS
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL, Style
from desktop_app.panes.attention.layout import ChainLayout
from desktop_app.theme import Theme

# What the ground of a lit matrix takes in beside its cells: its words, its sums, its caption.
LIT_ROOM: dict[str, tuple[float, float, float, float]] = {
    "query": (-48, -8, 8, 32),
    "key": (-8, -24, 8, 8),
    "weights": (-48, -24, 48, 32),
    "value": (-96, -8, 8, 32),
}
PAINTED = ("custom", "built")  # masks that a click on a cell changes


@dataclass(frozen=True)
class Scrub:
    """The number being moved: its symbol, where it was, where it is."""

    role: str
    row: int
    column: int
    before: float
    now: float


@dataclass(frozen=True)
class ChainState:
    """What stands round the grids. pair: the (query, key) whose ancestry is lit."""

    experiment: AttentionExperiment
    trace: Trace
    pair: tuple[int, int] | None
    scrub: Scrub | None = None
    problem: str = ""
    lit: str = ""  # the matrix that the pointed symbol of the formula stands for


def paint_bands(painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme) -> None:
    """The linked row and column as one band behind all matrices; the lit matrix on a ground."""
    if state.lit:
        cells: QRectF = getattr(layout, state.lit)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.band)
        painter.drawRoundedRect(cells.adjusted(*LIT_ROOM.get(state.lit, (-8, -8, 8, 32))), 8, 8)
    if state.pair is None:
        return
    query, key = state.pair
    height, width = layout.cell.y(), layout.cell.x()
    y = layout.query.top() + query * height
    right = layout.masked.right() + 8
    rows = [
        QRectF(layout.query.left() - 8, y, right - layout.query.left() + 8, height),
        QRectF(
            layout.weights.left() - 8,
            layout.weights.top() + query * height,
            layout.weights.width() + 52,
            height,
        ),
        QRectF(
            layout.value.left() - 95,
            layout.value.top() + key * height,
            layout.value.width() + 103,
            height,
        ),
        QRectF(
            layout.output.left() - 8,
            layout.output.top() + query * height,
            layout.output.width() + 16,
            height,
        ),
        QRectF(
            layout.scores.left() + key * width,
            layout.key.top(),
            width,
            layout.scores.top() - layout.key.top(),
        ),
    ]
    for row in rows:
        painter.fillRect(row, theme.band)


def paint_labels(painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme) -> None:
    """Words at the rows and columns of every matrix."""
    tokens, key_tokens = state.experiment.tokens, state.experiment.key_tokens
    query, key = state.pair if state.pair is not None else (-1, -1)
    for cells in (layout.query, layout.weights):
        rows(painter, cells, tokens, layout.cell.y(), query, "query", theme)
    for cells in (layout.key, layout.weights):
        columns(painter, cells, key_tokens, layout.cell.x(), key, theme)
    shifted = layout.value.translated(-39, 0)
    rows(painter, shifted, key_tokens, layout.cell.y(), key, "value", theme)
    weights = state.trace["weights"]
    for place in range(len(key_tokens)):
        if state.pair is None:
            break
        y = layout.value.top() + place * layout.cell.y()
        room = QRectF(layout.value.left() - 60, y, 47, layout.cell.y())
        weight = float(weights[query, place])
        hidden = not np.isfinite(state.trace["masked"][query, place])
        text = "0" if hidden else numbers.fixed(weight)
        style = row_style(layout.cell.y()).bold(place == key)
        colour = theme.ink3 if hidden else theme.weight_ink
        lettering.draw(painter, room, text, style, colour, lettering.RIGHT)


def row_style(height: float) -> Style:
    """Row labels shrink with very low rows."""
    return LABEL if height >= 16 else LABEL.sized(max(height - 1, 8))


def rows(
    painter: QPainter,
    cells: QRectF,
    tokens: tuple[str, ...],
    height: float,
    lit: int,
    role: str,
    theme: Theme,
) -> None:
    """Words at the left of a matrix, right-aligned 5 px from its bracket."""
    style = row_style(height)
    for place, token in enumerate(tokens):
        room = QRectF(cells.left() - 52, cells.top() + place * height, 47, height)
        colour = theme.role(role).text if place == lit else theme.ink2
        bold = style.bold(place == lit)
        shown = lettering.fitted(token, bold, 40)
        lettering.draw(painter, room.adjusted(0, 0, -4, 0), shown, bold, colour, lettering.RIGHT)


def columns(
    painter: QPainter,
    cells: QRectF,
    tokens: tuple[str, ...],
    width: float,
    lit: int,
    theme: Theme,
) -> None:
    """Words over a matrix; where they would crowd, their places from 1."""
    widest = max(lettering.width(token, LABEL.bold()) for token in tokens)
    style = LABEL if width >= 24 else LABEL.sized(max(min(width - 1, 11), 8))
    worded = widest <= width - 2
    every = 1 if worded or lettering.width(str(len(tokens)), style) + 4 <= width else 2
    for place, token in enumerate(tokens):
        if place % every and place != lit:
            continue
        room = QRectF(cells.left() + place * width, cells.top() - 20, width, 16)
        colour = theme.key.text if place == lit else theme.ink2
        text = token if worded else str(place + 1)
        if not worded and width >= SMALLEST_WITH_DIGITS:
            text = lettering.fitted(token, style, width)
        lettering.draw(painter, room, text, style.bold(place == lit), colour, lettering.CENTRE)


def paint_captions(painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme) -> None:
    """The symbol of each matrix below it, K transposed at the left of its matrix."""
    d_k = state.experiment.key_size
    scaled = rf"\div\ \sqrt{{d_k}} = {root_text(d_k)}"
    captions = (
        (layout.query, r"\query{Q}", 16.0),
        (layout.scores, r"\query{Q}\key{K}^\mathsf{T}", 16.0),
        (layout.scaled, scaled if state.experiment.scaled else r"\div\ 1", 15.0),
        (layout.weights, "A", 16.0),
        (layout.value, r"\value{V}", 16.0),
        (layout.output, r"A\value{V}", 16.0),
    )
    for cells, latex, size in captions:
        middle = QPointF(cells.center().x(), cells.bottom() + 20)
        formula.draw(painter, middle, latex, size, theme, False, align=lettering.CENTRE)
    wide = max(layout.masked.width(), 84.0)  # one narrow column still needs its caption whole
    left = min(layout.masked.center().x() - wide / 2, layout.masked.right() + 4 - wide)
    room = QRectF(left, layout.masked.bottom() + 7, wide, 16)
    caption = mask_words(state.experiment)
    lettering.draw(painter, room, caption, CAPTION, theme.ink2, lettering.CENTRE)
    paint_key_caption(painter, layout, state, theme)
    sums = QRectF(layout.weights.right() + 16, layout.weights.top() - 20, 36, 16)
    lettering.draw(painter, sums, "Σ row", CAPTION, theme.ink3)
    for place in range(len(state.experiment.tokens)):
        paint_row_sum(painter, layout, state, theme, place)


def paint_key_caption(
    painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme
) -> None:
    """K transposed and its shape, level with the middle of its matrix."""
    right = layout.key.left() - 20
    y = layout.key.center().y()
    formula.draw(
        painter, QPointF(right, y + 8), r"\key{K}^\mathsf{T}", 22, theme, False, align="right"
    )
    d_k, n_k = state.experiment.key_size, len(state.experiment.key_tokens)
    room = QRectF(right - 60, y + 12, 60, 16)
    lettering.draw(painter, room, f"{d_k} × {n_k}", CAPTION, theme.ink3, lettering.RIGHT)


def root_text(d_k: int) -> str:
    """The square root of d_k, whole where it is whole."""
    root = float(np.sqrt(d_k))
    return f"{root:.0f}" if root == int(root) else f"{root:.2f}"


def painted_places(
    layout: ChainLayout, experiment: AttentionExperiment, pair: tuple[int, int] | None
) -> list[NumberPlace]:
    """Where the sums of the rows of weights stand, and the lit row's weights beside V."""
    height = layout.cell.y()
    left, top = layout.weights.right() + 12, layout.weights.top()
    beside = [
        NumberPlace(
            QRectF(layout.value.left() - 52, layout.value.top() + key * height, 40, height),
            "weights",
            (pair[0], key),
            f"weight of {word}",
        )
        for key, word in enumerate(experiment.key_tokens)
        if pair is not None
    ]
    return beside + [
        NumberPlace(
            QRectF(left, top + row * height, 32, height), "weight_total", (row,), f"row {token}"
        )
        for row, token in enumerate(experiment.tokens)
    ]


def paint_row_sum(
    painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme, place: int
) -> None:
    """The sum of one row of weights, from the exact values."""
    height = layout.cell.y()
    room = QRectF(layout.weights.right() + 16, layout.weights.top() + place * height, 60, height)
    empty = not np.isfinite(state.trace["masked"][place]).any()
    style = CAPTION if height >= 15 else row_style(height)
    if empty:
        lettering.draw(painter, room, "0", style, theme.alert)
        return
    total = float(state.trace["weights"][place].sum())
    lettering.draw(painter, room, numbers.fixed(total), style, theme.ink3)
