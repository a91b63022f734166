"""What makes the rest of the lesson open at once: done ahead, while nothing else happens.

It is done in steps of some hundredths of a second, so that whoever acts meanwhile waits for one
of them at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from desktop_app import formula
from desktop_app.instruments.base import Instrument

if TYPE_CHECKING:
    from desktop_app.session import Session
    from desktop_app.slide_view import SlideView
    from desktop_app.window import Window

# What takes long to load, in the order in which one loads the other.
MODULES = (
    "numpy",
    "xml.etree.ElementTree",
    "multiprocessing.connection",
    "pydoc",
    "colorama",
    "pyqtgraph",
    "latex2mathml.converter",
    "ziafont",
    "ziamath",
)
NAMES = 200  # of Qt's classes that are made ready in one step
PAINTING = 0.02  # seconds of painting in one step


def steps(window: Window, session: Session) -> Iterator[None]:
    """Libraries, then each slide and what it paints, then the article."""
    from desktop_app.article.warming import warm

    yield from libraries()
    shown: set[int] = set()
    for slide in session.lesson.slides:
        yield from window.steps_to_view(slide.number)
        yield from painted(window, window.views[slide.number])
        if session.trace(slide.number) is not None:
            shown.add(slide.number)
    yield from warm(window.pages)
    for number, view in window.views.items():
        if session.experiment(number) is not None and number not in shown:
            yield from painted(window, view)  # its numbers took long


def libraries() -> Iterator[None]:
    """What panes are made with. pyqtgraph asks for every class of Qt: they are made before it."""
    for module in (QtCore, QtGui, QtWidgets):
        for place, name in enumerate(dir(module)):
            getattr(module, name)
            if place % NAMES == NAMES - 1:
                yield
    for name in MODULES:
        import_module(name)
        yield


def painted(window: Window, view: SlideView) -> Iterator[None]:
    """Give a slide its numbers and typeset what its lab paints, one formula a step."""
    if view.isVisible():
        return
    view.resize(window.body.size())
    view.refresh()
    yield
    begun = perf_counter()
    for part in (view.lab, *view.lab.findChildren(Instrument)):
        hidden = part is not view.lab and not part.isVisibleTo(view.lab)
        if hidden or part.size().isEmpty():
            continue
        with formula.only_noted() as wanted:
            paint_unseen(part)
        for latex, display in dict.fromkeys(wanted):
            yield
            formula.set_or_none(latex, display)
        if wanted or perf_counter() - begun > PAINTING:
            yield
            begun = perf_counter()


def paint_unseen(part: QWidget) -> None:
    """Paint one widget, without what lies in it, where nobody sees it."""
    part.render(QPixmap(part.size()), QPoint(), QRegion(), QWidget.RenderFlag(0))
