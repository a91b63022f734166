"""The lab of a page of letters: the maps of a network, its answers, and the training of one."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.letters.exhibits import LettersTrace
from core.letters.loading import DamagedLettersError
from core.letters.network import Letters
from core.letters.views import (
    Exhibit,
    View,
    first_view,
    shipped,
    source_of,
    trace_at,
    trace_of,
    untrained,
)
from desktop_app import lettering
from desktop_app.frame.sheet_page import Sheet
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.lettering import CAPTION, LABEL, RIGHT
from desktop_app.letters import drawing, words
from desktop_app.letters.controls import LettersControls
from desktop_app.letters.drawing import SheetState
from desktop_app.letters.layout import LettersLayout, letters_layout, with_margin
from desktop_app.letters.quiet_map import QuietMap
from desktop_app.letters.trainer import Trainer
from desktop_app.panes.lab import place
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme
from desktop_app.worker_process import WorkerProcess

STARTING = "starting: PyTorch is loaded first, and a training that runs already is finished"
MOST_MAPS: dict[Exhibit, int] = {"questions": 3, "induction": 2}


class LettersSheet(Sheet):
    """said(words): what an edit did. changed(): facts or the exhibit are others."""

    said = Signal(str)
    changed = Signal()

    def __init__(self, theme: Theme, worker: WorkerProcess | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self.theme = theme
        self.size_class: SizeClass = MEDIUM
        self.views: dict[Exhibit, View] = {}
        self.exhibit: Exhibit = "questions"
        self.drawn = 0
        self.trained: dict[tuple[Exhibit, int], Letters] = {}
        self.lit: Cell | None = None
        self.trace: LettersTrace | None = None
        self.layout_now: LettersLayout | None = None
        self.trainer = Trainer(worker, self)
        self.trainer.changed.connect(self.refresh)
        self.trainer.made.connect(self.keep)
        self.controls = LettersControls(theme, self, lambda text: self.view.check(text))
        self.maps: list[QuietMap] = []
        self.connect_controls()
        self.make_maps()
        self.refresh()

    def connect_controls(self) -> None:
        """Every control asks for another view, or for a training."""
        controls = self.controls
        controls.exhibit.chosen.connect(self.open_exhibit)
        for toggle in (controls.heads, controls.layers):
            toggle.chosen.connect(self.ask_size)
        controls.field.entered.connect(self.ask_letters)
        controls.field.refused.connect(self.said)
        controls.field.reason_changed.connect(lambda _: self.update())
        controls.draw.clicked.connect(self.draw_letters)
        controls.seed.changed.connect(self.ask_seed)
        controls.train.clicked.connect(self.train_or_pause)
        controls.cancel.clicked.connect(lambda: self.trainer.cancel())

    def make_maps(self) -> None:
        """As many as an exhibit can have."""
        before: QWidget = self.controls.cancel
        for index in range(max(MOST_MAPS.values())):
            made = QuietMap(self.theme, f"Map {index + 1}", self)
            made.mode = "read"
            made.cell_hovered.connect(self.point)
            QWidget.setTabOrder(before, made)
            self.maps.append(made)
            before = made

    # what is shown

    @property
    def view(self) -> View:
        if self.exhibit not in self.views:
            self.views[self.exhibit] = first_view(self.exhibit)
        return self.views[self.exhibit]

    def model(self) -> tuple[Letters, str]:
        """The network that is shown while none is trained, and what is wrong with its file."""
        view = self.view
        here = self.trained.get((view.exhibit, view.size))
        if here is not None:
            return here, ""
        try:
            found = shipped(view)
        except DamagedLettersError as error:
            return untrained(view), str(error)
        return found or untrained(view), ""

    def refresh(self) -> None:
        """Ask for the trace again and draw it."""
        moment, fault = self.trainer.moment, ""
        if moment is not None:
            self.trace = trace_at(self.view, moment)
            self.source_now = f"being trained here, seed {self.view.seed}"
        else:
            model, fault = self.model()
            here = self.trained.get((self.exhibit, self.view.size)) is model
            self.trace, self.source_now = trace_of(self.view, model), source_of(model, here)
        self.fault = fault
        self.controls.show_view(self.view, self.trainer)
        self.arrange()
        self.changed.emit()

    def state(self) -> SheetState:
        """What is painted round the maps."""
        assert self.trace is not None
        trainer, moment = self.trainer, self.trainer.moment
        progress, said, wrong = None, trainer.sentence, trainer.wrong
        if trainer.running:
            progress = 0.0 if moment is None else moment.step / moment.steps
            said = STARTING if moment is None else training_words(trainer, self.trace)
        elif not said:
            said = self.fault or f"shown: {self.source_now}"
            if trainer.obstacle():
                said = f"{said}. {trainer.obstacle()}"
            wrong = bool(self.fault)
        names = words.names(self.trace)
        return SheetState(self.trace, names, self.source_now, self.lit, progress, said, wrong)

    def arrange(self) -> None:
        if self.trace is None:
            return
        n, count = len(self.trace.letters), len(self.trace.maps)
        lines, questions = len(words.masses(self.trace, 0)), len(self.trace.task.questions)
        most, sizes = MOST_MAPS[self.exhibit], self.size_class
        layout = letters_layout(
            self.width(), self.height(), sizes, count, most, n, lines, questions
        )
        self.layout_now = layout
        for index, one in enumerate(self.maps):
            one.setVisible(index < count)
            if index < count:
                place(one, with_margin(layout.maps[index]))
        self.controls.arrange(layout, self.size_class.compact)
        self.show_maps()
        self.update()

    def show_maps(self) -> None:
        """Give every map its weights and what is lit in it."""
        assert self.trace is not None
        names = [f"{sign} ({place})" for place, sign in enumerate(self.view.text, 1)]
        for index, name in enumerate(words.names(self.trace)):
            weights, hidden = drawing.grid_numbers(self.trace, index)
            lit = self.lit
            row = None if lit is None else (lit[0], "query")
            state = GridState(
                weights, "weight", hidden=hidden, linked=lit, row_outline=row, digits=False
            )
            self.maps[index].name = name
            self.maps[index].show_state(state, names, names)

    def point(self, cell: Cell | None) -> None:
        self.lit = cell
        self.show_maps()
        self.update()

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    def set_size_class(self, sizes: SizeClass) -> None:
        """Lay out for another class of window widths."""
        self.size_class = sizes
        for toggle in (self.controls.exhibit, self.controls.heads, self.controls.layers):
            toggle.set_compact(sizes.compact)
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.layout_now is None or self.trace is None:
            return
        with QPainter(self) as painter:
            drawing.paint(painter, self.layout_now, self.state(), self.theme)
            field, seed = self.controls.field, self.controls.seed
            label = QRectF(seed.x() - 48, seed.y(), 40, seed.height())
            lettering.draw(painter, label, "seed", LABEL, self.theme.ink2, RIGHT)
            if field.reason:
                under = QRectF(field.x(), field.geometry().bottom() + 2, 480, 14)
                lettering.draw(painter, under, field.reason, CAPTION, self.theme.alert)

    # what is asked

    def open_exhibit(self, key: str) -> None:
        """Show an exhibit; a training of the other one ends."""
        self.trainer.cancel("the training ended when another exhibit was opened")
        self.exhibit, self.lit = ("questions" if key == "questions" else "induction"), None
        self.refresh()
        self.said.emit(f"exhibit: {dict(EXHIBIT_WORDS)[self.exhibit]}")

    def show_view(self, view: View, said: str) -> None:
        """Show another view and say what changed."""
        self.views[self.exhibit], self.trainer.sentence, self.lit = view, "", None
        self.refresh()
        self.said.emit(said)

    def ask_size(self, key: str) -> None:
        noun = "head" if self.exhibit == "questions" else "layer"
        said = f"{key} {noun}{'s' * (key != '1')}"
        self.show_view(replace(self.view, size=int(key)), said)

    def ask_letters(self, text: str) -> None:
        view = replace(self.view, letters=self.view.check(text))
        self.show_view(view, f"letters {view.text}")

    def draw_letters(self) -> None:
        self.drawn += 1
        view = self.view.drawn(self.drawn)
        self.show_view(view, f"new letters: {view.text}")

    def ask_seed(self, seed: int) -> None:
        self.show_view(replace(self.view, seed=seed), f"seed {seed} for the next training")

    def train_or_pause(self) -> None:
        """Begin a training, or let the one that runs rest or go on."""
        if self.trainer.running:
            self.trainer.pause_or_resume()
            return
        view = self.view
        sizes = ("heads", 1) if view.exhibit == "questions" else ("layers", 1)
        arguments: dict[str, object] = {"heads": 1, "layers": 1, sizes[0]: view.size}
        self.trainer.start(
            view.steps, task=view.task.name, seed=view.seed, example=view.letters, **arguments
        )

    def keep(self, model: object) -> None:
        """Show the network that has been trained, from now on."""
        assert isinstance(model, Letters)
        size = model.build.heads if self.exhibit == "questions" else model.build.layers
        self.trained[self.exhibit, size] = model
        self.said.emit(f"trained in {model.steps} steps from seed {model.seed}")


EXHIBIT_WORDS = (("questions", "three questions"), ("induction", "induction"))


def training_words(trainer: Trainer, trace: LettersTrace) -> str:
    """How far a training is."""
    moment = trainer.moment
    assert moment is not None
    rest = "paused, " if trainer.paused else ""
    share = f"{100 * float(trace.figures.accuracy.mean()):.0f} % right"
    return f"{rest}step {moment.step} of {moment.steps}, loss {moment.loss:.2f} nats, {share}"
