"""Pane 06 as a widget: d_k as a slider, two columns side by side, two curves below."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.experiment import MAX_VARIANCE_KEY_SIZE, Experiment, VarianceExperiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.instruments.plot import Plot
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import CAPTION, HEAD
from desktop_app.panes.lab import Lab, button, place
from desktop_app.panes.variance.curves import Curves
from desktop_app.panes.variance.series import Places, Series, grown
from desktop_app.session import Session
from desktop_app.theme import Theme

TICKS = [float(2**power) for power in range(11)]
LABELS = [str(2**power) for power in range(11)]


class VarianceLab(Lab):
    """Moving the slider only selects from a sample that was drawn once for its seed."""

    row_is_full = True

    def __init__(self, theme: Theme, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.experiment: VarianceExperiment | None = None
        self.trace: Trace | None = None
        self.fraction = 0.0
        self.reading = ""
        self.slider = TickSlider(theme, "key size d k", TICKS, LABELS, self)
        self.slider.moved.connect(self.ask_key_size)
        self.box = ValueBox(theme, "key size d k", whole_key_size, self)
        self.box.entered.connect(lambda value: self.ask_key_size(value, None))
        self.box.refused.connect(self.refused)
        self.seed = ValueBox(theme, "seed of the random sample", whole_seed, self)
        self.seed.setFixedWidth(72)
        self.seed.entered.connect(lambda value: self.ask_seed(int(value)))
        self.seed.refused.connect(self.refused)
        self.redraw = button("New sample", self, "Draw another random sample (R)")
        self.redraw.clicked.connect(lambda: self.press("R"))
        self.columns = [
            Series(theme, "unscaled", "ink2", self),
            Series(theme, "scaled", "weight_ink", self),
        ]
        self.curves = [
            Curves(theme, "Variance", "variance", self),
            Curves(theme, "Gradient left", "gradient", self),
        ]
        for plot in self.plots():
            plot.read.connect(self.read)
            self.sums.watch_places(plot)
        self.tiles = NumberPlaces(theme, "Variances", self)
        self.sums.watch_places(self.tiles)
        chain: list[QWidget] = [self.box, self.slider, self.tiles, *self.plots()]
        chain += [self.seed, self.redraw]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)
        session.sample_progressed.connect(self.show_fraction)

    def plots(self) -> list[Plot]:
        columns = [plot for column in self.columns for plot in (column.histogram, column.softmax)]
        return [*columns, *(curve.plot for curve in self.curves)]

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        assert isinstance(experiment, VarianceExperiment)
        self.experiment, self.trace = experiment, trace
        self.slider.show_value(float(experiment.key_size))
        self.box.show_text(str(experiment.key_size))
        self.seed.show_text(str(experiment.seed))
        for plot in self.plots():
            plot.setVisible(trace is not None)
        self.tiles.setVisible(trace is not None)
        if trace is not None:
            for column in self.columns:
                column.show(trace, experiment.key_size, self.theme)
            for curve in self.curves:
                curve.show(trace, experiment.key_size, self.theme)
        self.update()

    def show_fraction(self, fraction: float) -> None:
        """How much of the sample is drawn."""
        self.fraction = fraction
        if self.trace is None:
            self.update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.experiment is not None:
            self.show_trace(self.experiment, self.trace)

    def arrange(self) -> None:
        pad = self.size_class.lab_padding
        compact = self.size_class.compact
        width, right = self.width() - 2 * pad, self.width() - pad
        place(self.box, QRectF(pad + 32, 28, 56, 32))
        place(self.slider, QRectF(pad + 104, 24, width - 104 + 2, 48))
        gap = 24.0 if compact else 48.0
        wide = (width - gap) / 2
        extra = max(self.height() - 712, 0) / 3
        small = min(self.height() - 712, 0) / 4
        top = 96.0 if compact else 104.0
        histogram = 216 + small * 0.6
        softmax = 372 + small * 1.6 + extra
        low = 524 + small * 2.4 + 2 * extra
        for column, series in enumerate(self.columns):
            x = pad + column * (wide + gap)
            series.arrange(
                Places(
                    QRectF(x, top, wide, 72),
                    QRectF(x, histogram, wide, 88 + small * 0.5 + extra),
                    QRectF(x, softmax, wide, 76 + small * 0.4 + extra),
                )
            )
            plot = QRectF(x + 32, low, wide - 32 - 64, self.height() - low - 72)
            self.curves[column].plot.place(plot)
        self.tiles.show_places([series.tile_place() for series in self.columns])
        foot = self.height() - 36
        self.redraw.setGeometry(round(right - 104), round(foot), 104, 28)
        self.seed.setFixedHeight(28)
        self.seed.move(round(right - 104 - 8 - 72), round(foot))
        if self.trace is not None and self.experiment is not None:
            self.show_trace(self.experiment, self.trace)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.experiment is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pad = self.size_class.lab_padding
            symbol = QRectF(pad, 28, 32, 32)
            formula.draw_in(painter, symbol, "d_k", 22, self.theme, lettering.LEFT, False)
            if self.trace is None:
                self.paint_waiting(painter)
            else:
                for column in self.columns:
                    column.paint(
                        painter, event.region(), self.trace, self.experiment.key_size, self.theme
                    )
                for curve in self.curves:
                    if event.region().intersects(grown(curve.place(), (60, 40, 80, 30))):
                        curve.paint(painter, self.theme, self.experiment.key_size)
                room = QRectF(pad, self.height() - 36, self.width() - 300, 28)
                lettering.draw(painter, room, self.reading, CAPTION, self.theme.ink2)
            label = QRectF(self.seed.x() - 44, self.seed.y(), 36, 28)
            lettering.draw(painter, label, "seed", CAPTION, self.theme.ink3, lettering.RIGHT)

    def paint_waiting(self, painter: QPainter) -> None:
        """What is being done, and how far it is."""
        assert self.experiment is not None
        room = QRectF(0, self.height() / 2 - 28, self.width(), 24)
        text = f"drawing 20{numbers.THIN_SPACE}000 random pairs from seed {self.experiment.seed}"
        lettering.draw(painter, room, text, HEAD, self.theme.ink2, lettering.CENTRE)
        track = QRectF(self.width() / 2 - 120, self.height() / 2 + 12, 240, 4)
        painter.fillRect(track, self.theme.line)
        filled = QRectF(track)
        filled.setWidth(240 * self.fraction)
        painter.fillRect(filled, self.theme.ink)

    def read(self, words: str) -> None:
        self.reading = words
        self.update()

    def facts(self) -> Sequence[str]:
        if self.experiment is None:
            return ()
        pairs = f"20{numbers.THIN_SPACE}000 pairs"
        return (
            f"d_k = {self.experiment.key_size}",
            pairs,
            f"seed {self.experiment.seed}",
            "q, k ~ N(0, 1), independent",
        )

    def source(self) -> str:
        return "random, untrained"

    # asking

    def ask_key_size(self, value: float, gesture: object) -> None:
        assert self.experiment is not None
        edited = replace(self.experiment, key_size=int(value))
        self.edited.emit(edited, f"d_k = {int(value)}", gesture)

    def ask_seed(self, seed: int) -> None:
        assert self.experiment is not None
        self.edited.emit(replace(self.experiment, seed=seed), f"seed {seed}", None)

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return (("R", "Draw another sample"),)

    def press(self, key: str) -> None:
        if key == "R" and self.experiment is not None:
            self.ask_seed((self.experiment.seed + 1) % 2**31)

    def content_height(self, width: int) -> int:
        return 632 if self.size_class.compact else 680


def whole_key_size(value: float) -> float:
    """A d_k this lab takes. Raises ValueError with the rule."""
    if value != int(value) or not 1 <= value <= MAX_VARIANCE_KEY_SIZE:
        raise ValueError(f"d_k must be a whole number from 1 to {MAX_VARIANCE_KEY_SIZE}")
    return value


def whole_seed(value: float) -> float:
    """A seed. Raises ValueError with the rule."""
    if value != int(value) or not 0 <= value < 2**31:
        raise ValueError("a seed must be a whole number from 0 to 2147483647")
    return value
