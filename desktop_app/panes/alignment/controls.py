"""The controls of pane 03: the step with Play, the sentence, and what intervenes."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.editing_alignment import sentence_of
from core.experiment import AlignmentExperiment
from core.experiments.alignment import LEAST_GENERATED, MAX_ENGLISH
from core.traces.alignment import AlignmentTrace
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.toggle import Switch
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import LABEL
from desktop_app.panes.alignment.layout import AlignmentLayout
from desktop_app.panes.lab import button, place
from desktop_app.theme import Theme

MOST_LABELS = 12  # ticks of the slider that have a number
WORDS_LABEL = 42.0  # room for "words" at the right of its box


class AlignmentControls:
    """The widgets; the lab connects them."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        self.last = 1
        self.slider = TickSlider(theme, "Step t", [1.0, 2.0], ["1", "2"], lab, float)
        self.box = ValueBox(theme, "Step t", self.whole_step, lab)
        self.train = button("Train yours", lab, "Train both translators on this machine")
        self.reset = button("Reset", lab, "Back to the pane's own sentence, nothing changed")
        self.play = button("Play", lab, "One step a second (P); any key stops")
        self.field = SentenceField(theme, "English sentence", sentence_of, lab, "key", LABEL)
        self.length = ValueBox(theme, "Words of a generated sentence", whole_length, lab)
        self.length.setToolTip("Type how many words a generated sentence has")
        self.generate = button("New sentence", lab, "Another generated sentence as long (R)")
        self.crossing = button("Paper's example", lab, "The crossing of the paper's Figure 3 (E)")
        self.gold = Switch(theme, "Gold alignment", lab)
        self.gold.setToolTip("Outline the gold alignment (G)")
        self.mark = button("Mark flip", lab, "Here the word order runs backwards (M)")
        self.last_state = Switch(theme, "Fix the context to the last state", lab)
        self.last_state.setToolTip("Every context is the last state, as in the bottleneck (L)")
        self.take_back = button("Take back", lab, "Take every intervention back (U)")

    def chain(self) -> list[QWidget]:
        """The row of the step, then the row of the sentence, in the order of Tab."""
        first = [self.box, self.slider, self.train, self.reset, self.play]
        return [*first, self.field, self.length, self.generate, self.crossing, self.gold]

    def whole_step(self, value: float) -> float:
        """A step that there is. Raises ValueError with the rule."""
        if value != int(value) or not 1 <= value <= self.last:
            raise ValueError(f"t must be a whole number from 1 to {self.last}")
        return value

    def show_trace(
        self, experiment: AlignmentExperiment, trace: AlignmentTrace, offers_training: bool
    ) -> None:
        """Stand where the experiment stands; what can do nothing is not shown."""
        steps, step, works = len(trace.tokens), trace.step + 1, not trace.problem
        if self.last != steps or self.slider.isHidden():
            self.show_steps(steps)
        self.slider.show_value(float(step))
        self.box.show_text(str(step))
        self.field.show_text(" ".join(experiment.english))
        self.length.show_text(str(experiment.count))
        self.gold.set_on(experiment.gold)
        self.last_state.set_on(experiment.last_state)
        self.mark.setText("Unmark" if step in experiment.marked else "Mark flip")
        for control in (self.field, self.length, self.generate, self.crossing, self.last_state):
            control.setVisible(works)
        self.gold.setVisible(trace.agreement is not None)
        self.train.setVisible(offers_training)
        self.take_back.setVisible(experiment.intervenes)

    def show_steps(self, count: int) -> None:
        """Give the slider one tick a step; with a single step there is nothing to slide."""
        self.last = count
        ticks = range(1, max(count, 2) + 1)
        every = -(-len(ticks) // MOST_LABELS)
        labels = [
            str(tick)
            if (tick - 1) % every == 0 and tick + every - 1 < count or tick == count
            else ""
            for tick in ticks
        ]
        self.slider.show_ticks([float(tick) for tick in ticks], labels)
        self.slider.setVisible(count > 1)
        self.play.setVisible(count > 1)

    def show_playing(self, on: bool) -> None:
        self.play.setText("Stop" if on else "Play")

    def arrange(self, pad: int, right: int, layout: AlignmentLayout) -> None:
        """Both rows from their right end on; slider and field take what the others leave."""
        x, y = float(right), round(layout.controls_y)
        shown = [(self.play, 72), (self.reset, 72)]
        if not self.train.isHidden():
            shown.append((self.train, 96))
        for control, wide in shown:
            x -= wide
            control.setGeometry(round(x), y, wide, 32)
            x -= 8
        place(self.box, QRectF(pad + 20, y, 56, 32))
        place(self.slider, QRectF(pad + 88, y - 4, x - 16 - pad - 88, 48))
        self.arrange_sentence(layout)
        head = layout.step_head
        self.mark.setGeometry(round(head.right()) - 84, round(head.top()) - 4, 84, 28)
        self.gold.move(round(layout.head.right()) - 36, round(layout.head.top()) - 2)
        self.last_state.move(round(layout.switch.left()), round(layout.switch.top()))
        foot = layout.foot
        place(self.take_back, QRectF(foot.right() - 88, foot.top() + 4, 88, 32))

    def arrange_sentence(self, layout: AlignmentLayout) -> None:
        """The field and the length over the map, the two buttons over the table."""
        row, head = layout.sentence, layout.step_head
        half = (head.width() - 8) / 2
        place(self.generate, QRectF(head.left(), row.top(), half, 32))
        place(self.crossing, QRectF(head.left() + half + 8, row.top(), half, 32))
        end = layout.head.right()
        place(self.length, QRectF(end - WORDS_LABEL - 56, row.top(), 56, 32))
        wide = end - WORDS_LABEL - 56 - 8 - row.left()
        place(self.field, QRectF(row.left(), row.top(), wide, 32))


def whole_length(value: float) -> float:
    """A length that can be generated. Raises ValueError with the rule."""
    if value != int(value) or not LEAST_GENERATED <= value <= MAX_ENGLISH:
        raise ValueError(f"a sentence has {LEAST_GENERATED} to {MAX_ENGLISH} words")
    return value
