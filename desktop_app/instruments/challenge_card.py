"""The card "Try this": what to reach, how far it is, and hints for who asks."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.prose import plain
from desktop_app import lettering, motion
from desktop_app.colour import between
from desktop_app.instruments.base import ACTS, PointedAt
from desktop_app.instruments.challenge_state import CardState
from desktop_app.instruments.check_marks import CIRCLE, paint_circle, paint_seen
from desktop_app.instruments.indexed import paint_indexed
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.tween import Tween
from desktop_app.lettering import CHALLENGE, EYEBROW, LABEL
from desktop_app.theme import Theme

PADDING = 16
FOLDED_HEIGHT = 48
CHECK_MS = 400
SOLVE = (144, 32)
BACK = 184
LECTURE = 1.3  # how much larger its words are there


SEEN = "Solution seen"  # not done: it was shown


class ChallengeCard(PointedAt):
    """Enter (or a click) shows the next hint, Left and Right another challenge. turned(step).

    solution_wanted(): after the last hint, a solution is to play itself. own_wanted(): the numbers
    that the challenge speaks of are to come back.
    """

    turned = Signal(int)
    solution_wanted = Signal()
    own_wanted = Signal()
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.state = CardState("")
        self.folded = self.opened = False
        self.hints_shown = 0
        self.check = QVariantAnimation(self, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self.check.valueChanged.connect(lambda _: self.update())
        self.check_share = 0.0
        self.tween = Tween(self, self.update)
        self.text = Prose(theme, CHALLENGE, 22, self)
        self.hint = Prose(theme, LABEL, 18, self, ink="ink2")
        self.told: tuple[str, ...] = ()  # the steps of a solution that played
        self.solve = PressButton(theme, "Show a solution", self)
        self.solve.setToolTip("Plays step by step; any key stops it, and undo takes it back")
        self.solve.clicked.connect(self.solution_wanted)
        self.back = PressButton(theme, "Back to the lesson's own", self)
        self.back.setToolTip("Resets this pane; undo brings back what is there now")
        self.back.clicked.connect(self.own_wanted)
        self.solve.hide()
        self.back.hide()
        for part in (self.text, self.hint):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.check.valueChanged.connect(self.set_check)

    def show_state(self, state: CardState) -> None:
        """Draw another state; the check draws itself when a challenge is reached just now."""
        reached = state.done and not self.state.done and state.text == self.state.text
        if state.text != self.state.text:
            self.hints_shown, self.told = 0, ()
        before, self.state = self.state, state
        if state.text == before.text and state.fraction != before.fraction:
            self.tween.go(np.array([before.fraction]), np.array([state.fraction]))
        if reached and self.isVisible():
            self.check.stop()
            self.check.setStartValue(0.0)
            self.check.setEndValue(1.0)
            self.check.setDuration(motion.duration(CHECK_MS))
            self.check.start()
        elif self.check.state() != QVariantAnimation.State.Running:
            self.check_share = float(state.done)
        if state.laid_out == before.laid_out:  # as while something is dragged
            self.tell_progress()
            self.update()
        else:
            self.text.show_markdown(state.text)
            self.show_hints()

    def set_check(self, share: float) -> None:
        self.check_share = share

    def show_hints(self) -> None:
        """Put the hints asked for so far below the text."""
        shown = self.told or self.state.hints[: self.hints_shown]
        if self.state.away:
            shown = (self.state.reason,)
        self.hint.show_markdown("\n\n".join(shown))
        self.hint.setVisible(bool(shown) and not self.closed)
        self.solve.setVisible(self.offers_solution and not self.closed)
        self.back.setVisible(self.state.away and not self.closed)
        self.text.setVisible(not self.closed)
        self.tell_progress()
        self.setFixedHeight(self.height_for(self.width()))
        self.place_parts()
        self.update()
        self.grown.emit()

    def tell_progress(self) -> None:
        """What to reach and how far it is, for a screen reader."""
        done = "done" if self.state.done else f"{self.state.now}, {self.state.goal}"
        if self.state.seen:
            done = f"{SEEN.lower()}; {done}"
        self.setAccessibleName(f"Try this: {self.text.accessibleName()} {done}")

    @property
    def offers_solution(self) -> bool:
        """Whether all hints have been shown, and there is more than a hint to see."""
        last = self.hints_shown == len(self.state.hints) > 0
        return self.state.solvable and last and not self.told and not self.state.away

    def tell(self, steps: tuple[str, ...]) -> None:
        """Put the steps that a solution has taken in the place of the hints."""
        self.told = steps
        self.hints_shown = len(self.state.hints)
        self.show_hints()

    def set_folded(self, folded: bool) -> None:
        """One line in low windows, until it is opened by a click or Enter."""
        self.folded = folded
        self.opened = False
        self.show_hints()

    def set_presenting(self, presenting: bool) -> None:
        """Type for the last row of a lecture, or type for one reader."""
        share = LECTURE if presenting else 1.0
        for part, style, line in ((self.text, CHALLENGE, 22), (self.hint, LABEL, 18)):
            part.set_style(style.sized(round(style.size * share)), round(line * share))
        self.show_hints()

    def height_for(self, width: int) -> int:
        """How high the card is at a width."""
        if self.closed:
            return FOLDED_HEIGHT
        room = max(width - 2 * PADDING, 80)
        if self.state.away:
            said = self.hint.heightForWidth(room)
            return 36 + self.text.heightForWidth(room) + 16 + said + SOLVE[1] + PADDING
        height = 36 + max(self.text.heightForWidth(room), 44) + 40 + PADDING
        if self.hints_shown:
            height += self.hint.heightForWidth(room) + 8
        if self.offers_solution:
            height += SOLVE[1] + 8
        return height

    def place_parts(self) -> None:
        room = max(self.width() - 2 * PADDING, 80)
        height = self.text.heightForWidth(room)
        self.text.setGeometry(PADDING, 36, room, height)
        if self.hints_shown or self.state.away:
            tall = self.hint.heightForWidth(room)
            self.hint.setGeometry(PADDING, 44 + height, room, tall)
            self.solve.setGeometry(PADDING, 52 + height + tall, *SOLVE)
            self.back.setGeometry(PADDING, 52 + height + tall, min(room, BACK), SOLVE[1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self.height_for(self.width())
        if wanted != self.height():
            self.setFixedHeight(wanted)
        self.place_parts()

    def sizeHint(self) -> QSize:
        return QSize(320, self.height_for(self.width() or 320))

    @property
    def closed(self) -> bool:
        """Whether the card shows one line only."""
        return self.folded and not self.opened

    def show_next_hint(self) -> None:
        if self.closed:
            self.opened = True
        elif self.folded and self.hints_shown >= len(self.state.hints):
            self.opened, self.hints_shown = False, 0
        elif self.hints_shown < len(self.state.hints):
            self.hints_shown += 1
        else:
            self.hints_shown, self.told = 0, ()
        self.show_hints()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.keyboard_focus = False
        if self.state.of > 1 and self.turn_rect().contains(event.position()):
            self.turned.emit(1)
        else:
            self.show_next_hint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in ACTS:
            self.keyboard_focus = True
            if self.state.away and not self.closed:
                self.own_wanted.emit()
            elif self.offers_solution and event.key() != keys.Key_Space:
                self.solution_wanted.emit()
            else:
                self.show_next_hint()
        elif event.key() in {keys.Key_Left, keys.Key_Right} and self.state.of > 1:
            self.keyboard_focus = True
            self.turned.emit(-1 if event.key() == keys.Key_Left else 1)
        else:
            super().keyPressEvent(event)

    def turn_rect(self) -> QRectF:
        """Where "1 of 2" is, which turns to the next challenge."""
        return QRectF(PADDING + 68, 10, 72, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, state = self.theme, self.state
            line = theme.ink if state.done else between(theme.line, theme.edge, self.glow.share)
            painter.setPen(QPen(line, 1))
            painter.setBrush(theme.sheet)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            right = self.width() - PADDING
            middle = 24.0
            paint_circle(painter, QPointF(right - CIRCLE / 2, middle), self.check_share, theme)
            if state.seen and not state.done:
                paint_seen(painter, QPointF(right - CIRCLE / 2, middle), theme)
            if self.closed:
                room = QRectF(PADDING, 13, right - PADDING - CIRCLE - 10, 22)
                words = lettering.fitted(plain(state.text), CHALLENGE, room.width())
                paint_indexed(painter, room, words, CHALLENGE, theme.ink)
            else:
                self.paint_words(painter, QRectF(PADDING, 14, right - PADDING, 20))
                if not state.away:
                    self.paint_bar(painter)

    def paint_words(self, painter: QPainter, head: QRectF) -> None:
        """Eyebrow, which challenge of how many, and Done."""
        theme, state = self.theme, self.state
        lettering.draw(painter, head, "Try this", EYEBROW, theme.ink3)
        if state.of > 1:
            place = f"{state.place} of {state.of}  ›"
            lettering.draw(painter, self.turn_rect(), place, LABEL, theme.ink3)
        if state.done:
            room = head.adjusted(0, 0, -CIRCLE - 8, 0)
            lettering.draw(painter, room, "Done", LABEL.bold(), theme.ink, lettering.RIGHT)
        elif state.seen:
            room = head.adjusted(0, 0, -CIRCLE - 8, 0)
            lettering.draw(painter, room, SEEN, LABEL, theme.ink2, lettering.RIGHT)

    def paint_bar(self, painter: QPainter) -> None:
        """Now and goal in words, and the bar with a tick where the goal is."""
        theme, state = self.theme, self.state
        bottom = float(self.height())
        row = QRectF(PADDING, bottom - 44, self.width() - 2 * PADDING, 20)
        if state.reason:
            lettering.draw(painter, row, state.reason, LABEL, theme.ink3)
            return
        lettering.draw(painter, row, state.now, LABEL, theme.ink2)
        lettering.draw(painter, row, state.goal, LABEL, theme.ink2, lettering.RIGHT)
        track = QRectF(row.left(), bottom - 20, row.width(), 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(theme.ink)
        filled = QRectF(track)
        way = self.tween.at
        fraction = state.fraction if way is None else float(way[0])
        filled.setWidth(max(track.width() * min(max(fraction, 0.0), 1.0), 4.0))
        painter.drawRoundedRect(filled, 2, 2)
        x = track.left() + 1 + (track.width() - 2) * state.goal_fraction
        painter.setPen(QPen(theme.ink, 2))
        painter.drawLine(QPointF(x, track.top() - 3), QPointF(x, track.bottom() + 3))
