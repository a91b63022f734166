"""What pane 03 paints round its map and its table: words, marks, ramp, sums, the context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from core.alignment_arithmetic import Assembly, WeightSum
from core.experiment import AlignmentExperiment
from desktop_app import formula, lettering, numbers
from desktop_app.instruments import indexed
from desktop_app.instruments.base import outline
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.alignment.layout import WORDS, AlignmentLayout
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]
CONTEXT_LIMIT = 1.0  # annotations lie between -1 and 1


@dataclass(frozen=True)
class StepState:
    """One step of the experiment and the source word that is lit, from 0."""

    experiment: AlignmentExperiment
    lit: int
    sums: WeightSum
    assembled: Assembly

    @property
    def step(self) -> int:
        return self.experiment.step

    def source(self, place: int) -> str:
        return self.experiment.source_tokens[place]


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


def paint_numbers(
    painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme
) -> None:
    """The energy, the weight and the context of the lit pair, with their numbers."""
    rect = layout.numbers
    if rect.height() < 84:
        return
    target = state.experiment.tokens[state.step - 1]
    head = QRectF(rect.left(), rect.top(), rect.width(), 18)
    style = LABEL.bold()
    half = rect.width() * 0.3
    runs = [
        ("In numbers   ", HEAD, theme.ink),
        (lettering.fitted(target, style, half), style, theme.query.text),
        ("  \N{LONG RIGHTWARDS ARROW}  ", LABEL, theme.ink2),
        (lettering.fitted(state.source(state.lit), style, half), style, theme.key.text),
    ]
    lettering.draw_runs(painter, head, runs)
    t, j = state.step, state.lit + 1
    lines = (("e", f"{t},{j}"), (r"\alpha", f"{t},{j}"), ("c", str(t)))
    results = (numbers.fixed(state.sums.energy), numbers.fixed(state.sums.weight), "")
    step = min((rect.height() - 24) / 3, 28.0)
    for row, ((letter, index), result) in enumerate(zip(lines, results, strict=True)):
        room = QRectF(rect.left(), rect.top() + 24 + row * step, rect.width(), step)
        indexed.draw(painter, room, letter, index, 16, theme)
        colour = theme.weight_ink if row == 1 else theme.ink
        lettering.draw(painter, room, result, LABEL.bold(), colour, lettering.RIGHT)
        inner = room.adjusted(44, 0, -48, 0)
        if row == 0:
            paint_energy_sum(painter, inner, state, theme)
        else:
            runs = weight_runs(state, theme) if row == 1 else context_runs(state, theme)
            if row == 2:
                inner = room.adjusted(44, 0, 0, 0)
            lettering.draw_runs(painter, inner, fitting(runs, inner.width()))


def paint_energy_sum(painter: QPainter, room: QRectF, state: StepState, theme: Theme) -> None:
    """v_a tanh(W_a s + U_a h), and what the learner added to it."""
    latex = r"v_a^\mathsf{T}\tanh(W_a \query{s_{t-1}} + U_a \key{h_j})"
    formula.draw_in(painter, room, latex, 14, theme, lettering.LEFT, False, theme.ink2)
    added = state.sums.energy - state.sums.own
    if added:
        sign = "+" if added > 0 else numbers.MINUS
        text = f"{numbers.fixed(state.sums.own)} {sign} {numbers.fixed(abs(added))} by hand"
        wide = formula.box(latex, 14, False).width
        if wide + lettering.width(text, CAPTION) + 12 <= room.width():
            lettering.draw(painter, room, text, CAPTION, theme.ink2, lettering.RIGHT)


def weight_runs(state: StepState, theme: Theme) -> list[Run]:
    """exp(e - max) over the sum of all of them: 1.00 / 1.40."""
    sums = state.sums
    part = numbers.fixed(float(np.exp(sums.energy - sums.largest)))
    gap = f"exp({numbers.fixed(sums.energy)} {numbers.MINUS} {numbers.fixed(sums.largest)})"
    return [(f"{gap} ÷ Σ = {part} ÷ {numbers.fixed(sums.total)}", CAPTION, theme.ink2)]


def context_runs(state: StepState, theme: Theme) -> list[Run]:
    """0.71 h_cat + 0.14 h_black + ..., heaviest first."""
    runs: list[Run] = []
    pairs = zip(state.assembled.places, state.assembled.weights, strict=True)
    for count, (place, weight) in enumerate(pairs):
        runs.append((" + " if count else "", CAPTION, theme.ink2))
        runs.append((numbers.fixed(weight), CAPTION.bold(), theme.weight_ink))
        runs.append((f" h({state.source(place)})", CAPTION, theme.key.text))
    if state.assembled.others_count:
        share = numbers.fixed(state.assembled.others_weight)
        runs.append((f" + {share} of {others_text(state)}", CAPTION, theme.ink2))
    return runs


def others_text(state: StepState) -> str:
    count = state.assembled.others_count
    return f"{count} other{'s' * (count != 1)}"


def fitting(runs: list[Run], room: float) -> list[Run]:
    """As many runs as fit, and an ellipsis where some do not."""
    kept: list[Run] = []
    used = 0.0
    for text, style, colour in runs:
        wide = lettering.width(text, style)
        if used + wide > room - 12:
            kept.append((" …", style, colour))
            break
        kept.append((text, style, colour))
        used += wide
    return kept


def paint_context(
    painter: QPainter, layout: AlignmentLayout, state: StepState, theme: Theme
) -> None:
    """The heaviest weighted states, the rest as one row, and their sum."""
    rect, assembled = layout.context, state.assembled
    head = QRectF(rect.left(), rect.top(), rect.width(), 20)
    wide = lettering.draw(painter, head, "Context vector", HEAD, theme.ink)
    symbol = head.adjusted(wide + 8, 0, 0, 0)
    indexed.draw(painter, symbol, "c", str(state.step), 17, theme)
    size = len(assembled.context)
    lettering.draw(painter, head, f"all {size} values", CAPTION, theme.ink3, lettering.RIGHT)
    rows = [
        (weight, state.source(place), assembled.rows[row])
        for row, (place, weight) in enumerate(zip(assembled.places, assembled.weights, strict=True))
    ]
    if assembled.others_count:
        rows.append((assembled.others_weight, "", assembled.others))
    height = (rect.height() - 28 - 10) / 5
    for row, (weight, name, values) in enumerate(rows):
        place = QRectF(rect.left(), rect.top() + 26 + row * height, rect.width(), height)
        number = QRectF(place.left(), place.top(), 34, place.height())
        shown = numbers.fixed(weight)
        lettering.draw(painter, number, shown, LABEL.bold(), theme.weight_ink, lettering.RIGHT)
        label = QRectF(place.left() + 42, place.top(), LABELS - 50, place.height())
        paint_row_name(painter, label, name or others_text(state), bool(name), theme)
        paint_cells(painter, cells_of(place), values, theme)
    y = round(rect.top() + 26 + len(rows) * height + 3) + 0.5
    painter.setPen(QPen(theme.edge, 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    total = QRectF(rect.left(), y + 4, rect.width(), height)
    symbol = QRectF(total.left(), total.top(), 34, total.height())
    indexed.draw(painter, symbol, "c", str(state.step), 16, theme, lettering.RIGHT)
    label = QRectF(total.left() + 42, total.top(), 60, total.height())
    lettering.draw(painter, label, "sum", LABEL, theme.ink2)
    cells = cells_of(total)
    paint_cells(painter, cells, assembled.context, theme)
    outline(painter, cells.adjusted(-3, -3, 3, 3), QPen(theme.ink, 2), 3)


LABELS = 112.0  # weight and name at the left of a row of cells


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
    wide = rect.width() / len(values)
    for place, number in enumerate(values):
        cell = QRectF(rect.left() + place * wide, rect.top(), wide, rect.height())
        shade = theme.score_colour(float(number), CONTEXT_LIMIT)
        painter.fillRect(cell.adjusted(0.5, 0, -0.5, 0), shade)


def paint_origin(painter: QPainter, layout: AlignmentLayout, text: str, theme: Theme) -> None:
    """Where the states come from, in small type at the head of the map."""
    lettering.draw(painter, layout.head, "Alignment", HEAD, theme.ink)
    right = QRectF(layout.head.left() + 96, layout.head.top(), layout.matrix.right()
                   - layout.head.left() - 96, layout.head.height())  # fmt: skip
    style = CAPTION
    shown = lettering.fitted(text, style, right.width())
    lettering.draw(painter, right, shown, style, theme.ink3, lettering.RIGHT)
