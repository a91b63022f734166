"""The grid of numbers that are yours to change: scrubbed, typed, stepped.

4 px of a drag are 0.1. Enter, a digit or a minus sign types; Alt+Up and Alt+Down step by 0.1
(Shift x 10, Ctrl / 10); Delete sets 0; the wheel steps while the grid has the keyboard.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from desktop_app import numbers
from desktop_app.instruments.cell_field import CellField, within
from desktop_app.instruments.gestures import HeldKey, Notches, new_gesture
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.theme import Theme

PIXELS_PER_STEP = 4.0
STEP = 0.1


class MatrixGrid(PointedGrid):
    """A `PointedGrid` that can be edited in mode "edit".

    cell_edited(row, column, value, gesture): gesture is None for a single edit, else the number of
    the drag or of the held key. scrubbing: (cell, value before) while a drag lasts, None after it.
    """

    cell_edited = Signal(int, int, float, object)
    scrubbing = Signal(object)
    refused = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.drag_start: tuple[QPointF, Cell, float] | None = None
        self.field: CellField | None = None
        self.held_key, self.notches = HeldKey(), Notches()

    def shown(self) -> GridState:
        state = super().shown()
        scrubbed = self.drag_start[1] if self.drag_start and self.gesture is not None else None
        return replace(state, editable=self.mode == "edit", scrubbed=scrubbed)

    def press_cell(self, cell: Cell, event: QMouseEvent) -> None:
        if self.mode == "edit":
            self.drag_start = (event.position(), cell, float(self.state.numbers[cell]))
        else:
            super().press_cell(cell, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.drag_start is not None:
            self.drag_to(event)
            return
        super().mouseMoveEvent(event)
        editing = self.mode == "edit" and self.hovered is not None
        self.setCursor(Qt.CursorShape.SizeHorCursor if editing else Qt.CursorShape.ArrowCursor)

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

    def end_drag(self) -> None:
        dragged = self.drag_start is not None and self.gesture is not None
        self.drag_start = None
        super().end_drag()
        if dragged:
            self.scrubbing.emit(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if self.mode == "edit" and cell is not None:
            self.drag_start = None
            self.type_into(cell)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.mode != "edit" or not self.hasFocus() or event.angleDelta().y() == 0:
            event.ignore()
            return
        turned = self.notches.of(event)
        if turned:
            self.step(turned, event.modifiers())

    def handle_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers()
        if self.mode != "edit":
            return super().handle_key(event)
        if key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and held & Qt.KeyboardModifier.AltModifier:
            gesture = self.held_key.gesture(event)
            return self.step(1 if key == Qt.Key.Key_Up else -1, held, gesture)
        if super().handle_key(event):
            return True
        cell = self.cursor_cell
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_into(cell)
            return True
        if held & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier):
            return False
        if key == Qt.Key.Key_Delete:
            self.cell_edited.emit(*cell, 0.0, None)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.type_into(cell)
        elif begins_a_number(event.text()):
            self.type_into(cell, event.text())
        else:
            return False
        return True

    def paste_into(self, cell: Cell) -> None:
        """Take the number on the clipboard, or say why not."""
        try:
            value = within(numbers.parse(QGuiApplication.clipboard().text()))
        except ValueError as error:
            self.refused.emit(str(error))
        else:
            self.cell_edited.emit(*cell, value, None)

    def step(self, steps: int, held: Qt.KeyboardModifier, gesture: int | None = None) -> bool:
        """Steps of 0.1 up or down on the cell that the keyboard stands on."""
        size = STEP * scale_of(held)
        value = float(self.state.numbers[self.cursor_cell]) + steps * size
        self.cell_edited.emit(*self.cursor_cell, tidy(value), gesture)
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


def begins_a_number(text: str) -> bool:
    """Whether a key's text is the first of a number: a digit of any script, a sign or a point."""
    return text.isdecimal() or (bool(text) and text in "+-−.,٫")


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


__all__ = ["MatrixGrid", "new_gesture", "scale_of", "tidy"]
