"""Numbers that a drawer's figure paints, pointed at, walked and kept as those of a lab are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument
from desktop_app.instruments.explainer import Explainer
from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.theme import Theme


class NumberedFigure(Instrument):
    """A figure in a drawer. Its subclass says where numbers stand, and calls `place_numbers`."""

    title = "Numbers"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.places = NumberPlaces(theme, self.title, self)

    def numbers(self) -> Sequence[NumberPlace]:
        """Every computed number, in this widget's pixels."""
        raise NotImplementedError

    def place_numbers(self) -> None:
        """Make the numbers that stand here now ready for pointer and keyboard."""
        inside = QRectF(self.rect())
        self.places.show_places([at for at in self.numbers() if inside.intersects(at.rect)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_numbers()


def explain_with(figure: NumberedFigure, sums: Explainer) -> None:
    """The lab's line, card and keys tell of this figure's numbers too."""
    figure.places.number_asked.connect(sums.point)
    figure.places.number_kept.connect(lambda at: sums.keep(None if at == sums.kept else at))
