"""Push buttons: one whose look under the pointer fades, and one that Enter presses."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOption, QStyleOptionButton, QWidget

from desktop_app.instruments.base import Glowing, KeyboardFocus
from desktop_app.instruments.glow import Glow
from desktop_app.theme import Theme


class FadingButton(Glowing, KeyboardFocus, QPushButton):
    """A push button whose look under the pointer comes and goes within a moment."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.glow = Glow(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.glow.moving or self.isDown():
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        control = QStyle.ControlElement.CE_PushButton
        with QPainter(self) as painter:
            for _ in both_looks(painter, option, self.glow.share):
                self.style().drawControl(control, option, painter, self)


def both_looks(painter: QPainter, option: QStyleOption, share: float) -> Iterator[None]:
    """Draw twice: as at rest, then over it, with `share` of its strength, as when pointed at."""
    state, over = option.state, QStyle.StateFlag.State_MouseOver
    for now, strength in ((state & ~over, 1.0), (state | over, share)):
        option.state = now
        painter.setOpacity(strength)
        yield


class PressButton(FadingButton):
    """To Qt a push button, so screen readers know it. A subclass may paint itself instead.

    primary: ink instead of an outline, for the one thing to do next.
    """

    def __init__(
        self, theme: Theme, text: str, parent: QWidget | None = None, primary: bool = False
    ) -> None:
        super().__init__(text, parent)
        self.theme = theme
        self.setAutoDefault(True)  # outside a dialogue this only lets Enter press the button
        if primary:
            self.setProperty("primary", "true")

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self.theme = theme
        self.update()
