"""A map that is redrawn many times a second, so that marks of what changed would only flicker."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from desktop_app.instruments.grid import GridState
from desktop_app.panes.heads.head_map import HeadMap


class QuietMap(HeadMap):
    """Weights of one head, without marks on those that moved."""

    def moved(self, state: GridState) -> npt.NDArray[np.bool_] | None:
        return None
