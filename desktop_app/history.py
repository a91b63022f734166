"""Undo for one slide: a line of experiments, each with the words for what led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from core.experiment import Experiment

LONGEST = 500


class Moment(NamedTuple):
    """One state of a slide. what: what the learner did to reach it, "" for the start.

    free: the challenges that it meets without the learner's doing.
    """

    experiment: Experiment
    what: str
    free: frozenset[str] = frozenset()


@dataclass
class History:
    """The states of one slide. A whole gesture (a drag) is one state."""

    start: Experiment
    moments: list[Moment] = field(default_factory=list)
    place: int = 0
    gesture: object = None

    def __post_init__(self) -> None:
        self.moments = [Moment(self.start, "")]

    @property
    def experiment(self) -> Experiment:
        return self.moments[self.place].experiment

    @property
    def free(self) -> frozenset[str]:
        """The challenges that the present state meets without the learner's doing."""
        return self.moments[self.place].free

    def set_free(self, challenges: frozenset[str]) -> None:
        self.moments[self.place] = self.moments[self.place]._replace(free=challenges)

    @property
    def can_undo(self) -> bool:
        return self.place > 0

    @property
    def can_redo(self) -> bool:
        return self.place < len(self.moments) - 1

    def edit(self, experiment: Experiment, what: str, gesture: object = None) -> None:
        """Go to a new state; within one gesture, replace the state that the gesture made."""
        made = Moment(experiment, what, self.free)
        if gesture is not None and gesture == self.gesture and self.place > 0:
            self.moments[self.place] = made
            del self.moments[self.place + 1 :]
            return
        self.gesture = gesture
        del self.moments[self.place + 1 :]
        self.moments.append(made)
        if len(self.moments) > LONGEST:
            del self.moments[0]
        self.place = len(self.moments) - 1

    def select(self, experiment: Experiment) -> None:
        """Change what is only pointed at: no step of its own, and redo stays possible."""
        self.moments[self.place] = self.moments[self.place]._replace(experiment=experiment)

    def replace_everywhere(self, field: str, gone: str, by: str) -> None:
        """In every state whose `field` is `gone`, make it `by`; no step of its own."""
        self.moments = [
            moment._replace(experiment=msgspec.structs.replace(moment.experiment, **{field: by}))
            if getattr(moment.experiment, field, None) == gone
            else moment
            for moment in self.moments
        ]

    def undo(self) -> str:
        """Go back one state. Returns the words for what was undone."""
        self.gesture = None
        what = self.moments[self.place].what
        self.place -= 1
        return what

    def redo(self) -> str:
        """Go forward one state. Returns the words for what was done again."""
        self.gesture = None
        self.place += 1
        return self.moments[self.place].what
