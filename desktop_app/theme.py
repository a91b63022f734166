"""The tokens of a theme: colours, roles and ramps, read from resources/theme/.

A theme is a value. Whoever paints takes one as an argument, so that a thumbnail or an export can
be drawn in the other theme without touching the screen.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from PySide6.QtGui import QColor, QPalette

from desktop_app.colour import between, contrast, ramp

RAMP_STEPS = 257
# A high score becomes a high weight, so positive scores take the weight ramp, but not its end.
SCORE_RAMP_END = 0.92
TEXT_CONTRAST = 4.5
HIGH_CONTRAST = 7.0
STEPS_TO_INK = 64


@dataclass(frozen=True)
class Role:
    """The three colours of Query, Key or Value: its text, its 2 px outlines, its cell ground."""

    text: QColor
    line: QColor
    tint: QColor


@dataclass(frozen=True, eq=False)  # compared by identity: a theme is loaded once
class Theme:
    """One theme's tokens. Every pair of text and ground here has a contrast of 4.5 or more."""

    name: str
    paper: QColor
    sheet: QColor
    sunken: QColor
    band: QColor
    line: QColor
    edge: QColor
    ink: QColor
    ink2: QColor
    ink3: QColor
    weight_ink: QColor
    negative_ink: QColor
    alert: QColor
    alert_tint: QColor
    query: Role
    key: Role
    value: Role
    weight_stops: tuple[QColor, ...]
    negative_stops: tuple[QColor, ...]
    text_contrast: float = TEXT_CONTRAST

    @property
    def dark(self) -> bool:
        return self.paper.lightness() < self.ink.lightness()

    def role(self, name: str) -> Role:
        """The colours of "query", "key" or "value"; ink for anything else."""
        if name in {"query", "key", "value"}:
            found: Role = getattr(self, name)
            return found
        if name == "weight":
            return Role(self.weight_ink, self.weight_ink, self.sunken)
        return Role(self.ink, self.ink, self.sunken)

    @cached_property
    def weight_ramp(self) -> tuple[QColor, ...]:
        """257 colours from weight 0 to weight 1."""
        return ramp(self.weight_stops, RAMP_STEPS)

    @cached_property
    def negative_ramp(self) -> tuple[QColor, ...]:
        """257 colours from score 0 down to the most negative score of the range."""
        return ramp(self.negative_stops, RAMP_STEPS)

    def weight_colour(self, weight: float) -> QColor:
        """The ground of a weight in 0..1; outside values take the nearest end, NaN the alert."""
        return self.alert_tint if math.isnan(weight) else self.weight_ramp[place(weight)]

    def score_colour(self, score: float, limit: float) -> QColor:
        """The ground of a score on a range of plus or minus `limit`."""
        share = score / limit
        if math.isnan(share):
            return self.alert_tint
        if share < 0:
            return self.negative_ramp[place(-share)]
        return self.weight_ramp[place(share * SCORE_RAMP_END, SCORE_RAMP_END)]

    def role_ramp_colour(self, role: str, share: float) -> QColor:
        """A ground between a role's tint (share 0) and its line colour (share 1)."""
        return self.alert_tint if math.isnan(share) else role_ramp(self, role)[place(share)]

    def text_on(self, ground: QColor) -> QColor:
        """Ink or white, whichever first is readable on `ground`; black or white at the last."""
        return readable(self.ink.rgb(), ground.rgb(), self.text_contrast)


def place(share: float, end: float = 1.0) -> int:
    """The index of a share of the ramp, clamped to 0..end; of NaN the first."""
    return round(min(max(0.0, share), end) * (RAMP_STEPS - 1))


@lru_cache(maxsize=16)
def role_ramp(theme: Theme, role: str) -> tuple[QColor, ...]:
    """257 colours from a role's tint to its line colour."""
    colours = theme.role(role)
    return ramp((colours.tint, colours.line), RAMP_STEPS)


