"""Right answers, weights that point elsewhere: letters reversed with additive attention.

The gated units and the attention are those of slides 02 and 03 (Bahdanau, Cho, Bengio, ICLR 2015,
appendix A). A recurrent state of one letter also holds its neighbours, so the decoder can read a
letter from the state beside it, and learns to. Where each annotation knows one letter only, the
weights have to point at it (Jain and Wallace, NAACL 2019, arXiv 1902.10186: attention is not
explanation; Wiegreffe and Pinter, EMNLP 2019, arXiv 1908.04626: it depends on what one asks).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.additive import additive_attention
from core.arrays import Floats, Integers, count, read_only
from core.letters.network import Parameters
from core.recurrent import GruWeights, encode, logistic, orthogonal

REVERSAL_ALPHABET = 12
SHORTEST, LONGEST = 3, 12
EMBEDDING, HIDDEN = 24, 48
GATES = ("w_z", "u_z", "w_r", "u_r", "w", "u")


Encoder = Literal["forward only", "both ways", "letter by letter"]
ENCODERS: tuple[Encoder, ...] = ("forward only", "both ways", "letter by letter")


@dataclass(frozen=True)
class Reverser:
    """One of three models that differ in their encoder.

    "forward only" and "both ways" are recurrent; "letter by letter" is not: there an annotation is
    the vector of a letter plus the vector of its place, and knows nothing of its neighbours.
    """

    encoder: Encoder

    def __post_init__(self) -> None:
        if self.encoder not in ENCODERS:
            raise ValueError(f"{self.encoder!r} is no encoder; there are {', '.join(ENCODERS)}")

    @property
    def annotation_size(self) -> int:
        """d_h, how many numbers an annotation holds."""
        return 2 * HIDDEN if self.encoder == "both ways" else HIDDEN

    @property
    def units(self) -> dict[str, int]:
        """The gated units by name, each with the size of its inputs."""
        read = {"forward only": ("forward",), "both ways": ("forward", "backward")}
        encoders = dict.fromkeys(read.get(self.encoder, ()), EMBEDDING)
        return encoders | {"decoder": EMBEDDING + self.annotation_size}

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every parameter by name; a gated unit's begin with its name."""
        alone, annotation = self.encoder == "letter by letter", self.annotation_size
        made: dict[str, tuple[int, ...]] = {
            "source": (REVERSAL_ALPHABET, HIDDEN if alone else EMBEDDING),
            "target": (REVERSAL_ALPHABET + 1, EMBEDDING),
        }
        if alone:
            made["place"] = (LONGEST, HIDDEN)
        for unit, size in self.units.items():
            for gate in GATES:
                made[f"{unit}.{gate}"] = (HIDDEN, size if gate.startswith("w") else HIDDEN)
        made |= {"start": (HIDDEN, HIDDEN), "w_a": (HIDDEN, HIDDEN)}
        made |= {"u_a": (HIDDEN, annotation), "v_a": (HIDDEN,)}
        answer = (REVERSAL_ALPHABET, HIDDEN + annotation)
        return made | {"answer": answer, "answer_bias": (REVERSAL_ALPHABET,)}

    def seeded(self, seed: int) -> Parameters:
        """Untrained numbers: recurrent matrices orthogonal, others with variance 1 / columns."""
        random = np.random.default_rng(seed)
        made: Parameters = {}
        for name, shape in self.shapes().items():
            drawn = random.normal(size=shape)
            if ".u" in name:
                drawn = orthogonal(drawn)
            elif name == "answer_bias":
                drawn = np.zeros(shape)
            elif name not in ("source", "target", "place"):
                drawn = drawn / np.sqrt(shape[-1])
            made[name] = drawn
        return made


BEGIN = REVERSAL_ALPHABET  # what the decoder is given before its first letter


