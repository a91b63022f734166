"""The controls of pane 02; which of them have something to do decides which are shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.editing_retrieval import sentence_words
from core.experiments.bottleneck import GENERATED, BottleneckExperiment
from core.traces.bottleneck import BottleneckTrace
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.panes.bottleneck.layout import BottleneckLayout
from desktop_app.panes.lab import button, place
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme

MARKED = (3, 10, 20, 30, 40)
MEASURES = (("words", "Exact words"), ("bleu", "BLEU"))
PAPERS = (("none", "None"), ("bahdanau-2015", "2015"), ("cho-2014", "2014"))
OWN_SIZE = "own"


class BottleneckControls:
    """The widgets; the lab connects them."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        lengths = range(GENERATED[0], GENERATED[1] + 1)
        labels = [str(length) if length in MARKED else "" for length in lengths]
        self.slider = TickSlider(
            theme, "Sentence length", [float(length) for length in lengths], labels, lab, float
        )
        self.box = ValueBox(theme, "Sentence length", whole_length, lab)
        self.new = button("New sentence", lab, "Other words, as many as now (R)")
        self.train = button("Train it yourself", lab, "Train both models on this machine")
        self.measures = Toggle(theme, "Measure", MEASURES, lab)
        self.papers = Toggle(theme, "Published curves", PAPERS, lab)
        self.sizes = Toggle(theme, "Numbers in the vector", ((OWN_SIZE, "No"),), lab)
        self.field = SentenceField(theme, "Your English sentence", sentence_words, lab)

    def in_order(self, plot: QWidget, funnel: QWidget) -> list[QWidget]:
        """Everything that takes the keyboard, in the order of Tab."""
        return [
            *(self.box, self.slider, self.train, self.new, self.measures, plot, self.papers),
            *(funnel, self.sizes, self.field),
        ]

    def show(self, experiment: BottleneckExperiment, trace: BottleneckTrace) -> None:
        """Stand where the experiment stands."""
        count = len(trace.english)
        self.slider.show_value(float(min(max(count, GENERATED[0]), GENERATED[1])))
        self.box.show_text(str(count))
        self.measures.set_chosen(experiment.measure)
        for control in (self.measures, self.new, self.field):
            control.setVisible(not trace.problem)
        self.show_papers(experiment, bool(trace.problem))
        self.show_sizes(experiment, trace)
        self.field.show_text(" ".join(trace.english))

    def show_papers(self, experiment: BottleneckExperiment, damaged: bool) -> None:
        """Published curves are BLEU. Without curves of our own, one paper always shows."""
        self.papers.setVisible(damaged or experiment.measure == "bleu")
        options(self.papers, PAPERS[1:] if damaged else PAPERS)
        shown = experiment.figure
        self.papers.set_chosen("bahdanau-2015" if damaged and shown == "none" else shown)

    def show_sizes(self, experiment: BottleneckExperiment, trace: BottleneckTrace) -> None:
        """One segment a size that was trained; none were, no control."""
        sizes = [size.hidden for size in trace.sizes]
        self.sizes.setVisible(bool(sizes) and not trace.problem)
        options(
            self.sizes, ((OWN_SIZE, "No"), *((str(hidden), str(2 * hidden)) for hidden in sizes))
        )
        hidden = experiment.hidden
        self.sizes.set_chosen(str(hidden) if hidden in sizes else OWN_SIZE)

    def arrange(self, width: int, size_class: SizeClass, layout: BottleneckLayout) -> None:
        """The row at the top from both ends, the slider between; the rest where the layout says."""
        pad, compact = size_class.lab_padding, size_class.compact
        right = width - pad
        for control, wide in ((self.new, 112), (self.train, 124)):
            if not control.isHidden():
                control.setGeometry(right - wide, 28, wide, 32)
                right -= wide + 8
        start = pad + (100 if compact else 108)
        place(self.box, QRectF(start, 28, 56, 32))
        start += 56 + 12
        place(self.slider, QRectF(start, 24, right - (8 if compact else 16) - start, 48))
        for toggle, row in ((self.measures, layout.head), (self.papers, layout.papers)):
            toggle.set_compact(compact)
            toggle.move(round(row.right()) - toggle.width(), round(row.top()))
        self.sizes.set_compact(compact)
        self.sizes.move(round(layout.sizes.right()) - self.sizes.width(), round(layout.sizes.top()))
        field = min(480.0, layout.english.width() * 0.55)
        place(self.field, QRectF(width - pad - field, layout.english.top(), field, 32))


def options(toggle: Toggle, wanted: tuple[tuple[str, str], ...]) -> None:
    """Give a toggle other segments."""
    if toggle.options != wanted:
        right = toggle.x() + toggle.width()
        toggle.options = wanted
        toggle.index = min(toggle.index, len(wanted) - 1)
        toggle.setFixedSize(toggle.sizeHint())
        toggle.move(right - toggle.width(), toggle.y())
        toggle.update()


def whole_length(value: float) -> float:
    """A length that sentences are generated in. Raises ValueError with the rule."""
    least, most = GENERATED
    if value != int(value) or not least <= value <= most:
        raise ValueError(f"the length must be a whole number from {least} to {most}")
    return value
