"""The state A of each slide, kept to compare with while the learner goes on; files have it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from PySide6.QtCore import QObject, Signal

from core.compared_maps import Choice, ComparedMap, choices, compared_map
from core.comparing import row_place
from core.experiment import Experiment, VarianceExperiment
from core.trace import Trace, compute

if TYPE_CHECKING:
    from desktop_app.session import Session

State = tuple[Experiment, Trace]


class Comparison(NamedTuple):
    """A and B of one slide: their traces, the matrices they have, the chosen one and its map.

    shown: None where `chosen` says why A and B cannot be taken from each other.
    """

    a: Trace
    b: Trace
    choices: tuple[Choice, ...]
    chosen: Choice
    shown: ComparedMap | None


class Kept(QObject):
    """At most one kept experiment a slide. changed(slide)."""

    changed = Signal(int)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.experiments: dict[int, Experiment] = {}
        self.traces: dict[int, Trace] = {}
        self.looked_at: dict[int, tuple[str, int]] = {}  # the matrix that is compared, its head

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

    def comparison(self, number: int) -> Comparison | None:
        """A beside what is live on a slide; None where nothing is kept, or is drawn still."""
        kept, b = self.state(number), self.session.trace(number)
        if kept is None or b is None:
            return None
        a = kept[1]
        found = choices(a, b)
        if not found:
            return None
        step, head = self.looked_at.get(number, ("", 0))
        first = next((one for one in found if not one.why_not), found[0])
        chosen = next((one for one in found if one.step == step), first)
        if chosen.heads and not head:
            head = row_place(b)[0] + 1
        return Comparison(a, b, found, chosen, compared_map(a, b, chosen, head))

    def look_at(self, number: int, step: str, head: int) -> None:
        """Compare this matrix of a slide from now on, and this head of it."""
        self.looked_at[number] = step, head

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
