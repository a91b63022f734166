"""Multi-head self-attention (pane 07)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Source, require


class HeadsExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="heads"
):
    """Multi-head self-attention over a few words with seeded random projections (pane 07)."""

    tokens: tuple[str, ...]
    d_model: int = 16
    heads: int = 4
    mask: Literal["none", "causal"] = "causal"
    seed: int = 0
    source: Source = "random, untrained"

    def __post_init__(self) -> None:
        require(len(self.tokens) >= 1, "multi-head attention needs at least one token")
        require(1 <= self.d_model <= 512, f"d_model is {self.d_model}; 1 to 512 are possible")
        require(
            self.heads >= 1 and self.d_model % self.heads == 0,
            f"{self.heads} heads do not divide d_model = {self.d_model}",
        )
