"""Pictures of a map of the learner's own: as far as it is in sight, and the whole of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from core.numbers_out.own_map import place_words
from desktop_app import lettering
from desktop_app.lettering import CAPTION, HEAD
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.parts import EDGE, TITLE_ROW, Part
from desktop_app.tensors import map_drawing
from desktop_app.tensors.map_drawing import MapState
from desktop_app.tensors.map_view import MapView
from desktop_app.tensors.page import TensorsPage
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.window import Window

SIGHT, ALL = "Map, as far as in sight", "Map"
NOTE_ROW = 18
LEAST_WIDE = 320  # room for what is said of the map


class MapPictures(PictureDialog):
    """The picture dialog with the map in place of the parts of a slide."""

    def __init__(self, window: Window, page: TensorsPage) -> None:
        self.page = page
        super().__init__(window, "")

    def make_parts(self) -> list[Part]:
        return map_parts(self.page, self.worn)

    @property
    def title(self) -> str:
        return f"{stem_of(self.page)}: {self.part.name}"

    @property
    def stem(self) -> str:
        return f"{stem_of(self.page)} map"


def stem_of(page: TensorsPage) -> str:
    """What files of a page's numbers begin with: the name of the first file that is open."""
    found = page.desk.opened
    return "tensors" if found is None else found.collection.files[0].path.stem


def map_parts(page: TensorsPage, theme: Theme) -> list[Part]:
    """The map as it is zoomed, where it is, then the whole of it."""
    map_ = page.sheet.map
    seen = replace(map_.state(), hovered=None, brush=None)
    whole = replace(seen, view=MapView.whole(seen.view.rows, seen.view.columns))
    made = [] if seen.view.is_whole else [map_part(SIGHT, page, seen, theme)]
    return [*made, map_part(ALL, page, whole, theme)]


def map_part(name: str, page: TensorsPage, state: MapState, theme: Theme) -> Part:
    """One map with its title, its file and what the filter did."""
    found, shown = page.desk.opened, state.shown
    assert found is not None and shown is not None
    place = place_words(found, shown.index)
    title = f"weights, {place}" if place else "weights"
    room = QRectF(0, 0, page.sheet.map.width(), page.sheet.map.height())
    cells = map_drawing.map_room(room, state.view, state.row_names, state.column_names)
    wide = max(cells.right() + 2, LEAST_WIDE, lettering.width(title, HEAD))
    said = [found.collection.title, *shown.said]
    lines = [line for words in said for line in lettering.wrapped(words, CAPTION, wide)]
    top = EDGE + TITLE_ROW
    below = top + cells.bottom() + 10
    size = QSize(round(wide + 2 * EDGE), round(below + NOTE_ROW * len(lines) + EDGE))

    def paint(painter: QPainter) -> None:
        lettering.draw(painter, QRectF(EDGE, EDGE, wide, 20), title, HEAD, theme.ink)
        map_drawing.paint(painter, room.translated(EDGE, top), state, theme)
        for at, line in enumerate(lines):
            spot = QRectF(EDGE, below + at * NOTE_ROW, wide, NOTE_ROW)
            lettering.draw(painter, spot, line, CAPTION, theme.ink2)

    return Part(name, size, paint)
