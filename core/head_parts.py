"""What each head adds to the output, what is missing without it, and how alike two heads are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, read_only
from core.heads import MultiHeadAttention


@dataclass(frozen=True, eq=False)
class HeadParts:
    """concat and output after some heads were left out, and what every head would add.

    concat (n, d_model): the columns of a head that is out are 0. contributions
    (heads, n, d_model): head_i times its own rows of W_O; those of the heads that are in add up to
    output. moved (n,): the length of what the heads that are out would add to each token's output.
    overlap (heads, heads): how much weight two heads put on the same keys, mean over queries.
    """

    concat: Floats
    output: Floats
    contributions: Floats
    moved: Floats
    overlap: Floats


def head_parts(result: MultiHeadAttention, out: tuple[int, ...] = ()) -> HeadParts:
    """Take the heads `out` (from 0) away. Self-attention without batches, biases left out."""
    heads, w_o = result.parameters.heads, result.parameters.w_o
    n, width = result.concat.shape
    size = width // heads
    kept = np.ones(heads)
    kept[list(out)] = 0.0
    cut = result.concat.reshape(n, heads, size)
    contributions = np.einsum("nhk,hkd->hnd", cut, w_o.reshape(heads, size, -1))
    lost = np.tensordot(1.0 - kept, contributions, axes=1)
    concat = (cut * kept[:, None]).reshape(n, width)
    # Nothing out: the engine's own product, so that not even a rounding differs.
    output = concat @ w_o if out else result.output
    return HeadParts(
        read_only(concat),
        read_only(np.array(output)),
        read_only(contributions),
        read_only(np.linalg.norm(lost, axis=-1)),
        overlap(result.weights),
    )


def overlap(weights: Floats) -> Floats:
    """sum_j min(a_ij, b_ij), mean over queries i, for every two heads of (heads, n, n).

    1 where two heads share every row out alike, 0 where no key has weight in both. A query that
    sees no key has nothing to share and is left out.
    """
    sees = weights[0].sum(axis=-1) > 0
    rows = weights[:, sees]
    found = np.eye(len(weights))
    for first in range(len(weights)):
        for second in range(first):
            shared = np.minimum(rows[first], rows[second]).sum(axis=-1)
            found[first, second] = found[second, first] = shared.mean() if shared.size else 0.0
    return read_only(found)
