"""The glossary page: a search at the left, the entries at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget

from core.glossary import Glossary, Term
from desktop_app import keymap
from desktop_app.frame.column_page import ColumnPage
from desktop_app.glossary.entries import Entries
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

BODY = (
    "Each term of this lesson once. Rest the pointer on a term anywhere to read its entry; "
    f"{keymap.TERMS.keys} lists the terms of what is in front."
)
FIELD_HEIGHT, BUTTON_HEIGHT, GAP = 40, 32, 8


class SearchBox(QWidget):
    """The search field, as wide as the column but no wider than it needs to be.

    Below it, while only some terms are listed, the button that brings all back.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Search the glossary")
        self.field.setAccessibleName("search the glossary")
        self.field.setClearButtonEnabled(False)
        self.field.setTextMargins(10, 0, 6, 0)
        self.field.setToolTip(keymap.FIND.keys)
        self.every = PressButton(theme, "All terms", self)
        self.offer_every(False)
        self.set_theme(theme)

    def offer_every(self, offered: bool) -> None:
        """Show or hide the button."""
        self.every.setVisible(offered)
        self.setFixedHeight(FIELD_HEIGHT + (GAP + BUTTON_HEIGHT if offered else 0))

    def set_theme(self, theme: Theme) -> None:
        colours = f"background: {theme.sheet.name()}; color: {theme.ink.name()};"
        line = f"border: 1px solid {theme.edge.name()}; border-radius: 8px;"
        size = f"font-size: {round(LABEL.size) + 2}px;"
        self.field.setStyleSheet(f"QLineEdit {{ {colours} {line} {size} }}")

    def sizeHint(self) -> QSize:
        return QSize(280, self.height())

    def resizeEvent(self, event: object) -> None:
        self.field.setGeometry(0, 0, min(self.width(), 320), FIELD_HEIGHT)
        self.every.setGeometry(0, FIELD_HEIGHT + GAP, 112, BUTTON_HEIGHT)


class GlossaryPage(ColumnPage):
    """Typing searches, Ctrl+F goes to the search, Escape clears it and then leaves.

    limited: the terms that are listed while nothing is sought; None for all.
    """

    def __init__(self, theme: Theme, session: Session, glossary: Glossary) -> None:
        super().__init__(theme, session, "Glossary", "Words of This Lesson", BODY)
        self.glossary = glossary
        self.box = SearchBox(theme)
        self.box.field.textChanged.connect(self.search)
        self.box.every.clicked.connect(lambda: self.limit(None))
        self.limited: list[Term] | None = None
        self.column.add(24, self.box)
        for problem in glossary.problems:
            self.column.add_problem(problem.sentence, problem.file.name, problem.line)
        numbers = {slide.id: slide.number for slide in session.lesson.slides}
        self.entries = Entries(theme, glossary.terms, numbers)
        self.entries.slide_wanted.connect(self.slide_wanted)
        self.area.setWidget(self.entries)
        shortcut = QShortcut(QKeySequence(keymap.FIND.keys), self)
        shortcut.activated.connect(self.go_to_search)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def opened(self) -> None:
        self.column.back.show_slide(self.session.slide)
        self.limit(None)
        self.go_to_search()

    def limit(self, terms: list[Term] | None) -> None:
        """List these terms only, until something is sought; None for all."""
        self.limited = terms
        self.box.field.clear()
        self.box.offer_every(terms is not None)
        self.search("")
        if terms is not None:
            self.setFocus()
            self.entries.shown[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_search(self) -> None:
        self.box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.field.selectAll()

    def search(self, sought: str) -> None:
        """Show what a search finds."""
        listed = self.glossary.search(sought)
        if not sought and self.limited is not None:
            listed = self.limited
        self.entries.show_only(listed)
        self.arrange()
        self.area.verticalScrollBar().setValue(0)
        self.moved.emit()

    def arrange_area(self) -> None:
        view = self.area.viewport()
        self.entries.lay_out(view.width(), view.height(), self.size_class)

    def facts(self) -> Sequence[str]:
        shown, every = len(self.entries.shown), len(self.entries.entries)
        words = f"{every} terms" if shown == every else f"{shown} of {every} terms"
        limited = self.limited is not None and not self.box.field.text()
        return (words, "those of what was in front") if limited else (words,)

    def turn(self, by: int) -> None:
        bar = self.area.verticalScrollBar()
        bar.setValue(bar.value() + by * (bar.pageStep() - 40))

    def press(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape and self.box.field.text():
            self.box.field.clear()
            return True
        steps = {Qt.Key.Key_Down: 52, Qt.Key.Key_Up: -52}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            return False
        bar = self.area.verticalScrollBar()
        bar.setValue(bar.value() + step)
        return True

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """A search, one that finds nothing, and all again."""
        field = self.box.field
        return [
            ("searches", lambda: field.setText("softmax")),
            ("searches", lambda: field.setText("no such term")),
            ("searches", field.clear),
            ("terms of a pane", lambda: self.limit(list(self.glossary.terms[:3]))),
            ("all terms", self.box.every.click),
        ]
