"""The application's icon, drawn: three rows of a causal heatmap."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

GROUND, EMPTY = "#FFFDF9", "#F3EEE4"
WEIGHTS = (("#571A61", "", ""), ("#C592C6", "#8D5693", ""), ("#E2C7E0", "#571A61", "#C592C6"))


def app_icon() -> QIcon:
    """The icon in the usual sizes."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(drawn(size))
    return made


def drawn(size: int) -> QPixmap:
    """The icon at one size, in px."""
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(GROUND))
        painter.drawRoundedRect(QRectF(0, 0, size, size), size * 0.18, size * 0.18)
        cell = size * 0.25
        for row, shades in enumerate(WEIGHTS):
            for column, shade in enumerate(shades):
                x, y = (size * 0.115 + step * cell * 1.04 for step in (column, row))
                place = QRectF(x, y, cell, cell)
                painter.setBrush(QColor(shade or EMPTY))
                painter.drawRect(place)
    return picture
