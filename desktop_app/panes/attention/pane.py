"""Pane 05 as a widget: seven grids, their controls, and what is painted round them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.arithmetic import weight_arithmetic
from core.built_masks import mask_words
from core.editing import flags_of, resized, shuffled, with_cell, with_flag, with_mask
from core.experiment import AttentionExperiment, Experiment
from core.trace import Trace
from desktop_app import numbers
from desktop_app.instruments import arithmetic_line
from desktop_app.instruments.arithmetic_line import ArithmeticState
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.panes.attention import drawing, signs
from desktop_app.panes.attention.controls import Controls
from desktop_app.panes.attention.drawing import ChainState, Scrub
from desktop_app.panes.attention.layout import ChainLayout, chain_layout
from desktop_app.panes.attention.states import NAMES, PAIRED, empty_rows, grid_state
from desktop_app.panes.lab import place
from desktop_app.panes.pair_lab import PairLab
from desktop_app.theme import Theme


class AttentionLab(PairLab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: AttentionExperiment | None = None
        self.trace: Trace | None = None
        self.scrub: tuple[str, Cell, float] | None = None
        self.lit = ""
        self.painting: object = None
        self.painting_shows = True
        self.layout_now: ChainLayout | None = None
        self.controls = Controls(theme, self)
        self.connect_controls()
        self.grids = {name: MatrixGrid(theme, title, self) for name, title in NAMES.items()}
        for name, grid in self.grids.items():
            self.connect_grid(name, grid)
        self.totals = NumberPlaces(theme, "Row sums and weights", self)
        self.sums.watch_places(self.totals)
        self.order_tabs()

    def connect_controls(self) -> None:
        """The control row, and the steppers in the corner of the chain."""
        controls = self.controls
        controls.mask.chosen.connect(self.ask_mask)
        controls.scale.toggled.connect(self.ask_scale)
        controls.shuffle.clicked.connect(partial(self.press, "R"))
        controls.reset.clicked.connect(self.reset_wanted)
        controls.tokens.changed.connect(self.ask_tokens)
        controls.key_size.changed.connect(self.ask_key_size)
        controls.visible_keys.changed.connect(self.ask_visible_keys)

    def connect_grid(self, name: str, grid: MatrixGrid) -> None:
        if name in {"query", "key", "value"}:
            grid.mode = "edit"
            grid.cell_edited.connect(partial(self.ask_cell, name))
            grid.scrubbing.connect(partial(self.scrubbed, name))
            grid.refused.connect(self.refuse)
        elif name in PAIRED:
            grid.mode = "pin"
            grid.cell_hovered.connect(self.hover)
            grid.cell_pinned.connect(self.pin)
            grid.cell_painted.connect(self.ask_flag)
        self.sums.watch(grid, name, turned=name == "key")

    def order_tabs(self) -> None:
        """Tab goes along the controls, then along the chain."""
        chain: list[QWidget] = [*self.controls.all(), *self.grids.values(), self.totals]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, AttentionExperiment) and trace is not None
        shapes = self.experiment and (self.shapes(self.experiment), self.experiment.mask)
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and not self.valid(self.hovered):
            self.hovered = None
        self.controls.show_experiment(experiment)
        self.grids["masked"].mode = "paint" if experiment.mask in drawing.PAINTED else "pin"
        if shapes != (self.shapes(experiment), experiment.mask):
            self.arrange()
        self.show_grids()
        self.update_between([*self.grids.values(), *self.controls.all()])

    def shapes(self, experiment: AttentionExperiment) -> tuple[int, int, int, int]:
        return (
            len(experiment.tokens),
            len(experiment.key_tokens),
            experiment.key_size,
            len(experiment.value[0]),
        )

    def valid(self, cell: Cell) -> bool:
        assert self.experiment is not None
        return cell[0] < len(self.experiment.tokens) and cell[1] < len(self.experiment.key_tokens)

    def show_grids(self) -> None:
        """Give every grid its numbers and what is lit in it."""
        assert self.experiment is not None and self.trace is not None
        tokens, keys = self.experiment.tokens, self.experiment.key_tokens
        for name, grid in self.grids.items():
            rows, columns = {
                "query": (tokens, ()),
                "key": ([f"row {row + 1}" for row in range(self.experiment.key_size)], keys),
                "value": (keys, ()),
                "output": (tokens, ()),
            }.get(name, (tokens, keys))
            state = grid_state(self.trace, name, self.pair, self.experiment.pinned_cell)
            grid.show_state(state, rows, columns)
        self.show_places()

    def show_places(self) -> None:
        """Where the lab itself paints numbers now."""
        if self.layout_now is not None and self.experiment is not None:
            places = drawing.painted_places(self.layout_now, self.experiment, self.pair)
            self.totals.show_places(places)

    def arrange(self) -> None:
        if self.experiment is None:
            return
        n_q, n_k, d_k, d_v = self.shapes(self.experiment)
        layout = chain_layout(self.width(), self.height(), self.size_class, n_q, n_k, d_k, d_v)
        self.layout_now = layout
        self.show_places()
        for name, grid in self.grids.items():
            place(grid, layout.grid(name))
        self.controls.arrange(layout, self.size_class, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            state = ChainState(
                self.experiment, self.trace, self.pair, self.scrub_state(), self.problem, self.lit
            )
            layout, theme = self.layout_now, self.theme
            drawing.paint_bands(painter, layout, state, theme)
            drawing.paint_labels(painter, layout, state, theme)
            drawing.paint_captions(painter, layout, state, theme)
            signs.paint_signs(painter, layout, state, theme)
            signs.paint_scrub(painter, layout, state, theme)
            arithmetic_line.paint(painter, layout.arithmetic, self.arithmetic(), theme)
            self.controls.paint_labels(painter, self.size_class.lab_padding, theme)

    def arithmetic(self) -> ArithmeticState:
        """The sum behind the lit weight."""
        assert self.experiment is not None and self.trace is not None
        if self.pair is None:
            return ArithmeticState("Weight", note="point at a weight to see where it comes from")
        query, key = self.pair
        scrubbed = None
        if self.scrub is not None and self.scrub[0] in {"query", "key"}:
            role, cell, _ = self.scrub
            if role == "query" and cell[0] == query:
                scrubbed = ("query", cell[1])
            elif role == "key" and cell[1] == key:
                scrubbed = ("key", cell[0])
        pinned = self.pair == self.experiment.pinned_cell
        return ArithmeticState(
            "Pinned weight" if pinned else "Weight",
            self.experiment.tokens[query],
            self.experiment.key_tokens[key],
            query + 1,
            key + 1,
            weight_arithmetic(self.trace, query, key),
            scrubbed,
        )

    def scrub_state(self) -> Scrub | None:
        """The number being dragged, as the corner shows it."""
        if self.scrub is None or self.trace is None:
            return None
        role, cell, before = self.scrub
        row, column = (cell[1], cell[0]) if role == "key" else cell
        return Scrub(role, row, column, before, float(self.trace[role][row, column]))

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        experiment = self.experiment
        root = f"scale 1/√d_k = {numbers.fixed(1 / experiment.key_size**0.5)}"
        return (
            f"n = {len(experiment.tokens)}",
            f"d_k = {experiment.key_size}",
            mask_words(experiment),
            root if experiment.scaled else "not scaled",
            *empty_rows(experiment.tokens, self.trace),
        )

    def light(self, step: str) -> None:
        super().light(step)
        self.lit = step if step in self.grids else ""
        self.update()

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    # asking

    def show_pair(self) -> None:
        self.show_grids()
        self.update_between([*self.grids.values(), *self.controls.all()])

    def scrubbed(self, role: str, start: tuple[Cell, float] | None) -> None:
        self.scrub = None if start is None else (role, *start)
        self.problem = ""
        self.update()

    def ask_cell(self, role: str, row: int, column: int, value: float, gesture: object) -> None:
        assert self.experiment is not None and self.trace is not None
        self.problem = ""
        if role == "key":
            row, column = column, row
        before = float(self.trace[role][row, column])
        edited = with_cell(self.experiment, role, row, column, value)  # type: ignore[arg-type]
        symbol = {"query": "Q", "key": "K", "value": "V"}[role]
        moved = f"{numbers.edited(before)} → {numbers.edited(value)}"
        words = f"{symbol} {row + 1},{column + 1}: {moved}"
        self.edited.emit(edited, words, gesture)

    def ask_mask(self, mask: str) -> None:
        assert self.experiment is not None
        edited = with_mask(self.experiment, mask)  # type: ignore[arg-type]
        self.edited.emit(edited, mask_words(edited), None)

    def ask_scale(self, on: bool) -> None:
        assert self.experiment is not None
        what = "scores divided by √d_k" if on else "scores no longer divided"
        self.edited.emit(replace(self.experiment, scaled=on), what, None)

    def ask_tokens(self, n: int) -> None:
        assert self.experiment is not None
        self.edited.emit(resized(self.experiment, n=n), f"n = {n}", None)

    def ask_key_size(self, d_k: int) -> None:
        assert self.experiment is not None
        self.edited.emit(resized(self.experiment, d_k=d_k), f"d_k = {d_k}", None)

    def ask_visible_keys(self, count: int) -> None:
        assert self.experiment is not None
        edited = replace(self.experiment, visible_keys=count)
        self.edited.emit(edited, f"first {count} keys visible", None)

    def ask_flag(self, row: int, column: int, gesture: object) -> None:
        """Toggle a pair of the custom mask; a drag paints what its first cell became."""
        assert self.experiment is not None
        if gesture is None or gesture != self.painting:
            self.painting = gesture
            self.painting_shows = not flags_of(self.experiment)[row][column]
        edited = with_flag(self.experiment, row, column, self.painting_shows)
        pair = f"{self.experiment.tokens[row]} → {self.experiment.key_tokens[column]}"
        what = f"{pair} {'visible' if self.painting_shows else 'hidden'}"
        self.edited.emit(edited, what, gesture)

    def show_step(self, step: str) -> None:
        if step in self.grids:
            self.grids[step].setFocus(Qt.FocusReason.OtherFocusReason)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random Q, K and V"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = shuffled(self.experiment)
            self.edited.emit(edited, f"shuffled: random numbers, seed {edited.seed}", None)
