"""What pane 03 paints round its map and its table: words, marks, the ramp, heads."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPen

from desktop_app import formula, lettering
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.panes.alignment.layout import WORDS, AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.theme import Theme


def paint_bands(painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme) -> None:
    """The row of the present step, behind its word and beyond the map."""
    y = layout.matrix.top() + (state.step - 1) * layout.cell
    left = layout.matrix.left() - WORDS - 4
    painter.fillRect(QRectF(left, y, layout.matrix.right() + 8 - left, layout.cell), theme.band)


def paint_words(painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme) -> None:
    """Target words at the left, source words slanted over the map, marks at the right."""
    experiment = state.experiment
    style = LABEL if layout.cell >= 17 else CAPTION.sized(11)
    for row, token in enumerate(experiment.tokens):
        y = layout.matrix.top() + row * layout.cell
        now = row == state.step - 1
        room = QRectF(layout.matrix.left() - WORDS, y, WORDS - 12, layout.cell)
        colour = theme.query.text if now else theme.ink2
        shown = lettering.fitted(token, style.bold(now), room.width())
        lettering.draw(painter, room, shown, style.bold(now), colour, lettering.RIGHT)
        if row + 1 in experiment.marked:
            middle = QPointF(layout.matrix.right() + 17, y + layout.cell / 2)
            paint_mark(painter, middle, min(layout.cell, 24.0), theme)
    # A slanted word may reach up to the head, which is its length by the root of 2.
    reach = (layout.matrix.top() - layout.head.bottom() - 18) * 2**0.5
    for column, token in enumerate(experiment.source_tokens):
        lit = column == state.lit
        shown = lettering.fitted(token, style.bold(lit), reach)
        x = layout.matrix.left() + (column + 0.5) * layout.cell
        colour = theme.key.text if lit else theme.ink2
        painter.save()
        painter.translate(x + 2, layout.matrix.top() - 9)
        painter.rotate(-45)
        wide = lettering.width(shown, style.bold(lit))
        room = QRectF(0, -6, wide, 12)
        lettering.draw(painter, room, shown, style.bold(lit), colour)
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
    room = QRectF(layout.matrix.right() - 60, ramp.top(), 60, 16)
    formula.draw_in(painter, room, r"\alpha_{tj}", 16, theme, lettering.RIGHT, False, theme.ink2)


def paint_step_head(
    painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme, room: float
) -> None:
    """Which step this is, and the target word that it writes."""
    head = layout.step_head
    wide = lettering.draw(painter, head, f"Step {state.step}", HEAD, theme.ink)
    rest = head.adjusted(wide + 12, 0, 0, 0)
    says = lettering.draw(painter, rest, "writes ", LABEL.sized(14), theme.ink2)
    word = rest.adjusted(says, 0, 0, 0)
    style = LABEL.sized(14).bold()
    token = state.experiment.tokens[state.step - 1]
    token = lettering.fitted(token, style, room - wide - 12 - says)
    lettering.draw(painter, word, token, style, theme.query.text)


def paint_origin(painter: QPainter, layout: AlignmentLayout, text: str, theme: Theme) -> None:
    """Where the states come from, in small type at the head of the map."""
    lettering.draw(painter, layout.head, "Alignment", HEAD, theme.ink)
    right = QRectF(layout.head.left() + 96, layout.head.top(), layout.matrix.right()
                   - layout.head.left() - 96, layout.head.height())  # fmt: skip
    style = CAPTION
    shown = lettering.fitted(text, style, right.width())
    lettering.draw(painter, right, shown, style, theme.ink3, lettering.RIGHT)
