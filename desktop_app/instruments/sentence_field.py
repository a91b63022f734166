"""A field that takes a sentence of the learner's own, in any script, and shows it literally.

Enter applies, Escape restores, leaving applies what is good. What `rule` refuses stays in the
field with its reason (`reason_changed`), and the last good sentence stays in force.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QInputMethodEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionFrame, QWidget

from desktop_app import lettering
from desktop_app.instruments.typed_line import TypedLine
from desktop_app.lettering import LABEL, Style
from desktop_app.theme import Theme

FIELD = LABEL.sized(14)
INSET = 12.0  # px from the field's edge to its text


class SentenceField(TypedLine):
    """One line of text. `rule` raises ValueError, with a sentence, for a text it refuses.

    entered(text): a good text was applied.
    reason_changed(sentence): what is wrong with the text as it stands, "" when nothing is; the
    pane shows it beside the field. role: whose outline a field being typed in has.
    """

    entered = Signal(str)
    reason_changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        rule: Callable[[str], object],
        parent: QWidget | None = None,
        role: str = "ink",
        style: Style = FIELD,
    ) -> None:
        super().__init__(theme, name, parent)
        self.rule, self.role, self.style_used = rule, role, style
        self.reason = ""
        self.setFont(lettering.font(style))
        self.setPlaceholderText("type at least one word")
        self.composing = False
        self.textEdited.connect(self.judge_typed)
        self.colour()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Words may be dropped here; files are for the window."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def colour(self) -> None:
        """Edge outline at rest, the role's when typed in, alert while something is wrong."""
        theme, bad = self.theme, bool(self.reason)
        rest = f"2px solid {theme.alert.name()}" if bad else f"1px solid {theme.edge.name()}"
        live = theme.alert if bad else theme.role(self.role).line
        hover = rest if bad else f"1px solid {theme.ink.name()}"
        ground, text = (theme.alert_tint, theme.alert) if bad else (theme.sheet, theme.ink)
        self.setStyleSheet(
            f"QLineEdit {{ border: {rest}; border-radius: 8px; background: {ground.name()};"
            f" color: {text.name()}; padding: 0 9px;"
            f" font-family: '{self.style_used.face}', '{lettering.FALLBACK}';"
            f" font-size: {round(self.style_used.size)}px;"
            f" selection-background-color: {theme.band.name()};"
            f" selection-color: {theme.ink.name()}; }}"
            f" QLineEdit:hover {{ border: {hover}; }}"
            f" QLineEdit:focus {{ border: 2px solid {live.name()}; padding: 0 8px; }}"
        )

    def type_and_enter(self, text: str) -> None:
        """What a person does who replaces the sentence: select all, type, Enter, Escape."""
        self.setFocus()
        self.selectAll()
        self.insert(text)
        self.textEdited.emit(self.text())
        self.take()
        self.restore()

    def restore(self) -> None:
        """Go back to the sentence in force."""
        if self.text() != self.shown:
            self.setText(self.shown)
        self.setModified(False)
        if not self.hasFocus():
            self.setCursorPosition(0)
        self.set_reason("")

    def judge(self) -> bool:
        """Whether the text as it stands may be applied; its reason shows while it may not."""
        try:
            self.rule(self.text())
        except ValueError as error:
            self.set_reason(str(error))
            return False
        self.set_reason("")
        return True

    def judge_typed(self) -> None:
        """Judge what was typed; a word that is still being composed is no mistake yet."""
        if self.composing:
            self.set_reason("")
        else:
            self.judge()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        was, self.composing = self.composing, bool(event.preeditString())
        super().inputMethodEvent(event)
        if was and not self.composing and self.text() != self.shown:
            self.judge()

    def set_reason(self, reason: str) -> None:
        if reason != self.reason:
            self.reason = reason
            self.colour()
            self.setAccessibleDescription(reason)
            self.reason_changed.emit(reason)

    def take(self) -> None:
        """Apply the text, or say why not."""
        text = self.text()
        if text == self.shown:
            return
        if not self.judge():
            self.refused.emit(self.reason)
            return
        self.setModified(False)
        self.entered.emit(text)
        self.restore()  # spaces and the like are written as the sentence in force has them

    def paintEvent(self, event: QPaintEvent) -> None:
        """At rest a sentence too long for the field ends with an ellipsis, not within a word."""
        room = self.width() - 2 * INSET
        if self.hasFocus() or lettering.width(self.text(), self.style_used) <= room:
            super().paintEvent(event)
            return
        frame = QStyleOptionFrame()
        self.initStyleOption(frame)
        with QPainter(self) as painter:
            self.style().drawPrimitive(
                QStyle.PrimitiveElement.PE_PanelLineEdit, frame, painter, self
            )
            measured = lettering.metrics(self.style_used)
            capital = (self.height() - measured.height()) / 2 + measured.ascent()
            middle = capital - measured.capHeight() / 2
            text = lettering.fitted(self.text(), self.style_used, room)
            colour = self.theme.alert if self.reason else self.theme.ink
            lettering.draw(
                painter, QRectF(INSET, middle - 8, room, 16), text, self.style_used, colour,
                growing=False,
            )  # fmt: skip

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.take()
            self.restore()
