"""What pane 03 paints round its map and its table: words, marks, the ramp, heads."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPen

from core.translator.gold import Agreement
from desktop_app import formula, lettering
from desktop_app.instruments.grid_marks import paint_corner
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.alignment.controls import WORDS_LABEL
from desktop_app.panes.alignment.layout import WORDS, AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState, token_of
from desktop_app.theme import Theme

CLOSEST_LINE, CLOSEST_SLANTED = 11.0, 13.0  # px of a cell below which words thin out
SWITCH = 36.0


def paint_bands(painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme) -> None:
    """The row of the present step, behind its word and beyond the map."""
    y = layout.matrix.top() + (state.step - 1) * layout.row
    left = layout.matrix.left() - WORDS - 4
    painter.fillRect(QRectF(left, y, layout.matrix.right() + 8 - left, layout.row), theme.band)


def word_style(room: float) -> Style:
    """The type of a word beside a cell this large."""
    return LABEL if room >= 17 else CAPTION.sized(11)


def labelled(count: int, size: float, closest: float, always: int) -> list[int]:
    """Which of `count` words have room, the one that matters among them."""
    every = max(math.ceil(closest / size), 1)
    return [
        place
        for place in range(count)
        if place == always or (place % every == 0 and abs(place - always) >= every)
    ]


def paint_words(painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme) -> None:
    """Target words at the left with their marks, source words slanted over the map."""
    count, now = len(state.trace.tokens), state.step - 1
    for row in labelled(count, layout.row, CLOSEST_LINE, now):
        paint_target(painter, layout, state, row, theme)
    for row in range(count):
        if row + 1 in state.experiment.marked:
            y = layout.matrix.top() + (row + 0.5) * layout.row
            middle = QPointF(layout.matrix.right() + 17, y)
            paint_mark(painter, middle, min(layout.row, 24.0), theme)
    source = state.trace.key_tokens
    for column in labelled(len(source), layout.cell, CLOSEST_SLANTED, state.lit):
        paint_source(painter, layout, state, column, theme)


def paint_target(
    painter: QPainter, layout: AlignmentLayout, state: StepState, row: int, theme: Theme
) -> None:
    """One French word; a corner where the model by itself does not write it."""
    now = row == state.step - 1
    style = word_style(layout.row)
    high = max(layout.row, CLOSEST_LINE)
    y = layout.matrix.top() + (row + 0.5) * layout.row - high / 2
    room = QRectF(layout.matrix.left() - WORDS, y, WORDS - 14, high)
    changed = state.trace.changed[row]
    colour = theme.query.text if now else theme.ink if changed else theme.ink2
    bold = style.bold(now or changed)
    shown = lettering.fitted(token_of(state.trace, row), bold, room.width())
    lettering.draw(painter, room, shown, bold, colour, lettering.RIGHT)
    if changed:
        top = max(room.center().y() - 8, room.top())
        corner = QRectF(room.right() - 12, top, 20, 20)
        paint_corner(painter, corner, theme, 1.0)


def paint_source(
    painter: QPainter, layout: AlignmentLayout, state: StepState, column: int, theme: Theme
) -> None:
    """One English word, slanted; it may reach up to the head."""
    lit = column == state.lit
    token = state.trace.key_tokens[column]
    style = word_style(layout.cell).bold(lit)
    style = style._replace(italic=token in state.trace.unknown)
    reach = (layout.matrix.top() - layout.head.bottom() - 14) * 2**0.5
    shown = lettering.fitted(token, style, reach)
    x = layout.matrix.left() + (column + 0.5) * layout.cell
    colour = theme.key.text if lit else theme.ink2
    painter.save()
    painter.translate(x + 2, layout.matrix.top() - 9)
    painter.rotate(-45)
    room = QRectF(0, -6, lettering.width(shown, style), 12)
    lettering.draw(painter, room, shown, style, colour)
    painter.restore()


def paint_mark(painter: QPainter, middle: QPointF, size: float, theme: Theme) -> None:
    """Two lines that cross: this step is marked as one where the word order flips."""
    half, high = size * 0.28, size * 0.2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.ink, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for way in (1.0, -1.0):
        start = middle + QPointF(-half, -high * way)
        end = middle + QPointF(half, high * way)
        painter.drawLine(start, end)
        painter.drawLine(end, end + QPointF(-4, 0))
        painter.drawLine(end, end + QPointF(-1, -3.6 * way))
    painter.restore()


def paint_ramp(painter: QPainter, layout: AlignmentLayout, theme: Theme) -> None:
    """What the colours mean, from 0 to 1."""
    ramp = layout.ramp
    lettering.draw(painter, QRectF(ramp.left(), ramp.top(), 10, 16), "0", CAPTION, theme.ink3)
    bar = QRectF(ramp.left() + 14, ramp.top() + 3, ramp.width() - 34, 10)
    shades = QLinearGradient(bar.topLeft(), bar.topRight())
    for place in range(17):
        shades.setColorAt(place / 16, theme.weight_colour(place / 16))
    painter.fillRect(bar, shades)
    painter.setPen(QPen(theme.edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))
    end = QRectF(bar.right() + 6, ramp.top(), 14, 16)
    lettering.draw(painter, end, "1", CAPTION, theme.ink3)
    right = max(layout.matrix.right(), ramp.right() + 60)
    room = QRectF(right - 60, ramp.top(), 60, 16)
    formula.draw_in(painter, room, r"\alpha_{tj}", 16, theme, lettering.RIGHT, False, theme.ink2)


def paint_step_head(
    painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme, room: float
) -> None:
    """Which step this is, and the target word that it writes."""
    head = layout.step_head
    wide = lettering.draw(painter, head, f"Step {state.step}", HEAD, theme.ink)
    rest = head.adjusted(wide + 12, 0, 0, 0)
    says = "ends the sentence" if state.ends else "writes "
    taken = lettering.draw(painter, rest, says, LABEL.sized(14), theme.ink2)
    if not state.ends:
        word = rest.adjusted(taken, 0, 0, 0)
        style = LABEL.sized(14).bold()
        token = lettering.fitted(state.token, style, room - wide - 12 - taken)
        lettering.draw(painter, word, token, style, theme.query.text)


def paint_heads(painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme) -> None:
    """The head of the map with what its switch says, and the words beside other controls."""
    head, trace = layout.head, state.trace
    wide = lettering.draw(painter, head, "Alignment", HEAD, theme.ink)
    text = gold_words(trace.agreement, state.experiment.gold)
    right = head.adjusted(wide + 16, 0, -SWITCH - 8, 0)
    if trace.agreement is None:
        text = "states set by hand, not trained" if trace.problem else ""
        right = head.adjusted(wide + 16, 0, 0, 0)
    shown = lettering.fitted(text, CAPTION, right.width())
    lettering.draw(painter, right, shown, CAPTION, theme.ink2, lettering.RIGHT)
    if trace.problem:
        return
    after = QRectF(head.right() - WORDS_LABEL, layout.sentence.top(), WORDS_LABEL, 32)
    lettering.draw(painter, after, "words", LABEL, theme.ink2, lettering.RIGHT)
    beside = layout.switch.adjusted(SWITCH + 8, 0, 0, 0)
    says = "Fix the context to the last state"
    if state.experiment.last_state:
        says = "Fixed. This model was never trained that way."
    shown = lettering.fitted(says, LABEL, beside.width())
    lettering.draw(painter, beside, shown, LABEL, theme.ink)


def gold_words(agreement: Agreement | None, shown: bool) -> str:
    """How far the alignment agrees with the gold one, which nobody taught it."""
    if agreement is None:
        return ""
    if not shown:
        return "Gold alignment"
    count = f"{agreement.right} of {agreement.words}"
    if agreement.forced:
        return f"Gold: fed the right words, it agrees in {count}"
    return f"Gold: agrees in {count}; nobody taught it"
