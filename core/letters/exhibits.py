"""What the exhibits show of a letters model: its maps and answers for one row, and its figures.

Asked of the shipped models, of one that is being trained, and of one that was; the panes only draw
what stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from core.arrays import Floats, Integers, read_only
from core.letters.measures import HeadFigures, figures
from core.letters.network import Letters
from core.letters.reversal import Reversal, TrainedReverser, mirrored
from core.letters.tasks import NOT_ASKED, Examples, Task, neighbours

Flags = npt.NDArray[np.bool_]
TEST_SEED, TESTED = 20_000, 256  # rows, drawn once, on which figures are measured
TAKEN = 0.6  # of a head's weight on the place of the answer: then the head takes the question


@dataclass(frozen=True, eq=False)
class LettersTrace:
    """One row of letters (n,) and what a model makes of it.

    maps (heads of all layers, n, n). answers, places, right (n, q): the letters answered, where
    the right one stands (NOT_ASKED where nothing is asked), and whether it is the right one.
    figures: of unseen rows.
    """

    task: Task
    letters: Integers
    maps: Floats
    answers: Integers
    expected: Integers
    places: Integers
    figures: HeadFigures

    @property
    def asked(self) -> Flags:
        """Where something is asked, (n, q) of bool."""
        return np.asarray(self.places != NOT_ASKED)

    @property
    def right(self) -> Flags:
        """Where the answer is right, (n, q) of bool; False where nothing is asked."""
        return np.asarray((self.answers == self.expected) & self.asked)


def trace(model: Letters, letters: Integers) -> LettersTrace:
    """What a model makes of letters (n,)."""
    reading = model.read(letters)
    found = questions_of(model.build.task, letters)
    return traced(model.build.task, found, reading.weights, reading.answers, measured(model))


def traced(
    task: Task, row: Examples, maps: Floats, answers: Integers, found: HeadFigures
) -> LettersTrace:
    """The same, from maps (heads, n, n) and answers (n, q) that are there already."""
    return LettersTrace(task, row.letters, maps, answers, row.answers, row.places, found)


def questions_of(task: Task, letters: Integers) -> Examples:
    """What is asked of one row of letters (n,): arrays (n,), (n, q), (n, q)."""
    row = np.asarray(letters)[None]
    made = followings(row) if task.causal else neighbours(row)
    return Examples(made.letters[0], made.answers[0], made.places[0])


def followings(letters: Integers) -> Examples:
    """Induction asked of any letters (B, n): where a letter stood before, what followed it then?

    Asked at each letter but the last that stood before; of several places the last one counts.
    """
    rows, n = letters.shape
    place = np.full((rows, n), NOT_ASKED)
    for query in range(1, n - 1):
        for before in range(query):
            place[letters[:, before] == letters[:, query], query] = before + 1
    answers = np.take_along_axis(letters, np.maximum(place, 0), axis=1)
    answers = np.where(place == NOT_ASKED, NOT_ASKED, answers)
    return Examples(
        read_only(letters.copy()), read_only(answers[..., None]), read_only(place[..., None])
    )


@lru_cache(maxsize=16)
def measured(model: Letters) -> HeadFigures:
    """A model's figures on the rows on which its training was watched."""
    task = model.build.task
    unseen = task.draw(np.random.default_rng(TEST_SEED), TESTED)
    return figures(task, model.read(unseen.letters), unseen)


def taken_by(found: HeadFigures) -> tuple[int | None, ...]:
    """For each question the head (from 0) that takes it; None where no head does."""
    return tuple(
        head if found.mass[head, question] >= TAKEN else None
        for question, head in enumerate(found.strongest)
    )


@dataclass(frozen=True, eq=False)
class ReversalTrace:
    """A row reversed, its map, and the map that one would expect.

    right (n,): which written letters are right. looked, wanted (n,): where the largest weight of
    each step lies, and where the letter to be written stands.
    """

    made: Reversal
    right: Flags
    looked: Integers
    wanted: Integers

    @property
    def expected(self) -> Floats:
        """All weight of each step on the letter that is to be written, (n, n)."""
        return read_only(np.eye(len(self.wanted))[:, ::-1].copy())

    @property
    def pointed(self) -> Flags:
        """Which steps look most at the letter that is to be written, (n,) of bool."""
        return np.asarray(self.looked == self.wanted)


def reversal_trace(model: TrainedReverser, letters: Integers) -> ReversalTrace:
    """What a reverser makes of letters (n,)."""
    made = model.reverse(letters)
    wanted = mirrored(len(letters))
    looked = made.weights.argmax(axis=1)
    right = made.written == made.source[::-1]
    return ReversalTrace(made, right, read_only(looked), read_only(wanted))
