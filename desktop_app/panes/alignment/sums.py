"""Energy, weight and context of the lit pair with their numbers, below the map of pane 03."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from desktop_app import formula, lettering, numbers
from desktop_app.instruments import indexed
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.alignment.layout import AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]


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
        runs.append((f" + {share} of {state.others}", CAPTION, theme.ink2))
    return runs


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
