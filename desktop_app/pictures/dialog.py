"""File, Export, Picture: what of the pane, as what kind of file, in which theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QColor, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QVBoxLayout,
)

from desktop_app import vector
from desktop_app.instruments.press_button import FadingButton
from desktop_app.pictures import clipboard, copies, making, writing
from desktop_app.pictures.parts import WHOLE, Part, parts_of
from desktop_app.pictures.progress import begin
from desktop_app.pictures.slices import Make
from desktop_app.pictures.turns import Made, Painting, Turns
from desktop_app.slide_view import SlideView

if TYPE_CHECKING:
    from desktop_app.window import Window

PREVIEW = QSize(400, 264)


class Format(NamedTuple):
    """A kind of file. make(part, ground, title): paints it, slice by slice."""

    words: str
    suffix: str
    make: Callable[[Part, QColor, str], Painting[Make]]


FORMATS = (
    *(Format(f"PNG, {scale}x", ".png", partial(making.png, scale)) for scale in (1, 2, 3, 4)),
    Format("SVG", ".svg", making.svg),
    Format("PDF", ".pdf", making.pdf),
)
FILE_NAMES = str.maketrans({"/": "-", ":": None, "\N{MINUS SIGN}": "-"})  # what no file is called
USUAL = 1  # the format chosen at first: 2x
THEMES = ("light", "dark")


class PictureDialog(QDialog):
    """Lists the parts of the slide in front, the kinds of file and both themes; shows the result.

    part: the name of the part chosen at first.
    """

    def __init__(self, window: Window, part: str = WHOLE) -> None:
        super().__init__(window)
        self.window_, self.worn = window, window.theme
        self.view: SlideView | None = None
        self.parts: list[Part] = []
        self.turns: Turns | None = None
        self.later = QTimer(self, singleShot=True)  # the dialog is there before its preview
        self.later.timeout.connect(self.show_preview)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export picture")
        self.setModal(True)
        self.names, self.kinds, self.themes = (QListWidget(self) for _ in range(3))
        for made, words in (
            (self.names, "what of the pane"),
            (self.kinds, "kind of file"),
            (self.themes, "theme of the picture"),
        ):
            made.setAccessibleName(words)
        self.preview = QLabel(self)
        self.preview.setTextFormat(Qt.TextFormat.PlainText)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.size_words = QLabel(self)
        self.size_words.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_button, self.cancel, self.save = (
            FadingButton(words, self) for words in ("Copy", "Cancel", "Save…")
        )
        self.kinds.addItems([made.words for made in FORMATS])
        self.kinds.setCurrentRow(USUAL)
        self.themes.addItems([name.capitalize() for name in THEMES])
        self.themes.setCurrentRow(THEMES.index("dark" if window.theme.dark else "light"))
        self.arrange()
        self.chosen = part
        self.build()
        self.wire()

    def wire(self) -> None:
        self.names.currentRowChanged.connect(self.show_preview)
        self.kinds.currentRowChanged.connect(self.show_preview)
        self.themes.currentRowChanged.connect(self.build)
        self.copy_button.clicked.connect(self.copy)
        self.cancel.clicked.connect(self.close)
        self.save.clicked.connect(self.choose)
        self.kinds.itemDoubleClicked.connect(self.choose)

    def arrange(self) -> None:
        for button in (self.copy_button, self.cancel, self.save):
            button.setFixedSize(96, 32)
            button.setAutoDefault(False)
        self.save.setProperty("primary", "true")
        self.save.setDefault(True)
        lists = QGridLayout()
        lists.setSpacing(16)
        lists.addWidget(self.names, 0, 0, 3, 1)
        lists.addWidget(self.preview, 0, 1, 1, 2)
        lists.addWidget(self.size_words, 1, 1, 1, 2)
        lists.addWidget(self.kinds, 2, 1)
        lists.addWidget(self.themes, 2, 2)
        lists.setRowStretch(2, 1)
        self.names.setMinimumWidth(208)
        self.preview.setFixedSize(PREVIEW)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.copy_button)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addLayout(lists)
        column.addLayout(row)
        self.resize(704, 544)  # as high as a small screen has room, with a frame round it

    # what is chosen

    @property
    def part(self) -> Part:
        return self.parts[max(self.names.currentRow(), 0)]

    @property
    def format(self) -> Format:
        return FORMATS[max(self.kinds.currentRow(), 0)]

    @property
    def ground(self) -> QColor:
        """What lies behind the part: paper behind the words, the sheet behind the lab."""
        return self.worn.paper if self.part.name == WHOLE else self.worn.sheet

    @property
    def title(self) -> str:
        assert self.window_.session is not None
        slide = self.window_.session.current
        return f"{slide.eyebrow}: {self.part.name}"

    @property
    def stem(self) -> str:
        """What the file is called before it is named."""
        assert self.window_.session is not None
        return f"{self.window_.session.current.id} {self.part.name}"

    def choose_part(self, name: str) -> None:
        names = [part.name for part in self.parts]
        self.names.setCurrentRow(names.index(name) if name in names else 0)

    def build(self) -> None:
        """Build the slide in the chosen theme; the part chosen before stays."""
        chosen = self.part.name if self.parts else self.chosen
        self.drop()
        name = THEMES[max(self.themes.currentRow(), 0)]
        self.worn = copies.theme_of(self.window_, name)
        self.parts = self.make_parts()
        names = [part.name for part in self.parts]
        if [self.names.item(at).text() for at in range(self.names.count())] != names:
            with QSignalBlocker(self.names):  # one preview is enough
                self.names.clear()
                self.names.addItems(names)
                self.choose_part(chosen)
        self.later.start(0)

    def make_parts(self) -> list[Part]:
        """What can be chosen; the parts live as long as the copy."""
        self.view = copies.copy_in_front(self.window_, self.worn)
        return parts_of(self.view)

    def show_preview(self) -> None:
        """The part as small as the room asks, and how large the file's picture is."""
        self.later.stop()
        part, ratio = self.part, self.devicePixelRatioF()
        share = min(PREVIEW.width() / part.size.width(), PREVIEW.height() / part.size.height(), 1.0)
        shown = QPixmap.fromImage(writing.image(part, share * ratio, self.ground))
        shown.setDevicePixelRatio(ratio)
        self.preview.setPixmap(shown)
        row = max(self.kinds.currentRow(), 0)
        scale = row + 1 if self.format.suffix == ".png" else 1
        unit = "pixels" if self.format.suffix == ".png" else "px, any size in print"
        self.size_words.setText(
            f"{part.size.width() * scale} × {part.size.height() * scale} {unit}"
        )

    # what is done with it

    def copy(self) -> None:
        """The part on the clipboard, as pixels and as SVG."""

        def told(_: None, signs: set[str]) -> None:
            words = (f"copied a picture: {self.part.name}", vector.told_signs(signs))
            self.window_.bottom.status.say("; ".join(part for part in words if part))
            self.close()

        self.paint(clipboard.putting(self.part, self.ground, self.title), told)

    def choose(self) -> None:
        """Paint what is chosen, ask for the file's name and write it."""
        window, chosen = self.window_, self.format
        name = self.stem.translate(FILE_NAMES)

        def ask(make: Make, signs: set[str]) -> None:
            self.close()
            kind = chosen.words.partition(",")[0]
            begin(window, "Export picture", kind, name + chosen.suffix, make, signs)

        self.paint(chosen.make(self.part, self.ground, self.title), ask)

    def paint(self, painting: Painting[Made], done: Callable[[Made, set[str]], None]) -> None:
        """Paint in slices. Nothing else can be chosen meanwhile; Cancel and Escape stop it."""
        for part in (self.names, self.kinds, self.themes, self.copy_button, self.save):
            part.setEnabled(False)
        self.cancel.setFocus()
        self.size_words.setText("painting …")
        self.turns = Turns(painting, done, self)

    def drop(self) -> None:
        """Let go of the copy that the parts are painted from."""
        self.later.stop()
        if self.turns is not None:
            self.turns.cancel()
            self.turns = None
        if self.view is not None:
            copies.end(self.view)
            self.view = None

    def closeEvent(self, event: QCloseEvent) -> None:
        self.drop()
        super().closeEvent(event)

    def reject(self) -> None:
        self.drop()
        super().reject()  # hides it; closing asks for this, and stays open where nothing is hidden
