"""Where a token stands (Vaswani et al. 2017, section 3.5).

Attention alone does not see order: shuffle the tokens and the outputs are shuffled with them.
Adding a vector a position tells the tokens apart.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats, Integers, count, finite_array, read_only
from core.masks import from_tokenizer

Layout = Literal["interleaved", "concatenated"]


def sinusoidal(n: int, d_model: int, layout: Layout = "interleaved", base: float = 1e4) -> Floats:
    """Return the sinusoidal vectors of positions 0 to n - 1, (n, d_model).

    Number 2i is sin(position / base^(2i / d_model)) and number 2i + 1 the cosine of the same
    angle; an odd d_model ends with a sine. "concatenated" puts all sines before all cosines,
    which permutes the numbers of every token alike and so changes no dot product.
    """
    return sinusoidal_at(np.arange(count(n, "n")), d_model, layout, base)


def sinusoidal_at(
    positions: ArrayLike, d_model: int, layout: Layout = "interleaved", base: float = 1e4
) -> Floats:
    """Return the sinusoidal vectors of any positions (...), (..., d_model); see `sinusoidal`."""
    places, d_model = finite_array(positions, "positions"), count(d_model, "d_model", least=1)
    if layout not in ("interleaved", "concatenated"):
        raise ValueError(f"layout is {layout!r}; it must be 'interleaved' or 'concatenated'")
    if not (base > 0 and np.isfinite(base)):
        raise ValueError(f"base is {base}; it must be a positive number")
    angles = places[..., None] / base ** (np.arange(0, d_model, 2) / d_model)
    sines, cosines = np.sin(angles), np.cos(angles[..., : d_model // 2])
    if layout == "concatenated":
        return read_only(np.concatenate([sines, cosines], axis=-1))
    vectors = np.empty((*places.shape, d_model))
    vectors[..., 0::2], vectors[..., 1::2] = sines, cosines
    return read_only(vectors)


def none(n: int, d_model: int) -> Floats:
    """Return zeros, (n, d_model): what is added when tokens carry no position."""
    return read_only(np.zeros((count(n, "n"), count(d_model, "d_model", least=1))))


def token_positions(attention_mask: ArrayLike) -> Integers:
    """Return each token's position among the real ones, int64, same shape (..., n).

    attention_mask is a tokenizer's: 1 or True for a real token, 0 or False for padding. Only
    real tokens are counted, so padding on the left moves nothing; padding itself gets 0.
    """
    real = from_tokenizer(attention_mask)
    if real.ndim == 0:
        raise ValueError("attention_mask is a single number; it needs one a token, (n,)")
    return read_only(np.where(real, np.cumsum(real, axis=-1) - 1, 0).astype(np.int64))
