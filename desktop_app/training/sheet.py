"""The right side of the training page: curves, figures, alignment, and the translators here."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.training.recipe import COURSES
from core.training.watched import Watched, watched
from core.translator import shelf
from core.translator.scoring import Quality
from desktop_app import lettering
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import HEAD
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme
from desktop_app.training import words
from desktop_app.training.curves import LossCurves, LossState
from desktop_app.training.lengths import LengthCurves, Row
from desktop_app.training.pair_list import PairList, PairRow
from desktop_app.training.sharpening import Sharpening
from desktop_app.training.training import RUNNING, Training

TOP = 28.0
GAP = 28.0
PLOT_HEIGHTS = (160.0, 320.0)
PLOT_SHARE = 0.3  # of the height, in between
LOWEST = 632  # px, at which everything shows with three pairs
BUTTON = 32
WAITING = "No weights yet: they appear with the first steps."
NOT_RECORDED = "What the loss was while the shipped pair was trained is not recorded."


Part = LossCurves | Sharpening | LengthCurves


class Sheet(QWidget):
    """Shows the chosen pair, or the run. drop_wanted(): the learner wants the pair gone."""

    drop_wanted = Signal()

    def __init__(self, theme: Theme, training: Training, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self.theme, self.training = theme, training
        self.size_class: SizeClass = MEDIUM
        self.loss = LossCurves(theme, self)
        self.sharpening = Sharpening(theme, self)
        self.lengths = LengthCurves(theme, self)
        self.list = PairList(theme, self)
        self.list.chosen.connect(training.choose)
        self.use = PressButton(theme, "Use in panes 02 and 03", self)
        self.use.clicked.connect(training.use)
        self.keep = PressButton(theme, "Keep", self)
        self.keep.clicked.connect(training.keep)
        self.drop = PressButton(theme, "Drop…", self)
        self.drop.clicked.connect(self.drop_wanted)
        self.list_head = QRectF()
        self.shown_weights: tuple[str, Watched | None] = (RUNNING, None)
        self.problem = ""

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.refresh()
        self.update()

    # what is shown

    def refresh(self) -> None:
        """Draw the chosen pair, or the run, from scratch."""
        self.problem = ""
        before = self.arranged_for()
        if self.training.chosen == RUNNING:
            self.show_run()
        else:
            self.show_pair()
        self.show_list()
        if self.arranged_for() != before:
            self.arrange()
            self.update()

    def arranged_for(self) -> tuple[object, ...]:
        """What the places of the parts depend on."""
        buttons = tuple(button.isHidden() for button in (self.use, self.keep, self.drop))
        return len(self.lengths.rows), len(self.list.rows), buttons

    def show_run(self) -> None:
        """What the run has come to so far."""
        training, progress = self.training, self.training.progress
        steps = COURSES[training.run_course].steps
        ends = (steps["attention"], steps["fixed"])
        models = () if progress is None else (progress.attention, progress.fixed)
        if progress is not None and progress.attention and progress.fixed:
            ends = (progress.attention.recipe.steps, progress.fixed.recipe.steps)
        losses = (tuple(training.losses[0]), tuple(training.losses[1]))
        self.loss.show(LossState(losses, ends), self.theme)
        self.update_part(self.loss)
        seen = None if progress is None else progress.watched
        self.sharpening.show(seen, WAITING)
        self.update_part(self.sharpening)
        accuracy = [() if model is None else model.accuracy for model in models] or [(), ()]
        last = progress is not None and progress.stage == "measuring"
        sentences = "40 unseen sentences a length" if last else "5 unseen sentences a length"
        self.show_lengths(accuracy[0], accuracy[1], sentences)

    def show_pair(self) -> None:
        """A pair of the shelf with its figures."""
        self.update()
        training, name = self.training, self.training.chosen
        account = training.accounts.get(name)
        if account is None:
            self.loss.show(LossState(note=NOT_RECORDED), self.theme)
            self.show_lengths((), (), "150 unseen sentences a length")
        else:
            losses = (account.attention_losses, account.fixed_losses)
            self.loss.show(LossState(losses, account.steps), self.theme)
            first, second = account.attention_quality, account.fixed_quality
            number = first[0].sentences if first else 0
            self.show_lengths(first, second, f"about {number} unseen sentences a length")
        if self.shown_weights[0] != name or self.shown_weights[1] is None:
            try:
                self.shown_weights = (name, watched(training.pair().attention))
            except ValueError as error:
                self.problem = f"{str(error)[0].upper()}{str(error)[1:]}."
                self.shown_weights = (name, None)
        self.sharpening.show(self.shown_weights[1], self.problem)

    def show_lengths(
        self, first: tuple[Quality, ...], second: tuple[Quality, ...], caption: str
    ) -> None:
        """The figures of a pair, beside the shipped pair's; of the shipped pair alone."""
        rows = []
        if self.training.chosen != shelf.SHIPPED:
            rows = [Row("attention", first, True, False), Row("fixed vector", second, False, False)]
        try:
            manifest = shelf.manifest_of_shipped().manifest
        except ValueError:
            manifest = None  # damaged; choosing the shipped pair says so
        if manifest is not None:
            alone = not rows
            names = ("attention", "fixed vector") if alone else ("shipped", "shipped")
            both = (manifest.attention.quality, manifest.fixed.quality)
            shipped = [
                Row(name, quality, place == 0, not alone)
                for place, (name, quality) in enumerate(zip(names, both, strict=True))
            ]
            rows = shipped if alone else [rows[0], shipped[0], rows[1], shipped[1]]
        if self.lengths.show(rows, caption, self.theme):
            self.update_part(self.lengths)

    def show_list(self) -> None:
        """The pairs that are here, and what can be done with the chosen one."""
        training, name = self.training, self.training.chosen
        rows = [PairRow(each, self.title(each), self.holds(each)) for each in training.names()]
        self.list.show_rows(rows, name)
        panes = training.panes()
        self.use.setVisible(
            name != RUNNING and not self.problem and training.panes_with(name) != panes
        )
        own = name in training.accounts
        self.keep.setVisible(own and name not in training.kept)
        self.drop.setVisible(own)

    def title(self, name: str) -> str:
        """A pair's name as it is written."""
        if name == RUNNING:
            run = words.pair_name(self.training.run_course, self.training.run_seed)
            name = f"in training: {run}"
        elif name == shelf.SHIPPED:
            name = "the shipped pair"
        return f"{name[0].upper()}{name[1:]}"

    def holds(self, name: str) -> str:
        """What holds of a pair: where it is shown, whether it is kept."""
        if name == RUNNING:
            return "paused" if self.training.paused else "under way"
        parts = [words.sitting(self.training.panes_with(name))]
        if name in self.training.accounts:
            parts.append("kept" if name in self.training.kept else "until you close the window")
        return " · ".join(part for part in parts if part)

    # place

    @property
    def plot_height(self) -> float:
        """How high both plots are at this window's height."""
        least, most = PLOT_HEIGHTS
        return float(round(min(max(PLOT_SHARE * self.height(), least), most)))

    def content_height(self) -> int:
        """The least height at which everything shows."""
        list_top = TOP + self.lengths.height(PLOT_HEIGHTS[0]) + GAP
        return max(LOWEST, round(list_top + 28 + self.list.height_now() + 16 + BUTTON + TOP))

    def update_part(self, part: Part) -> None:
        """Paint one part again; a run reports often, and text is the dearest thing to paint."""
        self.update(part.room.toAlignedRect().adjusted(-8, -8, 8, 8))

    def arrange(self) -> None:
        pad = self.size_class.lab_padding
        wide = self.width() - 2 * pad
        gap = 24 if self.size_class.compact else 40
        left = round(wide * 0.45 - gap / 2)
        plot = self.plot_height
        loss_height = 36 + plot + 24
        self.loss.place(QRectF(pad, TOP, left, loss_height))
        below = TOP + loss_height + GAP
        self.sharpening.place(QRectF(pad, below, left, self.height() - below - 24))
        x = pad + left + gap
        right = wide - left - gap
        high = self.lengths.height(plot)
        self.lengths.place(QRectF(x, TOP, right, high), plot)
        y = TOP + high + GAP
        self.list_head = QRectF(x, y, right, 20)
        self.list.setGeometry(x, round(y + 28), right, self.list.height_now())
        y += 28 + self.list.height_now() + 16
        for button, width in ((self.use, 176), (self.keep, 72), (self.drop, 72)):
            if not button.isHidden():
                button.setGeometry(x, round(y), width, BUTTON)
                x += width + 8

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for part in (self.loss, self.sharpening, self.lengths):
                if event.region().intersects(part.room.toAlignedRect()):
                    part.paint(painter, self.theme)
            head = "Translators on this computer"
            lettering.draw(painter, self.list_head, head, HEAD, self.theme.ink)
