"""What pane 08 paints round its weights: bands, words, heads, captions, equals signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from core.experiment import SelfAttentionExperiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.moving_grid import Places
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.self_attention.layout import MOST_DIGITS, MOST_WORDED, SelfLayout
from desktop_app.theme import Theme

SLANTED_ROOM = 42.0  # of a word at 45 degrees over its column
SMALLEST_SIGN = 12.0


@dataclass(frozen=True)
class SelfState:
    """What stands round the grids. pair: the lit (query, key); places: where the rows stand."""

    experiment: SelfAttentionExperiment
    trace: Trace
    pair: tuple[int, int] | None
    places: Places

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.experiment.tokens


def paint_bands(painter: QPainter, layout: SelfLayout, state: SelfState, theme: Theme) -> None:
    """The linked row through X and the weights, and the linked column over its matrix."""
    if state.pair is None:
        return
    query, key = state.pair
    cells, x = layout.weights, layout.features
    high = x.height() / len(state.tokens)
    row = float(state.places[query])
    painter.fillRect(QRectF(x.left() - 8, x.top() + row * high, x.width() + 16, high), theme.band)
    room = QRectF(
        cells.left() - 40, cells.top() + row * layout.cell, cells.width() + 48, layout.cell
    )
    painter.fillRect(room, theme.band)
    column = cells.left() + float(state.places[key]) * layout.cell
    painter.fillRect(QRectF(column, cells.top() - 25, layout.cell, 25), theme.band)


def paint_words(painter: QPainter, layout: SelfLayout, state: SelfState, theme: Theme) -> None:
    """Words at the rows of X and of the weights, and over the columns."""
    query, key = state.pair or (-1, -1)
    lit = {query: theme.query.text}
    both = lit if key == query else {**lit, key: theme.key.text}
    rows = layout.features.height() / len(state.tokens)
    paint_rows(painter, layout.features, rows, state, both, theme)
    paint_rows(painter, layout.weights, layout.cell, state, lit, theme)
    paint_columns(painter, layout, state, {key: theme.key.text}, theme)


def row_style(height: float) -> Style:
    """Row labels shrink with low rows."""
    return LABEL if height >= 16 else LABEL.sized(max(height - 1, 10))


def paint_rows(
    painter: QPainter,
    cells: QRectF,
    height: float,
    state: SelfState,
    lit: dict[int, QColor],
    theme: Theme,
) -> None:
    """Words at the left of a matrix; of a long sentence only the lit ones."""
    many = len(state.tokens) > MOST_WORDED
    right = cells.left() - 12
    drawn: list[float] = []
    for place in [place for place in lit if place >= 0] if many else range(len(state.tokens)):
        middle = cells.top() + (float(state.places[place]) + 0.5) * height
        if many and any(abs(middle - other) < 12 for other in drawn):
            continue
        drawn.append(middle)
        style = row_style(12.0 if many else height).bold(place in lit)
        room = QRectF(right - 44, middle - 8, 44, 16)
        text = lettering.fitted(state.tokens[place], style, room.width())
        lettering.draw(painter, room, text, style, lit.get(place, theme.ink2), lettering.RIGHT)


def slanted(tokens: Sequence[str], cell: float) -> bool:
    """Whether the words over the columns stand at 45 degrees."""
    widest = max(lettering.width(token, LABEL.bold()) for token in tokens)
    return len(tokens) > MOST_DIGITS + 2 or widest > cell + 2


def paint_columns(
    painter: QPainter,
    layout: SelfLayout,
    state: SelfState,
    lit: dict[int, QColor],
    theme: Theme,
) -> None:
    """Words over the weights, upright where all of them fit; of a long sentence the lit one."""
    lean = slanted(state.tokens, layout.cell)
    for place, token in enumerate(state.tokens):
        if len(state.tokens) > MOST_WORDED and place not in lit:
            continue
        middle = layout.weights.left() + (float(state.places[place]) + 0.5) * layout.cell
        colour, bold = lit.get(place, theme.ink2), place in lit
        if not lean:
            room = QRectF(middle - 24, layout.weights.top() - 21, 48, 16)
            style = LABEL.bold(bold)
            lettering.draw(painter, room, token, style, colour, lettering.CENTRE)
            continue
        style = row_style(max(layout.cell, 13.0)).bold(bold)
        text = lettering.fitted(token, style, SLANTED_ROOM)
        painter.save()
        painter.translate(middle + 1, layout.weights.top() - 6)
        painter.rotate(-45)
        room = QRectF(0, -6, lettering.width(text, style), 12)
        lettering.draw(painter, room, text, style, colour)
        painter.restore()


def paint_heads(painter: QPainter, layout: SelfLayout, state: SelfState, theme: Theme) -> None:
    """The three heads of the upper band, each with its count at the right."""
    y = layout.head_y - 8
    left = QRectF(layout.pad, y, 200, 16)
    lettering.draw(painter, left, "One X, three parts", HEAD, theme.ink)
    n = len(state.tokens)
    middle = QRectF(layout.weights.left(), y, layout.side, 16)
    lettering.draw(painter, middle, "Weights", HEAD, theme.ink)
    pairs = f"{n} × {n} = {n * n} pair{'s' if n > 1 else ''}"
    lettering.draw(painter, middle, pairs, LABEL, theme.ink3, lettering.RIGHT)
    right = QRectF(layout.arcs.left(), y, layout.arcs.width(), 16)
    if state.pair is None:
        lettering.draw(painter, right, "Point at a word", HEAD, theme.ink)
        return
    query = state.pair[0]
    total = numbers.fixed(float(state.trace["weights"][query].sum()))
    lettering.draw(painter, right, f"Σ {total}", LABEL, theme.ink3, lettering.RIGHT)
    name = lettering.fitted(state.tokens[query], HEAD, right.width() - 130)
    runs = [(name, HEAD, theme.query.text), (" attends to", HEAD, theme.ink)]
    lettering.draw_runs(painter, right, runs)


def paint_captions(painter: QPainter, layout: SelfLayout, state: SelfState, theme: Theme) -> None:
    """A below the weights; without digits also the lit weight. Equals signs at equal rows."""
    cells = layout.weights
    baseline = QPointF(cells.center().x(), cells.bottom() + 21)
    if state.pair is None or len(state.tokens) <= MOST_DIGITS:
        formula.draw(painter, baseline, "A", 16, theme, False, theme.ink, "centre")
    else:
        paint_reading(painter, QRectF(cells.left(), cells.bottom() + 8, 0, 16), state, theme)
    twin = state.trace["twin"]
    if layout.cell < SMALLEST_SIGN:
        return
    for row, other in enumerate(twin):
        if other >= 0:
            y = cells.top() + (float(state.places[row]) + 0.5) * layout.cell
            room = QRectF(cells.right() + 9, y - 8, 12, 16)
            lettering.draw(painter, room, "=", LABEL.bold(), theme.ink2, lettering.CENTRE)


def paint_reading(painter: QPainter, room: QRectF, state: SelfState, theme: Theme) -> None:
    """The lit weight in words, for matrices whose cells have no room for digits."""
    assert state.pair is not None
    query, key = state.pair
    hidden = state.trace["masked"][query, key] == -float("inf")
    weight = "masked" if hidden else numbers.fixed(float(state.trace["weights"][query, key]))
    words = [lettering.fitted(state.tokens[place], LABEL, 60) for place in (query, key)]
    runs = [
        (words[0], LABEL.bold(), theme.query.text),
        (" → ", LABEL, theme.ink3),
        (words[1], LABEL.bold(), theme.key.text),
        (f"  {weight}", LABEL.bold(), theme.ink3 if hidden else theme.weight_ink),
    ]
    lettering.draw_runs(painter, room, runs)


def paint_controls(
    painter: QPainter,
    layout: SelfLayout,
    controls: Mapping[str, QWidget],
    reason: str,
    theme: Theme,
) -> None:
    """The words at the left of the controls, and why a sentence is not taken."""
    for name, control in controls.items():
        row = QRectF(control.x() - 80, layout.control_y, 72, 32)
        lettering.draw(painter, row, name, LABEL, theme.ink2, lettering.RIGHT)
    if reason:
        below = QRectF(layout.pad + 2, layout.control_y + 33, layout.right - layout.pad - 2, 14)
        lettering.draw(painter, below, reason, CAPTION, theme.alert)
