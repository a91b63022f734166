"""What the letters models are asked, drawn without end from a seed.

Letters are numbers from 0. A place is where the answer can be seen: an attention that points at it
looks at the right letter. Where nothing is asked, answer and place are NOT_ASKED.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arrays import Integers, count, read_only

NOT_ASKED = -1

QUESTIONS = ("previous", "next", "first")
QUESTIONS_LENGTH, QUESTIONS_ALPHABET = 8, 12

INDUCTION_LENGTH, INDUCTION_ALPHABET = 20, 24
SEGMENT = (5, 9)  # Shortest and longest: with one length, counting back would be enough.


@dataclass(frozen=True, eq=False)
class Examples:
    """letters (B, n); answers and places (B, n, q), one a question; read-only int64."""

    letters: Integers
    answers: Integers
    places: Integers


@dataclass(frozen=True)
class Task:
    """n letters of an alphabet, q questions at each; causal: whether letters to come are hidden."""

    name: str
    questions: tuple[str, ...]
    alphabet: int
    length: int
    causal: bool
    draw: Callable[[np.random.Generator, int], Examples]


def neighbours(letters: Integers) -> Examples:
    """For each of the letters (B, n): which comes before, which after, and which stands first.

    The first letter has none before it, and the last none after it: there nothing is asked.
    """
    n = letters.shape[-1]
    here = np.arange(n)
    before, after, first = here - 1, here + 1, np.zeros(n, np.int64)
    after[-1] = NOT_ASKED
    place = np.stack([before, after, first], axis=-1)
    answers = np.where(place == NOT_ASKED, NOT_ASKED, letters[:, place])
    places = np.broadcast_to(place, answers.shape).copy()
    return Examples(read_only(letters.copy()), read_only(answers), read_only(places))


def draw_neighbours(random: np.random.Generator, batch: int) -> Examples:
    """`batch` rows of eight letters, each letter as likely as any other."""
    size = (count(batch, "batch", least=1), QUESTIONS_LENGTH)
    return neighbours(random.integers(0, QUESTIONS_ALPHABET, size))


def draw_induction(random: np.random.Generator, batch: int) -> Examples:
    """Rows of noise, a segment, and the same segment again; what follows each letter of the copy?

    No letter stands twice in noise and segment, so that the answer, the letter that followed last
    time, is one. It is asked from the first letter of the copy to the last but one.
    """
    rows, n = count(batch, "batch", least=1), INDUCTION_LENGTH
    lengths = random.integers(SEGMENT[0], SEGMENT[1] + 1, (rows, 1))
    shuffled = random.permuted(np.tile(np.arange(INDUCTION_ALPHABET), (rows, 1)), axis=1)
    here = np.arange(n)[None, :]
    source = np.where(here >= n - lengths, here - lengths, here)
    letters = np.take_along_axis(shuffled, source, axis=1)
    asked = (here >= n - lengths) & (here < n - 1)
    place = np.where(asked, here - lengths + 1, NOT_ASKED)
    answers = np.where(asked, np.take_along_axis(letters, np.maximum(place, 0), 1), NOT_ASKED)
    return Examples(read_only(letters), read_only(answers[..., None]), read_only(place[..., None]))


THREE_QUESTIONS = Task(
    "three questions", QUESTIONS, QUESTIONS_ALPHABET, QUESTIONS_LENGTH, False, draw_neighbours
)
INDUCTION = Task(
    "induction", ("following",), INDUCTION_ALPHABET, INDUCTION_LENGTH, True, draw_induction
)
