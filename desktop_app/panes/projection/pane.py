"""Pane 04 as a widget: the plane, the soft dictionary, the projections, the two lookups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.experiment import Experiment, ProjectionExperiment
from core.experiments.projection import PROJECTIONS, Role
from core.trace import Trace
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.vector_plane import VectorPlane
from desktop_app.panes.lab import Lab, place
from desktop_app.panes.projection import drawing, grids, states
from desktop_app.panes.projection.asking import Asking
from desktop_app.panes.projection.controls import Controls
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
        self.asking = Asking(self)
        self.controls = Controls(theme, self)
        self.connect_controls()
        self.make_instruments()
        self.results = watched(self)
        self.order_tabs()

    def connect_controls(self) -> None:
        controls, asking = self.controls, self.asking
        controls.words.chosen.connect(lambda place: asking.query(int(place)))
        controls.key_size.chosen.connect(lambda size: asking.key_size(int(size)))
        controls.shuffle.clicked.connect(partial(self.press, "R"))
        controls.reset.clicked.connect(self.reset_wanted)
        controls.box.entered.connect(asking.sharpness)
        controls.box.refused.connect(self.refused)
        controls.slider.moved.connect(asking.sharpness)
        controls.role.chosen.connect(asking.role)

    def make_instruments(self) -> None:
        """The plane, the dictionary, X, three W, and Q, K, V."""
        self.plane = VectorPlane(self.theme, self)
        self.plane.tip_moved.connect(self.asking.tip)
        self.plane.key_pinned.connect(self.asking.pin)
        self.plane.arrow_hovered.connect(self.hover)
        self.plane.stuck_touched.connect(self.asking.stuck_tip)
        self.plane.view_changed.connect(self.update)
        self.dictionary = Dictionary(self.theme, self)
        self.dictionary.key_pinned.connect(self.asking.pin)
        self.dictionary.tween.valueChanged.connect(self.update_lookups)
        self.dictionary.key_hovered.connect(
            lambda row: self.hover(None if row is None else row + 1)
        )
        self.grids = {
            name: ProductGrid(self.theme, grids.TITLES[name], self) for name in grids.TITLES
        }
        for name, grid in self.grids.items():
            grid.mode = "edit"
            grid.cell_edited.connect(partial(self.asking.cell, name))
            grid.scrubbing.connect(partial(self.scrubbed, name))
            grid.refused.connect(self.refuse)
            if name in PROJECTIONS:
                grid.cell_hovered.connect(partial(self.hover_cell, name))
                grid.followed.connect(partial(self.asking.follow, name))

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

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random X and projections"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            self.asking.other_numbers()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises(self)
