"""A figure of the article: what the engine made of it, its caption, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.article import Drawing, MapFigure
from core.article_figure import Curves, WeightMap, curves_of, is_slow, weight_map
from desktop_app import lettering
from desktop_app.article import curves as plots
from desktop_app.article.curves import CurvePaper
from desktop_app.article.map import MapPaper
from desktop_app.article.words import Words
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

UNDER = 12  # between a figure and its caption
NEAR = 24.0  # px within which a point is read


class FigureBlock(Instrument):
    """Drawn at once, or as soon as it is computed. read(words): the point that is read.

    Left and Right walk its points or cells, Escape leaves them.
    """

    read = Signal(str)

    def __init__(self, theme: Theme, drawing: Drawing, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.drawing = drawing
        self.shown: Curves | WeightMap | None = None
        self.problem = ""
        self.at: int | None = None
        self.caption = Words(theme, LABEL, 20, self, "ink2")
        self.caption.show_markdown(f"**Figure {drawing.number}**  {drawing.caption}")
        self.name = f"Figure {drawing.number}"
        self.setAccessibleName(f"{self.name}: {self.caption.accessibleName()}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        if not is_slow(drawing.figure):
            self.draw_at_once()

    def draw_at_once(self) -> None:
        """What takes no time; a sentence stands where a figure cannot be drawn."""
        figure = self.drawing.figure
        try:
            made = weight_map(figure) if isinstance(figure, MapFigure) else curves_of(figure)
        except ValueError as error:
            self.problem = str(error)
        else:
            self.shown = made

    def show_figures(self, shown: Curves) -> None:
        """Draw curves that have been computed."""
        self.shown = shown
        self.update()

    # layout

    def paper(self, width: float) -> CurvePaper | MapPaper | None:
        """Where everything lies at a width; None until it is computed."""
        if isinstance(self.shown, Curves):
            return CurvePaper(self.shown, width)
        return None if self.shown is None else MapPaper(self.shown, width)

    def plot_height(self, width: float) -> int:
        paper = self.paper(width)
        return paper.height if isinstance(paper, MapPaper) else plots.HEIGHT

    def height_at(self, width: int) -> int:
        return self.plot_height(width) + UNDER + self.caption.heightForWidth(width) + 4

    def resizeEvent(self, event: object) -> None:
        top = self.plot_height(self.width()) + UNDER
        tall = self.caption.heightForWidth(self.width())
        self.caption.setGeometry(0, top, self.width(), tall)

    # painting

    def focus_rect(self) -> QRectF:
        return QRectF(0, 0, self.width(), self.plot_height(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.paint_plot(painter, self.theme, self.width())
            spots = self.spots()
            if self.at is not None and self.at < len(spots):
                painter.setPen(QPen(self.theme.ink, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                spot = spots[self.at][0]
                if spot.width() < 1:
                    painter.drawEllipse(spot.center(), 5.5, 5.5)
                else:
                    painter.drawRect(spot)

    def paint_plot(self, painter: QPainter, theme: Theme, width: float) -> None:
        """The figure without its caption, on the screen or on paper."""
        paper = self.paper(width)
        if paper is not None:
            paper.paint(painter, theme)
            return
        words = self.problem or "computing the curves"
        room = QRectF(0, plots.TOP, width, plots.PLOT)
        lettering.draw(painter, room, words, LABEL, theme.ink3, lettering.CENTRE)

    # reading

    def spots(self) -> list[tuple[QRectF, str]]:
        """What can be read: its place (a point has no size) and its words."""
        paper = self.paper(self.width())
        if isinstance(paper, CurvePaper):
            return [
                (QRectF(point.place.x() - 0.25, point.place.y() - 0.25, 0.5, 0.5), point.said)
                for point in paper.points()
            ]
        if paper is None:
            return []
        rows, columns = paper.map.weights.shape
        return [
            (paper.rect(row, column), paper.said(row, column))
            for row in range(rows)
            for column in range(columns)
        ]

    def read_spot(self, place: int | None) -> None:
        if place != self.at:
            self.at = place
            words = "" if place is None else self.spots()[place][1]
            self.setAccessibleDescription(words)
            self.read.emit(words)
            self.update()

    def nearest(self, point: QPointF) -> int | None:
        """What is under the pointer, or near it."""
        best, found = NEAR, None
        for place, (spot, _) in enumerate(self.spots()):
            if spot.width() >= 1:
                if spot.contains(point):
                    return place
                continue
            away = spot.center() - point
            distance = (away.x() ** 2 + away.y() ** 2) ** 0.5
            if distance < best:
                best, found = distance, place
        return found

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.read_spot(self.nearest(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.read_spot(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        count = len(self.spots())
        if step is not None and count:
            place = self.at if self.at is not None else (-1 if step > 0 else count)
            self.read_spot(min(max(place + step, 0), count - 1))
        elif event.key() == Qt.Key.Key_Escape and self.at is not None:
            self.read_spot(None)
        else:
            event.ignore()

    def facts(self) -> Sequence[str]:
        """What the status line says about the figure."""
        first = (self.name,) if self.shown is None else self.shown.facts
        if first and self.shown is not None:
            return (f"{self.name}: {first[0]}", *first[1:])
        return first
