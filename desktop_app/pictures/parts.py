"""What of a slide can be taken as a picture: the whole pane, its lab, each matrix and each plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments import grid
from desktop_app.instruments.plot import Plot
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.lettering import CAPTION, HEAD
from desktop_app.pictures.plots import plot_with_axes, texts_of
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme

WHOLE, LAB = "Whole pane", "Lab"
EDGE = 16  # free space round a part
NAME_ROW, TITLE_ROW = 18, 28
LEAST_CELL = 9.0  # a row lower than this has no room for its name


class Part(NamedTuple):
    """Something that can be pictured: its name, size in px, and what paints it at the origin.

    widget: what it shows, None for more than one.
    """

    name: str
    size: QSize
    paint: Callable[[QPainter], None]
    widget: QWidget | None = None


def parts_of(view: SlideView) -> list[Part]:
    """The parts of a slide, the whole first. They live as long as the view."""
    theme, lab = view.theme, view.lab
    made = [
        Part(WHOLE, view.size(), lambda painter: paint_widget(painter, view)),
        Part(LAB, lab.size(), lambda painter: paint_widget(painter, lab)),
    ]
    taken: dict[str, int] = {}
    shown = pictured(lab)
    texts = texts_of(lab) if any(isinstance(widget, Plot) for widget in shown) else []
    for widget in shown:
        if isinstance(widget, PointedGrid):
            name, part = widget.name, matrix_part(widget, theme)
        elif isinstance(widget, Plot):
            name, part = widget.name, Part("", *plot_with_axes(widget, lab, texts))
        else:
            name = str(getattr(widget, "picture_name", ""))
            part = widget_part(widget)
        taken[name] = taken.get(name, 0) + 1
        numbered = f"{name} ({taken[name]})" if taken[name] > 1 else name
        made.append(Part(numbered, part.size, part.paint, widget))
    return made


def pictured(lab: QWidget) -> Sequence[QWidget]:
    """The widgets that are pictures by themselves, in reading order."""
    found = [
        widget
        for widget in lab.findChildren(QWidget)
        if (isinstance(widget, PointedGrid | Plot) or bool(getattr(widget, "picture_name", "")))
        and widget.isVisibleTo(lab)
        and min(widget.width(), widget.height()) > 2 * grid.MARGIN
    ]
    return sorted(found, key=lambda one: place_in(one, lab))


def place_in(widget: QWidget, lab: QWidget) -> tuple[int, int]:
    """Down first, in steps of a row, then across."""
    place = widget.mapTo(lab, QPoint(0, 0))
    return place.y() // 40, place.x()


def paint_widget(painter: QPainter, widget: QWidget, place: QPoint | None = None) -> None:
    """A widget with everything in it, at a place."""
    painter.save()
    painter.translate(QPointF(place or QPoint(0, 0)))
    widget.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.restore()


def widget_part(widget: QWidget) -> Part:
    """A widget that says itself all that belongs to it."""
    size = widget.size() + QSize(2 * EDGE, 2 * EDGE)
    return Part("", size, lambda painter: paint_widget(painter, widget, QPoint(EDGE, EDGE)))


def matrix_part(shown: PointedGrid, theme: Theme) -> Part:
    """A matrix with its name above and the names of its rows and columns, where there is room."""
    rows, columns = named(shown)
    inside = QRectF(shown.rect())
    cells = grid.cells_rect(inside)
    down = cells.height() / max(shown.state.shape[0], 1)
    across = cells.width() / max(shown.state.shape[1], 1)
    left = EDGE + (round(max((lettering.width(name, CAPTION) for name in rows), default=0)) + 4)
    top = EDGE + TITLE_ROW + (NAME_ROW if columns else 0)
    wide = max(shown.width(), round(lettering.width(shown.name, HEAD)))
    size = QSize(left + wide + EDGE, top + shown.height() + EDGE)

    def paint(painter: QPainter) -> None:
        room = QRectF(left + cells.left(), EDGE, wide, 20)
        lettering.draw(painter, room, shown.name, HEAD, theme.ink)
        for row, name in enumerate(rows):
            place = QRectF(EDGE, top + cells.top() + row * down, left - EDGE - 4, down)
            lettering.draw(painter, place, name, CAPTION, theme.ink2, lettering.RIGHT)
        for column, name in enumerate(columns):
            place = QRectF(left + cells.left() + column * across, top - NAME_ROW, across, NAME_ROW)
            cut = lettering.fitted(name, CAPTION, across - 4)
            lettering.draw(painter, place, cut, CAPTION, theme.ink2, lettering.CENTRE)
        paint_widget(painter, shown, QPoint(left, top))

    return Part("", size, paint)


def named(shown: PointedGrid) -> tuple[Sequence[str], Sequence[str]]:
    """The names of rows and columns that there is room for."""
    cells = grid.cells_rect(QRectF(shown.rect()))
    height, width = shown.state.shape
    tall = cells.height() / max(height, 1) >= LEAST_CELL
    wide = cells.width() / max(width, 1) >= 2 * LEAST_CELL
    return (shown.row_names if tall else ()), (shown.column_names if wide else ())
