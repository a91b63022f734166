"""Draws the random sample of pane 06 off the interface thread; it can be cancelled at once."""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QObject, QThread, Signal

from core.measures import DotProductSample, DrawCancelled


class Drawing(QThread):
    """One sample being drawn. fraction(share) on the way, drawn(seed, sample) at the end."""

    fraction = Signal(float)
    drawn = Signal(int, object)

    def __init__(self, seed: int, parent: QObject) -> None:
        super().__init__(parent)
        self.seed = seed
        self.cancelled = Event()
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


class Sampler(QObject):
    """At most one sample is drawn at a time; a new wish cancels the one before."""

    fraction = Signal(float)
    drawn = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.drawing: Drawing | None = None

    def draw(self, seed: int) -> None:
        """Begin to draw the sample of a seed, unless that is being done."""
        if self.drawing is not None and self.drawing.seed == seed and self.drawing.isRunning():
            return
        self.stop()
        self.drawing = Drawing(seed, self)
        self.drawing.fraction.connect(self.fraction)
        self.drawing.drawn.connect(self.drawn)
        self.drawing.start(QThread.Priority.LowPriority)

    def stop(self) -> None:
        """Cancel what is being drawn and wait for its thread; a few milliseconds."""
        if self.drawing is not None:
            self.drawing.cancelled.set()
            self.drawing.wait()
            self.drawing = None
