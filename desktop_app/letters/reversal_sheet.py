"""Letters reversed by two networks: what each writes, where it looks, and the map one expects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.arrays import Integers
from core.letters.exhibits import ReversalTrace, reversal_trace
from core.letters.loading import DamagedLettersError, load_manifest, load_reverser
from core.letters.reversal import LONGEST, REVERSAL_ALPHABET, Encoder, draw_letters
from core.letters.spelling import ALPHABET, spelled, typed_letters
from desktop_app import lettering, numbers
from desktop_app.frame.sheet_page import Sheet
from desktop_app.instruments.grid import MARGIN, Cell, GridState
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.lettering import CAPTION, CENTRE, HEAD, LABEL, RIGHT
from desktop_app.letters.quiet_map import QuietMap
from desktop_app.panes.lab import place
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme

SHOWN: tuple[Encoder, ...] = ("forward only", "letter by letter")
TITLES = {"forward only": "Forward only", "letter by letter": "Letter by letter"}
LEAST, DRAWN = 3, 8
SIGN, GAP, WIDEST_CELL, LINE = 24.0, 32.0, 48.0, 22.0
FOLLOWS = 168.0  # the height of what follows, under the figures
COLUMNS = (
    (
        "What follows",
        "A weight says where a network reads, not what it finds there. The forward-only network "
        "takes each letter from the state after it, which still holds the letter before. Its "
        "answers are right, and its map, read as an explanation, names the wrong letter nearly "
        "every time (Jain and Wallace 2019).",
    ),
    (
        "What does not",
        "That every map misleads. Where a state knows only its own letter, the map has to point "
        "at it. Whether a map explains depends on what its states hold, and on what is asked of "
        "it (Wiegreffe and Pinter 2019).",
    ),
)


@dataclass(frozen=True)
class Told:
    """What is known of one network: its trace, or what is wrong with its file; its figures."""

    trace: ReversalTrace | None
    fault: str = ""
    right: float = 0.0
    pointed: float = 0.0


class ReversalSheet(Sheet):
    """said(words): what an edit did. changed(): other letters are shown."""

    said = Signal(str)
    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self.theme = theme
        self.size_class: SizeClass = MEDIUM
        self.drawn = 0
        self.letters: Integers = np.arange(DRAWN)
        self.told: dict[Encoder, Told] = {}
        self.lit: Cell | None = None
        self.field = SentenceField(theme, "Letters", self.check, self)
        self.field.entered.connect(self.ask_letters)
        self.field.refused.connect(self.said)
        self.field.reason_changed.connect(lambda _: self.update())
        self.draw = PressButton(theme, "New letters", self)
        self.draw.clicked.connect(self.draw_new)
        self.maps = [QuietMap(theme, name, self) for name in self.titles()]
        QWidget.setTabOrder(self.field, self.draw)
        before: QWidget = self.draw
        for one in self.maps:
            one.mode = "read"
            one.cell_hovered.connect(self.point)
            QWidget.setTabOrder(before, one)
            before = one
        self.show_letters()

    def titles(self) -> list[str]:
        """What the three maps are called."""
        return ["Expected", *(TITLES[name] for name in SHOWN)]

    def check(self, text: str) -> object:
        """Return the letters in a text. Raises ValueError, with a sentence."""
        return typed_letters(text, REVERSAL_ALPHABET, LEAST, LONGEST)

    # what is shown

    def show_letters(self) -> None:
        """Ask both networks and draw what they say."""
        self.told = {encoder: told(encoder, self.letters) for encoder in SHOWN}
        self.field.show_text(spelled(self.letters))
        self.lit = None
        self.arrange()
        self.changed.emit()

    def weights(self, index: int) -> np.ndarray | None:
        """What a map draws: that of a network, or the one that is expected; None without."""
        traces = [one.trace for one in self.told.values() if one.trace is not None]
        if index:
            trace = self.told[SHOWN[index - 1]].trace
            return None if trace is None else trace.made.weights
        return traces[0].expected if traces else None

    def arrange(self) -> None:
        place(self.field, QRectF(self.pad, self.top, 208, 32))
        place(self.draw, QRectF(self.pad + 216, self.top, 104, 32))
        for index, one in enumerate(self.maps):
            found = self.weights(index)
            one.setVisible(found is not None)
            if found is not None:
                place(one, self.cells(index).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))
        self.show_maps()
        self.update()

    def show_maps(self) -> None:
        """Give the maps their weights and what is lit in them."""
        n = len(self.letters)
        rows = [
            f"step {step}, which writes {ALPHABET[self.letters[n - step]]}"
            for step in range(1, n + 1)
        ]
        columns = [f"{ALPHABET[sign]} ({place})" for place, sign in enumerate(self.letters, 1)]
        for index, one in enumerate(self.maps):
            found = self.weights(index)
            if found is not None:
                row = None if self.lit is None else (self.lit[0], "query")
                state = GridState(found, "weight", linked=self.lit, row_outline=row, digits=False)
                one.show_state(state, rows, columns)

    # geometry

    @property
    def pad(self) -> float:
        return float(self.size_class.lab_padding)

    @property
    def top(self) -> float:
        return 16.0 if self.size_class.compact else 24.0

    @property
    def cell(self) -> float:
        """The side of a cell, so that three maps of the longest row stand side by side."""
        across = (self.width() - 2 * self.pad - SIGN - 2 * GAP) / (3 * len(self.letters))
        high = (self.height() - self.top - 104 - 3 * LINE - 40 - FOLLOWS) / len(self.letters)
        return float(int(max(min(across, high, WIDEST_CELL), 8)))

    def cells(self, index: int) -> QRectF:
        """What the cells of a map fill."""
        side = self.cell * len(self.letters)
        third = (self.width() - 2 * self.pad - SIGN - 2 * GAP) / 3
        return QRectF(self.pad + SIGN + index * (third + GAP), self.top + 104, side, side)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.field.reason:
                under = QRectF(self.pad, self.top + 34, 480, 14)
                lettering.draw(painter, under, self.field.reason, CAPTION, self.theme.alert)
            for index, title in enumerate(self.titles()):
                self.paint_map(painter, index, title)
            self.paint_follows(painter)

    def paint_follows(self, painter: QPainter) -> None:
        """What follows from it and what does not, side by side under the maps."""
        top = self.cells(0).bottom() + 14 + 3 * LINE + 32
        wide = (self.width() - 2 * self.pad - GAP) / 2
        for index, (title, words) in enumerate(COLUMNS):
            line = QRectF(self.pad + index * (wide + GAP), top, wide, 20)
            lettering.draw(painter, line, title, HEAD, self.theme.ink)
            line.translate(0, 24)
            for row in lettering.wrapped(words, LABEL, wide):
                lettering.draw(painter, line, row, LABEL, self.theme.ink)
                line.translate(0, 20)

    def paint_map(self, painter: QPainter, index: int, title: str) -> None:
        """Title, letters and figures of one map; the sentence in place of one that is missing."""
        cells, theme = self.cells(index), self.theme
        third = (self.width() - 2 * self.pad - SIGN - 2 * GAP) / 3
        head = QRectF(cells.left(), cells.top() - 44, third, 20)
        lettering.draw(painter, head, title, HEAD, theme.ink)
        if self.weights(index) is None:
            fault = self.told[SHOWN[index - 1]].fault if index else ""
            for row, line in enumerate(lettering.wrapped(fault, LABEL, third)):
                spot = QRectF(cells.left(), cells.top() + row * 20, third, 20)
                lettering.draw(painter, spot, line, LABEL, theme.alert)
            return
        for key, letter in enumerate(self.letters):
            spot = QRectF(cells.left() + key * self.cell, cells.top() - 22, self.cell, 16)
            lit = self.lit is not None and self.lit[1] == key
            colour = theme.role("key").text if lit else theme.ink2
            lettering.draw(painter, spot, ALPHABET[letter], CAPTION.bold(lit), colour, CENTRE)
        self.paint_written(painter, index)
        self.paint_figures(painter, index, QRectF(cells.left(), cells.bottom() + 14, third, LINE))

    def paint_written(self, painter: QPainter, index: int) -> None:
        """What each step writes, left of its row; a ring where the largest weight lies."""
        cells, theme = self.cells(index), self.theme
        trace = self.told[SHOWN[index - 1]].trace if index else None
        n = len(self.letters)
        for step in range(n):
            right = trace is None or bool(trace.right[step])
            letter = self.letters[n - 1 - step] if trace is None else trace.made.written[step]
            spot = QRectF(cells.left() - SIGN, cells.top() + step * self.cell, SIGN - 8, self.cell)
            ink = theme.ink if right else theme.alert
            lettering.draw(painter, spot, ALPHABET[int(letter)], CAPTION.bold(), ink, RIGHT)

    def paint_figures(self, painter: QPainter, index: int, line: QRectF) -> None:
        """How often the network is right, and how often it looks at the letter that it writes."""
        theme = self.theme
        if index == 0:
            for text in (
                "each step looks at the letter",
                "that it writes; the first step, which",
                "has no choice, is not counted",
            ):
                lettering.draw(painter, line, text, LABEL, theme.ink2)
                line.translate(0, LINE)
            return
        found = self.told[SHOWN[index - 1]]
        assert found.trace is not None
        n = len(self.letters)
        here = (int(found.trace.right.sum()), n), (int(found.trace.pointed[1:].sum()), n - 1)
        lettering.draw(painter, line, "here", LABEL, theme.ink2, CENTRE)
        lettering.draw(painter, line, "in 600 rows", LABEL, theme.ink2, RIGHT)
        line.translate(0, LINE)
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(line.topLeft().toPoint(), line.topRight().toPoint())
        for name, count, share in (
            ("right", here[0], found.right),
            ("looks at it", here[1], found.pointed),
        ):
            lettering.draw(painter, line, name, LABEL, theme.ink)
            lettering.draw(painter, line, f"{count[0]} of {count[1]}", LABEL, theme.ink, CENTRE)
            text = f"{numbers.fixed(100 * share, 1)} %"
            lettering.draw(painter, line, text, LABEL.bold(), theme.ink, RIGHT)
            line.translate(0, LINE)

    # asking

    def point(self, cell: Cell | None) -> None:
        self.lit = cell
        self.show_maps()
        self.update()

    def ask_letters(self, text: str) -> None:
        self.letters = typed_letters(text, REVERSAL_ALPHABET, LEAST, LONGEST)
        self.show_letters()
        self.said.emit(f"letters {spelled(self.letters)}")

    def draw_new(self) -> None:
        self.drawn += 1
        random = np.random.default_rng(self.drawn)
        self.letters = draw_letters(random, 1, len(self.letters))[0]
        self.show_letters()
        self.said.emit(f"new letters: {spelled(self.letters)}")

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    def set_size_class(self, sizes: SizeClass) -> None:
        """Lay out for another class of window widths."""
        self.size_class = sizes
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()


def told(encoder: Encoder, letters: np.ndarray) -> Told:
    """What is known of one network; the fault in place of a file that cannot be used."""
    try:
        trace = reversal_trace(load_reverser(encoder), letters)
        figures = load_manifest().models[f"reversal-{encoder.replace(' ', '-')}"].figures
    except DamagedLettersError as error:
        return Told(None, str(error))
    return Told(trace, "", figures["right"], figures["pointed"])
