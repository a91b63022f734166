"""Small tensors that show what heads do, made here: `python -m core.tensors.gallery FOLDER`.

No number of them was learned. Scores are set by hand, with a little seeded noise, and the softmax
does the rest; the file of queries and keys is made so that these give the scores.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.arrays import Floats
from core.attention import softmax

TOKENS = ("<s>", "the", "cat", "saw", "the", "dog", "and", "the", "dog", "saw", "the", "cat")
STRENGTH = 5.0
NOISE = 0.35
PATTERNS = {
    "previous-token": "each token looks at the one before it",
    "same-token": "each token looks at its other copies",
    "first-token-sink": "nearly all weight rests on the first token",
    "uniform": "every visible token gets the same weight",
    "blocks": "each token looks at its own group of four",
}


def scores_of(pattern: str, noise: Floats) -> Floats:
    """The scores (n, n) of a pattern over TOKENS."""
    n = len(TOKENS)
    place = np.arange(n)
    match pattern:
        case "previous-token":
            wanted = place[:, None] - 1 == place[None, :]
            wanted[0, 0] = True
        case "same-token":
            wanted = np.array([[one == other for other in TOKENS] for one in TOKENS])
            wanted &= ~(np.eye(n, dtype=bool) & (wanted.sum(axis=1) > 1)[:, None])
        case "first-token-sink":
            wanted = np.broadcast_to(place[None, :] == 0, (n, n))
        case "blocks":
            wanted = place[:, None] // 4 == place[None, :] // 4
        case _:
            return np.zeros((n, n))
    scores: Floats = STRENGTH * wanted + NOISE * noise
    return scores


def weights_of(pattern: str) -> Floats:
    """The weights (n, n) of a pattern, float64."""
    seed = list(PATTERNS).index(pattern)
    noise = np.random.default_rng(seed).normal(size=(len(TOKENS), len(TOKENS)))
    return softmax(scores_of(pattern, noise))


def operands() -> tuple[Floats, Floats, Floats]:
    """Q, K and V (2, 8, 4) of two heads over the first eight tokens: previous token, and place.

    Places are points on circles, so that a query turned by one step points at the key before it.
    """
    turn = 2 * np.pi * np.arange(8) / 8
    circles = np.stack([np.cos(turn), np.sin(turn), np.cos(2 * turn), np.sin(2 * turn)], axis=-1)
    before = np.roll(circles, 1, axis=0)
    query = np.stack([3 * before, 3 * circles])
    key = np.stack([2 * circles, 2 * circles])
    value = np.stack([np.eye(8)[:, :4], np.eye(8)[:, 4:]])
    return np.round(query, 3), np.round(key, 3), value


def files() -> Iterator[tuple[str, dict[str, object]]]:
    """(name, arrays) of every file of the gallery."""
    tokens = np.array(TOKENS)
    for pattern in PATTERNS:
        yield pattern, {"weights": weights_of(pattern).astype(np.float32), "tokens": tokens}
    every = np.stack([weights_of(pattern) for pattern in PATTERNS])
    softer = 0.5 * every + 0.5 * weights_of("uniform")
    layers = {f"layer_{place}": one.astype(np.float32) for place, one in enumerate((every, softer))}
    yield "layers-and-heads", {**layers, "tokens": tokens}
    query, key, value = operands()
    yield "queries-and-keys", {"q": query, "k": key, "v": value, "tokens": tokens[:8]}


def write(folder: Path) -> None:
    """Write every file of the gallery."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, arrays in files():
        np.savez(folder / f"{name}.npz", **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "resources/tensors"))
