"""Small marks of pane 11: the chevron of a link and the arrow between two matrices."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF


def stroke(painter: QPainter, colour: QColor, width: float) -> None:
    """Set the pen of a rounded line."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)


def paint_chevron(
    painter: QPainter, x: float, y: float, colour: QColor, size: float = 4, width: float = 1.5
) -> None:
    """An arrow head that points to the right; `x` is its left end, `y` its middle."""
    painter.save()
    stroke(painter, colour, width)
    tip = QPointF(x + size, y)
    painter.drawPolyline(QPolygonF([QPointF(x, y - size), tip, QPointF(x, y + size)]))
    painter.restore()


def paint_arrow(painter: QPainter, left: float, right: float, y: float, colour: QColor) -> None:
    """A thin arrow to the right."""
    painter.save()
    stroke(painter, colour, 1.2)
    painter.drawLine(QPointF(left, y), QPointF(right, y))
    head = [QPointF(right - 4, y - 4), QPointF(right, y), QPointF(right - 4, y + 4)]
    painter.drawPolyline(QPolygonF(head))
    painter.restore()
