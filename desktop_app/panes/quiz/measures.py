"""The measures of pane 10 at each class of window widths, in px."""

from __future__ import annotations

from typing import NamedTuple

from desktop_app.lettering import BODY, OPTION, QUESTION, Style
from desktop_app.sizes import SizeClass


class QuizMeasures(NamedTuple):
    """Type and distances. `why` is the text of the panel; `figure` the width of one figure."""

    eyebrow: int
    head: int  # where the question begins
    question: Style
    question_line: int
    above_options: int
    option: Style
    option_line: int
    letter: int
    text: int  # where the words of an option begin
    above_panel: int
    padding: int  # inside the panel
    why: Style
    why_line: int
    figure: int
    figure_gap: int
    above_buttons: int
    button: int
    foot: int


COMPACT = QuizMeasures(
    16, 40, QUESTION.sized(22), 28, 16, OPTION.sized(15), 22, 16, 44, 12, 16,
    BODY.sized(15), 22, 136, 24, 12, 32, 16,
)  # fmt: skip
MEDIUM = QuizMeasures(
    36, 62, QUESTION, 34, 22, OPTION, 22, 24, 56, 16, 24,
    BODY, 25, 152, 32, 16, 40, 24,
)  # fmt: skip
LARGE = QuizMeasures(
    36, 60, QUESTION.sized(30), 40, 24, OPTION.sized(17), 24, 24, 56, 24, 32,
    BODY.sized(19), 29, 208, 56, 24, 40, 32,
)  # fmt: skip


def quiz_measures(size_class: SizeClass) -> QuizMeasures:
    """The measures that go with a class."""
    return {"compact": COMPACT, "medium": MEDIUM, "large": LARGE}[size_class.name]
