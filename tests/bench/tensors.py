"""`python -m tests.bench.tensors`: a map of 4,096 x 4,096 weights: opened, panned, filtered.

Each figure stands beside a repaint of a small map in the same window. Run it on an idle machine.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.bench.opening import RESOURCES, opened
from tests.bench.timing import median, report

SIDE = 4096


def made(folder: Path) -> Path:
    """A float16 file of causal weights with a sink and one hot cell."""
    import numpy as np

    path = folder / "weights.npy"
    weights = np.lib.format.open_memmap(path, "w+", "f2", (SIDE, SIDE))
    random = np.random.default_rng(0)
    for row in range(SIDE):
        scores = random.normal(size=row + 1) * 2
        scores[0] += 4
        parts = np.exp(scores - scores.max())
        weights[row, : row + 1] = parts / parts.sum()
    weights.flush()
    return path


def tensors() -> None:
    """Open, pan, zoom and filter one large map."""
    from PySide6.QtWidgets import QApplication

    from desktop_app.tensors.page import TensorsPage

    with opened(1) as application, tempfile.TemporaryDirectory() as own:
        application.window.command("tensors")
        application.settle()
        page = application.window.pages.front
        assert isinstance(page, TensorsPage)
        page.desk.open_at_once([RESOURCES / "tensors" / "uniform.npz"])
        map_ = page.sheet.map
        reference = median(map_.repaint, 40)

        def wait(name: str) -> None:
            """Events until it is shown; the longest time in which none was dealt with."""
            begun = last = time.perf_counter()
            gap = 0.0
            while page.desk.reading.busy or page.desk.showing.busy:
                QApplication.processEvents()
                now = time.perf_counter()
                gap, last = max(gap, now - last), now
                time.sleep(0.001)
            report(f"{name}, in all", time.perf_counter() - begun, "small repaint", reference)
            report(f"{name}, longest gap", gap, "small repaint", reference)

        page.desk.open([made(Path(own))])
        wait("open 4,096 x 4,096")
        report("repaint, whole", median(map_.repaint, 40), "small repaint", reference)
        map_.zoom(8.0)
        steps = iter(range(10**6))

        def pan() -> None:
            map_.set_view(map_.view.panned(3 * (-1) ** next(steps), 5))
            map_.repaint()

        report("pan, 512 cells a side", median(pan, 40), "small repaint", reference)
        map_.zoom(16.0)
        report("pan, 32 cells with digits", median(pan, 40), "small repaint", reference)
        page.desk.filter("top", top=90)
        wait("top 90 %")


if __name__ == "__main__":
    tensors()
