"""How a slide makes room for a drawer: the lab keeps its size and slides left in 200 ms."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEasingCurve, QObject, QRect, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from desktop_app import motion
from desktop_app.drawers.rail import WIDTH as RAIL
from desktop_app.drawers.rail import Rail
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme

DrawerName = Literal["", "try", "code"]
OPEN_MS = 200


class Side(QObject):
    """Which drawer of a slide is open, "" for none, and where lesson, lab and drawer stand.

    The Try drawer takes its width from the lesson, of which a rail stays; the code drawer lies
    over the lesson and moves nothing. changed(name): another one is open now.
    """

    changed = Signal(str)
    moved = Signal()

    def __init__(self, theme: Theme, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name: DrawerName = ""
        self.share = 0.0
        self.drawers: dict[str, QWidget] = {}
        self.rail = Rail(theme, title, parent)
        self.rail.hide()
        self.rail.pressed.connect(lambda: self.show(""))
        self.slide = QVariantAnimation(self, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self.slide.valueChanged.connect(self.slid)
        self.slide.finished.connect(self.settle)

    def add(self, name: DrawerName, drawer: QWidget) -> None:
        """Take in a drawer, closed."""
        self.drawers[name] = drawer
        drawer.hide()

    def show(self, name: DrawerName) -> None:
        """Open one drawer and close the other; "" closes both."""
        if name == self.name or (name and name not in self.drawers):
            return
        old, self.name = self.name, name
        if old and old != "try":
            self.drawers[old].hide()
        if name and name != "try":
            self.drawers[name].show()
            self.drawers[name].raise_()
        if "try" in (old, name):
            self.drawers["try"].show()
            self.move_to(1.0 if name == "try" else 0.0)
        self.moved.emit()
        self.changed.emit(name)

    def move_to(self, share: float) -> None:
        """Slide the lab aside, or back."""
        self.slide.stop()
        self.slide.setStartValue(self.share)
        self.slide.setEndValue(share)
        self.slide.setDuration(motion.duration(OPEN_MS))
        self.slide.start()

    def slid(self, share: float) -> None:
        self.share = share
        self.moved.emit()

    def settle(self) -> None:
        """Once the lab stands: what is out of sight is hidden."""
        if self.share == 0.0 and "try" in self.drawers:
            self.drawers["try"].hide()
        self.moved.emit()

    def gain(self, measures: SizeClass) -> int:
        """How wide the Try drawer is: the lesson less its rail; all of it in narrow windows."""
        return measures.lesson_width - (0 if measures.compact else RAIL)

    def arrange(self, measures: SizeClass, width: int, height: int) -> int:
        """Put rail and drawers where they belong. Returns where the lab begins."""
        split = measures.lesson_width
        gain = self.gain(measures)
        shift = round(gain * self.share)
        narrow = gain == split
        self.rail.setVisible(self.share > 0 and not narrow)
        if self.share > 0:
            self.rail.setGeometry(0, 0, RAIL, height)
            self.rail.raise_()
        for name, drawer in self.drawers.items():
            if name == "try":
                drawer.setGeometry(QRect(width - shift, 0, gain, height))
            else:
                drawer.setGeometry(QRect(0, 0, split, height))
        return split - shift
