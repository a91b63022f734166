"""Numbers that a lab paints itself, made to be pointed at, walked and kept like cells of a grid.

The widget is see-through: it paints the ring of the number that is meant, and takes the pointer
over its numbers alone. One Tab stop; the arrows go to the nearest number that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QRegion,
)
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument
from desktop_app.theme import Theme

WAYS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


class NumberPlace(NamedTuple):
    """A painted number: its room in the lab's pixels, its place in the trace, what it is called."""

    rect: QRectF
    step: str
    where: tuple[int, ...]
    name: str

    def is_at(self, step: str, index: Sequence[int | None]) -> bool:
        """Whether it is one of the numbers meant; None in the index is all along an axis."""
        return (
            self.step == step
            and len(self.where) == len(index)
            and all(b is None or a == b for a, b in zip(self.where, index, strict=True))
        )


class NumberedInstrument(Instrument):
    """A picture of its own making in which numbers stand: `numbers` says which, and where.

    number_asked(place or None), number_kept(place or None); a place is (step, index).
    """

    number_asked = Signal(object)
    number_kept = Signal(object)

    def numbers(self) -> Sequence[NumberPlace]:
        """Every computed number that stands here, in this widget's pixels."""
        raise NotImplementedError

    def number_at(self, point: QPointF) -> tuple[str, tuple[int, ...]] | None:
        """The computed number under a point."""
        found = (place for place in self.numbers() if place.rect.contains(point))
        return next(((place.step, place.where) for place in found), None)

    def places_of(self, step: str, index: Sequence[int | None]) -> list[QRectF]:
        """Where the numbers of a step stand; None in the index is all along an axis."""
        return [place.rect for place in self.numbers() if place.is_at(step, index)]

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.number_asked.emit(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.number_asked.emit(None)


class NumberPlaces(Instrument):
    """number_asked(place or None), number_kept(place or None); a place is (step, index)."""

    number_asked = Signal(object)
    number_kept = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.name = name
        self.places: Sequence[NumberPlace] = ()
        self.at = 0
        self.hovered: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.hide()

    def show_places(self, places: Sequence[NumberPlace]) -> None:
        """These numbers are there now."""
        if places is self.places or list(places) == list(self.places):
            return
        self.set_hovered(None)  # other numbers stand here now
        self.places = places
        self.at = min(self.at, max(len(places) - 1, 0))
        self.setVisible(bool(places))
        if not places:
            return
        around = QRectF(places[0].rect)
        for place in places:
            around |= place.rect
        self.setGeometry(around.adjusted(-2, -2, 2, 2).toAlignedRect())
        region = QRegion()
        for place in places:
            region |= self.mine(place).toAlignedRect()
        self.setMask(region)

    def mine(self, place: NumberPlace) -> QRectF:
        """A number's rectangle in this widget's pixels."""
        return place.rect.translated(-self.x(), -self.y())

    def places_of(self, step: str, index: Sequence[int | None]) -> list[QRectF]:
        """Where numbers of a step are; None in the index is all along an axis."""
        if not self.isVisible():
            return []
        return [self.mine(place) for place in self.places if place.is_at(step, index)]

    def focus_rect(self) -> QRectF:
        return self.mine(self.places[self.at]) if self.places else QRectF(self.rect())

    def set_hovered(self, at: int | None) -> None:
        if at != self.hovered:
            self.hovered = at
            self.ask(at)

    def ask(self, at: int | None) -> None:
        """Say which number is meant."""
        place = None if at is None else self.places[at]
        self.number_asked.emit(None if place is None else (place.step, place.where))

    def nearest(self, point: QPointF) -> int | None:
        for at, place in enumerate(self.places):
            if self.mine(place).contains(point):
                return at
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.set_hovered(self.nearest(event.position()))
        event.ignore()  # what lies below has the pointer too

    def leaveEvent(self, event: QEvent) -> None:
        self.set_hovered(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.nearest(event.position())
        if event.button() != Qt.MouseButton.LeftButton or at is None:
            super().mousePressEvent(event)
            return
        self.keyboard_focus = False
        self.at = at
        self.keep()
        event.ignore()

    def keep(self) -> None:
        place = self.places[self.at]
        self.number_kept.emit((place.step, place.where))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.keyboard_focus and self.places:
            self.announce()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ask(self.hovered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        key = Qt.Key(event.key())
        if not self.places or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            self.keep()
        elif key in WAYS:
            self.at = self.next_one(*WAYS[key])
            self.announce()
            self.update()
        else:
            event.ignore()

    def next_one(self, x: float, y: float) -> int:
        """The nearest number in a direction; the same one where there is none."""
        here = self.places[self.at].rect.center()

        def far(at: int) -> float:
            way = self.places[at].rect.center() - here
            along, aside = way.x() * x + way.y() * y, abs(way.x() * y) + abs(way.y() * x)
            return along + 3 * aside if along > 1 else float("inf")

        best = min(range(len(self.places)), key=far)
        return best if far(best) < float("inf") else self.at

    def announce(self) -> None:
        """Tell a screen reader where the keyboard stands."""
        self.setAccessibleName(f"{self.name}, {self.places[self.at].name}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.ask(self.at)
