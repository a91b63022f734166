"""Rows or columns: pane 09 as others write it, with queries as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from core.experiment import CrossExperiment, Experiment
from desktop_app import formula, lettering
from desktop_app.drawers.stack import Part, StackSection
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.settings import Settings
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
KEPT = "Files, code and explanations keep queries as rows."
ROW, GAP = 20, 32


class TurnedShapes(Instrument):
    """The formula in either orientation, every shape, and which sums are 1."""

    shapes: Shapes = ()
    way: Way = "rows"
    trained = False

    def show_shapes(self, shapes: Shapes, way: Way, trained: bool) -> None:
        """shapes as rows are queries, by symbol: rows, columns."""
        self.shapes, self.way, self.trained = shapes, way, trained
        self.setAccessibleName(f"{self.along()}. {self.sums()} {self.shape_words()}. {KEPT}")
        self.update()

    def along(self) -> str:
        if self.way == "rows":
            return "Rows of the weights are queries, columns are keys"
        return "Rows of the weights are keys, columns are queries"

    def sums(self) -> str:
        return f"Each {'row' if self.way == 'rows' else 'column'} of weights adds to 1."

    def shape_words(self) -> str:
        return ", ".join(f"{name} {rows} × {columns}" for name, rows, columns in self.turned())

    def turned(self) -> Shapes:
        """Every shape in this orientation."""
        if self.way == "rows":
            return self.shapes
        return tuple((name, columns, rows) for name, rows, columns in self.shapes)

    def lines(self, width: int) -> list[tuple[str, lettering.Style, bool]]:
        """Text, style, and whether it is said softly."""
        shapes = lettering.wrapped(self.shape_words(), LABEL, width)
        weights = any(name == "A" for name, *_ in self.shapes)
        told = self.sums() if weights else "no product, so no weights"
        notes = [*lettering.wrapped(told, CAPTION, width)]
        notes += lettering.wrapped(KEPT, CAPTION, width)
        return [*((line, LABEL, False) for line in shapes), *((n, CAPTION, True) for n in notes)]

    def height_for(self, width: int) -> int:
        return GAP + ROW * len(self.lines(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, width = self.theme, float(self.width())
            latex = TRAINED if self.trained else FORMULAS[self.way]
            room = QRectF(0, 0, width, 28)
            formula.draw_in(painter, room, latex, 14, theme, lettering.LEFT, False)
            for place, (line, style, soft) in enumerate(self.lines(self.width())):
                room = QRectF(0, GAP + place * ROW, width, ROW)
                lettering.draw(painter, room, line, style, theme.ink2 if soft else theme.ink)


class WayToggle(Toggle):
    """The two orientations, one beside the other."""

    def height_for(self, width: int) -> int:
        return self.height()

    def setGeometry(self, place: QRect) -> None:  # type: ignore[override]
        self.set_compact(place.width() < self.sizeHint().width())
        self.move(place.topLeft())


class TurningSection(StackSection):
    """Turns the pane's own matrices, and remembers it; no experiment changes, so no undo step."""

    title = "Rows or columns"
    gives_away = True

    def __init__(
        self,
        theme: Theme,
        session: Session,
        number: int,
        settings: Settings | None = None,
        lab: Lab | None = None,
    ) -> None:
        super().__init__(theme, session, number)
        self.settings, self.lab = settings, lab
        self.toggle = WayToggle(theme, "Orientation", WAYS, self)
        self.figure = TurnedShapes(theme, self)
        self.toggle.chosen.connect(self.turn_to)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, CrossExperiment)

    def parts(self) -> Sequence[Part]:
        return self.toggle, self.figure

    @property
    def way(self) -> Way:
        """How the pane is drawn now."""
        return "columns" if self.lab is not None and self.lab.turned else "rows"

    def turn_to(self, way: str) -> None:
        """Draw the pane the other way, now and from now on."""
        if self.settings is not None:
            self.settings.query_columns = way == "columns"
        if self.lab is not None:
            self.lab.turn(way == "columns")
        self.session.said.emit("queries are columns" if way == "columns" else "queries are rows")
        self.refresh()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return tuple(("orientations", partial(self.turn_to, way)) for way in ("columns", "rows"))

    def show_rows(self) -> None:
        experiment, trace = self.experiment, self.trace
        if not isinstance(experiment, CrossExperiment) or trace is None:
            return
        self.toggle.show()
        self.figure.show()
        self.toggle.set_chosen(self.way)
        named = (("Q", "query"), ("K", "key"), ("V", "value"), ("A", "weights"), ("O", "output"))
        shapes = tuple((name, *trace[step].shape) for name, step in named if step in trace)
        self.figure.show_shapes(shapes, self.way, experiment.is_trained)
