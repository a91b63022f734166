"""What a plane of vectors shows, and where: the state, the scale, and the places of its words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF

from desktop_app import lettering, numbers
from desktop_app.lettering import CAPTION, LABEL, Style

Floats = npt.NDArray[np.float64]
UNIT_GRID = 8  # the scale is a multiple of this many px a unit
ROOM_UNITS = (5.35, 3.5)  # how many units a plane at its own scale is wide and high
ORIGIN = (0.388, 0.507)  # where the origin stands, as shares of width and height
MARGIN = 10.0  # tips keep this far from the edge
SMALLEST_SQUARE = 16.0
LONGEST_WORD = 88.0
ALL = -1  # no arrow: every label keeps away
RING = 8.5  # radius of the handle at the query's tip
HEAD = 5.0  # labels of other arrows keep this far from a key's tip


@dataclass(frozen=True)
class PlaneState:
    """Vectors in one plane. Arrow 0 is the query, arrow j the key j (from 1).

    query (2,), keys (n, 2), feet (n, 2): in units. dots (n,): dot products. length: of the query;
    0 means that it has no line. off_plane (n,): how far a key really lies outside the plane.
    names (n + 1): each arrow read aloud. stuck: arrows that cannot be moved.
    """

    query_word: str
    words: tuple[str, ...]
    query: Floats
    keys: Floats
    feet: Floats
    dots: Floats
    length: float
    off_plane: Floats
    pinned: int
    names: tuple[str, ...]
    stuck: frozenset[int] = frozenset()
    hovered: int | None = None
    pointer: tuple[float, float] | None = None
    caption: str = ""

    def tip(self, arrow: int) -> Floats:
        """Where an arrow ends, in units."""
        found: Floats = self.query if arrow == 0 else self.keys[arrow - 1]
        return found


def drawable(state: PlaneState) -> PlaneState:
    """A state whose vectors have places: 0, 0 for one that holds what is no finite number.

    Qt ends the process where it is to paint at NaN. The words and numbers stay as they are.
    """
    query, keys, feet = (with_places(there) for there in (state.query, state.keys, state.feet))
    lost = query is not state.query or not math.isfinite(state.length)
    length = 0.0 if lost else state.length
    return replace(state, query=query, keys=keys, feet=feet, length=length)


def with_places(vectors: Floats) -> Floats:
    """Vectors (..., 2), those that have no place at 0, 0."""
    placed = np.isfinite(vectors).all(axis=-1, keepdims=True)
    return vectors if placed.all() else np.where(placed, vectors, 0.0)


@dataclass(frozen=True)
class PlaneView:
    """The scale of a plane: px a unit, the origin in px, and the units between two hairlines."""

    unit: float
    origin: QPointF
    step: float

    def at(self, point: Floats) -> QPointF:
        """A point in units -> px."""
        return QPointF(
            self.origin.x() + float(point[0]) * self.unit,
            self.origin.y() - float(point[1]) * self.unit,
        )

    def units(self, place: QPointF) -> tuple[float, float]:
        """A place in px -> units."""
        return (
            (place.x() - self.origin.x()) / self.unit,
            (self.origin.y() - place.y()) / self.unit,
        )


def plane_view(width: float, height: float, state: PlaneState) -> PlaneView:
    """The plane's own scale, or, where a tip would leave it, the first smaller one that fits."""
    own = max(int(min(width / ROOM_UNITS[0], height / ROOM_UNITS[1])) // UNIT_GRID, 1) * UNIT_GRID
    origin = QPointF(round(width * ORIGIN[0]), round(height * ORIGIN[1]))
    view = PlaneView(float(own), origin, 1.0)
    # A tip dragged to the margin may be rounded beyond it; that is no reason to change the scale.
    edge = MARGIN - 2
    room = QRectF(0, 0, width, height).adjusted(edge, edge, -edge, -edge)
    tips = [state.query, *state.keys]
    middle = QPointF(round(width / 2), round(height / 2))
    unit = float(own)
    while not all(room.contains(view.at(tip)) for tip in tips):
        unit = unit - UNIT_GRID if unit > 3 * UNIT_GRID else unit / 2
        view = PlaneView(unit, middle, square(unit))
    return view


def square(unit: float) -> float:
    """How many units one square is: 1, 2 or 5 times a power of ten, at least 16 px."""
    if unit >= SMALLEST_SQUARE:
        return 1.0
    least = SMALLEST_SQUARE / unit
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


@dataclass(frozen=True)
class PlaneLabel:
    """A word or a number in the plane. arrow: whose it is. Each run: text, semibold, colour role
    ("query", "key", "weight", "negative" or "")."""

    rect: QRectF
    runs: tuple[tuple[str, bool, str], ...]
    arrow: int
    is_number: bool = False
    style: Style = LABEL


def placed_labels(state: PlaneState, view: PlaneView, rect: QRectF) -> list[PlaneLabel]:
    """Every word and number that has room, the most important first; none touches another."""
    labels: list[PlaneLabel] = []
    ring = view.at(state.query)
    taken = [(ALL, around(ring, RING))]
    taken += [(key + 1, around(view.at(tip), HEAD)) for key, tip in enumerate(state.keys)]
    if state.caption:
        wide = lettering.width(state.caption, CAPTION) + 8
        taken.append((ALL, QRectF(rect.left(), rect.top(), wide, 18)))
    lit = [arrow for arrow in (state.pinned, state.hovered) if arrow]
    order = sorted(range(1, len(state.words) + 1), key=lambda arrow: arrow not in lit)
    for arrow in order:
        add(labels, taken, word_label(state, view, arrow), word_places(state, view, arrow), rect)
    add(labels, taken, query_label(state), query_places(state, view, rect), rect)
    if state.length > 0:
        for arrow in numbers_in_order(state, view):
            label = number_label(state, arrow)
            add(labels, taken, label, number_places(state, view, arrow), rect)
    return labels


def add(
    labels: list[PlaneLabel],
    taken: list[tuple[int, QRectF]],
    label: PlaneLabel,
    middles: Sequence[QPointF],
    rect: QRectF,
) -> None:
    """Put a label at the first of its places that is free, if there is one.

    taken: what stands there already, each with the arrow whose own labels may come close.
    """
    size = label.rect
    inside = rect.adjusted(1, 1, -1, -1)
    for middle in middles:
        place = size.translated(middle.x(), middle.y())
        if inside.contains(place) and not any(
            place.intersects(other) for owner, other in taken if owner != label.arrow
        ):
            taken.append((ALL, place))
            labels.append(PlaneLabel(place, label.runs, label.arrow, label.is_number, label.style))
            return


def around(place: QPointF, reach: float) -> QRectF:
    """A square round a place."""
    return QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach)


