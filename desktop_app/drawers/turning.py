"""Rows or columns: the same cross-attention as others write it, with queries as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.experiment import CrossExperiment, Experiment
from desktop_app import formula, lettering, numbers
from desktop_app.drawers.stack import Part, StackSection
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

Way = Literal["rows", "columns"]
Shapes = tuple[tuple[str, int, int], ...]
WAYS = (("rows", "Queries are rows"), ("columns", "Queries are columns"))
FORMULAS: dict[str, str] = {
    "rows": r"O = \mathrm{softmax}\left(\query{Q}\key{K}^\mathsf{T}/\sqrt{d_k}\right)\value{V}",
    "columns": (
        r"O = \value{V}\,\mathrm{softmax}\left(\key{K}^\mathsf{T}\query{Q}/\sqrt{d_k}\right)"
    ),
}
TRAINED = (
    r"\weight{A} = \mathrm{softmax}\left(v_a^\mathsf{T}\tanh(W_a \query{s} + U_a \key{h})\right)"
)
LINE, ROW, WORD, HEAD = 16, 20, 56, 40
LARGEST, SMALLEST_WITH_DIGITS, SMALLEST_WITH_WORDS = 34.0, 27.0, 11.0
SMALLEST_WITH_PLACES = 14.0  # narrower columns are counted, and narrower still say nothing


class TurnedFigure(Instrument):
    """The weights in either orientation, what stands along its sides, and every shape."""

    weights: npt.NDArray[np.float64] | None = None
    queries: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    shapes: Shapes = ()
    way: Way = "rows"
    trained = False

    def show_weights(
        self,
        weights: npt.NDArray[np.float64] | None,
        tokens: tuple[tuple[str, ...], tuple[str, ...]],
        shapes: Shapes,
        way: Way,
        trained: bool,
    ) -> None:
        """weights (m, n), None where there is no product; shapes as rows are queries."""
        self.weights, self.shapes, self.way, self.trained = weights, shapes, way, trained
        self.queries, self.keys = tokens
        self.setAccessibleName(f"The weights, {self.along()}. {self.sums()} {self.shape_words()}")
        self.update()

    def along(self) -> str:
        if self.way == "rows":
            return "rows are queries, columns are keys"
        return "rows are keys, columns are queries"

    def sums(self) -> str:
        return f"Each {'row' if self.way == 'rows' else 'column'} adds to 1."

    def shape_words(self) -> str:
        return ", ".join(f"{name} {rows} × {columns}" for name, rows, columns in self.turned())

    def turned(self) -> Shapes:
        """Every shape in this orientation."""
        if self.way == "rows":
            return self.shapes
        return tuple((name, columns, rows) for name, rows, columns in self.shapes)

    def drawn(self) -> npt.NDArray[np.float64]:
        assert self.weights is not None
        return self.weights if self.way == "rows" else self.weights.T

    def cell(self, width: int) -> float:
        """Square cells of whole pixels, as many as fit."""
        rows, columns = self.drawn().shape
        room = min((width - WORD - 4) / columns, 12 * 24.0 / rows, LARGEST)
        return float(int(room)) if room >= 1 else room

    def map_height(self, width: int) -> float:
        return HEAD + self.cell(width) * self.drawn().shape[0] if self.weights is not None else 24

    def height_for(self, width: int) -> int:
        return round(self.map_height(width) + 12 + 32 + ROW * len(self.lines(width)) + LINE)

    def lines(self, width: int) -> list[str]:
        return list(lettering.wrapped(self.shape_words(), LABEL, width))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, width = self.theme, float(self.width())
            if self.weights is None:
                room = QRectF(0, 0, width, LINE)
                lettering.draw(painter, room, "no product, so no weights", CAPTION, theme.ink3)
            else:
                self.paint_map(painter)
            y = self.map_height(self.width()) + 12
            latex = TRAINED if self.trained else FORMULAS[self.way]
            formula.draw_in(
                painter, QRectF(0, y, width, 28), latex, 14, theme, lettering.LEFT, False
            )
            y += 32
            for line in self.lines(self.width()):
                lettering.draw(painter, QRectF(0, y, width, ROW), line, LABEL, theme.ink)
                y += ROW
            note = QRectF(0, y, width, LINE)
            lettering.draw(painter, note, self.sums(), CAPTION, theme.ink2)

    def paint_map(self, painter: QPainter) -> None:
        """Colours and digits of the weights, with the words of both sides."""
        theme, cell, shown = self.theme, self.cell(self.width()), self.drawn()
        down, across = self.queries, self.keys
        colours = theme.query.text, theme.key.text
        names = "queries ↓", "keys →"
        if self.way == "columns":
            down, across, colours, names = across, down, colours[::-1], ("keys ↓", "queries →")
        corner = QRectF(0, HEAD - 18, WORD, LINE)
        lettering.draw(painter, corner, names[0], CAPTION, colours[0])
        side = QRectF(WORD + 4, 0, self.width() - WORD - 4, LINE)
        lettering.draw(painter, side, names[1], CAPTION, colours[1])
        for row, shares in enumerate(shown):
            y = HEAD + row * cell
            if cell >= SMALLEST_WITH_WORDS:
                style = CAPTION if cell >= LINE else CAPTION.sized(10)
                text = lettering.fitted(down[row], style, WORD - 4)
                place = QRectF(0, y, WORD, cell)
                lettering.draw(painter, place, text, style, colours[0], lettering.RIGHT)
            for column, share in enumerate(shares):
                room = QRectF(WORD + 4 + column * cell, y, cell, cell)
                if cell >= 8:
                    room.adjust(0.5, 0.5, -0.5, -0.5)
                ground = theme.weight_colour(float(share))
                painter.fillRect(room, ground)
                if cell >= SMALLEST_WITH_DIGITS:
                    text, ink = numbers.fixed(float(share)), theme.text_on(ground)
                    lettering.draw(painter, room, text, CAPTION, ink, lettering.CENTRE)
        for column, word in enumerate(across):
            if cell >= SMALLEST_WITH_PLACES:
                place = QRectF(WORD + 4 + column * cell, HEAD - 18, cell, LINE)
                worded = cell >= SMALLEST_WITH_DIGITS - 5
                text = lettering.fitted(word, CAPTION, cell - 1) if worded else str(column + 1)
                style = CAPTION if worded else CAPTION.sized(10)
                lettering.draw(painter, place, text, style, colours[1], lettering.CENTRE)


class WayToggle(Toggle):
    """The two orientations, one beside the other."""

    def height_for(self, width: int) -> int:
        return self.height()

    def setGeometry(self, place: QRect) -> None:  # type: ignore[override]
        self.set_compact(place.width() < self.sizeHint().width())
        self.move(place.topLeft())


class TurningSection(StackSection):
    """Only how the weights are written down here changes; the pane keeps queries as rows."""

    title = "Rows or columns"

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.way: Way = "rows"
        self.toggle = WayToggle(theme, "Orientation", WAYS, self)
        self.figure = TurnedFigure(theme, self)
        self.toggle.chosen.connect(self.turn_to)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, CrossExperiment)

    def parts(self) -> Sequence[Part]:
        return self.toggle, self.figure

    def turn_to(self, way: str) -> None:
        """Write the weights down the other way."""
        self.way = "columns" if way == "columns" else "rows"
        self.refresh()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return tuple(("orientations", partial(self.turn_to, way)) for way in ("columns", "rows"))

    def show_rows(self) -> None:
        experiment, trace = self.experiment, self.trace
        if not isinstance(experiment, CrossExperiment) or trace is None:
            return
        parts: tuple[QWidget, ...] = (self.toggle, self.figure)
        for part in parts:
            part.show()
        self.toggle.set_chosen(self.way)
        step = trace.steps.get("weights")
        weights = None if step is None else step.array
        named = (("Q", "query"), ("K", "key"), ("V", "value"), ("A", "weights"), ("O", "output"))
        shapes = tuple((name, *trace[step].shape) for name, step in named if step in trace)
        tokens = experiment.tokens, experiment.key_tokens
        self.figure.show_weights(weights, tokens, shapes, self.way, experiment.is_trained)
