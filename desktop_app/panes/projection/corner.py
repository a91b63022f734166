"""The corner that takes one number of Q, K or V apart: one product a line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from core.experiment import ProjectionExperiment
from core.experiments.projection import Role
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, EYEBROW, LABEL, Style
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]
LETTERS = {"query": "Q", "key": "K", "value": "V"}
BIG = Style(lettering.SANS, 24, 600)
SMALLEST_ROW = 15.0


@dataclass(frozen=True)
class Moving:
    """A number under the pointer: its symbol in LaTeX, its role, row and column in words if the
    symbol does not hold them, what it is, and what it was when the drag began."""

    symbol: str
    role: str
    now: float
    before: float | None = None
    place: str = ""


@dataclass(frozen=True)
class CornerState:
    """One cell of Q, K or V, row and column from 0, and what is being moved."""

    experiment: ProjectionExperiment
    trace: Trace
    cell: tuple[Role, int, int]
    pinned: bool
    problem: str = ""
    moving: Moving | None = None


def paint(painter: QPainter, rect: QRectF, row: float, state: CornerState, theme: Theme) -> None:
    """Paint the corner; its lines stand level with the rows of the W column."""
    head = QRectF(rect.left(), rect.top() - 3, rect.width(), 16)
    if state.problem:
        lettering.draw(painter, head, "Not taken", EYEBROW, theme.alert)
        paint_wrapped(painter, head.translated(0, 20), state.problem, theme, rect.width() - 8)
        return
    paint_terms(painter, rect, row, state, theme)
    role, line, column = state.cell
    eyebrow = "Scrubbing" if state.moving else "Pinned" if state.pinned else "Number"
    lettering.draw(painter, head, eyebrow, EYEBROW, theme.ink3)
    moving = state.moving or Moving(
        rf"\{role}{{{LETTERS[role]}_{{{line + 1},{column + 1}}}}}",
        role,
        now=float(state.trace[role][line, column]),
    )
    paint_number(painter, rect, moving, theme)
    foot = QRectF(rect.left(), rect.top() + 0.75 * rect.height(), rect.width() - 64, row)
    style = CAPTION
    text: str = state.experiment.source
    if moving.before is not None:
        text = f"from {numbers.edited(moving.before)}"
    while lettering.width(text, style) > foot.width() and style.size > 10:
        style = style.sized(style.size - 1)
    text = lettering.fitted(text, style, foot.width())
    lettering.draw(painter, foot, text, style, theme.ink3)


def paint_number(painter: QPainter, rect: QRectF, moving: Moving, theme: Theme) -> None:
    """The symbol of a number, and the number in large type under it."""
    step = rect.height() / 4
    room = QRectF(rect.left(), rect.top() + 0.9 * step, 88, step)
    formula.draw_in(painter, room, moving.symbol, 17, theme, lettering.LEFT, False)
    if moving.place:
        place = room.adjusted(formula.box(moving.symbol, 17, False).width + 5, 0, 0, 0)
        lettering.draw(painter, place, moving.place, LABEL, theme.ink2)
    result = QRectF(rect.left(), rect.top() + 1.95 * step, 90, step)
    text = numbers.edited(moving.now)
    style = BIG if lettering.width(text, BIG) <= 84 else LABEL.sized(15).bold()
    colour = theme.role(moving.role).text
    lettering.draw(painter, result, lettering.fitted(text, style, 88), style, colour)


def paint_terms(
    painter: QPainter, rect: QRectF, row: float, state: CornerState, theme: Theme
) -> None:
    """X times W, one product a line, right-aligned over the last column of X."""
    role, line, column = state.cell
    features = state.trace["features"][line]
    weights = state.trace[{"query": "w_q", "key": "w_k", "value": "w_v"}[role]][:, column]
    colour = theme.role(role).text
    style = LABEL if row >= SMALLEST_ROW else CAPTION.sized(11)
    for place, (feature, weight) in enumerate(zip(features, weights, strict=True)):
        left, right = short(float(feature)), short(float(weight))
        if feature < 0 and place:
            left = f"({left})"
        if weight < 0:
            right = f"({right})"
        runs: list[Run] = [
            ("+ " if place else "", style, theme.ink3),
            (left, style, theme.ink),
            (" · ", style, theme.ink3),
            (right, style, colour),
        ]
        room = QRectF(rect.right() - 110, rect.top() + place * row, 110, row)
        lettering.draw_runs(painter, room, runs, lettering.RIGHT)


def short(number: float) -> str:
    """A factor in a line of fixed length."""
    text = numbers.edited(number)
    return text if len(text) <= 6 else f"{number:.0e}".replace("-", numbers.MINUS)


def paint_wrapped(painter: QPainter, line: QRectF, text: str, theme: Theme, width: float) -> None:
    """A reason in as many short lines as it needs, five at most."""
    for place, part in enumerate(lettering.wrapped(text, CAPTION, width)[:5]):
        room = QRectF(line.left(), line.top() + 15 * place, width + 8, 15)
        lettering.draw(painter, room, part, CAPTION, theme.alert)


def below(cells: QRectF) -> QPointF:
    """The baseline of a matrix's symbol under its middle."""
    return QPointF(cells.center().x(), cells.bottom() + 20)
