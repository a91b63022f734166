"""Scaled dot-product attention over a few tokens (pane 05)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Flags, Matrix, Source, check_matrix, require
from core.fault_names import FaultName, check_fault
from core.mask_kinds import BuiltMask

Mask = Literal["none", "causal", "padding", "custom", "built"]

MAX_TOKENS = 12
MAX_KEY_SIZE = 16


class AttentionExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="attention"
):
    """Scaled dot-product attention over a few words (pane 05).

    query: one row of d_k numbers a token. key: one row of d_k numbers a source token; value: one
    row of d_v numbers a source token. source_tokens: the sequence that keys and values come from;
    empty means self-attention, where it is `tokens`.
    visible_keys: how many keys the padding mask leaves visible (None: all).
    custom: n x n flags, True = may attend, used by the custom mask only.
    built: the presets of a built mask; kept while another mask is in force.
    pinned: (query, key) of the weight whose ancestry is shown, counting from 1.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    """

    tokens: tuple[str, ...]
    query: Matrix
    key: Matrix
    value: Matrix
    source_tokens: tuple[str, ...] = ()
    mask: Mask = "none"
    visible_keys: int | None = None
    custom: Flags | None = None
    scaled: bool = True
    pinned: tuple[int, int] | None = None
    seed: int = 0
    source: Source = "hand-set"
    fault: FaultName = ""
    built: BuiltMask | None = None

    def __post_init__(self) -> None:
        check_fault(self.fault, "attention")
        n_q, n_k = len(self.tokens), len(self.key_tokens)
        for n in (n_q, n_k):
            require(1 <= n <= MAX_TOKENS, f"there are {n} tokens; this lab takes 1 to {MAX_TOKENS}")
        check_matrix("query", self.query, n_q)
        check_matrix("key", self.key, n_k)
        check_matrix("value", self.value, n_k)
        d_q, d_k = len(self.query[0]), len(self.key[0])
        require(
            d_q == d_k, f"a query has {d_q} numbers and a key has {d_k}; both need the same d_k"
        )
        require(d_k <= MAX_KEY_SIZE, f"d_k is {d_k}; this lab takes 1 to {MAX_KEY_SIZE}")
        self.check_mask(n_q, n_k)

    def check_mask(self, n_q: int, n_k: int) -> None:
        """Raise ValueError where mask or pin do not fit n_q queries and n_k keys."""
        if self.visible_keys is not None:
            require(
                0 <= self.visible_keys <= n_k,
                f"visible_keys is {self.visible_keys}; {n_k} keys allow 0 to {n_k}",
            )
        if self.custom is not None:
            fits = len(self.custom) == n_q and all(len(row) == n_k for row in self.custom)
            require(fits, f"custom must have {n_q} rows of {n_k} flags")
        require(self.mask != "built" or self.built is not None, "mask built needs its presets")
        require(self.mask != "custom" or self.custom is not None, "mask custom needs custom flags")
        if self.pinned is not None:
            query, key = self.pinned
            require(
                1 <= query <= n_q and 1 <= key <= n_k,
                f"pinned is [{query}, {key}]; there are {n_q} queries and {n_k} keys",
            )

    @property
    def key_tokens(self) -> tuple[str, ...]:
        """The tokens that keys and values stand for."""
        return self.source_tokens or self.tokens

    @property
    def key_size(self) -> int:
        """d_k, the number of components of a query and of a key."""
        return len(self.query[0])

    @property
    def pinned_cell(self) -> tuple[int, int] | None:
        """The pinned (query, key) counting from 0, for indexing arrays."""
        return None if self.pinned is None else (self.pinned[0] - 1, self.pinned[1] - 1)
