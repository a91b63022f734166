"""A part of a slide as the bytes of a PNG, an SVG or a PDF. Nothing depends on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop_app.pictures.parts import Part
from desktop_app.pictures.svg_text import with_outlines
from desktop_app.pictures.turns import Painting, finish

DOTS_AN_INCH = 96  # of a picture at its own size
POINTS_AN_INCH = 72
SLICE = 0.005  # s that are painted before the window has its turn; one widget more may follow


def image(part: Part, scale: float, ground: QColor) -> QImage:
    """A part in pixels: `scale` of them to each of its own, whatever the screen has."""
    made = blank(part, scale)
    made.fill(ground)
    with QPainter(made) as painter:
        part.paint(painter)
    return made


def blank(part: Part, scale: float) -> QImage:
    """Room for a part in pixels, with nothing in it yet."""
    made = QImage(part.size * scale, QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(scale)
    dots = round(DOTS_AN_INCH * scale / 0.0254)
    made.setDotsPerMeterX(dots)
    made.setDotsPerMeterY(dots)
    return made


def image_in_slices(part: Part, scale: int, ground: QColor) -> Painting[QImage]:
    """The same pixels as `image`, some widgets a slice.

    Never a band a slice: a curve that a band cuts is smoothed otherwise than a whole one.
    """
    made = blank(part, scale)
    made.fill(ground)
    yield
    with QPainter(made) as painter:
        yield from in_slices(part, painter)
    return made


def in_slices(part: Part, painter: QPainter) -> Iterator[None]:
    """Paint a part piece by piece, and stop for a moment where a slice is used up."""
    since = perf_counter()
    for paint in part.pieces() if part.pieces is not None else (part.paint,):
        paint(painter)
        if perf_counter() - since > SLICE:
            yield
            since = perf_counter()


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
    return finish(svg_in_slices(part, ground, title))


def svg_in_slices(part: Part, ground: QColor, title: str = "") -> Painting[bytes]:
    """The same, some widgets a slice."""
    buffer = opened()
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setSize(part.size)
    made.setViewBox(QRect(0, 0, part.size.width(), part.size.height()))
    made.setResolution(DOTS_AN_INCH)
    made.setTitle(title)
    with QPainter(made) as painter:
        painter.fillRect(QRect(0, 0, part.size.width(), part.size.height()), ground)
        yield from in_slices(part, painter)
    yield
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
