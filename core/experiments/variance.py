"""The spread of random dot products (pane 06)."""

from __future__ import annotations

import msgspec

from core.experiments.base import require
from core.fault_names import FaultName, check_fault

MAX_VARIANCE_KEY_SIZE = 1024


class VarianceExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="variance"
):
    """The spread of random dot products at one key size (pane 06).

    fault: the mistake that is being made, "" for none (core/fault_names.py).
    """

    key_size: int = 64
    seed: int = 7
    fault: FaultName = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "variance")
        require(
            1 <= self.key_size <= MAX_VARIANCE_KEY_SIZE,
            f"d_k is {self.key_size}; this lab takes 1 to {MAX_VARIANCE_KEY_SIZE}",
        )
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")
