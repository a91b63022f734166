"""The one function that paints a plane of vectors."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from desktop_app import lettering
from desktop_app.instruments.plane_view import (
    RING,
    PlaneLabel,
    PlaneState,
    PlaneView,
    line_end,
    placed_labels,
)
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

SHADOW = 13.0  # how broad the bar of the pinned key's shadow is
ANGLE_MARK = 6.0
HEAD_LENGTH, HEAD_WIDTH = 11.0, 5.0


def paint(
    painter: QPainter, rect: QRectF, state: PlaneState, theme: Theme, view: PlaneView
) -> list[PlaneLabel]:
    """Paint a plane into `rect`. Returns the labels that found room, for pointing at them."""
    painter.save()
    painter.setClipRect(rect)
    paint_grid(painter, rect, theme, view)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if state.length > 0:
        paint_shadow(painter, state, theme, view)
        paint_line(painter, rect, state, theme, view)
        for arrow in range(1, len(state.words) + 1):
            paint_drop(painter, state, theme, view, arrow)
    for arrow in range(1, len(state.words) + 1):
        paint_key(painter, state, theme, view, arrow)
    paint_query(painter, state, theme, view)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawEllipse(view.origin, 3.5, 3.5)
    for arrow in range(1, len(state.words) + 1) if state.length > 0 else ():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.key.line)
        size = 3.5 if arrow == state.pinned else 3.0
        painter.drawEllipse(view.at(state.feet[arrow - 1]), size, size)
    labels = placed_labels(state, view, rect)
    for label in labels:
        paint_label(painter, label, theme)
    if state.caption:
        caption = lettering.fitted(state.caption, CAPTION, rect.width() - 8)
        room = QRectF(rect.left(), rect.top(), lettering.width(caption, CAPTION) + 8, 18)
        painter.fillRect(room, theme.sheet)
        lettering.draw(painter, room, caption, CAPTION, theme.ink3)
    painter.restore()
    return labels


def paint_grid(painter: QPainter, rect: QRectF, theme: Theme, view: PlaneView) -> None:
    """Hairlines at every square, and the two axes."""
    square = view.unit * view.step
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    origin = view.origin
    painter.setPen(QPen(theme.line, 1))
    for x in lines(origin.x(), square, rect.left(), rect.right()):
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
    for y in lines(origin.y(), square, rect.top(), rect.bottom()):
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    painter.setPen(QPen(theme.edge, 1))
    painter.drawLine(QPointF(rect.left(), origin.y()), QPointF(rect.right(), origin.y()))
    painter.drawLine(QPointF(origin.x(), rect.top()), QPointF(origin.x(), rect.bottom()))


def lines(origin: float, square: float, low: float, high: float) -> list[int]:
    """Where hairlines stand between two edges, in whole px."""
    first, last = math.ceil((low - origin) / square), math.floor((high - origin) / square)
    places = (round(origin + count * square) for count in range(first, last + 1))
    return [place for place in places if low <= place < high]


def paint_shadow(painter: QPainter, state: PlaneState, theme: Theme, view: PlaneView) -> None:
    """The shadow of the pinned key on the query's line, as a bar."""
    foot = view.at(state.feet[state.pinned - 1])
    pen = QPen(theme.key.tint, SHADOW)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(view.origin, foot)


def paint_line(
    painter: QPainter, rect: QRectF, state: PlaneState, theme: Theme, view: PlaneView
) -> None:
    """The line through the query, dashed 5-4."""
    pen = QPen(theme.query.line, 1.3)
    pen.setDashPattern([5 / 1.3, 4 / 1.3])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(line_end(state, view, rect, -1), line_end(state, view, rect, 1))


