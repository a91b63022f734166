"""A page fills the frame in place of a slide: the course, the article. The bars stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from core.numbers_out.tables import Table


class Place(NamedTuple):
    """What the bottom bar counts: part `number` of `total`, and the name of the next one."""

    number: int = 0
    total: int = 0
    following: str = ""
    noun: str = "section"


class Page(QWidget):
    """left(): the reader goes back to the slide. moved(): place or facts changed.

    slide_wanted(number): a slide is to be opened.
    """

    left = Signal()
    moved = Signal()
    slide_wanted = Signal(int)
    said = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.size_class: SizeClass = MEDIUM

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_size_class(self, size_class: SizeClass) -> None:
        """Lay out for another class of window widths."""
        self.size_class = size_class
        self.arrange()

    def arrange(self) -> None:
        """Put the parts where they belong at the present size."""

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    def opened(self) -> None:
        """Called each time the page comes to the front."""
        self.setFocus()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """What the tour does here: (what it is called, an action)."""
        return ()

    @property
    def can_undo(self) -> bool:
        """Whether something that was done here can be undone."""
        return False

    @property
    def can_redo(self) -> bool:
        return False

    def undo(self) -> None:
        """Take back the last step that was done here."""

    def redo(self) -> None:
        """Do again what was undone."""

    def stop(self) -> None:
        """End what still runs; called when the window closes."""

    def place(self) -> Place:
        """What the bottom bar counts; nothing by default."""
        return Place()

    def facts(self) -> Sequence[str]:
        """What the status line says."""
        return ()

    def table(self) -> Table | None:
        """The numbers in sight, to be copied; None where there are none to take away."""
        return None

    def note(self) -> str:
        """What stands at the right end of the status line."""
        return ""

    def step(self, by: int) -> None:
        """One part on or back, as the arrows of the bottom bar ask."""

    def turn(self, by: int) -> None:
        """One screenful down or up, as PageDown and PageUp ask."""

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key that nothing on the page wanted. Returns whether it meant something."""
        return False
