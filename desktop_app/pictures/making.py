"""How the file of a picture comes about: painted in slices, its pixels packed in a thread.

Painting takes a fraction of a second even at four times the size; packing such a PNG takes seconds.
What is painted is there before anybody names the file.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from desktop_app.pictures import writing
from desktop_app.pictures.parts import Part
from desktop_app.pictures.slices import Make, Slices
from desktop_app.pictures.turns import Painting
from desktop_app.worker import Worker


class Packing(Worker):
    """Packs what needs no widget; `content` holds the file once it has run."""

    def __init__(self, pack: Callable[[], bytes]) -> None:
        application = QCoreApplication.instance()
        assert application is not None
        super().__init__(application)
        self.pack, self.content = pack, b""
        application.aboutToQuit.connect(self.stop)

    def run(self) -> None:
        self.content = self.pack()


def png(scale: int, part: Part, ground: QColor, title: str) -> Painting[Make]:
    """Paints while the part is there; packs when the file has its name."""
    picture = yield from writing.image_in_slices(part, scale, ground)
    picture.setText("Title", title)
    return partial(packed, partial(writing.packed, picture))


def packed(pack: Callable[[], bytes], result: list[bytes]) -> Slices:
    """Wait for the thread, a moment at a time. Who cancels leaves it to end by itself."""
    packing = Packing(pack)
    packing.begin()
    try:
        while packing.isRunning():
            yield None
        result.append(packing.content)
    finally:
        if packing.isRunning():
            packing.finished.connect(packing.deleteLater)
        else:
            packing.deleteLater()


def svg(part: Part, ground: QColor, title: str) -> Painting[Make]:
    """A file that is made while the part is there."""
    return partial(ready, (yield from writing.svg_in_slices(part, ground, title)))


def pdf(part: Part, ground: QColor, title: str) -> Painting[Make]:
    """The same in one slice."""
    yield
    return partial(ready, writing.pdf(part, ground, title))


def ready(content: bytes, result: list[bytes]) -> Slices:
    """Nothing is left to be done."""
    yield 0, 1
    result.append(content)
