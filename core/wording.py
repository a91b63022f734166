"""Sentences about mistakes: the nearest right name, and lists of what is possible."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant; None where nothing is near."""
    found = get_close_matches(name, sorted(set(names)), n=1, cutoff=0.6)
    return found[0] if found else None


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to add after "there is no <name>": the nearest right name, or all of them."""
    known = sorted(set(names))
    meant = nearest(name, known)
    if meant is not None:
        return f"; did you mean {meant}?"
    return f"; possible: {listed(known)}" if known else ""


def listed(names: Iterable[str], joint: str = "and") -> str:
    """The names as one phrase: a, b and c."""
    *most, last = list(names) or ["none"]
    return f"{', '.join(most)} {joint} {last}" if most else last
