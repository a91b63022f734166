"""The small marks in a grid's cells: yours to change, drag me, clipped, changed, masked."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QPolygonF

from desktop_app import lettering, vector
from desktop_app.theme import Theme

CHANGED_CORNER = 7.0


def paint_edit_mark(
    painter: QPainter, place: QRectF, text: str, style: lettering.Style, colour: QColor
) -> None:
    """The dotted underline that means: yours to change."""
    half = lettering.width(text, style) / 2
    y = place.center().y() + lettering.metrics(style).capHeight() / 2 + 3.5
    pen = QPen(colour, 1)
    pen.setDashPattern([1.5, 1.5])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    middle = place.center().x()
    painter.drawLine(QPointF(middle - half, y), QPointF(middle + half, y))


def paint_chevrons(painter: QPainter, place: QRectF, colour: QColor) -> None:
    """The two arrow heads that say: drag me sideways."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    y = place.center().y()
    for x, way in ((place.left() + 3, 1.0), (place.right() - 3, -1.0)):
        tip = [QPointF(x + 3 * way, y - 3.5), QPointF(x, y), QPointF(x + 3 * way, y + 3.5)]
        painter.drawPolyline(QPolygonF(tip))
    painter.restore()


def paint_clip_mark(painter: QPainter, place: QRectF, colour: QColor, above: bool) -> None:
    """A small notch at the top (or bottom): the score lies beyond the colour range."""
    y, way = (place.top() + 1, 1) if above else (place.bottom() - 1, -1)
    middle = place.center().x()
    notch = QPolygonF(
        [QPointF(middle - 4, y + 3 * way), QPointF(middle, y), QPointF(middle + 4, y + 3 * way)]
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.2))
    painter.drawPolyline(notch)
    painter.restore()


def paint_corner(painter: QPainter, place: QRectF, theme: Theme, strength: float) -> None:
    """The corner triangle of a value that just changed; `strength` fades it, 1 to 0."""
    size = min(CHANGED_CORNER, place.width() / 3)
    corner = place.topRight()
    shade = QColor(theme.ink)
    shade.setAlphaF(strength)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPolygon(QPolygonF([corner - QPointF(size, 0), corner, corner + QPointF(0, size)]))
    painter.restore()


def fill_hatched(painter: QPainter, place: QRectF, theme: Theme) -> None:
    """Lay the texture of a masked cell over its ground."""
    if vector.kind(painter):
        vector.fill_hatched(painter, place, theme.edge)
    else:
        painter.fillRect(place, hatch(theme))


@lru_cache(maxsize=8)
def hatch(theme: Theme) -> QBrush:
    """The texture of a masked cell: 45-degree strokes 1.4 px wide, 6 px apart."""
    size, ratio = 8, 2
    tile = QPixmap(size * ratio, size * ratio)
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    with QPainter(tile) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QColor(theme.edge)
        shade.setAlphaF(0.7)
        painter.setPen(QPen(shade, 1.0))
        for shift in (-size, 0, size):
            painter.drawLine(QPointF(shift - 1, size + 1), QPointF(shift + size + 1, -1))
    return QBrush(tile)
