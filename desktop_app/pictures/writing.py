"""A part of a slide as the bytes of a PNG, an SVG or a PDF. Nothing depends on the screen."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop_app.pictures.parts import Part
from desktop_app.pictures.svg_text import with_outlines

DOTS_AN_INCH = 96  # of a picture at its own size
POINTS_AN_INCH = 72


def image(part: Part, scale: float, ground: QColor) -> QImage:
    """A part in pixels: `scale` of them to each of its own, whatever the screen has."""
    made = QImage(part.size * scale, QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(scale)
    dots = round(DOTS_AN_INCH * scale / 0.0254)
    made.setDotsPerMeterX(dots)
    made.setDotsPerMeterY(dots)
    made.fill(ground)
    with QPainter(made) as painter:
        part.paint(painter)
    return made


def png(part: Part, scale: float, ground: QColor, title: str = "") -> bytes:
    """The file of such an image; `title` goes with it."""
    made = image(part, scale, ground)
    made.setText("Title", title)
    return packed(made)


def packed(made: QImage) -> bytes:
    """An image as a PNG. Takes seconds for a large one; any thread may call it."""
    buffer = opened()
    made.save(buffer, "PNG")  # type: ignore[call-overload]  # a device is taken as well
    return content(buffer)


def svg(part: Part, ground: QColor, title: str = "") -> bytes:
    """An SVG whose letters are outlines, with the words under them."""
    buffer = opened()
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setSize(part.size)
    made.setViewBox(QRect(0, 0, part.size.width(), part.size.height()))
    made.setResolution(DOTS_AN_INCH)
    made.setTitle(title)
    with QPainter(made) as painter:
        painter.fillRect(QRect(0, 0, part.size.width(), part.size.height()), ground)
        part.paint(painter)
    return with_outlines(content(buffer))


def pdf(part: Part, ground: QColor, title: str = "") -> bytes:
    """A PDF of one page as large as the part."""
    buffer = opened()
    made = writer(buffer, title)
    share = POINTS_AN_INCH / DOTS_AN_INCH
    size = QSizeF(part.size.width() * share, part.size.height() * share)
    made.setPageSize(
        QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    )
    made.setPageOrientation(QPageLayout.Orientation.Portrait)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.fillRect(QRect(0, 0, part.size.width() + 1, part.size.height() + 1), ground)
        part.paint(painter)
    return content(buffer)


def writer(buffer: QBuffer, title: str) -> QPdfWriter:
    """A PDF without margins, a unit of which is a pixel on the screen."""
    made = QPdfWriter(buffer)
    made.setResolution(DOTS_AN_INCH)
    made.setPageMargins(QMarginsF(0, 0, 0, 0))
    made.setTitle(title)
    made.setCreator("The Attention Mechanism")
    return made


def opened() -> QBuffer:
    """A buffer to be written into."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def content(buffer: QBuffer) -> bytes:
    """What was written into a buffer."""
    return bytes(buffer.data().data())
