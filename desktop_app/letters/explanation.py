"""The page "Attention is not explanation": the same answers, two maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from desktop_app.frame.page import Page
from desktop_app.frame.page_column import PageColumn
from desktop_app.letters.reversal_sheet import ReversalSheet
from desktop_app.session import Session
from desktop_app.theme import Theme

WORDS = """Two networks write letters in reverse, with the attention of pane 03. Both were trained,
both are right. They differ in what they read.

*Forward only* reads from left to right: the state after a letter still knows the letters before
it. *Letter by letter* gives each place its own letter and nothing else.

The rows are steps: the letter written stands at the left. A map that explained the answers
would be the one at the far left: each step looking at the letter that it writes."""


class ExplanationPage(Page):
    """Words at the left, the two networks at the right."""

    def __init__(self, theme: Theme, session: Session) -> None:
        super().__init__(theme)
        self.session = session
        words = "\n\n".join(" ".join(part.split("\n")) for part in WORDS.split("\n\n"))
        title = "Attention Is Not Explanation"
        self.column = PageColumn(theme, "A warning about maps", title, words, self)
        self.column.back.pressed.connect(self.left)
        self.area = QScrollArea(self)
        self.area.setObjectName("labArea")
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.sheet = ReversalSheet(theme, self)
        self.area.setWidget(self.sheet)
        self.sheet.said.connect(self.said)
        self.sheet.changed.connect(self.moved)

    def opened(self) -> None:
        super().opened()
        self.column.back.show_slide(self.session.slide)
        self.arrange()

    def arrange(self) -> None:
        sizes = self.size_class
        split = sizes.lesson_width
        self.column.set_size_class(sizes)
        self.column.setGeometry(0, 0, split, self.height())
        self.area.setGeometry(split + 1, 0, self.width() - split - 1, self.height())
        self.sheet.set_size_class(sizes)
        room = self.area.viewport()
        self.sheet.resize(room.width(), max(room.height(), sizes.lab_height))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.size_class.lesson_width, 0, 1, self.height(), self.theme.line)

    def facts(self) -> Sequence[str]:
        return (f"n = {len(self.sheet.letters)}", "12 letters", "trained, shipped weights")

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        sheet = self.sheet
        return (
            ("letters drawn", sheet.draw.click),
            ("letters typed", lambda: sheet.field.type_and_enter("abca")),
            ("letters refused", lambda: sheet.field.type_and_enter("xyz")),
            ("longest row", lambda: sheet.field.type_and_enter("abcdefghijkl")),
        )
