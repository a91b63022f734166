"""The line at the foot of the lab: what is computed now, in facts, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.indexed import in_words, paint_indexed
from desktop_app.instruments.sum_line import SumState, paint
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

SAID_MS = 4000
BLINK_MS = 100
UPDATE_MS = 100


class StatusLine(Instrument):
    """Facts joined by middle dots; they give way from the right, the timing never does.

    The sum behind a number takes their place while it is pointed at or kept, and a message takes
    the place of both for four seconds. The dot is hollow while something is computed. Click or
    Enter copies the line: copied(text).
    """

    copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.facts: tuple[str, ...] = ()
        self.timing = ""
        self.message = ""
        self.state = "live"
        self.sum: SumState | None = None
        self.pending: tuple[tuple[str, ...], str] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("status")
        self.forget = QTimer(self, singleShot=True, interval=SAID_MS)
        self.forget.timeout.connect(self.drop_message)
        self.busy: set[str] = set()
        self.hollow = False
        self.blink = QTimer(self, singleShot=True, interval=BLINK_MS)
        self.blink.timeout.connect(lambda: self.show_hollow(True))
        # At most ten updates a second, the first one at once.
        self.pause = QTimer(self, singleShot=True, interval=UPDATE_MS)
        self.pause.timeout.connect(self.catch_up)

    def sizeHint(self) -> QSize:
        return QSize(400, 24)

    def show_facts(self, facts: Sequence[str], timing: str) -> None:
        if self.pause.isActive():
            self.pending = tuple(facts), timing
            return
        self.facts, self.timing = tuple(facts), timing
        self.pause.start()
        self.refresh()

    def catch_up(self) -> None:
        if self.pending is not None:
            facts, timing = self.pending
            self.pending = None
            self.show_facts(facts, timing)

    def show_sum(self, state: SumState | None) -> None:
        """The sum behind a number in place of the facts; None for none.

        One that is new, or whose numbers moved, is what was asked for last: a message gives way.
        """
        if state != self.sum:
            self.sum = state
            if state is not None and self.state != "error":
                self.message = ""
            self.refresh()

    def say(self, message: str, error: bool = False) -> None:
        """Show a message in place of the facts for a while."""
        self.message = message
        self.state = "error" if error else "live"
        self.forget.start()
        self.refresh()

    def set_busy(self, what: str, busy: bool) -> None:
        """Something is being computed beside the window, or is done; `what` tells one from another.

        The dot is hollow where that takes longer than a blink, until all of it is done.
        """
        self.busy = self.busy | {what} if busy else self.busy - {what}
        if not self.busy:
            self.blink.stop()
            self.show_hollow(False)
        elif not self.hollow and not self.blink.isActive():
            self.blink.start()

    def show_hollow(self, hollow: bool) -> None:
        if hollow != self.hollow:
            self.hollow = hollow
            self.refresh()

    def drop_message(self) -> None:
        self.message = ""
        if self.state == "error":
            self.state = "live"
        self.refresh()

    def text(self) -> str:
        """The line as it would be copied."""
        sums = "" if self.sum is None else self.sum.explanation.text
        return self.message or sums or " · ".join(self.facts)

    def refresh(self) -> None:
        computing = "; computing" if self.hollow else ""
        self.setAccessibleDescription(f"{in_words(self.text())}; {self.timing}{computing}")
        self.setToolTip("")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, height = self.theme, float(self.height())
            painter.setPen(QPen(theme.alert if self.state == "error" else theme.ink, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush if self.hollow else painter.pen().color())
            painter.drawEllipse(QPointF(4, height / 2), 3.25, 3.25)
            room = QRectF(self.rect())
            wide = lettering.width(self.timing, LABEL)
            lettering.draw(painter, room, self.timing, LABEL, theme.ink2, lettering.RIGHT)
            left = room.adjusted(18, 0, -wide - 24, 0)
            if self.sum is not None and not self.message:
                paint(painter, left, self.sum, theme)
                return
            colour = theme.alert if self.state == "error" else theme.ink2
            paint_indexed(painter, left, self.fitting(left.width()), LABEL, colour)

    def fitting(self, room: float) -> str:
        """The message, or as many facts as fit."""
        if self.message:
            return lettering.fitted(self.message, LABEL, room)
        for count in range(len(self.facts), 0, -1):
            text = " · ".join(self.facts[:count])
            if lettering.width(text.replace("_", ""), LABEL) <= room:
                return text
        return ""

    def copy(self) -> None:
        timed = self.timing and self.sum is None
        self.copied.emit(f"{self.text()} ({self.timing})" if timed else self.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.copy()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.copy()
        else:
            super().keyPressEvent(event)
