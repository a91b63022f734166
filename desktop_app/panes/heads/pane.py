"""Pane 07 as a widget: a map a head, what joins the heads, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from core.experiment import Experiment, HeadsExperiment
from core.trace import Trace
from desktop_app.instruments.base import escaped
from desktop_app.instruments.grid import Cell
from desktop_app.panes.heads import below, drawing, states, sums, table
from desktop_app.panes.heads.asking import Asking
from desktop_app.panes.heads.controls import LEARN, HeadControls
from desktop_app.panes.heads.drawing import HeadsState
from desktop_app.panes.heads.head_map import HeadMap
from desktop_app.panes.heads.layout import HeadsLayout, heads_layout, with_margin
from desktop_app.panes.heads.slices import Axis, SliceMap
from desktop_app.panes.lab import Lab, place
from desktop_app.theme import Theme


class HeadsLab(Lab):
    """Everything here draws from (experiment, trace); the rest is what the pointer holds."""

    row_label = 68
    lit_parts = {"weights": "maps", "concat": "concat", "output": "result"}

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: HeadsExperiment | None = None
        self.trace: Trace | None = None
        self.hovered: tuple[int, int, int] | None = None
        self.pointed_head: int | None = None
        self.layout_now: HeadsLayout | None = None
        self.asking = Asking(self)
        self.controls = HeadControls(theme, self)
        self.controls.connect_to(self)
        self.maps: list[HeadMap] = []
        self.concat = SliceMap(theme, "Concatenated heads", self)
        self.projection = SliceMap(theme, "W O", self)
        self.result = SliceMap(theme, "Output of all heads", self)
        self.joined: tuple[tuple[SliceMap, str, Axis], ...] = (
            (self.concat, "concat", "columns"),
            (self.projection, "output_projection", "rows"),
            (self.result, "output", "none"),
        )
        for slices, axis in ((self.concat, 1), (self.projection, 0)):
            slices.mode = "pin"
            slices.cell_hovered.connect(partial(self.point_at_slice, axis))
            slices.cell_pinned.connect(partial(self.asking.pin_slice, axis))
        self.painted = sums.watched(self)

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, HeadsExperiment) and trace is not None
        if self.experiment is None or shape_of(self.experiment) != shape_of(experiment):
            self.layout_now = None  # a map that vanishes under the pointer speaks before `arrange`
        self.experiment, self.trace = experiment, trace
        self.let_go_of_what_is_gone()
        self.controls.show_experiment(experiment)
        self.make_maps(experiment.heads)
        if self.layout_now is None:
            self.arrange()
        else:
            self.controls.arrange(self)
        self.show_maps()
        self.update_round()

    def update_round(self) -> None:
        """Paint again what stands round the maps."""
        self.update_between([*self.maps, *(slices for slices, _, _ in self.joined)])

    def let_go_of_what_is_gone(self) -> None:
        """Drop what the pointer held of a head or word that is not there any more."""
        assert self.experiment is not None
        heads, n = self.experiment.heads, len(self.experiment.tokens)
        if self.hovered is not None and (self.hovered[0] >= heads or max(self.hovered[1:]) >= n):
            self.hovered = None
        if self.pointed_head is not None and self.pointed_head >= heads:
            self.pointed_head = None

    def make_maps(self, heads: int) -> None:
        """One map a head; those that are not needed now are kept, out of sight."""
        while len(self.maps) < heads:
            made = HeadMap(self.theme, f"Head {len(self.maps) + 1}", self)
            made.cell_hovered.connect(partial(self.hover, len(self.maps)))
            made.cell_pinned.connect(partial(self.asking.pin, len(self.maps)))
            sums.watch_map(self, made, len(self.maps))
            QWidget.setTabOrder(self.maps[-1] if self.maps else self.controls.last, made)
            self.maps.append(made)
        for index, one in enumerate(self.maps):
            one.setVisible(index < heads)
        below_maps = (self.concat, self.projection, self.result, self.painted)
        for first, second in pairwise((self.maps[-1], *below_maps, self.controls.learn)):
            QWidget.setTabOrder(first, second)

    @property
    def lit_cell(self) -> tuple[int, int, int] | None:
        """The (head, query, key) that is lit: the one pointed at, else the pinned one."""
        if self.hovered is not None:
            return self.hovered
        return None if self.experiment is None else self.experiment.pinned_cell

    @property
    def lit_head(self) -> int | None:
        """The head whose band and slices show."""
        if self.pointed_head is not None:
            return self.pointed_head
        return None if self.lit_cell is None else self.lit_cell[0]

    def state(self) -> HeadsState:
        """What is painted round the maps."""
        assert self.experiment is not None and self.trace is not None
        _, query, key = self.lit_cell or (None, None, None)
        same_head = self.lit_cell is not None and self.lit_cell[0] == self.lit_head
        return HeadsState(
            self.experiment, self.trace, self.lit_head, query, key if same_head else None
        )

    def show_maps(self) -> None:
        """Give every map and every joined matrix its numbers and what is lit in it."""
        state, tokens = self.state(), self.state().experiment.tokens
        for index, one in enumerate(self.maps[: state.experiment.heads]):
            one.show_state(states.map_state(state, index, self.layout_now), tokens, tokens)
            one.setAccessibleDescription(states.described(state, index))
        gap = self.layout_now.gap if self.layout_now is not None else 0.0
        if self.layout_now is not None:
            self.painted.show_places(sums.painted_places(self.layout_now, state))
        for slices, name, axis in self.joined:
            drawn = states.joined(state, name, axis, gap)
            slices.show_slices(drawn.slices)
            slices.show_state(drawn.grid, drawn.rows, drawn.columns)

    def arrange(self) -> None:
        if self.experiment is None:
            return
        experiment = self.experiment
        layout = heads_layout(
            self.width(),
            self.height(),
            self.size_class,
            len(experiment.tokens),
            experiment.heads,
            experiment.d_model,
        )
        self.layout_now = layout
        for one, spot in zip(self.maps, layout.heads, strict=False):
            place(one, with_margin(spot.cells))
        for slices, cells in (
            (self.concat, layout.concat),
            (self.projection, layout.projection),
            (self.result, layout.result),
        ):
            place(slices, with_margin(cells))
        self.controls.arrange(self)
        self.show_maps()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            layout, theme, state = self.layout_now, self.theme, self.state()
            drawing.paint_band(painter, layout, state, theme)
            drawing.paint_heads(painter, layout, state, theme)
            below.paint_joined(painter, layout, state, theme)
            below.paint_corner(painter, layout, state, theme)
            below.paint_source(painter, self.controls.source_room(), self.experiment, theme)
            table.paint(painter, layout.table, self.experiment, self.trace, theme)
            self.controls.paint_labels(painter, theme)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.name_at(QPointF(event.pos()))
            if index is not None:
                text = f"Head {index + 1}: {states.described(self.state(), index)}"
                QToolTip.showText(event.globalPos(), f"<qt>{escaped(text)}</qt>", self)
                return True
        return super().event(event)

    def name_at(self, point: QPointF) -> int | None:
        """The head whose name, entropy or link is under a point."""
        if self.layout_now is None:
            return None
        for index, spot in enumerate(self.layout_now.heads):
            if spot.name.contains(point) or spot.link.contains(point):
                return index
        return None

    def facts(self) -> Sequence[str]:
        return () if self.experiment is None else states.facts(self.experiment)

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.origin

    # asking

    def hover(self, head: int, cell: Cell | None) -> None:
        self.hovered = None if cell is None else (head, *cell)
        self.show_maps()
        self.update_round()

    def point_at_slice(self, axis: int, cell: Cell | None) -> None:
        assert self.experiment is not None
        self.pointed_head = None if cell is None else cell[axis] // self.experiment.key_size
        self.show_maps()
        self.update_round()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Shuffle: new random projections"),)

    def pages(self) -> Sequence[tuple[str, str]]:
        return (("letters", LEARN),)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return (
            ("projections shuffled", self.controls.shuffle.click),
            ("slices pinned", lambda: self.asking.pin_slice(1, (0, 0))),
            ("pins let go", lambda: self.asking.pin(0, None)),
        )

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            self.asking.other_projections()


def shape_of(experiment: HeadsExperiment) -> tuple[int, int, int]:
    """What the layout depends on."""
    return len(experiment.tokens), experiment.heads, experiment.d_model
