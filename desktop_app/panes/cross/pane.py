"""Pane 09 as a widget: two sentences, five matrices, and a judgement of their shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.cross_editing import Side, exchanged, origin
from core.experiment import Experiment
from core.experiments.cross import CrossExperiment
from core.trace import Trace
from core.traces.cross import judged
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.panes.cross import drawing
from desktop_app.panes.cross.asking import SYMBOLS, Asking
from desktop_app.panes.cross.captions import paint_captions
from desktop_app.panes.cross.controls import Controls, counts
from desktop_app.panes.cross.heads import paint_head, paint_note, paint_part_word
from desktop_app.panes.cross.inlets import paint_inlets
from desktop_app.panes.cross.layout import CrossLayout, Sizes, cross_layout, turned_layout
from desktop_app.panes.cross.picture import paint_picture
from desktop_app.panes.cross.state import NAMES, CrossState, grid_state, sizes
from desktop_app.panes.cross.strip import paint_strip
from desktop_app.panes.cross.sums import arithmetic_state, paint_energy, paint_sum, painted_places
from desktop_app.panes.cross.turning import Orientation, names_of, of_trace
from desktop_app.panes.cross.word_field import WordField
from desktop_app.panes.lab import place
from desktop_app.panes.pair_lab import PairLab
from desktop_app.theme import Theme


class CrossLab(PairLab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds.

    turned: queries are drawn as columns. Experiment and trace keep them as rows, and so does every
    place that is said, exported or kept.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, turned: bool = False) -> None:
        super().__init__(theme, parent)
        self.experiment: CrossExperiment | None = None
        self.trace: Trace | None = None
        self.scrub: tuple[str, Cell] | None = None
        self.lit = ""
        self.way = Orientation(turned)
        self.view_before = (turned, 1)
        self.layout_now: CrossLayout | None = None
        self.asking = Asking(self)
        self.controls = Controls(theme, self)
        self.grids: dict[str, PointedGrid] = {
            name: Heatmap(theme, title, self)
            if name == "weights"
            else MatrixGrid(theme, title, self)
            for name, title in NAMES.items()
        }
        self.connect_controls()
        self.connect_grids()
        self.totals = NumberPlaces(theme, "Row sums and weights", self)
        self.sums.watch_places(self.totals)
        chain: list[QWidget] = [*self.controls.first(), *self.grids.values(), self.totals]
        chain += self.controls.last()
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def connect_controls(self) -> None:
        controls = self.controls
        controls.examples.chosen.connect(self.asking.example)
        controls.mode.chosen.connect(self.asking.mode)
        controls.swap.clicked.connect(partial(self.press, "X"))
        fields: tuple[tuple[Side, WordField], ...] = (
            ("target", controls.target),
            ("source", controls.source),
        )
        for side, field in fields:
            field.worded.connect(partial(self.asking.tokens, side))
            field.refused.connect(self.refuse)
            field.reason_changed.connect(self.update)
        controls.part.changed.connect(self.asking.part)
        controls.pair.clicked.connect(self.asking.next_pair)
        controls.query_size.changed.connect(partial(self.asking.size, "query"))
        controls.key_size.changed.connect(partial(self.asking.size, "key"))

    def connect_grids(self) -> None:
        for name, grid in self.grids.items():
            if isinstance(grid, MatrixGrid) and name in SYMBOLS:
                grid.mode = "edit"
                grid.cell_edited.connect(partial(self.asking.cell, name))
                grid.scrubbing.connect(partial(self.scrubbed, name))
                grid.refused.connect(self.refuse)
            elif isinstance(grid, Heatmap):
                grid.cell_hovered.connect(self.hover)
                grid.cell_pinned.connect(self.pin)
            self.sums.watch(grid, name, *self.way.of(name))

    # rows or columns

    @property
    def turned(self) -> bool:  # type: ignore[override]
        return self.way.columns

    def of_trace(self, name: str, cell: Cell) -> Cell:
        """The place in the trace of a cell as it is drawn."""
        return of_trace(name, cell, self.turned, self.way.s)

    def turn(self, columns: bool) -> None:
        """Draw queries as columns, or as rows; no number changes."""
        if columns != self.turned:
            self.way.columns, self.hovered = columns, None
            self.arrange()
            self.update()

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, CrossExperiment) and trace is not None
        before = self.trace and sizes(self.trace)
        self.experiment, self.trace = experiment, trace
        shape = self.way.s = sizes(trace)
        if self.hovered is not None and not (
            self.hovered[0] < shape.m and self.hovered[1] < shape.n
        ):
            self.hovered = None
        if before != shape:
            self.arrange()
        self.show_parts()

    @property
    def pair(self) -> Cell | None:
        """The pair that is lit; none where the shapes do not fit."""
        return super().pair if self.experiment is not None and self.experiment.fits else None

    def state(self) -> CrossState:
        assert self.experiment is not None and self.trace is not None
        return CrossState(self.experiment, self.trace, self.pair, self.lit, self.turned)

    def show_parts(self) -> None:
        """Give controls and grids what they show now."""
        if self.layout_now is None or self.experiment is None:
            return
        experiment, state = self.experiment, self.state()
        self.totals.show_places(painted_places(self.layout_now, state))
        self.controls.show_experiment(experiment, self.pair)
        tokens, keys = experiment.tokens, experiment.key_tokens
        view = self.turned, experiment.part
        self.grids["weights"].mode = "pin" if experiment.fits else "read"
        for name in SYMBOLS:
            self.grids[name].mode = "read" if experiment.is_trained else "edit"
        for name, grid in self.grids.items():
            found = grid_state(state, name, self.layout_now)
            grid.setVisible(found is not None)
            if found is not None:
                if view != self.view_before:
                    grid.state = found  # other numbers are on show, but none of them moved
                    grid.tween.stop()
                named = names_of(name, tokens, keys, self.shape(), self.turned)
                grid.show_state(found, *named)
        self.view_before = view
        self.update_between(self.grids.values())

    def arrange(self) -> None:
        if self.trace is None:
            return
        shape = sizes(self.trace)
        self.controls.examples.set_compact(self.size_class.compact)
        lay = turned_layout if self.turned else cross_layout
        self.layout_now = lay(self.width(), self.height(), self.size_class, shape)
        for name, grid in self.grids.items():
            place(grid, self.layout_now.grid(name))
        self.controls.arrange(self.layout_now, shape)
        self.show_parts()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            layout, state, theme = self.layout_now, self.state(), self.theme
            drawing.paint_bands(painter, layout, state, theme)
            drawing.paint_lit(painter, layout, state, theme)
            paint_inlets(painter, layout, state, theme)
            paint_picture(painter, layout, state, theme)
            drawing.paint_words(painter, layout, state, theme)
            drawing.paint_weights(painter, layout, state, theme)
            drawing.paint_sums(painter, layout, state, theme)
            drawing.paint_missing(painter, layout, state, theme)
            paint_captions(painter, layout, self.shape(), theme)
            if self.experiment.is_trained:
                paint_energy(painter, layout, state, theme)
            else:
                paint_sum(painter, layout, arithmetic_state(state, self.scrubbed_factor()), theme)
            paint_strip(painter, layout.strip, judged(self.trace), theme)
            for field, letter, count in zip(
                (self.controls.target, self.controls.source),
                "mn",
                counts(self.experiment),
                strict=True,
            ):
                paint_head(painter, layout, field, f"{letter} = {count}", theme)
            if self.experiment.is_trained:
                paint_part_word(painter, QRectF(self.controls.part.geometry()), theme)
            room = self.controls.note_room(layout)
            room.setRight(min(room.right(), self.row_end - 12))
            # The segment beside it says that it is a file.
            note = origin(self.experiment).removeprefix("opened from a file").lstrip(", ")
            paint_note(painter, room, note, self.problem, theme)

    def shape(self) -> Sizes:
        assert self.trace is not None
        return sizes(self.trace)

    def scrubbed_factor(self) -> tuple[str, int] | None:
        """The factor of the lit sum that is being dragged: its role and its component."""
        if self.scrub is None or self.pair is None:
            return None
        role, cell = self.scrub
        token, component = self.of_trace(role, cell)
        if role in {"query", "key"} and token == self.pair[role == "key"]:
            return role, component
        return None

    def facts(self) -> Sequence[str]:
        if self.experiment is None:
            return ()
        s = self.shape()
        if s.whole is not None:
            return f"m = {s.m}", f"n = {s.n}", f"d_s = {s.whole[0]}", f"d_h = {s.whole[1]}"
        sizes_k = f"d_k = {s.d_k}" if s.d_q == s.d_k else f"d_k = {s.d_q} and {s.d_k}: no product"
        return f"m = {s.m}", f"n = {s.n}", sizes_k, f"d_v = {s.d_v}", "no mask"

    def light(self, step: str) -> None:
        self.lit = {"weight": "weights"}.get(step, step)
        super().light(self.lit)
        self.update()

    def show_step(self, step: str) -> None:
        if step in self.grids:
            self.grids[step].setFocus(Qt.FocusReason.OtherFocusReason)

    def source(self) -> str:
        return "" if self.experiment is None else origin(self.experiment)

    # asking

    def pair_of(self, cell: Cell) -> Cell:
        return self.of_trace("weights", cell)

    def show_pair(self) -> None:
        self.show_parts()

    def scrubbed(self, role: str, start: tuple[Cell, float] | None) -> None:
        self.scrub = None if start is None else (role, start[0])
        self.problem = ""
        self.update()

    def ask(self, edited: CrossExperiment, what: str, gesture: object = None) -> None:
        self.problem = ""
        self.edited.emit(edited, what, gesture)
        self.update()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        if self.experiment is not None and self.experiment.is_trained:
            return ()
        return (("X", "Swap: target and source change places"),)

    def press(self, key: str) -> None:
        if key == "X" and self.experiment is not None and self.experiment.is_trained:
            self.refuse("the translator only goes from English to French: no Swap")
        elif key == "X" and self.experiment is not None:
            self.ask(exchanged(self.experiment), "target and source exchanged")
            self.controls.target.slide_in(1.0)
            self.controls.source.slide_in(-1.0)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        from desktop_app.panes.cross.exercises import exercises

        return exercises(self.controls)
