"""Formulas on screen: role colours, sizes, and what an unknown command shows."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from core.typesetting import plain_latex, typeset
from desktop_app import formula
from desktop_app.theme import Theme

SOFTMAX = r"\mathrm{softmax}\left(\query{Q}\key{K}^\mathsf{T}\right)\value{V}"


def painted(latex: str, theme: Theme, size: float = 48) -> QImage:
    picture = QImage(900, 200, QImage.Format.Format_RGB32)
    picture.fill(theme.sheet)
    painter = QPainter(picture)
    formula.draw(painter, QPointF(20, 120), latex, size, theme)
    painter.end()
    return picture


def colours(picture: QImage) -> set[str]:
    return {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(0, picture.height(), 2)
    }


def test_each_role_has_its_colour_in_both_themes(themes: dict[str, Theme], qapp: object) -> None:
    for theme in themes.values():
        seen = colours(painted(SOFTMAX, theme))
        for ink in (theme.ink, theme.query.text, theme.key.text, theme.value.text):
            assert ink.name() in seen


def test_a_formula_grows_with_its_size(theme: Theme) -> None:
    small, large = formula.box(SOFTMAX, 20), formula.box(SOFTMAX, 40)
    assert large.width == 2 * small.width and large.height == 2 * small.height


def test_a_formula_that_cannot_be_set_shows_its_latex(theme: Theme) -> None:
    assert formula.set_or_none(r"\nosuch{x}", True) is None
    assert theme.ink.name() in colours(painted(r"\nosuch{x}", theme))


def test_outlines_keep_their_role() -> None:
    roles = [outline.role for outline in typeset(r"\query{q}\cdot\key{k}").outlines]
    assert roles == ["query", "ink", "key"]


def test_copied_latex_has_no_command_of_ours() -> None:
    assert plain_latex(r"\query{Q_{ij}}\key{K}^\mathsf{T}") == r"Q_{ij}K^\mathsf{T}"
    assert plain_latex(r"\query{\key{x}}") == "x"
