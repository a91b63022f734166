"""One section of the Try drawer: a head, and what stands below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from core.experiment import Experiment
from core.trace import Trace
from desktop_app.drawers.parts import ROW, Head
from desktop_app.instruments.explainer import Explainer
from desktop_app.session import Session
from desktop_app.theme import Theme

BELOW = 8  # between the last row and the hairline


class Section(QWidget):
    """A section asks the session for what it shows, and the session to change it.

    grown(): it needs another height. turned(open): its head was used. gives_away: whether its
    numbers tell what an edit did, so that they wait for a guess (`held`).
    """

    title = ""
    folds = False
    gives_away = False
    grown = Signal()
    turned = Signal(bool)

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__()
        self.theme, self.session, self.number = theme, session, number
        self.opened, self.held = not self.folds, False
        self.head = Head(theme, self.title, self.folds, self)
        self.head.turned.connect(self.turned)

    @property
    def experiment(self) -> Experiment | None:
        """What the slide shows now."""
        return self.session.experiment(self.number)

    @property
    def trace(self) -> Trace | None:
        return self.session.trace(self.number)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        """Whether a slide with this kind of experiment has the section."""
        raise NotImplementedError

    def explain_with(self, sums: Explainer) -> None:
        """Let numbers that stand here explain themselves as those of the lab do."""

    def aside(self) -> str:
        """A few words at the right of the head."""
        return ""

    def head_room(self) -> int:
        """How much of the head's right end a control takes."""
        return 0

    def show_rows(self) -> None:
        """Draw what stands below the head; called while the section is open."""

    def rows_height(self, width: int) -> int:
        """How high that is."""
        return 0

    def arrange_rows(self, width: int) -> None:
        """Put it in its place, below the head."""

    def refresh(self) -> None:
        """Draw the present experiment."""
        self.head.show_state("guess first" if self.held else self.aside(), self.shows)
        if self.shows:
            self.show_rows()
        else:
            for part in self.findChildren(QWidget, "", Qt.FindChildOption.FindDirectChildrenOnly):
                part.setVisible(part is self.head)
        self.grown.emit()

    @property
    def shows(self) -> bool:
        """Whether what stands below the head is in sight."""
        return self.opened and not self.held

    def hide_results(self, hidden: bool) -> None:
        """While the learner guesses what an edit did, nothing here gives it away."""
        if self.gives_away and hidden != self.held:
            self.held = hidden
            if self.isVisible():
                self.refresh()

    def set_opened(self, opened: bool) -> None:
        self.opened = opened
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def height_for(self, width: int) -> int:
        rows = self.rows_height(width) if self.shows else 0
        return ROW + rows + (BELOW if rows else 0)

    def arrange(self) -> None:
        self.head.setGeometry(0, 0, self.width() - self.head_room(), ROW)
        self.arrange_rows(self.width())
