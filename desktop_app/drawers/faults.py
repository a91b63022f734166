"""What breaks it: mistakes of one click each, with what they do to the numbers at hand."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from core.experiment import (
    AlignmentExperiment,
    BottleneckExperiment,
    Experiment,
    VarianceExperiment,
)
from core.fault_names import FAULTS, fault_of, faults_of
from core.symptoms import Piece, Symptom, symptom, with_fault
from core.trace import Trace, compute
from desktop_app import lettering, numbers
from desktop_app.drawers.parts import OUT, ROW, Row
from desktop_app.drawers.section import Section
from desktop_app.instruments.check_marks import paint_cross
from desktop_app.instruments.indexed import in_words
from desktop_app.lettering import LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

TEXT = OUT + 36.0  # where the words of a row begin


TRANSLATED = AlignmentExperiment | BottleneckExperiment  # by weights that may be damaged


def has_hidden(trace: Trace) -> bool:
    """Whether a mask hides a key from a query."""
    return "masked" in trace and bool(np.isneginf(trace["masked"]).any())


def kind_of(experiment: Experiment | None) -> str:
    """The kind of an experiment as the files name it; "" for none."""
    return "" if experiment is None else str(type(experiment).__struct_config__.tag)


def written(piece: Piece) -> str:
    """A part of a symptom as it is shown."""
    if isinstance(piece.content, str):
        return piece.content
    if piece.style == "whole":
        return numbers.fixed(piece.content, 0)
    if piece.style == "tiny":
        small = 0 < abs(piece.content) < 1e-3
        return f"{piece.content:.1e}" if small else numbers.fixed(piece.content, 3)
    return numbers.fixed(piece.content)


class FaultRow(Row):
    """A mistake: circle, name, symptom. While it is made: an alert circle with a cross."""

    def __init__(self, theme: Theme, name: str, parent: Section) -> None:
        super().__init__(theme, parent)
        self.name, self.hint = name, ""
        self.symptom: Symptom = ()
        self.made = False

    def show_state(self, found: Symptom, made: bool) -> None:
        self.symptom, self.made = found, made
        words = "".join(written(piece) for piece in found)
        act = "put right" if made else "break it"
        self.setAccessibleName(f"{FAULTS[self.name].title}: {words}. {act}")
        self.hint = FAULTS[self.name].rule
        self.setAccessibleDescription(in_words(self.hint))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.paint_ground(painter)
            theme, lit = self.theme, self.lit()
            self.paint_circle(painter)
            right = self.width() - OUT - TEXT
            first, second = QRectF(TEXT, 8, right, 16), QRectF(TEXT, 25, right, 16)
            title, style = FAULTS[self.name].title, LABEL.bold(lit or self.made)
            runs = self.runs(right)
            if lit or self.made:
                act = "Put right" if self.made else "Break it"
                wide = lettering.width(act, LABEL.bold())
                beside = QRectF(self.width() - OUT - wide, 0, wide, ROW)
                left = right - wide - 8
                if lettering.width(title, style) > left:  # the act goes to the line that has room
                    beside = QRectF(beside.left(), second.top(), wide, 16)
                if sum(lettering.width(text, face) for text, face, _ in runs) > left:
                    beside = QRectF(beside.left(), first.top(), wide, 16)
                    title = lettering.fitted(title, style, left)
                for line in (first, second):  # where letters grow, they grow as far as the act
                    if line.intersects(beside):
                        line.setWidth(left)
                colour = theme.alert if self.made else theme.ink
                lettering.draw(painter, beside, act, LABEL.bold(), colour, lettering.RIGHT)
            lettering.draw(painter, first, title, style, theme.ink)
            lettering.draw_runs(painter, second, runs)

    def runs(self, room: float) -> list[tuple[str, lettering.Style, QColor]]:
        """The symptom as runs that fit; queries and keys have their colour."""
        runs, left = [], room
        for piece in self.symptom:
            text = written(piece)
            colour = self.theme.role(piece.role).text if piece.role else self.theme.ink2
            shown = lettering.fitted(text, LABEL, left)
            runs.append((shown, LABEL, colour))
            left -= lettering.width(shown, LABEL)
            if shown != text:
                break
        return runs

    def paint_circle(self, painter: QPainter) -> None:
        theme, middle = self.theme, QPointF(OUT + 10, ROW / 2)
        if self.made:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.alert)
            painter.drawEllipse(middle, 10, 10)
            paint_cross(painter, middle, theme.sheet)
            return
        painter.setBrush(theme.sheet if self.lit() else Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.ink if self.lit() else theme.edge, 1.5))
        painter.drawEllipse(middle, 9, 9)


class FaultSection(Section):
    """One row a mistake; one at a time is made, and each is one undo step."""

    title = "What breaks it"
    folds = True
    gives_away = True

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.rows = {}
        self.waiting: list[str] = []
        self.later = QTimer(self, singleShot=True, interval=0)
        self.later.timeout.connect(self.show_next)
        for name in faults_of(kind_of(self.experiment)):
            self.rows[name] = FaultRow(theme, name, self)
            self.rows[name].pressed.connect(partial(self.turn, name))

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return bool(faults_of(kind_of(experiment)))

    def aside(self) -> str:
        made = fault_of(self.experiment)
        if self.opened and getattr(self.experiment, "is_trained", False):
            return "not in trained weights"
        return FAULTS[made].title if made and not self.opened else ""

    def turn(self, name: str) -> None:
        """Make a mistake, or put it right."""
        experiment = self.experiment
        if experiment is None:
            return
        title = FAULTS[name].title
        if fault_of(experiment) == name:
            self.session.edit(with_fault(experiment, ""), f"put right: {title}", None, self.number)
        else:
            made = with_fault(experiment, name)
            self.session.edit(made, f"fault on: {FAULTS[name].rule}", None, self.number)

    def show_rows(self) -> None:
        experiment = self.experiment
        if experiment is None:
            return
        made = fault_of(experiment)
        sample = right = None
        if isinstance(experiment, VarianceExperiment):
            sample = self.session.samples.get(experiment.seed)
        elif not isinstance(experiment, TRANSLATED):
            right = compute(with_fault(experiment, ""))
        hides = right is not None and has_hidden(right)
        trace = self.trace
        damaged = bool(trace and trace.problem) and isinstance(experiment, TRANSLATED)
        breakable = not damaged and not getattr(experiment, "is_trained", False)
        for name, row in self.rows.items():
            row.setVisible(breakable and (name == made or hides or not FAULTS[name].masked))
            if row.isHidden():
                continue
            if isinstance(experiment, TRANSLATED):
                row.show_state(row.symptom, name == made)
            else:
                row.show_state(symptom(experiment, name, right, sample), name == made)
        self.waiting = [*self.rows] if isinstance(experiment, TRANSLATED) and not damaged else []
        if self.waiting:
            self.later.start()

    def show_next(self) -> None:
        """One symptom more: each takes translations, so that pointer and keys go in between."""
        experiment = self.experiment
        if not self.waiting or experiment is None or not self.shows:
            return
        name = self.waiting.pop(0)
        self.rows[name].show_state(symptom(experiment, name), fault_of(experiment) == name)
        if self.waiting:
            self.later.start()

    def rows_height(self, width: int) -> int:
        return ROW * sum(not row.isHidden() for row in self.rows.values())

    def arrange_rows(self, width: int) -> None:
        y = ROW
        for row in self.rows.values():
            if not row.isHidden():
                row.setGeometry(0, y, width, ROW)
                y += ROW