@lru_cache(maxsize=4096)
def readable(ink: int, ground: int, least: float) -> QColor:
    """The text colour for one ground; cached because every cell of every frame asks."""
    base = QColor.fromRgb(ground)
    for candidate in (QColor.fromRgb(ink), QColor("#FFFFFF")):
        if contrast(candidate, base) >= least:
            return candidate
    black, white = QColor("#000000"), QColor("#FFFFFF")
    return black if contrast(black, base) >= contrast(white, base) else white


def high_contrast(theme: Theme) -> Theme:
    """A theme for a pale projector: every grey a step stronger, contrast 7 or more for text.

    Digits on a ramp are black or white, whichever stands out more: on its middle, 4.5 at least.
    """
    plain = (theme.paper, theme.sheet, theme.sunken, theme.band)

    def strong(text: QColor, *grounds: QColor) -> QColor:
        """`text`, as little nearer to ink as its contrast on all its grounds takes."""
        steps = (between(text, theme.ink, step / STEPS_TO_INK) for step in range(STEPS_TO_INK))
        mixed = (QColor.fromRgb(step.rgb()) for step in steps)
        on = (*plain, *grounds)
        enough = (c for c in mixed if min(contrast(c, under) for under in on) >= HIGH_CONTRAST)
        return next(enough, theme.ink)

    def strong_role(role: Role) -> Role:
        return replace(role, text=strong(role.text, role.tint))

    return replace(
        theme,
        ink2=theme.ink,
        ink3=strong(theme.ink2),
        edge=theme.ink3,
        line=theme.edge,
        weight_ink=strong(theme.weight_ink),
        negative_ink=strong(theme.negative_ink),
        alert=strong(theme.alert, theme.alert_tint),
        query=strong_role(theme.query),
        key=strong_role(theme.key),
        value=strong_role(theme.value),
        text_contrast=HIGH_CONTRAST,
    )


@cache  # its ramps are made once, too
def read_theme(path: Path) -> Theme:
    """The theme in one TOML file. Raises OSError, or ValueError for what is no theme."""
    with path.open("rb") as file:
        written: dict[str, Any] = tomllib.load(file)
    try:
        colours: Any = {name: colour(code) for name, code in written["colours"].items()}
        roles: Any = {
            name: Role(*(colour(part[key]) for key in ("text", "line", "tint")))
            for name, part in written["roles"].items()
        }
        ramps: Any = {
            f"{name}_stops": tuple(colour(code) for code in codes)
            for name, codes in written["ramps"].items()
        }
        return Theme(name=written["name"], **colours, **roles, **ramps)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path.name} is not a complete theme: {error}") from error


def colour(code: str) -> QColor:
    """The colour of a code such as #FAF7F0. Raises ValueError for anything else."""
    found = QColor(code)
    if not found.isValid():
        raise ValueError(f"{code!r} is no colour; write it as #RRGGBB")
    return found


def palette(theme: Theme) -> QPalette:
    """Qt's palette for the parts that Qt draws itself: menus, fields, selections, tooltips."""
    made = QPalette()
    roles = QPalette.ColorRole
    for role, shade in (
        (roles.Window, theme.paper),
        (roles.WindowText, theme.ink),
        (roles.Base, theme.sheet),
        (roles.AlternateBase, theme.sunken),
        (roles.Text, theme.ink),
        (roles.PlaceholderText, theme.ink3),
        (roles.Button, theme.sheet),
        (roles.ButtonText, theme.ink),
        (roles.BrightText, theme.alert),
        (roles.Highlight, theme.ink),
        (roles.HighlightedText, theme.sheet),
        (roles.ToolTipBase, theme.ink),
        (roles.ToolTipText, theme.sheet),
        (roles.Link, theme.ink),
        (roles.Light, theme.sheet),
        (roles.Midlight, theme.sunken),
        (roles.Mid, theme.line),
        (roles.Dark, theme.edge),
        (roles.Shadow, theme.edge),
    ):
        made.setColor(role, shade)
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, theme.edge)
    return made
