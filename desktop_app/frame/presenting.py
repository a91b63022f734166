"""Present mode: bars away, larger type; the pointer at an edge brings the bars back for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor

from desktop_app import lettering
from desktop_app.sizes import BOTTOM_BAR, TOP_BAR, SizeClass, present_class, size_class

if TYPE_CHECKING:
    from desktop_app.window import Window

LOOK_MS = 120
GROWTH = 1.25  # of small type, as far as its room allows
EDGE = 4


class Presenter(QObject):
    """Watches the pointer while a lecture runs, and says which measures hold."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.on = False
        lettering.set_growth(1.0)
        self.look = QTimer(self, interval=LOOK_MS)
        self.look.timeout.connect(self.follow_pointer)

    def set_on(self, on: bool) -> None:
        """Hide or show the bars and lay everything out again."""
        self.on = on
        lettering.set_growth(GROWTH if on else 1.0)
        self.show_bars(not on)
        if on:
            self.look.start()
        else:
            self.look.stop()
        self.window.follow_size()

    def measures(self, width: int) -> SizeClass:
        """The size class that holds at a window width."""
        return present_class(width) if self.on else size_class(width)

    def show_bars(self, shown: bool) -> None:
        self.window.top.setVisible(shown)
        self.window.bottom.setVisible(shown)

    def follow_pointer(self) -> None:
        """Bars come when the pointer touches the top or the bottom edge, and go when it leaves."""
        place = self.window.mapFromGlobal(QCursor.pos())
        if not self.window.rect().contains(place):
            return
        height = self.window.height()
        if place.y() < EDGE or place.y() >= height - EDGE:
            self.show_bars(True)
        elif TOP_BAR < place.y() < height - BOTTOM_BAR:
            self.show_bars(False)
