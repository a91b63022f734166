"""A grid that points, pins and paints masks: all that a matrix does without being edited.

One Tab stop. Arrows move; Space pins or toggles a pair of a mask; Escape lets go. `matrix_grid`
adds editing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app import numbers
from desktop_app.instruments import grid
from desktop_app.instruments.base import Instrument, escaped
from desktop_app.instruments.gestures import Dragged, new_gesture
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.grid_changes import (
    ask_to_paint,
    cells_to_paint,
    cells_under_way,
    moved_cells,
)
from desktop_app.instruments.tween import Tween
from desktop_app.theme import Theme

HOLD_MS, FADE_MS = 600, 200
Mode = Literal["edit", "pin", "paint", "read"]


class PointedGrid(Dragged, Instrument):
    """One matrix. `show_state` draws; the signals ask for changes.

    cell_painted(row, column, gesture): a cell of a mask was clicked or dragged over; gesture
    numbers a drag and is None for a key. number_asked(cell or None): the number of a cell is
    meant, by pointer or keyboard; number_kept(cell or None): its arithmetic is to stay.
    """

    number_asked = Signal(object)
    number_kept = Signal(object)
    cell_hovered = Signal(object)
    cell_pinned = Signal(object)
    cell_painted = Signal(int, int, object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.name = name
        self.mode: Mode = "read"
        self.state = GridState(np.zeros((1, 1)), "score")
        self.drawn: GridState | None = None
        self.row_names: Sequence[str] = ()
        self.column_names: Sequence[str] = ()
        self.cursor_cell: Cell = (0, 0)
        self.hovered: Cell | None = None
        self.gesture: int | None = None
        self.painted_cells: set[Cell] = set()
        self.hold = QTimer(self, singleShot=True, interval=HOLD_MS)
        self.fade = QVariantAnimation(self, duration=FADE_MS, startValue=1.0, endValue=0.0)
        self.hold.timeout.connect(self.fade.start)
        self.fade.valueChanged.connect(self.fade_changed)
        self.tween = Tween(self, lambda: ask_to_paint(self, cells_under_way(self.tween)))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    # what is shown

    def show_state(
        self, state: GridState, row_names: Sequence[str], column_names: Sequence[str]
    ) -> None:
        """Draw `state`; cells whose number moved since the last call get a corner for a while."""
        self.row_names, self.column_names = row_names, column_names
        changed = self.moved(state)
        if changed is not None:
            self.fade.stop()
            self.hold.start()
            if state.kind in {"score", "weight"} or not grid.cell_texts(state, QRectF(self.rect())):
                self.tween.go(self.state.numbers, state.numbers)
            state = replace(state, changed=changed, changed_strength=1.0)
        elif (was := self.state).shape == state.shape:
            state = replace(state, changed=was.changed, changed_strength=was.changed_strength)
        else:
            self.tween.stop()  # its numbers have another shape
        rows, columns = state.shape
        self.cursor_cell = (
            min(self.cursor_cell[0], max(rows - 1, 0)),
            min(self.cursor_cell[1], max(columns - 1, 0)),
        )
        if self.hovered is not None and not self.inside(self.hovered, state):
            self.hovered = None
        self.state = state
        if self.accessibleName() != self.name:  # the keyboard stands here: its cell may have moved
            self.announce()
        self.update_cells()

    def update_cells(self) -> None:
        """Ask to paint what looks different since the last state that was shown."""
        was, self.drawn = self.drawn, self.shown()
        cells = None if was is None else cells_to_paint(was, self.drawn, QRectF(self.rect()))
        if cells is None:
            self.update()
            return
        ask_to_paint(self, cells)

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        """Which cells differ from what is drawn now; None where nothing moved or all is new."""
        if state.shape != self.state.shape or not self.isVisible():
            return None
        return moved_cells(self.state, state)

    def fade_changed(self, strength: float) -> None:
        """One frame of the corners' fading."""
        changed = self.state.changed if strength > 0 else None
        self.state = replace(self.state, changed=changed, changed_strength=strength)
        self.update()

    def inside(self, cell: Cell, state: GridState | None = None) -> bool:
        rows, columns = (state or self.state).shape
        return 0 <= cell[0] < rows and 0 <= cell[1] < columns

    def shown(self) -> GridState:
        """The state with what the pointer and the keyboard add to it."""
        hovered = self.hovered
        if hovered is None and self.hasFocus() and self.keyboard_focus and self.mode != "edit":
            hovered = self.cursor_cell
        return replace(self.state, hovered=hovered)

    def paintEvent(self, event: QPaintEvent) -> None:
        state = replace(self.shown(), under_way=self.tween.at)
        with QPainter(self) as painter:
            grid.paint(painter, QRectF(self.rect()), state, self.theme, event.region())

    def focus_rect(self) -> QRectF:
        return self.place_of(self.cursor_cell)

    def place_of(self, cell: Cell) -> QRectF:
        """Where a cell lies in this widget."""
        return grid.cell_rect(QRectF(self.rect()), self.state.shape, cell)

    # words for what is shown

    def spoken(self, cell: Cell) -> str:
        """How a cell is read aloud: "Query, ate, column 3, 0.4, editable"."""
        row, column = cell
        row_name = self.row_names[row] if row < len(self.row_names) else f"row {row + 1}"
        if column < len(self.column_names):
            column_name = self.column_names[column]
        else:
            column_name = f"column {column + 1}"
        hidden = self.state.hidden is not None and bool(self.state.hidden[cell])
        value = "masked, weight 0" if hidden else numbers.precise(float(self.state.numbers[cell]))
        rest = {"edit": ", editable", "paint": ", Space toggles the mask"}.get(self.mode, "")
        return f"{self.name}, {row_name}, {column_name}, {value}{rest}"

    def announce(self) -> None:
        """Tell a screen reader where the keyboard stands."""
        if not self.inside(self.cursor_cell):
            return
        self.setAccessibleName(self.spoken(self.cursor_cell))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            if cell is not None:
                # PlainText words may look like markup; a tooltip would guess, so it is escaped.
                QToolTip.showText(event.globalPos(), escaped(self.spoken(cell)), self)
                return True
        return super().event(event)

    # the pointer

    def cell_at(self, point: QPointF) -> Cell | None:
        return grid.cell_at(QRectF(self.rect()), self.state.shape, point)

    def set_hovered(self, cell: Cell | None) -> None:
        if cell != self.hovered:
            self.hovered = cell
            self.cell_hovered.emit(cell)
            self.number_asked.emit(cell)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            super().mousePressEvent(event)
            return
        self.keyboard_focus = False
        self.cursor_cell = cell
        self.announce()
        self.press_cell(cell, event)

    def press_cell(self, cell: Cell, event: QMouseEvent) -> None:
        """What a press means here: pin, or begin to paint."""
        if self.mode == "pin":
            self.toggle_pin(cell)
        elif self.mode == "paint":
            self.gesture = new_gesture()
            self.painted_cells = {cell}
            self.cell_painted.emit(*cell, self.gesture)
        elif self.mode == "read":
            self.number_kept.emit(cell)

    def toggle_pin(self, cell: Cell) -> None:
        pinned = None if self.state.pinned == cell else cell
        self.number_kept.emit(pinned)
        self.cell_pinned.emit(pinned)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self.mode == "paint" and self.gesture is not None:
            if cell is not None and cell not in self.painted_cells:
                self.painted_cells.add(cell)
                self.cell_painted.emit(*cell, self.gesture)
        else:
            self.set_hovered(cell)

    def end_drag(self) -> None:
        self.gesture = None
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.set_hovered(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.set_hovered(None)

    # the keyboard

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.keyboard_focus:
            self.number_asked.emit(self.cursor_cell)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.number_asked.emit(self.hovered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        if not self.handle_key(event):
            super().keyPressEvent(event)
        self.update()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on one key. False where it means nothing here."""
        key, held = event.key(), event.modifiers()
        if held & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier):
            return False
        if self.move_cursor(key) or (key == Qt.Key.Key_Space and event.isAutoRepeat()):
            return True
        if key == Qt.Key.Key_Space and self.mode == "pin":
            self.toggle_pin(self.cursor_cell)
        elif key == Qt.Key.Key_Space and self.mode == "paint":
            self.cell_painted.emit(*self.cursor_cell, None)
        elif key == Qt.Key.Key_Space:
            self.number_kept.emit(self.cursor_cell)
        elif key == Qt.Key.Key_Escape and self.mode == "pin" and self.state.pinned is not None:
            self.number_kept.emit(None)
            self.cell_pinned.emit(None)
        else:
            return False
        return True

    def move_cursor(self, key: int) -> bool:
        """Arrows, Home and End move the cell that the keyboard stands on."""
        rows, columns = self.state.shape
        row, column = self.cursor_cell
        places = {
            Qt.Key.Key_Left: (row, max(column - 1, 0)),
            Qt.Key.Key_Right: (row, min(column + 1, columns - 1)),
            Qt.Key.Key_Up: (max(row - 1, 0), column),
            Qt.Key.Key_Down: (min(row + 1, rows - 1), column),
            Qt.Key.Key_Home: (row, 0),
            Qt.Key.Key_End: (row, columns - 1),
        }
        place = places.get(Qt.Key(key))
        if place is None:
            return False
        self.cursor_cell = place
        self.announce()
        self.cell_hovered.emit(place)
        self.number_asked.emit(place)
        return True
