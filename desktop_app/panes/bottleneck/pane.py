"""Pane 02 as a widget: quality by length, the funnel, and one sentence translated twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.editing_retrieval import new_sentence, with_length, with_sentence
from core.experiment import BottleneckExperiment, Experiment
from core.papers import bleu_by_length
from core.trace import Trace
from core.traces.bottleneck import BottleneckTrace
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.panes.bottleneck import drawing
from desktop_app.panes.bottleneck.controls import OWN_SIZE, BottleneckControls
from desktop_app.panes.bottleneck.exercises import exercises_of
from desktop_app.panes.bottleneck.funnel import FunnelState
from desktop_app.panes.bottleneck.funnel_view import Funnel
from desktop_app.panes.bottleneck.layout import LOWEST, BottleneckLayout, bottleneck_layout
from desktop_app.panes.bottleneck.quality import Quality
from desktop_app.panes.bottleneck.rows import RowsState
from desktop_app.panes.bottleneck.rows_view import EDGE, Rows
from desktop_app.panes.bottleneck.series import (
    figure_shown,
    measured_series,
    published_series,
)
from desktop_app.panes.bottleneck.sums import funnel_places, share_places
from desktop_app.panes.bottleneck.wrapping import needed
from desktop_app.panes.lab import Lab, place
from desktop_app.theme import Theme


class BottleneckLab(Lab):
    """Everything here draws from (experiment, trace); hovered is the word under the pointer."""

    row_is_full = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: BottleneckExperiment | None = None
        self.trace: BottleneckTrace | None = None
        self.hovered: int | None = None
        self.point_words = ""
        self.layout_now: BottleneckLayout | None = None
        self.controls = BottleneckControls(theme, self)
        self.quality = Quality(theme, self)
        self.quality.plot.read.connect(self.read)
        self.funnel = Funnel(theme, self)
        self.rows = Rows(theme, self)
        self.states = NumberPlaces(theme, "Numbers of the states", self.funnel)
        self.shares = NumberPlaces(theme, "Words right", self.rows)
        for field in (self.quality.plot, self.states, self.shares):
            self.sums.watch_places(field)
        pictures: tuple[Instrument, ...] = (self.funnel, self.rows)
        for picture in pictures:
            picture.hovered.connect(self.hover)  # type: ignore[attr-defined]
            picture.chosen.connect(self.choose)  # type: ignore[attr-defined]
        for first, second in pairwise(self.controls.in_order(self.quality.plot, self.funnel)):
            QWidget.setTabOrder(first, second)
        self.connect_controls()

    def connect_controls(self) -> None:
        controls = self.controls
        controls.slider.moved.connect(self.ask_length)
        controls.box.entered.connect(lambda value: self.ask_length(value, None))
        controls.box.refused.connect(self.refused)
        controls.new.clicked.connect(partial(self.press, "R"))
        controls.train.clicked.connect(self.training_wanted)
        controls.measures.chosen.connect(self.ask_measure)
        controls.papers.chosen.connect(self.ask_figure)
        controls.sizes.chosen.connect(self.ask_size)
        controls.field.entered.connect(self.ask_sentence)
        controls.field.refused.connect(self.refused)
        controls.field.reason_changed.connect(lambda _: self.update())

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, BottleneckExperiment) and isinstance(trace, BottleneckTrace)
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and self.hovered >= len(trace.english):
            self.hovered = None
        self.controls.train.setVisible(self.offers_training)
        self.controls.show(experiment, trace)
        self.show_plot()
        self.show_words()
        self.arrange()
        self.update()

    def show_plot(self) -> None:
        assert self.experiment is not None and self.trace is not None
        experiment, trace = self.experiment, self.trace
        measure = "bleu" if trace.problem else experiment.measure
        series = measured_series(trace, measure, experiment.hidden)
        figure = figure_shown(experiment.figure, measure, trace.problem)
        if figure is not None:
            series += published_series(trace, figure)
        self.quality.show(series, measure, len(trace.english), self.theme)

    def show_words(self) -> None:
        """Give both pictures their words and the one that is lit."""
        assert self.trace is not None
        trace = self.trace
        without, attended = trace.rendering("fixed"), trace.rendering("attention")
        if without is None or attended is None:
            self.funnel.show_state(None)
            self.rows.show_state(None)
        else:
            self.funnel.show_state(
                FunnelState(trace.english, trace["states"], trace["context"], self.lit)
            )
            unknown = frozenset(word.place for word in trace.unknown)
            of = len(trace.reference)
            self.rows.show_state(RowsState(trace.english, unknown, without, attended, of, self.lit))
        self.funnel.setVisible(without is not None)
        self.rows.setVisible(without is not None)

    @property
    def lit(self) -> int | None:
        """The word that is lit, from 0: the one pointed at, else the chosen one."""
        if self.hovered is not None or self.experiment is None:
            return self.hovered
        return None if self.experiment.pointed is None else self.experiment.pointed - 1

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.trace is not None:
            self.show_plot()

    def arrange(self) -> None:
        sized = self.trace is not None and bool(self.trace.sizes) and not self.trace.problem
        more = self.more_height(self.width())
        layout = bottleneck_layout(self.width(), self.height(), self.size_class, more, sized)
        self.layout_now = layout
        self.controls.arrange(self.width(), self.size_class, layout)
        place(self.funnel, layout.funnel)
        place(self.rows, layout.rows.adjusted(-EDGE, 0, EDGE, 0))
        self.quality.plot.place(layout.plot)
        self.show_numbers()

    def show_numbers(self) -> None:
        """Where the numbers stand that can be pointed at."""
        self.states.show_places(funnel_places(QRectF(self.funnel.rect()), self.funnel.state))
        self.shares.show_places(share_places(self.rows.area(), self.rows.state))

    def more_height(self, width: int) -> float:
        """Px that the rows need beyond what the lowest layout has for them."""
        state = self.rows.state
        if state is None:
            return 0.0
        room = bottleneck_layout(width, LOWEST, self.size_class).rows
        return max(needed(room.width(), state.rows) - room.height(), 0.0)

    def content_height(self, width: int) -> int:
        return round(LOWEST + self.more_height(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            layout, theme, controls = self.layout_now, self.theme, self.controls
            experiment, trace = self.experiment, self.trace
            room = controls.measures.x() if controls.measures.isVisible() else layout.head.right()
            room -= layout.head.left() + 8
            drawing.paint_heads(painter, layout, experiment, trace, theme, room)
            self.quality.paint(painter, theme)
            figure = figure_shown(experiment.figure, experiment.measure, trace.problem)
            end = controls.papers.x() if controls.papers.isVisible() else layout.caption.right()
            wide = end - layout.caption.left() - 8
            drawing.paint_caption(painter, layout, trace, figure, self.point_words, wide, theme)
            if controls.sizes.isVisible():
                drawing.paint_sizes_label(painter, layout, controls.sizes.x(), theme)
            if not trace.problem:
                head = QRectF(layout.english)
                head.setRight(controls.field.x() - 12)
                own = bool(experiment.words)
                drawing.paint_english_head(painter, head, controls.field.reason, own, theme)
            drawing.paint_reading(painter, layout, experiment, trace, theme)

    def read(self, words: str) -> None:
        self.point_words = words
        self.update()

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        trace = self.trace
        length = f"length {len(trace.english)}"
        if trace.problem:
            return (length, "no trained model")
        measured = []
        if trace.measured_on is not None:
            number, shortest, longest = trace.measured_on
            of = "per length" if shortest == longest else f"of {shortest} to {longest} words"
            measured = [f"{number} sentences {of}"]
        return (
            length, "2 trained models", f"{len(trace['context'])} numbers in the vector", *measured
        )  # fmt: skip

    def source(self) -> str:
        return "" if self.trace is None else self.trace.source

    # asking

    def hover(self, word: int | None) -> None:
        if word != self.hovered:
            self.hovered = word
            self.show_words()

    def choose(self, word: int | None) -> None:
        """Keep a word lit, or let go of the one that is."""
        assert self.experiment is not None
        pointed = None if word is None else word + 1
        if pointed == self.experiment.pointed and self.hovered is not None:
            pointed = None
        self.selected.emit(replace(self.experiment, pointed=pointed))

    def ask_length(self, value: float, gesture: object) -> None:
        assert self.experiment is not None
        edited = with_length(self.experiment, int(value))
        self.edited.emit(edited, f"a generated sentence of {edited.length} words", gesture)

    def ask_measure(self, measure: str) -> None:
        assert self.experiment is not None
        what = "BLEU by sentence length" if measure == "bleu" else "words right by sentence length"
        self.edited.emit(replace(self.experiment, measure=measure), what, None)

    def ask_figure(self, figure: str) -> None:
        assert self.experiment is not None
        what = "no published curves"
        if figure != "none":
            published = bleu_by_length()[figure]
            what = f"{published.paper}, {published.figure}"
        self.edited.emit(replace(self.experiment, figure=figure), what, None)

    def ask_size(self, size: str) -> None:
        assert self.experiment is not None
        hidden = None if size == OWN_SIZE else int(size)
        what = (
            "no other vector" if hidden is None else f"a vector of {2 * hidden} numbers beside it"
        )
        self.edited.emit(replace(self.experiment, hidden=hidden), what, None)

    def ask_sentence(self, text: str) -> None:
        assert self.experiment is not None
        edited = with_sentence(self.experiment, text)
        count = len(edited.tokens)
        what = f"a sentence of {count} word{'s' * (count != 1)}"
        self.edited.emit(edited, what, None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "New sentence of the same length"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = new_sentence(self.experiment)
            self.edited.emit(edited, f"new sentence, seed {edited.seed}", None)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises_of(self.funnel, self.rows, self.controls.field)
