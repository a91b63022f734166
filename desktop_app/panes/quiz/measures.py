"""The measures of pane 10 at each class of window widths, in px."""

from __future__ import annotations

from typing import NamedTuple

from desktop_app.lettering import BODY, CHALLENGE, HEAD, LABEL, OPTION, QUESTION, Style
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
    label: Style  # of "Your answer"
    above_panel: int
    padding: int  # at the sides of the panel
    panel_gap: int  # above the verdict, and between it and the rest
    head_style: Style
    reason: Style
    reason_line: int
    why: Style
    why_line: int
    figure: int
    figure_height: int
    figure_gap: int
    above_buttons: int
    button: int
    foot: int


COMPACT = QuizMeasures(
    16, 40, QUESTION.sized(22), 28, 16, OPTION.sized(15), 22, 16, 44, LABEL, 12, 16, 12,
    HEAD, CHALLENGE, 22, BODY.sized(15), 22, 136, 144, 24, 12, 32, 8,
)  # fmt: skip
MEDIUM = QuizMeasures(
    36, 62, QUESTION, 34, 22, OPTION, 22, 24, 56, LABEL, 16, 24, 16,
    HEAD, CHALLENGE, 22, BODY, 25, 152, 144, 32, 16, 40, 8,
)  # fmt: skip
LARGE = QuizMeasures(
    36, 60, QUESTION.sized(30), 40, 24, OPTION.sized(17), 24, 24, 56, LABEL.sized(14), 24, 32, 24,
    HEAD.sized(17), CHALLENGE.sized(17), 24, BODY.sized(19), 29, 208, 208, 56, 24, 40, 8,
)  # fmt: skip
# A window 768 high has room for less air, and for a smaller face in the panel.
LOW = MEDIUM._replace(
    eyebrow=24, head=50, above_options=16, above_panel=12, panel_gap=12,
    why=BODY.sized(16), why_line=23, above_buttons=12,
)  # fmt: skip
LOW_LAB = 700
# For the last row of a lecture room; the lab may scroll.
PRESENT = LARGE._replace(
    question=QUESTION.sized(34), question_line=44, option=OPTION.sized(24), option_line=32,
    text=64, label=LABEL.sized(18), head_style=HEAD.sized(24), reason=CHALLENGE.sized(24),
    reason_line=32, why=BODY.sized(27), why_line=37,
    figure=152, figure_gap=32,
)  # fmt: skip


def quiz_measures(size_class: SizeClass, height: int) -> QuizMeasures:
    """The measures that go with a class, and with the height that the window leaves the lab."""
    if size_class.presenting:
        return PRESENT
    if size_class.compact:
        return COMPACT
    if size_class.name == "large":
        return LARGE
    return MEDIUM if height >= LOW_LAB else LOW
