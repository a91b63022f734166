"""Are these attention weights? What their sums, zeros and columns tell, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.tensors.refusing import TensorFileError

MOST_NUMBERS = 2**25  # looked at; one map of 4,096 x 4,096 is half of it
SINK = 0.4
ROWS_AT_ONCE = 256
Index = tuple[int, ...]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. right: False where it is not as weights should be; key names
    it for tests and controls."""

    key: str
    right: bool
    sentence: str


@dataclass
class Sums:
    """What is gathered over the maps that were looked at."""

    rows: int = 0
    negative: int = 0
    wrong: int = 0
    told: int = 0  # rows without NaN, whose sums mean something
    first: str = ""
    second: str = ""
    least: float = np.inf
    most: float = -np.inf
    total: float = 0.0
    furthest: float = 0.0
    zero_rows: int = 0
    columns_furthest: float = 0.0
    not_numbers: int = 0
    first_not: str = ""
    causal: bool = True
    square: bool = True
    column_mass: Floats | None = None
    column_most: Floats | None = None
    maps: int = 0
    logarithms: bool = True

    def scale(self, tolerance: float) -> float:
        """What every row sums to where that is one number, as 100 for percent; else 0."""
        apart = self.most - self.least
        close = apart <= max(tolerance, 0.02) * self.most  # whole percents are rounded
        return (self.most + self.least) / 2 if close and self.most > 2 else 0.0


def findings(
    maps: Iterator[tuple[Index, Floats]],
    count: int,
    tolerance: float,
    stored: str,
    check: Callable[[], None] = lambda: None,
) -> list[Finding]:
    """What some maps (n_q, n_k) tell; count: how many there are in all.

    tolerance: how far a row may be from 1 by rounding alone. Raises TensorFileError where there is
    nothing but NaN, or an infinity.
    """
    sums, seen = Sums(), 0
    for index, weights in maps:
        check()
        look(sums, index, weights, tolerance, count > 1)
        seen += weights.size
        if seen >= MOST_NUMBERS:
            break
    if sums.not_numbers == seen:
        raise TensorFileError(
            "every cell is not a number (NaN), so that there is nothing to show; look for a row "
            "that hides every key where the weights were made"
        )
    found = [*about_rows(sums, tolerance, stored), *about_zeros(sums)]
    found += [] if sums.wrong else about_columns(sums)
    if sums.maps < count:
        few = f"the first {sums.maps} of {count} maps were checked; each other when it is shown"
        found.append(Finding("sampled", True, few))
    return found


def look(sums: Sums, index: Index, weights: Floats, tolerance: float, many: bool) -> None:
    """Add one map, some rows at a time: temporary arrays of a large map would cost more than it."""
    where = f"map {', '.join(str(place + 1) for place in index)}, " if many and index else ""
    n_k = weights.shape[1]
    columns, most = np.zeros(n_k), np.zeros(n_k)
    sums.square = sums.square and weights.shape[0] == n_k
    for start in range(0, len(weights), ROWS_AT_ONCE):
        part = weights[start : start + ROWS_AT_ONCE]
        look_at_rows(sums, where, start, part, tolerance)
        whole = np.nan_to_num(part) if sums.not_numbers else part
        with np.errstate(over="ignore", invalid="ignore"):
            columns += whole.sum(axis=0)
        most = np.maximum(most, whole.max(axis=0))
        sums.causal = sums.causal and sums.square and not np.triu(whole, start + 1).any()
    sums.columns_furthest = max(sums.columns_furthest, float(np.abs(columns - 1).max()))
    mass = columns / len(weights)
    sums.column_mass = mass if sums.column_mass is None else sums.column_mass + mass
    sums.column_most = most if sums.column_most is None else np.maximum(sums.column_most, most)
    sums.maps += 1


def look_at_rows(sums: Sums, where: str, start: int, part: Floats, tolerance: float) -> None:
    """Add some rows of a map, the first of them `start`."""
    finite = np.isfinite(part)
    gone = np.zeros(len(part), bool)
    if not finite.all():
        row, column = (int(place) for place in np.argwhere(~finite)[0])
        at = f"{where}row {start + row + 1}, column {column + 1}"
        if np.isinf(part).any():
            row, column = (int(place) for place in np.argwhere(np.isinf(part))[0])
            raise TensorFileError(
                f"{where}row {start + row + 1}, column {column + 1} is infinite; weights lie "
                "between 0 and 1: save them after the softmax"
            )
        sums.first_not = sums.first_not or at
        sums.not_numbers += int((~finite).sum())
        gone = np.asarray((~finite).any(axis=-1))
        part = np.where(finite, part, 0.0)
    if sums.logarithms:
        with np.errstate(over="ignore"):
            exps = np.exp(part).sum(axis=-1)
        sums.logarithms = bool((np.abs(exps[~gone] - 1) <= max(tolerance, 1e-6)).all())
    with np.errstate(over="ignore"):
        rows, least, most = part.sum(axis=-1), part.min(axis=-1), part.max(axis=-1)
    off = np.abs(rows - 1)
    below = np.asarray(least < -tolerance)
    zero = np.asarray((least == 0) & (most == 0) & ~gone)
    bad = np.asarray((below | (off > tolerance)) & ~gone & ~zero)
    for row in np.flatnonzero(bad)[:2]:
        told = "has a negative entry" if below[row] else f"sums to {rows[row]:.4g}"
        words = f"{where}row {start + row + 1} {told}"
        sums.first, sums.second = (sums.first, sums.second or words) if sums.first else (words, "")
    sums.rows += rows.size
    sums.negative += int(below.sum())
    sums.wrong += int(bad.sum())
    sums.zero_rows += int(zero.sum())
    sums.told += int((~gone).sum())
    if (kept := ~gone & ~zero).any():
        sums.least = min(sums.least, float(rows[kept].min()))
        sums.most = max(sums.most, float(rows[kept].max()))
        sums.furthest = max(sums.furthest, float(off[kept].max()))
    sums.total += float(rows[~gone].sum())


