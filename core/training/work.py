"""What a job is given: somewhere to report to, and where it learns that it shall rest or stop."""

from __future__ import annotations

import time
from typing import Protocol


class CancelledError(Exception):
    """The job shall stop; raised by `Work`, caught by the worker process."""


class RefusalError(ValueError):
    """What was asked cannot be done; the text is a sentence for the learner."""


class Work(Protocol):
    """All three wait while the job is paused, and raise CancelledError once it is cancelled."""

    def report(self, progress: object) -> None:
        """Tell how far the job is; of many reports within a thirtieth of a second one is sent."""

    def check(self) -> None:
        """To be called often: every few milliseconds."""

    def rest(self, seconds: float) -> None:
        """Do nothing for a while, so that progress can be followed."""


class Alone:
    """Work outside a worker process, for commands and tests: nobody pauses, nobody cancels."""

    def __init__(self) -> None:
        self.reports: list[object] = []

    def report(self, progress: object) -> None:
        """Keep every report."""
        self.reports.append(progress)

    def check(self) -> None:
        """Go on."""

    def rest(self, seconds: float) -> None:
        """Do nothing for a while."""
        time.sleep(seconds)