def sized(runs: tuple[tuple[str, bool, str], ...], style: Style) -> QRectF:
    """The room that runs need, round the point 0, 0."""
    wide = sum(lettering.width(text, style.bold(bold)) for text, bold, _ in runs) + 4
    return QRectF(-wide / 2, -8, wide, 16)


def word_label(state: PlaneState, view: PlaneView, arrow: int) -> PlaneLabel:
    bold = arrow in (state.pinned, state.hovered)
    text = lettering.fitted(state.words[arrow - 1], LABEL.bold(bold), LONGEST_WORD)
    runs = ((text, bold, "key"),)
    return PlaneLabel(sized(runs, LABEL), runs, arrow)


def word_places(state: PlaneState, view: PlaneView, arrow: int) -> list[QPointF]:
    """Round the tip of a key, beginning beyond it in its own direction."""
    tip = state.tip(arrow)
    at = view.at(tip)
    half = word_label(state, view, arrow).rect.width() / 2
    outward = math.atan2(-float(tip[1]), float(tip[0])) if tip.any() else -math.pi / 2
    places = []
    for turn in (0, 30, -30, 60, -60, 90, -90, 130, -130, 180):
        angle = outward + math.radians(turn)
        across, down = math.cos(angle), math.sin(angle)
        places.append(QPointF(at.x() + across * (half + 7), at.y() + down * 15))
    return places


