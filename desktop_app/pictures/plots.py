"""A plot with what its lab paints round it: axes and words, each of them whole or not at all.

The lab is painted once where nobody sees it, and tells which texts stand where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.plot import Plot

ROOM = (56, 34, 12, 24)  # left, above, right and below of a plot, for its axes and their words
BESIDE = 20  # a word that begins so near to the right of the data is the name of a curve
SYMBOL = 32  # room for a symbol behind such a name
EDGE = 12


def plot_with_axes(
    plot: Plot, lab: QWidget, texts: Sequence[QRectF]
) -> tuple[QSize, Callable[[QPainter], None]]:
    """Its size and what paints it at the origin. texts: where those of the lab stand."""
    left, top, right, bottom = ROOM
    at = QRectF(QRect(plot.mapTo(lab, QPoint(0, 0)), plot.size()))
    reach = at.adjusted(-left, -top, right, bottom)
    reach.setLeft(max([reach.left(), *ends_before(plot, at, lab)]))
    place, foreign = QRectF(at), QRegion()
    for text in texts:
        if belongs(text, at, reach):
            place |= text
            if text.left() > reach.right() - text.width():
                place |= text.adjusted(0, 0, SYMBOL, 0)
        else:
            foreign += QRegion(text.toAlignedRect().adjusted(-1, -4, 1, 4))
    place = place.adjusted(-EDGE, -EDGE, EDGE, EDGE)
    for other in lab.findChildren(QWidget):
        if other.isVisibleTo(lab) and isinstance(other, Instrument | QPushButton | QLineEdit):
            foreign += QRegion(QRect(other.mapTo(lab, QPoint(0, 0)), other.size()))
    whole = place.toAlignedRect().intersected(lab.rect())
    region = QRegion(whole) - (foreign - QRegion(at.toAlignedRect()))

    def paint(painter: QPainter) -> None:
        shift = whole.topLeft() - region.boundingRect().topLeft()
        lab.render(painter, -shift, region, QWidget.RenderFlag.DrawChildren)

    return whole.size(), paint


def ends_before(plot: Plot, at: QRectF, lab: QWidget) -> list[float]:
    """Where the plots at its left end: words up to there are theirs."""
    ends = []
    for other in lab.findChildren(Plot):
        place = QRectF(QRect(other.mapTo(lab, QPoint(0, 0)), other.size()))
        if other is not plot and place.right() <= at.left() and place.bottom() > at.top():
            ends.append(place.right())
    return ends


def belongs(text: QRectF, at: QRectF, reach: QRectF) -> bool:
    """Whether a text is the plot's: within reach of it, or the name of a curve at its right."""
    if reach.contains(text):
        return True
    beside = at.top() <= text.center().y() <= at.bottom()
    return beside and -BESIDE <= text.left() - at.right() <= BESIDE


def texts_of(lab: QWidget) -> list[QRectF]:
    """Where the texts of a lab stand, in its own coordinates."""
    unseen = QImage(lab.size(), QImage.Format.Format_RGB32)
    with lettering.audit() as watched:
        lab.render(unseen, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
    origin = lab.mapTo(lab.window(), QPoint(0, 0))
    return [text.bounds.translated(-origin.toPointF()) for text in watched.drawn]
