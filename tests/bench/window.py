"""`python -m tests.bench.window`: edits, what is done ahead, panes and themes, in own time.

Each figure is what the interface's thread itself computes, and stands beside a repaint of slide 5
that changes nothing, in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Any

from tests.bench.opening import opened
from tests.bench.timing import own, report

if TYPE_CHECKING:
    from desktop_app.application import Application

REFERENCE = "repaint of slide 5"
SMALL, LARGE = (1280, 800), (1920, 1080)


def edits(application: Application) -> Mapping[str, tuple[int, Callable[[Any], object]]]:
    """An edit of every pane, by what it is: the slide, and what its lab is asked for."""
    length, step, energy, size, heads, n = (
        cycle(values)
        for values in (
            (8, 30, 20, 12), range(1, 6), (0.1, 0.4, 0.7), (2, 64, 512, 16), (1, 2, 4), (10, 1000),
        )
    )  # fmt: skip
    number = cycle((0.1, 0.6, -0.4))
    words = cycle(("one two", "one two three", "two three one"))
    return {
        "02, length": (2, lambda lab: lab.ask_length(next(length), 1)),
        "03, step": (3, lambda lab: lab.ask.step(next(step), 1)),
        "03, 40 words, energy": (3, lambda lab: lab.ask.energy(1, next(energy), 1)),
        "04, cell": (4, lambda lab: lab.asking.cell("key", 0, 0, next(number), 1)),
        "05, cell": (5, lambda lab: lab.ask_cell("query", 2, 2, next(number), 1)),
        "06, key size": (6, lambda lab: lab.ask_key_size(next(size), 1)),
        "07, heads": (7, lambda lab: lab.asking.heads(next(heads), 1)),
        "08, words": (8, lambda lab: lab.ask_sentence(next(words))),
        "08, length": (8, lambda lab: lab.ask_length(next(n), 1)),
        "09, cell": (9, lambda lab: lab.asking.cell("query", 0, 0, next(number), 1)),
    }


def steps(application: Application) -> Iterator[float]:
    """How long each step of what is done ahead takes."""
    from PySide6.QtWidgets import QApplication

    from desktop_app.ahead import steps as ahead

    going = ahead(application.window, application.session)
    begun = time.thread_time()
    for _ in going:
        yield time.thread_time() - begun
        QApplication.processEvents()
        begun = time.thread_time()


def measure(size: tuple[int, int]) -> None:
    """Everything in a window of one size."""
    from PySide6.QtWidgets import QApplication

    print(f"{size[0]} x {size[1]}")
    with opened(5, size) as application:
        window = application.window
        reference = own(window.view(5).lab.repaint)
        taken = sorted(steps(application))
        report(f"longest of {len(taken)} steps ahead", taken[-1], REFERENCE, reference)
        report("one step in twenty takes", taken[-len(taken) // 20], REFERENCE, reference)
        application.settle()
        for name, (slide, ask) in edits(application).items():
            application.session.go(slide)
            application.settle()
            lab: Any = window.view(slide).lab
            if "40 words" in name:
                lab.ask.length(40)

            def edit(lab: Any = lab, ask: Callable[[Any], object] = ask) -> None:
                ask(lab)
                QApplication.sendPostedEvents()
                QApplication.processEvents()

            report(name, own(edit), REFERENCE, reference)
        slides, themes = cycle(range(1, 12)), cycle(("dark", "light"))

        def switch() -> None:
            application.session.go(next(slides))
            QApplication.sendPostedEvents()
            QApplication.processEvents()

        report("another slide", own(switch, 44), REFERENCE, reference)
        turn = own(lambda: window.wardrobe.choose(next(themes)), 8)
        report("another theme", turn, REFERENCE, reference)


if __name__ == "__main__":
    for wanted in (SMALL, LARGE):
        measure(wanted)
