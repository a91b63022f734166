"""Figures of heads: the output as a sum, how alike they are, what a paper measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from core.papers import HeadCounts
from desktop_app import formula, lettering, numbers
from desktop_app.drawers.numbered import NumberedFigure
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL

Floats = npt.NDArray[np.float64]
LINE, STRIP, NAME, LENGTH = 16, 18, 48, 44
LARGEST_CELL, SMALLEST_WITH_DIGITS = 30.0, 26.0


class SumFigure(NumberedFigure):
    """One token's output: what each head adds through its rows of W_O, and the sum of those in."""

    title = "Lengths"
    row = 0  # which token it is, from 0

    parts: Floats = np.zeros((1, 1))
    output: Floats = np.zeros(1)
    out: frozenset[int] = frozenset()
    token, moved = "", 0.0

    def show_sum(
        self,
        token: str,
        parts: Floats,
        output: Floats,
        out: tuple[int, ...],
        moved: float,
        row: int = 0,
    ) -> None:
        """parts (heads, d_model); out: heads from 1; moved: how far off the output is."""
        self.row = row
        self.token, self.parts, self.output = token, parts, output
        self.out, self.moved = frozenset(out), moved
        lengths = "; ".join(
            f"head {head}: {'out' if head in self.out else numbers.fixed(length)}"
            for head, length in enumerate(self.lengths(), 1)
        )
        self.setAccessibleName(f"Output of {token} as a sum of heads, lengths: {lengths}")
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        left, found = self.width() - LENGTH, []
        for head in range(len(self.parts)):
            if head + 1 not in self.out:
                room = QRectF(left, 24 + head * STRIP, LENGTH, LINE)
                where = (head, self.row)
                found.append(NumberPlace(room, "head length", where, f"head {head + 1}"))
        y = 24.0 + STRIP * len(self.parts)
        room = QRectF(left, y + 4, LENGTH, LINE)
        found.append(NumberPlace(room, "output length", (self.row,), "the sum"))
        if self.out:
            note = QRectF(0, y + STRIP + 8, self.width(), LINE)
            found.append(NumberPlace(note, "moved", (self.row,), "how far the output moves"))
        return found

    def lengths(self) -> list[float]:
        return [float(length) for length in np.linalg.norm(self.parts, axis=1)]

    def height_for(self, width: int) -> int:
        return 24 + STRIP * (len(self.parts) + 1) + 8 + LINE

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme = self.theme
            head = QRectF(0, 0, self.width(), LINE)
            used = lettering.draw(painter, head, "Output of ", LABEL.bold(), theme.ink)
            rest = head.adjusted(used, 0, -LENGTH - 8, 0)
            token = lettering.fitted(self.token, LABEL.bold(), rest.width() - 96)
            used = lettering.draw(painter, rest, token, LABEL.bold(), theme.query.text)
            rest = rest.adjusted(used, 0, 0, 0)
            lettering.draw(painter, rest, " as a sum", LABEL.bold(), theme.ink)
            lettering.draw(painter, head, "length", CAPTION, theme.ink3, lettering.RIGHT)
            limit = max(float(np.abs(self.parts).max()), float(np.abs(self.output).max()), 1e-12)
            y = 24.0
            for index, (row, length) in enumerate(zip(self.parts, self.lengths(), strict=True), 1):
                gone = index in self.out
                self.paint_row(painter, y, f"head {index}", row, length, limit, gone)
                y += STRIP
            whole = float(np.linalg.norm(self.output))
            painter.fillRect(QRectF(0, y + 1, self.width(), 1), theme.line)
            self.paint_row(painter, y + 4, "sum", self.output, whole, limit, False, bold=True)
            words = "The parts of the heads that are in add up to the output."
            if self.out:
                missing = "them" if len(self.out) > 1 else f"head {min(self.out)}"
                words = f"Without {missing} the output moves by {numbers.fixed(self.moved)}."
            note = QRectF(0, y + STRIP + 8, self.width(), LINE)
            shown = lettering.fitted(words, CAPTION, note.width())
            lettering.draw(painter, note, shown, CAPTION, theme.ink2)

    def paint_row(
        self,
        painter: QPainter,
        y: float,
        name: str,
        row: Floats,
        length: float,
        limit: float,
        gone: bool,
        bold: bool = False,
    ) -> None:
        """A name, a strip of colours, and how long the vector is; a head that is out is pale."""
        theme = self.theme
        colour = theme.ink3 if gone else theme.ink
        label = QRectF(0, y, NAME, LINE)
        lettering.draw(painter, label, name, CAPTION.bold(bold), colour)
        strip = QRectF(NAME, y + 1, self.width() - NAME - LENGTH, LINE - 2)
        wide = strip.width() / len(row)
        if gone:
            painter.fillRect(strip, theme.sunken)
        else:
            for place, number in enumerate(row):
                cell = QRectF(strip.left() + place * wide, strip.top(), wide + 0.5, strip.height())
                painter.fillRect(cell, theme.score_colour(float(number), limit))
        text = "out" if gone else numbers.fixed(length)
        room = QRectF(self.width() - LENGTH, y, LENGTH, LINE)
        lettering.draw(painter, room, text, CAPTION.bold(bold), colour, lettering.RIGHT)


