"""Three pairs of sequences for pane 09, small enough to check by hand.

Nothing here is learned. The numbers were picked so that the weights show a clear alignment: the
French word finds its English one, the word of a caption its patch of the picture, the written
word its frames of sound. Each token has a query, a key and a value, so that either sequence can
ask and either can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from core import words
from core.experiments.base import Matrix
from core.experiments.cross import CrossExperiment, ExampleName

Row = tuple[float, ...]
Role = Literal["query", "key", "value"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True)
class Example:
    """A target, a source, and query, key and value of every token in them."""

    tokens: tuple[str, ...]
    source_tokens: tuple[str, ...]
    rows: Mapping[str, tuple[Row, Row, Row]]
    pinned: tuple[int, int]


TRANSLATION = Example(
    ("le", "chat", "noir", "mange"),
    ("the", "black", "cat", "eats", "fresh", "fish"),
    {
        "le": ((-1.4, 1.4, 1.5), (0.2, 0.5, 0.7), (0.1, 0.7, -1.3, -0.8, 0.3)),
        "chat": ((-1.2, 1.1, -1.3), (0.2, 0.1, 1.9), (0.4, 0.3, 1.2, 0.1, -0.5)),
        "noir": ((-1.6, -1.7, 0.9), (0.4, -0.3, -0.7), (-1.1, -1.4, 0.1, 1.4, 0.7)),
        "mange": ((1.9, -1.9, 1.2), (1.1, 1.0, 0.7), (-0.2, 1.4, -1.6, -0.1, -0.5)),
        "the": ((-1.6, 1.1, -0.3), (-0.1, 0.6, 1.4), (-0.8, -1.3, -0.2, 0.4, 1.1)),
        "black": ((-0.3, -0.2, -1.1), (-0.8, -1.7, 0.2), (0.1, -0.6, -0.8, 0.7, 1.6)),
        "cat": ((-0.7, -1.1, 1.0), (-1.4, -0.5, -1.3), (0.3, -1.2, -1.0, 1.6, 0.2)),
        "eats": ((0.3, 1.5, -0.7), (1.1, -0.7, 0.9), (-1.7, -0.1, -1.2, -0.6, -0.5)),
        "fresh": ((0.6, -0.6, -0.4), (0.3, -0.5, -0.5), (-0.7, 0.6, -0.1, -0.6, 0.4)),
        "fish": ((0.0, -0.3, 0.3), (0.4, -0.4, 0.7), (0.8, -1.6, -0.3, -1.0, -0.2)),
    },
    (2, 3),
)
CAPTIONING = Example(
    ("dog", "chases", "red", "ball"),
    ("sky", "tree", "head", "paws", "toy", "grass"),
    {
        "dog": ((0.4, 1.7, -0.7), (-1.0, -0.7, -1.1), (0.2, 1.0, -0.3, -1.0)),
        "chases": ((-1.6, 0.6, -0.6), (0.5, 0.1, -1.1), (-0.1, 0.6, -1.0, -1.3)),
        "red": ((0.3, -0.3, 1.9), (-0.1, -0.6, -0.5), (0.3, -0.5, -0.2, 0.1)),
        "ball": ((-0.2, 0.4, 1.9), (0.3, -1.1, -0.4), (1.0, 1.3, 0.1, 0.9)),
        "sky": ((0.2, -0.5, -0.4), (0.1, -0.7, -0.5), (0.1, 0.9, -1.5, -1.4)),
        "tree": ((0.3, -0.5, -0.3), (0.3, -1.1, -0.8), (0.4, 1.0, -0.8, -0.1)),
        "head": ((-1.7, 0.1, -0.5), (0.4, 0.9, -0.7), (1.2, 0.4, 0.5, 1.4)),
        "paws": ((0.9, 1.5, -0.7), (-1.4, 0.1, -0.6), (-1.7, 0.1, -0.2, 0.3)),
        "toy": ((0.6, -1.1, 0.5), (-0.1, 0.2, 1.3), (0.2, -1.6, -0.7, 1.7)),
        "grass": ((0.1, -0.6, -0.4), (0.4, -1.1, -0.6), (-0.9, 0.4, -0.3, -1.4)),
    },
    (1, 3),
)
SPEECH = Example(
    ("yes", "please"),
    ("y", "e", "s", "p", "l", "ee", "z"),
    {
        "yes": ((-0.9, -0.9, 1.3), (1.0, -0.6, 0.1), (-0.8, 0.4, -1.2, 0.2)),
        "please": ((0.6, 1.0, -0.3), (-0.8, 0.5, -0.2), (0.2, 0.4, -0.5, 0.5)),
        "y": ((0.6, -1.2, -0.4), (-1.6, -1.4, 0.3), (1.0, 0.6, 0.1, -0.6)),
        "e": ((1.0, -0.8, 0.7), (-1.4, -2.4, -0.2), (-1.5, 0.4, -0.6, -0.6)),
        "s": ((0.5, -1.1, -0.3), (-0.2, -1.2, 1.3), (0.9, 0.8, 0.4, -0.2)),
        "p": ((-0.7, 0.8, -0.3), (0.9, 0.5, 0.1), (-1.9, -0.6, -0.9, -0.1)),
        "l": ((-0.7, 1.2, 0.8), (0.1, 0.5, -1.1), (-0.8, -0.6, 1.1, -1.0)),
        "ee": ((-1.0, 0.9, -0.5), (0.4, 1.2, 0.3), (-0.3, 0.2, -0.3, 0.5)),
        "z": ((-0.5, 1.1, 0.7), (-0.4, 0.4, -1.4), (0.4, 1.9, 0.6, 0.4)),
    },
    (2, 6),
)
# The example "trained" has no numbers of its own (core/translated.py).
EXAMPLES: Mapping[str, Example] = {
    "translation": TRANSLATION,
    "captioning": CAPTIONING,
    "speech": SPEECH,
}


def example_experiment(name: ExampleName) -> CrossExperiment:
    """An example as it opens, with the rows that self-attention and an exchange need."""
    example = EXAMPLES[name]

    def rows(tokens: Sequence[str], role: Role) -> Matrix:
        return tuple(example.rows[token][ROLES.index(role)] for token in tokens)

    return CrossExperiment(
        tokens=example.tokens,
        source_tokens=example.source_tokens,
        query=rows(example.tokens, "query"),
        key=rows(example.source_tokens, "key"),
        value=rows(example.source_tokens, "value"),
        target_key=rows(example.tokens, "key"),
        target_value=rows(example.tokens, "value"),
        source_query=rows(example.source_tokens, "query"),
        example=name,
        pinned=example.pinned,
    )


def is_set(token: str, name: ExampleName) -> bool:
    """Whether an example has numbers for a token."""
    return token in EXAMPLES[name].rows


def row_of(token: str, role: Role, width: int, name: ExampleName, seed: int) -> Row:
    """The numbers of a token in one role: those of the example, else drawn from the word itself.

    Columns beyond those that were set are 0. Drawn numbers are nearly normal and kept to one
    decimal; a word and a seed always give the same ones.
    """
    if is_set(token, name):
        row = EXAMPLES[name].rows[token][ROLES.index(role)]
        return (*row, *(0.0,) * width)[:width]
    drawn = words.embed([token], width, seed * len(ROLES) + ROLES.index(role))
    return tuple(float(number) for number in np.round(drawn[0], 1) + 0.0)
