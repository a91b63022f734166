"""The way back from a slide that was opened to look at something."""

from __future__ import annotations

from typing import Literal, NamedTuple


class WayBack(NamedTuple):
    """Where it leads to. opened: the slide that it was left for.

    home and question: the slide of a question, and its place there, counting from 0.
    """

    to: Literal["question", "practice", "article"]
    opened: int
    home: int = 0
    question: int = 0

    def words(self, slide: int) -> str:
        """What the chip on a slide says, "" for none; a question is led back to from anywhere."""
        if self.to == "question":
            return "" if slide == self.home else f"Back to question {self.question + 1}"
        return f"Back to {self.to}" if slide == self.opened else ""
