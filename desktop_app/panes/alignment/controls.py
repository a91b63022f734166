"""The controls of pane 03: the step with Play, the states, Shuffle and Reset, and the mark."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.experiment import AlignmentExperiment
from desktop_app.instruments.slider import RESOLUTION, TickSlider, ValueBox
from desktop_app.instruments.toggle import Toggle
from desktop_app.panes.alignment.layout import AlignmentLayout
from desktop_app.panes.lab import button, place
from desktop_app.theme import Theme

STATES = (("hand-set", "Hand-set"), ("random", "Random"))
ROOMY = 740  # px of content from which Shuffle has a place in the row; its key works anyway


class AlignmentControls:
    """The widgets; the lab connects them."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        self.last = 1
        self.slider = TickSlider(theme, "Step t", [1.0, 2.0], ["1", "2"], lab, float)
        self.box = ValueBox(theme, "Step t", self.whole_step, lab)
        self.states = Toggle(theme, "States", STATES, lab)
        self.shuffle = button("Shuffle", lab, "States from the next seed (R)")
        self.reset = button("Reset", lab, "Back to the slide's own numbers")
        self.play = button("Play", lab, "One step a second (P); any key stops")
        self.mark = button("Mark flip", lab, "Here the word order runs backwards (M)")

    def row(self) -> list[QWidget]:
        """Those of the control row, in the order of Tab."""
        return [self.box, self.slider, self.states, self.shuffle, self.reset, self.play]

    def whole_step(self, value: float) -> float:
        """A step that there is. Raises ValueError with the rule."""
        if value != int(value) or not 1 <= value <= self.last:
            raise ValueError(f"t must be a whole number from 1 to {self.last}")
        return value

    def show_experiment(self, experiment: AlignmentExperiment) -> None:
        """Stand where the experiment stands."""
        if self.last != len(experiment.tokens) or self.slider.isHidden():
            self.show_steps(len(experiment.tokens))
        self.slider.show_value(float(experiment.step))
        self.box.show_value(str(experiment.step))
        self.states.set_chosen(experiment.states)
        self.mark.setText("Unmark" if experiment.step in experiment.marked else "Mark flip")

    def show_steps(self, count: int) -> None:
        """Give the slider one tick a step; with a single step there is nothing to slide."""
        self.last = count
        ticks = range(1, max(count, 2) + 1)
        self.slider.ticks = tuple(float(tick) for tick in ticks)
        self.slider.labels = [str(tick) for tick in ticks]
        self.slider.setRange(0, (len(ticks) - 1) * RESOLUTION)
        self.slider.setVisible(count > 1)
        self.play.setVisible(count > 1)

    def show_playing(self, on: bool) -> None:
        self.play.setText("Stop" if on else "Play")

    def arrange(self, pad: int, right: int, layout: AlignmentLayout) -> None:
        """The row from its right end on; the slider takes what the others leave."""
        roomy = right - pad >= ROOMY
        self.shuffle.setVisible(roomy)
        x = float(right)
        widths = [(self.play, 64), (self.reset, 64), *([(self.shuffle, 72)] if roomy else [])]
        for control, wide in widths:
            x -= wide
            control.setGeometry(round(x), 28, wide, 32)
            x -= 8
        x -= self.states.width() + 4
        self.states.move(round(x), 28)
        place(self.box, QRectF(pad + 20, 28, 56, 32))
        place(self.slider, QRectF(pad + 88, 24, x - 16 - pad - 88, 48))
        head = layout.step_head
        self.mark.setGeometry(round(head.right()) - 84, round(head.top()) - 4, 84, 28)
