"""What belongs together in a hand's edits: one drag or one held key is one undo step.

A drag also ends where no release comes, and a wheel turns in whole notches.
"""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent

from desktop_app.instruments.base import Mixed

NOTCH = 120  # eighths of a degree

_gestures = count(1)


def new_gesture() -> int:
    """A number for one drag, so that the whole drag is one undo step."""
    return next(_gestures)


class HeldKey:
    """The gesture of a key: a new one at each press, the same one while the key repeats."""

    def __init__(self) -> None:
        self.number = 0

    def gesture(self, event: QKeyEvent) -> int:
        if not event.isAutoRepeat() or not self.number:
            self.number = new_gesture()
        return self.number


class Notches:
    """Whole notches of a wheel. A touchpad tells them in many small parts."""

    def __init__(self) -> None:
        self.turned = 0

    def of(self, event: QWheelEvent) -> int:
        """How many notches this event completes; negative towards the hand."""
        turn = event.angleDelta().y()
        if turn * self.turned < 0:  # turned back: what was begun is dropped
            self.turned = 0
        whole = int((self.turned + turn) / NOTCH)
        self.turned += turn - whole * NOTCH
        return whole


class Dragged(Mixed):
    """Ends a drag whose release may never come: another window was called, or this was hidden.

    Otherwise the next move of the pointer, with no button held, would go on with it. Named before
    the widget.
    """

    def end_drag(self) -> None:
        """Forget the drag; what it has done stays, as one undo step."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowDeactivate:
            self.end_drag()
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.end_drag()
        super().mouseReleaseEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.end_drag()
