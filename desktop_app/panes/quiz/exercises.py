"""What the tour does on pane 10: every question answered wrong and then right, and the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.panes.quiz.pane import QuizLab


def exercises(lab: QuizLab) -> Sequence[tuple[str, Callable[[], object]]]:
    """One whole sitting, between two that are begun again."""
    again: tuple[str, Callable[[], object]] = ("sittings", lab.start_again)
    each: list[tuple[str, Callable[[], object]]] = [
        ("answers", partial(answer, lab, False)),
        ("seen live", lab.see_live),
        ("second tries", lab.try_again),
        ("answers", partial(answer, lab, True)),
        ("next", lab.go_on),
    ]
    practice = ("practice", lab.session.practice_wanted.emit)
    return [again, *each * len(lab.questions), practice, again]


def answer(lab: QuizLab, right: bool) -> None:
    """Answer with the right choice, or with the first wrong one."""
    for place, option in enumerate(lab.view.options):
        if option.choice.right is right:
            lab.confirm(place)
            return
