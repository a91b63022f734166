"""Colours: every text readable, every ramp monotone in lightness, both themes complete."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor

from desktop_app.colour import contrast, luminance
from desktop_app.theme import Theme, high_contrast, read_theme

BOTH = pytest.mark.parametrize("name", ["light", "dark"])


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast(QColor("#000000"), QColor("#FFFFFF")) == pytest.approx(21.0)
    assert contrast(QColor("#777777"), QColor("#777777")) == pytest.approx(1.0)


@BOTH
def test_texts_reach_4_5_on_every_ground_they_stand_on(themes: dict[str, Theme], name: str) -> None:
    theme = themes[name]
    for ground in (theme.paper, theme.sheet, theme.sunken, theme.band):
        for ink in (theme.ink, theme.ink2, theme.ink3, theme.weight_ink, theme.negative_ink):
            assert contrast(ink, ground) >= 4.5
    for role in ("query", "key", "value"):
        colours = theme.role(role)
        for ground in (theme.sheet, colours.tint):
            assert contrast(colours.text, ground) >= 4.5
    assert contrast(theme.alert, theme.alert_tint) >= 4.5


@BOTH
def test_control_outlines_reach_3(themes: dict[str, Theme], name: str) -> None:
    theme = themes[name]
    assert contrast(theme.edge, theme.sheet) >= 3
    for role in ("query", "key", "value"):
        assert contrast(theme.role(role).line, theme.sheet) >= 3


@BOTH
def test_numbers_are_readable_on_every_step_of_every_ramp(
    themes: dict[str, Theme], name: str
) -> None:
    theme = themes[name]
    for ground in (*theme.weight_ramp, *theme.negative_ramp):
        assert contrast(theme.text_on(ground), ground) >= 4.5


@BOTH
def test_a_larger_weight_is_always_further_from_the_sheet(
    themes: dict[str, Theme], name: str
) -> None:
    every_fourth = themes[name].weight_ramp[::4]  # neighbours may share their whole bytes
    steps = np.diff([luminance(colour) for colour in every_fourth])
    assert (steps > 0).all() if themes[name].dark else (steps < 0).all()


@BOTH
def test_zero_keeps_the_sheet_and_the_range_clips(themes: dict[str, Theme], name: str) -> None:
    theme = themes[name]
    assert theme.weight_colour(0.0) == theme.sheet == theme.score_colour(0.0, 4.0)
    assert theme.score_colour(9.0, 4.0) == theme.score_colour(4.0, 4.0)
    assert theme.score_colour(-9.0, 4.0) == theme.score_colour(-4.0, 4.0)
    assert theme.score_colour(2.0, 4.0) != theme.score_colour(-2.0, 4.0)


@BOTH
def test_high_contrast_gives_every_text_7(themes: dict[str, Theme], name: str) -> None:
    theme = high_contrast(themes[name])
    roles = [theme.role(role) for role in ("query", "key", "value")]
    for ground in (theme.paper, theme.sheet, theme.sunken, theme.band):
        for ink in (theme.ink, theme.ink2, theme.ink3, theme.weight_ink, theme.negative_ink):
            assert contrast(ink, ground) >= 7
        for colours in roles:
            assert contrast(colours.text, ground) >= 7
    for role, colours in zip(("query", "key", "value"), roles, strict=True):
        assert contrast(colours.text, colours.tint) >= 7
        assert abs(colours.text.hslHue() - themes[name].role(role).text.hslHue()) <= 12
    assert contrast(theme.alert, theme.alert_tint) >= 7


@BOTH
def test_high_contrast_takes_the_stronger_of_black_and_white_on_a_ramp(
    themes: dict[str, Theme], name: str
) -> None:
    theme = high_contrast(themes[name])
    black, white = QColor("#000000"), QColor("#FFFFFF")
    for ground in (*theme.weight_ramp, *theme.negative_ramp):
        found = contrast(theme.text_on(ground), ground)
        assert found >= min(7, max(contrast(black, ground), contrast(white, ground)))


def test_a_theme_with_a_wrong_colour_is_refused_by_name(tmp_path: Path) -> None:
    light = Path(__file__).resolve().parents[2] / "resources" / "theme" / "light.toml"
    broken = tmp_path / "broken.toml"
    broken.write_text(light.read_text(encoding="utf-8").replace("#FAF7F0", "paperish"), "utf-8")
    with pytest.raises(ValueError, match="'paperish' is no colour"):
        read_theme(broken)


def test_an_incomplete_theme_is_refused_by_name(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "broken"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="broken.toml is not a complete theme"):
        read_theme(broken)
