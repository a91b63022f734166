"""The experiment of each slide, and what the engine made of it."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from core.experiment import Experiment, VarianceExperiment
from core.lesson import Lesson
from core.measures import DotProductSample
from core.trace import Trace, compute
from desktop_app.history import History


class States(QObject):
    """Histories and traces by the number of the slide; slides without an experiment have none.

    seconds: how long the engine took last. samples: drawn ones, by their seed.
    """

    experiment_changed = Signal(int)
    sample_progressed = Signal(float)  # how much of it is drawn, 0 to 1
    sample_wanted = Signal(int)  # a seed whose random sample must be drawn first
    sample_taken = Signal(int)  # a seed whose sample is here now

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        self.slide = 1
        self.histories = {
            slide.number: History(slide.experiment)
            for slide in lesson.slides
            if slide.experiment is not None
        }
        self.traces: dict[int, Trace] = {}
        self.seconds: dict[int, float] = {}
        self.recomputations = 0
        self.samples: dict[int, DotProductSample] = {}

    def experiment(self, number: int | None = None) -> Experiment | None:
        """The experiment of a slide, of the open one unless `number` says which."""
        history = self.histories.get(number or self.slide)
        return None if history is None else history.experiment

    def trace(self, number: int | None = None) -> Trace | None:
        """The trace of a slide; None where there is none, or where a sample is being drawn."""
        number = number or self.slide
        experiment = self.experiment(number)
        if experiment is None:
            return None
        trace = self.traces.get(number)
        if trace is None or trace.experiment is not experiment:
            trace = self.computed(experiment, number)
        return trace

    def computed(self, experiment: Experiment, number: int) -> Trace | None:
        """Run the engine, keep the trace and the time it took. Raises what the engine refuses."""
        sample = None
        if isinstance(experiment, VarianceExperiment):
            if experiment.seed not in self.samples:
                self.sample_wanted.emit(experiment.seed)  # a kept sample comes back at once
            sample = self.samples.get(experiment.seed)
            if sample is None:
                return None
        started = time.perf_counter()
        trace = compute(experiment, sample)
        self.seconds[number] = time.perf_counter() - started
        self.recomputations += 1
        self.traces[number] = trace
        return trace

    def sample_drawn(self, seed: int, sample: DotProductSample) -> None:
        """Take a drawn sample in and show the slides that waited for it."""
        self.samples = {seed: sample}  # one at a time: a sample holds tens of megabytes
        self.sample_taken.emit(seed)
        for number, history in self.histories.items():
            experiment = history.experiment
            if isinstance(experiment, VarianceExperiment) and experiment.seed == seed:
                self.experiment_changed.emit(number)
