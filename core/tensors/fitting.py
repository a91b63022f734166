"""What every pane asks of the maps that are to go into it."""

from __future__ import annotations

import numpy as np

from core.arrays import Booleans, Floats
from core.experiments.attention import Mask
from core.experiments.base import Flags, Matrix
from core.masks import causal
from core.tensors.maps import Maps

NO_OPERANDS = (
    "weights are computed there from queries and keys, and the file has only weights; save Q and K"
)


def computed(maps: Maps) -> Maps:
    """The maps, where queries and keys are there."""
    if not maps.computed:
        raise ValueError(NO_OPERANDS)
    return maps


def has_values(maps: Maps) -> bool:
    """Whether the file tells the values; where it does not, keys stand in for them."""
    return any(maps.reading.array(role) for role in ("value", "w_v", "packed"))


def check_tokens(maps: Maps, most: int) -> None:
    """Raise ValueError, before numbers are read, where there are more tokens than a pane takes."""
    n = max(maps.queries, maps.keys)
    if n > most:
        raise ValueError(f"there are {n:,} tokens; this pane takes 1 to {most}")


def matrix(numbers: Floats) -> Matrix:
    """Numbers as experiments hold them."""
    return tuple(tuple(float(one) for one in row) for row in numbers)


def mask_flags(
    mask: Floats | Booleans | None, rows: int, columns: int
) -> tuple[Mask, Flags | None]:
    """A mask as pane 05 has it. Raises ValueError for one that does more than hide."""
    if mask is None:
        return "none", None
    if mask.dtype != bool and not np.isin(mask, (0.0, -np.inf)).all():
        raise ValueError(
            "the mask adds other numbers than 0 and -inf to the scores, and this pane only hides"
        )
    seen = mask if mask.dtype == bool else mask == 0
    if seen.all():
        return "none", None
    if rows == columns and bool((seen == causal(rows)).all()):
        return "causal", None
    return "custom", tuple(tuple(bool(one) for one in row) for row in seen)
