"""`python -m tests.bench.worker`: the longest gap of the event loop while the worker process works.

The reference is a process that only looks at the clock, at the same time: what both miss is the
machine's doing. Needs PyTorch.
"""

from __future__ import annotations

import os
import subprocess
import sys
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


class Bystander:
    """A process that does nothing but look at the clock every two milliseconds."""

    CODE = """
import sys, threading, time
longest, last = [0.0], [time.perf_counter()]
def beat():
    while True:
        time.sleep(0.002)
        now = time.perf_counter()
        longest[0], last[0] = max(longest[0], now - last[0]), now
threading.Thread(target=beat, daemon=True).start()
for line in sys.stdin:
    print(longest[0] * 1000, flush=True)
    longest[0] = 0.0
"""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.CODE], stdin=pipe, stdout=pipe, text=True
        )

    def taken(self) -> float:
        """Its longest gap since this was last asked, in milliseconds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def main() -> None:
    """Measure idling, the start with PyTorch's import, a training, a cancellation and the end."""
    application = QCoreApplication([])
    worker, gaps, bystander = WorkerProcess(application), Gaps(), Bystander()

    def tell(what: str, begun: float) -> None:
        seconds, longest = time.perf_counter() - begun, gaps.taken()
        beside = bystander.taken()
        print(f"{what:34s} {longest:7.1f} ms, bystander {beside:7.1f} ms, in {seconds:.1f} s")
        gaps.taken()

    print("longest gap of the event loop")
    begun = time.perf_counter()
    wait(3000)
    tell("idle", begun)
    begun = time.perf_counter()
    task = worker.start("train_letters", heads=3, steps=4)
    print(f"start() itself {(time.perf_counter() - begun) * 1000:.1f} ms")
    until_end(task)
    tell("process and PyTorch start", begun)
    begun = time.perf_counter()
    task = worker.start("train_letters", heads=3, steps=400, every=2, seconds=5.0)
    heard: list[float] = []
    task.progressed.connect(lambda moment: heard.append(time.perf_counter()))
    until_end(task)
    tell(f"training, {len(heard)} reports", begun)
    task = worker.start("train_letters", heads=3, steps=20_000)
    wait(1000)
    begun = time.perf_counter()
    task.cancel()
    print(f"cancel() itself {(time.perf_counter() - begun) * 1000:.1f} ms")
    while worker.giving_up:
        wait(1)
    tell("until the job had stopped", begun)
    begun = time.perf_counter()
    worker.stop()
    print(f"stop() itself {(time.perf_counter() - begun) * 1000:.1f} ms")
    bystander.process.kill()


if __name__ == "__main__":
    import core.training.letters_job  # noqa: F401  # as a pane that draws reports has done

    main()
