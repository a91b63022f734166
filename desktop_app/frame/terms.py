"""The glossary wherever its words stand: resting on one tells its entry.

One listener for the whole window. A request for a tooltip that nothing under the pointer answers
comes up to the window; so a number's own words, and a control's own hint, come before a term.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from desktop_app.frame.painted_words import Spot, spot_at
from desktop_app.frame.term_hover import entry

if TYPE_CHECKING:
    from desktop_app.theme import Theme
    from desktop_app.window import Window

ROOM = 3  # px around a term that belong to it
LEAVING = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.KeyPress,
        QEvent.Type.ShortcutOverride,  # all that is sent of a key that is a shortcut
        QEvent.Type.WindowDeactivate,
    }
)


class TermMark(QWidget):
    """The dotted line under the term whose entry is told, over whatever shows it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.theme = theme
        self.spot: Spot | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def show_spot(self, spot: Spot | None) -> None:
        """Mark a term, or none; the mark goes as soon as the pointer leaves it."""
        application = QApplication.instance()
        assert application is not None
        if self.spot is not None:
            application.removeEventFilter(self)
        self.spot = spot
        if spot is None:
            self.hide()
            return
        application.installEventFilter(self)
        place = spot.box.boundingRect().adjusted(-ROOM, -ROOM, ROOM, ROOM).toAlignedRect()
        self.setGeometry(place)
        self.raise_()
        self.show()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        resized = kind == QEvent.Type.Resize and watched is self.parentWidget()
        gone = kind in LEAVING or resized
        if kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            gone = not self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint()))
        if gone:
            self.show_spot(None)
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.spot is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = QPen(self.theme.ink2, 1.5, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.translate(-QPointF(self.pos()))
            painter.drawLine(self.spot.box.at(3), self.spot.box.at(2))


class Terms(QObject):
    """Tells the entry of the word under the pointer, on any slide, drawer or page."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.mark: TermMark | None = None
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            asked = cast("QHelpEvent", event)
            return self.tell(asked.pos(), asked.globalPos())
        return False

    def tell(self, point: QPoint, on_screen: QPoint) -> bool:
        """Show the entry of the term at a point of the window. Returns whether there is one."""
        glossary = self.window.pages.glossary
        if not glossary.terms or self.number_at(point):
            return False
        spot = spot_at(self.window, glossary, point)
        if spot is None:
            return self.tell_hint(point, on_screen)
        if self.mark is None:
            self.mark = TermMark(self.window.theme, self.window)
        self.mark.show_spot(spot)
        room = spot.box.boundingRect().toAlignedRect()
        QToolTip.showText(on_screen, entry(spot.term), self.window, room)
        return True

    def tell_hint(self, point: QPoint, on_screen: QPoint) -> bool:
        """What a row full of terms says of itself where none of them is under the pointer."""
        widget = self.window.childAt(point)
        hint = getattr(widget, "hint", "")
        if hint and widget is not None:
            QToolTip.showText(on_screen, f"<qt>{escape(hint)}</qt>", widget)
        return bool(hint)

    def number_at(self, point: QPoint) -> bool:
        """Whether a number that explains itself is under the pointer: it comes first."""
        widget = self.window.childAt(point)
        while widget is not None and not hasattr(widget, "sums"):
            widget = widget.parentWidget()
        return widget is not None and widget.sums.pointed is not None
