"""A picture on the clipboard: pixels for those who take pixels, SVG for those who take that."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QColor

from desktop_app import clipboard
from desktop_app.pictures import writing
from desktop_app.pictures.parts import Part
from desktop_app.pictures.turns import Painting

SCALE = 2  # twice the screen's size: sharp enough for a slide or a page
SVG = "image/svg+xml"


def putting(part: Part, ground: QColor, title: str) -> Painting[None]:
    """The part on the clipboard in both kinds. Qt packs the pixels as image/png for who asks."""
    image = yield from writing.image_in_slices(part, SCALE, ground)
    yield
    drawn = yield from writing.svg_in_slices(part, ground, title)
    content = QMimeData()
    content.setImageData(image)
    content.setData(SVG, drawn)
    clipboard.put(content)
