"""Compare A/B: keep the present state as A, go on, and see what differs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from core.comparing import Change, Difference, Row, changes, compared_row, differences
from core.experiment import Experiment
from core.trace import Trace
from desktop_app import lettering, numbers
from desktop_app.drawers.parts import OUT, ROW
from desktop_app.drawers.section import Section
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

LINE, CELL = 18, 24
SHOWN = 4  # differences and measures that are written out
LABELS, INPUTS = 64, 96  # left and right of the cells
WIDEST = 40


def number_words(value: float | str) -> str:
    """A value of an input: a number as its cell writes it, or its words."""
    return value if isinstance(value, str) else numbers.edited(value)


class ComparedRow(Instrument):
    """The pinned row's weights in A and in B, their signed difference, and what else changed."""

    row: Row | None = None
    inputs: tuple[Difference, ...] = ()
    measures: tuple[Change, ...] = ()

    def show_state(
        self, row: Row | None, inputs: tuple[Difference, ...], measures: tuple[Change, ...]
    ) -> None:
        self.row, self.inputs, self.measures = row, inputs, measures
        self.setAccessibleName("A and B: " + "; ".join(self.lines()))
        self.update()

    def lines(self) -> list[str]:
        """Inputs that differ, then measures, in words."""
        found = [
            f"{part.name}: {number_words(part.a)} → {number_words(part.b)}"
            for part in self.inputs[self.beside : SHOWN]
        ]
        if len(self.inputs) > SHOWN:
            found.append(f"and {len(self.inputs) - SHOWN} more inputs")
        for change in self.measures[:SHOWN]:
            moved = change.b - change.a
            sign = "+" if moved > 0 else ""
            found.append(
                f"{change.name}: {numbers.fixed(change.a)} → {numbers.fixed(change.b)} "
                f"({sign}{numbers.fixed(moved)})"
            )
        same = not self.inputs and not self.measures
        return ["A and B are the same"] if same else found

    @property
    def beside(self) -> int:
        """How many inputs stand beside the cells: the first, if it is short enough."""
        if self.row is None or not self.inputs:
            return 0
        first = self.inputs[0]
        return int(max(len(number_words(first.a)), len(number_words(first.b))) <= 6)

    def height_for(self, width: int) -> int:
        cells = 16 + 3 * CELL + 8 if self.row is not None else 0
        return cells + LINE * len(self.lines())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            y = 0.0
            if self.row is not None:
                self.paint_row(painter, self.row)
                y = 16 + 3 * CELL + 8
            for line in self.lines():
                room = QRectF(0, y, self.width(), LINE)
                shown = lettering.fitted(line, CAPTION, room.width())
                lettering.draw(painter, room, shown, CAPTION, self.theme.ink2)
                y += LINE

    def paint_row(self, painter: QPainter, row: Row) -> None:
        """Three rows of cells under the keys; beside them the first input that differs."""
        theme, count = self.theme, len(row.keys)
        cell = min(float(WIDEST), (self.width() - LABELS - INPUTS) / count)
        for place, key in enumerate(row.keys):
            head = QRectF(LABELS + place * cell, 0, cell, 14)
            text = lettering.fitted(key, CAPTION, cell)
            if cell >= 22:
                lettering.draw(painter, head, text, CAPTION, theme.ink2, lettering.CENTRE)
        with np.errstate(invalid="ignore"):
            moved = row.b - row.a
        for line, (name, weights) in enumerate((("A", row.a), ("B", row.b), ("B − A", moved))):
            top = 16.0 + line * CELL
            label = QRectF(0, top, LABELS - 6, CELL)
            used = lettering.draw(painter, label, name, LABEL.bold(line == 1), theme.ink)
            if line < 2:
                beside = label.adjusted(used + 8, 0, 0, 0)
                token = lettering.fitted(row.token, LABEL, beside.width())
                lettering.draw(painter, beside, token, LABEL.bold(line == 1), theme.query.text)
                self.paint_input(painter, QRectF(self.width() - INPUTS + 8, top, INPUTS - 8, CELL),
                                 line)  # fmt: skip
            for place, weight in enumerate(weights):
                room = QRectF(LABELS + place * cell, top, cell, CELL).adjusted(0.5, 0.5, -0.5, -0.5)
                self.paint_weight(painter, room, float(weight), line == 2)

    def paint_weight(self, painter: QPainter, room: QRectF, weight: float, signed: bool) -> None:
        theme = self.theme
        if not np.isfinite(weight):
            shade = theme.alert_tint
        else:
            shade = theme.score_colour(weight, 1.0) if signed else theme.weight_colour(weight)
        painter.fillRect(room, shade)
        text = numbers.fixed(weight, 2, bare=room.width() < 34)
        if lettering.width(text, CAPTION) <= room.width() - 1:
            lettering.draw(painter, room, text, CAPTION, theme.text_on(shade), lettering.CENTRE)

    def paint_input(self, painter: QPainter, room: QRectF, line: int) -> None:
        """The first input that differs, as it is in A or in B."""
        if not self.beside:
            return
        first = self.inputs[0]
        value = number_words(first.a if line == 0 else first.b)
        words = lettering.fitted(f"{first.name} = {value}", LABEL, room.width())
        lettering.draw(painter, room, words, LABEL, self.theme.ink2)


