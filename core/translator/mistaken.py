"""What two mistakes make of a translator's steps; the others are made where it works."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.additive import AdditiveAttention
from core.arrays import Floats, read_only
from core.fault_names import Mistake


def one_vector(annotations: Floats, mistake: Mistake) -> Floats:
    """The two ends of the encoder, [forward_N; backward_1], (2H,), from annotations (N, 2H).

    Under "last-row" it is h_N. The decoder's s_0 comes from its second half.
    """
    if mistake == "last-row":
        return read_only(annotations[-1].copy())
    half = annotations.shape[1] // 2
    return read_only(np.concatenate([annotations[-1, :half], annotations[0, half:]]))


def without_tanh(attention: AdditiveAttention, vector: Floats) -> AdditiveAttention:
    """The same steps with nothing bent: what tanh would have taken is scored as it is."""
    energies = attention.projected @ vector
    moved = attention.masked - attention.energies
    return replace(
        attention,
        activated=attention.projected,
        energies=read_only(energies),
        masked=read_only(energies + moved),
    )
