"""Pane 04 as a widget: the plane, the soft dictionary, the projections, the two lookups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.editing_projection import (
    can_move,
    shuffled,
    with_key_size,
    with_number,
    with_projected_number,
    with_tip,
)
from core.experiment import Experiment, ProjectionExperiment
from core.experiments.projection import MAX_SHARPNESS, PROJECTIONS, Role
from core.trace import Trace
from desktop_app import numbers
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.plane_view import PlaneState
from desktop_app.instruments.slider import TickSlider, ValueBox
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.vector_plane import VectorPlane
from desktop_app.panes.lab import Lab, button, place
from desktop_app.panes.projection import drawing, grids
from desktop_app.panes.projection.corner import LETTERS, CornerState, Moving
from desktop_app.panes.projection.dictionary import BLEED, Dictionary, DictionaryState
from desktop_app.panes.projection.layout import (
    ProjectionLayout,
    least_height,
    projection_layout,
)
from desktop_app.panes.projection.lookups import LookupState, slider_y
from desktop_app.panes.projection.product_grid import ProductGrid
from desktop_app.panes.projection.word_chips import WordChips
from desktop_app.theme import Theme

TICKS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
TICK_LABELS = ("0", "½", "1", "2", "4", "8")
SHOWN_ROLES = (("query", "Q"), ("key", "K"), ("value", "V"))


class ProjectionLab(Lab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: ProjectionExperiment | None = None
        self.trace: Trace | None = None
        self.hovered: int | None = None  # an arrow: 0 the query, from 1 the keys
        self.hovered_cell: tuple[Role, int, int] | None = None
        self.scrub: tuple[str, Cell, float] | None = None
        self.problem = ""
        self.layout_now: ProjectionLayout | None = None
        self.make_controls()
        self.make_instruments()
        self.order_tabs()

    def make_controls(self) -> None:
        """The control row, the sharpness, and the toggle that d_k 4 needs."""
        self.words = WordChips(self.theme, self)
        self.words.chosen.connect(lambda place: self.ask_query(int(place)))
        self.size_k = Toggle(self.theme, "d k", (("2", "2"), ("4", "4")), self)
        self.size_k.chosen.connect(lambda size: self.ask_key_size(int(size)))
        self.shuffle = button("Shuffle", self, "New random X and projections (R)")
        self.shuffle.clicked.connect(partial(self.press, "R"))
        self.reset = button("Reset", self, "Back to the slide's own numbers")
        self.reset.clicked.connect(self.reset_wanted)
        self.box = ValueBox(self.theme, "sharpness", a_sharpness, self)
        self.box.setFixedSize(48, 32)
        self.box.entered.connect(lambda value: self.ask_sharpness(value, None))
        self.box.refused.connect(self.refused)
        self.slider = TickSlider(
            self.theme, "sharpness", TICKS, TICK_LABELS, self, places=lambda value: value
        )
        self.slider.moved.connect(self.ask_sharpness)
        self.role = Toggle(self.theme, "projection shown", SHOWN_ROLES, self)
        self.role.chosen.connect(self.show_role)

    def make_instruments(self) -> None:
        """The plane, the dictionary, X, three W, and Q, K, V."""
        self.plane = VectorPlane(self.theme, self)
        self.plane.tip_moved.connect(self.ask_tip)
        self.plane.key_pinned.connect(self.pin)
        self.plane.arrow_hovered.connect(self.hover)
        self.plane.stuck_touched.connect(self.refuse_stuck)
        self.plane.view_changed.connect(self.update)
        self.dictionary = Dictionary(self.theme, self)
        self.dictionary.key_pinned.connect(self.pin)
        self.dictionary.key_hovered.connect(
            lambda row: self.hover(None if row is None else row + 1)
        )
        self.grids = {
            name: ProductGrid(self.theme, grids.TITLES[name], self) for name in grids.TITLES
        }
        for name, grid in self.grids.items():
            grid.mode = "edit"
            grid.cell_edited.connect(partial(self.ask_cell, name))
            grid.scrubbing.connect(partial(self.scrubbed, name))
            grid.refused.connect(self.refuse)
            if name in PROJECTIONS:
                grid.cell_hovered.connect(partial(self.hover_cell, name))
                grid.followed.connect(partial(self.follow, name))

    def order_tabs(self) -> None:
        """Tab goes along the controls, then through the groups."""
        chain: list[QWidget] = [self.words, self.size_k, self.shuffle, self.reset, self.plane]
        chain += [self.dictionary, self.box, self.slider, self.role, *self.grids.values()]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, ProjectionExperiment) and trace is not None
        before = self.experiment
        self.experiment, self.trace = experiment, trace
        self.forget_missing()
        self.size_k.set_chosen(str(experiment.key_size))
        self.role.set_chosen(experiment.product[0])
        self.slider.show_value(experiment.sharpness)
        self.box.show_value(sharpness_text(experiment.sharpness))
        if before is None or shapes(before) != shapes(experiment):
            self.arrange()
        self.words.set_chosen(str(experiment.pointed))
        self.show_parts()

    def forget_missing(self) -> None:
        """Let go of what was pointed at and is not there any more."""
        assert self.experiment is not None
        n = len(self.experiment.tokens)
        if self.hovered is not None and self.hovered > n:
            self.hovered = None
        cell = self.hovered_cell
        if cell is not None and (cell[1] >= n or cell[2] >= self.experiment.key_size):
            self.hovered_cell = None

    def show_parts(self) -> None:
        """Give every instrument what it shows now."""
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        self.plane.show_state(self.plane_state(self.experiment, self.trace))
        state = self.dictionary_state(self.experiment, self.trace)
        self.dictionary.show_state(state, self.layout_now.row)
        cell, shown = self.cell, self.experiment.product[0]
        for name, grid in self.grids.items():
            state_now = grids.grid_state(name, self.experiment, self.trace, cell)
            grid.show_state(state_now, *grids.names(name, self.experiment))
            grid.setVisible(self.experiment.key_size == 2 or grids.role_of(name) in {"", shown})
        self.role.setVisible(self.experiment.key_size > 2)
        self.update()

    @property
    def cell(self) -> tuple[Role, int, int]:
        """The cell of Q, K or V that is taken apart, from 0: pointed at, else pinned."""
        assert self.experiment is not None
        role, row, column = self.experiment.product
        return self.hovered_cell or (role, row - 1, column - 1)

    def plane_state(self, experiment: ProjectionExperiment, trace: Trace) -> PlaneState:
        """The pointed query and all keys as the plane draws them."""
        word = experiment.tokens[experiment.pointed - 1]
        key = experiment.tokens[experiment.pinned - 1]
        query = trace["query"][experiment.pointed - 1]
        length = numbers.fixed(float(trace["query_length"]))
        name = f"query {word}, {listed(query)}, length {length}"
        stuck = {row + 1 for row in range(len(experiment.tokens)) if not can_move(experiment, row)}
        if not can_move(experiment, experiment.pointed - 1):
            stuck.add(0)
        return PlaneState(
            query_word=word,
            words=experiment.tokens,
            query=trace["plane_query"],
            keys=trace["plane_keys"],
            feet=trace["plane_feet"],
            dots=trace["dot_products"],
            length=float(trace["query_length"]),
            off_plane=trace["off_plane"],
            pinned=experiment.pinned,
            names=(name, *self.key_names(experiment, trace)),
            stuck=frozenset(stuck),
            hovered=self.hovered,
            caption=f"seen in the plane of {word} and {key}" if experiment.key_size > 2 else "",
        )

    def dictionary_state(self, experiment: ProjectionExperiment, trace: Trace) -> DictionaryState:
        """Every key as the pointed query finds it."""
        return DictionaryState(
            experiment.tokens,
            trace["key"],
            trace["dot_products"],
            trace["weights"][experiment.pointed - 1],
            trace["value"],
            experiment.pinned - 1,
            self.key_names(experiment, trace),
            self.hovered - 1 if self.hovered else None,
        )

    def key_names(self, experiment: ProjectionExperiment, trace: Trace) -> tuple[str, ...]:
        """Each key read aloud: "key cat, 1.7, 1.2, dot product 2.23, weight 0.54"."""
        weights = trace["weights"][experiment.pointed - 1]
        return tuple(
            f"key {word}, {listed(trace['key'][row])}, "
            f"dot product {numbers.fixed(float(trace['dot_products'][row]))}, "
            f"weight {numbers.fixed(float(weights[row]))}"
            for row, word in enumerate(experiment.tokens)
        )

    def corner_state(self) -> CornerState:
        """What the corner takes apart."""
        assert self.experiment is not None and self.trace is not None
        moving = None
        if self.scrub is not None:
            name, cell, before = self.scrub
            symbol, placed = grids.symbol(name, cell)
            now = float(self.trace[grids.STEPS[name]][cell])
            moving = Moving(symbol, grids.role_of(name), now, before, placed)
        pinned = self.hovered_cell is None
        return CornerState(self.experiment, self.trace, self.cell, pinned, self.problem, moving)

    def arrange(self) -> None:
        if self.experiment is None:
            return
        n, features, key_size = shapes(self.experiment)
        layout = projection_layout(
            self.width(), self.height(), self.size_class, n, features, key_size
        )
        self.layout_now = layout
        place(self.plane, layout.plane)
        place(self.dictionary, layout.dictionary.adjusted(-BLEED, 0, BLEED, 0))
        for name, grid in self.grids.items():
            place(grid, layout.grid(grids.cells(layout, name)))
        self.role.move(round(layout.toggle.x()), round(layout.toggle.y()))
        self.arrange_controls(layout)
        self.show_parts()

    def arrange_controls(self, layout: ProjectionLayout) -> None:
        """The control row, and the sharpness in the right column."""
        assert self.experiment is not None
        y, left = round(layout.control_y), round(layout.pad)
        right = self.width() - left
        self.reset.setGeometry(right - 72, y, 72, 32)
        self.shuffle.setGeometry(right - 72 - 8 - 80, y, 80, 32)
        room = right - 160 - (left + 48) - 148
        self.words.show_words(self.experiment.tokens, room)
        self.words.move(left + 48, y)
        self.size_k.move(self.words.geometry().right() + 61, y)
        top = round(slider_y(layout))
        start = round(layout.lookups.left()) + 68
        self.box.move(start, top)
        wide = round(layout.lookups.right()) - start - 62 + 6
        self.slider.setGeometry(start + 62, top - 4, wide, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        painter = QPainter(self)
        weights = self.trace["weights"][self.experiment.pointed - 1]
        drawing.paint(
            painter,
            self.layout_now,
            drawing.PaneState(
                self.experiment,
                self.trace,
                self.cell,
                self.plane.view.step,
                LookupState(self.experiment.tokens, weights, self.trace),
                self.corner_state(),
            ),
            self.theme,
        )
        words, size_k = QRectF(self.words.geometry()), QRectF(self.size_k.geometry())
        drawing.paint_control_labels(
            painter, self.layout_now, words, size_k, QRectF(self.box.geometry()), self.theme
        )
        painter.end()

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        experiment = self.experiment
        best = experiment.tokens[int(self.trace["best_key"])]
        tied = ", tied" if int(self.trace["ties"]) > 1 else ""
        return (
            f"n = {len(experiment.tokens)}",
            f"d_model = {len(experiment.features[0])}",
            f"d_k = {experiment.key_size}",
            f"sharpness {sharpness_text(experiment.sharpness)}",
            f"best key {best}{tied}",
        )

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    def content_height(self, width: int) -> int:
        return least_height(self.size_class)

    # pointing

    def hover(self, arrow: int | None) -> None:
        if arrow != self.hovered:
            self.hovered = arrow
            self.show_parts()

    def hover_cell(self, role: Role, cell: Cell | None) -> None:
        self.hovered_cell = None if cell is None else (role, *cell)
        self.show_parts()

    def scrubbed(self, name: str, start: tuple[Cell, float] | None) -> None:
        self.scrub = None if start is None else (name, *start)
        self.problem = ""
        self.update()

    def refuse(self, sentence: str) -> None:
        """Show why something was not taken; the last good state stays in force."""
        self.problem = sentence
        self.refused.emit(sentence)
        self.update()

    def refuse_stuck(self, arrow: int) -> None:
        """Say why a tip cannot be moved."""
        assert self.experiment is not None and self.trace is not None
        self.ask_tip(arrow, *self.plane.state.tip(arrow), None)  # type: ignore[union-attr]

    def pin(self, key: int) -> None:
        assert self.experiment is not None
        self.selected.emit(replace(self.experiment, pinned=key))

    def follow(self, role: Role, cell: Cell) -> None:
        """Take a cell of Q, K or V apart in the corner."""
        assert self.experiment is not None
        self.problem = ""
        product = (role, cell[0] + 1, cell[1] + 1)
        self.selected.emit(replace(self.experiment, product=product))

    def show_role(self, role: str) -> None:
        assert self.experiment is not None
        self.hovered_cell = None
        self.selected.emit(replace(self.experiment, product=(role, *self.experiment.product[1:])))

    def ask_query(self, query: int) -> None:
        assert self.experiment is not None
        self.selected.emit(replace(self.experiment, pointed=query))

    # asking

    def attempt(self, make: Callable[[], ProjectionExperiment], what: str, gesture: object) -> None:
        """Ask for an experiment, or say why there is none."""
        self.problem = ""
        try:
            edited = make()
        except ValueError as error:
            self.refuse(str(error))
            return
        self.edited.emit(edited, what, gesture)

    def ask_tip(self, arrow: int, x: float, y: float, gesture: object) -> None:
        """A tip was dragged or stepped: its W changes as little as possible."""
        assert self.experiment is not None and self.trace is not None
        experiment, axes = self.experiment, self.trace["plane_axes"]
        role: Role = "query" if arrow == 0 else "key"
        row = experiment.pointed - 1 if arrow == 0 else arrow - 1
        where = f"{numbers.edited(x)}, {numbers.edited(y)}"
        what = f"{role} {experiment.tokens[row]} to {where}, through W_{LETTERS[role]}"
        aim = np.array([x, y])
        self.attempt(lambda: with_tip(experiment, role, row, axes, aim), what, gesture)

    def ask_cell(self, name: str, row: int, column: int, value: float, gesture: object) -> None:
        """A number of a grid was changed; Q, K and V change through their W."""
        assert self.experiment is not None and self.trace is not None
        experiment = self.experiment
        before = float(self.trace[grids.STEPS[name]][row, column])
        moved = f"{numbers.edited(before)} → {numbers.edited(value)}"
        what = f"{grids.WRITTEN[name]} {row + 1},{column + 1}: {moved}"
        if name in PROJECTIONS:
            role: Role = grids.role_of(name)  # type: ignore[assignment]
            self.attempt(
                lambda: with_projected_number(experiment, role, row, column, value),
                f"{what}, through W_{LETTERS[role]}",
                gesture,
            )
        else:
            field = grids.STEPS[name]
            self.attempt(lambda: with_number(experiment, field, row, column, value), what, gesture)

    def ask_sharpness(self, value: float, gesture: object) -> None:
        assert self.experiment is not None
        edited = replace(self.experiment, sharpness=value)
        self.edited.emit(edited, f"sharpness {sharpness_text(value)}", gesture)

    def ask_key_size(self, key_size: int) -> None:
        assert self.experiment is not None
        self.hovered_cell = None
        self.edited.emit(with_key_size(self.experiment, key_size), f"d_k = {key_size}", None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random X and projections"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = shuffled(self.experiment)
            self.edited.emit(edited, f"shuffled: random numbers, seed {edited.seed}", None)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        from desktop_app.panes.projection.exercises import exercises

        return exercises(self)


def shapes(experiment: ProjectionExperiment) -> tuple[int, int, int]:
    """Words, features, d_k."""
    return len(experiment.tokens), len(experiment.features[0]), experiment.key_size


def listed(vector: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    """The numbers of a vector, read aloud."""
    return ", ".join(numbers.edited(float(number)) for number in vector)


def sharpness_text(value: float) -> str:
    """A sharpness as its box shows it: short, with as many decimals as it has."""
    return numbers.precise(value)


def a_sharpness(value: float) -> float:
    """A sharpness this lab takes. Raises ValueError with the rule."""
    if not 0 <= value <= MAX_SHARPNESS:
        raise ValueError(f"sharpness must be a number from 0 to {MAX_SHARPNESS:.0f}")
    return value
