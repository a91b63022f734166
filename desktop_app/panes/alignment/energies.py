"""The table as a widget: energies are dragged by their bars, typed and stepped.

One Tab stop. Up and Down choose a word, Enter, a digit or a minus sign types its energy, Alt+Up
and Alt+Down step it by 0.1 (Shift x 10, Ctrl / 10), Delete gives it back to the states, Space
keeps the word lit; a click on a weight gives that word all of it. Left and Right are left to the
lab, which goes to another step. Of more words than fit the table shows a part; the wheel moves it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from desktop_app import numbers
from desktop_app.instruments.cell_field import CellField
from desktop_app.instruments.gestures import Dragged, HeldKey, new_gesture
from desktop_app.instruments.matrix_grid import begins_a_number, scale_of, tidy
from desktop_app.instruments.number_places import NumberedInstrument, NumberPlace
from desktop_app.instruments.tween import Tween
from desktop_app.panes.alignment import table, table_places
from desktop_app.panes.alignment.sums import table_numbers
from desktop_app.panes.alignment.table import TableState
from desktop_app.panes.alignment.table_places import Rows
from desktop_app.theme import Theme

STEP = 0.1


class EnergyTable(Dragged, NumberedInstrument):
    """energy_edited(row, value, gesture): gesture numbers one drag, None for a single edit.

    number_asked and number_kept: (step, index) of an energy, a weight or the sum of the weights.
    """

    energy_edited = Signal(int, float, object)
    energy_restored = Signal(int)
    weight_held = Signal(int)
    row_hovered = Signal(object)
    row_pinned = Signal(object)
    refused = Signal(str)

    picture_name = "Energies"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: TableState | None = None
        self.cursor_row = 0
        self.hovered: int | None = None
        self.aimed: int | None = None
        self.first = 0
        self.drag_start: tuple[float, int, float] | None = None
        self.gesture: int | None = None
        self.held_key = HeldKey()
        self.field: CellField | None = None
        self.tween = Tween(self, self.update)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Energies")

    def show_state(self, state: TableState) -> None:
        before, self.state = self.state, state
        self.tween.follow((before or state).measures, state.measures)
        self.cursor_row = min(self.cursor_row, len(state.tokens) - 1)
        if self.hovered is not None and self.hovered >= len(state.tokens):
            self.hovered = self.aimed = None
        if before is None or (before.step, before.tokens) != (state.step, state.tokens):
            self.show_row(state.lit)
        elif state.held is not None and state.held != before.held:
            self.show_row(state.held)
        if self.hasFocus():
            self.announce()
        self.update()

    def area(self) -> QRectF:
        return QRectF(self.rect())

    def rows(self) -> Rows:
        """Where the rows stand now."""
        count = 1 if self.state is None else len(self.state.tokens)
        return Rows(self.area(), count, self.first)

    def show_row(self, row: int) -> None:
        """Bring a row into sight."""
        self.first = self.rows().reaching(row)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        rows = self.rows()
        if len(rows.shown) == rows.count:
            super().wheelEvent(event)
            return
        by = -1 if event.angleDelta().y() > 0 else 1
        self.first = Rows(self.area(), rows.count, rows.shown[0] + by).shown[0]
        self.update()

    def shown(self) -> TableState | None:
        """The state with what the pointer and the keyboard add to it."""
        if self.state is None:
            return None
        hovered = self.hovered
        if hovered is None and self.hasFocus() and self.keyboard_focus:
            hovered = self.cursor_row
        dragged = self.drag_start[1] if self.drag_start and self.gesture is not None else None
        state = replace(self.state, hovered=hovered, scrubbed=dragged, aimed=self.aimed)
        return replace(state, first=self.first, under_way=self.tween.at)

    def paintEvent(self, event: QPaintEvent) -> None:
        state = self.shown()
        if state is None:
            return
        with QPainter(self) as painter:
            table.paint(painter, self.area(), state, self.theme)

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return self.area()
        return self.rows().rect(self.cursor_row) & self.area()

    def row_at(self, point: QPointF) -> int | None:
        return None if self.state is None else self.rows().at(point)

    def announce(self) -> None:
        """Tell a screen reader where the keyboard stands."""
        assert self.state is not None
        row = self.cursor_row
        energy = numbers.precise(float(self.state.energies[row]))
        weight = numbers.precise(float(self.state.weights[row]))
        held = ", held" if self.state.held == row else ""
        name = f"{self.state.tokens[row]}, energy {energy}, editable, weight {weight}{held}"
        self.setAccessibleName(name)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    # the pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is None or self.state is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.keyboard_focus = False
        self.cursor_row = row
        self.announce()
        if table_places.is_on_energy(self.area(), event.position()):
            energy = float(self.state.energies[row])
            self.drag_start = (event.position().x(), row, energy)
        elif self.holds_at(event.position()):
            self.weight_held.emit(row)
        else:
            self.row_pinned.emit(row)
            self.number_kept.emit(("weights", (self.state.step - 1, row)))

    def numbers(self) -> list[NumberPlace]:
        """Every number that stands here, and where."""
        return [] if self.state is None else table_numbers(self.rows(), self.state)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.drag_start is not None:
            self.drag_to(event)
            return
        row = self.row_at(event.position())
        shape = Qt.CursorShape.ArrowCursor
        aimed = None
        on = row is not None and table_places.is_on_energy(self.area(), event.position())
        if on and self.state is not None and not self.state.locked:
            shape = Qt.CursorShape.SizeHorCursor
        elif row is not None and self.holds_at(event.position()):
            shape, aimed = Qt.CursorShape.PointingHandCursor, row
        self.setCursor(shape)
        if aimed != self.aimed:
            self.aimed = aimed
            self.update()
        self.set_hovered(row)
        self.number_asked.emit(self.number_at(event.position()))

    def holds_at(self, point: QPointF) -> bool:
        """Whether a click at a point holds a weight, or lets go of it."""
        can = self.state is not None and self.state.can_hold
        return can and table_places.is_on_weight(self.area(), point)

    def drag_to(self, event: QMouseEvent) -> None:
        """The bar's end follows the pointer, in steps of 0.1; Ctrl makes it ten times finer."""
        assert self.drag_start is not None
        start, row, before = self.drag_start
        moved = event.position().x() - start
        if self.gesture is None:
            if abs(moved) < 2:
                return
            self.gesture = new_gesture()
        finer = scale_of(event.modifiers())
        by = moved / table_places.pixels_per_energy(self.area()) * (finer if finer < 1 else 1.0)
        size = STEP * min(finer, 1.0)
        value = tidy(before + round(by / size) * size)
        self.energy_edited.emit(row, value, self.gesture)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.drag_start is not None and self.gesture is None and self.state is not None:
            self.number_kept.emit(("energies", (self.state.step - 1, self.drag_start[1])))
        self.end_drag()
        super().mouseReleaseEvent(event)

    def end_drag(self) -> None:
        self.drag_start, self.gesture = None, None
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is not None and table_places.is_on_energy(self.area(), event.position()):
            self.drag_start = None
            self.type_into(row)

    def set_hovered(self, row: int | None) -> None:
        if row != self.hovered:
            self.hovered = row
            self.row_hovered.emit(row)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.aimed = None
        self.set_hovered(None)
        super().leaveEvent(event)

    # the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        if not self.handle_key(event):
            super().keyPressEvent(event)
        self.update()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on one key. False where it means nothing here."""
        if self.state is None:
            return False
        key, held, last = event.key(), event.modifiers(), len(self.state.tokens) - 1
        if held & Qt.KeyboardModifier.AltModifier and key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.step(1 if key == Qt.Key.Key_Up else -1, event)
            return True
        if held & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier):
            return False
        rows = {
            Qt.Key.Key_Up: max(self.cursor_row - 1, 0),
            Qt.Key.Key_Down: min(self.cursor_row + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in rows:
            self.cursor_row = rows[Qt.Key(key)]
            self.show_row(self.cursor_row)
            self.row_hovered.emit(self.cursor_row)
            self.number_asked.emit(("energies", (self.state.step - 1, self.cursor_row)))
            self.announce()
        elif key == Qt.Key.Key_Space:
            self.row_pinned.emit(self.cursor_row)
            self.number_kept.emit(("energies", (self.state.step - 1, self.cursor_row)))
        elif key == Qt.Key.Key_Delete:
            self.energy_restored.emit(self.cursor_row)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.type_into(self.cursor_row)
        elif begins_a_number(event.text()):
            self.type_into(self.cursor_row, event.text())
        else:
            return False
        return True

    def step(self, direction: int, event: QKeyEvent) -> None:
        """One step of 0.1 on the word that the keyboard stands on."""
        assert self.state is not None
        by = direction * STEP * scale_of(event.modifiers())
        value = tidy(float(self.state.energies[self.cursor_row]) + by)
        self.energy_edited.emit(self.cursor_row, value, self.held_key.gesture(event))

    def type_into(self, row: int, text: str | None = None) -> None:
        """Open a field on an energy, holding its number or the first character typed."""
        assert self.state is not None
        self.cursor_row = row
        energy = float(self.state.energies[row])
        first = numbers.typing(round(energy, 2)) if text is None else text
        self.field = CellField(self.theme, "score", first, self, selected=text is None)
        self.show_row(row)
        place = table_places.columns(self.rows().rect(row)).energy
        self.field.setGeometry(place.adjusted(-8, 0, 8, 0).toAlignedRect())
        self.field.entered.connect(lambda value: self.energy_edited.emit(row, value, None))
        self.field.refused.connect(self.refused)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
