"""One map as it is shown: filtered, some tokens left out, and what was done to it in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.arrays import Floats
from core.attention import Attention
from core.tensors.maps import Index, Maps
from core.tensors.opened import difference
from core.tensors.padding import NO_PADS, Pads, pads_of
from core.tensors.pyramid import Pyramid, pyramid
from core.tensors.weight_checks import Finding

SPECIAL = re.compile(r"^(?:</?[A-Za-z_]+>|<\|[^|]+\|>|\[[A-Z]+\])$")
ROWS_AT_ONCE = 256


class Filter(msgspec.Struct, frozen=True):
    """top: the percent of each row's weight that its largest cells hold together; the others are
    left out. special: whether special tokens are shown. tokens: which places (from 1), as typed;
    "" for all. stretched: whether the colours end at the largest weight in place of 1. pads:
    whether padded tokens are shown."""

    top: int = 100
    special: bool = True
    tokens: str = ""
    stretched: bool = False
    pads: bool = True


@dataclass(frozen=True, eq=False)
class Shown:
    """A map with its places: rows and columns are those of the whole map, from 0.

    said: what the filter did. stored: how the file's own weights differ, or None. steps: every step
    of what is computed here, of the whole map. hidden: cells that a mask hides. pads: what is
    padding in the whole map.
    """

    index: Index
    weights: Floats
    left_out: NDArray[np.bool_] | None
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    pyramid: Pyramid
    said: tuple[str, ...] = ()
    stored: Finding | None = None
    steps: Attention | None = None
    hidden: NDArray[np.bool_] | None = None
    pads: Pads = NO_PADS


def show(
    maps: Maps,
    index: Index,
    how: Filter,
    row_names: Sequence[str],
    column_names: Sequence[str],
    check: Callable[[], None] = lambda: None,
) -> Shown:
    """One map under a filter. check is called now and then; what it raises ends it.

    Raises TensorFileError where the map cannot be shown, ValueError where the filter leaves
    nothing of it.
    """
    steps = maps.attention(index) if maps.computed else None
    whole = maps.weights(index) if steps is None else steps.weights
    check()
    stored = difference(maps, index) if maps.computed and maps.stored is not None else None
    pads = pads_of(maps, index, whole)
    trimmed = () if how.pads else pads.places
    columns = kept(how, column_names, trimmed)
    square = len(row_names) == len(column_names)
    rows = kept(how, row_names, trimmed) if square else every(len(row_names))
    said: list[str] = [pads.told(whole, rows)] if trimmed else []
    if pads.trouble:
        said.append(pads.trouble)
    weights = whole
    hidden = None if steps is None or steps.mask is None else ~steps.visible
    if hidden is not None:
        hidden = hidden[np.ix_(rows, columns)]
    if len(rows) < whole.shape[0] or len(columns) < whole.shape[1]:
        if not rows or not columns:
            raise ValueError("no token is left; show special tokens and padding, or other places")
        weights = np.ascontiguousarray(whole[np.ix_(rows, columns)])
        if how.tokens or not how.special:
            weights, told = told_and_scaled(how, weights, whole, len(columns))
            said.append(told)
    left_out = None
    if how.top < 100:
        left_out = beyond(weights, how.top / 100, check)
        share = 100 * left_out.mean()
        said.append(f"top {how.top} % of each row; {share:.0f} % of the cells are left out")
    top = float(np.nanmax(weights)) if how.stretched and not np.isnan(weights).all() else 1.0
    if how.stretched:
        said.append(f"colours are stretched: the darkest is {top:.3g}, not 1")
    check()
    gone = hidden if left_out is None else left_out if hidden is None else left_out | hidden
    made = pyramid(weights, gone, top)
    return Shown(
        index, weights, left_out, rows, columns, made, tuple(said), stored, steps, hidden, pads
    )


def told_and_scaled(
    how: Filter, weights: Floats, whole: Floats, columns: int
) -> tuple[Floats, str]:
    """What leaving tokens out did, and the weights: divided by their sums where special tokens
    are hidden."""
    if how.special or how.tokens:
        told = f"{columns:,} of {whole.shape[1]:,} keys are shown: rows need not sum to 1 here"
        return weights, told
    sums = np.nansum(weights, axis=-1, keepdims=True)
    with np.errstate(all="ignore"):
        shared = np.where(sums > 0, weights / sums, 0.0)
    gone = whole.shape[1] - columns
    told = (
        f"{gone} special key{'s' * (gone != 1)} hidden and each row divided by what is left of "
        f"it ({sums.min():.2f} to {sums.max():.2f}): these are not the file's numbers"
    )
    return shared, told


def every(count: int) -> tuple[int, ...]:
    """All places."""
    return tuple(range(count))


def kept(how: Filter, names: Sequence[str], gone: Sequence[int] = ()) -> tuple[int, ...]:
    """The places that a filter leaves, from 0. gone: places of padding that is trimmed."""
    chosen = places(how.tokens, len(names)) if how.tokens else every(len(names))
    if gone:
        without = set(gone)
        chosen = tuple(place for place in chosen if place not in without)
    if how.special:
        return chosen
    return tuple(place for place in chosen if not is_special(names[place]))


def is_special(name: str) -> bool:
    """Whether a token is one of a model's own marks: <s>, [CLS], <|endoftext|>."""
    return SPECIAL.match(name.strip()) is not None


def places(text: str, count: int) -> tuple[int, ...]:
    """The places that a text names, `1-12, 40`, from 0. Raises ValueError with a sentence."""
    found: set[int] = set()
    for part in text.replace("–", "-").split(","):
        ends = [end.strip() for end in part.split("-")]
        if not 1 <= len(ends) <= 2 or not all(end.isdecimal() for end in ends):
            raise ValueError("write places and ranges, such as 1-12, 40")
        first, last = int(ends[0]), int(ends[-1])
        if not 1 <= first <= last:
            raise ValueError(f"{part.strip()} names no place; places count from 1")
        found.update(range(first - 1, min(last, count)))
    if not found:
        raise ValueError(f"there are {count:,} tokens; name places among them")
    return tuple(sorted(found))


def beyond(weights: Floats, share: float, check: Callable[[], None]) -> NDArray[np.bool_]:
    """Which cells are not among the largest that hold `share` of their row together."""
    gone = np.empty(weights.shape, bool)
    for start in range(0, len(weights), ROWS_AT_ONCE):
        check()
        part = np.nan_to_num(weights[start : start + ROWS_AT_ONCE])
        order = np.argsort(-part, axis=-1, kind="stable")
        sums = np.cumsum(np.take_along_axis(part, order, axis=-1), axis=-1)
        needed = share * sums[:, -1:]
        before = np.concatenate([np.zeros_like(needed), sums[:, :-1]], axis=-1)
        np.put_along_axis(gone[start : start + ROWS_AT_ONCE], order, before >= needed, axis=-1)
    return gone
