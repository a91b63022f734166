"""The worker process: `python -m core.training.process JOBS`, started by the window.

JOBS is the module whose table JOBS says what can be done, `core.training.jobs` for the lesson.
Orders come through standard input, replies leave through standard output; whatever else writes
there is sent to standard error. The process ends when standard input closes, so it never outlives
the window.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import BinaryIO

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
    Reply,
    Reported,
    Resume,
    Start,
    framed,
)
from core.training.work import CancelledError, RefusalError

REPORT_SECONDS = 1 / 30  # between two reports that are sent
BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS of Windows
NICE = 5


class Server:
    """Does one long job after the other; short ones at once, between two steps of a long one."""

    def __init__(self, send: Callable[[Reply], None], jobs: Mapping[str, Job]) -> None:
        self.send, self.jobs = send, jobs
        self.orders: SimpleQueue[Order] = SimpleQueue()
        self.waiting: deque[Start] = deque()

    def serve(self) -> None:
        """Do what is ordered, for ever."""
        while True:
            if self.waiting:
                self.do(self.waiting.popleft())
            else:
                self.take(self.orders.get())

    def take(self, order: Order) -> None:
        """Deal with an order that is not for the job that runs."""
        match order:
            case Start():
                job = self.jobs.get(order.job)
                if job is not None and job.short:
                    self.do(order)
                else:
                    self.waiting.append(order)
            case Cancel():
                kept = [start for start in self.waiting if start.number != order.number]
                if len(kept) < len(self.waiting):
                    self.waiting = deque(kept)
                    self.send(GaveUp(order.number))

    def do(self, start: Start) -> None:
        """Do one job to its end, whatever that is."""
        self.send(Began(start.number))
        work = Shift(self, start.number)
        try:
            result = self.jobs[start.job].load()(work, **start.arguments)
            work.flush()
            self.send(Finished(start.number, result))
        except CancelledError:
            self.send(GaveUp(start.number))
        except RefusalError as refusal:
            self.send(Refused(start.number, str(refusal)))
        except ImportError as error:
            sentence = f"PyTorch is installed, but it cannot be loaded: {error}."
            self.send(Refused(start.number, sentence))
        except MemoryError:
            sentence = "The memory of this computer does not suffice for this."
            self.send(Failed(start.number, sentence, traceback.format_exc()))
        except Exception as error:
            sentence = f"The worker process met an error: {error or type(error).__name__}."
            self.send(Failed(start.number, sentence, traceback.format_exc()))


class Shift:
    """The Work of one job in this process."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.number = server, number
        self.sent_at = -1.0
        self.unsent: Reported | None = None

    def report(self, progress: object) -> None:
        """Send progress, or keep it where one was sent just before."""
        self.unsent = Reported(self.number, progress)
        if time.monotonic() - self.sent_at >= REPORT_SECONDS:
            self.flush()
        self.check()

    def flush(self) -> None:
        """Send what was kept."""
        if self.unsent is not None:
            self.server.send(self.unsent)
            self.unsent, self.sent_at = None, time.monotonic()

    def check(self) -> None:
        """Deal with every order that has come; wait out a pause."""
        paused = False
        while True:
            try:
                order = self.server.orders.get(block=paused)
            except Empty:
                return
            paused = self.take(order, paused)
            if paused:
                self.flush()

    def rest(self, seconds: float) -> None:
        """Wait, but deal with orders at once."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                order = self.server.orders.get(timeout=left)
            except Empty:
                return
            if self.take(order, False):
                self.flush()
                self.wait_out()

    def wait_out(self) -> None:
        """Deal with orders until this job may go on."""
        while self.take(self.server.orders.get(), True):
            pass

    def take(self, order: Order, paused: bool) -> bool:
        """Deal with an order; return whether this job is paused afterwards."""
        if order.number == self.number:
            if isinstance(order, Cancel):
                raise CancelledError
            return isinstance(order, Pause) or (paused and not isinstance(order, Resume))
        self.server.take(order)
        return paused


def main(module: str) -> None:
    """Serve until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the window's affair
    lower_priority()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def send(reply: Reply) -> None:
        replies.write(framed(reply))
        replies.flush()

    server = Server(send, import_module(module).JOBS)
    pipe = sys.stdin.buffer
    threading.Thread(target=listen, args=(pipe, server.orders), daemon=True).start()
    server.serve()


def listen(pipe: BinaryIO, orders: SimpleQueue[Order]) -> None:
    """Pass orders on; end the process, whatever it does, when there can be no more."""
    frames = Frames()
    while piece := os.read(pipe.fileno(), 1 << 16):
        for order in frames.messages(piece):
            orders.put(order)  # type: ignore[arg-type]
    os._exit(0)


def lower_priority() -> None:
    """Let the window, and everything else, go first."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)
    else:
        os.nice(NICE)


if __name__ == "__main__":
    main(sys.argv[1])
