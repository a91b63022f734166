"""The field that opens on a cell while its number is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from core.experiments.base import MAX_CELL
from desktop_app import lettering, numbers
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme


class CellField(QLineEdit):
    """Takes one number. Enter and leaving keep it, Escape drops it, nonsense stays with a reason.

    entered(value) once when a number was taken; refused(sentence) for what is no number.
    """

    entered = Signal(float)
    refused = Signal(str)

    def __init__(self, theme: Theme, kind: str, text: str, parent: QWidget, selected: bool) -> None:
        super().__init__(text, parent)
        self.setAcceptDrops(False)  # a file dropped here is for the window
        self.theme, self.kind = theme, kind
        self.first = text if selected else None
        self.setFont(lettering.font(LABEL))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName("new value")
        self.colour(bad=False)
        self.textEdited.connect(lambda: self.colour(bad=False))
        if selected:
            self.selectAll()

    def colour(self, bad: bool) -> None:
        """The role's outline, or the alert outline after a refusal."""
        line = self.theme.alert if bad else self.theme.role(self.kind).line
        ground = self.theme.alert_tint if bad else self.theme.sheet
        text = self.theme.alert if bad else self.theme.ink
        self.setStyleSheet(
            f"QLineEdit {{ border: 2px solid {line.name()}; border-radius: 2px; padding: 0;"
            f" background: {ground.name()}; color: {text.name()};"
            f" selection-background-color: {self.theme.band.name()};"
            f" selection-color: {self.theme.ink.name()}; }}"
        )

    def take(self) -> bool:
        """Hand over the number and close; False, with a reason, when it is none."""
        if self.text() == self.first:  # opened and left as it was: nothing to undo
            self.close_up()
            return True
        try:
            value = within(numbers.parse(self.text()))
        except ValueError as error:
            self.colour(bad=True)
            self.refused.emit(str(error))
            return False
        self.close_up()
        self.entered.emit(value)
        return True

    def close_up(self) -> None:
        """Give the keyboard back to the grid and go."""
        self.blockSignals(True)
        parent = self.parentWidget()
        if parent is not None and self.hasFocus():
            parent.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.hide()
        self.deleteLater()
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_up()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        left = not self.isHidden() and event.reason() != Qt.FocusReason.PopupFocusReason
        if left and not self.take():
            self.close_up()


def within(value: float) -> float:
    """`value`, if the engine takes it. Raises ValueError with a sentence for the learner."""
    if abs(value) > MAX_CELL:
        limit = numbers.fixed(MAX_CELL, 0)
        raise ValueError(f"a number must lie between {numbers.MINUS}{limit} and {limit}")
    return value
