"""The light of a part under the pointer, which comes and goes within a moment."""

from __future__ import annotations

from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QWidget

from desktop_app import motion

HOVER_MS = 80


class OfWidget(QVariantAnimation):
    """An animation of one widget, its parent."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)

    @property
    def owner(self) -> QWidget:
        """The widget whose drawing it moves."""
        owner = self.parent()
        assert isinstance(owner, QWidget)
        return owner


class Glow(OfWidget):
    """How much of its light a part has that the pointer came to or left: `share`, 0 to 1."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self.share = 0.0
        self.valueChanged.connect(self.shine)

    def go(self, lit: bool) -> None:
        """Begin to light up, or to fade."""
        self.stop()
        length = motion.duration(HOVER_MS) if self.owner.isVisible() else 0
        if length == 0 or self.share == float(lit):
            self.shine(float(lit))
            return
        self.setStartValue(self.share)
        self.setEndValue(float(lit))
        self.setDuration(length)
        self.start()

    def shine(self, share: float) -> None:
        self.share = share
        self.owner.update()

    @property
    def moving(self) -> bool:
        return self.state() == QVariantAnimation.State.Running
