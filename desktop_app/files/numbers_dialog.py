"""File, Export, Numbers: which step of the trace, and as what kind of file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from core.numbers_out import whole
from core.numbers_out.compared import compared_trace, long_table
from core.numbers_out.latex import bmatrix
from core.numbers_out.separated import PLAIN, TABS, WITH_COMMA, WITH_POINT, Dialect, separated
from core.numbers_out.tables import shape_words, table_of
from core.saved.writing import CannotWriteError, write_whole
from core.trace import Trace
from desktop_app.files import choosing, copying, messages
from desktop_app.instruments.press_button import FadingButton

if TYPE_CHECKING:
    from desktop_app.window import Window

WHOLE = "the whole trace"


class Format(NamedTuple):
    """A kind of file. content: of the whole trace, or of one of its steps by name."""

    words: str
    suffix: str
    content: Callable[[Trace, str], bytes]
    dialect: Dialect | None = None  # of a table, which can be written piece by piece


def text_format(words: str, dialect: Dialect, suffix: str = ".csv") -> Format:
    return Format(
        words,
        suffix,
        lambda trace, name: separated(table_of(trace, name), dialect).encode(),
        dialect,
    )


OF_TRACE = (
    Format("NumPy (.npz)", ".npz", lambda trace, _: whole.npz(trace)),
    Format("safetensors (.safetensors)", ".safetensors", lambda trace, _: whole.safetensors(trace)),
    Format("JSON (.json)", ".json", lambda trace, _: whole.json(trace)),
)
OF_STEP = (
    text_format("CSV, for programs", PLAIN),
    text_format("CSV for a spreadsheet: 0.5 and commas", WITH_POINT),
    text_format("CSV for a spreadsheet: 0,5 and semicolons", WITH_COMMA),
    text_format("TSV (.tsv)", TABS, ".tsv"),
    Format("LaTeX (.tex)", ".tex", lambda trace, name: bmatrix(table_of(trace, name)).encode()),
)


class NumbersDialog(QDialog):
    """Lists the steps of a trace with their shapes, and the kinds of file for the chosen one."""

    words = "Export numbers"
    of_trace: tuple[Format, ...] = OF_TRACE
    whole_name, whole_words = "trace", WHOLE

    def __init__(self, window: Window, trace: Trace) -> None:
        super().__init__(window)
        self.window_, self.trace = window, trace
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.words)
        self.setModal(True)
        self.steps = QTreeWidget(self)
        self.steps.setAccessibleName("steps of the trace")
        self.kinds = QListWidget(self)
        self.kinds.setAccessibleName("kind of file")
        self.fill()
        self.save = FadingButton("Save…", self)
        self.cancel = FadingButton("Cancel", self)
        self.arrange()
        self.steps.currentItemChanged.connect(self.offer)
        self.save.clicked.connect(self.choose)
        self.kinds.itemDoubleClicked.connect(self.choose)
        self.cancel.clicked.connect(self.close)
        first = self.steps.topLevelItem(self.first())
        assert first is not None
        self.steps.setCurrentItem(first)

    def fill(self) -> None:
        """The steps, the whole trace first, each with its shape."""
        self.steps.setRootIsDecorated(False)
        self.steps.setUniformRowHeights(True)
        self.steps.setHeaderLabels(["step", "shape"])
        self.steps.addTopLevelItem(
            QTreeWidgetItem([self.whole_words, f"{len(self.trace.steps)} steps"])
        )
        for name, step in self.trace.steps.items():
            row = [name.replace("_", " "), shape_words(step.array.shape)]
            self.steps.addTopLevelItem(QTreeWidgetItem(row))
        header = self.steps.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def arrange(self) -> None:
        for button in (self.save, self.cancel):
            button.setFixedSize(96, 32)
        self.save.setProperty("primary", "true")
        self.save.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        lists = QHBoxLayout()
        lists.setSpacing(16)
        lists.addWidget(self.steps, 1)
        lists.addWidget(self.kinds, 1)
        column.addLayout(lists)
        column.addLayout(row)
        self.resize(656, 440)

    def first(self) -> int:
        """The weights, where there are some: most come for them."""
        names = list(self.trace.steps)
        return names.index("weights") + 1 if "weights" in names else 0

    @property
    def step(self) -> str:
        """The chosen step, "" for the whole trace."""
        row = self.steps.indexOfTopLevelItem(self.steps.currentItem())
        return list(self.trace.steps)[row - 1] if row > 0 else ""

    @property
    def formats(self) -> tuple[Format, ...]:
        return OF_STEP if self.step else self.of_trace

    @property
    def stem(self) -> str:
        """What the names of files begin with."""
        return self.window_.session.current.id if self.window_.session else "slide"

    def offer(self) -> None:
        """The kinds of file for what is chosen; the kind chosen before stays where it can."""
        formats = [made.words for made in self.formats]
        if [self.kinds.item(at).text() for at in range(self.kinds.count())] == formats:
            return
        self.kinds.clear()
        self.kinds.addItems(formats)
        regional = 2 if self.step and QLocale().decimalPoint() == "," else 0
        self.kinds.setCurrentRow(regional)

    def choose(self) -> None:
        """Ask for the file's name and write it."""
        chosen, step, window, trace = (
            self.formats[max(self.kinds.currentRow(), 0)],
            self.step,
            self.window_,
            self.trace,
        )
        proposed = f"{self.stem} {(step or self.whole_name).replace('/', ' ')}"

        def act(path: Path) -> None:
            save(window, path, lambda: chosen.content(trace, step))

        self.close()
        choosing.choose_save(
            window,
            self.words,
            chosen.words.partition(" (")[0],
            chosen.suffix,
            proposed + chosen.suffix,
            act,
        )


class ComparedDialog(NumbersDialog):
    """The same of A, B and their difference."""

    words = "Export A and B"
    of_trace = (
        *OF_TRACE,
        Format("CSV: a, b and difference", ".csv", lambda trace, _: long_csv(trace, PLAIN)),
    )
    whole_name, whole_words = "A and B", "A, B and their difference"

    def first(self) -> int:
        """All of it: most want both, and what is between them."""
        return 0


def long_csv(trace: Trace, dialect: Dialect) -> bytes:
    """A line a number: what it is in A and in B, and what B has more."""
    return separated(long_table(trace), dialect).encode()


def save(window: Window, path: Path, content: Callable[[], bytes]) -> None:
    """Write what `content` makes, or say why not; no half file is left."""
    try:
        write_whole(path, content())
    except CannotWriteError as error:
        messages.tell(window, "The file was not written", [str(error)])
        return
    except UnicodeEncodeError:
        words = f"{path.name} was not written: a word holds half a character; type the word again"
        messages.tell(window, "The file was not written", [words])
        return
    window.bottom.status.say(f"wrote {path.name}")


def ask(window: Window) -> NumbersDialog | None:
    """Open the dialog for the slide in front; None where it has no numbers."""
    trace = copying.front_trace(window)
    if trace is None:
        window.bottom.status.say("this pane has no numbers to export")
        return None
    dialog = NumbersDialog(window, trace)
    dialog.show()
    return dialog


def ask_compared(window: Window) -> ComparedDialog | None:
    """The same for A and B of the slide in front; None where no A is kept."""
    made = copying.front_comparison(window)
    if made is None:
        window.bottom.status.say(copying.NO_A, error=True)
        return None
    dialog = ComparedDialog(window, compared_trace(made.a, made.b))
    dialog.show()
    return dialog
