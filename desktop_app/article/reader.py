"""Where the reader is in the article, what was read, and the ways through the text."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QScrollArea

from desktop_app.article.sheet import TOP, Sheet
from desktop_app.settings import Settings

OVERLAP = 64  # of two screenfuls
SLACK = 8.0
VIEW_EDGE = 72  # how near to an edge a line that is looked for may stand


class Reader(QObject):
    """Scrolls the sheet and keeps its place in the preferences. moved(): the place changed."""

    moved = Signal()

    def __init__(self, area: QScrollArea, sheet: Sheet, settings: Settings) -> None:
        super().__init__(area)
        self.area, self.sheet, self.settings = area, sheet, settings
        self.bar = area.verticalScrollBar()
        self.read: set[int] = set(settings.article_read)
        self.section = 1
        self.was = 0  # where the text stood before it was scrolled
        self.started = self.jumping = False
        self.bar.valueChanged.connect(self.scrolled)

    def start(self) -> None:
        """Take up reading where it stopped the last time; once, when the text is laid out."""
        if not self.started:
            self.started = True
            self.restore(*self.settings.article_place)
        self.keep()

    def here(self) -> tuple[int, float]:
        """The section at the top of the view, and the share of it that is above."""
        if not self.sheet.spans:
            return 1, 0.0
        y = self.bar.value() + TOP
        number = max(
            (place for place, span in enumerate(self.sheet.spans, 1) if span.top <= y + SLACK),
            default=1,
        )
        span = self.sheet.spans[number - 1]
        return number, max(y - span.top, 0.0) / max(span.bottom - span.top, 1.0)

    def restore(self, number: int, share: float) -> None:
        """Scroll to a place as `here` gives it."""
        if self.sheet.spans:
            span = self.sheet.spans[min(max(number, 1), len(self.sheet.spans)) - 1]
            self.jump(round(span.top + share * (span.bottom - span.top) - TOP))

    def jump(self, y: int) -> None:
        """Scroll without reading what lies on the way."""
        self.jumping = True
        self.bar.setValue(y)
        self.jumping = False

    def scrolled(self) -> None:
        """Note where the reader is now, and which sections were read to their end."""
        if not self.started:
            return
        was, self.was = self.was, self.bar.value()
        if not self.jumping:
            room = self.area.viewport().height()
            passed = self.was + (room if self.was == self.bar.maximum() else room / 2)
            for number, span in enumerate(self.sheet.spans, 1):
                if was < span.bottom <= passed:
                    self.read.add(number)
        self.keep()

    def keep(self) -> None:
        """Bars, contents and preferences follow the place."""
        self.section, share = self.here()
        self.settings.article_place = self.section, share
        self.settings.article_read = self.read
        self.moved.emit()

    # ways through the text

    def go(self, number: int) -> None:
        """Bring a section to the top of the view."""
        if 1 <= number <= len(self.sheet.spans):
            self.restore(number, 0.0)

    def step(self, by: int) -> None:
        """To the next section, which counts the present one as read; or to the one before."""
        if by > 0:
            self.read.add(self.section)
        self.go(self.section + by)
        self.keep()

    def turn(self, by: int) -> None:
        """One screenful on or back."""
        self.scroll_by(by * (self.area.viewport().height() - OVERLAP))

    def scroll_by(self, distance: int) -> None:
        self.bar.setValue(self.bar.value() + distance)

    def show_at_top(self, y: float) -> None:
        """Scroll a line to the top of the view."""
        self.jump(round(y - TOP))

    def bring_into_view(self, y: float) -> None:
        """Scroll to a line that was looked for, unless it is in view."""
        top, room = self.bar.value(), self.area.viewport().height()
        if not top + VIEW_EDGE <= y <= top + room - VIEW_EDGE:
            self.jump(round(y - room / 3))
