"""A sentence that reads itself (pane 01)."""

from __future__ import annotations

import msgspec

from core.experiments.base import Matrix, Source, check_matrix, require


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
