"""One training at a time, in the worker process: begun, paused, cancelled, and told in words."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.letters.network import Letters
from core.training.letters import Moment
from desktop_app.tasks import OneTask
from desktop_app.worker_process import WorkerProcess

SECONDS = 14.0  # that a training is made to last, so that eyes can follow
MOMENTS = 120  # how many are shown of it


class Trainer(OneTask):
    """changed(): the moment, the state or the sentence is another one. made(model): it is done.

    sentence: why nothing is trained, or what became of the last training; `wrong` if that is an
    error.
    """

    changed = Signal()
    made = Signal(object)

    def __init__(self, worker: WorkerProcess | None, parent: QObject) -> None:
        super().__init__(parent)
        self.worker = worker
        self.moment: Moment | None = None
        self.sentence, self.wrong = "", False

    def obstacle(self) -> str:
        """Why nothing can be trained here, "" if nothing is in the way."""
        return "No worker process." if self.worker is None else self.worker.obstacle()

    def start(self, steps: int, **arguments: object) -> None:
        """Train a letters model; the arguments are those of the job train_letters."""
        if self.worker is None or self.running:
            return
        self.moment, self.sentence, self.wrong = None, "", False
        every = max(1, steps // MOMENTS)
        arguments = {"seconds": SECONDS, **arguments, "steps": steps, "every": every}
        self.task = self.worker.start("train_letters", **arguments)
        self.task.progressed.connect(self.progressed)
        self.task.finished.connect(self.finished)
        self.task.refused.connect(self.failed)
        self.task.failed.connect(self.failed)
        self.task.state_changed.connect(self.changed)
        self.changed.emit()

    def progressed(self, moment: object) -> None:
        assert isinstance(moment, Moment)
        self.moment = moment
        self.changed.emit()

    def finished(self, model: object) -> None:
        assert isinstance(model, Letters)
        self.moment = None
        self.made.emit(model)
        self.changed.emit()

    def failed(self, sentence: str) -> None:
        self.moment, self.sentence, self.wrong = None, sentence, True
        self.changed.emit()

    def cancel(self, sentence: str = "training cancelled; nothing was changed") -> None:
        """Give the training up; its figures are dropped."""
        if self.task is not None and self.running:
            self.moment, self.sentence, self.wrong = None, sentence, False
            self.task.cancel()
            self.changed.emit()
