"""Computes a figure of the article off the interface thread; it can be cancelled at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.article import TopWeightFigure
from core.article_figure import top_weight_curves
from core.measures import DrawCancelled
from desktop_app.worker import Worker


class Computing(Worker):
    """One figure. computed(curves) at the end; nothing after `stop`."""

    computed = Signal(object)

    def __init__(self, figure: TopWeightFigure, parent: QObject) -> None:
        super().__init__(parent)
        self.figure = figure

    def run(self) -> None:
        try:
            curves = top_weight_curves(self.figure, cancelled=self.cancelled.is_set)
        except DrawCancelled:
            return
        self.computed.emit(curves)
