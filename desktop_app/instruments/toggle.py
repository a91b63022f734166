"""A row of segments of which one is chosen, and a switch: the two controls of a control row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_app import lettering, motion
from desktop_app.colour import between
from desktop_app.instruments.base import KeyboardFocus
from desktop_app.instruments.glow import Glow
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

MOVE_MS = 140
HEIGHT = 32
PADDING = 13.0
COMPACT_PADDING = 9.5
AIR = 6  # px beside a segment's text that larger type leaves free


class Toggle(PointedParts):
    """Segments in a trough. Left and Right move and select, Tab leaves. chosen(key)."""

    chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        options: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.name = name
        self.options = tuple(options)
        self.index = 0
        self.lit: int | None = None  # what was pointed at last
        self.glow = Glow(self)
        self.position = 0.0
        self.padding = PADDING
        self.slide = QVariantAnimation(self, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self.slide.valueChanged.connect(self.slid)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        self.announce()

    def widths(self) -> list[float]:
        """How wide each segment is: its semibold text and the padding on either side."""
        texts = [text for _, text in self.options]
        return [round(lettering.width(text, LABEL.bold()) + 2 * self.padding) for text in texts]

    def set_compact(self, compact: bool) -> None:
        """Closer segments in narrow windows."""
        self.padding = COMPACT_PADDING if compact else PADDING
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(sum(self.widths())) + 4, HEIGHT)

    def segment(self, index: float) -> QRectF:
        """The rectangle of a segment; between two indices, one that has moved part of the way."""
        widths = self.widths()
        index = min(index, len(widths) - 1.0)  # what was lit, or slides, may have gone since
        left = int(index)
        share = index - left
        right = min(left + 1, len(widths) - 1)
        starts = [sum(widths[:place]) for place in range(len(widths))]
        x = starts[left] + (starts[right] - starts[left]) * share
        wide = widths[left] + (widths[right] - widths[left]) * share
        return QRectF(2 + x, 2, wide, HEIGHT - 4)

    def set_chosen(self, key: str) -> None:
        """Show which segment is chosen, without asking for anything."""
        index = next(place for place, (known, _) in enumerate(self.options) if known == key)
        if index == self.index and self.slide.state() != QVariantAnimation.State.Running:
            self.position = float(index)
            return
        self.index = index
        self.slide.stop()
        self.slide.setStartValue(self.position)
        self.slide.setEndValue(float(index))
        self.slide.setDuration(motion.duration(MOVE_MS) if self.isVisible() else 0)
        self.slide.start()
        self.announce()

    def slid(self, position: float) -> None:
        self.position = position
        self.update()

    def announce(self) -> None:
        """The name that a screen reader reads: the question and the answer in force."""
        place = f"{self.index + 1} of {len(self.options)}"
        self.setAccessibleName(f"{self.name}: {self.options[self.index][1]}, {place}")

    def choose(self, index: int) -> None:
        """Ask for a segment, if it is not chosen yet."""
        if index != self.index:
            self.chosen.emit(self.options[index][0])

    def part_at(self, point: QPointF) -> int | None:
        for index in range(len(self.options)):
            segment = self.segment(index)
            if segment.left() <= point.x() < segment.right():
                return index
        return None

    def focus_rect(self) -> QRectF:
        return self.segment(self.index)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            painter.setPen(QPen(theme.line, 1))
            painter.setBrush(theme.sunken)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            if self.lit is not None and self.lit != self.index and self.isEnabled():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(between(theme.sunken, theme.line, self.glow.share))
                painter.drawRoundedRect(self.segment(self.lit), 6, 6)
            self.paint_separators(painter)
            painter.setPen(QPen(theme.edge if self.isEnabled() else theme.line, 1))
            painter.setBrush(theme.sheet)
            painter.drawRoundedRect(
                self.segment(self.position).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6
            )
            size = self.text_size()
            for index, (_, text) in enumerate(self.options):
                chosen = index == self.index
                colour = theme.ink if chosen else theme.ink2
                if not self.isEnabled():
                    colour = theme.ink3
                style, room = LABEL.bold(chosen).sized(size), self.segment(index)
                lettering.draw(painter, room, text, style, colour, lettering.CENTRE, growing=False)

    def text_size(self) -> float:
        """One size for all segments, with air at either side of each also while it is larger."""
        return LABEL.size * min(
            lettering.grown([(text, LABEL.bold())], self.segment(index).adjusted(AIR, 0, -AIR, 0))
            for index, (_, text) in enumerate(self.options)
        )

    def paint_separators(self, painter: QPainter) -> None:
        """Hairlines between two segments neither of which is chosen or pointed at."""
        painter.setPen(QPen(self.theme.line, 1))
        busy = {self.index, self.hovered}
        for index in range(1, len(self.options)):
            if index not in busy and index - 1 not in busy:
                x = self.segment(index).left()
                painter.drawLine(round(x), 11, round(x), HEIGHT - 11)

    def use(self, part: int) -> None:
        self.choose(part)

    def show_pointed(self) -> None:
        """Light the segment under the pointer; one that was left fades."""
        if self.hovered is not None:
            self.lit = self.hovered
            self.glow.share = 0.0
        self.glow.go(self.hovered is not None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Down: 1,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self.keyboard_focus = True
        self.choose(min(max(self.index + step, 0), len(self.options) - 1))


class Switch(KeyboardFocus, QCheckBox):
    """A 36 x 20 switch; ink when on. A check box to Qt, so screen readers and Space know it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.position = 0.0
        self.slide = QVariantAnimation(self, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self.slide.valueChanged.connect(self.slid)
        self.toggled.connect(self.move_knob)
        self.setAccessibleName(name)
        self.setFixedSize(36, 24)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_on(self, on: bool) -> None:
        """Show a state without asking for anything."""
        self.blockSignals(True)
        changed = on != self.isChecked()
        self.setChecked(on)
        self.blockSignals(False)
        if changed or self.position != float(on):
            self.move_knob(on)

    def move_knob(self, on: bool) -> None:
        self.slide.stop()
        self.slide.setStartValue(self.position)
        self.slide.setEndValue(float(on))
        self.slide.setDuration(motion.duration(MOVE_MS) if self.isVisible() else 0)
        self.slide.start()

    def slid(self, position: float) -> None:
        self.position = position
        self.update()

    def focus_rect(self) -> QRectF:
        return QRectF(0, 2, 36, 20)

    def hitButton(self, pos: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            trough = QRectF(0.5, 2.5, 35, 19)
            on = self.position > 0.5
            if self.isEnabled():
                painter.setPen(QPen(theme.ink if on else theme.edge, 1))
                painter.setBrush(theme.ink if on else theme.sheet)
            else:
                painter.setPen(QPen(theme.line, 1))
                painter.setBrush(theme.sunken)
            painter.drawRoundedRect(trough, 9.5, 9.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sheet if on else theme.edge)
            painter.drawEllipse(QRectF(3 + 16 * self.position, 5, 14, 14))
