"""What the script prints, in a sunken panel, to the letter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from core.prose import plain
from desktop_app import formula, lettering
from desktop_app.drawers.code.measures import Measures
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.theme import Theme

HEAD = 36  # from the panel's top to its first line
FOOT = 10
PAD = 16
FORMULA, FORMULA_DROP = 14.0, 4.0  # px: its size, its baseline below the middle


class PrintsPanel(Instrument):
    """Lines too long for the panel go on in the next, as in a terminal."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.text, self.words = "", ""
        self.lit: int | None = None  # the printed row that is pinned in the lab
        self.measures: Measures | None = None

    def show_output(self, text: str, words: str, lit: int | None) -> None:
        """What is printed, and what that is."""
        self.text, self.words, self.lit = text, words, lit
        self.setAccessibleName(f"prints {spoken(words)}: {text}")
        self.update()

    def lines(self) -> list[tuple[str, bool]]:
        """The lines as they fit, each with whether it is lit."""
        assert self.measures is not None
        pad = 10 if self.measures.narrow else PAD
        letter = lettering.width("0", self.measures.style)
        most = max(int((self.width() - 2 * pad) / letter), 8)
        cut = []
        for place, line in enumerate(self.text.splitlines()):
            cut += [(part, place == self.lit) for part in parts(line, most)]
        return cut

    def height_for(self, most: int) -> int:
        """How high it is with at most so many lines."""
        assert self.measures is not None
        return HEAD + min(len(self.lines()), most) * self.measures.line + FOOT

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.measures is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.sunken)
            painter.drawRoundedRect(self.rect(), 8, 8)
            pad = 10 if self.measures.narrow else PAD
            head = QRectF(pad, 10, self.width() - 2 * pad, 18)
            used = lettering.draw(painter, head, "Prints", EYEBROW, self.theme.ink2)
            self.paint_words(painter, head.adjusted(used + 12, 0, 0, 0))
            self.paint_lines(painter, pad)

    def paint_words(self, painter: QPainter, room: QRectF) -> None:
        """What is printed, at the right of the head: words, and formulas between dollar signs."""
        pieces = self.words.split("$")
        wide = sum(piece_width(piece, place) for place, piece in enumerate(pieces))
        if wide > room.width():  # only words may be cut
            pieces = [lettering.fitted(plain(self.words), CAPTION, room.width())]
            wide = piece_width(pieces[0], 0)
        x = room.right() - wide
        for place, piece in enumerate(pieces):
            part = QRectF(x, room.top(), piece_width(piece, place), room.height())
            x = part.right()
            if place % 2:
                spot = QPointF(part.left(), room.center().y() + FORMULA_DROP)
                formula.draw(painter, spot, piece, FORMULA, self.theme, False, self.theme.ink2)
            else:
                lettering.draw(painter, part, piece, CAPTION, self.theme.ink2, growing=False)

    def paint_lines(self, painter: QPainter, pad: int) -> None:
        """As many lines as there is room for; the last says how many are left."""
        assert self.measures is not None
        high, lines = self.measures.line, self.lines()
        room = (self.height() - HEAD - FOOT) // high
        for place, (text, lit) in enumerate(lines[:room]):
            where = QRectF(pad, HEAD + place * high, self.width() - 2 * pad, high)
            left = len(lines) - room + 1
            if place == room - 1 and left > 1:
                words = f"{lettering.ELLIPSIS} {left} more lines"
                lettering.draw(painter, where, words, CAPTION, self.theme.ink3)
                return
            lettering.draw(painter, where, text, self.measures.style.bold(lit), self.theme.ink)


def piece_width(piece: str, place: int) -> float:
    """How wide a piece is: every second one is a formula."""
    if place % 2:
        return formula.box(piece, FORMULA, False).width
    return lettering.width(piece, CAPTION)


def parts(line: str, most: int) -> list[str]:
    """A printed line in pieces of at most `most` letters, cut at its blanks where there are any."""
    cut = []
    while len(line) > most:
        blank = line.rfind(" ", 1, most + 1)
        end = blank if blank > 0 else most
        cut.append(line[:end])
        line = line[end:].removeprefix(" ")
    return [*cut, line]
