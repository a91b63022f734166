"""One map of any size: painted from its pyramid, zoomed with wheel or brush, moved, pinned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from core.tensors.showing import Shown
from desktop_app import numbers
from desktop_app.instruments.base import Instrument
from desktop_app.tensors import map_drawing
from desktop_app.tensors.map_drawing import MapState, map_room
from desktop_app.tensors.map_view import MapView, walked
from desktop_app.theme import Theme

STEP = 1.6
Cell = tuple[int, int]


class BigMap(Instrument):
    """cell_hovered(cell or None), cell_pinned(cell or None). Drag: brush to zoom; Shift or the
    middle button: move; wheel, plus and minus: zoom; 0: the whole; Space: pin."""

    cell_hovered = Signal(object)
    cell_pinned = Signal(object)
    view_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.shown: Shown | None = None
        self.row_names: Sequence[str] = ()
        self.column_names: Sequence[str] = ()
        self.view = MapView.whole(1, 1)
        self.hovered: Cell | None = None
        self.pinned: Cell | None = None
        self.cursor_cell: Cell = (0, 0)
        self.pressed_at: QPointF | None = None
        self.panning = False
        self.brush: QRectF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map")

    def show_map(
        self,
        shown: Shown | None,
        row_names: Sequence[str],
        column_names: Sequence[str],
        pinned: Cell | None,
    ) -> None:
        """Draw a map; a view of the same size stays where it was."""
        rows, columns = (1, 1) if shown is None else shown.weights.shape
        if (rows, columns) != (self.view.rows, self.view.columns):
            self.view, self.hovered = MapView.whole(rows, columns), None
        self.cursor_cell = (
            min(self.cursor_cell[0], rows - 1),
            min(self.cursor_cell[1], columns - 1),
        )
        self.shown, self.pinned = shown, pinned
        self.row_names, self.column_names = row_names, column_names
        self.update()

    def state(self) -> MapState:
        """What is painted."""
        hovered = self.hovered
        if hovered is None and self.hasFocus() and self.keyboard_focus:
            hovered = self.cursor_cell
        return MapState(
            self.shown,
            self.view,
            self.row_names,
            self.column_names,
            hovered,
            self.pinned,
            self.brush,
        )

    @property
    def room(self) -> QRectF:
        """What the cells fill."""
        return map_room(QRectF(self.rect()), self.view, self.row_names, self.column_names)

    def set_view(self, view: MapView) -> None:
        if view != self.view:
            self.view = view
            self.view_changed.emit()
            self.update()

    def show_whole(self) -> None:
        self.set_view(MapView.whole(self.view.rows, self.view.columns))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller, about a point or the cell of the keyboard."""
        row, column = self.cursor_cell[0] + 0.5, self.cursor_cell[1] + 0.5
        if at is not None:
            row, column = self.view.place(self.room, at)
        elif not (self.view.top <= row <= self.view.bottom):
            row, column = self.view.place(self.room, self.room.center())
        self.set_view(self.view.zoomed(factor, row, column))

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point."""
        if self.shown is None or not self.room.contains(point):
            return None
        row, column = self.view.place(self.room, point)
        return min(int(row), self.view.rows - 1), min(int(column), self.view.columns - 1)

    def point(self, cell: Cell | None) -> None:
        if cell != self.hovered:
            self.hovered = cell
            self.cell_hovered.emit(cell)
            self.update()

    def focus_rect(self) -> QRectF:
        return self.room

    def spoken(self, cell: Cell) -> str:
        """How a cell is read aloud."""
        assert self.shown is not None
        row, column = cell
        number = numbers.precise(float(self.shown.weights[cell]))
        rows, columns = self.shown.rows[row] + 1, self.shown.columns[column] + 1
        return (
            f"Map, query {rows} {self.row_names[row]}, key {columns} "
            f"{self.column_names[column]}, {number}"
        )

    def announce(self) -> None:
        if self.shown is not None:
            self.setAccessibleName(self.spoken(self.cursor_cell))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.keyboard_focus = False
        if self.shown is None or not self.room.contains(event.position()):
            return
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.panning = event.button() == Qt.MouseButton.MiddleButton or bool(shift)
        if self.panning or event.button() == Qt.MouseButton.LeftButton:
            self.pressed_at = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        start, here = self.pressed_at, event.position()
        if start is None:
            self.point(self.cell_at(here))
        elif self.panning:
            width, height = self.view.cell_size(self.room)
            moved = here - start
            self.set_view(self.view.panned(-moved.y() / height, -moved.x() / width))
            self.pressed_at = here
        elif (here - start).manhattanLength() >= QApplication.startDragDistance():
            self.brush = QRectF(start, here).normalized() & self.room
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, brush = self.pressed_at, self.brush
        self.pressed_at, self.brush = None, None
        if start is None or self.panning:
            self.panning = False
            return
        if brush is not None:
            top, left = self.view.place(self.room, brush.topLeft())
            bottom, right = self.view.place(self.room, brush.bottomRight())
            self.set_view(self.view.within(top, left, bottom - top, right - left))
            self.update()
            return
        cell = self.cell_at(start)
        if cell is not None:
            self.cursor_cell = cell
            self.cell_pinned.emit(None if cell == self.pinned else cell)

    def leaveEvent(self, event: object) -> None:
        self.point(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() / 120
        if self.shown is None or not self.room.contains(event.position()) or not turn:
            event.ignore()
            return
        self.zoom(STEP**turn, event.position())
        self.point(self.cell_at(event.position()))

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        key = Qt.Key(event.key())
        cell = walked(key, self.cursor_cell, (self.view.rows, self.view.columns))
        if self.shown is None:
            super().keyPressEvent(event)
        elif cell is not None:
            self.walk(cell)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.show_whole()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            again = self.cursor_cell == self.pinned
            self.cell_pinned.emit(None if again else self.cursor_cell)
        elif key == Qt.Key.Key_Escape and self.pinned is not None:
            self.cell_pinned.emit(None)
        elif key == Qt.Key.Key_Escape and not self.view.is_whole:
            self.show_whole()
        else:
            super().keyPressEvent(event)

    def walk(self, cell: Cell) -> None:
        """Move the cell of the keyboard; the view follows."""
        self.cursor_cell = cell
        self.set_view(self.view.showing(*cell))
        self.hovered = None
        self.cell_hovered.emit(self.cursor_cell)
        self.announce()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            map_drawing.paint(painter, QRectF(self.rect()), self.state(), self.theme)
            if self.brush is not None:
                painter.setPen(QPen(self.theme.ink, 1, Qt.PenStyle.DashLine))
                painter.drawRect(self.brush)
