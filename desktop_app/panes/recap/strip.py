"""The learner's last matrices of pane 05, small and without digits, one for each part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.experiment import AttentionExperiment
from core.trace import Trace
from desktop_app import lettering, numbers
from desktop_app.instruments import grid
from desktop_app.instruments.grid import MARGIN, GridState
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import LABEL
from desktop_app.panes.recap.layout import HEAD_ROW, OUTSET, SIDE
from desktop_app.panes.recap.marks import paint_arrow
from desktop_app.panes.recap.parts import PARTS
from desktop_app.theme import Theme

SCORE_LIMIT = 4.0
MAPS = {"scores", "scaled", "masked"}


@dataclass(frozen=True)
class StripState:
    """What is drawn: an experiment of pane 05 and its trace."""

    experiment: AttentionExperiment
    trace: Trace


def hidden_cells(trace: Trace) -> np.ndarray | None:
    """Which scores the mask hides; None where it hides none."""
    hidden = np.isneginf(trace["masked"])
    return hidden if bool(hidden.any()) else None


def small_grid(state: StripState, step: str) -> GridState:
    """One step as a grid without digits, with the learner's pin."""
    pinned = state.experiment.pinned_cell
    array = state.trace[step]
    hidden = hidden_cells(state.trace) if step in {"masked", "weights"} else None
    if step in MAPS:
        return GridState(array, "score", SCORE_LIMIT, hidden=hidden, linked=pinned, digits=False)
    if step == "weights":
        return GridState(array, "weight", hidden=hidden, pinned=pinned, digits=False)
    row = None if pinned is None else (pinned[0], "output")
    return GridState(array, "output", SCORE_LIMIT, row_outline=row, digits=False)


def captions(state: StripState) -> tuple[str, ...]:
    """One line under each matrix, from the trace: about the pinned pair, else about the whole."""
    experiment, trace = state.experiment, state.trace
    root = float(np.sqrt(experiment.key_size))
    divisor = numbers.fixed(root, 0 if root == int(root) else 2)
    hidden = hidden_cells(trace)
    none_hidden = hidden is None
    if experiment.pinned_cell is None:
        rows, columns = trace["scores"].shape
        masked = "nothing hidden" if hidden is None else f"{int(hidden.sum())} pairs hidden"
        return (
            f"{rows} × {columns} scores",
            f"÷ {divisor}" if experiment.scaled else "not divided",
            masked,
            "each row adds to 1",
            f"{trace['output'].shape[0]} × {trace['output'].shape[1]}",
        )
    query, key = experiment.pinned_cell
    pair = f"{experiment.tokens[query]} · {experiment.key_tokens[key]}"
    score = numbers.fixed(float(trace["scores"][query, key]))
    scaled = numbers.fixed(float(trace["scaled"][query, key]))
    kept = "nothing hidden" if none_hidden else f"kept at {scaled}"
    if hidden is not None and bool(hidden[query, key]):
        kept = f"hidden: {numbers.MINUS}∞"
    return (
        f"{pair} = {score}",
        f"÷ {divisor} = {scaled}" if experiment.scaled else "not divided",
        kept,
        f"weight {numbers.fixed(float(trace['weights'][query, key]))}",
        f"one row for {experiment.tokens[query]}",
    )


class Strip(PointedParts):
    """Five columns side by side. pointed(part) and opened(part), counting from 0."""

    pointed = Signal(object)
    opened = Signal(int)

    picture_name = "Your last matrices"

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.state: StripState | None = None
        self.cell, self.pitch = 24.0, 168.0
        self.lit: int | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_state(self, state: StripState) -> None:
        self.state = state
        parts = zip(PARTS, captions(state), strict=True)
        words = "; ".join(f"{part.name}: {caption}" for part, caption in parts)
        self.setAccessibleName(f"Your last matrices. {words}")
        self.update()

    def show_lit(self, lit: int | None) -> None:
        self.lit = lit
        self.update()

    def set_measures(self, cell: float, pitch: float) -> None:
        self.cell, self.pitch = cell, pitch
        self.update()

    # geometry

    def column(self, part: int) -> QRectF:
        """The band of one column."""
        side = SIDE * self.cell
        return QRectF(part * self.pitch, 0, side + 8 + 2 * OUTSET, self.height())

    def cells(self, part: int) -> QRectF:
        """The cells of one matrix: as large as its square lets them be, at most one cell's size."""
        side = SIDE * self.cell
        square = QRectF(self.column(part).left() + OUTSET + 4, HEAD_ROW, side, side)
        if self.state is None:
            return square
        rows, columns = self.state.trace[PARTS[part].step].shape
        wide = min(self.cell, side / columns) * columns
        tall = min(self.cell, side / rows) * rows
        return QRectF(square.left(), square.center().y() - tall / 2, wide, tall)

    def part_at(self, point: QPointF) -> int | None:
        parts = range(len(PARTS))
        return next((part for part in parts if self.column(part).contains(point)), None)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for part, caption in enumerate(captions(self.state)):
                self.paint_column(painter, part, caption)

    def paint_column(self, painter: QPainter, part: int, caption: str) -> None:
        """Name, matrix and caption of one part; its band when it is lit."""
        assert self.state is not None
        theme, lit, column = self.theme, part == self.lit, self.column(part)
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.band)
            painter.drawRoundedRect(column, 8, 8)
        left, wide = column.left() + OUTSET + 4, column.width() - 2 * OUTSET - 4
        style, colour = LABEL.bold(lit), theme.ink if lit else theme.ink2
        head = QRectF(left, 10, wide, 16)
        lettering.draw(painter, head, f"{part + 1}  {PARTS[part].name}", style, colour)
        cells = self.cells(part)
        place = cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        grid.paint(painter, place, small_grid(self.state, PARTS[part].step), theme)
        foot = QRectF(left, HEAD_ROW + SIDE * self.cell + 14, wide, 16)
        colour = theme.ink if lit else theme.ink2
        lettering.draw(painter, foot, lettering.fitted(caption, style, wide), style, colour)
        if part + 1 < len(PARTS):
            right = self.column(part + 1).left() + OUTSET
            middle = (left + SIDE * self.cell + 4 + right) / 2
            y = HEAD_ROW + SIDE * self.cell / 2
            paint_arrow(painter, middle - 8, middle + 8, y, theme.ink3)

    # pointing

    def show_pointed(self) -> None:
        self.pointed.emit(self.hovered)

    def use(self, part: int) -> None:
        self.opened.emit(part)
