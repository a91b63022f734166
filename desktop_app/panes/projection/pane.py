"""Pane 04 as a widget: the plane, the soft dictionary, the projections, the two lookups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.editing_projection import (
    shuffled,
    with_key_size,
    with_number,
    with_projected_number,
    with_tip,
)
from core.experiment import Experiment, ProjectionExperiment
from core.experiments.projection import PROJECTIONS, Role
from core.trace import Trace
from desktop_app import numbers
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.vector_plane import VectorPlane
from desktop_app.panes.lab import Lab, place
from desktop_app.panes.projection import drawing, grids, states
from desktop_app.panes.projection.controls import Controls, sharpness_text
from desktop_app.panes.projection.corner import LETTERS
from desktop_app.panes.projection.dictionary import Dictionary
from desktop_app.panes.projection.exercises import exercises
from desktop_app.panes.projection.layout import ProjectionLayout, least_height, projection_layout
from desktop_app.panes.projection.pointing import Pointing
from desktop_app.panes.projection.product_grid import ProductGrid
from desktop_app.panes.projection.rows import BLEED
from desktop_app.panes.projection.sums import result_places, watched
from desktop_app.theme import Theme


class ProjectionLab(Lab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: ProjectionExperiment | None = None
        self.trace: Trace | None = None
        self.pointing = Pointing()
        self.marks: tuple[object, ...] = ()
        self.layout_now: ProjectionLayout | None = None
        self.controls = Controls(theme, self)
        self.connect_controls()
        self.make_instruments()
        self.results = watched(self)
        self.order_tabs()

    def connect_controls(self) -> None:
        controls = self.controls
        controls.words.chosen.connect(lambda place: self.ask_query(int(place)))
        controls.key_size.chosen.connect(lambda size: self.ask_key_size(int(size)))
        controls.shuffle.clicked.connect(partial(self.press, "R"))
        controls.reset.clicked.connect(self.reset_wanted)
        controls.box.entered.connect(lambda value: self.ask_sharpness(value, None))
        controls.box.refused.connect(self.refused)
        controls.slider.moved.connect(self.ask_sharpness)
        controls.role.chosen.connect(self.show_role)

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
        self.dictionary.tween.valueChanged.connect(self.update_lookups)
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
        c = self.controls
        chain: list[QWidget] = [c.words, c.key_size, c.shuffle, c.reset, self.plane]
        chain += [self.dictionary, c.box, c.slider, self.results, c.role, *self.grids.values()]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, ProjectionExperiment) and trace is not None
        before = self.experiment
        self.experiment, self.trace = experiment, trace
        self.pointing.let_go(experiment)
        self.controls.show_experiment(experiment)
        if before is None or states.shapes(before) != states.shapes(experiment):
            self.arrange()
        self.controls.words.set_chosen(str(experiment.pointed))
        self.show_parts()

    def show_parts(self) -> None:
        """Give every instrument what it shows now."""
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        experiment, trace = self.experiment, self.trace
        self.plane.show_state(states.plane_state(experiment, trace, self.pointing.arrow))
        state = states.dictionary_state(experiment, trace, self.pointing.arrow)
        self.dictionary.show_state(state, self.layout_now.row)
        self.results.show_places(result_places(self.layout_now, experiment))
        cell, shown = self.pointing.followed(experiment), self.experiment.product[0]
        for name, grid in self.grids.items():
            state_now = grids.grid_state(name, self.experiment, self.trace, cell)
            grid.show_state(state_now, *grids.names(name, self.experiment))
            grid.setVisible(self.experiment.key_size == 2 or grids.role_of(name) in {"", shown})
        self.update_round(experiment)

    def update_round(self, experiment: ProjectionExperiment) -> None:
        """Paint again what stands round the instruments. While only numbers move that is the head,
        the corner and the lookups: all of it would paint every instrument again as well."""
        layout, pointing = self.layout_now, self.pointing
        assert layout is not None
        marks = states.marks(layout, experiment, pointing)
        if marks != self.marks:
            self.marks = marks
            self.update()
            return
        head = QRectF(layout.plane.left(), layout.head_y - 12, layout.plane.width(), 24)
        for rect in (head, layout.corner.adjusted(-2, -8, 2, 2), layout.lookups):
            self.update(rect.toAlignedRect().adjusted(0, -2, 0, 8))

    def update_lookups(self) -> None:
        if self.layout_now is not None:
            self.update(self.layout_now.lookups.toAlignedRect())

    def arrange(self) -> None:
        if self.experiment is None:
            return
        n, features, key_size = states.shapes(self.experiment)
        layout = projection_layout(
            self.width(), self.height(), self.size_class, n, features, key_size
        )
        self.layout_now = layout
        place(self.plane, layout.plane)
        place(self.dictionary, layout.dictionary.adjusted(-BLEED, 0, BLEED, 0))
        for name, grid in self.grids.items():
            place(grid, layout.grid(grids.cells(layout, name)))
        self.controls.arrange(layout, self.experiment.tokens, self.width())
        self.show_parts()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            step, way = self.plane.view.step, self.dictionary.tween.at
            state = states.pane_state(self.experiment, self.trace, self.pointing, step, way)
            drawing.paint(painter, self.layout_now, state, self.theme)
            self.controls.paint_labels(painter, self.layout_now, self.theme)

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        return states.facts(self.experiment, self.trace)

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    def content_height(self, width: int) -> int:
        return least_height(self.size_class)

    # pointing

    def light(self, step: str) -> None:
        super().light(step)
        self.pointing.lit = step if step in PROJECTIONS else ""
        self.update()

    def show_step(self, step: str) -> None:
        if step in self.grids and self.grids[step].isVisibleTo(self):
            self.grids[step].setFocus(Qt.FocusReason.OtherFocusReason)

    def hover(self, arrow: int | None) -> None:
        if arrow != self.pointing.arrow:
            self.pointing.arrow = arrow
            self.show_parts()

    def hover_cell(self, role: Role, cell: Cell | None) -> None:
        self.pointing.cell = None if cell is None else (role, *cell)
        self.show_parts()

    def scrubbed(self, name: str, start: tuple[Cell, float] | None) -> None:
        self.pointing.scrub = None if start is None else (name, *start)
        self.pointing.problem = ""
        self.update()

    def refuse(self, sentence: str) -> None:
        """Show why something was not taken; the last good state stays in force."""
        self.pointing.problem = sentence
        self.refused.emit(sentence)
        self.update()

    def refuse_stuck(self, arrow: int) -> None:
        """Say why a tip cannot be moved."""
        assert self.experiment is not None and self.trace is not None
        x, y = self.trace["plane_query"] if arrow == 0 else self.trace["plane_keys"][arrow - 1]
        self.ask_tip(arrow, float(x), float(y), None)

    def pin(self, key: int) -> None:
        assert self.experiment is not None
        self.selected.emit(replace(self.experiment, pinned=key))

    def follow(self, role: Role, cell: Cell) -> None:
        """Take a cell of Q, K or V apart in the corner."""
        assert self.experiment is not None
        self.pointing.problem = ""
        product = (role, cell[0] + 1, cell[1] + 1)
        self.selected.emit(replace(self.experiment, product=product))

    def show_role(self, role: str) -> None:
        assert self.experiment is not None
        self.pointing.cell = None
        self.selected.emit(replace(self.experiment, product=(role, *self.experiment.product[1:])))

    def ask_query(self, query: int) -> None:
        assert self.experiment is not None
        self.selected.emit(replace(self.experiment, pointed=query))

    # asking
    def attempt(self, make: Callable[[], ProjectionExperiment], what: str, gesture: object) -> None:
        """Ask for an experiment, or say why there is none."""
        self.pointing.problem = ""
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
        before = float(self.trace[name][row, column])
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
            self.attempt(lambda: with_number(experiment, name, row, column, value), what, gesture)

    def ask_sharpness(self, value: float, gesture: object) -> None:
        assert self.experiment is not None
        edited = replace(self.experiment, sharpness=value)
        self.edited.emit(edited, f"sharpness {sharpness_text(value)}", gesture)

    def ask_key_size(self, key_size: int) -> None:
        assert self.experiment is not None
        self.pointing.cell = None
        self.edited.emit(with_key_size(self.experiment, key_size), f"d_k = {key_size}", None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random X and projections"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = shuffled(self.experiment)
            self.edited.emit(edited, f"shuffled: random numbers, seed {edited.seed}", None)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises(self)
