"""What the learner sets and presses to train: seed, course, Train, Pause, Cancel; how far it is."""

from __future__ import annotations

import os

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.training.availability import has_builds
from core.training.recipe import COURSES
from desktop_app import lettering, numbers
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme
from desktop_app.training import words
from desktop_app.training.training import MOST_SEED, Training

LINE = 18.0
BUTTON = 40
GAP = 8
INSTALL = "python -m pip install torch"


def seed_of(value: float) -> float:
    """The rule of the seed box. Raises ValueError with a sentence."""
    if value != int(value) or not 0 <= value <= MOST_SEED:
        raise ValueError(
            f"a seed is a whole number from 0 to {MOST_SEED}; {numbers.typing(value)} is not"
        )
    return value


class Bar(Instrument):
    """How much of the training is done, from 0 to 1."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.share = 0.0

    def show_share(self, share: float) -> None:
        self.share = share
        self.setAccessibleName(f"training, {share:.0%} done")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.line)
            painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
            painter.setBrush(self.theme.ink)
            painter.drawRoundedRect(QRectF(0, 0, self.width() * self.share, self.height()), 3, 3)


class Controls(QWidget):
    """Stands in the left column of the page; the training decides, this shows it."""

    def __init__(self, theme: Theme, training: Training, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.training = theme, training
        self.seed = ValueBox(theme, "seed, a whole number", seed_of, self)
        self.seed.entered.connect(lambda value: training.set_seed(int(value)))
        self.seed.refused.connect(training.refused)
        courses = [(name, words.TITLES[name]) for name in COURSES]
        self.course = Toggle(theme, "course", courses, self)
        self.course.chosen.connect(training.set_course)
        self.train = PressButton(theme, "Train", self, primary=True)
        self.train.clicked.connect(training.train)
        self.pause = PressButton(theme, "Pause", self)
        self.pause.clicked.connect(training.pause_or_resume)
        self.cancel = PressButton(theme, "Cancel", self)
        self.cancel.clicked.connect(training.cancel)
        self.bar = Bar(theme, self)
        self.doing = Prose(theme, LABEL, 18, self, "ink2")
        self.problem = Prose(theme, LABEL, 18, self, "alert")

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def refresh(self) -> None:
        """Show what the training is at."""
        training = self.training
        running, missing = training.running, training.worker.obstacle()
        if self.seed.shown != str(training.seed):
            self.seed.show_text(str(training.seed))
        self.course.set_chosen(training.course)
        for widget in (self.seed, self.course):
            widget.setEnabled(not running)
        self.train.setVisible(not running and (not missing or has_builds()))
        self.train.setText(self.train_text(missing))
        self.pause.setVisible(running)
        self.pause.setText("Go on" if training.paused else "Pause")
        self.pause.setEnabled(training.task is not None and training.task.begun)
        self.cancel.setVisible(running)
        self.bar.setVisible(running)
        self.bar.show_share(words.share(training.progress))
        self.doing.show_plain(self.doing_words(running, missing))
        self.problem.setVisible(bool(training.sentence))
        self.problem.show_plain(training.sentence)
        self.arrange()

    def train_text(self, missing: str) -> str:
        """What the button does now."""
        if missing:
            return "Copy the command"
        return "Train again" if self.training.failed else "Train"

    def doing_words(self, running: bool, missing: str) -> str:
        """What happens, or what will."""
        training = self.training
        if not running:
            return missing or f"Takes {words.course_words(training.course)}."
        now = words.doing(training.progress, training.paused)
        cores = os.cpu_count() or 1
        slow = words.slowness(training.progress, training.run_course, cores)
        said = f"{now[0].upper()}{now[1:]}."
        return f"{said} {slow}".strip()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.lay_out(width, place=False)

    def arrange(self) -> None:
        self.lay_out(self.width(), place=True)

    def lay_out(self, width: int, place: bool) -> int:
        """Stack the parts; return how high they are together."""

        def put(widget: QWidget, x: int, y: int, wide: int, high: int) -> None:
            if place:
                widget.setGeometry(x, y, wide, high)

        self.course.set_compact(width < 300)
        put(self.seed, 0, 20, self.seed.width(), self.seed.height())
        x = self.seed.width() + 24
        put(self.course, x, 20, self.course.width(), self.course.height())
        y = 20 + 32 + 16
        if not self.train.isHidden():
            put(self.train, 0, y, min(width, 160), BUTTON)
            y += BUTTON + 12
        elif not self.pause.isHidden():
            half = (min(width, 248) - GAP) // 2
            put(self.pause, 0, y, half, BUTTON)
            put(self.cancel, half + GAP, y, half, BUTTON)
            y += BUTTON + 12
            put(self.bar, 0, y, width, 6)
            y += 6 + 8
        for prose in (self.doing, self.problem):
            if not prose.isHidden():
                high = prose.heightForWidth(width)
                put(prose, 0, y, width, high)
                y += high + 8
        return y

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for text, x in (("Seed", 0), ("Course", self.seed.width() + 24)):
                room = QRectF(x, 0, 120, 16)
                lettering.draw(painter, room, text, CAPTION, self.theme.ink3)
