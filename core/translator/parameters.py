"""The numbers of a translator: their names, their shapes, and where they begin.

Notation of Bahdanau, Cho, Bengio, ICLR 2015, appendix A. Matrices stand to the left of a column
vector; those of a gated unit are stacked as update, reset, proposed. Biases stand only in the
readout, as the paper's equations leave them out. E = 32, H = 48 unless a vector is made bigger.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from core.arrays import Floats, count
from core.recurrent import orthogonal
from core.translator.vocabulary import ENGLISH, FRENCH

Context = Literal["attention", "fixed"]
Parameters = dict[str, Floats]

EMBEDDING, HIDDEN, READOUT = 32, 48, 32


def shapes(context: Context, hidden: int = HIDDEN) -> dict[str, tuple[int, ...]]:
    """Return the shape of every parameter, by name.

    source_embedding, target_embedding: a row a word. forward_*, backward_*: the encoder's two
    gated units. start: W_s, which makes s_0. decoder_*: the decoder's, whose input is [y; c].
    w_a, u_a, v_a: the score, only with attention. readout: of [s; c; y]. vocabulary: a row a word.
    """
    h, e = count(hidden, "hidden", least=1), EMBEDDING
    sizes: dict[str, tuple[int, ...]] = {
        "source_embedding": (len(ENGLISH), e),
        "target_embedding": (len(FRENCH), e),
        "forward_input": (3 * h, e),
        "forward_state": (3 * h, h),
        "backward_input": (3 * h, e),
        "backward_state": (3 * h, h),
        "start": (h, h),
        "decoder_input": (3 * h, e + 2 * h),
        "decoder_state": (3 * h, h),
        "readout": (READOUT, 3 * h + e),
        "readout_bias": (READOUT,),
        "vocabulary": (len(FRENCH), READOUT),
        "vocabulary_bias": (len(FRENCH),),
    }
    if context == "attention":
        sizes |= {"w_a": (h, h), "u_a": (h, 2 * h), "v_a": (h,)}
    return sizes


def seeded(context: Context, seed: int, hidden: int = HIDDEN) -> Parameters:
    """Untrained numbers: recurrent matrices orthogonal, as in B.1 of the paper, biases 0.

    Embeddings have variance 1 and other matrices 1 / columns, so that Adam starts at a sound scale.
    """
    random = np.random.default_rng(seed)
    made: Parameters = {}
    for name, shape in shapes(context, hidden).items():
        drawn = random.normal(size=shape)
        if name.endswith("_bias"):
            drawn = np.zeros(shape)
        elif name.endswith("_state"):
            drawn = np.concatenate([orthogonal(block) for block in np.split(drawn, 3)])
        elif not name.endswith("_embedding"):
            drawn = drawn / np.sqrt(shape[-1])
        made[name] = drawn
    return made


def context_of(names: set[str]) -> Context:
    """Return which of the two models has parameters of these names."""
    return "attention" if "v_a" in names else "fixed"
