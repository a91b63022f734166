"""Questions about the one vector that a whole sentence must pass through."""

from __future__ import annotations

from random import Random

import numpy as np

from core.arrays import read_only
from core.papers import bleu_by_length
from core.practice.question import Live, PracticeQuestion, fair_traps, ranked, written
from core.recurrent import Encoding, GruWeights, encode

LENGTHS = (3, 40)  # of the sentences that pane 02 generates

# The models of the figure, in words.
MODELS = {
    "RNNsearch-50": "with attention, trained on up to 50 words",
    "RNNsearch-30": "with attention, trained on up to 30 words",
    "RNNenc-50": "without attention, trained on up to 50 words",
    "RNNenc-30": "without attention, trained on up to 30 words",
}


def encoded(words: int, units: int) -> Encoding:
    """A recurrent encoder that has read so many words; its numbers do not matter here."""
    square = read_only(np.eye(units))
    weights = GruWeights(square, square, square, square, square, square)
    return encode(np.ones((words, units)), weights)


def live(words: float) -> Live:
    """Pane 02 with a sentence as near to this length as it goes."""
    least, most = LENGTHS
    return Live("bottleneck", {"length": int(min(max(words, least), most)), "words": ()})


def numbers_handed_over(random: Random) -> PracticeQuestion:
    """How many numbers reach the decoder, with and without attention."""
    words, units = random.randint(5, 60), random.randint(4, 16)
    attends = random.random() < 0.5
    states = encoded(words, units).states
    right = (states if attends else states[-1]).size
    way = "reads all encoder states by attention" if attends else "gets the last state alone"
    if attends:
        why = f"There is one state a word, so {words} × {units} = {words * units} numbers: what the"
        why += " decoder can read grows with the sentence."
    else:
        why = f"Only the last state is handed over, {units} numbers, whether the sentence has"
        why += f" {words} words or five. That is the bottleneck."
    traps = (
        (words * units, "That would be all states together; this decoder sees the last one only."),
        (units, "That is one state; with attention the decoder can read the state of every word."),
        (words, "That counts the words; each has a state of several numbers."),
        (words + units, "Words and units are multiplied, not added: each word has its own state."),
    )
    return PracticeQuestion(
        "number",
        f"An encoder reads {words} words; each of its states holds {units} numbers. The decoder"
        f" {way}. How many numbers can it read at one step?",
        why,
        live(words),
        {"words": words, "units": units, "attends": attends},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def steps_between(random: Random) -> PracticeQuestion:
    """How many steps lie between a word and the decoder."""
    words = random.randint(6, 60)
    word = random.randint(1, words - 2)
    attends = random.random() < 0.3
    right = 1 if attends else len(encoded(words, 2).states[word - 1 :])
    way = "The decoder attends to the encoder states" if attends else "There is no attention"
    why = "Attention reads the state of the word itself, so one step leads there from any distance."
    if not attends:
        why = f"Word {word} enters state {word}, and every later word makes one more state:"
        why += f" {words} − {word} + 1 = {right} updates until the last one."
    traps = (
        (words - word, "The word's own step counts too: it must first enter a state."),
        (words, "Only the steps from this word on count; those before it do not touch it."),
        (word, "That counts the words up to it; what matters is how many follow."),
        (words - word + 1, "That is the way through the states; attention reads a state directly."),
    )
    return PracticeQuestion(
        "number",
        f"A sentence has {words} words. {way}. How many steps, its own included, lie between word"
        f" {word} and what the decoder reads?",
        why,
        live(words),
        {"words": words, "word": word, "attends": attends},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def published_order(random: Random) -> PracticeQuestion:
    """Which of four published results is best."""
    curves = {curve.model: curve for curve in bleu_by_length()["bahdanau-2015"].curves}
    cases = random.sample([(m, n) for m in MODELS for n in curves[m].length], 4)
    entries = [(f"{MODELS[model]}, at {n:.0f} words", curves[model].at(n)) for model, n in cases]
    choices, order = ranked(random, entries, "BLEU", gap=3.0, decimals=1)
    return PracticeQuestion(
        "order",
        "Bahdanau, Cho and Bengio (2015) measured translation quality against sentence length. Put"
        " these four results in order, the highest BLEU first.",
        "Without attention quality falls with length, because all must pass through one vector."
        " With attention it stays, if training had long sentences: the model that was trained on"
        " up to 30 words falls beyond 30 all the same.",
        live(max(n for _, n in cases)),
        {"cases": tuple((f"{MODELS[m]}, at {n:.0f} words", m, n) for m, n in cases)},
        choices=choices,
        order=order,
    )
