"""The page "Attention is not explanation": the same answers, two maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_app.frame.sheet_page import SheetPage
from desktop_app.letters.reversal_sheet import ReversalSheet
from desktop_app.session import Session
from desktop_app.theme import Theme

WORDS = """Two networks write letters in reverse, with the attention of pane 03. Both were trained,
both are right. They differ in what they read.

*Forward only* reads from left to right: the state after a letter still knows the letters before
it. *Letter by letter* gives each place its own letter and nothing else.

The rows are steps: the letter written stands at the left. A map that explained the answers
would be the one at the far left: each step looking at the letter that it writes."""


class ExplanationPage(SheetPage):
    """Words at the left, the two networks at the right."""

    def __init__(self, theme: Theme, session: Session) -> None:
        words = "\n\n".join(" ".join(part.split("\n")) for part in WORDS.split("\n\n"))
        title = "Attention Is Not Explanation"
        super().__init__(theme, session, "A warning about maps", title, words)
        self.sheet = ReversalSheet(theme, self)
        self.show_sheet(self.sheet)
        self.sheet.said.connect(self.said)
        self.sheet.changed.connect(self.moved)

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
