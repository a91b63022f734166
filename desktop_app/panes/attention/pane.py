"""Pane 05 as a widget: seven grids, their controls, and what is painted round them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.arithmetic import weight_arithmetic
from core.editing import resized, shuffled, with_cell, with_flag, with_mask
from core.experiment import MAX_KEY_SIZE, MAX_TOKENS, AttentionExperiment, Experiment
from core.trace import Trace
from core.traces.attention import visibility
from desktop_app import formula, lettering, numbers
from desktop_app.instruments import arithmetic_line
from desktop_app.instruments.arithmetic_line import ArithmeticState
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Switch, Toggle
from desktop_app.lettering import LABEL
from desktop_app.panes.attention import drawing
from desktop_app.panes.attention.drawing import ChainState, Scrub
from desktop_app.panes.attention.layout import ChainLayout, chain_layout
from desktop_app.panes.lab import Lab, button, place
from desktop_app.theme import Theme

MASKS = (("none", "None"), ("causal", "Causal"), ("padding", "Padding"), ("custom", "Custom"))
PAIRED = ("scores", "scaled", "masked", "weights")
NAMES = {
    "query": "Query",
    "key": "Key",
    "scores": "Scores",
    "scaled": "Scaled scores",
    "masked": "Masked scores",
    "weights": "Weights",
    "value": "Value",
    "output": "Output",
}
SCORE_LIMIT = 4.0


class AttentionLab(Lab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: AttentionExperiment | None = None
        self.trace: Trace | None = None
        self.hovered: Cell | None = None
        self.scrub: tuple[str, Cell, float] | None = None
        self.problem = ""
        self.painting: object = None
        self.painting_shows = True
        self.layout_now: ChainLayout | None = None
        self.make_controls()
        self.grids = {name: MatrixGrid(theme, title, self) for name, title in NAMES.items()}
        for name, grid in self.grids.items():
            self.connect_grid(name, grid)
        self.order_tabs()

    def make_controls(self) -> None:
        """The control row, and the steppers in the corner of the chain."""
        self.mask = Toggle(self.theme, "Mask", MASKS, self)
        self.mask.chosen.connect(self.ask_mask)
        self.scale = Switch(self.theme, "Scale by one over the square root of d k", self)
        self.scale.toggled.connect(self.ask_scale)
        self.shuffle = button("Shuffle", self, "New random numbers (R)")
        self.shuffle.clicked.connect(partial(self.press, "R"))
        self.reset = button("Reset", self, "Back to the slide's own numbers")
        self.reset.clicked.connect(self.reset_wanted)
        self.tokens = Stepper(self.theme, "Number of words", 1, MAX_TOKENS, self)
        self.tokens.changed.connect(self.ask_tokens)
        self.size_k = Stepper(self.theme, "Key size d k", 1, MAX_KEY_SIZE, self)
        self.size_k.changed.connect(self.ask_key_size)
        self.visible_keys = Stepper(self.theme, "Visible keys", 0, MAX_TOKENS, self)
        self.visible_keys.changed.connect(self.ask_visible_keys)

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

    def order_tabs(self) -> None:
        """Tab goes along the controls, then along the chain."""
        chain = [self.mask, self.scale, self.shuffle, self.reset, self.tokens, self.size_k]
        chain += [self.visible_keys, *self.grids.values()]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, AttentionExperiment) and trace is not None
        shapes = self.experiment and self.shapes(self.experiment)
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and not self.valid(self.hovered):
            self.hovered = None
        self.mask.set_chosen(experiment.mask)
        self.scale.set_on(experiment.scaled)
        self.tokens.show_value(len(experiment.tokens))
        self.size_k.show_value(experiment.key_size)
        if experiment.visible_keys is not None:
            self.visible_keys.show_value(experiment.visible_keys, len(experiment.key_tokens))
        self.grids["masked"].mode = "paint" if experiment.mask == "custom" else "pin"
        if shapes != self.shapes(experiment):
            self.arrange()
        self.visible_keys.setVisible(experiment.mask == "padding")
        self.show_grids()
        self.update()

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

    @property
    def pair(self) -> Cell | None:
        """The (query, key) that is lit: the one pointed at, else the pinned one."""
        if self.hovered is not None:
            return self.hovered
        return None if self.experiment is None else self.experiment.pinned_cell

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
            grid.show_state(self.grid_state(name), rows, columns)

    def grid_state(self, name: str) -> GridState:
        """One matrix as it is drawn now."""
        assert self.experiment is not None and self.trace is not None
        query, key = self.pair if self.pair is not None else (None, None)
        trace = self.trace
        hidden = None
        visible = visibility(self.experiment)
        if name in {"masked", "weights"} and visible is not None:
            hidden = ~visible
        if name == "key":
            linked = None if key is None else (key, "key")
            return GridState(trace["key"].T, "key", column_outline=linked)
        if name in {"query", "value", "output"}:
            row = key if name == "value" else query
            role = "output" if name == "output" else name
            linked = None if row is None else (row, role)
            kind = {"query": "query", "value": "value"}.get(name, "output")
            return GridState(trace[name], kind, row_outline=linked)  # type: ignore[arg-type]
        kind = "weight" if name == "weights" else "score"
        pinned = self.experiment.pinned_cell if name == "weights" else None
        lit = self.pair if name != "weights" or self.hovered is not None else None
        if lit == pinned:
            lit = None
        return GridState(
            trace[name],
            kind,  # type: ignore[arg-type]
            limit=SCORE_LIMIT,
            hidden=hidden,
            pinned=pinned,
            linked=lit,
        )

    def arrange(self) -> None:
        if self.experiment is None:
            return
        n_q, n_k, d_k, d_v = self.shapes(self.experiment)
        layout = chain_layout(self.width(), self.height(), self.size_class, n_q, n_k, d_k, d_v)
        self.layout_now = layout
        for name, grid in self.grids.items():
            place(grid, layout.grid(name))
        self.arrange_controls(layout)

    def arrange_controls(self, layout: ChainLayout) -> None:
        """The control row at the top, the steppers at the foot of the left corner."""
        pad, y = self.size_class.lab_padding, round(layout.control_y)
        compact = self.size_class.compact
        x = pad + (36 if compact else 40)
        self.mask.set_compact(compact)
        self.mask.move(x, y)
        self.scale.move(self.mask.geometry().right() + (16 if compact else 28) + 40, y + 4)
        right = self.width() - pad
        self.reset.setGeometry(right - (68 if compact else 72), y, 68 if compact else 72, 32)
        self.shuffle.setVisible(not compact)
        self.shuffle.setGeometry(right - 72 - 8 - 80, y, 80, 32)
        bottom = round(layout.scrub.bottom())
        step = 26 if compact else 28
        x = round(layout.scrub.left()) + 30
        steppers = [self.tokens, self.size_k, self.visible_keys]
        if self.experiment is not None and self.experiment.mask != "padding":
            steppers.pop()
        for row, stepper in enumerate(reversed(steppers)):
            stepper.move(x, bottom - 22 - row * step)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        painter = QPainter(self)
        state = ChainState(
            self.experiment, self.trace, self.pair, self.scrub_state(), self.problem
        )
        layout, theme = self.layout_now, self.theme
        drawing.paint_bands(painter, layout, state, theme)
        drawing.paint_labels(painter, layout, state, theme)
        drawing.paint_captions(painter, layout, state, theme)
        drawing.paint_signs(painter, layout, state, theme)
        drawing.paint_scrub(painter, layout, state, theme)
        arithmetic_line.paint(painter, layout.arithmetic, self.arithmetic(), theme)
        self.paint_control_labels(painter)
        painter.end()

    def paint_control_labels(self, painter: QPainter) -> None:
        """The words beside the controls."""
        theme = self.theme
        pad = self.size_class.lab_padding
        row = QRectF(pad, self.mask.y(), 40, 32)
        lettering.draw(painter, row, "Mask", LABEL, theme.ink2)
        scale = QRectF(self.scale.x() - 40, self.mask.y(), 40, 32)
        lettering.draw(painter, scale, "Scale", LABEL, theme.ink2)
        root = QRectF(self.scale.geometry().right() + 12, self.mask.y(), 60, 32)
        formula.draw_in(painter, root, r"\div\sqrt{d_k}", 15, theme, "left", False, theme.ink2)
        for stepper, latex in (
            (self.tokens, "n"),
            (self.size_k, "d_k"),
            (self.visible_keys, r"\key{n}"),
        ):
            if stepper.isVisibleTo(self):
                room = QRectF(pad, stepper.y(), 28, stepper.height())
                formula.draw_in(painter, room, latex, 15, theme, "left", False, theme.ink2)

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
            drawing.MASK_CAPTIONS[experiment.mask],
            root if experiment.scaled else "not scaled",
            *self.empty_rows(),
        )

    def empty_rows(self) -> list[str]:
        """The queries that see no key, in words."""
        assert self.experiment is not None and self.trace is not None
        blind = ~np.isfinite(self.trace["masked"]).any(axis=1)
        names = [token for token, empty in zip(self.experiment.tokens, blind, strict=True) if empty]
        return [f"no visible key for {', '.join(names)}: weights and output 0"] if names else []

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    # asking

    def hover(self, cell: Cell | None) -> None:
        self.hovered = cell
        self.show_grids()
        self.update()

    def pin(self, cell: Cell | None) -> None:
        assert self.experiment is not None
        pinned = None if cell is None else (cell[0] + 1, cell[1] + 1)
        self.selected.emit(replace(self.experiment, pinned=pinned))

    def scrubbed(self, role: str, start: tuple[Cell, float] | None) -> None:
        self.scrub = None if start is None else (role, *start)
        self.problem = ""
        self.update()

    def refuse(self, sentence: str) -> None:
        """Show why a number was not taken; the last good one stays in force."""
        self.problem = sentence
        self.refused.emit(sentence)
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
        self.edited.emit(edited, drawing.MASK_CAPTIONS[mask], None)

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
        assert self.experiment is not None and self.experiment.custom is not None
        if gesture is None or gesture != self.painting:
            self.painting = gesture
            self.painting_shows = not self.experiment.custom[row][column]
        edited = with_flag(self.experiment, row, column, self.painting_shows)
        pair = f"{self.experiment.tokens[row]} → {self.experiment.key_tokens[column]}"
        what = f"{pair} {'visible' if self.painting_shows else 'hidden'}"
        self.edited.emit(edited, what, gesture)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random Q, K and V"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = shuffled(self.experiment)
            self.edited.emit(edited, f"shuffled: random numbers, seed {edited.seed}", None)
