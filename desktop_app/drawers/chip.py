"""The chip in a lab's control row that says a mistake is being made; a click puts it right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.pointing import Pressed
from desktop_app.lettering import LABEL
from desktop_app.panes.lab import Lab
from desktop_app.theme import Theme

WORDS = "fault on"
HEIGHT, CLUSTER, GAP = 24, 40, 12
ABOVE = 0  # the top of a chip above a full row
BAND = (12, 60)  # where control rows are


class FaultChip(Pressed):
    """Stands left of the buttons at the right end of the control row."""

    def __init__(self, theme: Theme, lab: Lab) -> None:
        super().__init__(theme, lab)
        self.lab = lab
        wide = lettering.width(WORDS, LABEL.bold())
        self.full = round(wide) + 36
        self.setFixedSize(self.full, HEIGHT)
        self.hide()
        lab.installEventFilter(self)

    def show_fault(self, title: str) -> None:
        """Name the mistake, or hide ("")."""
        self.setVisible(bool(title))
        self.setToolTip(f"{title}: click to put it right")
        self.setAccessibleName(f"fault on: {title}. Put right")
        self.stand()

    def stand(self) -> None:
        """Left of the last cluster of controls in the row; without words, or above it, where
        there is no room."""
        self.lab.row_end = float("inf")
        if self.isHidden():
            return
        self.raise_()
        self.setFixedWidth(self.full)
        row = sorted(
            (
                child.geometry()
                for child in self.lab.findChildren(QWidget)
                if self.is_control(child)
            ),
            key=lambda place: -place.right(),
        )
        left = self.lab.width() - GAP
        rest = list(row)
        while rest and left - rest[0].right() <= CLUSTER:
            left = rest.pop(0).left()
        left -= self.lab.row_label
        x = left - GAP - self.width()
        before = max((place.right() for place in rest), default=0)
        y = row[0].center().y() - HEIGHT // 2 if row else 24
        if x < before + GAP:
            self.setFixedWidth(HEIGHT)
            x = left - GAP // 2 - HEIGHT
        if self.lab.row_is_full or x < before:
            self.setFixedWidth(self.full if self.lab.row_is_full else HEIGHT)
            x, y = self.lab.width() - self.margin() - self.width(), ABOVE
        self.lab.row_end = float(x)
        self.move(x, y)

    def margin(self) -> int:
        """How far the row's end is from the lab's edge."""
        measures = self.lab.size_class
        return GAP if measures is None else measures.lab_padding

    def is_control(self, child: QWidget) -> bool:
        """Whether a widget stands in the control row."""
        if child.parent() is not self.lab or child is self or child.isHidden():
            return False
        middle = child.geometry().center().y()
        return BAND[0] <= middle <= BAND[1] and child.height() <= 48

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            QTimer.singleShot(0, self, self.stand)
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, rect = self.theme, QRectF(self.rect())
            painter.setPen(QPen(theme.alert, 1))
            painter.setBrush(theme.alert_tint)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
            small = self.width() == HEIGHT
            middle = QPointF(HEIGHT / 2 if small else 14, rect.center().y())
            painter.setPen(QPen(theme.alert, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for way in (-3, 3):
                painter.drawLine(middle + QPointF(-3, -way), middle + QPointF(3, way))
            if not small:
                room = rect.adjusted(24, 0, -12, 0)
                lettering.draw(painter, room, WORDS, LABEL.bold(), theme.alert)
