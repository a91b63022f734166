"""Cross-attention between two sequences (pane 09)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Matrix, Source, check_matrix, require
from core.fault_names import FaultName, check_fault

ExampleName = Literal["translation", "trained", "captioning", "speech"]
Mode = Literal["cross", "self"]
Operands = tuple[Matrix, Matrix, Matrix]

MAX_CROSS_TOKENS = 64
MAX_CROSS_KEY_SIZE = 6
MAX_CROSS_VALUE_SIZE = 8
MAX_PART = 256


class CrossExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="cross"
):
    """One sequence, the target, reads another, the source (pane 09).

    query: one row a target token; key and value: one row a source token. Queries and keys may
    differ in width: then there is no product, and `kept` says what was on show before.
    target_key and target_value, one row a target token, are used in mode "self"; source_query,
    one row a source token, waits for the sequences to be exchanged. All three may be left out.
    kept: (query, key, value) as they last fitted, of the same tokens.
    example: what the words come from; it says whether a source token is a word, a patch or a
    frame. exchanged: whether target and source have changed places since.
    drawn: tokens whose numbers were drawn at random, all others were set.
    pinned: (query, key) of the weight whose ancestry is shown, counting from 1.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    pair: in the example "trained", the name of the pair on the shelf whose states are on
    show. That example has no numbers of its own, and is neither edited cell by cell, exchanged
    nor broken: source_tokens are English, tokens the French that the decoder is given.
    part: which numbers of its states are drawn, counting from 1 a few at a time.
    """

    tokens: tuple[str, ...]
    source_tokens: tuple[str, ...]
    query: Matrix = ()
    key: Matrix = ()
    value: Matrix = ()
    target_key: Matrix = ()
    target_value: Matrix = ()
    source_query: Matrix = ()
    kept: Operands | None = None
    example: ExampleName = "translation"
    exchanged: bool = False
    mode: Mode = "cross"
    drawn: tuple[str, ...] = ()
    pinned: tuple[int, int] | None = None
    seed: int = 0
    source: Source = "hand-set"
    fault: FaultName = ""
    pair: str = ""
    part: int = 1

    def __post_init__(self) -> None:
        check_fault(self.fault, "cross")
        m, n = len(self.tokens), len(self.source_tokens)
        for count, what in ((m, "tokens"), (n, "source_tokens")):
            require(
                1 <= count <= MAX_CROSS_TOKENS,
                f"{what} has {count} tokens; this lab takes 1 to {MAX_CROSS_TOKENS}",
            )
        if self.is_trained:
            self.check_trained()
        else:
            self.check_numbers(m, n)
        if self.pinned is not None:
            row, column, keys = *self.pinned, len(self.key_tokens)
            require(
                1 <= row <= m and 1 <= column <= keys,
                f"pinned is [{row}, {column}]; there are {m} queries and {keys} keys",
            )

    def check_trained(self) -> None:
        """Raise ValueError unless the example "trained" holds words, and nothing else."""
        require(bool(self.pair), 'example "trained" needs pair, a name')
        require(1 <= self.part <= MAX_PART, f"part is {self.part}; 1 to {MAX_PART} are possible")
        own = (self.query, self.key, self.value, self.target_key, self.target_value)
        require(
            not any((*own, self.source_query, self.kept)),
            'example "trained" takes its numbers from the translator; leave the matrices out',
        )
        require(
            self.mode == "cross" and not self.exchanged and not self.fault,
            'example "trained" has neither mode "self" nor exchanged nor a fault',
        )

    def check_numbers(self, m: int, n: int) -> None:
        """Raise ValueError unless the matrices fit m target and n source tokens."""
        require(not self.pair, 'pair belongs to the example "trained"')
        require(self.part == 1, 'part belongs to the example "trained"')
        check_matrix("query", self.query, m)
        check_matrix("key", self.key, n)
        check_matrix("value", self.value, n)
        self.check_widths()
        for name, rows, like in (
            ("target_key", m, self.key),
            ("target_value", m, self.value),
            ("source_query", n, self.query),
        ):
            matrix = getattr(self, name)
            if matrix:
                check_matrix(name, matrix, rows)
                require(
                    len(matrix[0]) == len(like[0]),
                    f"{name} has {len(matrix[0])} columns; it needs {len(like[0])}",
                )
        require(
            self.mode == "cross" or bool(self.target_key and self.target_value),
            'mode "self" needs target_key and target_value',
        )
        self.check_kept()

    def check_widths(self) -> None:
        """Raise ValueError where a matrix is wider than the lab can show."""
        for name, most in (
            ("query", MAX_CROSS_KEY_SIZE),
            ("key", MAX_CROSS_KEY_SIZE),
            ("value", MAX_CROSS_VALUE_SIZE),
        ):
            width = len(getattr(self, name)[0])
            require(width <= most, f"{name} has {width} columns; this lab takes 1 to {most}")

    def check_kept(self) -> None:
        """Raise ValueError unless `kept` fits, and belongs to the tokens on show."""
        if self.kept is None:
            return
        query, key, value = self.kept
        check_matrix("kept query", query, len(self.tokens))
        check_matrix("kept key", key, len(self.key_tokens))
        check_matrix("kept value", value, len(self.key_tokens))
        require(len(query[0]) == len(key[0]), "kept needs queries and keys of one d_k")

    @property
    def is_trained(self) -> bool:
        """Whether the states of a trained translator are on show, in place of set numbers."""
        return self.example == "trained"

    @property
    def key_tokens(self) -> tuple[str, ...]:
        """The tokens that keys and values stand for: the source's, or the target's own."""
        return self.tokens if self.mode == "self" else self.source_tokens

    @property
    def operands(self) -> Operands:
        """Query, key and value as this mode uses them."""
        own = self.mode == "self"
        key = self.target_key if own else self.key
        value = self.target_value if own else self.value
        return (self.query, value, key) if self.swapped else (self.query, key, value)

    @property
    def swapped(self) -> bool:
        """Whether keys and values have changed places, which is one of the faults."""
        return self.fault == "swapped-values"

    @property
    def fits(self) -> bool:
        """Whether queries and keys have the same number of columns, d_k."""
        return self.is_trained or len(self.query[0]) == len(self.operands[1][0])

    @property
    def key_size(self) -> int:
        """The number of components of a key."""
        return len(self.key[0])

    @property
    def units(self) -> tuple[str, str]:
        """What one target token and one key token are: a word, a patch or a frame."""
        unit = {"captioning": "patch", "speech": "frame"}.get(self.example, "word")
        target, source = (unit, "word") if self.exchanged else ("word", unit)
        return target, target if self.mode == "self" else source

    @property
    def pinned_cell(self) -> tuple[int, int] | None:
        """The pinned (query, key) counting from 0, for indexing arrays."""
        return None if self.pinned is None else (self.pinned[0] - 1, self.pinned[1] - 1)
