"""One job that the worker process was asked to do, as the window sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from PySide6.QtCore import QObject, Signal

State = Literal["waiting", "running", "paused", "finished", "refused", "failed", "cancelled"]
ENDS = ("finished", "refused", "failed", "cancelled")


class Task(QObject):
    """A job with its state. It ends with exactly one of four signals.

    It lives while it is open, and then as long as somebody holds it.

    finished(result), refused(sentence) where what was asked cannot be done, failed(sentence) for
    what nobody expected (then `details` may hold a traceback), cancelled(). `outcome` is then what
    the signal told. begun: whether the process works at it, or rests. Before the end
    progressed(progress), at most some thirty times a second; state_changed(state) always.
    """

    progressed = Signal(object)
    finished = Signal(object)
    refused = Signal(str)
    failed = Signal(str)
    cancelled = Signal()
    state_changed = Signal(str)

    def __init__(self, number: int, job: str, arguments: Mapping[str, object]) -> None:
        super().__init__()
        self.number, self.job, self.arguments = number, job, arguments
        self.state: State = "waiting"
        self.begun = False
        self.outcome: object = None
        self.details = ""
        self.ask: Callable[[Task, State], None] = lambda task, state: None

    @property
    def open(self) -> bool:
        """Whether it has not ended."""
        return self.state not in ENDS

    def pause(self) -> None:
        """Let a running job rest; the process stays."""
        if self.state == "running":
            self.become("paused")
            self.ask(self, "paused")

    def resume(self) -> None:
        """Let a resting job go on."""
        if self.state == "paused":
            self.become("running")
            self.ask(self, "running")

    def cancel(self) -> None:
        """Give it up: it has ended when this returns, and its process stops within 100 ms."""
        if self.open:
            self.become("cancelled")
            self.ask(self, "cancelled")
            self.cancelled.emit()

    def become(self, state: State) -> None:
        """Enter a state and say so."""
        if state != self.state:
            self.state = state
            self.begun = state in ("running", "paused") or (self.begun and state != "waiting")
            self.state_changed.emit(state)


class OneTask(QObject):
    """Who has one task at a time, the last one asked for, and lets it rest and go on."""

    task: Task | None = None

    @property
    def running(self) -> bool:
        """Whether the task has not ended; a paused one has not."""
        return self.task is not None and self.task.open

    @property
    def paused(self) -> bool:
        return self.task is not None and self.task.state == "paused"

    def pause_or_resume(self) -> None:
        """Let a running task rest, or a resting one go on."""
        if self.task is not None:
            if self.paused:
                self.task.resume()
            else:
                self.task.pause()
