"""A picture on the clipboard: pixels for those who take pixels, SVG for those who take that."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QColor

from desktop_app import clipboard
from desktop_app.pictures import writing
from desktop_app.pictures.parts import Part

SCALE = 2  # twice the screen's size: sharp enough for a slide or a page
SVG = "image/svg+xml"


def put(part: Part, ground: QColor, title: str) -> None:
    """The part on the clipboard in both kinds. Qt packs the pixels as image/png for who asks."""
    content = QMimeData()
    content.setImageData(writing.image(part, SCALE, ground))
    content.setData(SVG, writing.svg(part, ground, title))
    clipboard.put(content)
