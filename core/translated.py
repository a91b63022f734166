"""The example "trained" of pane 09: English words, and the French that a decoder is given."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from core.cross_editing import Side
from core.experiments.cross import CrossExperiment
from core.translator import shelf
from core.translator.reading import read, suggestions
from core.translator.vocabulary import is_known, is_known_french
from core.wording import listed

OPENING = ("the", "black", "cat", "of", "the", "king", "sleeps")
PINNED_WORD = 2  # pinned with the English word that it reads most


def trained_experiment(
    english: tuple[str, ...] = OPENING, pair: str = shelf.SHIPPED
) -> CrossExperiment:
    """A sentence and the translation that the model itself writes for it.

    Raises ValueError, in words for the learner, where the weights cannot be used, where there is
    no word or too many, and where the model writes nothing.
    """
    reading = read(" ".join(english))
    if reading.problem:
        raise ValueError(reading.problem)
    french, attended = own_translation(shelf.pair(pair), reading.typed)
    if not french:
        raise ValueError("the translator writes no word for this; try another sentence")
    row = min(PINNED_WORD, len(french))
    return CrossExperiment(
        tokens=french,
        source_tokens=reading.typed,
        example="trained",
        pair=pair,
        pinned=(row, attended[row - 1] + 1),
        source="trained",
    )


def with_words(experiment: CrossExperiment, side: Side, tokens: tuple[str, ...]) -> CrossExperiment:
    """`experiment` with another sentence on one side.

    Another source brings the model's own translation of it; words that the learner writes on the
    target's side are given to the decoder one after another, as in training. ValueError as above.
    """
    if side == "source":
        return trained_experiment(tokens, experiment.pair)
    words = tuple(word.lower() for word in tokens)
    pinned = experiment.pinned
    if pinned is not None:
        pinned = (min(pinned[0], len(words)), pinned[1])
    return replace(experiment, tokens=words, pinned=pinned)


def with_pair(experiment: CrossExperiment, pair: str) -> CrossExperiment:
    """The same English sentence, and what another pair of translators makes of it.

    ValueError as for `trained_experiment`.
    """
    return trained_experiment(experiment.source_tokens, pair)


def unknown_words(experiment: CrossExperiment) -> tuple[str, ...]:
    """The words of both sentences that the model does not know, each once; it sees <unk>."""
    english = [word for word in experiment.source_tokens if not is_known(word)]
    french = [word for word in experiment.tokens if not is_known_french(word) and word != "<unk>"]
    return tuple(dict.fromkeys((*english, *french)))


def trained_origin(experiment: CrossExperiment) -> str:
    """Where the states come from, which words the model does not know, and whose target it is."""
    pair = shelf.pair(experiment.pair)
    parts = [pair.source]
    unknown = unknown_words(experiment)
    if unknown:
        some = listed(unknown) if len(unknown) < 3 else f"{len(unknown)} words"
        parts.append(f"{some} unknown to it")
    if experiment.tokens != own_translation(pair, experiment.source_tokens)[0]:
        parts.append("target given to it")
    return "; ".join(parts)


@lru_cache(maxsize=8)
def own_translation(
    pair: shelf.Pair, english: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What the model writes for a sentence by itself, and the place that each word reads most."""
    written = pair.attention.translate(english)
    return written.french, written.attended


def resembling(experiment: CrossExperiment) -> str:
    """For the first English word that the model does not know: known ones spelt like it."""
    for word in experiment.source_tokens:
        if not is_known(word):
            near = suggestions(word)
            known = f"it knows {listed(near, 'or')}" if near else "it knows no word like it"
            return f"{word} is unknown: {known}"
    return ""