def query_label(state: PlaneState) -> PlaneLabel:
    word = lettering.fitted(state.query_word, LABEL.bold(), LONGEST_WORD)
    runs = (("query ", False, "query"), (word, True, "query"))
    return PlaneLabel(sized(runs, LABEL), runs, 0)


def query_places(state: PlaneState, view: PlaneView, rect: QRectF) -> list[QPointF]:
    """Beside the end of the query's line, under it first; beside the origin without a line."""
    half = query_label(state).rect.width() / 2
    if state.length == 0:
        return [view.origin + QPointF(way * (half + 16), down) for down in (16, -16)
                for way in (1, -1)]  # fmt: skip
    places = []
    for way in (1.0, -1.0):
        end = line_end(state, view, rect, way)
        along = end - view.origin
        if min(abs(end.x() - rect.left()), abs(end.x() - rect.right())) < 1:
            x = end.x() - math.copysign(half + 2, along.x())
            y = end.y() - along.y() / along.x() * (end.x() - x)
            lift = 13 + abs(along.y() / along.x()) * half
            places += [QPointF(x, y + lift), QPointF(x, y - lift)]
        else:
            y = end.y() - math.copysign(14, along.y())
            x = end.x() - along.x() / along.y() * (end.y() - y)
            places += [QPointF(x + half + 10, y), QPointF(x - half - 10, y)]
    return places


def line_end(state: PlaneState, view: PlaneView, rect: QRectF, way: float) -> QPointF:
    """Where the query's line leaves the plane, in its own direction or (way -1) backwards."""
    run = way * float(state.query[0]) / state.length
    rise = -way * float(state.query[1]) / state.length
    reach = []
    for slope, start, low, high in (
        (run, view.origin.x(), rect.left(), rect.right()),
        (rise, view.origin.y(), rect.top(), rect.bottom()),
    ):
        if slope:
            reach.append(((high if slope > 0 else low) - start) / slope)
    far = min(reach)
    return QPointF(view.origin.x() + run * far, view.origin.y() + rise * far)


def numbers_in_order(state: PlaneState, view: PlaneView) -> list[int]:
    """Keys as their dot products claim room: the pinned one, those pointed at, the others."""

    def rank(arrow: int) -> tuple[int, float]:
        foot = view.at(state.feet[arrow - 1])
        away = 0.0
        if state.pointer is not None:
            away = math.hypot(foot.x() - state.pointer[0], foot.y() - state.pointer[1])
        return 0 if arrow == state.pinned else 1 if arrow == state.hovered else 2, away

    return sorted(range(1, len(state.words) + 1), key=rank)


def number_label(state: PlaneState, arrow: int) -> PlaneLabel:
    number = float(state.dots[arrow - 1])
    role = "weight" if number > 0 else "negative" if number < 0 else ""
    runs = ((numbers.fixed(number), arrow in (state.pinned, state.hovered), role),)
    return PlaneLabel(sized(runs, LABEL), runs, arrow, is_number=True)


def number_places(state: PlaneState, view: PlaneView, arrow: int) -> list[QPointF]:
    """At a key's foot: on the side away from the key, then (if it is pinned or pointed at) round
    it."""
    foot = view.at(state.feet[arrow - 1])
    drop = foot - view.at(state.keys[arrow - 1])
    length = math.hypot(drop.x(), drop.y())
    if length < 1:
        # The key lies on the line: below the line is as good as above it.
        drop = QPointF(float(state.query[1]), float(state.query[0])) * (1 / state.length)
        drop, length = (drop if drop.y() >= 0 else -drop), 1.0
    away = drop * (1 / length)
    half = number_label(state, arrow).rect.width() / 2
    reach = 16 + abs(away.x()) * (half - 8)
    places = [foot + away * reach]
    if arrow in (state.pinned, state.hovered):
        side = QPointF(-away.y(), away.x()) * (half + 4)
        places += [foot + away * reach + side, foot + away * reach - side, foot - away * reach]
    return places
