"""The line icons of the bars: 20 x 20, strokes of 1.5 px, in ink.

Ours, because there are few of them; an icon font would cost half a second at start.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

SIZE = 20
RATIO = 3


def menu(path: QPainterPath) -> None:
    for y in (5.5, 10, 14.5):
        path.moveTo(3, y)
        path.lineTo(17, y)


def undo(path: QPainterPath) -> None:
    path.moveTo(7.2, 4.2)
    path.lineTo(3.6, 7.8)
    path.lineTo(7.2, 11.4)
    path.moveTo(3.6, 7.8)
    path.lineTo(12, 7.8)
    path.arcTo(QRectF(7.9, 7.8, 8.2, 8.2), 90, -180)
    path.lineTo(8.5, 16)


def redo(path: QPainterPath) -> None:
    path.moveTo(12.8, 4.2)
    path.lineTo(16.4, 7.8)
    path.lineTo(12.8, 11.4)
    path.moveTo(16.4, 7.8)
    path.lineTo(8, 7.8)
    path.arcTo(QRectF(3.9, 7.8, 8.2, 8.2), 90, 180)
    path.lineTo(11.5, 16)


def present(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2.5, 3.5, 15, 10), 1, 1)
    path.moveTo(10, 13.5)
    path.lineTo(10, 17)
    path.moveTo(6.5, 17)
    path.lineTo(13.5, 17)


def try_(path: QPainterPath) -> None:
    path.moveTo(7, 3)
    path.lineTo(13, 3)
    path.moveTo(8.4, 3)
    path.lineTo(8.4, 8)
    path.lineTo(4, 15.2)
    path.quadTo(3.2, 17, 5.2, 17)
    path.lineTo(14.8, 17)
    path.quadTo(16.8, 17, 16, 15.2)
    path.lineTo(11.6, 8)
    path.lineTo(11.6, 3)
    path.moveTo(6.2, 11.7)
    path.lineTo(13.8, 11.7)


def code(path: QPainterPath) -> None:
    for tip, end in ((2.5, 7), (17.5, 13)):
        path.moveTo(end, 5.5)
        path.lineTo(tip, 10)
        path.lineTo(end, 14.5)


def close(path: QPainterPath) -> None:
    path.moveTo(6, 6)
    path.lineTo(14, 14)
    path.moveTo(6, 14)
    path.lineTo(14, 6)


def theme(path: QPainterPath) -> None:
    path.addEllipse(QPointF(10, 10), 7, 7)


def theme_filled(path: QPainterPath) -> None:
    path.moveTo(10, 3)
    path.arcTo(QRectF(3, 3, 14, 14), 90, -180)
    path.closeSubpath()


def help_(path: QPainterPath) -> None:
    path.addEllipse(QPointF(10, 10), 7, 7)
    path.moveTo(7.9, 8.2)
    path.cubicTo(7.9, 5.4, 12.1, 5.4, 12.1, 8.1)
    path.cubicTo(12.1, 9.8, 10, 9.7, 10, 11.6)
    path.moveTo(10, 13.8)
    path.lineTo(10, 13.9)


def previous(path: QPainterPath) -> None:
    path.moveTo(12, 4.5)
    path.lineTo(6.5, 10)
    path.lineTo(12, 15.5)


def next_(path: QPainterPath) -> None:
    path.moveTo(8, 4.5)
    path.lineTo(13.5, 10)
    path.lineTo(8, 15.5)


STROKES = {
    "menu": menu,
    "undo": undo,
    "redo": redo,
    "present": present,
    "try": try_,
    "code": code,
    "close": close,
    "theme": theme,
    "help": help_,
    "previous": previous,
    "next": next_,
}
FILLS = {"theme": theme_filled}


def icon(name: str, colour: QColor, disabled: QColor) -> QIcon:
    """An icon in one colour, and in another where the button is disabled."""
    made = QIcon()
    lively = pixmap(name, colour.rgba())
    made.addPixmap(lively, QIcon.Mode.Normal)
    made.addPixmap(lively, QIcon.Mode.Active)
    made.addPixmap(pixmap(name, disabled.rgba()), QIcon.Mode.Disabled)
    return made


@lru_cache(maxsize=128)  # every press and every change of theme asks again
def pixmap(name: str, shade: int) -> QPixmap:
    """One icon as pixels, at three times its size so that it stays crisp on any screen.

    shade: its colour, as QColor.rgba() tells it.
    """
    colour = QColor.fromRgba(shade)
    picture = QPixmap(QSize(SIZE, SIZE) * RATIO)
    picture.setDevicePixelRatio(RATIO)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        path = QPainterPath()
        STROKES[name](path)
        painter.drawPath(path)
        if name in FILLS:
            filled = QPainterPath()
            FILLS[name](filled)
            painter.fillPath(filled, colour)
    return picture
