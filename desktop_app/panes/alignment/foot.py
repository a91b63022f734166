"""The other translations of pane 03's sentence, in two lines below everything."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from desktop_app import lettering
from desktop_app.lettering import LABEL, Style
from desktop_app.panes.alignment.layout import LINE, AlignmentLayout
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.theme import Theme

NAME = 152.0  # room for what a line is called

Run = tuple[str, Style, QColor]


def paint_foot(
    painter: QPainter, layout: AlignmentLayout, state: StepState, taken: float, theme: Theme
) -> None:
    """Two lines; `taken` px at their right end belong to a button."""
    foot = layout.foot.adjusted(0, 0, -taken, 0)
    if state.trace.problem:
        paint_problem(painter, foot, state.trace.problem, theme)
        return
    for row, (name, runs) in enumerate(foot_lines(state, theme)):
        room = QRectF(foot.left(), foot.top() + row * LINE, foot.width(), LINE)
        lettering.draw(
            painter, room.adjusted(0, 0, NAME - room.width(), 0), name, LABEL, theme.ink3
        )
        lettering.draw_runs(
            painter, room.adjusted(NAME, 0, 0, 0), fitting(runs, room.width() - NAME)
        )


def paint_problem(painter: QPainter, foot: QRectF, problem: str, theme: Theme) -> None:
    """Why nothing is translated, and what is shown instead."""
    room = QRectF(foot.left(), foot.top(), foot.width(), LINE)
    shown = lettering.fitted(problem, LABEL, room.width())
    lettering.draw(painter, room, shown, LABEL, theme.alert)
    instead = "Until then the states are set by hand, and nothing is translated."
    lettering.draw(painter, room.translated(0, LINE), instead, LABEL, theme.ink2)


def foot_lines(state: StepState, theme: Theme) -> list[tuple[str, list[Run]]]:
    """What the model writes by itself or should write, and what the fixed context writes."""
    trace = state.trace
    if state.experiment.intervenes or state.experiment.fault:
        first = ("The model's own", marked_runs(trace.own, trace.lost, theme.ink, theme))
    elif trace.unknown:
        words = ", ".join(dict.fromkeys(trace.unknown))
        text = f"{words}: outside its language, read as unknown"
        first = ("Not known", [(text, LABEL, theme.ink2)])
    elif not trace.reference:
        text = "nobody wrote one for this sentence, so no gold alignment either"
        first = ("Right translation", [(text, LABEL, theme.ink2)])
    elif not any(trace.missed) and len(trace.reference) == len(trace.own):
        first = ("Right translation", [("the same, word for word", LABEL, theme.ink2)])
    else:
        first = ("Right translation", marked_runs(trace.reference, trace.missed, theme.ink, theme))
    # Without a right translation a difference is no mistake.
    odd = theme.alert if trace.reference else theme.ink
    name = "One trained that way" if state.experiment.last_state else "One fixed context"
    return [first, (name, marked_runs(trace.fixed, trace.wrong, odd, theme))]


def spoken_foot(state: StepState, theme: Theme) -> tuple[str, ...]:
    """Both lines in full, however much of them fits."""
    if state.trace.problem:
        return (state.trace.problem,)
    lines = foot_lines(state, theme)
    return tuple(f"{name}: {''.join(text for text, *_ in runs).strip()}" for name, runs in lines)


def marked_runs(
    words: tuple[str, ...], odd: tuple[bool, ...], colour: QColor, theme: Theme
) -> list[Run]:
    """Words in a row, the odd ones semibold and in `colour`."""
    runs: list[Run] = [
        (f"{word} ", LABEL.bold(is_odd), colour if is_odd else theme.ink2)
        for word, is_odd in zip(words, odd, strict=True)
    ]
    return runs or [("no word at all", LABEL, theme.ink2)]


def fitting(runs: list[Run], room: float) -> list[Run]:
    """As many runs as fit, and an ellipsis where some do not."""
    kept: list[Run] = []
    used = 0.0
    for place, (text, style, colour) in enumerate(runs):
        wide = lettering.width(text, style)
        spare = 0.0 if place == len(runs) - 1 else 14.0
        if used + wide > room - spare:
            shown = lettering.fitted(text, style, room - used) if not kept else "…"
            kept.append((shown, style if not kept else LABEL, colour if not kept else runs[0][2]))
            break
        kept.append((text, style, colour))
        used += wide
    return kept
