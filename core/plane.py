"""The plane in which vectors are drawn: what of them lies in it, and their shadows on a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# Shorter than this, relative to the vector, what is left of it counts as rounding.
DUST = 1e-9


@dataclass(frozen=True)
class Shadows:
    """What a query's line catches of keys.

    length: of the query. shadows (n,): signed lengths along the line, so that length x shadow is
    the dot product. feet (n, d): where the perpendicular from each key meets the line.
    """

    length: float
    shadows: Floats
    feet: Floats


def shadows(query: Floats, keys: Floats) -> Shadows:
    """Project keys (n, d) onto the line through a query (d,). A query of length 0 has no line:
    every shadow is 0 and every foot is the origin."""
    length = float(np.linalg.norm(query))
    if length == 0.0:
        return Shadows(0.0, np.zeros(len(keys)), np.zeros_like(keys))
    along = query / length
    caught = keys @ along
    return Shadows(length, caught, np.outer(caught, along))


def plane_axes(first: Floats, second: Floats) -> Floats:
    """Two orthonormal rows (2, d) that span the plane through two vectors of size d.

    In two dimensions they are the coordinate axes. Beyond, they depend on the plane alone, not on
    the vectors in it: turning a vector inside its plane does not turn the picture. Where the two
    vectors do not span a plane, coordinate axes fill in.
    """
    size = len(first)
    if size == 2:
        return np.eye(2)
    spanning: list[Floats] = []
    for vector in (first, second, *np.eye(size)):
        rest = vector - sum((np.dot(vector, row) * row for row in spanning), np.zeros(size))
        # Once more, because the first subtraction leaves rounding where vectors nearly agree.
        rest = rest - sum((np.dot(rest, row) * row for row in spanning), np.zeros(size))
        length = float(np.linalg.norm(rest))
        if length > DUST * max(float(np.linalg.norm(vector)), DUST):
            spanning.append(rest / length)
        if len(spanning) == 2:
            break
    return canonical(np.array(spanning))


def canonical(axes: Floats) -> Floats:
    """The axes (2, d) of the same plane that stand nearest to coordinate axes."""
    caught = axes.T @ axes  # projects every coordinate axis onto the plane
    nearest = int(np.argmax(np.round(np.diag(caught), 9)))
    across = caught[nearest] / np.linalg.norm(caught[nearest])
    one, two = axes @ across
    up = two * axes[0] - one * axes[1]
    largest = int(np.argmax(np.round(np.abs(up), 9)))
    return np.array([across, up if up[largest] > 0 else -up])
