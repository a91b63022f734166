"""What lies over a lab's results until a guess is made: controls and inputs stay free."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import HEAD, LABEL, STAT
from desktop_app.panes.lab import Lab
from desktop_app.theme import Theme

CONTROLS = (QAbstractButton, QLineEdit, Stepper, Toggle, TickSlider)
WORDS_ROOM = (48, 24, 8, 24)  # left, top, right, bottom of a grid: its words and its symbol


def is_input(widget: QWidget) -> bool:
    """Whether a part of a lab is there to be changed, and shows no result."""
    if isinstance(widget, PointedGrid):
        return isinstance(widget, MatrixGrid) and widget.mode == "edit"
    return isinstance(widget, CONTROLS) or getattr(widget, "takes_input", False)


class Veil(Instrument):
    """A click on it asks for the question. asked()."""

    asked = Signal()

    def __init__(self, theme: Theme, lab: Lab) -> None:
        super().__init__(theme, lab)
        self.lab = lab
        self.dashes: list[QRect] = []
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Results are hidden until you guess: press T")
        self.hide()
        lab.installEventFilter(self)

    def show_hidden(self, hidden: bool) -> None:
        """Cover the results, or lift the cover."""
        self.setVisible(hidden)
        if hidden:
            self.cover()

    def cover(self) -> None:
        """Everything below the control row but the inputs and the words beside them."""
        lab = self.lab
        self.setGeometry(lab.rect())
        top = 64
        region = QRegion(QRect(0, top, lab.width(), lab.height() - top))
        self.dashes = []
        for part in lab.findChildren(QWidget):
            if part is self or not part.isVisibleTo(lab):
                continue
            corner = part.mapTo(lab, part.rect().topLeft())
            place = QRect(corner, part.size())
            if is_input(part):
                room = WORDS_ROOM if isinstance(part, PointedGrid) else (40, 4, 4, 4)
                left, up, right, down = room
                region = region.subtracted(QRegion(place.adjusted(-left, -up, right, down)))
            elif part.parent() is lab and isinstance(part, Instrument) and place.top() > top:
                self.dashes.append(place)
        self.setMask(region)
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            QTimer.singleShot(0, self, self.cover)
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.sheet)
        dash = STAT.sized(28)
        for place in self.dashes:
            lettering.draw(painter, QRectF(place), "—", dash, self.theme.ink3, lettering.CENTRE)
        room = QRectF(0, self.height() - 48, self.width(), 24)
        if self.mask().contains(room.center().toPoint()):
            runs = [("Guess first", HEAD, self.theme.ink), ("   press T", LABEL, self.theme.ink2)]
            lettering.draw_runs(painter, room, runs, lettering.CENTRE)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.asked.emit()