class OverlapFigure(NumberedFigure):
    """How much weight every two heads put on the same keys: 1 for the same map."""

    title = "Overlaps"

    overlap: Floats = np.ones((1, 1))

    def show_overlap(self, overlap: Floats) -> None:
        self.overlap = overlap
        self.setAccessibleName(f"Overlap of the maps. {self.summary()}")
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        cell, top, count = self.cell(self.width()), 24.0 + LINE + 18, len(self.overlap)
        return [
            NumberPlace(
                QRectF(24 + second * cell, top + first * cell, cell, cell),
                "overlap",
                (first, second),
                f"heads {first + 1} and {second + 1}",
            )
            for first in range(count)
            for second in range(count)
        ]

    def summary(self) -> str:
        """The two heads that are most alike."""
        count = len(self.overlap)
        if count == 1:
            return "One head alone resembles nobody."
        apart = np.where(np.eye(count, dtype=bool), -1.0, self.overlap)
        first, second = np.unravel_index(int(np.argmax(apart)), apart.shape)
        share = numbers.fixed(float(apart[first, second]))
        return f"Most alike: heads {int(first) + 1} and {int(second) + 1}, {share}."

    def cell(self, width: int) -> float:
        return float(int(min(LARGEST_CELL, (width - 24) / len(self.overlap))))

    def height_for(self, width: int) -> int:
        return round(24 + LINE + 18 + self.cell(width) * len(self.overlap) + 8 + LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, cell = self.theme, self.cell(self.width())
            head = QRectF(0, 0, self.width(), LINE)
            lettering.draw(painter, head, "How alike the maps are", LABEL.bold(), theme.ink)
            rule = "overlap: Σ of the smaller weight, mean over words"
            line = lettering.fitted(rule, CAPTION, self.width())
            lettering.draw(painter, head.translated(0, 20), line, CAPTION, theme.ink2)
            top = 24.0 + LINE + 18
            style = CAPTION.sized(11 if cell >= 18 else 9)
            for row, shares in enumerate(self.overlap):
                name = str(row + 1)
                beside = QRectF(0, top + row * cell, 18, cell)
                lettering.draw(painter, beside, name, style, theme.ink2, lettering.RIGHT)
                over = QRectF(24 + row * cell, top - 16, cell, 14)
                lettering.draw(painter, over, name, style, theme.ink2, lettering.CENTRE)
                for column, share in enumerate(shares):
                    room = QRectF(24 + column * cell, top + row * cell, cell, cell)
                    room.adjust(0.5, 0.5, -0.5, -0.5)
                    ground = theme.weight_colour(float(share))
                    painter.fillRect(room, ground)
                    if cell >= SMALLEST_WITH_DIGITS:
                        text = numbers.fixed(float(share))
                        ink = theme.text_on(ground)
                        lettering.draw(
                            painter, room, text, CAPTION.sized(11), ink, lettering.CENTRE
                        )
            note = QRectF(0, top + cell * len(self.overlap) + 8, self.width(), LINE)
            lettering.draw(painter, note, self.summary(), CAPTION, theme.ink2)


class PaperFigure(Instrument):
    """What a paper measured for several head counts; the learner's own count is in bold."""

    counts: HeadCounts | None = None
    heads = 0

    def show_counts(self, counts: HeadCounts, heads: int) -> None:
        self.counts, self.heads = counts, heads
        rows = "; ".join(f"{row.heads} heads: BLEU {row.bleu}" for row in counts.rows)
        self.setAccessibleName(f"{counts.paper}, {counts.table}. {rows}")
        self.update()

    def notes(self, width: int) -> list[str]:
        assert self.counts is not None
        text = (
            f"{self.counts.paper}, {self.counts.table}: {self.counts.d_model} numbers a token, "
            "English to German. 16 heads tie with 8; 1 and 32 do worse."
        )
        return list(lettering.wrapped(text, CAPTION, width))

    def height_for(self, width: int) -> int:
        if self.counts is None:
            return 0
        return 24 + LINE + STRIP * len(self.counts.rows) + 6 + LINE * len(self.notes(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.counts is None:
            return
        with QPainter(self) as painter:
            theme, width = self.theme, float(self.width())
            head = QRectF(0, 0, width, LINE)
            title = "How many heads? One paper's table"
            lettering.draw(painter, head, title, LABEL.bold(), theme.ink)
            edges = [width * share for share in (0.16, 0.4, 0.72, 1.0)]
            names = ("heads", "d_k", "perplexity", "BLEU")
            y = 24.0
            for edge, name in zip(edges, names, strict=True):
                room = QRectF(edge - 72, y, 70, LINE)
                if name == "d_k":
                    formula.draw_in(
                        painter, room, name, 14, theme, lettering.RIGHT, False, theme.ink3
                    )
                else:
                    lettering.draw(painter, room, name, CAPTION, theme.ink3, lettering.RIGHT)
            y += LINE
            for row in self.counts.rows:
                own = row.heads == self.heads
                if own:
                    painter.fillRect(QRectF(0, y, width, STRIP), theme.band)
                cells = (str(row.heads), str(row.key_size), numbers.fixed(row.perplexity),
                         numbers.fixed(row.bleu, 1))  # fmt: skip
                for edge, text in zip(edges, cells, strict=True):
                    room = QRectF(edge - 72, y + 1, 70, LINE)
                    lettering.draw(painter, room, text, LABEL.bold(own), theme.ink, lettering.RIGHT)
                y += STRIP
            y += 6
            for line in self.notes(self.width()):
                lettering.draw(painter, QRectF(0, y, width, LINE), line, CAPTION, theme.ink2)
                y += LINE
