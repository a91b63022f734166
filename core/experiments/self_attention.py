"""A sentence of the learner's own that attends to itself, and what that costs (pane 08)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Matrix, Source, check_matrix, require
from core.fault_names import FaultName, check_fault
from core.shapes import counted

MAX_WORDS = 64
MODEL_SIZE, SELF_KEY_SIZE = 8, 4  # d_model and d_k of pane 08
LEAST_LENGTH, MOST_LENGTH = 4, 4096
WIDTHS = (64, 512)
# The shipped network of letters, whose weights this pane can show instead of random ones.
LETTERS, MOST_LETTERS, LETTER_HEADS = "ABCDEFGHIJKL", 8, 3
LETTERS_MODEL_SIZE, LETTERS_KEY_SIZE = 48, 16
Projections = Literal["seeded", "letters", "given"]


class SelfAttentionExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="self-attention"
):
    """Self-attention of any sentence through seeded random projections (pane 08).

    projections: "letters" takes embeddings, places and one head (from 1) of the shipped network
    that was trained on three questions about letters; the tokens are then its letters, and the
    source is "trained". aside: the tokens that stood here before the projections were changed.
    "given" takes the matrices of `file`: features, one row a token in the order of the file, and
    w_query, w_key and w_value. They stay in the record while random ones are on show.

    tokens: the words as they stand now. order: where each of them stood in the sentence as it was
    typed, counting from 1; empty while none has moved. positions: whether a vector a position is
    added to each embedding. pinned: (query, key) of the weight that is lit, counting from 1.
    length, width: the n and d whose cost is shown; they have nothing to do with the sentence.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    """

    tokens: tuple[str, ...]
    order: tuple[int, ...] = ()
    positions: bool = True
    mask: Literal["none", "causal"] = "none"
    pinned: tuple[int, int] | None = None
    length: int = 64
    width: int = 512
    seed: int = 0
    source: Source = "random, untrained"
    fault: FaultName = ""
    projections: Projections = "seeded"
    head: int = 1
    aside: tuple[str, ...] = ()
    features: Matrix = ()
    w_query: Matrix = ()
    w_key: Matrix = ()
    w_value: Matrix = ()
    file: str = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "self-attention")
        n = len(self.tokens)
        require(1 <= n <= MAX_WORDS, f"there are {n} words; this lab takes 1 to {MAX_WORDS}")
        for place, token in enumerate(self.tokens, 1):
            whole = bool(token) and not any(letter.isspace() for letter in token)
            require(whole, f"token {place} is {token!r}; a token is a word without spaces")
        if self.order:
            require(
                sorted(self.order) == list(range(1, n + 1)),
                f"order must name each of the places 1 to {n} once",
            )
        if self.pinned is not None:
            query, key = self.pinned
            require(
                1 <= query <= n and 1 <= key <= n,
                f"pinned is [{query}, {key}]; there are {n} words",
            )
        require(
            LEAST_LENGTH <= self.length <= MOST_LENGTH,
            f"length is {self.length}; {LEAST_LENGTH} to {MOST_LENGTH} are possible",
        )
        require(self.width in WIDTHS, f"width is {self.width}; 64 and 512 are possible")
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")
        self.check_projections(n)

    def check_projections(self, n: int) -> None:
        """Raise ValueError where projections, source, head and tokens do not fit each other."""
        require(
            1 <= self.head <= LETTER_HEADS,
            f"head is {self.head}; the trained network has heads 1 to {LETTER_HEADS}",
        )
        require(
            self.trained == (self.source == "trained"),
            f'projections "{self.projections}" do not go with the source "{self.source}"',
        )
        if self.features or self.given:
            self.check_given(n)
        if self.trained:
            require(n <= MOST_LETTERS, f"there are {n} letters; the network takes 1 to 8")
            for token in self.tokens:
                known = len(token) == 1 and token in LETTERS
                require(known, f"{token!r} is not a letter of the network; it knows A to L")

    def check_given(self, n: int) -> None:
        """Raise ValueError where the file's matrices fit neither each other nor the tokens."""
        rows = len(self.features)
        require(rows > 0, 'projections "given" need features and three matrices')
        check_matrix("features", self.features, rows)
        for name in ("w_query", "w_key", "w_value"):
            check_matrix(name, getattr(self, name), len(self.features[0]))
        wide, narrow = len(self.w_query[0]), len(self.w_key[0])
        require(wide == narrow, f"w_query has {wide} columns and w_key {narrow}; both need d_k")
        require(
            not self.given or rows == n,
            f"the file has {counted(rows, 'token')} and the sentence {counted(n, 'word')}; "
            f"write {counted(rows, 'word')}",
        )

    @property
    def places(self) -> tuple[int, ...]:
        """Where each word stood in the sentence as it was typed, counting from 1."""
        return self.order or tuple(range(1, len(self.tokens) + 1))

    @property
    def key_size(self) -> int:
        """d_k, the number of components of a query and of a key."""
        if self.given:
            return len(self.w_query[0])
        return LETTERS_KEY_SIZE if self.trained else SELF_KEY_SIZE

    @property
    def model_size(self) -> int:
        """d_model, the number of components of a token."""
        if self.given:
            return len(self.features[0])
        return LETTERS_MODEL_SIZE if self.trained else MODEL_SIZE

    @property
    def trained(self) -> bool:
        """Whether the weights are those of the trained network."""
        return self.projections == "letters"

    @property
    def given(self) -> bool:
        """Whether the numbers are those of the learner's own file."""
        return self.projections == "given"

    @property
    def pinned_cell(self) -> tuple[int, int] | None:
        """The pinned (query, key) counting from 0, for indexing arrays."""
        return None if self.pinned is None else (self.pinned[0] - 1, self.pinned[1] - 1)
