"""What lies over a lab's results until a guess is made: controls and inputs stay free."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPushButton, QWidget

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
BESIDE = 6  # px between two texts of one line
LABEL_ROOM, HEAD_ROOM = 88, 136  # left of a control: its label, or the head it belongs to


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
        results, inputs = QRegion(), QRegion()
        for part in lab.findChildren(QWidget):
            if part is self or not part.isVisibleTo(lab):
                continue
            corner = part.mapTo(lab, part.rect().topLeft())
            place = QRect(corner, part.size())
            if is_input(part):
                left, up, right, down = self.words_room(part)
                region = region.subtracted(QRegion(place.adjusted(-left, -up, right, down)))
                inputs = inputs.united(QRegion(place))
            elif part.parent() is lab and isinstance(part, Instrument) and place.top() > top:
                self.dashes.append(place)
                results = results.united(QRegion(place.adjusted(-8, -8, 8, 8)))
        self.setMask(self.with_cut_words(region.united(results)).subtracted(inputs))
        self.raise_()
        self.update()

    def with_cut_words(self, covered: QRegion) -> QRegion:
        """What is covered, and whatever the lab writes that would be cut, with its line."""
        lab = self.lab
        origin = QPointF(lab.mapTo(lab.window(), QPoint(0, 0)))
        ground = QPixmap(lab.size())
        with lettering.audit() as watch:
            lab.render(ground, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
        words = [each.bounds.translated(-origin).toAlignedRect() for each in watch.drawn]
        fresh = [
            word
            for word in words
            if covered.intersects(word) and not QRegion(word).subtracted(covered).isEmpty()
        ]
        while fresh:
            word = fresh.pop()
            covered = covered.united(word.adjusted(-2, -3, 2, 4))
            near = word.adjusted(-BESIDE, 0, BESIDE, 0)
            words = [other for other in words if other != word]
            fresh += [other for other in words if near.intersects(other) and other not in fresh]
        return covered

    def words_room(self, part: QWidget) -> tuple[int, int, int, int]:
        """What stays visible round an input, left, top, right and bottom."""
        if isinstance(part, QPushButton):
            return (4, 4, 4, 4)  # its words are its own
        if not isinstance(part, PointedGrid):
            return (HEAD_ROOM if isinstance(part, Toggle) else LABEL_ROOM, 4, 4, 4)
        left, up, right, down = WORDS_ROOM
        # Beside the values stand their weights, which are results.
        return (4 if part.state.kind == "value" else left, up, right, down)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            QTimer.singleShot(0, self, self.cover)
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.sheet)
            dash = STAT.sized(28)
            for place in self.dashes:
                lettering.draw(painter, QRectF(place), "—", dash, self.theme.ink3, lettering.CENTRE)
            room = self.free_room()
            if room is not None:
                runs = [
                    ("Guess first", HEAD, self.theme.ink),
                    ("   press T", LABEL, self.theme.ink2),
                ]
                lettering.draw_runs(painter, QRectF(room), runs, lettering.CENTRE)

    def free_room(self) -> QRect | None:
        """Where the words stand: as far down as nothing free of the veil cuts them."""
        covered, wide = self.mask(), 160
        for y in range(self.height() - 40, 64, -16):
            for x in ((self.width() - wide) // 2, self.width() - wide - 24, 24):
                room = QRect(x, y, wide, 24)
                crowded = any(room.intersects(dash) for dash in self.dashes)
                if not crowded and QRegion(room).subtracted(covered).isEmpty():
                    return room
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.asked.emit()
