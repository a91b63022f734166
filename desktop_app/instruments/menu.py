"""Menus whose ticks and chevrons are drawn like all other signs here."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QMenu

TICK, CHEVRON = 10.0, 16.0  # px from the left and from the right to the middle of the sign


class Menu(QMenu):
    """A menu of Qt's; the style sheet leaves out the signs that are drawn here."""

    def branch(self, words: str) -> Menu:
        """A menu below an entry of this one."""
        made = Menu(self)
        made.setTitle(words)
        self.addMenu(made)
        return made

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for action in self.actions():
                row = QRectF(self.actionGeometry(action))
                groups = QPalette.ColorGroup
                group = groups.Active if action.isEnabled() else groups.Disabled
                # The style sheet gives a menu's own palette one colour for all states.
                ink = QGuiApplication.palette().color(group, QPalette.ColorRole.Text)
                pen = QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                y = row.center().y()
                if action.isCheckable() and action.isChecked():
                    paint_through(painter, row.left() + TICK, y, ((-4, 0.5), (-1.5, 3), (4, -3)))
                if action.menu() is not None:
                    paint_through(painter, row.right() - CHEVRON, y, ((-2, -4), (2, 0), (-2, 4)))


def paint_through(
    painter: QPainter, x: float, y: float, points: tuple[tuple[float, float], ...]
) -> None:
    """A line through some points about a middle."""
    painter.drawPolyline([QPointF(x + right, y + down) for right, down in points])
