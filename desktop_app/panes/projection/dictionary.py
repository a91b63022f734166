"""The soft dictionary as a widget: it points, and pins a key; it is read only."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app.instruments.base import escaped
from desktop_app.instruments.explainer import Place
from desktop_app.instruments.number_places import NumberedInstrument, NumberPlace
from desktop_app.instruments.tween import Tween
from desktop_app.panes.projection.layout import DICTIONARY_HEAD
from desktop_app.panes.projection.rows import DictionaryState, paint, row_rect
from desktop_app.panes.projection.sums import number_places
from desktop_app.theme import Theme


class Dictionary(NumberedInstrument):
    """Read only; Up and Down, or a click, pin a key. key_pinned(key from 1), key_hovered(row).

    number_asked and number_kept: (step, index) of a dot product, a weight or their sum; Left and
    Right walk from one to the other, Space keeps one.
    """

    key_pinned = Signal(int)
    key_hovered = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: DictionaryState | None = None
        self.row = 36.0
        self.tween = Tween(self, self.update)
        self.column = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("soft dictionary")

    def show_state(self, state: DictionaryState, row: float) -> None:
        """Draw `state` with rows so high."""
        if self.state is not None:
            self.tween.follow(self.state.measures, state.measures)
        self.state, self.row = state, row
        name = state.names[state.pinned]
        if name != self.accessibleName():
            self.setAccessibleName(name)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            state = replace(self.state, under_way=self.tween.at)
            if state.hovered is None and self.hasFocus() and self.keyboard_focus:
                state = replace(state, hovered=state.pinned)
            paint(painter, QRectF(self.rect()), self.row, state, self.theme)

    def row_at(self, point: QPointF) -> int | None:
        """The row under a point, from 0."""
        if self.state is None:
            return None
        place = int((point.y() - DICTIONARY_HEAD) // self.row)
        return place if 0 <= place < len(self.state.words) else None

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return QRectF(self.rect())
        return row_rect(QRectF(self.rect()), self.row, self.state.pinned)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = self.row_at(QPointF(event.pos()))
            if row is not None and self.state is not None:
                name = escaped(self.state.names[row])
                QToolTip.showText(event.globalPos(), f"<qt>{name}</qt>", self)
                return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.key_pinned.emit(row + 1)
        if event.button() == Qt.MouseButton.LeftButton:
            self.number_kept.emit(self.number_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.key_hovered.emit(self.row_at(event.position()))
        self.number_asked.emit(self.number_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.key_hovered.emit(None)
        super().leaveEvent(event)

    def numbers(self) -> list[NumberPlace]:
        """Every computed number that stands here, and where."""
        return (
            [] if self.state is None else number_places(QRectF(self.rect()), self.row, self.state)
        )

    def walked(self) -> Place:
        """The number that the keyboard stands on: of the pinned key."""
        assert self.state is not None
        key = self.state.pinned
        return ("weights", (self.state.asks, key)) if self.column else ("dot_products", (key,))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        sideways = {Qt.Key.Key_Left: 0, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        known = step is not None or sideways is not None or event.key() == Qt.Key.Key_Space
        if self.state is None or not plain or not known:
            super().keyPressEvent(event)
            return
        self.keyboard_focus = True
        if event.key() == Qt.Key.Key_Space:
            self.number_kept.emit(self.walked())
            return
        if sideways is not None:
            self.column = sideways
        else:
            row = min(max(self.state.pinned + (step or 0), 0), len(self.state.words) - 1)
            self.key_pinned.emit(row + 1)
        self.number_asked.emit(self.walked())
