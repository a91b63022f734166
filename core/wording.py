"""Sentences about mistakes: the nearest right name, and lists of what is possible."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to add after "there is no <name>": the nearest right name, or all of them."""
    known = sorted(set(names))
    nearest = get_close_matches(name, known, n=1, cutoff=0.6)
    if nearest:
        return f"; did you mean {nearest[0]}?"
    return f"; possible: {listed(known)}" if known else ""


def listed(names: Iterable[str], joint: str = "and") -> str:
    """The names as one phrase: a, b and c."""
    *most, last = list(names) or ["none"]
    return f"{', '.join(most)} {joint} {last}" if most else last
