"""`python -m tests.bench.worker`: the longest gap of the event loop while the worker process works.

The reference is the longest gap of an idle event loop in the same run. Needs PyTorch.
"""

from __future__ import annotations

import os
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from desktop_app.tasks import Task
from desktop_app.worker_process import WorkerProcess

TICK_MS = 2


class Gaps:
    """The time between two beats of a timer, in milliseconds."""

    def __init__(self) -> None:
        self.timer = QTimer(interval=TICK_MS)
        self.timer.timeout.connect(self.beat)
        self.last, self.longest = time.perf_counter(), 0.0
        self.timer.start()

    def beat(self) -> None:
        now = time.perf_counter()
        self.longest, self.last = max(self.longest, (now - self.last) * 1000), now

    def taken(self) -> float:
        """The longest gap since this was last asked."""
        self.beat()
        found, self.longest = self.longest, 0.0
        return found


def wait(milliseconds: int) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until_end(task: Task) -> None:
    """Let the event loop run until a task has ended."""
    loop = QEventLoop()
    task.state_changed.connect(lambda state: None if task.open else loop.quit())
    if task.open:
        loop.exec()


def main() -> None:
    """Measure idling, the start with PyTorch's import, a training, a cancellation and the end."""
    application = QCoreApplication([])
    worker, gaps = WorkerProcess(application), Gaps()
    wait(3000)
    print(f"idle                      longest gap {gaps.taken():6.1f} ms")
    begun = time.perf_counter()
    task = worker.start("train_letters", heads=3, steps=4)
    print(f"start() returned after                {(time.perf_counter() - begun) * 1000:6.1f} ms")
    until_end(task)
    seconds = time.perf_counter() - begun
    print(f"process and PyTorch start longest gap {gaps.taken():6.1f} ms in {seconds:.1f} s")
    begun = time.perf_counter()
    task = worker.start("train_letters", heads=3, steps=400, every=2, seconds=5.0)
    heard: list[float] = []
    task.progressed.connect(lambda moment: heard.append(time.perf_counter()))
    until_end(task)
    seconds = time.perf_counter() - begun
    rate = len(heard) / seconds
    print(
        f"training, {rate:4.1f} reports a s longest gap {gaps.taken():6.1f} ms in {seconds:.1f} s"
    )
    task = worker.start("train_letters", heads=3, steps=20_000)
    wait(1000)
    begun = time.perf_counter()
    task.cancel()
    print(f"cancel() returned after               {(time.perf_counter() - begun) * 1000:6.1f} ms")
    while worker.giving_up:
        wait(1)
    spent = (time.perf_counter() - begun) * 1000
    print(
        f"the process had stopped the job after {spent:6.1f} ms; longest gap {gaps.taken():.1f} ms"
    )
    begun = time.perf_counter()
    worker.stop()
    print(f"stop() returned after                 {(time.perf_counter() - begun) * 1000:6.1f} ms")


if __name__ == "__main__":
    main()
