"""Draws the random sample of pane 06 off the interface thread; it can be cancelled at once."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QObject, Signal

from core.measures import DotProductSample, DrawCancelled
from desktop_app.worker import Worker


class Drawing(Worker):
    """One sample being drawn. fraction(share) on the way, drawn(seed, sample) at the end."""

    fraction = Signal(float)
    drawn = Signal(int, object)

    def __init__(self, seed: int, parent: QObject) -> None:
        super().__init__(parent)
        self.seed = seed
        self.told = 0.0

    def tell(self, share: float) -> None:
        """Pass on the progress in steps of a twentieth; a signal each block would be too many."""
        if share - self.told >= 0.05:
            self.told = share
            self.fraction.emit(share)

    def run(self) -> None:
        try:
            sample = DotProductSample.draw(
                self.seed, progress=self.tell, cancelled=self.cancelled.is_set
            )
        except DrawCancelled:
            return
        self.drawn.emit(self.seed, sample)


KEPT = 2  # samples that stay in memory, tens of megabytes each: undoing a seed is then instant
_kept: OrderedDict[int, DotProductSample] = OrderedDict()


def keep(seed: int, sample: DotProductSample) -> None:
    """Hold a sample for the next wish for its seed; the oldest ones go."""
    _kept[seed] = sample
    _kept.move_to_end(seed)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


def forget() -> None:
    """Let go of every kept sample."""
    _kept.clear()


class Sampler(QObject):
    """At most one sample is drawn at a time; a new wish cancels the one before.

    busy_changed(busy): one began, or ended.
    """

    fraction = Signal(float)
    busy_changed = Signal(bool)
    drawn = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.drawing: Drawing | None = None

    def draw(self, seed: int) -> None:
        """Begin to draw the sample of a seed, unless that is being done."""
        if self.drawing is not None and self.drawing.seed == seed and self.drawing.isRunning():
            return
        self.stop()
        if seed in _kept:
            keep(seed, _kept[seed])  # just wished for: the last to go
            self.drawn.emit(seed, _kept[seed])
            return
        self.drawing = Drawing(seed, self)
        self.drawing.fraction.connect(self.fraction)
        self.drawing.drawn.connect(keep)
        self.drawing.drawn.connect(self.drawn)
        self.drawing.drawn.connect(lambda: self.busy_changed.emit(False))
        self.drawing.begin()
        self.busy_changed.emit(True)

    def stop(self) -> None:
        """Cancel what is being drawn and wait for its thread; a few milliseconds."""
        if self.drawing is not None:
            self.drawing.stop()
            self.drawing = None
            self.busy_changed.emit(False)
