"""What every instrument shares: its theme, and knowing whether the keyboard brought the focus."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.glow import Glow
from desktop_app.theme import Theme

KEYBOARD_REASONS = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)
# Keys that do what a click does.
ACTS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


def acts(event: QKeyEvent) -> bool:
    """Whether a key does what a click does: at its press, not again while it is held."""
    return event.key() in ACTS and not event.isAutoRepeat()


# Mixed into widgets of several kinds, so it is none itself: Qt wants one widget class a line.
if TYPE_CHECKING:
    Mixed = QWidget
else:
    Mixed = object


class KeyboardFocus(Mixed):
    """Knows whether the keyboard brought the focus, for the ring round it. Named before the widget.

    A subclass that Qt draws anew by itself loses nothing by the update.
    """

    keyboard_focus = False

    def focus_rect(self) -> QRectF:
        """Where the focus ring goes, in this widget's coordinates."""
        return QRectF(self.rect())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.keyboard_focus = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keyboard_focus = False
        super().focusOutEvent(event)
        self.update()


class Instrument(KeyboardFocus, QWidget):
    """A widget of ours. It paints with `self.theme` and asks for changes with signals.

    picture_name: what it is called where it can be taken as a picture by itself, "" for a control.
    """

    picture_name = ""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self.theme = theme
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyboard_focus = True
        super().keyPressEvent(event)


class UnderPointer(Mixed):
    """Drawn in another way while the pointer is on it: `hovered`. Named before the widget."""

    hovered = False

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered = False
        self.update()


class Glowing(Mixed):
    """Has a glow, which comes while the pointer is on it. Named before the widget.

    glow: how far its ground and lines have come to the way they are drawn then.
    """

    glow: Glow

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.glow.go(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.glow.go(False)


class PointedAt(Glowing, UnderPointer, Instrument):
    """An instrument with a glow."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.glow = Glow(self)


def apply_theme(root: QWidget, theme: Theme) -> None:
    """Hand a theme to every part below `root` that paints with one."""
    for widget in root.findChildren(QWidget):
        if hasattr(widget, "set_theme"):
            widget.set_theme(theme)


def outline(painter: QPainter, rect: QRectF, pen: QPen, radius: float = 2) -> None:
    """Stroke a rounded rectangle whose line lies inside `rect`."""
    half = pen.widthF() / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
    painter.restore()


def brackets(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Matrix brackets around `rect`, 1.2 px wide, with 4 px feet; they stand on whole pixels."""
    path = QPainterPath()
    top, bottom = floor(rect.top()) + 0.5, floor(rect.bottom()) + 0.5
    for x, foot in ((floor(rect.left()) + 0.5, 4.0), (floor(rect.right()) + 0.5, -4.0)):
        path.moveTo(x + foot, top)
        path.lineTo(x, top)
        path.lineTo(x, bottom)
        path.lineTo(x + foot, bottom)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink2, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


def escaped(text: str) -> str:
    """`text` for a tooltip, where markup-like words must stand literally."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
