"""What captioning and speech read, drawn by us: six patches of a picture, or frames of a sound.

Each part has the colour of the weight that the lit word gives it. The drawing stands for an
image; the numbers of Q, K and V were set by hand, and no network has looked at it.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop_app.panes.cross.layout import CrossLayout
from desktop_app.panes.cross.state import CrossState
from desktop_app.theme import Theme

ACROSS = 3  # patches in a row of the picture
MOST_PARTS = 12
LARGEST_PATCH, HIGH_FRAME = 36.0, 48.0
LEAST_ROOM = 48.0
ASIDE = 12.0

# Strokes of each patch in a square of side 1: lines, and circles as (x, y, radius).
Stroke = tuple[tuple[float, float], ...]
PATCHES: dict[str, tuple[tuple[Stroke, ...], tuple[tuple[float, float, float], ...]]] = {
    "sky": ((((0.1, 0.62), (0.45, 0.62)), ((0.35, 0.78), (0.75, 0.78))), ((0.66, 0.34, 0.16),)),
    "tree": ((((0.5, 1.0), (0.5, 0.6)),), ((0.5, 0.36, 0.26),)),
    "head": (
        (((0.28, 0.36), (0.2, 0.72), (0.36, 0.6)), ((0.72, 0.36), (0.8, 0.72), (0.64, 0.6))),
        ((0.5, 0.5, 0.26), (0.42, 0.46, 0.03), (0.58, 0.46, 0.03), (0.5, 0.6, 0.05)),
    ),
    "paws": (
        (((0.1, 0.0), (0.22, 0.8), (0.4, 0.8)), ((0.6, 0.0), (0.62, 0.8), (0.82, 0.8))),
        (),
    ),
    "toy": ((((0.22, 0.62), (0.5, 0.5), (0.78, 0.62)),), ((0.5, 0.6, 0.28),)),
    "grass": (
        (
            ((0.12, 1.0), (0.2, 0.55)),
            ((0.3, 1.0), (0.36, 0.4)),
            ((0.5, 1.0), (0.5, 0.6)),
            ((0.68, 1.0), (0.62, 0.45)),
            ((0.86, 1.0), (0.8, 0.6)),
        ),
        (),
    ),
}
# How loud each frame is, and how often its wave goes up and down.
FRAMES: dict[str, tuple[float, int]] = {
    "y": (0.5, 1), "e": (0.9, 2), "s": (0.35, 6), "p": (0.25, 4), "l": (0.55, 1),
    "ee": (0.95, 3), "z": (0.4, 6),
}  # fmt: skip


def paint_picture(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """The picture, or the sound, between the queries' line and the sum behind the weight."""
    rooms = part_rooms(layout, state)
    if not rooms or "weights" not in state.trace:
        return
    row = state.pair[0] if state.pair is not None else None
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (token, room) in enumerate(zip(state.experiment.key_tokens, rooms, strict=True)):
        weight = 0.0 if row is None else float(state.trace["weights"][row, place])
        ground = theme.weight_colour(weight)
        painter.fillRect(room, ground)
        lit = state.pair is not None and state.pair[1] == place
        painter.setPen(QPen(theme.ink if lit else theme.edge, 2.0 if lit else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(room)
        pen = QPen(theme.text_on(ground), 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setClipRect(room)
        if state.experiment.example == "speech":
            paint_frame(painter, room, token)
        else:
            paint_patch(painter, room, token)
        painter.setClipping(False)
    painter.restore()


def part_rooms(layout: CrossLayout, state: CrossState) -> list[QRectF]:
    """Where each patch or frame stands; none where no picture is read, or there is no room."""
    experiment = state.experiment
    parts = len(experiment.key_tokens)
    if experiment.example not in {"captioning", "speech"} or experiment.mode == "self":
        return []
    left = layout.inlet + ASIDE
    room = layout.arithmetic.left() - ASIDE - left
    if experiment.exchanged or parts > MOST_PARTS or room < LEAST_ROOM:
        return []
    top = layout.arithmetic.top() + 24
    if experiment.example == "speech":
        wide = min(room / parts, LARGEST_PATCH)
        return [QRectF(left + place * wide, top, wide, HIGH_FRAME) for place in range(parts)]
    rows = math.ceil(parts / ACROSS)
    high = layout.arithmetic.bottom() - top
    side = float(int(min(room / ACROSS, high / rows, LARGEST_PATCH)))
    return [
        QRectF(left + place % ACROSS * side, top + place // ACROSS * side, side, side)
        for place in range(parts)
    ]


def paint_patch(painter: QPainter, room: QRectF, token: str) -> None:
    """One patch in a few strokes; a word that nobody drew stays an empty patch."""
    lines, circles = PATCHES.get(token, ((), ()))
    for line in lines:
        painter.drawPolyline([in_room(room, x, y) for x, y in line])
    for x, y, radius in circles:
        painter.drawEllipse(in_room(room, x, y), radius * room.width(), radius * room.height())


def paint_frame(painter: QPainter, room: QRectF, token: str) -> None:
    """One frame of sound as a wave; a frame that nobody drew is silent."""
    loud, turns = FRAMES.get(token, (0.0, 1))
    path = QPainterPath(in_room(room, 0.0, 0.5))
    points = 24
    for place in range(1, points + 1):
        x = place / points
        path.lineTo(in_room(room, x, 0.5 - 0.45 * loud * math.sin(2 * math.pi * turns * x)))
    painter.drawPath(path)


def in_room(room: QRectF, x: float, y: float) -> QPointF:
    return QPointF(room.left() + x * room.width(), room.top() + y * room.height())
