"""Which tokens of a map are padding: by the file's mask or lengths, else by what gets no weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.tensors.maps import Index, Maps
from core.tensors.refusing import TensorFileError
from core.tensors.weight_checks import places_words

HIDING = -1e4  # libraries without -inf hide with this number or a lower one


@dataclass(frozen=True)
class Pads:
    """places: keys that are padding, from 0. masked: whether a mask or lengths say so; else no
    query gives them any weight. trouble: why a mask beside weights cannot be used."""

    places: tuple[int, ...] = ()
    masked: bool = False
    trouble: str = ""

    def told(self, weights: Floats, rows: Sequence[int]) -> str:
        """What leaving them out does. weights: the whole map; rows: those that stay."""
        many = len(self.places) > 1
        why = "as the mask says" if self.masked else "since no query gives them weight"
        lost = np.nansum(weights[np.ix_(rows, self.places)], axis=-1)
        most = float(lost.max()) if lost.size else 0.0
        rest = "each row keeps its sum" if most == 0 else f"rows lose up to {most:.3g}"
        what = "padded tokens" if many else "padded token"
        return f"{len(self.places):,} {what} trimmed ({places_words(self.places)}), {why}; {rest}"


NO_PADS = Pads()


def pads_of(maps: Maps, index: Index, weights: Floats) -> Pads:
    """The padding of one map (n_q, n_k): keys that the file hides from every query; where it has
    no mask, keys that no query gives any weight. Not all of them, since a map must be left."""
    try:
        own = maps.own_mask(index)
    except TensorFileError as error:
        if maps.computed:
            raise
        return Pads(trouble=str(error))
    if own is not None:
        visible = own if own.dtype == bool else own > HIDING
        hidden = ~visible.any(axis=0)
    elif maps.computed:
        return NO_PADS
    else:
        hidden = ~(weights != 0).any(axis=0)
    if hidden.all() or not hidden.any():
        return NO_PADS
    return Pads(tuple(int(place) for place in np.flatnonzero(hidden)), own is not None)
