"""A section whose parts stand one below the other, each as high as it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QRect

from desktop_app.drawers.parts import OUT, ROW
from desktop_app.drawers.section import Section

GAP = 16


class Part(Protocol):
    """A widget that knows how high it is at a width."""

    def height_for(self, width: int) -> int: ...
    def isHidden(self) -> bool: ...
    def setGeometry(self, place: QRect, /) -> None: ...


class StackSection(Section):
    """Subclasses name their parts, top to bottom; hidden ones take no room."""

    folds = True

    def parts(self) -> Sequence[Part]:
        raise NotImplementedError

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """What the tour does with it: (what it is called, an action)."""
        return ()

    def rows_height(self, width: int) -> int:
        highs = [part.height_for(width - 2 * OUT) for part in self.parts() if not part.isHidden()]
        return sum(highs) + GAP * (len(highs) - 1) + 4 if highs else 0

    def arrange_rows(self, width: int) -> None:
        y, inner = ROW, width - 2 * OUT
        for part in self.parts() if self.shows else ():
            if not part.isHidden():
                high = part.height_for(inner)
                part.setGeometry(QRect(OUT, y, inner, high))
                y += high + GAP
