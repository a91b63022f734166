"""Cost, measured: a paper's orders for three layers, and two of them timed on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from core.experiment import Experiment, SelfAttentionExperiment
from core.explaining.explanation import Explanation, Index
from core.explaining.figures import measured, order
from core.measured_cost import LAYERS, MeasuredCost
from desktop_app import lettering
from desktop_app.drawers.cost_figures import COUNTS, KERNEL, ORDERS, MeasuredFigure, OrdersFigure
from desktop_app.drawers.numbered import explain_with
from desktop_app.drawers.parts import Row
from desktop_app.drawers.stack import Part, StackSection
from desktop_app.instruments.explainer import Explainer
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.tasks import Task
from desktop_app.theme import Theme
from desktop_app.worker_process import WorkerProcess


class MeasureButton(Row):
    """Starts the measuring, shows how far it is, and cancels it."""

    def __init__(self, theme: Theme, parent: StackSection) -> None:
        super().__init__(theme, parent)
        self.words, self.note, self.share = "Measure on this machine", "", 0.0
        self.setFixedHeight(self.height_for(0))

    def height_for(self, width: int) -> int:
        return 32 + 4 + 16

    def show_state(self, words: str, note: str, share: float) -> None:
        self.words, self.note, self.share = words, note, share
        self.setAccessibleName(f"{words}. {note}" if note else words)
        self.update()

    def focus_rect(self) -> QRectF:
        return QRectF(0, 0, self.width(), 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, room = self.theme, QRectF(0, 0, self.width(), 32)
            painter.setPen(QPen(theme.ink if self.lit() else theme.edge, 1))
            painter.setBrush(theme.sheet)
            painter.drawRoundedRect(room.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            lettering.draw(painter, room, self.words, LABEL, theme.ink, lettering.CENTRE)
            if self.share:
                done = QRectF(8, 28, (room.width() - 16) * self.share, 2)
                painter.fillRect(done, theme.ink)
            below = QRectF(0, 36, room.width(), 16)
            note = lettering.fitted(self.note, CAPTION, below.width())
            lettering.draw(painter, below, note, CAPTION, theme.ink2)


class CostSection(StackSection):
    """What was measured is kept for each d while the program runs; it is no part of the lesson."""

    title = "Cost, measured"

    def __init__(
        self, theme: Theme, session: Session, number: int, worker: WorkerProcess | None = None
    ) -> None:
        super().__init__(theme, session, number)
        self.worker = worker
        self.task: Task | None = None
        self.measured: dict[int, MeasuredCost] = {}
        self.problem = ""
        self.orders = OrdersFigure(theme, self)
        self.button = MeasureButton(theme, self)
        self.figure = MeasuredFigure(theme, self)
        self.button.pressed.connect(self.press)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, SelfAttentionExperiment)

    def parts(self) -> Sequence[Part]:
        return self.orders, self.button, self.figure

    def explain_with(self, sums: Explainer) -> None:
        explain_with(self.orders, sums)
        explain_with(self.figure, sums)
        sums.others["order"] = self.explained_order
        sums.others["measured cost"] = self.explained_time

    def explained_order(self, index: Index) -> Explanation | None:
        """A count of one layer at the sizes at hand."""
        if not self.orders.isVisible():
            return None
        n, d, layer = self.orders.length, self.orders.width_of, ORDERS[index[0]][0]
        return order(layer, COUNTS[index[1]], n, d, KERNEL, index)

    def explained_time(self, index: Index) -> Explanation | None:
        """What was measured of one layer at one n."""
        cost, layer = self.figure.cost, LAYERS[index[0]]
        if not self.figure.isVisible() or cost is None:
            return None
        return (
            measured(cost, layer, index[1], index)
            if index[1] < len(cost.layer(layer).lengths)
            else None
        )

    def press(self) -> None:
        """Begin to measure, or give it up."""
        if self.task is not None:
            self.task.cancel()
            return
        experiment = self.experiment
        if self.worker is None or not isinstance(experiment, SelfAttentionExperiment):
            return
        self.problem = ""
        self.task = self.worker.start("measure_cost", width=experiment.width)
        self.task.progressed.connect(self.take)
        self.task.finished.connect(self.finish)
        self.task.refused.connect(self.end)
        self.task.failed.connect(self.end)
        self.task.cancelled.connect(lambda: self.end("cancelled; what was measured is kept"))
        self.refresh()

    def take(self, cost: object) -> None:
        """Show what has been measured so far."""
        assert isinstance(cost, MeasuredCost)
        self.measured[cost.width] = cost
        self.refresh()

    def finish(self, cost: object) -> None:
        self.take(cost)
        self.end("")

    def end(self, why: str) -> None:
        self.task, self.problem = None, why
        self.refresh()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return (("cost measured", self.press), ("measuring cancelled", self.press))

    def show_rows(self) -> None:
        experiment = self.experiment
        if not isinstance(experiment, SelfAttentionExperiment):
            return
        for part in (self.orders, self.button):
            part.show()
        self.orders.show_sizes(experiment.length, experiment.width)
        found = self.measured.get(experiment.width)
        self.figure.show_cost(found)
        self.figure.setVisible(bool(self.figure.lines()))
        self.show_button(found)

    def show_button(self, found: MeasuredCost | None) -> None:
        """What pressing does now."""
        if self.task is not None:
            width = self.task.arguments["width"]
            running = self.measured.get(width) if isinstance(width, int) else None
            share = running.share if running is not None and running.share < 1 else 0.0
            told = f"d = {width}: {share:.0%} done" if self.task.begun else "waiting its turn"
            self.button.show_state("Cancel", told, share)
            return
        words = "Measure again" if found is not None else "Measure on this machine"
        note = self.problem or "NumPy, float64, one thread, in a process of its own"
        self.button.show_state(words, note, 0.0)
