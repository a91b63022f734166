"""`main.py tour`: the whole lesson without a screen, every control used once, everything undone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from desktop_app.application import Application
from desktop_app.files.exercises import use_files
from desktop_app.handouts.exercises import use_paper
from desktop_app.pictures.exercises import use_pictures
from desktop_app.slide_view import SlideView
from desktop_app.touring import actions_of, code_actions, try_actions
from desktop_app.unseen import unseen
from desktop_app.watch import Watch, watching

Action = tuple[str, Callable[[], object]]
# What is only pointed at or pinned: undo passes over it.
SELECTED = {"pinned", "pointed", "product"}


@dataclass
class Stop:
    """What happened on one slide."""

    number: int
    name: str
    used: dict[str, int] = field(default_factory=dict)
    recomputed: int = 0
    worst: float = 0.0
    undone: int = 0

    def line(self) -> str:
        parts = ", ".join(f"{count} {name}" for name, count in self.used.items())
        return (
            f"{self.number:02d} {self.name}: {parts or 'words and formulas'}; "
            f"{self.recomputed} recomputations; {self.undone} undone; "
            f"worst edit to paint {self.worst * 1000:.1f} ms"
        )


PAGES = ("tensors",)


def run(resources: Path) -> int:
    """Take the tour. Returns 0, or 1 after any exception, warning or failed undo."""
    with watching() as watch, unseen(resources, "tour", size=(1280, 800)) as application:
        for slide in application.session.lesson.slides:
            print(visit(application, slide.number, watch).line(), flush=True)
        for name in PAGES:
            print(visit_page(application, name), flush=True)
    return watch.report()


def visit_page(application: Application, name: str) -> str:
    """A page of the frame that no slide leads to, read and used; what was used, in a line."""
    application.window.pages.show(name)
    application.settle()
    stop = Stop(0, name)
    look_round(application, stop)
    parts = ", ".join(f"{count} {what}" for what, count in stop.used.items())
    return f"{name}: {parts}"


def visit(application: Application, number: int, watch: Watch) -> Stop:
    """One slide: open it, use each control, undo it all."""
    session = application.session
    session.go(number)
    application.settle()
    view = application.window.view(number)
    stop = Stop(number, session.current.eyebrow)
    start = session.experiment(number)
    before = session.recomputations
    for name, act in actions(view):
        spent = timed(view, act)
        stop.worst = stop.worst if name == "exports" else max(stop.worst, spent)  # no edit
        stop.used[name] = stop.used.get(name, 0) + 1
        application.settle()
        look_round(application, stop)
        if session.slide != number or application.window.pages.front is not None:
            session.go(number)
    stop.recomputed = session.recomputations - before
    window, folder = application.window, application.settings.made_here
    used = chain(use_files(window, folder), use_pictures(window), use_paper(window, folder))
    for name, fault in used:
        stop.used[name] = stop.used.get(name, 0) + 1
        watch.faults += [f"slide {number}: {fault}"] if fault else []
    application.settle()
    while session.can_undo:
        session.undo()
        stop.undone += 1
        application.settle()
    if start is not None and not same_but_for_pin(session.experiment(number), start):
        watch.faults.append(f"slide {number}: undoing everything does not lead back to the start")
    return stop


def look_round(application: Application, stop: Stop) -> None:
    """Use what a control has opened: a page of the frame is read, a dialog is closed."""
    page = application.window.pages.front
    for name, act in page.exercises() if page is not None else ():
        act()
        stop.used[name] = stop.used.get(name, 0) + 1
        application.settle()
    for dialog in application.window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.close()


def same_but_for_pin(now: object, start: object) -> bool:
    """Whether two experiments agree in all that undo keeps (pins are only pointed at)."""
    names = [name for name in start.__struct_fields__ if name not in SELECTED]  # type: ignore[attr-defined]
    return all(getattr(now, name) == getattr(start, name) for name in names)


def timed(view: SlideView, act: Callable[[], object]) -> float:
    """Seconds from an action until what it changed is painted."""
    started = time.perf_counter()
    act()
    QApplication.sendPostedEvents()
    view.repaint()
    return time.perf_counter() - started


def actions(view: SlideView) -> Iterator[Action]:
    """Every control of the slide, each as something a person does to it."""
    for widget in [view.lab, *view.lab.findChildren(QWidget), *view.column.findChildren(QWidget)]:
        if widget.isVisible() and widget.isEnabled():
            yield from actions_of(widget)
    yield from try_actions(view)
    for button in view.lab.findChildren(QPushButton):
        if button.isVisible() and button.isEnabled():
            yield button.text(), partial(click, button)
    yield from code_actions(view)


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """A left click in the middle, or at a place."""
    QTest.mouseClick(
        widget,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        place if place is not None else widget.rect().center(),
    )
