"""Numbers that papers published, from resources/papers/: each with the paper and the figure.

Nothing is fitted or smoothed. Between two published points a straight line is drawn; beyond the
first and the last there is no number at all.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from core.arrays import Floats, read_only
from core.experiments.base import require

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "papers"
BLEU_BY_LENGTH = "bleu-by-length.toml"


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BLEU of one model against sentence length, at the published points only.

    trained_on: the longest sentences of its training, in words; None where the figure does not
    say. attention: whether its decoder has attention.
    """

    model: str
    attention: bool
    length: tuple[float, ...]
    bleu: tuple[float, ...]
    trained_on: int | None = None

    def __post_init__(self) -> None:
        count = len(self.length)
        require(count >= 2, f"{self.model} needs at least two points")
        require(
            len(self.bleu) == count,
            f"{self.model} has {count} lengths and {len(self.bleu)} BLEU values",
        )
        rising = all(a < b for a, b in zip(self.length, self.length[1:], strict=False))
        require(rising, f"the lengths of {self.model} must rise")
        for value in self.bleu:
            require(0 <= value <= 100, f"{self.model} has BLEU {value}; it lies in 0 to 100")

    @property
    def points(self) -> Floats:
        """The published points, (points, 2): length and BLEU."""
        return read_only(np.column_stack([self.length, self.bleu]).astype(np.float64))

    def at(self, length: float) -> float:
        """BLEU at `length`, on the straight line between published points; NaN beyond them."""
        if not self.length[0] <= length <= self.length[-1]:
            return float("nan")
        return float(np.interp(length, self.length, self.bleu))


class PublishedFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure of a paper: its curves, and where they can be looked up."""

    id: str
    paper: str
    figure: str
    reference: str
    curves: tuple[Curve, ...]


class _Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    figures: tuple[PublishedFigure, ...]


def read_figures(path: Path) -> tuple[PublishedFigure, ...]:
    """The figures in a file. Raises OSError, or ValueError that names what is wrong."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_Figures).figures
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from error


@lru_cache(maxsize=1)
def bleu_by_length() -> dict[str, PublishedFigure]:
    """The published figures of translation quality against sentence length, by id."""
    return {figure.id: figure for figure in read_figures(FOLDER / BLEU_BY_LENGTH)}


class HeadCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: a number of heads, the d_k of each, and how well the translator did."""

    heads: int
    key_size: int
    perplexity: float
    bleu: float


class HeadCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a paper measured for several head counts, all else equal."""

    paper: str
    table: str
    d_model: int
    rows: tuple[HeadCount, ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            require(
                row.heads * row.key_size == self.d_model,
                f"{row.heads} heads of {row.key_size} numbers are not d_model = {self.d_model}",
            )


@lru_cache(maxsize=1)
def head_counts() -> HeadCounts:
    """Vaswani et al. 2017, Table 3, rows A: quality against the number of heads."""
    return msgspec.toml.decode((FOLDER / "head-counts.toml").read_bytes(), type=HeadCounts)
