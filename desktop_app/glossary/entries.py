"""The entries of the glossary one below the other: term, words, and the slide that shows it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.glossary import Term
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import BODY, HEAD, LABEL
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme

WIDEST, GAP, HEADLINE = 720, 24, 32
BUTTON = (96, 28)


class Entry(Instrument):
    """One term. The line above it parts it from the entry before."""

    def __init__(self, theme: Theme, term: Term, number: int | None, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.term = term
        self.words = Prose(theme, BODY, 26, self)
        self.words.show_markdown(term.text)
        self.button: PressButton | None = None
        if number is not None:
            self.button = PressButton(theme, f"Pane {number:02d}", self)
            self.button.setAccessibleName(f"{term.term}: open pane {number}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{term.term}: {self.words.accessibleName()}")

    def set_size_class(self, size_class: SizeClass) -> None:
        self.words.set_style(size_class.body, size_class.body_line)

    def focus_rect(self) -> QRectF:
        return QRectF(self.rect()).adjusted(-8, 6, 8, -6)

    def height_for(self, width: int) -> int:
        return GAP // 2 + HEADLINE + self.words.heightForWidth(width) + GAP

    def resizeEvent(self, event: object) -> None:
        top = GAP // 2 + HEADLINE
        self.words.setGeometry(0, top, self.width(), self.words.heightForWidth(self.width()))
        if self.button is not None:
            self.button.setGeometry(self.width() - BUTTON[0], GAP // 2, *BUTTON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(0, 0, self.width(), 1, self.theme.line)
            room = QRectF(0, GAP / 2, self.width() - BUTTON[0] - 8, 28)
            others = ", ".join(self.term.also)
            runs = [(self.term.term, HEAD.sized(17), self.theme.ink)]
            taken = lettering.width(self.term.term, HEAD.sized(17)) + 12
            shown = lettering.fitted(others, LABEL, room.width() - taken)
            lettering.draw_runs(painter, room, runs)
            lettering.draw(painter, room.adjusted(taken, 1, 0, 0), shown, LABEL, self.theme.ink3)


class Entries(Instrument):
    """All entries; `show_only` leaves those that a search found. slide_wanted(number)."""

    slide_wanted = Signal(int)

    def __init__(self, theme: Theme, terms: tuple[Term, ...], slides: dict[str, int]) -> None:
        super().__init__(theme)
        self.setObjectName("lab")
        self.size_class: SizeClass = MEDIUM
        self.entries = [Entry(theme, term, slides.get(term.slide or ""), self) for term in terms]
        for entry in self.entries:
            if entry.button is not None:
                number = slides[entry.term.slide or ""]
                entry.button.clicked.connect(lambda _=False, n=number: self.slide_wanted.emit(n))
        self.shown = self.entries

    def show_only(self, terms: list[Term]) -> None:
        """These entries, in this order."""
        by_term = {entry.term.term: entry for entry in self.entries}
        self.shown = [by_term[term.term] for term in terms]
        for entry in self.entries:
            entry.setVisible(entry in self.shown)

    def lay_out(self, width: int, room: int, size_class: SizeClass) -> None:
        """Stack the entries at a width; at least `room` high."""
        self.size_class = size_class
        pad = size_class.lab_padding
        wide = min(width - 2 * pad, WIDEST)
        y = 28 if size_class.compact else 40
        for entry in self.entries:
            entry.set_size_class(size_class)
        for entry in self.shown:
            height = entry.height_for(wide)
            entry.setGeometry(pad - 1, y, wide, height)
            y += height
        self.resize(width, max(y + GAP, room))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown:
            return
        with QPainter(self) as painter:
            pad = self.size_class.lab_padding
            room = QRectF(pad, 40, self.width() - 2 * pad, 20)
            words = "No entry has these letters; clear the search to see all."
            lettering.draw(painter, room, words, LABEL, self.theme.ink2)