@dataclass(frozen=True, eq=False)
class Reversal:
    """What a model wrote for the letters `source` (n,): `written` (n,), one letter a step.

    weights (n, n): a row a step, a column an annotation. annotations: (n, d_h).
    """

    source: Integers
    written: Integers
    weights: Floats
    annotations: Floats

    @property
    def right(self) -> float:
        """The share of letters that are those of the source, reversed."""
        return float((self.written == self.source[::-1]).mean())

    def pointed(self, later: int = 0) -> float:
        """The share of steps whose largest weight lies on the letter to be written, or on the
        annotation `later` places after it.

        The first step is left out: a forward-only encoder has seen the last letter in its last
        state only, so that step has no choice. NaN for a single letter.
        """
        if len(self.source) < 2:
            return float("nan")
        wanted = mirrored(len(self.source)) + later
        return float((self.weights.argmax(axis=1) == wanted)[1:].mean())


@dataclass(frozen=True, eq=False)
class TrainedReverser:
    """A model with its numbers (float32 values in float64 arrays), and how they were trained."""

    model: Reverser
    parameters: Parameters
    seed: int
    steps: int

    def reverse(self, source: Integers) -> Reversal:
        """What it writes for letters (n,), as in `reverse`."""
        return reverse(self.model, self.parameters, source)


def mirrored(n: int) -> Integers:
    """Where the letter to be written stands, (n,): the last first."""
    return np.arange(n)[::-1]


def draw_letters(random: np.random.Generator, batch: int, length: int) -> Integers:
    """`batch` rows of letters, (batch, length); the answer to each is the row reversed."""
    size = (count(batch, "batch", least=1), count(length, "length", least=1))
    return read_only(random.integers(0, REVERSAL_ALPHABET, size))


def reverse(model: Reverser, parameters: Mapping[str, Floats], source: Integers) -> Reversal:
    """Return what a model writes for letters (n,), taking its likeliest letter at each step.

    Raises ValueError for letters outside the alphabet and for more than it was trained on.
    """
    letters = np.asarray(source)
    n = len(letters) if letters.ndim == 1 else 0
    if not 1 <= n <= LONGEST:
        raise ValueError(f"there are {n} letters; this model takes 1 to {LONGEST}")
    if letters.dtype.kind not in "iu" or letters.min() < 0 or letters.max() >= REVERSAL_ALPHABET:
        raise ValueError(f"letters must be whole numbers from 0 to {REVERSAL_ALPHABET - 1}")
    states = encoded(model, parameters, letters)
    unit = gru(parameters, "decoder")
    state: Floats = np.tanh(parameters["start"] @ states[-1, :HIDDEN])
    w_a, u_a, v_a = (parameters[name] for name in ("w_a", "u_a", "v_a"))
    before, written, weights = BEGIN, [], []
    for _ in range(n):
        step = additive_attention(state, states, w_a, u_a, v_a)
        state = advanced(unit, state, np.concatenate([parameters["target"][before], step.context]))
        answer = parameters["answer"] @ np.concatenate([state, step.context])
        before = int(np.argmax(answer + parameters["answer_bias"]))
        written.append(before)
        weights.append(step.weights)
    return Reversal(letters, read_only(np.array(written)), read_only(np.array(weights)), states)


def encoded(model: Reverser, parameters: Mapping[str, Floats], letters: Integers) -> Floats:
    """Return what the encoder makes of letters (n,), (n, d_h)."""
    inputs = parameters["source"][letters]
    if model.encoder == "letter by letter":
        return read_only(inputs + parameters["place"][: len(inputs)])
    states = encode(inputs, gru(parameters, "forward")).states
    if model.encoder == "forward only":
        return states
    back = encode(inputs[::-1].copy(), gru(parameters, "backward")).states
    return read_only(np.concatenate([states, back[::-1]], axis=1))


def advanced(unit: GruWeights, state: Floats, given: Floats) -> Floats:
    """One step of a gated unit, as in `core.recurrent`."""
    update = logistic(unit.w_z @ given + unit.u_z @ state)
    reset = logistic(unit.w_r @ given + unit.u_r @ state)
    proposed = np.tanh(unit.w @ given + unit.u @ (reset * state))
    after: Floats = (1 - update) * state + update * proposed
    return after


def gru(parameters: Mapping[str, Floats], unit: str) -> GruWeights:
    """The six matrices of one gated unit."""
    return GruWeights(*(parameters[f"{unit}.{gate}"] for gate in GATES))
