"""What the training page says, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.training.recipe import COURSES
from desktop_app import numbers

if TYPE_CHECKING:
    from core.training.pair_progress import PairProgress

SLOW = 2.0  # times the usual seconds, from which on the page says that it is slow here
SOON = 5.0

TITLES = {"quick": "Quick", "short": "Short", "full": "Full"}


def course_words(course: str) -> str:
    """How long a course is, for the line under its choice."""
    length = COURSES[course]
    steps = numbers.whole(length.steps["attention"])  # as many for the other model
    return f"{duration(length.seconds)} on an idle computer; {steps} steps each"


def duration(seconds: float) -> str:
    """About so long: "about 40 seconds", "about 3 minutes"."""
    if seconds < SOON:
        return "a few seconds"
    if seconds < 55:
        return f"about {max(5, 5 * round(seconds / 5))} seconds"
    if seconds < 90:
        return "about a minute"
    minutes = round(seconds / 60)
    return f"about {minutes} minutes"


def doing(progress: PairProgress | None, paused: bool) -> str:
    """What happens now, with the time left."""
    if progress is None:
        return "paused" if paused else "starting PyTorch in a process of its own"
    if progress.stage == "sentences":
        now = f"making the sentences, {progress.done:.0%}"
    elif progress.stage == "training":
        now = f"training, {progress.done:.0%}"
    else:
        now = "measuring both on unseen sentences"
    if paused:
        return f"paused: {now}"
    left = "" if progress.left is None else f"; {duration(progress.left)} left"
    return now + left


def share(progress: PairProgress | None) -> float:
    """How much of the whole is done, for the bar: sentences are a tenth, measuring is the last."""
    if progress is None:
        return 0.0
    starts = {"sentences": (0.0, 0.08), "training": (0.08, 0.95), "measuring": (0.95, 1.0)}
    first, last = starts[progress.stage]
    return first + (last - first) * progress.done


def slowness(progress: PairProgress | None, course: str, cores: int) -> str:
    """A sentence where this computer takes much longer than others, "" otherwise."""
    if progress is None or progress.left is None or progress.stage != "training":
        return ""
    whole = progress.seconds + progress.left
    if progress.done < 0.05 or whole < SLOW * COURSES[course].seconds:
        return ""
    why = "has one core" if cores == 1 else "is slow, or busy with something else"
    return f"This computer {why}: {duration(whole)} in all. You can go on with the lesson."


def pair_name(course: str, seed: int) -> str:
    """What a pair trained here is called."""
    return f"{course} course, seed {seed}"


def sitting(panes: list[int]) -> str:
    """Which panes show a pair: "shown in 02 and 03"."""
    written = " and ".join(f"{number:02d}" for number in panes)
    return f"shown in {written}" if written else ""
