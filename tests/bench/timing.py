"""Medians and ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median(act: Callable[[], object], times: int = 100) -> float:
    """Seconds that `act` takes in the middle of `times` runs, after a tenth of them to warm up."""
    for _ in range(max(times // 10, 1)):
        act()
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        act()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def own(act: Callable[[], object], times: int = 40) -> float:
    """Seconds that this thread itself computes for `act`: the lower quartile of `times` runs."""
    for _ in range(max(times // 5, 1)):
        act()
    taken = []
    for _ in range(times):
        started = time.thread_time()
        act()
        taken.append(time.thread_time() - started)
    return sorted(taken)[times // 4]


def report(name: str, seconds: float, reference: str, against: float) -> None:
    """One line: what, how long, and how many times its reference."""
    ratio = seconds / against
    beside = f"{reference} ({against * 1000:.3f} ms)"
    print(f"{name:28s} {seconds * 1000:9.3f} ms = {ratio:6.2f} x {beside}")
