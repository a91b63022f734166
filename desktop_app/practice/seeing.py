"""From a practice question to the pane that shows it."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiment import Experiment
from core.practice.question import Live, PracticeQuestion
from desktop_app.session import Session
from desktop_app.way_back import WayBack


def open_live(session: Session, question: PracticeQuestion) -> bool:
    """Open the slide of a question in the state that proves it, and remember the way back.

    Returns whether the lesson has such a slide.
    """
    number = slide_for(session, question.see)
    if number is None:
        return False
    session.way_back = WayBack("practice", number)
    changed = changed_experiment(session, number, question.see)
    if changed is None:
        session.go(number)
    else:
        session.open_experiment(number, changed, f"see it live: {question.topic.lower()}")
    return True


def slide_for(session: Session, live: Live) -> int | None:
    """The number of the first slide whose pane is of this kind."""
    slides = session.lesson.slides
    return next((slide.number for slide in slides if slide.pane == live.pane), None)


def changed_experiment(session: Session, number: int, live: Live) -> Experiment | None:
    """What the slide opened with, changed as the question wants; None where nothing is to change.

    A slide of another lesson may open with what does not take these changes: then it opens as it
    is.
    """
    history = session.histories.get(number)
    if history is None or not live.changes:
        return None
    try:
        changed: Experiment = replace(history.start, **live.changes)
    except (TypeError, ValueError):
        return None
    return changed
