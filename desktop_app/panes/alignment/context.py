"""How the context vector of a step adds up from weighted states, in pane 03."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from desktop_app import formula, lettering, numbers
from desktop_app.instruments import indexed
from desktop_app.instruments.base import outline
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.panes.alignment.layout import AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.theme import Theme

SHOWN = 16  # values of a state that are drawn
CONTEXT_LIMIT = 1.0  # annotations lie between -1 and 1
LABELS = 112.0  # weight and name at the left of a row of cells
SUM_OVER = r"= \textstyle\sum_j"


def paint_context(
    painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme
) -> None:
    """The heaviest weighted states, the rest as one row, and their sum: some of their values."""
    rect, assembled = layout.context, state.assembled
    head = QRectF(rect.left(), rect.top(), rect.width(), 20)
    wide = lettering.draw(painter, head, "Context vector", HEAD, theme.ink)
    paint_equation(painter, head.adjusted(wide + 8, 0, 0, 0), state, theme)
    size = len(assembled.context)
    text = f"{SHOWN} of {size} values" if size > SHOWN else f"all {size} values"
    lettering.draw(painter, head, text, CAPTION, theme.ink3, lettering.RIGHT, everyday=True)
    rows = [
        (weight, state.source(place), assembled.rows[row])
        for row, (place, weight) in enumerate(zip(assembled.places, assembled.weights, strict=True))
    ]
    if assembled.others_count:
        rows.append((assembled.others_weight, "", assembled.others))
    for row, (weight, name, values) in enumerate(rows):
        place = row_rect(rect, row)
        number = QRectF(place.left(), place.top(), 34, place.height())
        shown = numbers.fixed(weight)
        lettering.draw(painter, number, shown, LABEL.bold(), theme.weight_ink, lettering.RIGHT)
        label = QRectF(place.left() + 42, place.top(), LABELS - 50, place.height())
        paint_row_name(painter, label, name or state.others, bool(name), theme)
        paint_cells(painter, cells_of(place), values, theme)
    total = row_rect(rect, len(rows), summed=True)
    y = total.top() - 4
    painter.setPen(QPen(theme.edge, 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    symbol = QRectF(total.left(), total.top(), 34, total.height())
    indexed.draw(painter, symbol, "c", str(state.step), 16, theme, lettering.RIGHT)
    label = QRectF(total.left() + 42, total.top(), 60, total.height())
    lettering.draw(painter, label, "sum", LABEL, theme.ink2)
    cells = cells_of(total)
    paint_cells(painter, cells, assembled.context, theme)
    outline(painter, cells.adjusted(-3, -3, 3, 3), QPen(theme.ink, 2), 3)


def row_rect(rect: QRectF, row: int, summed: bool = False) -> QRectF:
    """One row of the block; summed: the one below the line."""
    height = (rect.height() - 28 - 10) / 5
    top = rect.top() + 26 + row * height
    if summed:
        top = round(top + 3) + 4.5
    return QRectF(rect.left(), top, rect.width(), height)


def paint_equation(painter: QPainter, room: QRectF, state: StepState, theme: Theme) -> None:
    """c_t, and what it is: the weighted sum, or the last state and nothing else."""
    wide = indexed.draw(painter, room, "c", str(state.step), 17, theme)
    fixed = state.experiment.last_state and not state.trace.problem
    # On the baseline of the letter before it, which `indexed` sets below the middle.
    baseline = QPointF(room.left() + wide + 1, room.center().y() + 17 * indexed.BASELINE)
    if fixed:
        formula.draw(painter, baseline, r"= \key{h_N}", 15, theme, False)
        return
    x = baseline.x() + formula.draw(painter, baseline, SUM_OVER, 15, theme, False) + 3
    # The weights of this step: its number stands where the lesson's formula has t.
    middle = room.adjusted(x - room.left(), 0, 0, 0)
    middle.translate(0, (17 - 15) * indexed.BASELINE)
    x += indexed.draw(
        painter, middle, r"\alpha", f"{state.step},j", 15, theme, colour=theme.weight_ink
    )
    formula.draw(painter, QPointF(x + 1, baseline.y()), r"\key{h_j}", 15, theme, False)


def cells_of(row: QRectF) -> QRectF:
    """The cells of one row of the context."""
    return QRectF(row.left() + LABELS, row.top() + 3, row.width() - LABELS - 3, row.height() - 6)


def paint_row_name(
    painter: QPainter, room: QRectF, name: str, is_state: bool, theme: Theme
) -> None:
    """h with the source word as its index, or the count of the others."""
    if not is_state:
        lettering.draw(painter, room, name, LABEL, theme.ink2)
        return
    shown = lettering.fitted(name, indexed.index_style(17), room.width() - 12)
    indexed.draw(painter, room, "h", shown, 17, theme, colour=theme.key.text)


def paint_cells(
    painter: QPainter, rect: QRectF, values: npt.NDArray[np.float64], theme: Theme
) -> None:
    """One vector, a cell a number, on the score ramp."""
    wide = rect.width() / min(len(values), SHOWN)
    for place, number in enumerate(values[:SHOWN]):
        cell = QRectF(rect.left() + place * wide, rect.top(), wide, rect.height())
        shade = theme.score_colour(float(number), CONTEXT_LIMIT)
        painter.fillRect(cell.adjusted(0.5, 0, -0.5, 0), shade)
