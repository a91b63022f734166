"""What a learner does to the words of a sentence: each function returns a new experiment."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from core.experiments.base import Source
from core.experiments.self_attention import (
    LETTERS,
    MAX_WORDS,
    MOST_LETTERS,
    Projections,
    SelfAttentionExperiment,
)
from core.letters.spelling import spelled, typed_letters
from core.shapes import counted
from core.trace import Trace
from core.words import tokenize

FIRST_LETTERS = tuple("BGEFHGIC")
FIRST_WORDS = ("the", "dog", "saw", "the", "cat")


def sentence_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a typed sentence. Raises ValueError for none, and for more than 64."""
    tokens = tokenize(text)
    if not tokens:
        raise ValueError("type at least one word")
    if len(tokens) > MAX_WORDS:
        raise ValueError(f"{len(tokens)} words are too many; this lab takes up to {MAX_WORDS}")
    return tokens


def sentence_text(tokens: tuple[str, ...]) -> str:
    """Tokens as one line that gives the same tokens again; 我 and 爱 need no space between."""
    joined = tokens[0]
    for before, token in zip(tokens, tokens[1:], strict=False):
        alone = len(before) == len(token) == 1 and tokenize(before + token) == (before, token)
        joined += token if alone else f" {token}"
    return joined if tokenize(joined) == tokens else " ".join(tokens)


def letter_tokens(text: str) -> tuple[str, ...]:
    """The letters of a typed row, for the trained network. Raises ValueError, with a sentence."""
    return tuple(spelled(typed_letters(text, len(LETTERS), 1, MOST_LETTERS)))


def tokens_for(experiment: SelfAttentionExperiment, text: str) -> tuple[str, ...]:
    """The tokens of a text, as the projections take them. Raises ValueError."""
    tokens = letter_tokens(text) if experiment.trained else sentence_tokens(text)
    if experiment.given and len(tokens) != len(experiment.features):
        rows, words = len(experiment.features), len(tokens)
        raise ValueError(
            f"the file has {counted(rows, 'token')} and this is {counted(words, 'word')}; "
            f"write {rows}, or choose Random"
        )
    return tokens


def with_projections(
    experiment: SelfAttentionExperiment, projections: Projections
) -> SelfAttentionExperiment:
    """`experiment` through random or through trained weights.

    The words make room for letters, or for what stood here before; the pin keeps its places as
    far as they reach.
    """
    if projections == experiment.projections:
        return experiment
    if experiment.features:  # a file's numbers and random ones stand for the same words
        source: Source = "opened from a file" if projections == "given" else "random, untrained"
        return replace(experiment, projections=projections, source=source)
    trained = projections == "letters"
    tokens = experiment.aside or (FIRST_LETTERS if trained else FIRST_WORDS)
    return replace(
        experiment,
        tokens=tokens,
        order=(),
        pinned=within(experiment.pinned, len(tokens)),
        projections=projections,
        source="trained" if trained else "random, untrained",
        aside=experiment.tokens,
    )


def within(pinned: tuple[int, int] | None, n: int) -> tuple[int, int] | None:
    """A pin among n tokens."""
    return None if pinned is None else (min(pinned[0], n), min(pinned[1], n))


def with_sentence(experiment: SelfAttentionExperiment, text: str) -> SelfAttentionExperiment:
    """`experiment` over another sentence. Raises ValueError as `tokens_for` does.

    The pin keeps its places as far as the new sentence reaches.
    """
    tokens = tokens_for(experiment, text)
    if tokens == experiment.tokens:
        return experiment
    pinned = within(experiment.pinned, len(tokens))
    kept: dict[str, object] = {}
    if experiment.given:  # the rows stay where they stand, under the new words
        kept["features"] = tuple(experiment.features[place - 1] for place in experiment.places)
    return replace(experiment, tokens=tokens, order=(), pinned=pinned, **kept)


def with_words_shuffled(experiment: SelfAttentionExperiment) -> SelfAttentionExperiment:
    """`experiment` with every word at another place; the pin stays with its words.

    The order is drawn from the seed and the order before it, so that the same clicks lead to the
    same sentence. One word alone stays where it is.
    """
    n, before = len(experiment.tokens), experiment.places
    if n == 1:
        return experiment
    random = np.random.default_rng([experiment.seed, *before])
    chosen = random.permutation(n)
    while (chosen == np.arange(n)).any():
        chosen = random.permutation(n)
    place_of = np.argsort(chosen)
    pinned = experiment.pinned_cell
    return replace(
        experiment,
        tokens=tuple(experiment.tokens[place] for place in chosen),
        order=tuple(before[place] for place in chosen),
        pinned=pinned and (int(place_of[pinned[0]]) + 1, int(place_of[pinned[1]]) + 1),
    )


def came_from(
    before: SelfAttentionExperiment, after: SelfAttentionExperiment
) -> tuple[int, ...] | None:
    """Where each word of `after` stood in `before`, counting from 0.

    None where they are not one sentence in two orders.
    """
    if before.places == after.places or len(before.tokens) != len(after.tokens):
        return None
    stood = {place: index for index, place in enumerate(before.places)}
    moved = tuple(stood[place] for place in after.places)
    same = tuple(before.tokens[index] for index in moved) == after.tokens
    return moved if same else None


def with_word_pinned(
    experiment: SelfAttentionExperiment, trace: Trace, word: int
) -> SelfAttentionExperiment:
    """`experiment` with the strongest link of one word pinned; word counts from 0."""
    return replace(experiment, pinned=(word + 1, int(trace["strongest"][word]) + 1))
