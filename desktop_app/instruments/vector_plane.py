"""A plane with one query and its keys as arrows whose tips can be dragged.

One Tab stop. Left and Right choose an arrow, the query first; Space pins a key; Alt with an arrow
key moves the tip by 0.1 (Shift x 10, Ctrl / 10).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
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

from desktop_app.instruments import plane_drawing
from desktop_app.instruments.base import Instrument, escaped
from desktop_app.instruments.gestures import Dragged, HeldKey, new_gesture
from desktop_app.instruments.matrix_grid import STEP, scale_of, tidy
from desktop_app.instruments.plane_view import (
    MARGIN,
    PlaneLabel,
    PlaneState,
    PlaneView,
    drawable,
    plane_view,
)
from desktop_app.instruments.tween import Floats, Tween
from desktop_app.theme import Theme

TARGET = 12.0  # a tip is hit within a square of 24 px
DRAG_DECIMALS = 2
DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


def ends(state: PlaneState) -> Floats:
    """Every end of a line, (1 + 2n, 2): the query, the keys, their feet."""
    return np.vstack([state.query[None], state.keys, state.feet])


def with_ends(state: PlaneState, ends: Floats | None) -> PlaneState:
    """The same words and numbers, with the ends of lines on their way to new places."""
    if ends is None:
        return state
    count = len(state.keys)
    query, keys, feet = ends[0], ends[1 : count + 1], ends[count + 1 :]
    length = math.hypot(*query) if state.length else 0.0
    return replace(state, query=query, keys=keys, feet=feet, length=length)


class VectorPlane(Dragged, Instrument):
    """`show_state` draws; the signals ask.

    tip_moved(arrow, x, y, gesture): a tip is wanted elsewhere, in units; gesture numbers a drag.
    key_pinned(key from 1). arrow_hovered(arrow or None). stuck_touched(arrow): one that cannot
    be moved was to be moved. view_changed(): the scale is another one.
    """

    tip_moved = Signal(int, float, float, object)
    key_pinned = Signal(int)
    arrow_hovered = Signal(object)
    stuck_touched = Signal(int)
    view_changed = Signal()

    picture_name = "Plane"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state: PlaneState | None = None
        self.view = PlaneView(80.0, QPointF(0, 0), 1.0)
        self.labels: list[PlaneLabel] = []
        self.cursor_arrow = 0
        self.pointer: tuple[float, float] | None = None
        self.grabbed: tuple[int, QPointF, QPointF] | None = None  # arrow, its hold, the press
        self.gesture: int | None = None
        self.held_key = HeldKey()
        self.tween = Tween(self, self.update)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("plane of query and keys")

    def show_state(self, state: PlaneState) -> None:
        """Draw `state`. While a tip is held, the scale stays."""
        before, self.state = self.state, drawable(state)
        self.tween.follow(ends(before or self.state), ends(self.state))
        self.cursor_arrow = min(self.cursor_arrow, len(state.words))
        self.refit()
        self.announce()
        self.update()

    def refit(self) -> None:
        """Choose the scale for what is shown now."""
        if self.state is None or self.grabbed is not None:
            return
        view = plane_view(self.width(), self.height(), self.state)
        if view != self.view:
            self.view = view
            self.view_changed.emit()

    def resizeEvent(self, event: QEvent) -> None:
        self.refit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            state = with_ends(replace(self.state, pointer=self.pointer), self.tween.at)
            self.labels = plane_drawing.paint(
                painter, QRectF(self.rect()), state, self.theme, self.view
            )

    def tip(self, arrow: int) -> QPointF:
        """Where an arrow ends, in px."""
        assert self.state is not None
        return self.view.at(self.state.tip(arrow))

    def focus_rect(self) -> QRectF:
        if self.state is None:
            return QRectF(self.rect())
        tip = self.tip(self.cursor_arrow)
        around = QRectF(tip.x() - TARGET, tip.y() - TARGET, 2 * TARGET, 2 * TARGET)
        return around & QRectF(self.rect())

    def announce(self) -> None:
        """Tell a screen reader which arrow the keyboard stands on."""
        if self.state is not None and self.accessibleName() != self.spoken(self.cursor_arrow):
            self.setAccessibleName(self.spoken(self.cursor_arrow))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def spoken(self, arrow: int) -> str:
        assert self.state is not None
        return self.state.names[arrow]

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            arrow = self.arrow_at(QPointF(event.pos()))
            if arrow is not None:
                QToolTip.showText(
                    event.globalPos(), f"<qt>{escaped(self.spoken(arrow))}</qt>", self
                )
                return True
        return super().event(event)

    # the pointer

    def tip_at(self, point: QPointF) -> int | None:
        """The arrow whose tip is under a point: the nearest one, the query before a key."""
        if self.state is None:
            return None
        near = []
        for arrow in range(len(self.state.words) + 1):
            away = self.tip(arrow) - point
            if max(abs(away.x()), abs(away.y())) <= TARGET:
                near.append((round(math.hypot(away.x(), away.y())), arrow))
        return min(near)[1] if near else None

    def arrow_at(self, point: QPointF) -> int | None:
        """The arrow whose tip, word or number is under a point."""
        tip = self.tip_at(point)
        if tip is not None:
            return tip
        return next((label.arrow for label in self.labels if label.rect.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.state is None:
            super().mousePressEvent(event)
            return
        self.keyboard_focus = False
        arrow = self.tip_at(event.position())
        if arrow is None:
            named = self.arrow_at(event.position())
            if named:
                self.key_pinned.emit(named)
            return
        self.cursor_arrow = arrow
        self.announce()
        self.grabbed = arrow, self.tip(arrow) - event.position(), event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position().x(), event.position().y()
        if self.grabbed is not None:
            self.drag_to(event.position())
            return
        tip = self.tip_at(event.position())
        self.arrow_hovered.emit(self.arrow_at(event.position()))
        held = tip is not None and self.state is not None and tip not in self.state.stuck
        self.setCursor(Qt.CursorShape.SizeAllCursor if held else Qt.CursorShape.ArrowCursor)
        self.update()

    def drag_to(self, place: QPointF) -> None:
        """Ask for the held tip under the pointer, inside the plane."""
        assert self.grabbed is not None and self.state is not None
        arrow, hold, pressed = self.grabbed
        if self.gesture is None:
            if (place - pressed).manhattanLength() < 2:
                return
            self.gesture = new_gesture()
            if arrow in self.state.stuck:
                self.stuck_touched.emit(arrow)
        if arrow in self.state.stuck:
            return
        aim = place + hold
        x = min(max(aim.x(), MARGIN), self.width() - MARGIN)
        y = min(max(aim.y(), MARGIN), self.height() - MARGIN)
        across, up = self.view.units(QPointF(x, y))
        self.tip_moved.emit(
            arrow, round(across, DRAG_DECIMALS), round(up, DRAG_DECIMALS), self.gesture
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.grabbed is not None and self.gesture is None and self.grabbed[0] > 0:
            self.key_pinned.emit(self.grabbed[0])
        self.end_drag()

    def end_drag(self) -> None:
        self.grabbed, self.gesture = None, None
        self.refit()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer = None
        self.arrow_hovered.emit(None)
        self.update()

    # the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        if self.state is None or not self.handle_key(event):
            super().keyPressEvent(event)
        self.update()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on one key. False where it means nothing here."""
        assert self.state is not None
        direction = DIRECTIONS.get(Qt.Key(event.key()))
        if direction is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_tip(*direction, event)
        elif direction is not None and direction[0]:
            last = len(self.state.words)
            self.cursor_arrow = min(max(self.cursor_arrow + direction[0], 0), last)
            self.arrow_hovered.emit(self.cursor_arrow)
            self.announce()
        elif event.key() == Qt.Key.Key_Space:
            if self.cursor_arrow:
                self.key_pinned.emit(self.cursor_arrow)
        else:
            return False
        return True

    def move_tip(self, across: int, up: int, event: QKeyEvent) -> None:
        """One step of the tip that the keyboard stands on."""
        assert self.state is not None
        if self.cursor_arrow in self.state.stuck:
            self.stuck_touched.emit(self.cursor_arrow)
            return
        size, gesture = STEP * scale_of(event.modifiers()), self.held_key.gesture(event)
        x, y = self.state.tip(self.cursor_arrow)
        self.tip_moved.emit(
            self.cursor_arrow, tidy(float(x) + across * size), tidy(float(y) + up * size), gesture
        )

    def focusOutEvent(self, event: object) -> None:
        self.arrow_hovered.emit(None)
        super().focusOutEvent(event)  # type: ignore[arg-type]
