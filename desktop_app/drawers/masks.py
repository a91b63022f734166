"""Masks in depth: presets, sizes, two presets joined; the forms of a mask; a row without keys."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.built_masks import as_built, mask_words, with_built
from core.editing import with_mask
from core.experiment import AttentionExperiment, Experiment, SelfAttentionExperiment
from core.explaining.explanation import Explanation, Index
from core.explaining.figures import hidden_output, hidden_weight
from core.hidden_rows import hidden_rows
from core.mask_kinds import sized
from core.places import query_tokens
from core.symptoms import with_fault
from core.trace import Trace, compute
from desktop_app import lettering
from desktop_app.drawers.chips import Chips
from desktop_app.drawers.hidden_table import HiddenTable
from desktop_app.drawers.mask_figures import AlignFigure, FormsFigure
from desktop_app.drawers.numbered import explain_with
from desktop_app.drawers.parts import OUT, ROW
from desktop_app.drawers.section import Section
from desktop_app.instruments.explainer import Explainer
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

PRESETS = (
    ("none", "None"), ("causal", "Causal"), ("padding", "Padding"), ("window", "Window"),
    ("prefix", "Prefix"), ("block", "Block"),
)  # fmt: skip
SIZES = {
    "padding": "first keys seen",
    "window": "keys in the window",
    "prefix": "keys open to all",
    "block": "words in a block",
}
GAP = 12
MOST_KEYS = 16  # beyond this the three forms are not drawn


class MaskSection(Section):
    """Edits the mask of pane 05; tells of the mask of pane 08, which its own control changes."""

    title = "Masks in depth"
    folds = True

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.preset = Chips(theme, "Mask", (*PRESETS, ("custom", "Painted")), self)
        self.size_of = Stepper(theme, "Size", 1, 12, self)
        self.join = Toggle(theme, "Joined by", (("and", "and"), ("or", "or")), self)
        self.second = Chips(theme, "With", (("none", "Nothing"), *PRESETS[1:]), self)
        self.second_size = Stepper(theme, "Second size", 1, 12, self)
        self.align = Toggle(
            theme, "Begins", (("bottom-right", "Bottom right"), ("top-left", "Top left")), self
        )
        self.aligned = AlignFigure(theme, self)
        self.forms = FormsFigure(theme, self)
        self.table = HiddenTable(theme, self)
        self.preset.chosen.connect(self.ask_preset)
        self.second.chosen.connect(lambda key: self.ask(second=key))
        self.join.chosen.connect(lambda key: self.ask(join=key))
        self.align.chosen.connect(lambda key: self.ask(align=key))
        self.size_of.changed.connect(lambda size: self.ask(size=size))
        self.second_size.changed.connect(lambda size: self.ask(second_size=size))
        self.words: list[tuple[QRectF, str]] = []

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, AttentionExperiment | SelfAttentionExperiment)

    def right_trace(self) -> Trace:
        """The trace without a fault: faults do not change who may look at whom."""
        experiment = self.experiment
        assert experiment is not None
        return compute(with_fault(experiment, ""))

    def visible(self, trace: Trace) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = ~np.isneginf(trace["masked"])
        return found

    def aside(self) -> str:
        visible = self.visible(self.right_trace())
        hidden = int((~visible).sum())
        return f"{hidden} of {visible.size} pairs hidden" if hidden else "nothing hidden"

    def explain_with(self, sums: Explainer) -> None:
        explain_with(self.table, sums)
        sums.others["hidden weights"] = self.explained
        sums.others["hidden output"] = self.explained

    def explained(self, index: Index) -> Explanation | None:
        """The weights, or one number of the output, by a way of masking."""
        if not self.table.isVisible() or index[0] >= len(self.table.ways):
            return None
        way = self.table.ways[index[0]]
        if len(index) == 1:
            return hidden_weight(way, index[0])
        return hidden_output(way, index[0], self.right_trace()["value"], index[1])

    # asking

    def ask_preset(self, preset: str) -> None:
        experiment = self.experiment
        assert isinstance(experiment, AttentionExperiment)
        if preset == "custom":
            made = with_mask(experiment, "custom")
            self.session.edit(made, mask_words(made), None, self.number)
        else:
            self.ask(preset=preset)

    def ask(self, **changes: object) -> None:
        experiment = self.experiment
        assert isinstance(experiment, AttentionExperiment)
        made = with_built(experiment, **changes)
        self.session.edit(made, mask_words(made), None, self.number)

    # showing

    def show_rows(self) -> None:
        experiment, trace = self.experiment, self.right_trace()
        editable = isinstance(experiment, AttentionExperiment)
        self.preset.show()
        self.table.show()
        if isinstance(experiment, AttentionExperiment):
            self.show_choice(experiment)
        for part in (self.preset, self.size_of, self.join, self.second, self.second_size,
                     self.align, self.aligned):  # fmt: skip
            if not editable:
                part.hide()
        visible = self.visible(trace)
        self.forms.setVisible(visible.shape[1] <= MOST_KEYS)
        self.forms.show_mask(visible)
        self.show_hidden_row(trace, visible)

    def show_choice(self, experiment: AttentionExperiment) -> None:
        """Presets and sizes as they are; what does nothing here is not shown."""
        built, painted = as_built(experiment), experiment.mask == "custom"
        queries, keys = len(experiment.tokens), len(experiment.key_tokens)
        self.preset.show_chosen("custom" if painted else built.preset)
        self.size_of.setVisible(not painted and sized(built.preset))
        self.size_of.show_value(min(built.size, keys), keys)
        joinable = not painted and built.preset != "none"
        self.second.setVisible(joinable)
        self.second.show_chosen(built.second)
        joined = joinable and built.second != "none"
        self.join.setVisible(joined)
        self.join.set_chosen(built.join)
        self.second_size.setVisible(joined and sized(built.second))
        self.second_size.show_value(min(built.second_size, keys), keys)
        running = {built.preset, built.second} & {"causal", "window", "prefix"}
        self.align.setVisible(queries != keys and bool(running) and not painted)
        self.align.set_chosen(built.align)
        self.aligned.setVisible("causal" in running and not painted)
        self.aligned.show_sizes(queries, keys)

    def show_hidden_row(self, trace: Trace, visible: npt.NDArray[np.bool_]) -> None:
        """Of the first query that sees no key; else of the pinned one, as if it saw none."""
        blind = np.flatnonzero(~visible.any(axis=1))
        pinned = getattr(self.experiment, "pinned_cell", None)
        row = int(blind[0]) if blind.size else pinned[0] if pinned else 0
        size = trace["query"].shape[-1]
        scaled = getattr(self.experiment, "scaled", True)
        scale = float(1.0 / np.sqrt(size)) if scaled else 1.0
        ways = hidden_rows(trace["query"][row], trace["key"], trace["value"], scale)
        self.table.show_ways(ways, query_tokens(trace)[row])

    # place

    def stack(self, width: int) -> list[tuple[QWidget, QRectF]]:
        """Each part that is shown, with its place; `words` gets what is written beside them."""
        inner, y = width - 2 * OUT, float(ROW)
        placed: list[tuple[QWidget, QRectF]] = []
        self.words = []
        built = None
        if isinstance(self.experiment, AttentionExperiment):
            built = as_built(self.experiment)
        for part in (self.preset, self.size_of, self.second, self.join, self.second_size,
                     self.align, self.aligned, self.forms, self.table):  # fmt: skip
            if part.isHidden():
                continue
            high = float(part.height_for(inner)) if hasattr(part, "height_for") else 32.0
            label = ""
            if part is self.second:
                label = "joined with"
            elif part is self.size_of and built is not None:
                label = SIZES[built.preset]
            elif part is self.second_size and built is not None:
                label = SIZES[built.second]
            elif part is self.align:
                label = "begins"
            if part is self.second:
                self.words.append((QRectF(OUT, y, inner, 20), label))
                y += 22
            elif label:
                self.words.append((QRectF(OUT, y, inner, high), label))
            x = OUT + (
                0 if hasattr(part, "height_for") or part is self.join else inner - part.width()
            )
            wide = inner if hasattr(part, "height_for") else part.width()
            top = y if hasattr(part, "height_for") else y + (high - part.height()) / 2
            tall = high if hasattr(part, "height_for") else part.height()
            placed.append((part, QRectF(x, top, wide, tall)))
            y += high + GAP
        return placed

    def rows_height(self, width: int) -> int:
        placed = self.stack(width)
        return round(placed[-1][1].bottom()) - ROW if placed else 0

    def arrange_rows(self, width: int) -> None:
        for part, place in self.stack(width) if self.opened else ():
            part.setGeometry(place.toRect())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.opened:
            return
        with QPainter(self) as painter:
            for room, words in self.words:
                style = CAPTION if room.height() < 24 else LABEL
                lettering.draw(painter, room, words, style, self.theme.ink2)
