"""Pane 02 as a widget: published quality by length, the funnel, and what is left of each word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.editing_retrieval import new_sentence, sentence_words, with_length, with_sentence
from core.experiment import MAX_WORDS, BottleneckExperiment, Experiment
from core.papers import bleu_by_length
from core.trace import Trace
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.slider import TickSlider, ValueBox
from desktop_app.instruments.toggle import Toggle
from desktop_app.panes.bottleneck import drawing
from desktop_app.panes.bottleneck.exercises import exercises_of
from desktop_app.panes.bottleneck.funnel import FunnelState
from desktop_app.panes.bottleneck.funnel_view import Funnel
from desktop_app.panes.bottleneck.layout import BottleneckLayout, bottleneck_layout
from desktop_app.panes.bottleneck.quality import Quality
from desktop_app.panes.bottleneck.remains import RemainsState, percent
from desktop_app.panes.bottleneck.remains_view import Remains
from desktop_app.panes.lab import Lab, button, place
from desktop_app.theme import Theme

SHORTEST = 3  # on the slider; the box and the field take fewer words too
MARKED = (5, 10, 20, 30, 40, 50, 60)
FIGURES = (("bahdanau-2015", "2015"), ("cho-2014", "2014"))


class BottleneckLab(Lab):
    """Everything here draws from (experiment, trace); hovered is the word under the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: BottleneckExperiment | None = None
        self.trace: Trace | None = None
        self.hovered: int | None = None
        self.point_words = ""
        self.layout_now: BottleneckLayout | None = None
        self.make_controls()
        self.quality = Quality(theme, self)
        self.quality.plot.read.connect(self.read)
        self.funnel = Funnel(theme, self)
        self.remains = Remains(theme, self)
        for picture in (self.funnel, self.remains):
            picture.hovered.connect(self.hover)
            picture.chosen.connect(self.choose)
        chain: list[QWidget] = [
            self.box,
            self.slider,
            self.new,
            self.papers,
            self.quality.plot,
            self.funnel,
        ]
        for first, second in zip(chain, [*chain[1:], self.field], strict=True):
            QWidget.setTabOrder(first, second)

    def make_controls(self) -> None:
        ticks = range(SHORTEST, MAX_WORDS + 1)
        labels = [str(tick) if tick in MARKED else "" for tick in ticks]
        self.slider = TickSlider(
            self.theme, "Sentence length", [float(tick) for tick in ticks], labels, self, float
        )
        self.slider.moved.connect(self.ask_length)
        self.box = ValueBox(self.theme, "Sentence length", whole_length, self)
        self.box.entered.connect(lambda value: self.ask_length(value, None))
        self.box.refused.connect(self.refused)
        self.new = button("New sentence", self, "Other words, as many as now (R)")
        self.new.clicked.connect(partial(self.press, "R"))
        self.papers = Toggle(self.theme, "Published figure", FIGURES, self)
        self.papers.chosen.connect(self.ask_figure)
        self.field = SentenceField(self.theme, "Your sentence", sentence_words, self)
        self.field.entered.connect(self.ask_sentence)
        self.field.refused.connect(self.refused)
        self.field.reason_changed.connect(lambda _: self.update())

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, BottleneckExperiment) and trace is not None
        self.experiment, self.trace = experiment, trace
        if self.hovered is not None and self.hovered >= experiment.length:
            self.hovered = None
        self.slider.show_value(float(experiment.length))
        self.box.show_value(str(experiment.length))
        self.papers.set_chosen(experiment.figure)
        self.field.show_text(" ".join(experiment.tokens))
        self.show_plot()
        self.show_words()
        self.update()

    def show_plot(self) -> None:
        assert self.experiment is not None and self.trace is not None
        figure = bleu_by_length()[self.experiment.figure]
        self.quality.show(self.trace, figure, self.experiment.length, self.theme)

    def show_words(self) -> None:
        """Give both pictures their numbers and the word that is lit."""
        assert self.experiment is not None and self.trace is not None
        trace, tokens, lit = self.trace, self.experiment.tokens, self.lit
        self.funnel.show_state(FunnelState(tokens, trace["states"], trace["context"], lit))
        self.remains.show_state(
            RemainsState(
                tokens,
                trace["left"],
                trace["own"],
                trace["steps_through_states"],
                trace["left_share"],
                trace["own_share"],
                lit,
            )
        )

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
        layout = bottleneck_layout(self.width(), self.height(), self.size_class)
        self.layout_now = layout
        pad, right = self.size_class.lab_padding, self.width() - self.size_class.lab_padding
        compact = self.size_class.compact
        label = 100 if compact else 108
        new = 112 if compact else 128
        place(self.box, QRectF(pad + label, 28, 56, 32))
        self.new.setGeometry(right - new, 28, new, 32)
        start = pad + label + 56 + 12
        place(self.slider, QRectF(start, 24, right - new - 24 - start, 48))
        self.papers.move(round(layout.head.right()) - self.papers.width(), round(layout.head.top()))
        place(self.funnel, layout.funnel)
        place(self.remains, layout.remains.adjusted(-4, 0, 0, 0))
        head = layout.sentence_head
        field = min(420.0, head.width() * 0.47)
        place(self.field, QRectF(right - field, head.top(), field, 32))
        self.quality.plot.place(layout.plot)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None or self.trace is None or self.layout_now is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout, theme = self.layout_now, self.theme
        drawing.paint_heads(painter, layout, self.experiment, theme)
        self.quality.paint(painter, theme)
        drawing.paint_reading(painter, layout, self.experiment, self.trace, self.point_words, theme)
        head = QRectF(layout.sentence_head)
        head.setRight(self.field.x() - 16)
        drawing.paint_sentence_head(painter, head, self.experiment, self.field.reason, theme)
        painter.end()

    def read(self, words: str) -> None:
        self.point_words = words
        self.update()

    def facts(self) -> Sequence[str]:
        if self.experiment is None or self.trace is None:
            return ()
        share = percent(float(self.trace["left_share"][0]))
        return (
            f"length {self.experiment.length}",
            f"{self.experiment.units} numbers a state",
            f"gated recurrent unit, seed {self.experiment.encoder_seed}",
            f"first word {share} of last",
        )

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

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
        length = int(value)
        what = f"{length} word{'s' * (length != 1)}"
        self.edited.emit(with_length(self.experiment, length), what, gesture)

    def ask_figure(self, figure: str) -> None:
        assert self.experiment is not None
        published = bleu_by_length()[figure]
        edited = replace(self.experiment, figure=figure)
        self.edited.emit(edited, f"{published.paper}, {published.figure}", None)

    def ask_sentence(self, text: str) -> None:
        assert self.experiment is not None
        edited = with_sentence(self.experiment, text)
        words = f"word{'s' * (edited.length != 1)}"
        self.edited.emit(edited, f"a sentence of {edited.length} {words}", None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "New sentence of the same length"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            edited = new_sentence(self.experiment)
            self.edited.emit(edited, f"new sentence, seed {edited.seed}", None)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return exercises_of(self.funnel, self.remains, self.field)


def whole_length(value: float) -> float:
    """A sentence length that this lab takes. Raises ValueError with the rule."""
    if value != int(value) or not 1 <= value <= MAX_WORDS:
        raise ValueError(f"the length must be a whole number from 1 to {MAX_WORDS}")
    return value
