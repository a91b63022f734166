"""The steps of a sentence that attends to itself, and the curves of what that costs.

X = E + P is one random vector a word plus one vector a position; Q, K and V are X times three
random matrices. Or all of them come from the shipped network of letters: then they are trained,
and X = LN(E + P), since that network normalises before it projects.
"""

from __future__ import annotations

import numpy as np

from core import masks, positions, words
from core.cost import attention_cost, equal_cost_length, layer_cost
from core.experiments.self_attention import (
    LEAST_LENGTH,
    LETTERS,
    MODEL_SIZE,
    MOST_LENGTH,
    SELF_KEY_SIZE,
    SelfAttentionExperiment,
)
from core.faults import faulty_attention
from core.letters.loading import load_letters
from core.letters.network import normalised
from core.trace import FloatArray, Step, Trace
from core.traces.attention import attention_steps

SAME = 1e-12
LETTERS_MODEL = "three-questions-3-heads"
Matrices = tuple[FloatArray, FloatArray, FloatArray]
Inputs = tuple[FloatArray, FloatArray, FloatArray, Matrices]
PROJECTIONS = ("w_query", "w_key", "w_value")


def self_attention_trace(experiment: SelfAttentionExperiment) -> Trace:
    """Embeddings, positions, projections, every step of attention, and the cost at n and d."""
    tokens = experiment.tokens
    makers = {"letters": trained_inputs, "given": given_inputs, "seeded": seeded_inputs}
    made = makers[experiment.projections](experiment)
    embedding, position, features, projections = made
    mask = masks.causal(len(tokens)) if experiment.mask == "causal" else None
    if experiment.fault == "same-projections":
        projections = projections[0], projections[0], projections[2]
    query, key, value = (features @ matrix for matrix in projections)
    attention = faulty_attention(query, key, value, mask=mask, fault=experiment.fault)
    token_axes = ("query", "component")
    steps = {
        "embedding": Step(embedding, token_axes, "E"),
        "position": Step(position, token_axes, "P"),
        "features": Step(features, token_axes, features_formula(experiment)),
        **{
            name: Step(matrix, ("component", "component"), rf"\{name[2:]}{{W_{name[2].upper()}}}")
            for name, matrix in zip(PROJECTIONS, projections, strict=True)
        },
        **attention_steps(attention),
        "strongest": Step(np.argmax(attention.weights, axis=1).astype(float), ("query",), ""),
        "twin": Step(twins(tokens, attention.weights), ("query",), ""),
        **cost_steps(experiment.length, experiment.width),
    }
    return Trace(experiment, steps)


def seeded_inputs(experiment: SelfAttentionExperiment) -> Inputs:
    """E, P, X and the projections, drawn from the seed."""
    tokens, seed = experiment.tokens, experiment.seed
    embedding = words.embed(tokens, MODEL_SIZE, seed)
    place = positions.sinusoidal if experiment.positions else positions.none
    position = place(len(tokens), MODEL_SIZE)
    return embedding, position, embedding + position, projection_matrices(seed)


def given_inputs(experiment: SelfAttentionExperiment) -> Inputs:
    """E, P, X and the projections of a file; a token takes its row along where it moves."""
    rows = np.array(experiment.features, dtype=float)
    embedding = rows[[place - 1 for place in experiment.places]]
    place = positions.sinusoidal if experiment.positions else positions.none
    position = place(*embedding.shape)
    query, key, value = (np.array(getattr(experiment, name), dtype=float) for name in PROJECTIONS)
    return embedding, position, embedding + position, (query, key, value)


def trained_inputs(experiment: SelfAttentionExperiment) -> Inputs:
    """E, P, X and one head's projections, from the shipped network. Raises DamagedLettersError."""
    p = load_letters(LETTERS_MODEL).parameters
    n, d_k = len(experiment.tokens), experiment.key_size
    embedding = p["letter"][[LETTERS.index(token) for token in experiment.tokens]]
    position = p["place"][:n] if experiment.positions else np.zeros_like(embedding)
    features = normalised(embedding + position, p["0.gain"], p["0.shift"])
    columns = slice((experiment.head - 1) * d_k, experiment.head * d_k)
    query, key, value = (p[f"0.{name}"][:, columns] for name in ("w_q", "w_k", "w_v"))
    return embedding, position, features, (query, key, value)


def features_formula(experiment: SelfAttentionExperiment) -> str:
    """What X is made of."""
    made = "E + P" if experiment.positions else "E"
    return rf"X = \mathrm{{LN}}({made})" if experiment.trained else f"X = {made}"


def projection_matrices(seed: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """W_Q, W_K and W_V, (d_model, d_k) each, drawn from a seed."""
    random = np.random.default_rng(seed)
    # Divided by sqrt(d_model), so that projected components keep the variance of the features.
    drawn = random.normal(size=(3, MODEL_SIZE, SELF_KEY_SIZE)) / np.sqrt(MODEL_SIZE)
    return drawn[0], drawn[1], drawn[2]


def twins(tokens: tuple[str, ...], weights: FloatArray) -> FloatArray:
    """For each word the nearest other place with the same word and the same row; -1 for none."""
    names = np.array([tokens.index(token) for token in tokens])
    difference = np.abs(weights[:, None, :] - weights[None, :, :]).max(axis=-1)
    same = (names[:, None] == names[None, :]) & (difference <= SAME)
    np.fill_diagonal(same, False)
    places = np.arange(len(tokens))
    away = np.where(same, np.abs(places[:, None] - places[None, :]), np.inf)
    return np.where(same.any(axis=1), away.argmin(axis=1), -1).astype(float)


def cost_steps(length: int, width: int) -> dict[str, Step]:
    """Operations, steps in sequence and longest paths: at `length`, and along all lengths."""
    lengths = [LEAST_LENGTH]
    while lengths[-1] < MOST_LENGTH:
        lengths.append(2 * lengths[-1])
    steps = {"lengths": number_step(lengths, "n")}
    for name, layer, formula in (
        ("self_attention", "self-attention", "n^2 d"),
        ("recurrent", "recurrent", "n d^2"),
    ):
        curve = [layer_cost(layer, n, width).operations for n in lengths]  # type: ignore[arg-type]
        now = layer_cost(layer, length, width)  # type: ignore[arg-type]
        steps[f"operations_curve_{name}"] = number_step(curve, formula)
        steps[f"operations_{name}"] = number_step(now.operations, formula)
        steps[f"steps_{name}"] = number_step(now.sequential_steps, "")
        steps[f"path_{name}"] = number_step(now.longest_path, "")
    whole = attention_cost(length, width)
    ratio = steps["operations_self_attention"].array / steps["operations_recurrent"].array
    equal = equal_cost_length(width)
    return {
        **steps,
        "operations_ratio": number_step(ratio, "n / d"),
        "pairs": number_step(whole.weights, "n^2"),
        "scores_and_mixing": number_step(whole.scores_and_mixing, "2 n^2 d"),
        "projections": number_step(whole.projections, "4 n d^2"),
        "equal_length": number_step(equal, "n = d"),
        "equal_operations": number_step(layer_cost("recurrent", equal, width).operations, "d^3"),
    }


def number_step(numbers: object, formula: str) -> Step:
    """Numbers as a step: a curve over lengths, or one number (0-d)."""
    array = np.asarray(numbers, dtype=float)
    return Step(array, ("length",) * array.ndim, formula)