def paint_drop(
    painter: QPainter, state: PlaneState, theme: Theme, view: PlaneView, arrow: int
) -> None:
    """The dotted perpendicular from a key to its foot, with its right-angle mark."""
    tip, foot = view.at(state.keys[arrow - 1]), view.at(state.feet[arrow - 1])
    drop = tip - foot
    length = math.hypot(drop.x(), drop.y())
    if length < 2:
        return
    lit = arrow in (state.pinned, state.hovered)
    colour = theme.key.line
    pen = QPen(colour, 1.5 if lit else 1.2)
    pen.setDashPattern([2 / pen.widthF(), 3 / pen.widthF()])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(foot, tip)
    if length < 2 * ANGLE_MARK:
        return
    up = drop * (ANGLE_MARK / length)
    back = view.origin - foot
    reach = math.hypot(back.x(), back.y())
    along = back * (ANGLE_MARK / reach) if reach > 1 else QPointF(up.y(), -up.x())
    painter.setPen(QPen(colour, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([foot + along, foot + along + up, foot + up]))


def paint_key(
    painter: QPainter, state: PlaneState, theme: Theme, view: PlaneView, arrow: int
) -> None:
    """A key: 2 px, 3 px when pinned, dashed where it really lies outside the plane."""
    pinned, lit = arrow == state.pinned, arrow == state.hovered
    colour = theme.key.line
    width = 3.0 if pinned else 2.6 if lit else 2.0
    tip = view.at(state.keys[arrow - 1])
    dashed = state.off_plane[arrow - 1] > 0
    head = theme.edge if arrow in state.stuck else colour
    paint_arrow(painter, view.origin, tip, colour, head, width, dashed)


def paint_query(painter: QPainter, state: PlaneState, theme: Theme, view: PlaneView) -> None:
    """The query: 3.2 px, with a ring as its handle."""
    tip = view.at(state.query)
    along = tip - view.origin
    length = math.hypot(along.x(), along.y())
    colour = theme.query.line
    handle = theme.edge if 0 in state.stuck else colour
    if length > RING + HEAD_LENGTH:
        end = view.origin + along * ((length - RING - 1) / length)
        paint_arrow(painter, view.origin, end, colour, colour, 3.2, dashed=False)
    elif length > RING:
        painter.setPen(QPen(colour, 3.2))
        painter.drawLine(view.origin, tip)
    radius = RING + (1.5 if state.hovered == 0 else 0.0)
    painter.setPen(QPen(handle, 2))
    painter.setBrush(theme.sheet)
    painter.drawEllipse(tip, radius - 1, radius - 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(handle)
    painter.drawEllipse(tip, 2.5, 2.5)


def paint_arrow(
    painter: QPainter,
    start: QPointF,
    tip: QPointF,
    colour: QColor,
    head: QColor,
    width: float,
    dashed: bool,
) -> None:
    """A line with a filled head; a vector of no length is a dot."""
    along = tip - start
    length = math.hypot(along.x(), along.y())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(head)
    if length < 2:
        painter.drawEllipse(tip, 5.0, 5.0)
        return
    grown = 1 + (width - 2) / 4
    back = along * (min(HEAD_LENGTH * grown, length) / length)
    side = QPointF(-back.y(), back.x()) * (HEAD_WIDTH / HEAD_LENGTH)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashed:
        pen.setDashPattern([6 / width, 4 / width])
    painter.setPen(pen)
    painter.drawLine(start, tip - back * 0.8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF([tip, tip - back + side, tip - back - side]))


def paint_label(painter: QPainter, label: PlaneLabel, theme: Theme) -> None:
    """A word or a number on a ground of its own, so that lines do not cross it."""
    painter.fillRect(label.rect.adjusted(1, 1, -1, -1), theme.sheet)
    runs = [(text, label.style.bold(bold), shade(theme, role)) for text, bold, role in label.runs]
    lettering.draw_runs(painter, label.rect, runs, lettering.CENTRE)


def shade(theme: Theme, role: str) -> QColor:
    """The text colour of a run."""
    if role == "negative":
        return theme.negative_ink
    return theme.role(role).text if role else theme.ink2
