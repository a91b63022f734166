"""Pane 08 as a widget: a sentence of one's own, its weights, its arcs, and the cost of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QEasingCurve, QRectF, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core import rewording
from core.experiment import Experiment, SelfAttentionExperiment
from core.trace import Trace
from desktop_app import motion, numbers
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.moving_grid import between
from desktop_app.instruments.row_arcs import RowArcs, RowArcsState
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.toggle import Switch, Toggle
from desktop_app.panes.lab import button, place
from desktop_app.panes.pair_lab import PairLab
from desktop_app.panes.self_attention import drawing, sums
from desktop_app.panes.self_attention.cost_band import CostBand
from desktop_app.panes.self_attention.drawing import SelfState
from desktop_app.panes.self_attention.fan import LETTERS, PARTS, FanGrid, fan_outlines, paint_fan
from desktop_app.panes.self_attention.layout import SelfLayout, self_layout
from desktop_app.panes.self_attention.origin import Origin
from desktop_app.panes.self_attention.weight_map import WeightMap, weight_state
from desktop_app.theme import Theme

SLIDE_MS = 240
MASKS = (("none", "None"), ("causal", "Causal"))
FEATURE_LIMIT, ROLE_LIMIT = 4.0, 3.0


class SelfAttentionLab(PairLab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    lit_parts = {**dict.fromkeys(("features", *PARTS), "fan"), "weights": "weights"}

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: SelfAttentionExperiment | None = None
        self.trace: Trace | None = None
        self.layout_now: SelfLayout | None = None
        self.moved_from: tuple[int, ...] | None = None
        self.note = ""
        self.make_controls()
        self.make_instruments()
        self.cost = CostBand(theme, self)
        self.cost.length_asked.connect(self.ask_length)
        self.cost.width_asked.connect(self.ask_width)
        self.cost.refused.connect(self.refused)
        self.slide = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self.slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.slide.valueChanged.connect(self.slid)
        chain: list[QWidget] = [self.sentence, self.positions, self.mask_toggle]
        self.painted = sums.Painted(self)
        chain += [self.shuffle, self.reset, self.origin.choice, self.origin.given, self.origin.head]
        chain += [*self.fan.values(), self.weights, self.arcs]
        chain += [*self.cost.widgets(), self.painted.round]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def make_controls(self) -> None:
        """The control row."""
        self.sentence = SentenceField(
            self.theme, "Sentence", lambda text: self.origin.read(text), self
        )
        self.sentence.entered.connect(self.ask_sentence)
        self.sentence.refused.connect(self.refused)
        self.sentence.reason_changed.connect(lambda _: self.update())
        self.positions = Switch(self.theme, "Positions added to the words", self)
        self.positions.toggled.connect(self.ask_positions)
        self.mask_toggle = Toggle(self.theme, "Mask", MASKS, self)
        self.mask_toggle.chosen.connect(self.ask_mask)
        self.shuffle = button("Shuffle words", self, "The same words in another order (R)")
        self.shuffle.clicked.connect(partial(self.press, "R"))
        self.origin = Origin(self.theme, self)
        self.reset = button("Reset", self, "Back to the pane's own sentence")
        self.reset.clicked.connect(self.reset_wanted)

    def make_instruments(self) -> None:
        """Fan, weights and arcs."""
        theme = self.theme
        self.fan = {"features": FanGrid(theme, "X", self)}
        self.fan |= {role: FanGrid(theme, LETTERS[role], self) for role in PARTS}
        for grid in self.fan.values():
            grid.cell_hovered.connect(partial(self.read_fan, grid))
        self.weights = WeightMap(theme, "Weights", self)
        self.weights.cell_hovered.connect(self.hover)
        self.weights.cell_pinned.connect(self.pin)
        controls = (self.sentence, self.positions, self.mask_toggle, self.shuffle, self.reset)
        self.parts: list[QWidget] = [*self.fan.values(), self.weights, *controls]
        self.arcs = RowArcs(theme, self)
        self.arcs.pointed.connect(self.pin_word)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, SelfAttentionExperiment) and trace is not None
        before = self.experiment
        new_words = before is None or before.tokens != experiment.tokens
        moved = None if before is None else rewording.came_from(before, experiment)
        self.experiment, self.trace = experiment, trace
        if new_words:
            self.hovered = None
            self.arrange()
        self.sentence.show_text(rewording.sentence_text(experiment.tokens))
        self.positions.set_on(experiment.positions)
        self.mask_toggle.set_chosen(experiment.mask)
        self.origin.show()
        self.cost.show(experiment, trace, self.theme)
        if new_words:
            self.slide.stop()
            self.slid(1.0)
            self.moved_from = moved
        self.show_grids(moved)
        if moved is not None:
            self.start_sliding()
        self.update_between(self.parts)

    def start_sliding(self) -> None:
        """Rows and columns go to their new places; at once under reduced motion."""
        self.slide.setDuration(motion.duration(SLIDE_MS) if self.isVisible() else 0)
        self.slide.start()

    def slid(self, share: float) -> None:
        for grid in (*self.fan.values(), self.weights):
            grid.set_share(share)
        if share >= 1.0:
            self.moved_from = None
        self.update()

    def show_grids(self, moved: Sequence[int] | None = None) -> None:
        """Give the grids their numbers and what is lit in them; `moved` after a shuffle."""
        assert self.experiment is not None and self.trace is not None
        trace, tokens, pair = self.trace, self.experiment.tokens, self.pair
        names = [f"{token} ({place})" for place, token in enumerate(tokens, 1)]
        outlines = fan_outlines(pair)
        self.painted.show()
        for name, grid in self.fan.items():
            kind = "score" if name == "features" else name
            limit = FEATURE_LIMIT if name == "features" else ROLE_LIMIT
            state = GridState(trace[name], kind, limit=limit, digits=False)  # type: ignore[arg-type]
            grid.show_moved(state, names, (), moved)
            grid.set_outlines(outlines[name])
        state = weight_state(trace, self.experiment.pinned_cell, pair)
        self.weights.show_moved(state, names, names, moved)
        query, key = pair or (0, None)
        hidden = state.hidden
        weights, lit = trace["weights"], pair is not None
        row = RowArcsState(tokens, weights, query, key=key, hidden=hidden, lit=lit)
        self.arcs.show_state(row)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.experiment is not None and self.trace is not None:
            self.cost.show(self.experiment, self.trace, theme)

    def arrange(self) -> None:
        if self.experiment is None:
            return
        tokens = self.experiment.tokens
        layout = self_layout(self.width(), self.height(), self.size_class, tokens)
        self.layout_now = layout
        for name, grid in (*self.fan.items(), ("weights", self.weights)):
            place(grid, layout.grid(name))
        place(self.arcs, layout.arcs)
        self.cost.arrange(layout, self.size_class.compact)
        self.painted.show()
        self.arrange_controls(layout)

    def arrange_controls(self, layout: SelfLayout) -> None:
        """The control row at the top, and the row of n and d above the cost."""
        pad, y, compact = layout.pad, layout.control_y, self.size_class.compact
        wide = 172 if compact else 240 + min(max(layout.right - pad - 800, 0), 160)
        place(self.sentence, QRectF(pad, y, wide, 32))
        x = pad + wide + (70 if compact else 84)
        self.positions.move(round(x), round(y) + 4)
        x += 36 + (52 if compact else 68)
        self.mask_toggle.move(round(x), round(y))
        self.origin.arrange(layout)
        right = layout.right
        place(self.reset, QRectF(right - 72, y, 72, 32))
        wide = 104 if compact else 112
        place(self.shuffle, QRectF(right - 80 - wide, y, wide, 32))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            layout, theme = self.layout_now, self.theme
            places = np.arange(len(self.experiment.tokens), dtype=float)
            if self.moved_from is not None:
                places = between(self.moved_from, self.weights.share)
            state = SelfState(self.experiment, self.trace, self.pair, places)
            drawing.paint_bands(painter, layout, state, theme)
            drawing.paint_heads(painter, layout, state, theme)
            drawing.paint_words(painter, layout, state, theme)
            drawing.paint_captions(painter, layout, state, theme)
            caption = self.trace.steps["features"].formula
            paint_fan(painter, layout, caption, self.note or self.origin.note, theme)
            self.origin.paint(painter, theme)
            painter.setPen(QPen(theme.line, 1))
            y = round(layout.hairline)
            painter.drawLine(round(layout.pad), y, round(layout.right), y)
            self.cost.paint(painter, layout, self.trace, theme)
            controls = {"Positions": self.positions, "Mask": self.mask_toggle}
            drawing.paint_controls(painter, layout, controls, self.sentence.reason, theme)

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        pairs = numbers.whole(self.trace["weights"].size)
        return (
            f"n = {len(self.experiment.tokens)}",
            f"{pairs} pairs" if pairs != "1" else "1 pair",
            f"d_model = {self.experiment.model_size}",
            f"d_k = {self.experiment.key_size}",
            f"positions {'on' if self.experiment.positions else 'off'}",
            "no mask" if self.experiment.mask == "none" else "causal mask",
        )

    def source(self) -> str:
        return "" if self.experiment is None else self.origin.source

    # asking

    def show_pair(self) -> None:
        self.show_grids()
        self.update_between(self.parts)

    def pin_word(self, word: int) -> None:
        assert self.experiment is not None and self.trace is not None
        self.hovered = None
        self.selected.emit(rewording.with_word_pinned(self.experiment, self.trace, word))

    def read_fan(self, grid: FanGrid, cell: Cell | None) -> None:
        self.note = "" if cell is None else grid.spoken(cell)
        self.update()

    def ask_sentence(self, text: str) -> None:
        assert self.experiment is not None
        edited = rewording.with_sentence(self.experiment, text)
        n = len(edited.tokens)
        self.edited.emit(edited, f"a sentence of {n} word{'s' if n > 1 else ''}", None)

    def ask_positions(self, on: bool) -> None:
        assert self.experiment is not None
        what = "positions added to the words" if on else "no positions: X = E"
        self.edited.emit(replace(self.experiment, positions=on), what, None)

    def ask_mask(self, mask: str) -> None:
        assert self.experiment is not None
        what = "no mask" if mask == "none" else "causal mask"
        self.edited.emit(replace(self.experiment, mask=mask), what, None)

    def ask_length(self, value: float, gesture: object) -> None:
        assert self.experiment is not None
        edited = replace(self.experiment, length=int(value))
        self.edited.emit(edited, f"cost at n = {int(value)}", gesture)

    def ask_width(self, width: int) -> None:
        assert self.experiment is not None
        self.edited.emit(replace(self.experiment, width=width), f"d = {width}", None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle the words"),)

    def press(self, key: str) -> None:
        if key != "R" or self.experiment is None:
            return
        edited = rewording.with_words_shuffled(self.experiment)
        if edited is self.experiment:
            self.said.emit("one word alone has no other order")
        else:
            words = rewording.sentence_text(edited.tokens)
            self.edited.emit(edited, f"words shuffled: {words}", None)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        texts = ("שלום 🙂 <s> &amp; 我爱猫", "one", " ".join(["word"] * 40), " ", "w " * 65)
        return [("sentences", partial(self.sentence.type_and_enter, text)) for text in texts]
