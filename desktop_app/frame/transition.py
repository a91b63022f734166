"""The change from one slide to another: the old picture fades over the new one in 200 ms."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from desktop_app import motion

CHANGE_MS = 200
SHIFT = 16


class Transition(QWidget):
    """A picture of what was there, on top of the pane area; it moves aside and goes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture = QPixmap()
        self.share = 0.0
        self.way = 1
        self.fade = QVariantAnimation(self, startValue=1.0, endValue=0.0)
        self.fade.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.fade.valueChanged.connect(self.faded)
        self.fade.finished.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def start(self, old: QWidget, way: int) -> None:
        """Take a picture of `old` and let it go; `way` is 1 forwards, -1 backwards."""
        length = motion.duration(CHANGE_MS)
        if length == 0 or not old.isVisible():
            return
        self.fade.stop()
        self.picture = old.grab()
        self.way = way
        self.setGeometry(old.geometry())
        self.fade.setDuration(length)
        self.fade.start()
        self.show()
        self.raise_()

    def faded(self, share: float) -> None:
        self.share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setOpacity(self.share)
            painter.drawPixmap(round(-SHIFT * self.way * (1 - self.share)), 0, self.picture)
