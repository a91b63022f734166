"""The state A of each slide, kept to compare with while the learner goes on; files have it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from core.experiment import Experiment, VarianceExperiment
from core.trace import Trace, compute

if TYPE_CHECKING:
    from desktop_app.session import Session

State = tuple[Experiment, Trace]


class Kept(QObject):
    """At most one kept experiment a slide. changed(slide)."""

    changed = Signal(int)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.experiments: dict[int, Experiment] = {}
        self.traces: dict[int, Trace] = {}

    def state(self, number: int) -> State | None:
        """What is kept of a slide, with its trace; None for nothing."""
        experiment = self.experiments.get(number)
        if experiment is None:
            return None
        trace = self.traces.get(number)
        if trace is None or trace.experiment is not experiment:
            trace = self.traces[number] = self.computed(experiment)
        return experiment, trace

    def put(self, number: int, state: State | None) -> None:
        """Keep a state of a slide, or with None forget the one that is kept."""
        self.experiments.pop(number, None)
        self.traces.pop(number, None)
        if state is not None:
            self.experiments[number], self.traces[number] = state
        self.changed.emit(number)

    def replace(self, experiments: Mapping[int, Experiment]) -> dict[int, str]:
        """Keep these and no others. Returns why one was refused, by the number of its slide."""
        refused: dict[int, str] = {}
        for number in set(self.experiments) - set(experiments):
            self.put(number, None)
        for number, experiment in experiments.items():
            try:
                self.put(number, (experiment, self.computed(experiment)))
            except ValueError as error:
                refused[number] = str(error)
                self.put(number, None)
        return refused

    def replace_everywhere(self, field: str, gone: str, by: str) -> None:
        """In every kept state whose `field` is `gone`, make it `by`."""
        for number, experiment in list(self.experiments.items()):
            if getattr(experiment, field, None) == gone:
                changed = msgspec.structs.replace(experiment, **{field: by})
                self.put(number, (changed, self.computed(changed)))

    def computed(self, experiment: Experiment) -> Trace:
        """The trace of a kept experiment; the sample of the slide serves it where it can."""
        sample = None
        if isinstance(experiment, VarianceExperiment):
            sample = self.session.samples.get(experiment.seed)
        return compute(experiment, sample)
