"""A circle that fills and gets its check; the check and the cross alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from desktop_app.theme import Theme

CIRCLE = 20.0


def paint_circle(painter: QPainter, middle: QPointF, share: float, theme: Theme) -> None:
    """An open circle; as `share` grows to 1 it fills (first 40 %) and gets its check."""
    radius = CIRCLE / 2
    filled = min(share / 0.4, 1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.edge, 1.5))
    painter.drawEllipse(middle, radius - 1, radius - 1)
    if filled <= 0:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawEllipse(middle, radius * filled, radius * filled)
    drawn = max(0.0, (share - 0.4) / 0.6)
    if drawn > 0:
        paint_check(painter, middle, drawn, theme.sheet)


def paint_seen(painter: QPainter, middle: QPointF, theme: Theme) -> None:
    """A dot inside an open circle: the solution was seen, and the challenge is not done."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.edge)
    painter.drawEllipse(middle, 3.5, 3.5)


def paint_check(painter: QPainter, middle: QPointF, share: float, colour: QColor) -> None:
    """A check mark, drawn from its left end up to `share` of its length."""
    points = [QPointF(-4.5, 0.2), QPointF(-1.4, 3.4), QPointF(4.6, -3.4)]
    path = QPainterPath(middle + points[0])
    turn = 0.35
    first = min(share / turn, 1.0)
    path.lineTo(middle + points[0] + (points[1] - points[0]) * first)
    if share > turn:
        second = (share - turn) / (1 - turn)
        path.lineTo(middle + points[1] + (points[2] - points[1]) * second)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)


def paint_cross(painter: QPainter, middle: QPointF, colour: QColor) -> None:
    """A cross of the same size as the check."""
    painter.setPen(QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(middle + QPointF(-3.6, -3.6), middle + QPointF(3.6, 3.6))
    painter.drawLine(middle + QPointF(-3.6, 3.6), middle + QPointF(3.6, -3.6))
