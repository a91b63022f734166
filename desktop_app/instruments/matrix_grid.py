"""The grid as a widget: it points, pins, scrubs, types and paints masks; it stores no numbers of
its own making.

One Tab stop a matrix. Arrows move; Enter, a digit or a minus sign types; Alt+Up and Alt+Down step
by 0.1 (Shift x 10, Ctrl / 10); Delete sets 0; Space pins or toggles; Escape lets go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QEnterEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app import numbers
from desktop_app.instruments import grid
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.cell_field import CellField
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.theme import Theme

PIXELS_PER_STEP = 4.0
STEP = 0.1
HOLD_MS, FADE_MS = 600, 200
Mode = Literal["edit", "pin", "paint", "read"]
_gestures = count(1)


def new_gesture() -> int:
    """A number for one drag, so that the whole drag is one undo step."""
    return next(_gestures)


class MatrixGrid(Instrument):
    """One matrix. `show_state` draws; the signals ask for changes.

    cell_edited(row, column, value, gesture): gesture is None for a single edit, else the drag's
    number. cell_painted(row, column, gesture): a cell of a mask was clicked or dragged over.
    """

    cell_hovered = Signal(object)
    cell_pinned = Signal(object)
    cell_edited = Signal(int, int, float, object)
    cell_painted = Signal(int, int, object)
    scrubbing = Signal(object)  # (cell, value before) while a drag lasts, None when it ends
    refused = Signal(str)
    menu_wanted = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.name = name
        self.mode: Mode = "read"
        self.state = GridState(np.zeros((1, 1)), "score")
        self.row_names: Sequence[str] = ()
        self.column_names: Sequence[str] = ()
        self.cursor_cell: Cell = (0, 0)
        self.hovered: Cell | None = None
        self.drag_start: tuple[QPointF, Cell, float] | None = None
        self.gesture: int | None = None
        self.painted_cells: set[Cell] = set()
        self.field: CellField | None = None
        self.hold = QTimer(self, singleShot=True, interval=HOLD_MS)
        self.fade = QVariantAnimation(self, duration=FADE_MS, startValue=1.0, endValue=0.0)
        self.hold.timeout.connect(self.fade.start)
        self.fade.valueChanged.connect(self.fade_changed)
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
            state = replace(state, changed=changed, changed_strength=1.0)
        elif self.state.shape == state.shape:
            state = replace(
                state, changed=self.state.changed, changed_strength=self.state.changed_strength
            )
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
        self.update()

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        """Which cells differ from what is drawn now; None where nothing moved or all is new."""
        if state.shape != self.state.shape or not self.isVisible():
            return None
        with np.errstate(invalid="ignore"):
            changed = self.state.numbers != state.numbers
        changed &= ~(np.isnan(self.state.numbers) & np.isnan(state.numbers))
        for hidden in (self.state.hidden, state.hidden):
            if hidden is not None:
                changed &= ~hidden
        if self.state.hidden is not None and state.hidden is not None:
            changed |= self.state.hidden != state.hidden
        return changed if bool(changed.any()) else None

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
        editable = self.mode == "edit"
        scrubbed = self.drag_start[1] if self.drag_start and self.gesture is not None else None
        return replace(self.state, editable=editable, hovered=hovered, scrubbed=scrubbed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        grid.paint(painter, QRectF(self.rect()), self.shown(), self.theme)
        painter.end()

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
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            super().mousePressEvent(event)
            return
        self.keyboard_focus = False
        self.cursor_cell = cell
        self.announce()
        if self.mode == "edit":
            self.drag_start = (event.position(), cell, float(self.state.numbers[cell]))
        elif self.mode == "pin":
            self.cell_pinned.emit(None if self.state.pinned == cell else cell)
        elif self.mode == "paint":
            self.gesture = new_gesture()
            self.painted_cells = {cell}
            self.cell_painted.emit(*cell, self.gesture)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self.drag_start is not None:
            self.drag_to(event)
        elif self.mode == "paint" and self.gesture is not None:
            if cell is not None and cell not in self.painted_cells:
                self.painted_cells.add(cell)
                self.cell_painted.emit(*cell, self.gesture)
        else:
            self.set_hovered(cell)
            editing = self.mode == "edit" and cell is not None
            self.setCursor(
                Qt.CursorShape.SizeHorCursor if editing else Qt.CursorShape.ArrowCursor
            )

    def drag_to(self, event: QMouseEvent) -> None:
        """Scrub: 4 px are one step of 0.1; Shift makes it ten times more, Ctrl ten times less."""
        assert self.drag_start is not None
        start, cell, before = self.drag_start
        steps = round((event.position().x() - start.x()) / PIXELS_PER_STEP)
        if self.gesture is None:
            if steps == 0:
                return
            self.gesture = new_gesture()
            self.scrubbing.emit((cell, before))
        size = STEP * scale_of(event.modifiers())
        self.cell_edited.emit(*cell, tidy(before + steps * size), self.gesture)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged = self.drag_start is not None and self.gesture is not None
        self.drag_start, self.gesture = None, None
        if dragged:
            self.scrubbing.emit(None)
        self.update()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self.mode == "edit" and cell is not None:
            self.drag_start = None
            self.type_into(cell)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.mode != "edit" or not self.hasFocus() or event.angleDelta().y() == 0:
            event.ignore()
            return
        self.step(1 if event.angleDelta().y() > 0 else -1, event.modifiers())

    def enterEvent(self, event: QEnterEvent) -> None:
        self.set_hovered(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.set_hovered(None)

    # the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        if not self.handle_key(event):
            super().keyPressEvent(event)
        self.update()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on one key. False where it means nothing here."""
        key, held = event.key(), event.modifiers()
        if key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and held & Qt.KeyboardModifier.AltModifier:
            return self.mode == "edit" and self.step(1 if key == Qt.Key.Key_Up else -1, held)
        if held & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier):
            return False
        if self.move_cursor(key):
            return True
        cell = self.cursor_cell
        if key == Qt.Key.Key_Space and self.mode == "pin":
            self.cell_pinned.emit(None if self.state.pinned == cell else cell)
        elif key == Qt.Key.Key_Space and self.mode == "paint":
            self.cell_painted.emit(*cell, None)
        elif key == Qt.Key.Key_Escape and self.mode == "pin" and self.state.pinned is not None:
            self.cell_pinned.emit(None)
        elif self.mode == "edit" and key == Qt.Key.Key_Delete:
            self.cell_edited.emit(*cell, 0.0, None)
        elif self.mode == "edit" and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.type_into(cell)
        elif self.mode == "edit" and event.text() and event.text() in "0123456789-−.,":
            self.type_into(cell, event.text())
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
        return True

    def step(self, direction: int, held: Qt.KeyboardModifier) -> bool:
        """One step of 0.1 up or down on the cell that the keyboard stands on."""
        size = STEP * scale_of(held)
        value = float(self.state.numbers[self.cursor_cell]) + direction * size
        self.cell_edited.emit(*self.cursor_cell, tidy(value), None)
        self.announce()
        return True

    def type_into(self, cell: Cell, text: str | None = None) -> None:
        """Open a field on a cell, holding its number or the first character typed."""
        self.cursor_cell = cell
        first = numbers.typing(float(self.state.numbers[cell])) if text is None else text
        self.field = CellField(self.theme, self.state.kind, first, self, selected=text is None)
        place = self.place_of(cell)
        wide = max(place.width(), 44.0)
        self.field.setGeometry(
            QRectF(place.center().x() - wide / 2, place.top(), wide, place.height()).toRect()
        )
        self.field.entered.connect(lambda value: self.cell_edited.emit(*cell, value, None))
        self.field.refused.connect(self.refused)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)


def scale_of(held: Qt.KeyboardModifier) -> float:
    """Shift takes steps ten times as large, Ctrl ten times as small."""
    if held & Qt.KeyboardModifier.ShiftModifier:
        return 10.0
    if held & Qt.KeyboardModifier.ControlModifier:
        return 0.1
    return 1.0


def tidy(value: float) -> float:
    """`value` without the dust of adding tenths: 0.30000000000000004 becomes 0.3.

    Only the dust goes: a number that was typed with more decimals keeps them.
    """
    return round(value, 9) + 0.0


def escaped(text: str) -> str:
    """`text` for a tooltip, where markup-like words must stand literally."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
