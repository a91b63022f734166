"""A solution that plays itself: one undoable edit a step, stopped by any key or click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from core.lesson import Challenge
from core.prose import plain
from desktop_app import motion
from desktop_app.session import Session

PACE_MS = 800
STOPPING = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})


class Solver(QObject):
    """Plays on one slide. said(sentences): the steps taken so far; finished() after the last."""

    said = Signal(tuple)
    finished = Signal()

    def __init__(self, session: Session, number: int, parent: QObject) -> None:
        super().__init__(parent)
        self.session, self.number = session, number
        self.challenge: Challenge | None = None
        self.taken = 0
        self.timer = QTimer(self)
        self.timer.setInterval(PACE_MS)
        self.timer.timeout.connect(self.step)

    @property
    def playing(self) -> bool:
        """Whether further steps will come by themselves."""
        return self.timer.isActive()

    def play(self, challenge: Challenge) -> None:
        """Take the first step now and the others one by one; all at once where motion is less."""
        self.stop()
        self.challenge, self.taken = challenge, 0
        if motion.reduced():
            while self.challenge is not None:
                self.step()
            return
        self.timer.start()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self.step()

    def step(self) -> None:
        """The next step, as one edit of its own."""
        if self.challenge is None:
            return
        if self.session.slide != self.number:
            self.stop()
            return
        steps = self.challenge.solution
        step = steps[self.taken]
        self.taken += 1
        what = f"solution, step {self.taken} of {len(steps)}: {plain(step.say)}"
        self.session.edit(step.experiment, what, number=self.number, own=False)
        self.said.emit(tuple(part.say for part in steps[: self.taken]))
        if self.taken == len(steps):
            self.session.see_solution(self.challenge.id)
            self.stop()
            self.finished.emit()

    def stop(self) -> None:
        """Leave the rest to the learner; what was done stays, and can be undone."""
        self.challenge = None
        if self.timer.isActive():
            self.timer.stop()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in STOPPING and self.timer.isActive():
            self.stop()
            self.session.said.emit("the solution was stopped; undo takes its steps back")
        return False
