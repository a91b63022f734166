"""Jobs that need no PyTorch, for the tests of the worker process; it imports this file too."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

from core.training.jobs import Job
from core.training.work import CancelledError, RefusalError, Work


def counts(work: Work, steps: int, seconds: float = 0.005) -> int:
    """Report 1, 2, 3 ... with a rest after each."""
    for step in range(1, steps + 1):
        work.report(step)
        work.rest(seconds)
    return steps


def floods(work: Work, seconds: float) -> int:
    """Report as fast as it can; return how often."""
    end, reports = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        reports += 1
        work.report(reports)
    return reports


def deaf(work: Work) -> None:
    """Never look whether it shall stop."""
    with suppress(CancelledError):  # the order may come as fast as that
        work.report("deaf now")
    while True:
        time.sleep(0.01)


def refuses(work: Work) -> None:
    raise RefusalError("Nobody can do that.")


def errs(work: Work) -> float:
    print("not a message")  # what others write must not disturb the messages
    return 1 / 0


def unsendable(work: Work) -> object:
    return lambda: None


def echoes(work: Work, given: object) -> object:
    return given


def whereabouts(work: Work) -> dict[str, object]:
    priority = os.getpriority(os.PRIO_PROCESS, 0) if os.name == "posix" else 1
    return {"pid": os.getpid(), "priority": priority, "torch": "torch" in sys.modules}


HERE = "tests.desktop.worker_jobs"
JOBS = {
    name: Job(HERE, name)
    for name in ("counts", "floods", "deaf", "refuses", "errs", "unsendable", "whereabouts")
} | {"echoes": Job(HERE, "echoes", short=True)}
