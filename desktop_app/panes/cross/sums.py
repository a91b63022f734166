"""The block that shows how the lit weight came about, in two rows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from core.arithmetic import WeightArithmetic, weight_arithmetic
from core.traces.cross_trained import SCORE, energy_sum
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.arithmetic_line import (
    BIG,
    ArithmeticState,
    paint_mistake,
    paint_pair,
    paint_runs,
    product_row,
)
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, EYEBROW, LABEL
from desktop_app.panes.cross.drawing import SMALLEST_SUM, row_style
from desktop_app.panes.cross.layout import CrossLayout
from desktop_app.panes.cross.state import CrossState
from desktop_app.theme import Theme

RESULT = 8.0  # between a row and its result


def arithmetic_state(state: CrossState, scrubbed: tuple[str, int] | None) -> ArithmeticState:
    """The sum behind the lit weight, or why there is none."""
    if "weights" not in state.trace:
        return ArithmeticState("Weight", note="no product, so no weight")
    if state.pair is None:
        return ArithmeticState("Weight", note="point at a weight to see where it comes from")
    query, key = state.pair
    return ArithmeticState(
        "Pinned weight" if state.is_pinned else "Weight",
        state.experiment.tokens[query],
        state.experiment.key_tokens[key],
        query + 1,
        key + 1,
        weight_arithmetic(state.trace, query, key),
        scrubbed,
    )


def painted_places(layout: CrossLayout, state: CrossState) -> list[NumberPlace]:
    """The sums of the rows of A, and the lit row's weights beside V."""
    return [*total_places(layout, state), *beside_values(layout, state)]


def beside_values(layout: CrossLayout, state: CrossState) -> list[NumberPlace]:
    """Where the weights of the lit row stand, as `paint_weights` draws them."""
    if state.pair is None or "weights" not in state.trace:
        return []
    (query, lit), cell, value = state.pair, layout.value_cell, layout.value
    places = []
    for key, word in enumerate(state.experiment.key_tokens):
        room = QRectF(value.left() - 48, value.top() + key * cell.y(), 36, cell.y())
        drawn = row_style(cell.y(), False) is not None
        if layout.turned:
            middle = value.left() + (key + 0.5) * cell.x()
            room = QRectF(middle - 20, value.top() - 37, 40, 16)
            drawn = cell.x() >= SMALLEST_SUM or key == lit
        if drawn:
            places.append(NumberPlace(room, "weights", (query, key), f"weight of {word}"))
    return places


def total_places(layout: CrossLayout, state: CrossState) -> list[NumberPlace]:
    """Where the sums of the rows of A stand."""
    height = layout.weight_cell.y()
    if "weights" not in state.trace or not (layout.turned or row_style(height, False)):
        return []
    left, top = layout.weights.right() + 12, layout.weights.top()
    if layout.turned:
        wide, low = layout.weight_cell.x(), layout.weights.bottom() + 3
        rooms = [
            QRectF(layout.weights.left() + place * wide, low, wide, 17)
            for place in range(len(state.experiment.tokens))
        ]
        return [
            NumberPlace(room, "weight_total", (place,), f"column {token}")
            for place, (room, token) in enumerate(zip(rooms, state.experiment.tokens, strict=True))
            if wide >= SMALLEST_SUM
        ]
    return [
        NumberPlace(
            QRectF(left, top + row * height, 32, height), "weight_total", (row,), f"row {token}"
        )
        for row, token in enumerate(state.experiment.tokens)
    ]


