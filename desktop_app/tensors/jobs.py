"""Reading and filtering beside the window, one thread each; the latest wish wins."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from core.tensors.torch_files import give_up
from desktop_app.worker import Worker

Report = Callable[[str], None]
Check = Callable[[], None]
Task = Callable[[Report, Check], object]


class GaveUpError(Exception):
    """What was being done is no longer wanted."""


class Job(Worker):
    """Does one task. progressed(words) on the way; made(result) or failed(sentence) at the end,
    neither once it is cancelled."""

    progressed = Signal(str)
    made = Signal(object)
    failed = Signal(str)

    def __init__(self, task: Task, parent: QObject) -> None:
        super().__init__(parent)
        self.task = task

    def check(self) -> None:
        """Raise GaveUpError once the job is cancelled."""
        if self.cancelled.is_set():
            raise GaveUpError

    def report(self, words: str) -> None:
        self.check()
        self.progressed.emit(words)

    def run(self) -> None:
        try:
            result = self.task(self.report, self.check)
        except GaveUpError:
            return
        except (ValueError, MemoryError) as error:
            if not self.cancelled.is_set():
                self.failed.emit(str(error) or "the memory of this computer does not suffice")
            return
        if not self.cancelled.is_set():
            self.made.emit(result)


class Lane(QObject):
    """One job at a time. busy_changed(): one began or the last one ended. reads: whether its jobs
    read files, some of them in a process of their own that has to be ended too."""

    busy_changed = Signal()

    def __init__(self, parent: QObject, reads: bool = False) -> None:
        super().__init__(parent)
        self.reads = reads
        self.job: Job | None = None
        self.ending: list[Job] = []
        self.words = ""

    @property
    def busy(self) -> bool:
        return self.job is not None

    def begin(
        self, task: Task, made: Callable[[object], None], failed: Callable[[str], None]
    ) -> None:
        """Give up what runs and do this instead."""
        self.cancel()
        job = Job(task, self)
        self.job, self.words = job, ""
        job.progressed.connect(self.tell)
        job.made.connect(lambda result: self.finish(job, made, result))
        job.failed.connect(lambda sentence: self.finish(job, failed, sentence))
        job.finished.connect(lambda: self.forget(job))
        job.begin()
        self.busy_changed.emit()

    def tell(self, words: str) -> None:
        self.words = words
        self.busy_changed.emit()

    def finish(self, job: Job, then: Callable[..., None], outcome: object) -> None:
        """Hand the outcome on, unless another job has taken its place."""
        if job is self.job:
            self.job = None
            self.ending.append(job)
            try:
                then(outcome)
            finally:
                self.busy_changed.emit()

    def forget(self, job: Job) -> None:
        """A thread has ended; one that ended by an error of ours, without an outcome, too."""
        if job in self.ending:
            self.ending.remove(job)
        if job is self.job:
            self.job = None
            self.busy_changed.emit()
        job.deleteLater()

    def cancel(self) -> None:
        """Give up what runs, without waiting for its thread."""
        if self.job is not None:
            self.job.cancelled.set()
            if self.reads:
                give_up()
            self.ending.append(self.job)
            self.job = None
            self.busy_changed.emit()

    def stop(self) -> None:
        """Give up and wait until every thread has ended; called when the window closes."""
        self.cancel()
        for job in list(self.ending):
            job.stop()
