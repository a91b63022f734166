"""Check against PyTorch: the same attention in the worker process, and how far apart they are."""

from __future__ import annotations

from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from core.experiment import Experiment
from core.training.parity import Parity
from core.training.parity_of import can_be_checked, check_of, what_is_checked
from core.training.work import RefusalError
from desktop_app import lettering, numbers
from desktop_app.drawers.parts import OUT, ROW, Row
from desktop_app.drawers.section import Section
from desktop_app.instruments.check_marks import paint_check, paint_cross
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.tasks import Task
from desktop_app.theme import Theme
from desktop_app.worker_process import WorkerProcess

State = Literal["idle", "checking", "same", "apart", "refused", "missing"]
CLOSE = 1e-12  # beyond this the two do not agree
HEIGHT, LINE = 28, 18


class Badge(Row):
    """An outlined pill: what is known, with a mark for it. Pressed, it asks."""

    def __init__(self, theme: Theme, parent: Section) -> None:
        super().__init__(theme, parent)
        self.setFixedHeight(HEIGHT)
        self.state: State = "idle"
        self.words = ""

    def show_state(self, state: State, words: str) -> None:
        self.state, self.words = state, words
        self.setEnabled(state not in ("checking", "missing"))
        self.setAccessibleName(f"Check against PyTorch: {words}")
        self.update()

    def pill(self) -> QRectF:
        wide = lettering.width(self.words, LABEL.bold()) + 44
        return QRectF(0, 0, min(wide, self.width()), HEIGHT)

    def focus_rect(self) -> QRectF:
        return self.pill()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, bad = self.theme, self.state in ("apart", "refused")
            colour = theme.alert if bad else theme.ink3 if self.state == "missing" else theme.ink
            painter.setPen(QPen(theme.line if self.state == "missing" else colour, 1))
            painter.setBrush(
                theme.alert_tint if bad else theme.sunken if self.hovered else theme.sheet
            )
            pill = self.pill()
            painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), 14, 14)
            self.paint_mark(painter, QPointF(15, HEIGHT / 2))
            room = pill.adjusted(30, 0, -12, 0)
            words = lettering.fitted(self.words, LABEL.bold(), room.width())
            lettering.draw(painter, room, words, LABEL.bold(), colour)

    def paint_mark(self, painter: QPainter, middle: QPointF) -> None:
        """Check, cross, or a hollow dot while nothing is known."""
        theme = self.theme
        if self.state in ("same", "apart", "refused"):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ink if self.state == "same" else theme.alert)
            painter.drawEllipse(middle, 8, 8)
            painter.save()
            painter.translate(middle)
            painter.scale(0.8, 0.8)
            if self.state == "same":
                paint_check(painter, QPointF(0, 0), 1.0, theme.sheet)
            else:
                paint_cross(painter, QPointF(0, 0), theme.sheet)
            painter.restore()
            return
        painter.setPen(QPen(theme.ink3 if self.state == "missing" else theme.ink, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, 5, 5)


class ParitySection(Section):
    """What was found holds for the numbers that were checked; an edit asks for another check."""

    title = "Check against PyTorch"

    def __init__(
        self, theme: Theme, session: Session, number: int, worker: WorkerProcess | None = None
    ) -> None:
        super().__init__(theme, session, number)
        self.worker = worker
        self.task: Task | None = None
        self.checked: Experiment | None = None
        self.found: tuple[State, str, str] = ("idle", "", "")
        self.badge = Badge(theme, self)
        self.badge.pressed.connect(self.check)
        self.note = self.job = ""

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return can_be_checked(experiment)

    def aside(self) -> str:
        return "float64"

    def check(self) -> None:
        """Ask the worker process; PyTorch is loaded there, and nowhere else."""
        trace = self.trace
        if self.worker is None or trace is None or self.task is not None:
            return
        self.checked = trace.experiment
        try:
            self.job, arguments = check_of(trace)
        except RefusalError as error:
            self.found = ("refused", str(error), "")
            self.refresh()
            return
        self.task = self.worker.start(self.job, **arguments)
        self.task.finished.connect(self.finish)
        self.task.refused.connect(lambda why: self.end("refused", why))
        self.task.failed.connect(lambda why: self.end("refused", why))
        self.task.cancelled.connect(lambda: self.end("idle", ""))
        self.refresh()

    def finish(self, parity: object) -> None:
        assert isinstance(parity, Parity)
        apart = parity.largest
        version = f"PyTorch {parity.version}"
        if what := what_is_checked(self.job):
            version += f"; {what}"
        if parity.blind:
            plural = "queries" if parity.blind > 1 else "query"
            version += f"; {parity.blind} {plural} without a key left out"
        if apart <= CLOSE:
            self.end("same", f"largest difference {tiny(apart)}", version)
            return
        place = ", ".join(str(part + 1) for part in parity.cell)
        far = "not a number" if np.isnan(apart) else f"off by {tiny(apart)}"
        self.end("apart", f"{parity.step} {place}: {far}", version)

    def end(self, state: State, words: str, note: str = "") -> None:
        self.task = None
        self.found = (state, words, note)
        self.refresh()

    def show_rows(self) -> None:
        why = "PyTorch is not installed" if self.worker is None else self.worker.obstacle()
        state, words, self.note = self.found
        if why:
            state, words, self.note = "missing", "PyTorch is not installed", ""
        elif self.task is not None:
            state, words, self.note = "checking", "checking", ""
        elif self.checked is not self.experiment or state == "idle":
            state, words, self.note = "idle", "check these numbers", ""
        self.badge.show_state(state, words)
        self.update()

    def rows_height(self, width: int) -> int:
        return HEIGHT + LINE + 4

    def arrange_rows(self, width: int) -> None:
        self.badge.setGeometry(OUT, ROW, width - 2 * OUT, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF(OUT, ROW + HEIGHT + 4, self.width() - 2 * OUT, LINE)
            note = lettering.fitted(self.note, CAPTION, room.width())
            lettering.draw(painter, room, note, CAPTION, self.theme.ink2)


def tiny(number: float) -> str:
    """A difference as a power of ten where it is small."""
    if number == 0:
        return "0"
    return f"{number:.1e}" if number < 1e-3 else numbers.fixed(number, 3)