def paint_sum(painter: QPainter, layout: CrossLayout, state: ArithmeticState, theme: Theme) -> None:
    """Pair and weight, a rule, the dot product, and what scaling and softmax make of it."""
    rect = layout.arithmetic
    head = QRectF(rect.left(), rect.top(), rect.width(), 16)
    lettering.draw(painter, head, state.eyebrow, EYEBROW, theme.ink3)
    if state.sums is None:
        lettering.draw(painter, head.translated(0, 26), state.note, LABEL, theme.ink3)
        return
    pair = QRectF(rect.left(), rect.top() + 22, rect.width(), 24)
    paint_pair(painter, pair, state, theme, rect.width() - 60)
    weight = numbers.fixed(state.sums.weight)
    lettering.draw(painter, pair, weight, BIG, theme.weight_ink, lettering.RIGHT)
    painter.setPen(QPen(theme.line, 1))
    y = round(rect.top() + 51) + 0.5
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    if state.sums.mistake:
        paint_mistake(painter, rect.adjusted(0, 56, 0, 0), state.sums.mistake, theme)
        return
    first = QRectF(rect.left(), rect.top() + 57, rect.width(), layout.step)
    second = first.translated(0, layout.step)
    rooms = []
    for row, value in ((first, state.sums.score), (second, state.sums.weight)):
        text = numbers.fixed(value)
        wide = lettering.draw(painter, row, text, LABEL.bold(), theme.ink, lettering.RIGHT)
        rooms.append(row.adjusted(0, 0, -wide - RESULT, 0))
    paint_runs(painter, rooms[0], product_row(state, theme))
    paint_softmax(painter, rooms[1], state.sums, theme)


def paint_energy(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The lit weight of the trained translator: its additive score, and its share of the row."""
    rect = layout.arithmetic
    words = ArithmeticState("Pinned weight" if state.is_pinned else "Weight")
    head = QRectF(rect.left(), rect.top(), rect.width(), 16)
    lettering.draw(painter, head, words.eyebrow, EYEBROW, theme.ink3)
    if state.pair is None:
        note = "point at a weight to see where it comes from"
        lettering.draw(painter, head.translated(0, 26), note, LABEL, theme.ink3)
        return
    query, key = state.pair
    sums = energy_sum(state.trace, query, key)
    experiment = state.experiment
    words = ArithmeticState(
        words.eyebrow,
        experiment.tokens[query],
        experiment.key_tokens[key],
        query + 1,
        key + 1,
    )
    pair = QRectF(rect.left(), rect.top() + 22, rect.width(), 24)
    paint_pair(painter, pair, words, theme, rect.width() - 60)
    weight = numbers.fixed(sums.weight)
    lettering.draw(painter, pair, weight, BIG, theme.weight_ink, lettering.RIGHT)
    painter.setPen(QPen(theme.line, 1))
    y = round(rect.top() + 51) + 0.5
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    first = QRectF(rect.left(), rect.top() + 57, rect.width(), layout.step)
    second = first.translated(0, layout.step)
    for row, value in ((first, sums.energy), (second, sums.weight)):
        bold = LABEL.bold()
        lettering.draw(painter, row, numbers.fixed(value), bold, theme.ink, lettering.RIGHT)
    formula.draw_in(painter, first, SCORE, 13, theme, "left", False, theme.ink2)
    part, total = numbers.fixed(sums.part), numbers.fixed(sums.total)
    above = numbers.fixed(sums.energy - sums.largest)
    latex = rf"e^{{{above.replace(numbers.MINUS, '-')}}}"
    x = second.left() + formula.box(latex, 14, False).width
    formula.draw_in(painter, second, latex, 14, theme, "left", False, theme.ink2)
    text = f"  = {part}, of {total} in the row"
    rest = QRectF(x, second.top(), second.right() - 44 - x, second.height())
    shown = lettering.fitted(text, CAPTION, rest.width())
    lettering.draw(painter, rest, shown, CAPTION, theme.ink2)


def paint_softmax(painter: QPainter, row: QRectF, sums: WeightArithmetic, theme: Theme) -> None:
    """2.82 divided by the root of 3 = 1.63, softmax over 6 keys."""
    keys = len(sums.parts)
    x = row.left() + lettering.draw(painter, row, numbers.fixed(sums.score), CAPTION, theme.ink2)
    root = rf"\div\sqrt{{{len(sums.terms)}}}"
    room = QRectF(x + 4, row.top(), 40, row.height())
    formula.draw_in(painter, room, root, 13, theme, "left", False, theme.ink2)
    x += 4 + formula.box(root, 13, False).width
    text = f"  = {numbers.fixed(sums.scaled)}, softmax over {keys} key{'s' * (keys != 1)}"
    rest = QRectF(x, row.top(), row.right() - x, row.height())
    shown = lettering.fitted(text, CAPTION, rest.width())
    lettering.draw(painter, rest, shown, CAPTION, theme.ink2)
