"""Painting in slices: the first at once, each further one in a turn of the event loop."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from desktop_app import vector

Made = TypeVar("Made")
Painting = Generator[None, None, Made]  # stops between two slices, and returns what was painted


def finish(painting: Painting[Made]) -> Made:
    """All slices without a pause, for who has no window to keep alive."""
    while True:
        try:
            next(painting)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class Turns(QObject):
    """Runs a painting. done(what it returns, signs that no face here has): called at the end.

    Who cancels hears nothing more; the painting lets go of what it holds.
    """

    def __init__(
        self,
        painting: Painting[Made],
        done: Callable[[Made, set[str]], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.painting: Painting[Made] | None = painting
        self.done, self.signs = done, set[str]()
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.step)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.cancel)
        self.step()

    def step(self) -> None:
        """One slice."""
        if self.painting is None:
            return
        try:
            with vector.signs_into(self.signs):
                next(self.painting)
        except StopIteration as end:
            self.painting = None
            self.deleteLater()
            self.done(end.value, self.signs)
        except BaseException:
            self.painting = None
            self.deleteLater()
            raise
        else:
            self.timer.start(0)

    def cancel(self) -> None:
        """Stop here."""
        if self.painting is not None:
            painting, self.painting = self.painting, None
            self.timer.stop()
            painting.close()
            self.deleteLater()
