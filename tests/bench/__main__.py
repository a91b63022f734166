"""`python -m tests.bench`: each figure beside a reference that is measured in the same run.

Ratios travel between machines; milliseconds do not. Run it on an idle machine. What the window
costs is measured by `python -m tests.bench.window`.
"""

from __future__ import annotations

import subprocess
import sys

import tests.bench.opening  # noqa: F401  # no screen, one thread
from tests.bench.timing import median, report


def engine() -> None:
    """The engine with every step kept, beside the bare product and softmax in NumPy."""
    import numpy as np

    from core.attention import scaled_dot_product_attention

    for n, d in ((6, 4), (64, 64), (512, 64)):
        q, k, v = np.random.default_rng(0).normal(size=(3, n, d))

        def bare(q: object = q, k: object = k, v: object = v, d: int = d) -> None:
            scores = q @ k.T / np.sqrt(d)  # type: ignore[operator,attr-defined]
            parts = np.exp(scores - scores.max(1, keepdims=True))
            _ = parts / parts.sum(1, keepdims=True) @ v

        def ours(q: object = q, k: object = k, v: object = v) -> None:
            scaled_dot_product_attention(q, k, v)  # type: ignore[arg-type]

        report(f"engine, {n} tokens x {d}", median(ours), "bare NumPy", median(bare))


def translators() -> None:
    """A sentence of 20 words by the shipped translators, every step kept, beside its encoder."""
    from pathlib import Path

    from core.translator.language import pair
    from core.translator.loading import load

    shipped = load(Path(__file__).resolve().parents[2] / "resources" / "translator")
    english = pair(20, 1).english
    for model in (shipped.attention, shipped.fixed):
        name = f"translator, {model.context}, 20 words"
        reference = median(lambda model=model: model.annotations(english))  # type: ignore[misc]
        taken = median(lambda model=model: model.translate(english))  # type: ignore[misc]
        report(name, taken, "encoder", reference)


def start() -> None:
    """The time until the shell is painted, beside a bare Qt window in a process of its own."""
    bare = "from PySide6.QtWidgets import QApplication, QWidget\na = QApplication([])\n"
    bare += "w = QWidget()\nw.show()\na.processEvents()\n"
    shell = (
        "from pathlib import Path\n"
        "from desktop_app.application import Application, qt_application\n"
        "from desktop_app.settings import Settings\nimport tempfile\nq = qt_application(['x'])\n"
        "s = Settings(Path(tempfile.mkdtemp()) / 'p.ini')\n"
        "a = Application(Path('resources'), s)\n"
        "a.window.show()\nq.processEvents()\n"
    )
    whole = shell + "a.open_lesson(1)\na.settle()\na.close()\n"

    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    reference = median(lambda: run(bare), 5)
    report("start to the shell", median(lambda: run(shell), 5), "bare window", reference)
    report("start to slide 1", median(lambda: run(whole), 5), "bare window", reference)


if __name__ == "__main__":
    for part in (engine, translators, start):
        part()
