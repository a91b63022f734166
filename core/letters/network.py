"""An attention-only network over letters, forward, through the attention that pane 07 explains.

x_0 = letter + place; then in each layer x + MultiHead(LayerNorm(x)), normalised before as in Xiong
et al. 2020 (arXiv 2002.04745); the answers are linear in the last x. No feed-forward part: what a
letter learns of another can only come through an attention weight. Matrices stand to the right, as
in `core.heads`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core import masks
from core.arrays import Floats, Integers, count, read_only
from core.heads import MultiHeadAttention, MultiHeadWeights, multi_head_attention
from core.letters.tasks import Task

Parameters = dict[str, Floats]
SMALL = 1e-5  # LayerNorm's epsilon, as PyTorch has it


@dataclass(frozen=True)
class Build:
    """How a network for a task is built: layers, heads a layer, and numbers a letter."""

    task: Task
    heads: int
    layers: int = 1
    d_model: int = 48

    def __post_init__(self) -> None:
        for name in ("heads", "layers", "d_model"):
            count(getattr(self, name), name, least=1)
        if self.d_model % self.heads:
            raise ValueError(f"{self.heads} heads do not divide d_model = {self.d_model}")

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every parameter by name; those of layer 0 begin with "0."."""
        d, answers = self.d_model, len(self.task.questions) * self.task.alphabet
        made: dict[str, tuple[int, ...]] = {
            "letter": (self.task.alphabet, d),
            "place": (self.task.length, d),
        }
        for layer in range(self.layers):
            made |= {f"{layer}.gain": (d,), f"{layer}.shift": (d,)}
            made |= {f"{layer}.{name}": (d, d) for name in ("w_q", "w_k", "w_v", "w_o")}
        return made | {"answer": (d, answers), "answer_bias": (answers,)}

    def seeded(self, seed: int) -> Parameters:
        """Untrained numbers: matrices with variance 1 / rows, and a third of that for W_Q, W_K and
        W_V, so that the first maps are close to uniform."""
        random = np.random.default_rng(seed)
        made: Parameters = {}
        for name, shape in self.shapes().items():
            if name in ("letter", "place"):
                made[name] = random.normal(size=shape)
            elif len(shape) == 2:
                third = 3 if name.endswith(("w_q", "w_k", "w_v")) else 1
                made[name] = random.normal(size=shape) / np.sqrt(third * shape[0])
            else:
                made[name] = np.full(shape, float(name.endswith("gain")))
        return made


@dataclass(frozen=True, eq=False)
class Reading:
    """What a network made of letters (..., n): every step of each layer, and the answers.

    features: x_0, (..., n, d_model). normalised: what layer l attends over. logits
    (..., n, q, alphabet): the scores of the answers to each question.
    """

    features: Floats
    normalised: tuple[Floats, ...]
    layers: tuple[MultiHeadAttention, ...]
    logits: Floats

    @property
    def answers(self) -> Integers:
        """The likeliest letter for each question, (..., n, q)."""
        likeliest: Integers = np.argmax(self.logits, axis=-1)
        return likeliest

    @property
    def weights(self) -> Floats:
        """The weights of every head of every layer, (..., layers * heads, n, n)."""
        return np.concatenate([layer.weights for layer in self.layers], axis=-3)


@dataclass(frozen=True, eq=False)
class Letters:
    """A network with its numbers (float32 values in float64 arrays), and how they were trained."""

    build: Build
    parameters: Parameters
    seed: int
    steps: int

    def read(self, letters: Integers) -> Reading:
        """What it makes of letters (..., n), as in `read`."""
        return read(self.build, self.parameters, letters)


def read(build: Build, parameters: Mapping[str, Floats], letters: Integers) -> Reading:
    """Return what the network makes of letters (..., n); n is at most what it was trained on.

    Raises ValueError for letters outside its alphabet and for rows that are too long.
    """
    task = build.task
    places = np.asarray(letters)
    n = places.shape[-1] if places.ndim else 0
    if not 1 <= n <= task.length:
        raise ValueError(f"there are {n} letters; this network takes 1 to {task.length}")
    if places.dtype.kind not in "iu" or places.min() < 0 or places.max() >= task.alphabet:
        raise ValueError(f"letters must be whole numbers from 0 to {task.alphabet - 1}")
    stream = parameters["letter"][places] + parameters["place"][:n]
    features, mask = stream, masks.causal(n, n) if task.causal else None
    normal, layers = [], []
    for layer in range(build.layers):
        own = layer_weights(build, parameters, layer)
        gain, shift = parameters[f"{layer}.gain"], parameters[f"{layer}.shift"]
        normal.append(normalised(stream, gain, shift))
        layers.append(multi_head_attention(normal[-1], weights=own, mask=mask))
        stream = stream + layers[-1].output
    logits = stream @ parameters["answer"] + parameters["answer_bias"]
    logits = logits.reshape(*places.shape, len(task.questions), task.alphabet)
    return Reading(read_only(features), tuple(normal), tuple(layers), read_only(logits))


def layer_weights(build: Build, parameters: Mapping[str, Floats], layer: int) -> MultiHeadWeights:
    """Return W_Q, W_K, W_V and W_O of one layer, counting from 0."""
    w_q, w_k, w_v, w_o = (parameters[f"{layer}.{name}"] for name in ("w_q", "w_k", "w_v", "w_o"))
    return MultiHeadWeights(w_q, w_k, w_v, w_o, build.heads)


def normalised(x: Floats, gain: Floats, shift: Floats) -> Floats:
    """LayerNorm of each row (Ba, Kiros, Hinton 2016, arXiv 1607.06450): mean 0, variance 1."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return read_only(centred / np.sqrt(variance + SMALL) * gain + shift)
