"""The page "Your tensors": what is open and how it is read at the left, its maps at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, floor
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.numbers_out.own_map import own_trace
from core.numbers_out.tables import Table, table_of
from core.tensors.into_panes import experiment_for, reason_against
from core.tensors.maps import Index
from core.tensors.naming import Side
from core.tensors.opened import Opened
from core.trace import Trace
from desktop_app.frame.sheet_page import SheetPage
from desktop_app.instruments.menu import Menu
from desktop_app.instruments.press_button import PressButton
from desktop_app.session import Session
from desktop_app.tensors.account import Account
from desktop_app.tensors.desk import Desk
from desktop_app.tensors.names_dialog import NamesDialog
from desktop_app.tensors.naming_choice import LOAD
from desktop_app.tensors.sheet import PANES, TensorsSheet
from desktop_app.theme import Theme

SOURCE = "from your files"
EXPORTS = (("Map as a picture…", "picture"), ("Map as numbers…", "numbers"))


class OpenRow(QWidget):
    """The buttons of the page: open_wanted(), sample_chosen(path), cancelled().

    export_wanted(command): the map is to leave, as a "picture" or as "numbers".
    """

    open_wanted = Signal()
    sample_chosen = Signal(object)
    cancelled = Signal()
    export_wanted = Signal(str)

    def __init__(self, theme: Theme, samples: Path) -> None:
        super().__init__()
        self.samples = samples
        self.open = PressButton(theme, "Open…", self, primary=True)
        self.open.clicked.connect(self.open_wanted)
        self.gallery = PressButton(theme, "Gallery", self)
        self.gallery.clicked.connect(self.open_gallery)
        self.export = PressButton(theme, "Export", self)
        self.export.clicked.connect(self.open_exports)
        self.cancel = PressButton(theme, "Cancel", self)
        self.cancel.clicked.connect(self.cancelled)
        self.cancel.hide()
        self.setFixedHeight(32)

    def paths(self) -> list[Path]:
        """The samples that are here."""
        return sorted(self.samples.glob("*.npz"))

    def menu_of(self) -> Menu:
        """The samples by name."""
        made = Menu(self)
        for path in self.paths():
            entry = made.addAction(path.stem.replace("-", " ").capitalize())
            entry.triggered.connect(lambda _=False, path=path: self.sample_chosen.emit(path))
        return made

    def open_gallery(self) -> None:
        menu = self.menu_of()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.gallery.mapToGlobal(self.gallery.rect().bottomLeft()))

    def open_exports(self) -> None:
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, command in EXPORTS:
            menu.addAction(words).triggered.connect(partial(self.export_wanted.emit, command))
        menu.popup(self.export.mapToGlobal(self.export.rect().bottomLeft()))

    def show_state(self, busy: bool, shown: bool) -> None:
        """Cancel while something is read; Export where there is a map."""
        self.cancel.setVisible(busy)
        self.export.setVisible(shown and not busy)

    def resizeEvent(self, event: QResizeEvent) -> None:
        for at, button in enumerate((self.open, self.gallery, self.cancel, self.export)):
            button.setGeometry(min(at, 2) * 88, 0, 80, 32)  # Cancel or Export


class TensorsPage(SheetPage):
    """open_wanted(): files are to be chosen; names_wanted(side): one with names of tokens.

    busy_changed(busy): something is read or computed.
    """

    open_wanted = Signal()
    names_wanted = Signal(str)
    busy_changed = Signal(bool)

    def __init__(self, theme: Theme, session: Session, samples: Path) -> None:
        super().__init__(theme, session, "Bring Your Own", "Your Tensors", "")
        self.desk = Desk(self)
        self.judged: tuple[Opened, Index, dict[str, str]] | None = None
        self.row = OpenRow(theme, samples)
        self.row.open_wanted.connect(self.open_wanted)
        self.row.sample_chosen.connect(lambda path: self.desk.open_at_once([path]))
        self.row.cancelled.connect(self.desk.cancel)
        self.account = Account(theme, self.desk)
        self.account.names_wanted.connect(self.ask_names)
        self.column.add(16, self.row)
        self.column.add(20, self.account)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sheet = TensorsSheet(theme, self.desk, self)
        self.show_sheet(self.sheet)
        self.sheet.pane_wanted.connect(self.put)
        self.desk.said.connect(self.said)
        self.desk.refused.connect(self.said)
        self.desk.changed.connect(self.refresh)
        self.refresh()

    def opened(self) -> None:
        super().opened()
        self.refresh()

    @property
    def can_undo(self) -> bool:
        return self.desk.can_undo

    @property
    def can_redo(self) -> bool:
        return self.desk.can_redo

    def undo(self) -> None:
        self.desk.undo()

    def redo(self) -> None:
        self.desk.redo()

    def stop(self) -> None:
        self.desk.stop()

    def refresh(self) -> None:
        """Show what the desk holds."""
        busy = self.desk.reading.busy or self.desk.showing.busy
        self.row.show_state(busy, self.desk.shown is not None)
        self.busy_changed.emit(busy)
        self.account.refresh()
        self.sheet.refresh(self.reasons())
        self.arrange()
        self.moved.emit()

    def ask_names(self, side: Side, way: str) -> None:
        """Load names from a file, or let them be typed."""
        found = self.desk.opened
        if way == LOAD:
            self.names_wanted.emit(side)
        elif found is not None:
            names = found.rows if side == "queries" else found.columns
            said = f"own names for the {side}"
            NamesDialog(
                self.window(), side, names, lambda typed: self.desk.rename(side, typed, said)
            ).open()

    def slide_of(self, pane: str) -> int | None:
        """The number of the slide that has a pane."""
        for slide in self.session.lesson.slides:
            if slide.pane == pane and slide.experiment is not None:
                return slide.number
        return None

    def reasons(self) -> dict[str, str]:
        """Why each pane does not take what is shown; "" where it does."""
        found = self.desk.opened
        if found is None or found.maps is None or self.desk.shown is None:
            return {}
        if self.judged is not None and self.judged[:2] == (found, self.desk.index):
            return self.judged[2]
        made: dict[str, str] = {}
        for pane, _ in PANES:
            number = self.slide_of(pane)
            if number is not None:
                start = self.session.histories[number].start
                made[pane] = reason_against(pane, found, self.desk.index, start)
        self.judged = found, self.desk.index, made
        return made

    def put(self, pane: str) -> None:
        """Put what is shown into a pane, as one undoable step, and go there."""
        number, found = self.slide_of(pane), self.desk.opened
        if number is None or found is None:
            return
        start = self.session.histories[number].start
        try:
            experiment = experiment_for(pane, found, self.desk.index, start)
        except ValueError as error:
            self.desk.refuse(str(error))
            return
        self.session.open_experiment(number, experiment, f"from {found.collection.title}")

    def trace(self, in_sight: bool = False) -> Trace | None:
        """The map on show and the steps to it, to be written. in_sight: the part zoomed to."""
        found, shown = self.desk.opened, self.desk.shown
        if found is None or shown is None:
            return None
        view = self.sheet.map.view
        part = (
            range(floor(view.top), ceil(view.bottom)),
            range(floor(view.left), ceil(view.right)),
        )
        return own_trace(found, shown, *self.desk.names, part if in_sight else None)

    def table(self) -> Table | None:
        made = self.trace(in_sight=True)
        return None if made is None else table_of(made, "weights")

    def facts(self) -> Sequence[str]:
        found = self.desk.opened
        if found is None or found.maps is None:
            return ("nothing open",) if found is None else (found.collection.title,)
        maps = found.maps
        places = [
            f"{axis} {at + 1} of {size}"
            for (axis, size), at in zip(maps.lead, self.desk.index, strict=True)
        ]
        size = f"{maps.queries:,} × {maps.keys:,}"
        source = f"computed {SOURCE}" if maps.computed else SOURCE
        return (size, *places, source)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        from desktop_app.tensors.exercises import exercises

        return exercises(self)
