"""Which challenges count: those that the learner reached by an edit of their own.

What a state meets without the learner's doing is noted beside it in the history (`free`): a view
that a question opened, a file, a solution that played itself. It counts once it was left and
reached again.
"""

from __future__ import annotations

from core.experiments.base import is_from_file
from core.fault_names import fault_of
from core.lesson import Challenge, Slide
from core.predicates import progress
from core.trace import Trace
from desktop_app.history import History


def reached(challenge: Challenge, trace: Trace) -> bool:
    """Whether a trace meets a challenge. A measure that no longer applies is not met."""
    try:
        return progress(challenge.predicate, trace).done
    except ValueError:
        return False


def met(slide: Slide, trace: Trace) -> frozenset[str]:
    """The ids of the challenges of a slide that a trace meets."""
    return frozenset(part.id for part in slide.challenges if reached(part, trace))


def earned(slide: Slide, history: History, trace: Trace | None) -> list[str]:
    """The ids of the challenges that the edit just made has reached, in the slide's order.

    What a mistake reaches does not count, nor numbers of a file, of which the challenge does not
    speak, nor those that are not there yet (trace None).
    """
    if trace is None or fault_of(trace.experiment) or is_from_file(trace.experiment):
        return []
    now, free = met(slide, trace), history.free
    history.set_free(free & now)
    return [part.id for part in slide.challenges if part.id in now - free]


def give(slide: Slide, history: History, trace: Trace | None) -> None:
    """What the slide's new state meets was not the learner's doing.

    trace None: its numbers are not there yet, so it may meet any challenge.
    """
    every = frozenset(part.id for part in slide.challenges)
    history.set_free(history.free | (every if trace is None else met(slide, trace)))
