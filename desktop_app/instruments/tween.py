"""Numbers on their way to new ones, as a drawing shows them in between.

Only what has no digits may follow a `Tween`: a colour, a length, a place. Digits are the engine's
and change at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEasingCurve, Qt, QVariantAnimation
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app import motion
from desktop_app.instruments.glow import OfWidget

VALUE_MS = 120
Floats = npt.NDArray[np.float64]


class Tween(OfWidget):
    """Arrays on their way, for a widget; `moved` is called for every frame and at the end.

    Nothing moves while a button is held, as in a drag, nor where edits follow one another faster
    than the way takes: then what is shown is what is.
    """

    def __init__(self, owner: QWidget, moved: Callable[[], object]) -> None:
        super().__init__(owner)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.before: Floats | None = None
        self.now: Floats | None = None
        # The edit itself paints what it changes; the way asks for the frames after that one.
        self.valueChanged.connect(lambda share: moved() if share > 0 else None)
        self.finished.connect(lambda: moved())

    def go(self, before: Floats, now: Floats) -> None:
        """Begin the way from one array to another, or be there at once."""
        busy = self.state() == QVariantAnimation.State.Running
        self.stop()
        if busy or not self.wanted() or before.shape != now.shape:
            return
        self.before, self.now = before, now
        self.setDuration(motion.duration(VALUE_MS))
        self.start()

    def follow(self, before: Floats, now: Floats) -> None:
        """Go where numbers are others; where none is, a way that is under way goes on."""
        if not np.array_equal(before, now, equal_nan=True):
            self.go(before, now)

    def wanted(self) -> bool:
        """Whether anybody sees the way and wants to."""
        idle = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        return idle and not motion.reduced() and self.owner.isVisible()

    @property
    def at(self) -> Floats | None:
        """Where the numbers are, unless they have arrived. What is not finite jumps."""
        if self.state() == QVariantAnimation.State.Stopped:
            return None
        assert self.before is not None and self.now is not None
        share = float(self.currentValue())
        with np.errstate(invalid="ignore"):
            between = self.before + (self.now - self.before) * share
        return np.where(np.isfinite(between), between, self.now)
