"""What a learner may change inside a translation: energies, weights, the context, or the code.

A mistake is made where the numbers are made, so that everything after it goes on from them:

encoder-reset: every word is read from h_0, so a state knows its own word only.
one-direction: the half that should read backwards reads forwards too.
last-row: the one vector is h_N, whose backward half has read one word.
other-vector: the one vector is that of another sentence, `instead`.
decoder-reset: every step starts from s_0.
no-tanh: an energy is v . (W s + U h).
softmax-steps: the softmax runs along the axis of decoder steps, which has one entry.
late-state: the query is s_(t-2), the state before the last.
padding: PADDED empty annotations stand behind the sentence, and nothing hides them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.arrays import Floats, finite_array
from core.fault_names import Mistake

PADDED = 4  # places that a batch fills up behind a sentence


@dataclass(frozen=True)
class Intervention:
    """Steps t and places j count from 0; a step that the translation never reaches changes nothing.

    offsets: number added to the energy e_tj. pinned: the weights of a step, one a word, in place
    of the softmax. last_state: every context is the last annotation, as in appendix A.2.2 of
    Bahdanau et al.; it overrules the other two. mistake: what the code does wrong, as above;
    instead: the English words whose vector is taken under "other-vector".
    """

    offsets: Mapping[tuple[int, int], float] = field(default_factory=dict)
    pinned: Mapping[int, Sequence[float]] = field(default_factory=dict)
    last_state: bool = False
    mistake: Mistake = ""
    instead: tuple[str, ...] = ()

    @property
    def scores_alone(self) -> bool:
        """Whether energies and weights stay the model's own."""
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
