"""What every lab is: it shows an experiment and its trace, and asks for changes with signals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QRegion, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from core.experiment import Experiment
from core.trace import Trace
from desktop_app.instruments.explainer import Explainer
from desktop_app.instruments.lit_outline import LitOutline
from desktop_app.instruments.menu import Menu
from desktop_app.instruments.press_button import FadingButton
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme


class Lab(QWidget):
    """The right-hand side of one slide. It keeps no experiment of its own making.

    edited(experiment, what, gesture): the learner changed something; `what` says it in words,
    and one gesture (a drag) is one undo step. selected(experiment): only what is pointed at
    changed. link_followed(slide): a place in the lesson was asked for. training_wanted(): the page
    that trains the translators was asked for; offers_training says, from the first `show_trace`
    on, that there is one, and so that the button for it is shown. page_wanted(name): a page of
    `pages` was asked for. picture_wanted(command): "copy_picture" or "picture", of what lies under
    the pointer, `menu_child`.
    """

    edited = Signal(object, str, object)
    selected = Signal(object)
    reset_wanted = Signal()
    said = Signal(str)
    refused = Signal(str)
    link_followed = Signal(int)
    training_wanted = Signal()
    page_wanted = Signal(str)
    picture_wanted = Signal(str)
    offers_training = False
    lit_parts: Mapping[str, str] = {}  # a step of the trace: where its widgets are kept
    row_end = float("inf")  # where words in the control row must end: a chip stands there
    row_label = 0  # how wide the words left of the row's last control are
    turned = False  # queries are drawn as columns
    row_is_full = False  # from edge to edge: a chip stands above it

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.size_class: SizeClass = MEDIUM
        self.lit_outline: LitOutline | None = None
        self.sums = Explainer(theme, self)
        self.sums.said.connect(self.said)
        self.menu_child: QWidget | None = None

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        """Draw from scratch: the same arguments give the same pixels."""
        raise NotImplementedError

    def facts(self) -> Sequence[str]:
        """What the status line says about the experiment; x_y writes y as an index."""
        return ()

    def source(self) -> str:
        """Where the numbers come from: "hand-set", "random, untrained", ..., "" for none."""
        return ""

    def turn(self, columns: bool) -> None:
        """Draw queries as columns, or as rows, where a lab can do both."""

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """The lab's own shortcuts: (key, what it does), called with `press`."""
        return ()

    def pages(self) -> Sequence[tuple[str, str]]:
        """Pages that go on from this lab: (name, what its menu entry says)."""
        return ()

    def press(self, key: str) -> None:
        """Act on one of `shortcuts`."""

    def show_step(self, step: str) -> None:
        """Bring the keyboard to the part that shows one step of the trace, where there is one."""

    def rest(self) -> None:
        """Put away what only stands for a moment, before a picture is taken."""

    def light(self, step: str) -> None:
        """Show what a symbol of the formula, or a line of code, stands for: a step of the trace.

        "" and what the lab does not draw light nothing.
        """
        parts = [part for part in self.parts_of(step) if part.isVisibleTo(self)]
        if self.lit_outline is None and parts:
            self.lit_outline = LitOutline(self.theme, self)
        if self.lit_outline is not None:
            self.lit_outline.show_widgets(parts)

    def parts_of(self, step: str) -> Sequence[QWidget]:
        """The widgets that draw a step of the trace: `lit_parts` names them, or `grids` has it."""
        held = getattr(self, self.lit_parts.get(step, "grids"), {})
        if isinstance(held, dict):
            return [held[step]] if step in held else []
        return held if isinstance(held, list) else [held]

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The lab's own commands, where its keys are written too."""
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.sums.state is not None:  # the pointer leaves the number while the menu is open
            copy = partial(self.sums.put, self.sums.state.explanation.text)
            menu.addAction("Copy this sum\tCtrl+C").triggered.connect(lambda: copy())
        for key, words in self.shortcuts():
            menu.addAction(f"{words}\t{key}").triggered.connect(partial(self.press, key))
        for name, words in self.pages():
            menu.addAction(words).triggered.connect(partial(self.page_wanted.emit, name))
        self.menu_child = self.childAt(event.pos())
        for command, words in (("copy_picture", "Copy picture"), ("picture", "Save picture…")):
            menu.addAction(words).triggered.connect(partial(self.picture_wanted.emit, command))
        menu.addAction("Reset this lab").triggered.connect(self.reset_wanted)
        menu.popup(event.globalPos())

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """What the tour does here beside using the controls: (what it is called, an action)."""
        return ()

    def update_between(self, parts: Iterable[QWidget]) -> None:
        """Ask to paint what the lab itself draws. `parts` ask for themselves, and only for what
        moved in them: an update of the whole lab would paint each of them anew."""
        region = QRegion(self.rect())
        for part in parts:
            if part.isVisible():
                region -= QRegion(part.geometry())
        self.update(region)

    def content_height(self, width: int) -> int:
        """The least height at which everything shows at this width."""
        return self.size_class.lab_height

    def set_size_class(self, size_class: SizeClass) -> None:
        """Lay out for another class of window widths."""
        self.size_class = size_class
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = self.sums.theme = theme
        self.update()

    def arrange(self) -> None:
        """Put the parts where they belong at the present size."""

    def resizeEvent(self, event: object) -> None:
        self.arrange()
        self.sums.refresh()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.sums.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.sums.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # What no part of the lab wanted: Escape lets go of the sum that is kept.
        if event.key() != Qt.Key.Key_Escape or not self.sums.let_go():
            super().keyPressEvent(event)


def place(widget: QWidget, rect: QRectF) -> None:
    """Put a widget on whole pixels."""
    widget.setGeometry(rect.toAlignedRect())


def button(text: str, parent: QWidget, tip: str = "") -> QPushButton:
    """A push button; its look comes from the style sheet."""
    made = FadingButton(text, parent)
    if tip:
        made.setToolTip(tip)
    return made
