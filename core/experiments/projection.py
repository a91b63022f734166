"""One set of features seen as queries, keys and values (pane 04)."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from core.experiments.base import Matrix, Source, check_matrix, require
from core.fault_names import FaultName, check_fault

Role = Literal["query", "key", "value"]
KEY_SIZES = (2, 4)
MAX_PROJECTED_TOKENS = 8
MAX_FEATURES = 4
MAX_SHARPNESS = 20.0


class ProjectionExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="projection"
):
    """Words whose features are projected to queries, keys and values; one of them asks (pane 04).

    features: X, one row a token. w_q, w_k, w_v: one row a feature, with 2 or 4 columns of which
    the first key_size are in force, so that d_k can go from 4 to 2 and back without a loss.
    sharpness: what the dot products are multiplied by before the softmax, 0 to 20.
    pointed: the token that asks. pinned: the key that is followed through the pane. product: the
    cell of Q, K or V whose arithmetic is shown, (role, row, column). All count from 1.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    """

    tokens: tuple[str, ...]
    features: Matrix
    w_q: Matrix
    w_k: Matrix
    w_v: Matrix
    key_size: int = 2
    sharpness: float = 1.0
    pointed: int = 1
    pinned: int = 1
    product: tuple[Role, int, int] = ("query", 1, 1)
    seed: int = 0
    source: Source = "hand-set"
    fault: FaultName = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "projection")
        n = len(self.tokens)
        require(
            1 <= n <= MAX_PROJECTED_TOKENS,
            f"there are {n} tokens; this lab takes 1 to {MAX_PROJECTED_TOKENS}",
        )
        check_matrix("features", self.features, n)
        width = len(self.features[0])
        require(
            width <= MAX_FEATURES,
            f"features has {width} columns; this lab takes 1 to {MAX_FEATURES}",
        )
        self.check_projections(width)
        require(
            math.isfinite(self.sharpness) and 0 <= self.sharpness <= MAX_SHARPNESS,
            f"sharpness is {self.sharpness}; it must be a number from 0 to {MAX_SHARPNESS:.0f}",
        )
        self.check_places(n)

    def check_projections(self, width: int) -> None:
        """Raise ValueError unless the three matrices fit `width` features and the key size."""
        require(self.key_size in KEY_SIZES, f"key_size is {self.key_size}; it must be 2 or 4")
        for name in ("w_q", "w_k", "w_v"):
            matrix: Matrix = getattr(self, name)
            check_matrix(name, matrix, width)
            columns = len(matrix[0])
            require(columns in KEY_SIZES, f"{name} has {columns} columns; it needs 2 or 4")
            require(
                columns >= self.key_size,
                f"{name} has {columns} columns; key_size {self.key_size} needs as many",
            )

    def check_places(self, n: int) -> None:
        """Raise ValueError where what is pointed at or pinned is not there."""
        for name in ("pointed", "pinned"):
            place = getattr(self, name)
            require(1 <= place <= n, f"{name} is {place}; there are {n} tokens")
        _, row, column = self.product
        require(
            1 <= row <= n and 1 <= column <= self.key_size,
            f"product names row {row}, column {column}; "
            f"there are {n} tokens and {self.key_size} columns",
        )

    def projection(self, role: Role) -> Matrix:
        """The columns in force of the matrix that makes queries, keys or values."""
        shared = role == "key" and self.fault == "same-projections"
        matrix: Matrix = self.w_q if shared else getattr(self, PROJECTIONS[role])
        return tuple(row[: self.key_size] for row in matrix)


PROJECTIONS: dict[Role, str] = {"query": "w_q", "key": "w_k", "value": "w_v"}
