"""What numbers are called: places from 1, and the words they belong to."""

from __future__ import annotations

from core.explaining.explanation import Index
from core.trace import Trace


def place(index: Index) -> str:
    """ "2,3"; with a head in front "2,3 of head 1"."""
    if len(index) == 3:
        return f"{index[1] + 1},{index[2] + 1} of head {index[0] + 1}"
    return ",".join(str(i + 1) for i in index)


def words_of(trace: Trace, side: str) -> tuple[str, ...]:
    """The words that ask ("query") or answer ("key"); () where there are none."""
    source = trace if hasattr(trace, "tokens") else trace.experiment
    tokens = tuple(getattr(source, "tokens", ()))
    if side == "query":
        return tokens
    return tuple(getattr(source, "key_tokens", tokens))


def pair_words(trace: Trace, index: Index) -> str:
    """ "ate → fish", for a query and a key."""
    query, key = index[-2:]
    asks, answers = words_of(trace, "query"), words_of(trace, "key")
    if query >= len(asks) or key >= len(answers):
        return ""
    return f"{asks[query]} \N{RIGHTWARDS ARROW} {answers[key]}"


def row_words(trace: Trace, row: int, side: str = "query") -> str:
    """The word of a row."""
    words = words_of(trace, side)
    return words[row] if row < len(words) else ""
