"""Whether queries, keys and values fit together, said in words that name both dimensions."""

from __future__ import annotations

from dataclasses import dataclass

Shape = tuple[int, int]


@dataclass(frozen=True)
class Verdict:
    """Whether the shapes fit, what that means in one sentence, and one more to explain it."""

    fits: bool
    sentence: str
    detail: str


def verdict(
    query: Shape,
    key: Shape,
    value: Shape,
    target: str = "target word",
    source: str = "source word",
) -> Verdict:
    """Judge the shapes (rows, columns) of Q, K and V.

    target and source: what one row of Q, and one row of K, stands for.
    """
    if query[1] != key[1]:
        return Verdict(
            False,
            f"Queries have {counted(query[1], 'column')}, keys have {key[1]}: no product.",
            "A score pairs each number of a query with one of a key, "
            "so both need the same number of columns.",
        )
    if key[0] != value[0]:
        return Verdict(
            False,
            f"There {counted(key[0], 'key', verb=True)}, "
            f"but {counted(value[0], 'value')}: no mixture.",
            "A weight belongs to a key and goes to its value, so there must be one value a key.",
        )
    columns = counted(query[1], "column")
    return Verdict(
        True,
        f"The shapes fit: queries and keys both have {columns}, "
        f"so every {target} can score every {source}.",
        f"There {counted(key[0], 'key', verb=True)} and {counted(value[0], 'value')}, "
        f"so the output keeps one row for {each(query[0], target)}.",
    )


def counted(count: int, noun: str, verb: bool = False) -> str:
    """A count with its noun: "1 column", "3 columns"; with a verb "is 1 column"."""
    words = f"{count} {noun if count == 1 else plural(noun)}"
    return f"{'is' if count == 1 else 'are'} {words}" if verb else words


def plural(noun: str) -> str:
    """More than one of what is counted here: words, patches, frames, keys."""
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"


def each(count: int, noun: str) -> str:
    """All of a count: "the one target word", "each of the 4 target words"."""
    return f"the one {noun}" if count == 1 else f"each of the {count} {plural(noun)}"
