"""The masks that can be built from presets: which there are, and what they are called."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import require

Preset = Literal["none", "causal", "padding", "window", "prefix", "block"]
Align = Literal["bottom-right", "top-left"]
MAX_SIZE = 64


class BuiltMask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preset, or two of them joined.

    size: the width of a window, the length of a prefix or of what padding leaves, the size of a
    block; second_size the same of `second`. Sizes beyond the keys there are count as all of them.
    align: where a causal mask, a window or a prefix begins when there are more keys than queries.
    join: "and" allows what both allow, "or" what either does.
    """

    preset: Preset
    size: int = 2
    align: Align = "bottom-right"
    second: Preset = "none"
    second_size: int = 2
    join: Literal["and", "or"] = "and"

    def __post_init__(self) -> None:
        for name in ("size", "second_size"):
            size = getattr(self, name)
            require(1 <= size <= MAX_SIZE, f"{name} is {size}; 1 to {MAX_SIZE} are possible")

    @property
    def words(self) -> str:
        """What the mask is called."""
        first = preset_words(self.preset, self.size)
        if self.second == "none":
            return f"{first} mask" if self.preset == "causal" else first
        return f"{first} {self.join} {preset_words(self.second, self.second_size)}"


def preset_words(preset: Preset, size: int) -> str:
    """One preset in words."""
    return {
        "none": "no mask",
        "causal": "causal",
        "padding": f"first {size}",
        "window": f"window of {size}",
        "prefix": f"prefix of {size}",
        "block": f"blocks of {size}",
    }[preset]


def sized(preset: str) -> bool:
    """Whether a preset has a size."""
    return preset in {"padding", "window", "prefix", "block"}
