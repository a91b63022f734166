"""A box that takes any number its rule allows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.field_keys import left_to_slide
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme


class ValueBox(QLineEdit):
    """Takes one number; `rule` raises ValueError with a sentence for a number it refuses.

    entered(value) for a good number, refused(sentence) for a bad one, whose text stays.
    """

    entered = Signal(float)
    refused = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        rule: Callable[[float], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme, self.rule = theme, rule
        self.shown = ""
        self.bad = False
        self.setFont(lettering.font(LABEL.sized(15).bold()))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedSize(56, 32)
        self.setAccessibleName(name)
        self.textEdited.connect(lambda: self.colour(bad=False))
        self.colour(bad=False)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.colour(self.bad)

    def colour(self, bad: bool) -> None:
        """Edge outline at rest, ink when pointed at or typed in, alert after a refusal."""
        self.bad = bad
        theme = self.theme
        rest = f"2px solid {theme.alert.name()}" if bad else f"1px solid {theme.edge.name()}"
        live = f"2px solid {(theme.alert if bad else theme.ink).name()}"
        ground, text = (theme.alert_tint, theme.alert) if bad else (theme.sheet, theme.ink)
        self.setStyleSheet(
            f"QLineEdit {{ border: {rest}; border-radius: 8px; background: {ground.name()};"
            f" color: {text.name()}; padding: 0; font-size: 15px; font-weight: 600;"
            f" selection-background-color: {theme.band.name()};"
            f" selection-color: {theme.ink.name()}; }}"
            f" QLineEdit:focus {{ border: {live}; }}"
        )

    def show_value(self, text: str) -> None:
        """Show a value, unless the learner is typing another one."""
        self.shown = text
        if not (self.hasFocus() and self.isModified()):
            self.setText(text)
            if self.bad:  # a new style sheet takes a millisecond, at every edit
                self.colour(bad=False)

    def take(self) -> None:
        """Hand over what stands in the box, or say why not."""
        if self.text() == self.shown:
            return
        try:
            value = self.rule(numbers.parse(self.text()))
        except ValueError as error:
            self.colour(bad=True)
            self.refused.emit(str(error))
            return
        self.setModified(False)
        self.colour(bad=False)
        self.entered.emit(value)

    def event(self, event: QEvent) -> bool:
        return False if left_to_slide(self, event) else super().event(event)

    def restore(self) -> None:
        """Go back to the value in force."""
        self.setText(self.shown)
        self.setModified(False)
        self.colour(bad=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take()
            self.selectAll()
        elif event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self.restore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.take()
        if self.bad:
            self.restore()
