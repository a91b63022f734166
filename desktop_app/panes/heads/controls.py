"""The controls of pane 07: h as a box and a slider, d_model, the source of the projections."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.editing_heads import checked_head_count, nearest_choices
from core.experiment import HeadsExperiment
from core.traces.heads import head_choices
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.heads import table
from desktop_app.panes.lab import button
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.panes.heads.pane import HeadsLab

MODEL_SIZES = (8, 16, 32, 64)
SOURCES = (("hand-set", "Hand-set"), ("random, untrained", "Random"))
SOURCE_WORDS = {
    "hand-set": "queries and keys set by hand",
    "random, untrained": "random projections, untrained",
}
FILE_SOURCES = (("hand-set", "File"), *SOURCES[1:])
LEARN = "Watch heads learn"
SEGMENT, COMPACT_SEGMENT = 56.0, 40.0


class EvenToggle(Toggle):
    """A toggle whose segments are equally wide, as numbers of one kind should stand."""

    segment_width = SEGMENT

    def widths(self) -> list[float]:
        return [self.segment_width] * len(self.options)

    def show_options(self, options: Sequence[tuple[str, str]], width: float) -> None:
        """Offer these segments, so wide."""
        if tuple(options) != self.options or width != self.segment_width:
            self.options, self.segment_width = tuple(options), width
            self.index = min(self.index, len(self.options) - 1)
            self.position = float(self.index)
            self.setFixedSize(self.sizeHint())
            self.update()


class HeadControls:
    """The widgets above and beside the maps, made once for one lab."""

    def __init__(self, theme: Theme, lab: HeadsLab) -> None:
        self.lab = lab
        self.d_model = 16
        self.box = ValueBox(theme, "Number of heads h", self.rule, lab)
        self.box.setFixedWidth(48)
        self.slider = TickSlider(theme, "Number of heads h", (1, 2, 4, 8, 16), ("",) * 5, lab)
        sizes = [(str(size), str(size)) for size in MODEL_SIZES]
        self.model_size = EvenToggle(theme, "Model size d model", sizes, lab)
        self.source = Toggle(theme, "Projections", SOURCES, lab)
        self.shuffle = button("Shuffle", lab, "New random projections (R)")
        self.learn = button(LEARN, lab, "Networks of letters, trained while you watch")
        chain = [self.box, self.slider, self.model_size, self.source, self.shuffle]
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)
        self.last: QWidget = self.shuffle

    def connect_to(self, lab: HeadsLab) -> None:
        """Let the lab hear what is asked for."""
        self.box.entered.connect(lab.asking.heads)
        self.box.refused.connect(lab.refused)
        self.box.refused.connect(lambda _: lab.update())
        self.box.textChanged.connect(lambda _: lab.update())
        self.slider.moved.connect(lab.asking.heads)
        self.model_size.chosen.connect(lab.asking.model_size)
        self.source.chosen.connect(lab.asking.source)
        self.shuffle.clicked.connect(partial(lab.press, "R"))
        self.learn.clicked.connect(lambda: lab.page_wanted.emit("letters"))

    def rule(self, value: float) -> float:
        """A head count this experiment takes. Raises ValueError with cause and cure."""
        assert self.lab.experiment is not None
        return float(checked_head_count(self.lab.experiment, value))

    @property
    def refusal(self) -> str:
        """Why the number in the box cannot be h, in few words."""
        try:
            near = nearest_choices(self.d_model, numbers.parse(self.box.text()))
        except ValueError:
            return "not a number"
        return f"must divide {self.d_model}: {' or '.join(str(count) for count in near)}"

    def show_experiment(self, experiment: HeadsExperiment) -> None:
        """Stand where the experiment stands."""
        self.d_model = experiment.d_model
        counts = head_choices(experiment.d_model)
        self.slider.show_ticks([float(count) for count in counts], tuple(map(str, counts)))
        self.slider.show_value(float(experiment.heads))
        self.slider.setVisible(len(counts) > 1)  # a prime d_model is never cut
        self.box.show_text(str(experiment.heads))
        sizes = sorted({*MODEL_SIZES, experiment.d_model})
        compact = self.lab.size_class.compact
        self.model_size.show_options(
            [(str(size), str(size)) for size in sizes], COMPACT_SEGMENT if compact else SEGMENT
        )
        self.model_size.set_chosen(str(experiment.d_model))
        named = FILE_SOURCES if experiment.file else SOURCES
        if self.source.options != named:
            self.source.options = named
            self.source.setFixedSize(self.source.sizeHint())
        self.source.set_chosen(experiment.source)
        self.source.setVisible(bool(experiment.patterns))

    def arrange(self, lab: HeadsLab) -> None:
        """The control row at the top; the source in the corner beside W_O."""
        layout = lab.layout_now
        if layout is None or lab.experiment is None:
            return
        pad, y = lab.size_class.lab_padding, round(layout.control_y)
        compact = lab.width() < 800
        self.box.move(pad + 24, y)
        right = lab.width() - pad
        self.model_size.move(right - self.model_size.width(), y)
        start = pad + (120 if compact else 136)
        wide = min(294, self.model_size.x() - 80 - start)
        self.slider.setGeometry(start, y - 4, wide, 48)
        corner = layout.corner
        random = lab.experiment.source != "hand-set"
        top = round(corner.top() + 4 * layout.corner_step + 6)
        if self.source.isVisibleTo(lab):
            self.source.move(pad, top)
            top += 32
        self.shuffle.setVisible(random)
        self.shuffle.setGeometry(pad, top + 28, 72, 28)
        self.source_top = float(top + 6)
        rows, wide = len(self.slider.ticks), 124
        foot = table.last_line(layout.table, rows)
        self.learn.setGeometry(right - wide, round(foot.center().y()) - 10, wide, 28)

    def source_room(self) -> QRectF:
        """The first line of small type that says where the numbers come from."""
        return QRectF(self.shuffle.x(), self.source_top, 180, 16)

    def paint_labels(self, painter: QPainter, theme: Theme) -> None:
        """The words beside the controls, and why a head count was refused."""
        box, size = self.box, self.model_size
        symbol = QRectF(self.lab.size_class.lab_padding, box.y(), 24, 32)
        formula.draw_in(painter, symbol, "h", 22, theme, "left", False)
        word = QRectF(box.geometry().right() + 13, box.y(), 40, 32)
        heads = self.lab.experiment.heads if self.lab.experiment is not None else 0
        lettering.draw(painter, word, "head" if heads == 1 else "heads", LABEL, theme.ink2)
        label = QRectF(size.x() - 76, box.y(), 63, 32)
        formula.draw_in(painter, label, r"d_{\mathrm{model}}", 18, theme, "right", False)
        if box.bad:
            room = QRectF(symbol.left(), box.geometry().bottom() + 3, 160, 16)
            lettering.draw(painter, room, self.refusal, CAPTION, theme.alert)


def source_words(experiment: HeadsExperiment | None, key: str) -> str:
    """What is said once one of the sources was chosen."""
    file = experiment.file if experiment is not None and key == "hand-set" else ""
    return f"numbers as {file} has them" if file else SOURCE_WORDS[key]