class CompareSection(Section):
    """A is what was kept, B is live. show_wanted(experiment): shown in the lab, None for B."""

    title = "Compare A/B"
    show_wanted = Signal(object)

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.showing_a = False
        self.which = Toggle(theme, "Shown in the lab", (("a", "A"), ("b", "B")), self)
        self.which.set_chosen("b")
        self.which.chosen.connect(self.show_which)
        self.figure = ComparedRow(theme, self)
        self.keep = self.button("Keep as A", "Ctrl+Shift+B")
        self.swap = self.button("Swap", "A becomes live, B is kept as A")
        self.forget = self.button("Forget A", "")
        self.keep.clicked.connect(self.keep_a)
        self.swap.clicked.connect(self.exchange)
        self.forget.clicked.connect(self.forget_a)
        session.kept.changed.connect(self.follow_kept)

    def button(self, text: str, tip: str) -> QPushButton:
        made = PressButton(self.theme, text, self)
        made.setToolTip(tip)
        return made

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        from core.experiment import SentenceExperiment

        return experiment is not None and not isinstance(experiment, SentenceExperiment)

    @property
    def kept(self) -> tuple[Experiment, Trace] | None:
        """A with its trace. The session holds it, so that a file can."""
        return self.session.kept.state(self.number)

    def follow_kept(self, number: int) -> None:
        """A session was opened, or the lesson begun again, with another A or none."""
        if number == self.number and self.showing_a:
            self.show_which("b")
        if number == self.number and self.isVisible():
            self.refresh()

    # what a hand does

    def keep_a(self) -> None:
        """The present state is A from now on."""
        experiment, trace = self.experiment, self.trace
        if experiment is not None and trace is not None and not self.showing_a:
            self.session.kept.put(self.number, (experiment, trace))
            self.session.said.emit("kept as A")

    def show_which(self, key: str) -> None:
        """Show A or B in the lab; A is only to be looked at."""
        self.showing_a = key == "a" and self.kept is not None
        self.which.set_chosen("a" if self.showing_a else "b")
        self.show_wanted.emit(self.kept if self.showing_a else None)
        self.session.said.emit("A is shown; choose B to edit" if self.showing_a else "B is shown")
        self.refresh()

    def exchange(self) -> None:
        """A goes live as one undo step, and what was live is kept."""
        experiment, trace = self.experiment, self.trace
        if self.kept is None or experiment is None or trace is None:
            return
        if self.showing_a:
            self.show_which("b")
        live = self.kept[0]
        self.session.kept.put(self.number, (experiment, trace))
        self.session.edit(live, "A and B changed places", None, self.number)
        self.refresh()

    def forget_a(self) -> None:
        self.session.kept.put(self.number, None)

    # showing

    def aside(self) -> str:
        return ""

    def show_rows(self) -> None:
        kept, trace, experiment = self.kept, self.trace, self.experiment
        for part in (self.which, self.figure, self.swap, self.forget):
            part.setVisible(kept is not None)
        self.keep.setText("Keep as A" if kept is None else "Keep B as A")
        self.keep.setEnabled(not self.showing_a)
        if kept is None or trace is None or experiment is None:
            return
        a, before = kept
        found = changes(before, trace, self.session.slide_at(self.number).challenges)
        self.figure.show_state(compared_row(before, trace), differences(a, experiment), found)

    def head_room(self) -> int:
        return 0 if self.which.isHidden() else self.which.width() + 2 * OUT

    def parts(self) -> list[QWidget]:
        """The buttons on show, left to right."""
        return [part for part in (self.keep, self.swap, self.forget) if not part.isHidden()]

    def rows_height(self, width: int) -> int:
        figure = 0
        if not self.figure.isHidden():
            figure = self.figure.height_for(width - 2 * OUT) + 12
        return figure + 32 + 4

    def arrange_rows(self, width: int) -> None:
        inner, y = width - 2 * OUT, ROW
        self.which.move(width - OUT - self.which.width(), 8)
        if not self.figure.isHidden():
            high = self.figure.height_for(inner)
            self.figure.setGeometry(OUT, y, inner, high)
            y += high + 12
        x = OUT
        for part in self.parts():
            wide = part.sizeHint().width() + 12
            part.setGeometry(x, y, wide, 32)
            x += wide + 8