def about_rows(sums: Sums, tolerance: float, stored: str) -> Iterator[Finding]:
    """Do rows sum to 1, and if not, what could they be?"""
    if sums.not_numbers:
        cells = f"{sums.not_numbers:,} cell{'s are' if sums.not_numbers > 1 else ' is'}"
        yield Finding("nan", False, f"{cells} not a number (NaN), the first in {sums.first_not}")
    if not sums.told:  # NaN in every row: no sum means anything
        return
    if sums.zero_rows == sums.told:
        summing = "all rows sum" if sums.told == sums.rows else others_sum(sums.told)
        yield Finding("rows", False, f"{summing} to 0, not 1: every weight is 0")
        return
    if not sums.wrong:
        rounding = f"{tolerance:.0e} is rounding in {stored}"
        count = sums.told - sums.zero_rows
        summing = "every row sums" if count == sums.rows else others_sum(count)
        told = f"{summing} to 1 (furthest {sums.furthest:.1e}; {rounding})"
        yield Finding("rows", True, told)
        return
    rest = ", ".join(part for part in (sums.first, sums.second) if part)
    verb = "is" if sums.wrong == 1 else "are"
    told = f"{sums.wrong:,} of {sums.rows:,} rows {verb} not weights: {rest}"
    yield Finding("rows", False, told)
    if stored == "bool":
        yield Finding("mask", False, "they are booleans: a mask? Open it together with Q and K")
        return
    if not sums.negative and (scale := sums.scale(tolerance)):
        told = f"every row sums to about {scale:.4g}: shares of {scale:.4g} in place of 1? "
        yield Finding("scaled", False, told + "Nothing is divided; save them divided")
        return
    if sums.logarithms:
        told = "exp of every row sums to 1: logarithms of weights; read them as scores"
        yield Finding("logarithms", False, told)
        return
    if sums.columns_furthest <= tolerance:
        yield Finding("columns", False, "columns sum to 1 and rows do not: keys stand in rows")
    elif not sums.negative and abs(sums.total / sums.told - 1) < 0.5 and sums.most > 1 + tolerance:
        between = f"{sums.least:.4g}–{sums.most:.4g}"
        told = f"row sums range {between}: maybe dropout; nothing is renormalised"
        yield Finding("dropout", False, told)
    if sums.negative or sums.most > 1 + tolerance:
        yield Finding("scores", False, "they can be read as scores: then the softmax is done here")


def others_sum(count: int) -> str:
    """The rows besides those that were named, as the beginning of a sentence about their sums."""
    return "the other row sums" if count == 1 else "all other rows sum"


def about_zeros(sums: Sums) -> Iterator[Finding]:
    """Is something masked already?"""
    assert sums.column_most is not None
    if sums.zero_rows and sums.zero_rows < sums.rows:
        many = "1 row is" if sums.zero_rows == 1 else f"{sums.zero_rows:,} rows are"
        told = f"{many} all 0: no key is visible there"
        yield Finding("blind", False, told)
    seen = sums.zero_rows < sums.told and not sums.negative
    if sums.causal and sums.column_most.size > 1 and seen:
        yield Finding("causal", True, "already masked: no query attends to a later key (causal)")
    gone = np.flatnonzero(sums.column_most == 0)
    if 0 < gone.size < sums.column_most.size and not sums.negative:
        verb = "never gets" if gone.size == 1 else "never get"
        told = f"{places_words(gone)} {verb} any weight: hidden, perhaps as padding"
        yield Finding("padding", True, told)


def about_columns(sums: Sums) -> Iterator[Finding]:
    """Does one key take much of everything?"""
    assert sums.column_mass is not None
    mass = sums.column_mass / max(sums.maps, 1)
    top = int(np.argmax(mass))
    if mass.size > 2 and mass[top] >= max(SINK, 2 / mass.size):
        told = f"key {top + 1} takes {100 * mass[top]:.0f} % of all weight on average: a sink"
        yield Finding("sink", True, told)


def places_words(places: object) -> str:
    """`key 7`, or `keys 6, 7 and 3 more`, counting from 1."""
    shown = [str(int(place) + 1) for place in np.asarray(places)]
    rest = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
    return f"key{'s' if len(shown) > 1 else ''} {', '.join(shown[:3])}{rest}"
