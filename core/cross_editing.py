"""What a learner's hand does to a cross-attention experiment: each function returns a new one."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Literal

from msgspec.structs import replace

from core.cross_examples import Role, Row, is_set, row_of
from core.experiments.base import MAX_CELL, Matrix
from core.experiments.cross import CrossExperiment, Mode
from core.wording import listed

Side = Literal["target", "source"]
# The three matrices that have a row for each token of a sequence, by role.
MATRICES: dict[Side, dict[Role, str]] = {
    "target": {"query": "query", "key": "target_key", "value": "target_value"},
    "source": {"query": "source_query", "key": "key", "value": "value"},
}
LIKE: dict[Role, str] = {"query": "query", "key": "key", "value": "value"}
# Whose numbers stand in each place while the fault "swapped-values" is on.
SWAPPED: dict[Role, Role] = {"query": "query", "key": "value", "value": "key"}


def with_cell(
    experiment: CrossExperiment, role: Role, row: int, column: int, number: float
) -> CrossExperiment:
    """`experiment` with one number of its Q, K or V changed; row and column from 0."""
    asked: Side = "target" if role == "query" or experiment.mode == "self" else "source"
    name = MATRICES[asked][SWAPPED[role] if experiment.swapped else role]
    rows = [list(line) for line in getattr(experiment, name)]
    rows[row][column] = min(max(number, -MAX_CELL), MAX_CELL)
    changed: dict[str, object] = {name: tuple(tuple(line) for line in rows)}
    if origin(experiment).startswith("random"):
        return replace(experiment, source="random, then edited", **changed)
    if "file" in experiment.source:
        changed["source"] = "opened from a file, then edited"
    return replace(experiment, **changed)


def with_tokens(
    experiment: CrossExperiment, side: Side, tokens: tuple[str, ...]
) -> CrossExperiment:
    """`experiment` with another target or source. A word that stays keeps its numbers.

    New words take the numbers that the example has for them, else numbers drawn from the word.
    """
    before = tokens_of(experiment, side)
    matrices: dict[str, Matrix] = {}
    for role, name in MATRICES[side].items():
        old = getattr(experiment, name)
        if old:
            matrices[name] = rows_after(experiment, role, before, tokens, old)
    other = tokens_of(experiment, "source" if side == "target" else "target")
    drawn = tuple(
        token
        for token in dict.fromkeys((*tokens, *other))
        if token in experiment.drawn
        or (token in tokens and token not in before and not is_set(token, experiment.example))
    )
    name = "tokens" if side == "target" else "source_tokens"
    made = replace(experiment, **{name: tokens}, **matrices, drawn=drawn, kept=None, pinned=None)
    pinned = within(experiment.pinned, len(made.tokens), len(made.key_tokens))
    return replace(made, pinned=pinned)


def rows_after(
    experiment: CrossExperiment,
    role: Role,
    before: tuple[str, ...],
    tokens: tuple[str, ...],
    old: Matrix,
) -> Matrix:
    """One matrix of a sequence whose tokens change from `before` to `tokens`."""
    rows: dict[int, Row] = {}
    matcher = SequenceMatcher(None, before, tokens, autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            rows[block.b + step] = old[block.a + step]
    known = dict(zip(before, old, strict=True))
    width = len(getattr(experiment, LIKE[role])[0])
    return tuple(
        rows.get(place)
        or known.get(token)
        or row_of(token, role, width, experiment.example, experiment.seed)
        for place, token in enumerate(tokens)
    )


def completed(experiment: CrossExperiment) -> CrossExperiment:
    """`experiment` with the matrices that self-attention and an exchange need.

    What the experiment came without is taken from its example, or drawn from the words.
    """
    made: dict[str, Matrix] = {}
    drawn = dict.fromkeys(experiment.drawn)
    for side, names in MATRICES.items():
        for role, name in names.items():
            if getattr(experiment, name):
                continue
            width = len(getattr(experiment, LIKE[role])[0])
            tokens = tokens_of(experiment, side)
            made[name] = tuple(
                row_of(token, role, width, experiment.example, experiment.seed) for token in tokens
            )
            drawn |= dict.fromkeys(t for t in tokens if not is_set(t, experiment.example))
    return replace(experiment, drawn=tuple(drawn), **made) if made else experiment


def exchanged(experiment: CrossExperiment) -> CrossExperiment:
    """Target and source change places, with all their numbers."""
    whole = completed(experiment)
    pinned = whole.pinned
    if pinned is not None:
        query, key = pinned if whole.mode == "self" else pinned[::-1]
        keys = whole.source_tokens if whole.mode == "self" else whole.tokens
        pinned = within((query, key), len(whole.source_tokens), len(keys))
    return replace(
        whole,
        tokens=whole.source_tokens,
        source_tokens=whole.tokens,
        query=whole.source_query,
        key=whole.target_key,
        value=whole.target_value,
        target_key=whole.key,
        target_value=whole.value,
        source_query=whole.query,
        exchanged=not whole.exchanged,
        kept=None,
        pinned=pinned,
    )


def with_mode(experiment: CrossExperiment, mode: Mode) -> CrossExperiment:
    """Keys and values from the source ("cross") or from the target itself ("self")."""
    whole = completed(experiment)
    keys = whole.tokens if mode == "self" else whole.source_tokens
    pinned = within(whole.pinned, len(whole.tokens), len(keys))
    return replace(whole, mode=mode, kept=None, pinned=pinned)


def with_key_size(
    experiment: CrossExperiment, role: Literal["query", "key"], size: int
) -> CrossExperiment:
    """`experiment` with another number of columns in its queries, or in its keys, alone.

    A column that comes back has the numbers that the example gives it, and 0 beyond those; for
    drawn words it is drawn. While the two differ, `kept` holds what fitted last.
    """
    kept = experiment.operands if experiment.fits else experiment.kept
    widened: dict[str, Matrix] = {}
    for side, names in MATRICES.items():
        old = getattr(experiment, names[role])
        if old:
            tokens = tokens_of(experiment, side)
            widened[names[role]] = tuple(
                (*line[:size], *more_of(experiment, token, role, size)[len(line) :])
                for token, line in zip(tokens, old, strict=True)
            )
    made = replace(experiment, kept=None, **widened)
    return made if made.fits else replace(made, kept=kept)


def more_of(experiment: CrossExperiment, token: str, role: Role, size: int) -> Row:
    """The row from which a token's new columns are taken."""
    if token in experiment.drawn or is_set(token, experiment.example):
        return row_of(token, role, size, experiment.example, experiment.seed)
    return (0.0,) * size


def origin(experiment: CrossExperiment) -> str:
    """Where the numbers on show come from, in words."""
    if experiment.is_trained:
        from core.translated import trained_origin

        return trained_origin(experiment)
    shown = dict.fromkeys((*experiment.tokens, *experiment.key_tokens))
    drawn = [token for token in shown if token in experiment.drawn]
    if not drawn:
        return experiment.source
    if len(drawn) == len(shown):
        edited = experiment.source == "random, then edited"
        return experiment.source if edited else "random, untrained"
    some = listed(drawn) if len(drawn) < 3 else f"{len(drawn)} words"
    return f"hand-set; random, untrained for {some}"


def tokens_of(experiment: CrossExperiment, side: Side) -> tuple[str, ...]:
    """The tokens of the target or of the source."""
    return experiment.tokens if side == "target" else experiment.source_tokens


def within(pinned: tuple[int, int] | None, rows: int, columns: int) -> tuple[int, int] | None:
    """A pin drawn in to the matrix that there is now."""
    return None if pinned is None else (min(pinned[0], rows), min(pinned[1], columns))
