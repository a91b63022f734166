"""Everything a learner can change on one slide, as one frozen, validated record.

Each kind of lab has its own record; together they are a tagged union (`Experiment`), so that a
slide file, a quiz question and an undo step are all the same thing. Positions in a record count
from 1, as on the screen.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

Matrix = tuple[tuple[float, ...], ...]
Flags = tuple[tuple[bool, ...], ...]
Mask = Literal["none", "causal", "padding", "custom"]
Source = Literal["hand-set", "random, untrained", "random, then edited", "trained"]

MAX_TOKENS = 12
MAX_KEY_SIZE = 16
MAX_VARIANCE_KEY_SIZE = 1024
MAX_CELL = 1_000_000.0


class AttentionExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="attention"
):
    """Scaled dot-product attention over a few words (pane 05).

    query: one row of d_k numbers a token. key: one row of d_k numbers a source token; value: one
    row of d_v numbers a source token. source_tokens: the sequence that keys and values come from;
    empty means self-attention, where it is `tokens`.
    visible_keys: how many keys the padding mask leaves visible (None: all).
    custom: n x n flags, True = may attend, used by the custom mask only.
    pinned: (query, key) of the weight whose ancestry is shown, counting from 1.
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

    def __post_init__(self) -> None:
        n_q, n_k = len(self.tokens), len(self.key_tokens)
        for n in (n_q, n_k):
            require(
                1 <= n <= MAX_TOKENS, f"there are {n} tokens; this lab takes 1 to {MAX_TOKENS}"
            )
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


class VarianceExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="variance"
):
    """The spread of random dot products at one key size (pane 06)."""

    key_size: int = 64
    seed: int = 7

    def __post_init__(self) -> None:
        require(
            1 <= self.key_size <= MAX_VARIANCE_KEY_SIZE,
            f"d_k is {self.key_size}; this lab takes 1 to {MAX_VARIANCE_KEY_SIZE}",
        )
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")


class SentenceExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sentence"
):
    """One sentence reading itself through projections set by hand (pane 01).

    features: one row a token, named by `feature_names`; query_features and key_features say which
    feature a query looks for (rows) in the key's features (columns), so that the pattern can be
    read off the numbers. pointed: the token whose weights are shown, counting from 1.
    """

    tokens: tuple[str, ...]
    features: Matrix
    query_projection: Matrix
    key_projection: Matrix
    pointed: int = 1
    source: Source = "hand-set"

    def __post_init__(self) -> None:
        n = len(self.tokens)
        require(n >= 1, "a sentence needs at least one token")
        check_matrix("features", self.features, n)
        width = len(self.features[0])
        check_matrix("query_projection", self.query_projection, width)
        check_matrix("key_projection", self.key_projection, width)
        require(
            len(self.query_projection[0]) == len(self.key_projection[0]),
            "query_projection and key_projection need the same number of columns, d_k",
        )
        require(1 <= self.pointed <= n, f"pointed is {self.pointed}; there are {n} tokens")


Experiment = AttentionExperiment | VarianceExperiment | SentenceExperiment | HeadsExperiment


def check_matrix(name: str, matrix: Matrix, rows: int) -> None:
    """Raise ValueError unless `matrix` has `rows` equally long rows of finite numbers."""
    require(len(matrix) == rows, f"{name} has {len(matrix)} rows; it needs {rows}")
    width = len(matrix[0])
    require(
        1 <= width <= 64, f"{name} has {width} columns in its first row; 1 to 64 are possible"
    )
    for place, row in enumerate(matrix, 1):
        require(
            len(row) == width,
            f"{name} row {place} has {len(row)} numbers; the first row has {width}",
        )
        for column, number in enumerate(row, 1):
            require(
                math.isfinite(number) and abs(number) <= MAX_CELL,
                f"{name} row {place}, column {column} is {number}; "
                f"it must be a number of at most {MAX_CELL:,.0f}",
            )


def require(holds: bool, sentence: str) -> None:
    """Raise ValueError with `sentence` unless `holds`."""
    if not holds:
        raise ValueError(sentence)
