"""Compare A/B: keep the present state as A, go on, and see what differs."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from core.compared_maps import ROW_STEP, STEP, compared_map, explained
from core.comparing import changes, compared_row, differences
from core.experiment import Experiment
from core.explaining.explanation import Explanation, Index
from core.trace import Trace
from desktop_app.drawers.compared_row import ComparedRow
from desktop_app.drawers.difference import DifferenceFigure
from desktop_app.drawers.numbered import explain_with
from desktop_app.drawers.parts import OUT, ROW
from desktop_app.drawers.section import Section
from desktop_app.instruments.explainer import Explainer
from desktop_app.instruments.menu import Menu
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.toggle import Toggle
from desktop_app.session import Session
from desktop_app.theme import Theme

EXPORTS = (
    ("compared_pictures", "A, B and difference as pictures…"),
    ("compared_numbers", "A, B and difference as numbers…"),
)


class CompareSection(Section):
    """A is what was kept, B is live. show_wanted(experiment): shown in the lab, None for B.

    export_wanted(command): "compared_pictures" or "compared_numbers".
    """

    title = "Compare A/B"
    show_wanted = Signal(object)
    export_wanted = Signal(str)

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.showing_a = self.guessing = False
        self.which = Toggle(theme, "Shown in the lab", (("a", "A"), ("b", "B")), self)
        self.which.set_chosen("b")
        self.which.chosen.connect(self.show_which)
        self.figure = ComparedRow(theme, self)
        self.difference = DifferenceFigure(theme, self)
        self.difference.chosen.connect(self.look_at)
        self.sums: Explainer | None = None
        self.keep = self.button("Keep as A", "Ctrl+Shift+B")
        self.swap = self.button("Swap", "A becomes live, B is kept as A")
        self.forget = self.button("Forget A", "")
        self.export = self.button("Export…", "A, B and the difference, as pictures or numbers")
        self.export.clicked.connect(self.open_exports)
        self.keep.clicked.connect(self.keep_a)
        self.swap.clicked.connect(self.exchange)
        self.forget.clicked.connect(self.forget_a)
        session.kept.changed.connect(self.follow_kept)

    def button(self, text: str, tip: str) -> QPushButton:
        made = PressButton(self.theme, text, self)
        made.setToolTip(tip)
        return made

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        from core.experiment import SentenceExperiment

        return experiment is not None and not isinstance(experiment, SentenceExperiment)

    @property
    def kept(self) -> tuple[Experiment, Trace] | None:
        """A with its trace. The session holds it, so that a file can."""
        return self.session.kept.state(self.number)

    def follow_kept(self, number: int) -> None:
        """A session was opened, or the lesson begun again, with another A or none."""
        if number == self.number and self.showing_a:
            self.show_which("b")
        if number == self.number and self.isVisible():
            self.refresh()

    # what a hand does

    def keep_a(self) -> None:
        """The present state is A from now on."""
        experiment, trace = self.experiment, self.trace
        if experiment is not None and trace is not None and not self.showing_a:
            self.session.kept.put(self.number, (experiment, trace))
            self.session.said.emit("kept as A")

    def show_which(self, key: str) -> None:
        """Show A or B in the lab; A is only to be looked at."""
        self.showing_a = key == "a" and self.kept is not None
        self.which.set_chosen("a" if self.showing_a else "b")
        self.show_wanted.emit(self.kept if self.showing_a else None)
        self.session.said.emit("A is shown; choose B to edit" if self.showing_a else "B is shown")
        self.refresh()

    def exchange(self) -> None:
        """A goes live as one undo step, and what was live is kept."""
        experiment, trace = self.experiment, self.trace
        if self.kept is None or experiment is None or trace is None:
            return
        if self.showing_a:
            self.show_which("b")
        live = self.kept[0]
        self.session.kept.put(self.number, (experiment, trace))
        self.session.edit(live, "A and B changed places", None, self.number, own=False)
        self.refresh()

    def forget_a(self) -> None:
        self.session.kept.put(self.number, None)

    def look_at(self, step: str, head: int) -> None:
        """Compare another matrix, or another head of it."""
        self.session.kept.look_at(self.number, step, head)
        self.refresh()

    def open_exports(self) -> None:
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for command, words in EXPORTS:
            menu.addAction(words).triggered.connect(partial(self.export_wanted.emit, command))
        menu.popup(self.export.mapToGlobal(self.export.rect().bottomLeft()))

    # the sum behind a difference, which the lab's own explainer tells

    def explain_with(self, sums: Explainer) -> None:
        self.sums = sums
        sums.others[STEP] = self.explained
        sums.others[ROW_STEP] = self.explained_weight
        explain_with(self.figure, sums)
        self.difference.asked.connect(lambda cell: sums.point(self.place_of(cell)))
        self.difference.kept.connect(lambda cell: sums.keep(self.place_of(cell)))

    def place_of(self, cell: Index | None) -> tuple[str, Index] | None:
        """A cell of the difference as a place that can be explained."""
        found = self.difference.found
        return None if found is None or cell is None else (STEP, found.index(cell))

    @property
    def shows_results(self) -> bool:
        return self.isVisible() and not self.guessing

    def explained(self, index: Index) -> Explanation | None:
        """Where a difference comes from; None where it is not on show."""
        made = self.session.kept.comparison(self.number) if self.shows_results else None
        if made is None or made.shown is None:
            return None
        cell = made.shown.cell(index)
        if cell is None or not made.shown.tells(cell):
            return None
        return explained(made.shown, cell)

    def explained_weight(self, index: Index) -> Explanation | None:
        """The same of a weight in the pinned row, whichever matrix is looked at."""
        made = self.session.kept.comparison(self.number) if self.shows_results else None
        if made is None or made.choices[0].step != "weights":
            return None
        found = compared_map(made.a, made.b, made.choices[0], index[0] + 1)
        cell = None if found is None else found.cell(index)
        return None if found is None or cell is None else explained(found, cell)

    # showing

    def hide_results(self, hidden: bool) -> None:
        """While the learner guesses what an edit did, A and B do not give it away."""
        if hidden != self.guessing:
            self.guessing = hidden
            if self.isVisible():
                self.refresh()

    def aside(self) -> str:
        return "guess first" if self.guessing and self.kept is not None else ""

    def show_rows(self) -> None:
        kept, trace, experiment = self.kept, self.trace, self.experiment
        controls: tuple[QWidget, ...] = (self.which, self.swap, self.forget)
        results: tuple[QWidget, ...] = (self.figure, self.difference, self.export)
        for part in (*controls, *results):
            part.setVisible(kept is not None and not (self.guessing and part in results))
        self.keep.setText("Keep as A" if kept is None else "Keep B as A")
        self.keep.setEnabled(not self.showing_a)
        made = self.session.kept.comparison(self.number)
        self.difference.setVisible(made is not None and not self.guessing)
        if kept is None or trace is None or experiment is None:
            return
        if made is not None:
            self.difference.show_comparison(made)
        if self.sums is not None:
            self.sums.refresh()
        a, before = kept
        found = changes(before, trace, self.session.slide_at(self.number).challenges)
        self.figure.show_state(compared_row(before, trace), differences(a, experiment), found)

    def head_room(self) -> int:
        return 0 if self.which.isHidden() else self.which.width() + 2 * OUT

    def parts(self) -> list[QWidget]:
        """The buttons on show, left to right."""
        buttons = (self.keep, self.swap, self.forget, self.export)
        return [part for part in buttons if not part.isHidden()]

    def figures(self) -> list[ComparedRow | DifferenceFigure]:
        """The figures on show, top to bottom."""
        return [part for part in (self.figure, self.difference) if not part.isHidden()]

    def buttons_at(self, width: int) -> list[QRect]:
        """Where the buttons stand below the figures: in as many lines as they need."""
        places, x, y = list[QRect](), 0, 0
        for part in self.parts():
            wide = part.sizeHint().width() + 12
            if x and x + wide > width:
                x, y = 0, y + 40
            places.append(QRect(x, y, wide, 32))
            x += wide + 8
        return places

    def rows_height(self, width: int) -> int:
        inner = width - 2 * OUT
        figures = sum(part.height_for(inner) + 16 for part in self.figures())
        return figures + self.buttons_at(inner)[-1].bottom() + 1 + 4

    def arrange_rows(self, width: int) -> None:
        inner, y = width - 2 * OUT, ROW
        self.which.move(width - OUT - self.which.width(), 8)
        for figure in self.figures():
            high = figure.height_for(inner)
            figure.setGeometry(OUT, y, inner, high)
            y += high + 16
        self.difference.arrange()
        for part, place in zip(self.parts(), self.buttons_at(inner), strict=True):
            part.setGeometry(place.translated(OUT, y))
