"""The ring round what the keyboard stands on: one overlay for the whole window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid

from desktop_app.instruments.base import KEYBOARD_REASONS
from desktop_app.theme import Theme

GAP, WIDTH = 2, 2
MOVES = frozenset({QEvent.Type.KeyPress, QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Paint})


def scrolled_round(widget: QWidget) -> Iterator[QWidget]:
    """What a widget lies in that scrolls: it moves, and the widget hears nothing of it."""
    above = widget.parentWidget()
    while above is not None:
        port = above.parentWidget()
        if port is not None and isinstance(port.parentWidget(), QAbstractScrollArea):
            yield above
        above = port


class FocusRing(QWidget):
    """Shows only when the keyboard brought the focus; 2 px of ink with a gap of 2 px."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.theme = theme
        self.watched: QWidget | None = None
        self.around: list[QWidget] = []  # what it lies in that scrolls
        self.by_keyboard = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.follow)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Watch the widget that has the focus now."""
        for known in (self.watched, *self.around):
            if known is not None and isValid(known):  # a page may be gone by now
                known.removeEventFilter(self)
        self.watched, self.around = None, []
        if new is None or new.window() is not self.window():
            self.hide()
            return
        self.watched = new
        new.installEventFilter(self)
        self.around = list(scrolled_round(new))
        for above in self.around:
            above.installEventFilter(self)
        self.by_keyboard = bool(getattr(new, "keyboard_focus", False))
        self.settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.watched:
            if event.type() == QEvent.Type.Move:
                self.settle()
            return False
        if event.type() == QEvent.Type.FocusIn:
            self.by_keyboard = event.reason() in KEYBOARD_REASONS  # type: ignore[attr-defined]
        elif event.type() == QEvent.Type.MouseButtonPress:
            self.by_keyboard = False
        elif event.type() == QEvent.Type.KeyPress:
            self.by_keyboard = True
        elif event.type() not in MOVES:
            return False
        self.settle()
        return False

    def settle(self) -> None:
        """Stand where the ring belongs now, or hide."""
        widget = self.watched
        if widget is None or not self.by_keyboard or widget.visibleRegion().isEmpty():
            self.hide()
            return
        if getattr(widget, "marks_focus", False):  # it draws the place of the keyboard itself
            self.hide()
            return
        rect = QRectF(widget.rect())
        if hasattr(widget, "focus_rect"):
            rect = widget.focus_rect()
        origin = widget.mapTo(self.window(), QPoint(0, 0))
        out = GAP + WIDTH
        place = rect.translated(origin.x(), origin.y()).adjusted(-out, -out, out, out)
        target = place.toAlignedRect()
        if target != self.geometry():
            self.setGeometry(target)
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.theme.ink, WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            half = WIDTH / 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 6, 6)
