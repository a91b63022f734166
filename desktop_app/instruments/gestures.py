"""Numbers for drags: all edits of one drag share one, and are one undo step."""

from __future__ import annotations

from itertools import count

_gestures = count(1)


def new_gesture() -> int:
    """A number for one drag, so that the whole drag is one undo step."""
    return next(_gestures)
