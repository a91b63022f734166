"""The lesson as it begins, beside a session that stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.sampling import Sampler
from desktop_app.session import Session

if TYPE_CHECKING:
    from desktop_app.window import Window


def beginning(session: Session, window: Window) -> Session:
    """A new session of the same lesson, with the slides' own numbers and the same challenges done.

    It draws its own sample, where one is needed, in a thread that ends with the window.
    """
    made = Session(session.lesson, session.done, session.seen)
    made.setParent(window)
    made.samples = dict(session.samples)
    sampler = Sampler(made)
    made.sample_wanted.connect(sampler.draw)
    sampler.drawn.connect(made.sample_drawn)
    window.closed.connect(sampler.stop)
    return made
