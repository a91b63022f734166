"""Pane 01 as a widget: the sentence with its arcs, and the contents of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.experiment import Experiment, SentenceExperiment
from core.lesson import Lesson, Slide
from core.prose import plain, tokens
from core.trace import Trace
from desktop_app import lettering
from desktop_app.instruments.arcs import Arcs, ArcsState, number_rect
from desktop_app.instruments.link_row import LinkRow
from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.lettering import CAPTION, EYEBROW, HEAD, SERIF, Style
from desktop_app.panes.lab import Lab, place
from desktop_app.theme import Theme

NUMBER = lettering.LABEL.sized(15)
SYMBOL = Style(SERIF, 16, 600, italic=True)  # a name from a formula, as the pane's title has it
ROW = 52


class TitleLab(Lab):
    """Pointing at a word shows its row of weights; every line of the contents is a link."""

    def __init__(self, theme: Theme, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: SentenceExperiment | None = None
        self.trace: Trace | None = None
        self.arcs = Arcs(theme, self)
        self.arcs.pointed.connect(self.point)
        self.arcs.entered.connect(lambda: self.link_followed.emit(2))
        self.row = NumberPlaces(theme, "Weights of the row", self.arcs)
        self.sums.watch_places(self.row)
        self.entries = [ContentsEntry(theme, slide, self) for slide in lesson.slides[1:]]
        for entry in self.entries:
            entry.followed.connect(self.link_followed)

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, SentenceExperiment) and trace is not None
        self.experiment, self.trace = experiment, trace
        state = ArcsState(experiment.tokens, trace["weights"], experiment.pointed - 1)
        self.arcs.show_state(state)
        self.place_numbers()
        self.update()

    def place_numbers(self) -> None:
        """The weights below the words say where they come from."""
        if self.experiment is None:
            return
        query, words = self.experiment.pointed - 1, self.experiment.tokens
        self.row.show_places(
            [
                NumberPlace(number_rect(at), "weights", (query, key), f"weight of {words[key]}")
                for key, at in enumerate(self.arcs.places())
            ]
        )

    def point(self, word: int) -> None:
        assert self.experiment is not None
        self.selected.emit(replace(self.experiment, pointed=word + 1))

    def sentence_height(self) -> float:
        """The sentence takes what the contents leave."""
        rows = (len(self.entries) + 1) // 2
        contents = rows * self.row_height() + 40
        return max(min(self.height() - contents, 560.0), 300.0)

    def row_height(self) -> int:
        return ROW if self.height() >= 700 or not self.size_class.compact else 46

    def arrange(self) -> None:
        pad = self.size_class.lab_padding
        width = self.width() - 2 * pad
        bottom = self.sentence_height()
        place(self.arcs, QRectF(pad, 72, width, bottom - 84))
        self.place_numbers()
        columns = 2
        rows = (len(self.entries) + 1) // columns
        gap = 48 if not self.size_class.compact else 24
        wide = (width - gap) / columns
        for index, entry in enumerate(self.entries):
            x = pad + (index // rows) * (wide + gap)
            y = bottom + 24 + (index % rows) * self.row_height()
            place(entry, QRectF(x, y, wide, 44))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            pad = self.size_class.lab_padding
            head = QRectF(pad, 48, self.width() - 2 * pad, 16)
            text = "Point at a word to see what it attends to"
            lettering.draw(painter, head, text, EYEBROW, self.theme.ink3)
            painter.setPen(QPen(self.theme.line, 1))
            y = round(self.sentence_height())
            painter.drawLine(pad, y, self.width() - pad, y)

    def facts(self) -> Sequence[str]:
        if self.experiment is None:
            return ()
        d_model = len(self.experiment.features[0])
        d_k = len(self.experiment.key_projection[0])
        n = len(self.experiment.tokens)
        return (f"n = {n}", f"d_model = {d_model}", "h = 1", f"d_k = {d_k}", "no mask")

    def source(self) -> str:
        return "" if self.experiment is None else self.experiment.source

    def content_height(self, width: int) -> int:
        rows = (len(self.entries) + 1) // 2
        return 300 + rows * self.row_height() + 40


class ContentsEntry(LinkRow):
    """One line of the contents: number, name, one sentence. Click or Enter opens it."""

    def __init__(self, theme: Theme, slide: Slide, parent: QWidget | None = None) -> None:
        super().__init__(theme, slide.number, parent)
        self.slide = slide
        self.name = plain(slide.title)
        self.setAccessibleName(f"{slide.number:02d} {self.name}: {slide.summary}")

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, wide = self.theme, self.width()
            self.paint_ground(painter, QRectF(32, 0, wide - 32, self.height()))
            number = QRectF(0, 2, 36, 20)
            lettering.draw(painter, number, f"{self.slide.number:02d}", NUMBER, theme.ink3)
            self.paint_title(painter, QRectF(40, 2, wide - 44, 20))
            words = lettering.fitted(self.slide.summary, CAPTION, wide - 44)
            lettering.draw(painter, QRectF(40, 24, wide - 40, 16), words, CAPTION, theme.ink2)

    def paint_title(self, painter: QPainter, room: QRectF) -> None:
        """The pane's title, its symbols in italics; cut where the column is too narrow for it."""
        pieces = title_pieces(self.slide.title)
        if sum(lettering.width(text, style) for text, style in pieces) > room.width():
            pieces = [(lettering.fitted(self.name, HEAD, room.width()), HEAD)]
        runs = [(text, style, self.theme.ink) for text, style in pieces]
        lettering.draw_runs(painter, room, runs)


def title_pieces(markdown: str) -> list[tuple[str, Style]]:
    """A title as pieces of one line: *h* Heads -> "h" in italics, then " Heads"."""
    pieces: list[tuple[str, Style]] = []
    style = HEAD
    for child in (part for token in tokens(markdown) for part in token.children or []):
        if child.type in {"em_open", "em_close"}:
            style = SYMBOL if child.type == "em_open" else HEAD
        text = " " if child.type in {"softbreak", "hardbreak"} else child.content
        if text:
            pieces.append((text, style))
    return pieces
