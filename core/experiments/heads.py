"""Multi-head self-attention (pane 07)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Matrix, check_matrix, require
from core.fault_names import FaultName, check_fault

MAX_HEADS = 16
MAX_HEAD_TOKENS = 64
MAX_MODEL_SIZE = 512
Lacking = Literal["", "shape", "size", "bias"]
# Why the identity stands for W_O where all other numbers are the file's.
IDENTITY: dict[Lacking, str] = {
    "": "no W_O there",
    "shape": "its W_O does not fit these heads",
    "size": "its W_O is over 64 wide",
    "bias": "its W_O has a bias",
}


class HeadPattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of link, set by hand, such as "previous word".

    query, key: one row a feature of the experiment, the same number of columns. A token with
    features x looks for x @ query and offers x @ key; their dot product is the scaled score that
    the pattern has in a head of its own. value: what it hands on, x @ value; () for random values.
    """

    name: str
    query: Matrix
    key: Matrix
    value: Matrix = ()


class HeadsExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="heads"
):
    """Multi-head self-attention over a few words (pane 07).

    The projections are d_model x d_model matrices which `heads` only cuts into slices. All are
    random numbers from `seed`, unless `source` is "hand-set": then W_Q and W_K hold `patterns`
    side by side, one after the other, each as often as its share of the columns has room, and
    the first components of the tokens are `features` (one row a token). Where every pattern has a
    value, W_V holds these, each at the left of its share, and W_O is `w_o` (d_model x d_model), or
    the identity where there is none: then nothing random comes into the output.
    pinned: (head, query, key) of the weight that is pinned, counting from 1.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    knocked_out: the heads, from 1 and in order, whose part of the output is left out.
    file: the learner's file that the patterns come from, "" for none. w_o_lacking: why `w_o` is not
    the file's, "" where it is, or the file has none.
    """

    tokens: tuple[str, ...]
    d_model: int = 16
    heads: int = 4
    mask: Literal["none", "causal"] = "causal"
    pinned: tuple[int, int, int] | None = None
    seed: int = 0
    source: Literal["hand-set", "random, untrained"] = "random, untrained"
    features: Matrix | None = None
    patterns: tuple[HeadPattern, ...] = ()
    fault: FaultName = ""
    knocked_out: tuple[int, ...] = ()
    file: str = ""
    w_o: Matrix = ()
    w_o_lacking: Lacking = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "heads")
        n = len(self.tokens)
        require(
            1 <= n <= MAX_HEAD_TOKENS,
            f"there are {n} tokens; this lab takes 1 to {MAX_HEAD_TOKENS}",
        )
        require(
            1 <= self.d_model <= MAX_MODEL_SIZE,
            f"d_model is {self.d_model}; 1 to {MAX_MODEL_SIZE} are possible",
        )
        require(
            1 <= self.heads <= MAX_HEADS,
            f"heads is {self.heads}; this lab takes 1 to {MAX_HEADS}",
        )
        if self.d_model % self.heads:
            # It needs NumPy, which is loaded only to say what is wrong.
            from core.head_counts import counts_are, nearest_head_counts

            nearest = counts_are(
                "the nearest head count", nearest_head_counts(self.d_model, self.heads)
            )
            raise ValueError(
                f"{self.heads} heads do not divide d_model = {self.d_model}; {nearest}"
            )
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")
        self.check_pin(n)
        self.check_patterns(n)
        rising = tuple(sorted(set(self.knocked_out))) == self.knocked_out
        within = all(1 <= head <= self.heads for head in self.knocked_out)
        require(
            rising and within,
            f"knocked_out is {list(self.knocked_out)}; it names heads from 1 to {self.heads}, "
            "each once, in order",
        )

    def check_pin(self, n: int) -> None:
        """Raise ValueError where the pin lies outside the heads and tokens."""
        if self.pinned is None:
            return
        head, query, key = self.pinned
        require(
            1 <= head <= self.heads and 1 <= query <= n and 1 <= key <= n,
            f"pinned is [{head}, {query}, {key}]; there are {self.heads} heads and {n} tokens",
        )

    def check_patterns(self, n: int) -> None:
        """Raise ValueError where features and patterns fit neither each other nor d_model."""
        if self.features is not None:
            check_matrix("features", self.features, n)
        for pattern in self.patterns:
            require(self.features is not None, "patterns need features, one row a token")
            rows = len(self.features[0]) if self.features is not None else 0
            check_matrix(f"query of the pattern {pattern.name}", pattern.query, rows)
            check_matrix(f"key of the pattern {pattern.name}", pattern.key, rows)
            if pattern.value:
                check_matrix(f"value of the pattern {pattern.name}", pattern.value, rows)
            require(
                len(pattern.query[0]) == len(pattern.key[0]),
                f"the pattern {pattern.name} needs as many columns in its query as in its key",
            )
        if self.source == "hand-set":
            self.check_room()

    def check_room(self) -> None:
        """Raise ValueError unless d_model has room for all features and patterns."""
        require(
            self.features is not None and bool(self.patterns),
            'source "hand-set" needs features and patterns',
        )
        features = len(self.features[0]) if self.features is not None else 0
        require(
            features <= self.d_model,
            f"d_model is {self.d_model}; the {features} features of a token need that many",
        )
        require(
            self.d_model % len(self.patterns) == 0,
            f"the {len(self.patterns)} patterns do not divide d_model = {self.d_model}",
        )
        for pattern in self.patterns:
            width = len(pattern.query[0])
            require(
                self.pattern_width % width == 0,
                f"the pattern {pattern.name} has {width} columns, which do not divide the "
                f"{self.pattern_width} columns of its share",
            )
            wide = len(pattern.value[0]) if pattern.value else 0
            require(
                wide <= self.pattern_width,
                f"the value of the pattern {pattern.name} has {wide} columns, and its share has "
                f"{self.pattern_width}",
            )
        if self.w_o:
            check_matrix("w_o", self.w_o, self.d_model)
            wide = len(self.w_o[0])
            require(wide == self.d_model, f"w_o has {wide} columns; d_model is {self.d_model}")

    @property
    def origin(self) -> str:
        """Where the numbers come from, in words."""
        if not self.file or self.source != "hand-set":
            return self.source
        cut = f", cut into {self.heads}" if self.heads != len(self.patterns) else ""
        letters = "X and W" if self.has_inputs else ""
        if not self.has_values:
            return f"{letters or 'Q and K'} from {self.file}{cut}; V and W_O random"
        if self.w_o:
            return f"{letters or 'Q, K, V and W_O'} from {self.file}{cut}"
        why = IDENTITY[self.w_o_lacking]
        return f"{letters or 'Q, K and V'} from {self.file}{cut}; {why}: the identity"

    @property
    def has_values(self) -> bool:
        """Whether every pattern has values of its own, so that none is random."""
        return bool(self.patterns) and all(pattern.value for pattern in self.patterns)

    @property
    def has_inputs(self) -> bool:
        """Whether tokens have features of more than their own place, as X has."""
        rows = self.features or ()
        return any(
            number != (place == column)
            for place, row in enumerate(rows)
            for column, number in enumerate(row)
        )

    @property
    def key_size(self) -> int:
        """d_k, the columns of one head."""
        return self.d_model // self.heads

    @property
    def pattern_width(self) -> int:
        """How many columns of W_Q and W_K one pattern fills."""
        return self.d_model // len(self.patterns)

    @property
    def pinned_cell(self) -> tuple[int, int, int] | None:
        """The pinned (head, query, key) counting from 0, for indexing arrays."""
        if self.pinned is None:
            return None
        head, query, key = self.pinned
        return head - 1, query - 1, key - 1

    def columns_of(self, head: int) -> range:
        """The columns of concat, and the rows of W_O, that belong to a head; all from 1."""
        return range((head - 1) * self.key_size + 1, head * self.key_size + 1)

    def patterns_of(self, head: int) -> tuple[str, ...]:
        """The names of the patterns that a head (from 1) holds a part of; () when random."""
        if self.source != "hand-set":
            return ()
        columns, width = self.columns_of(head), self.pattern_width
        first, last = (columns[0] - 1) // width, (columns[-1] - 1) // width
        return tuple(pattern.name for pattern in self.patterns[first : last + 1])
