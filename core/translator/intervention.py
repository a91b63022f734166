"""What a learner may change inside a translation: energies, weights, or the context itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.arrays import Floats, finite_array


@dataclass(frozen=True)
class Intervention:
    """Steps t and places j count from 0; a step that the translation never reaches changes nothing.

    offsets: number added to the energy e_tj. pinned: the weights of a step, one a word, in place
    of the softmax. last_state: every context is the last annotation, as in appendix A.2.2 of
    Bahdanau et al.; it overrules the other two.
    """

    offsets: Mapping[tuple[int, int], float] = field(default_factory=dict)
    pinned: Mapping[int, Sequence[float]] = field(default_factory=dict)
    last_state: bool = False

    @property
    def changes_nothing(self) -> bool:
        """Whether the translation stays the model's own."""
        return not (self.offsets or self.pinned or self.last_state)

    def added(self, steps: int, places: int) -> Floats:
        """Return the offsets as a matrix (steps, places).

        Raises ValueError for a place outside the sentence and an offset that is not finite.
        """
        matrix = np.zeros((steps, places))
        for (step, place), offset in self.offsets.items():
            if not 0 <= place < places or step < 0:
                raise ValueError(f"energy ({step}, {place}) is outside the {places} words")
            if step < steps:
                matrix[step, place] = offset
        return finite_array(matrix, "offsets")

    def weights(self, places: int) -> dict[int, Floats]:
        """Return the pinned weights by step, each (places,).

        Raises ValueError unless each is one row of `places` numbers from 0 that sum to 1.
        """
        rows: dict[int, Floats] = {}
        for step, given in self.pinned.items():
            row = finite_array(given, f"the pinned weights of step {step}")
            if row.shape != (places,):
                raise ValueError(f"step {step} is pinned with shape {row.shape}, not ({places},)")
            if row.min() < 0 or abs(row.sum() - 1) > 1e-6:
                raise ValueError(f"the pinned weights of step {step} must be shares that sum to 1")
            rows[step] = row
        return rows
