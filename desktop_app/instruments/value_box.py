"""A box that takes any number its rule allows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.typed_line import TypedLine
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme


class ValueBox(TypedLine):
    """Takes one number; `rule` raises ValueError with a sentence for a number it refuses.

    entered(value) for a good number; the text of a bad one stays.
    """

    entered = Signal(float)

    def __init__(
        self,
        theme: Theme,
        name: str,
        rule: Callable[[float], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, name, parent)
        self.rule = rule
        self.bad = False
        self.setFont(lettering.font(LABEL.sized(15).bold()))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedSize(56, 32)
        self.textEdited.connect(lambda: self.set_bad(False))
        self.colour()

    def set_bad(self, bad: bool) -> None:
        """Note whether the text was refused."""
        if bad != self.bad:  # a new style sheet takes a millisecond, at every edit
            self.bad = bad
            self.colour()

    def colour(self) -> None:
        """Edge outline at rest, ink when pointed at or typed in, alert after a refusal."""
        theme, bad = self.theme, self.bad
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

    def take(self) -> None:
        """Hand over what stands in the box, or say why not."""
        if self.text() == self.shown:
            return
        try:
            value = self.rule(numbers.parse(self.text()))
        except ValueError as error:
            self.set_bad(True)
            self.refused.emit(str(error))
            return
        self.setModified(False)
        self.set_bad(False)
        self.entered.emit(value)

    def restore(self) -> None:
        """Go back to the value in force."""
        self.setText(self.shown)
        self.setModified(False)
        self.set_bad(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.PopupFocusReason:
            return  # its own menu, with undo and paste
        self.take()
        if self.bad:
            self.restore()
