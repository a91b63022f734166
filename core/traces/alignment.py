"""The steps of a trained translator that looks back, for every French word at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from core.arrays import Floats, read_only
from core.experiments.alignment import AlignmentExperiment
from core.fault_names import Mistake
from core.trace import Step, Trace
from core.translator import shelf
from core.translator.examples import generated_pair, gold_pair
from core.translator.gold import Agreement, agreement
from core.translator.intervention import PADDED, Intervention
from core.translator.network import Translation
from core.translator.scoring import in_common, places_in_common
from core.translator.vocabulary import is_known
from core.translator.writing import Pair

TARGET, SOURCE, SIZE = "query", "key", "component"
SCORED = r"W_a \query{s_{t-1}} + U_a \key{h_j}"
ENERGY = rf"v_a^\mathsf{{T}} \tanh({SCORED})"
END = "end"  # how the step that answers </s> is called
SHOWN = 5


@dataclass(frozen=True)
class AlignmentTrace(Trace):
    """The steps, and the words that belong to them.

    tokens: the French words written, then "end" where the translation ends by itself.
    key_tokens: the English words. step: the step shown, from 0. own: what the translator writes
    when nobody intervenes; changed: which of `tokens` are not in it, lost: which of its words are
    not in `tokens`. reference: the right translation, () where nobody knows it; missed: which of
    its words the model does not write by itself. fixed: the translation by the model trained with
    one fixed context; wrong: which of its words are not in the right one, or not in `own`.
    next_words: the likeliest words of the step. unknown: English words outside the language.
    agreement: with the gold alignment, where there is one. source: where the weights come from.
    """

    tokens: tuple[str, ...] = ()
    key_tokens: tuple[str, ...] = ()
    step: int = 0
    own: tuple[str, ...] = ()
    changed: tuple[bool, ...] = ()
    lost: tuple[bool, ...] = ()
    reference: tuple[str, ...] = ()
    missed: tuple[bool, ...] = ()
    fixed: tuple[str, ...] = ()
    wrong: tuple[bool, ...] = ()
    next_words: tuple[tuple[str, float], ...] = ()
    unknown: tuple[str, ...] = ()
    agreement: Agreement | None = None
    source: str = "hand-set"


def alignment_trace(experiment: AlignmentExperiment) -> AlignmentTrace:
    """Every step of the translation, with the energies and weights that the learner moved.

    own_energies come from the real states; energies hold the learner's offsets too; weights are
    those that were used. states: s_(t-1). contributions: alpha_tj h_j of the step shown.
    Where the weights cannot be used, `problem` says why, and the states are set by hand.
    """
    try:
        pair = shelf.pair(experiment.pair)
    except ValueError as error:
        from core.traces.alignment_by_hand import hand_set_trace

        return hand_set_trace(experiment, str(error))
    english, gold = experiment.english, gold_of(experiment)
    untouched = untouched_translations(pair, english, gold)
    translation = untouched.translation
    if experiment.intervenes or experiment.fault:
        translation = pair.attention.translate(english, intervention(experiment))
    words, own = translation.french, untouched.translation.french
    step = min(experiment.step, len(translation.chosen)) - 1
    kept = places_in_common(words, own)
    end = [END] if translation.ended else []
    return AlignmentTrace(
        experiment,
        steps_of(pair, translation, step, experiment.fault),
        tokens=(*words, *end),
        key_tokens=english,
        step=step,
        own=own,
        changed=(*(place is None for place in kept), *(False for _ in end)),
        lost=tuple(place not in kept for place in range(len(own))),
        reference=gold.french if gold else (),
        missed=untouched.missed,
        fixed=untouched.fixed,
        wrong=untouched.wrong,
        next_words=tuple(
            (END if word == "</s>" else word, share)
            for word, share in translation.likeliest(step, SHOWN)
        ),
        unknown=tuple(word for word in english if not is_known(word)),
        agreement=agreement(pair.attention, translation, gold) if gold else None,
        source=pair.source,
    )


@dataclass(frozen=True, eq=False)
class Untouched:
    """What both models write by themselves, and where it differs from what is right."""

    translation: Translation
    missed: tuple[bool, ...]
    fixed: tuple[str, ...]
    wrong: tuple[bool, ...]


@lru_cache(maxsize=8)
def untouched_translations(
    pair: shelf.Pair, english: tuple[str, ...], gold: Pair | None
) -> Untouched:
    """What both models write by themselves; kept, because a drag changes neither."""
    own = pair.attention.translate(english)
    fixed = pair.fixed.translate(english).french
    reference = gold.french if gold else ()
    return Untouched(
        own,
        not_in(reference, own.french),
        fixed,
        not_in(fixed, reference or own.french),
    )


def not_in(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[bool, ...]:
    """Which words no longest common subsequence with `others` holds."""
    return tuple(not shared for shared in in_common(words, others))


def gold_of(experiment: AlignmentExperiment) -> Pair | None:
    """The sentence with its right translation and alignment, where somebody knows them."""
    if experiment.words:
        return gold_pair(experiment.words)
    return generated_pair(experiment.length, experiment.seed)


def intervention(experiment: AlignmentExperiment) -> Intervention:
    """What the learner changed, as the translator takes it: places from 0."""
    one = np.eye(experiment.count)
    return Intervention(
        {(step - 1, word - 1): offset for step, word, offset in experiment.offsets},
        {step - 1: one[word - 1] for step, word in experiment.held},
        experiment.last_state,
        cast(Mistake, experiment.fault),
    )


def steps_of(
    pair: shelf.Pair, translation: Translation, step: int, mistake: str = ""
) -> dict[str, Step]:
    """Every intermediate by name; </s> has a row like any word.

    padding: the energies of the empty places, (T, PADDED), where that mistake is made.
    """
    attention, weights = translation.attention, translation.weights
    assert attention is not None and weights is not None
    formula = formulas(mistake)
    parameters = pair.attention.parameters
    contributions = read_only(weights[step][:, None] * translation.annotations)
    ended = len(translation.chosen) - len(translation.french)
    both = (TARGET, SOURCE)
    steps = {
        "states": Step(attention.state, (TARGET, SIZE), formula["states"]),
        "annotations": Step(translation.annotations, (SOURCE, SIZE), r"\key{h_j}"),
        "w_a": Step(parameters["w_a"], ("unit", SIZE), "W_a"),
        "u_a": Step(parameters["u_a"], ("unit", SIZE), "U_a"),
        "v_a": Step(parameters["v_a"], ("unit",), "v_a"),
        "projected": Step(attention.projected, (*both, "unit"), formula["projected"]),
        "activated": Step(attention.activated, (*both, "unit"), formula["activated"]),
        "own_energies": Step(attention.energies, both, formula["own_energies"]),
        "energies": Step(attention.masked, both, "e_{tj}"),
        "weights": Step(weights, both, r"\weight{\alpha_{tj}}"),
        "contributions": Step(contributions, (SOURCE, SIZE), r"\weight{\alpha_{tj}} \key{h_j}"),
        "context": Step(
            translation.contexts, (TARGET, SIZE), r"c_t = \sum_j \weight{\alpha_{tj}} \key{h_j}"
        ),
        "next_word": Step(translation.distributions, (TARGET, "word"), "p(y_t)"),
        "flips": Step(flips(weights, ended), (TARGET,), r"j^*_t < j^*_{t-1}"),
    }
    if mistake == "padding":
        empty = np.tanh(attention.projected_state) @ parameters["v_a"]
        steps["padding"] = Step(
            read_only(np.repeat(empty[:, None], PADDED, axis=1)),
            (TARGET, "padding"),
            r"v_a^\mathsf{T} \tanh(W_a \query{s_{t-1}})",
        )
    return steps


def formulas(mistake: str) -> dict[str, str]:
    """What is computed up to the energies, as it is computed where a mistake is made."""
    late = mistake == "late-state"
    state = r"\query{s_{t-2}}" if late else r"\query{s_{t-1}}"
    scored = SCORED.replace(r"\query{s_{t-1}}", state)
    tanh = "" if mistake == "no-tanh" else r"\tanh"
    return {
        "states": state,
        "projected": scored,
        "activated": r"\tanh(\cdot)" if tanh else scored,
        "own_energies": rf"v_a^\mathsf{{T}} {tanh}({scored})",
    }


def flips(weights: Floats, ended: int = 0) -> Floats:
    """1 where a word's top weight stands before that of the word above, else 0, (T,).

    The last `ended` rows write no word, so the order cannot flip there.
    """
    top = weights.argmax(axis=1)
    backwards = np.zeros(len(top))
    backwards[1:] = top[1:] < top[:-1]
    backwards[len(top) - ended :] = 0
    return read_only(backwards)
