"""The states that led to what is on show in "Your tensors", and the way back through them."""

from __future__ import annotations

from typing import NamedTuple

from core.tensors.maps import Index
from core.tensors.opened import Opened
from core.tensors.showing import Filter

LONGEST = 200  # steps that can be undone
Names = tuple[tuple[str, ...], tuple[str, ...]]


class Step(NamedTuple):
    """One state. what: what led to it, "" for the first one. own: the names in the files.

    place: the map that was looked at when other files took its place.
    """

    opened: Opened
    how: Filter
    readable: bool
    own: Names
    what: str
    place: Index = ()

    @property
    def files(self) -> tuple[object, ...]:
        """Which files the state shows."""
        return tuple(file.path for file in self.opened.collection.files)


class Steps:
    """The states in the order they were made; `at` is the one on show."""

    def __init__(self) -> None:
        self.made: list[Step] = []
        self.at = -1

    @property
    def now(self) -> Step | None:
        return self.made[self.at] if self.made else None

    def keep(self, step: Step) -> None:
        """A state that is about to show; one that nothing led to begins anew.

        Besides the files on show only those before them stay open: their numbers take memory.
        """
        self.made = [*self.made[: self.at + 1], step][-LONGEST:] if step.what else [step]
        files = list(dict.fromkeys(one.files for one in reversed(self.made)))[:2]
        self.made = [one for one in self.made if one.files in files]
        self.at = len(self.made) - 1

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.made) - 1

    def leave(self, index: Index) -> None:
        """Note the map on show, to be looked at again when its files come back."""
        if self.made:
            self.made[self.at] = self.made[self.at]._replace(place=index)

    def go(self, by: int) -> tuple[Step, bool]:
        """The state so many steps on, and whether it shows other files than the one before."""
        before = self.made[self.at]
        self.at += by
        return self.made[self.at], self.made[self.at].files != before.files
