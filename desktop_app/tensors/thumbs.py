"""All maps of a file, small: layers or batches down, heads across. Arrows walk, a click opens."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.tensors.maps import Index
from core.tensors.pyramid import Bytes
from desktop_app import lettering
from desktop_app.instruments.base import Instrument, outline
from desktop_app.lettering import CAPTION
from desktop_app.tensors.map_drawing import image_of
from desktop_app.tensors.map_view import walked
from desktop_app.theme import Theme

GAP = 4.0
LEFT, TOP = 64.0, 18.0
LARGEST, SMALLEST = 64.0, 6.0
Lead = tuple[tuple[str, int], ...]


def axes_of(lead: Lead) -> tuple[int | None, int]:
    """Which axis goes down (None: only one row), and which across: heads, else the last."""
    names = [name for name, _ in lead]
    across = names.index("head") if "head" in names else len(lead) - 1
    others = [place for place in range(len(lead)) if place != across and lead[place][1] > 1]
    layers = [place for place in others if names[place] == "layer"]
    down = layers[0] if layers else others[-1] if others else None
    return down, across


class ThumbGrid(Instrument):
    """index_chosen(index): another map is to be shown."""

    index_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.lead: Lead = ()
        self.index: Index = ()
        self.thumbs: dict[Index, Bytes] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_maps(self, lead: Lead, index: Index, thumbs: dict[Index, Bytes]) -> None:
        """Draw the maps of a file, the chosen one outlined."""
        self.lead, self.index, self.thumbs = lead, index, thumbs
        words = ", ".join(
            f"{name} {at + 1} of {size}" for (name, size), at in zip(lead, index, strict=True)
        )
        self.setAccessibleName(f"Maps: {words}")
        self.update()

    def shape(self) -> tuple[int, int]:
        """How many maps down and across."""
        down, across = axes_of(self.lead)
        return 1 if down is None else self.lead[down][1], self.lead[across][1]

    def side(self, width: float, height: float) -> float:
        """How large a map is drawn where there is so much room."""
        rows, columns = self.shape()
        across = (width - LEFT) / columns - GAP
        down = (height - TOP) / rows - GAP
        return float(int(max(min(across, down, LARGEST), SMALLEST)))

    def high(self, width: float, most: float) -> float:
        """The height that all maps need in a width."""
        return TOP + self.shape()[0] * (self.side(width, most) + GAP)

    def spot(self, row: int, column: int) -> QRectF:
        side = self.side(self.width(), self.height())
        return QRectF(LEFT + column * (side + GAP), TOP + row * (side + GAP), side, side)

    def index_at(self, row: int, column: int) -> Index:
        """The index of a place; what goes neither down nor across stays."""
        down, across = axes_of(self.lead)
        made = list(self.index)
        made[across] = column
        if down is not None:
            made[down] = row
        return tuple(made)

    def place(self) -> tuple[int, int]:
        """Row and column of the chosen map."""
        down, across = axes_of(self.lead)
        return 0 if down is None else self.index[down], self.index[across]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.keyboard_focus = False
        found = self.place_at(event.position())
        if found is not None:
            self.index_chosen.emit(self.index_at(*found))

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """Row and column under a point."""
        rows, columns = self.shape()
        for row in range(rows):
            for column in range(columns):
                if self.spot(row, column).contains(point):
                    return row, column
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        found = walked(event.key(), self.place(), self.shape())
        if found is None:
            super().keyPressEvent(event)
        else:
            self.index_chosen.emit(self.index_at(*found))

    def focus_rect(self) -> QRectF:
        return self.spot(*self.place()).adjusted(-2, -2, 2, 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.lead:
            return
        with QPainter(self) as painter:
            theme, (rows, columns) = self.theme, self.shape()
            down, across = axes_of(self.lead)
            side = self.side(self.width(), self.height())
            row, column = self.place()
            self.paint_numbers(painter, columns, side, column, across)
            for at in range(rows):
                spot = self.spot(at, 0)
                if down is not None and (side >= 12 or at == row):
                    line = QRectF(0, spot.center().y() - 8, LEFT - 8, 16)
                    name = f"{self.lead[down][0]} {at + 1}"
                    ink = theme.ink if at == row else theme.ink3
                    lettering.draw(painter, line, name, CAPTION.bold(at == row), ink)
                for beside in range(columns):
                    self.paint_thumb(painter, at, beside)
            outline(painter, self.spot(row, column).adjusted(-2, -2, 2, 2), QPen(theme.ink, 2))

    def paint_numbers(
        self, painter: QPainter, columns: int, side: float, chosen: int, across: int
    ) -> None:
        """Which head is which, as many as have room."""
        theme = self.theme
        name = QRectF(0, 0, LEFT - 8, TOP - 4)
        lettering.draw(painter, name, self.lead[across][0], CAPTION, theme.ink3)
        step = max(1, int(20 // (side + GAP)) + (side + GAP < 20))
        for beside in range(columns):
            if beside != chosen and (beside % step or abs(beside - chosen) * (side + GAP) < 18):
                continue
            spot = self.spot(0, beside)
            line = QRectF(spot.center().x() - 12, 0, 24, TOP - 4)
            ink = theme.ink if beside == chosen else theme.ink3
            style = CAPTION.bold(beside == chosen)
            lettering.draw(painter, line, str(beside + 1), style, ink, lettering.CENTRE)

    def paint_thumb(self, painter: QPainter, row: int, column: int) -> None:
        """One map; an empty place while it has not been read."""
        spot = self.spot(row, column)
        painter.fillRect(spot, self.theme.sunken)
        thumb = self.thumbs.get(self.index_at(row, column))
        if thumb is not None:
            painter.drawImage(spot, image_of(thumb, self.theme))
