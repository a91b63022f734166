"""Every challenge of the lesson as a circle, grouped by slide; each is a link."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from core.lesson import Lesson
from core.prose import plain
from desktop_app import lettering
from desktop_app.instruments.base import acts
from desktop_app.instruments.check_marks import CIRCLE, paint_circle, paint_seen
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

INNER, GAP = 4.0, 15.0  # between two circles of a slide, and between two slides
TARGET = 24.0


@dataclass(frozen=True)
class Dot:
    """One challenge: its slide's number, its id, its text without marks."""

    slide: int
    id: str
    text: str


def dots_of(lesson: Lesson) -> list[Dot]:
    """Every challenge of a lesson, in the order of the slides."""
    return [
        Dot(slide.number, challenge.id, plain(challenge.text))
        for slide in lesson.slides
        for challenge in slide.challenges
    ]


class ChallengeRow(PointedParts):
    """Left and Right walk the circles, Enter or a click opens the slide: followed(slide)."""

    followed = Signal(int)

    def __init__(self, theme: Theme, lesson: Lesson, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.dots = dots_of(lesson)
        self.done, self.seen = set[str](), set[str]()
        self.at = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVisible(bool(self.dots))

    def show_done(self, done: set[str], seen: set[str]) -> None:
        """Which challenges were reached, and of which only a solution was seen."""
        self.done, self.seen = set(done), set(seen)
        self.announce()
        self.update()

    @property
    def done_count(self) -> int:
        """How many of the lesson's challenges were reached; ids of other lessons do not count."""
        return sum(dot.id in self.done for dot in self.dots)

    def announce(self) -> None:
        if not self.dots:
            return
        dot = self.dots[self.at]
        self.setAccessibleName(
            f"Challenge of pane {dot.slide:02d}, {self.state_of(dot)}: {dot.text}"
        )

    def state_of(self, dot: Dot) -> str:
        """How a challenge stands, in words."""
        if dot.id in self.done:
            return "done"
        return "solution seen" if dot.id in self.seen else "open"

    # geometry

    def groups(self) -> list[list[int]]:
        """The places of the circles of each slide."""
        found: dict[int, list[int]] = {}
        for place, dot in enumerate(self.dots):
            found.setdefault(dot.slide, []).append(place)
        return list(found.values())

    def middles(self) -> list[QPointF]:
        """The middle of every circle; they move together where the row is short."""
        groups = self.groups()
        inner = sum(len(group) - 1 for group in groups)
        natural = len(self.dots) * CIRCLE + inner * INNER + (len(groups) - 1) * GAP
        # Numbers of neighbouring slides need some room, so gaps shrink less than circles do.
        share = min(1.0, (self.width() - 2) / max(natural, 1.0))
        size, close, gap = CIRCLE * share, INNER * share, GAP * share
        x, found = 1.0, []
        for group in groups:
            for _ in group:
                found.append(QPointF(x + size / 2, TARGET / 2))
                x += size + close
            x += gap - close
        return found

    def end(self) -> float:
        """Where the last circle ends."""
        return self.middles()[-1].x() + CIRCLE * self.scale() / 2 if self.dots else 0.0

    def scale(self) -> float:
        """The size of a circle as a share of its natural size."""
        middles = self.middles()
        return 1.0 if not middles else min(1.0, (middles[0].x() - 1) * 2 / CIRCLE)

    def part_at(self, point: QPointF) -> int | None:
        """The circle nearest to a point of the row."""
        middles = self.middles()
        near = [place for place, m in enumerate(middles) if abs(m.x() - point.x()) <= TARGET / 2]
        return min(near, key=lambda place: abs(middles[place].x() - point.x()), default=None)

    def focus_rect(self) -> QRectF:
        if not self.dots:
            return QRectF(self.rect())
        middle, half = self.middles()[self.at], CIRCLE * self.scale() / 2
        return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middles, scale = self.middles(), self.scale()
            for place, dot in enumerate(self.dots):
                painter.save()
                painter.translate(middles[place])
                painter.scale(scale, scale)
                paint_circle(painter, QPointF(0, 0), float(dot.id in self.done), self.theme)
                if self.state_of(dot) == "solution seen":
                    paint_seen(painter, QPointF(0, 0), self.theme)
                painter.restore()
            for group in self.groups():
                x = (middles[group[0]].x() + middles[group[-1]].x()) / 2
                room = QRectF(x - 10, TARGET + 6, 20, 16)
                lit = self.hovered in group
                text, colour = f"{self.dots[group[0]].slide:02d}", self.theme.ink3
                style = CAPTION.bold(lit)
                shown = self.theme.ink if lit else colour
                lettering.draw(painter, room, text, style, shown, lettering.CENTRE)

    # pointing

    def show_pointed(self) -> None:
        dot = None if self.hovered is None else self.dots[self.hovered]
        hand = Qt.CursorShape.PointingHandCursor
        self.setCursor(Qt.CursorShape.ArrowCursor if dot is None else hand)
        seen = dot is not None and self.state_of(dot) == "solution seen"
        text = "" if dot is None else dot.text
        self.setToolTip(f"{text} (solution seen)" if seen else text)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        QToolTip.hideText()

    def use(self, part: int) -> None:
        self.followed.emit(self.dots[part].slide)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in {keys.Key_Left, keys.Key_Right} and self.dots:
            self.keyboard_focus = True
            step = -1 if event.key() == keys.Key_Left else 1
            self.at = min(max(self.at + step, 0), len(self.dots) - 1)
            self.announce()
            self.update()
        elif acts(event) and self.dots:
            self.followed.emit(self.dots[self.at].slide)
        else:
            super().keyPressEvent(event)
