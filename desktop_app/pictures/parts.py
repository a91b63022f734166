"""What of a slide can be taken as a picture: the whole pane, its lab, each matrix and each plot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
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


Piece = Callable[[QPainter], None]
NO_CHILDREN = QWidget.RenderFlag(0)


class Part(NamedTuple):
    """Something that can be pictured: its name, size in px, and what paints it at the origin.

    widget: what it shows, None for more than one. pieces: what paints the same piece by piece.
    """

    name: str
    size: QSize
    paint: Piece
    widget: QWidget | None = None
    pieces: Callable[[], Iterator[Piece]] | None = None


def parts_of(view: SlideView) -> list[Part]:
    """The parts of a slide, the whole first. They live as long as the view."""
    theme, lab = view.theme, view.lab
    made = [
        whole_part(WHOLE, view),
        whole_part(LAB, lab),
    ]
    shown = names_of(lab)
    texts = texts_of(lab) if any(isinstance(widget, Plot) for widget in shown) else []
    for widget, name in shown.items():
        if isinstance(widget, PointedGrid):
            part = matrix_part(widget, theme)
        elif isinstance(widget, Plot):
            part = Part("", *plot_with_axes(widget, lab, texts))
        else:
            part = widget_part(widget)
        made.append(Part(name, part.size, part.paint, widget))
    return made


def names_of(lab: QWidget) -> dict[QWidget, str]:
    """The widgets that are pictures by themselves, and what each is called; no name twice."""
    found, taken = dict[QWidget, str](), dict[str, int]()
    for widget in pictured(lab):
        named = isinstance(widget, PointedGrid | Plot)
        name = str(getattr(widget, "name" if named else "picture_name"))
        taken[name] = taken.get(name, 0) + 1
        found[widget] = f"{name} ({taken[name]})" if taken[name] > 1 else name
    return found


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


def pieces_of(widget: QWidget) -> Iterator[Piece]:
    """What paints a widget and then each widget in it, one by one, where `paint_widget` does."""

    def walk(one: QWidget, at: QPoint, seen: QRect) -> Iterator[Piece]:
        region = QRegion(seen.translated(-at))
        yield lambda painter: QWidget.render(one, painter, seen.topLeft(), region, NO_CHILDREN)
        for child in one.children():
            if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
                place = at + child.pos()
                inside = QRect(place, child.size()) & seen
                if not inside.isEmpty():
                    yield from walk(child, place, inside)

    return walk(widget, QPoint(0, 0), widget.rect())


def whole_part(name: str, widget: QWidget) -> Part:
    """A widget with everything in it, which can be painted in slices."""
    paint, pieces = partial(paint_widget, widget=widget), partial(pieces_of, widget)
    return Part(name, widget.size(), paint, pieces=pieces)


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
