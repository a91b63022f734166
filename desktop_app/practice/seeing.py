"""From a practice question to the pane that shows it."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiment import Experiment
from core.practice.question import Live, PracticeQuestion
from desktop_app.session import Session


def open_live(session: Session, question: PracticeQuestion) -> str:
    """Open the slide of a question in the state that proves it, as one undoable step.

    The way back is remembered. Challenges do not count what a question has set. Returns why it
    could not be done, "" where it could.
    """
    number = slide_for(session, question.see)
    if number is None:
        return "this lesson has no slide that shows it"
    session.practice_at = number
    session.go(number)
    changed = changed_experiment(session, number, question.see)
    if changed is None:
        return ""
    what = f"see it live: {question.topic.lower()}"
    return session.replace({number: changed}, what).get(number, "")


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
