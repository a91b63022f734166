"""The one process that uses PyTorch: started on demand, spoken to without ever waiting.

QProcess moves the bytes of both directions while the event loop runs, so that nothing here blocks
and no Python thread runs in the window's process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from core.training.availability import PACKAGE, obstacle
from core.training.jobs import Job
from core.training.messages import (
    Began,
    Cancel,
    Failed,
    Finished,
    Frames,
    GaveUp,
    Order,
    Pause,
    Refused,
    Reported,
    Resume,
    Start,
    framed,
)
from desktop_app.tasks import State, Task

ROOT = Path(__file__).resolve().parents[1]
MODULE, JOBS = "core.training.process", "core.training.jobs"
GRACE_MS = 100  # for a cancelled job to notice; then its process is killed
IDLE_MS = 180_000  # after which a process with nothing to do gives its memory back
END_MS = 2000  # the longest that closing waits for the killed process


class WorkerProcess(QObject):
    """Starts jobs of `core.training.jobs`: `task = worker.start("train_letters", heads=3)`.

    Jobs run one after the other; short ones between two steps of a long one. package: whose
    absence makes the worker unavailable. jobs: the module whose JOBS names what can be done.
    """

    busy_changed = Signal(bool)

    def __init__(
        self, parent: QObject | None = None, package: str = PACKAGE, jobs: str = JOBS
    ) -> None:
        super().__init__(parent)
        self.package, self.jobs = package, jobs
        self.process: QProcess | None = None
        self.frames = Frames()
        self.tasks: dict[int, Task] = {}
        self.giving_up: set[int] = set()
        self.dying: list[QProcess] = []
        self.count = 0
        self.patience = QTimer(self, singleShot=True, interval=GRACE_MS)
        self.patience.timeout.connect(self.lose_patience)
        self.idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self.idle.timeout.connect(self.stop)

    def obstacle(self) -> str:
        """Why no job can be started, in one or two sentences with what to do; "" if one can.

        PyTorch is not imported to find out.
        """
        return obstacle(self.package)

    @property
    def pid(self) -> int:
        """The number of the running process, 0 if there is none."""
        return int(self.process.processId()) if self.process is not None else 0

    def start(self, job: str, **arguments: object) -> Task:
        """Ask for a job; what becomes of it is told by the task's signals, never before this
        returns. KeyError for a job that does not exist."""
        known: Mapping[str, Job] = import_module(self.jobs).JOBS
        if job not in known:
            raise KeyError(f"there is no job {job}; there are {', '.join(known)}")
        known[job].load()  # what a report is made of, now rather than when the first one comes
        self.count += 1
        task = Task(self.count, job, arguments)
        task.ask = self.answer
        reason = self.obstacle() if known[job].needs_torch else ""
        if reason:
            QTimer.singleShot(0, task, lambda: self.end(task, "refused", reason))
            return task
        order = framed(Start(task.number, job, arguments))
        self.tasks[task.number] = task
        self.idle.stop()
        if len(self.tasks) == 1:
            self.busy_changed.emit(True)
        self.running_process().write(QByteArray(order))
        return task

    def running_process(self) -> QProcess:
        """The process, started where it does not run."""
        if self.process is None:
            self.process = process = QProcess(self)
            self.frames = Frames()
            process.setProcessEnvironment(surroundings())
            process.setStandardErrorFile(QProcess.nullDevice())
            process.readyReadStandardOutput.connect(self.read)
            process.finished.connect(self.ended)
            process.errorOccurred.connect(self.erred)
            process.start(sys.executable, ["-m", MODULE, self.jobs])
        return self.process

    def answer(self, task: Task, state: State) -> None:
        """Pass on that a task shall rest, go on, or end."""
        if state == "paused":
            self.send(Pause(task.number))
        elif state == "running":
            self.send(Resume(task.number))
        elif state == "cancelled" and self.tasks.pop(task.number, None) is not None:
            if task.begun:  # one that only waits must not cost the running one its process
                self.giving_up.add(task.number)
                self.patience.start()
            self.send(Cancel(task.number))
            self.rest()

    def send(self, order: Order) -> None:
        """Hand an order to Qt, which writes it when the pipe has room."""
        if self.process is not None:
            self.process.write(QByteArray(framed(order)))

    def read(self) -> None:
        """Deal with every reply that has come; of several reports of a task only the last."""
        if self.process is None:
            return
        latest: dict[int, Reported] = {}
        for reply in self.frames.messages(bytes(self.process.readAllStandardOutput().data())):
            if isinstance(reply, Reported):
                latest[reply.number] = reply
                continue
            held = latest.pop(reply.number, None)
            for one in (held, reply):
                if one is not None:
                    self.take(one)
        for report in latest.values():
            self.take(report)

    def take(self, reply: object) -> None:
        """Deal with one reply; those of cancelled tasks end here."""
        assert isinstance(reply, Began | Reported | Finished | Refused | Failed | GaveUp)
        task = self.tasks.get(reply.number)
        if task is None:
            if not isinstance(reply, Began | Reported):
                self.giving_up.discard(reply.number)
            return
        match reply:
            case Began():
                task.become("running")
            case Reported():
                task.progressed.emit(reply.progress)
            case Finished():
                self.end(task, "finished", reply.result)
            case Refused():
                self.end(task, "refused", reply.sentence)
            case Failed():
                task.details = reply.details
                self.end(task, "failed", reply.sentence)

    def end(self, task: Task, state: State, told: object) -> None:
        """End a task with one of its signals."""
        if not task.open:
            return
        self.tasks.pop(task.number, None)
        task.outcome = told
        task.become(state)
        ends = {"finished": task.finished, "refused": task.refused, "failed": task.failed}
        ends[state].emit(told)
        self.rest()

    def rest(self) -> None:
        """Where nothing is left to do: say so, and wait before the process is sent home."""
        if not self.tasks:
            self.busy_changed.emit(False)
            self.idle.start()

    def lose_patience(self) -> None:
        """Kill a process that does not notice a cancellation; begin again what else it had."""
        if not self.giving_up or self.process is None:
            return
        self.kill()
        for task in self.tasks.values():
            task.become("waiting")
            order = framed(Start(task.number, task.job, task.arguments))
            self.running_process().write(QByteArray(order))

    def ended(self, code: int, status: QProcess.ExitStatus) -> None:
        """The process is gone without having been sent home: say so to whoever waits for it."""
        crashed = status == QProcess.ExitStatus.CrashExit
        self.lost(f"{'signal' if crashed and os.name == 'posix' else 'exit code'} {code}")

    def erred(self, error: QProcess.ProcessError) -> None:
        """A process that cannot start never ends, so that this is the only word of it."""
        if error == QProcess.ProcessError.FailedToStart and self.process is not None:
            self.lost(self.process.errorString())

    def lost(self, cause: str) -> None:
        """Report the loss of the process to every open task; the next start makes another."""
        self.read()
        self.process = None
        self.giving_up.clear()
        for task in list(self.tasks.values()):
            self.end(
                task,
                "failed",
                f"The worker process ended unexpectedly ({cause}): something stopped it, or the "
                "memory ran out. What it was doing is lost; it can be started again.",
            )

    def kill(self) -> None:
        """End the process, without waiting until it is gone, and forget it."""
        process, self.process = self.process, None
        self.giving_up.clear()
        self.patience.stop()
        if process is not None:
            process.readyReadStandardOutput.disconnect(self.read)
            process.finished.disconnect(self.ended)
            process.errorOccurred.disconnect(self.erred)
            process.kill()
            still = QProcess.ProcessState.NotRunning
            self.dying = [one for one in (*self.dying, process) if one.state() != still]

    def stop(self) -> None:
        """Cancel every task, end the process and wait until it is gone: some ten milliseconds.

        Called when the window closes.
        """
        for task in list(self.tasks.values()):
            task.cancel()
        self.kill()
        for process in self.dying:
            process.waitForFinished(END_MS)
        self.dying.clear()
        self.idle.stop()


def surroundings() -> QProcessEnvironment:
    """The environment of the process: it finds this program, and computes on one thread."""
    found = QProcessEnvironment.systemEnvironment()
    before = found.value("PYTHONPATH")
    found.insert("PYTHONPATH", str(ROOT) + (os.pathsep + before if before else ""))
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        found.insert(name, "1")
    return found
