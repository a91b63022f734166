"""Parts of a formula are found by their shapes, wherever the whole puts them."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formula_parts import part_box
from core.reading import read_lesson
from core.typesetting import FormulaError, typeset

LESSON = Path(__file__).parents[2] / "resources" / "lessons" / "attention"
PRODUCT = r"\query{Q}\key{K}^\mathsf{T}"


@pytest.fixture(scope="module")
def whole():
    """The formula of the recap."""
    return read_lesson(LESSON).slides[-1].formulas[0].latex


def test_the_five_parts_stand_where_a_reader_sees_them(whole):
    product, scale, mask, softmax, value = (
        part_box(whole, part, last=True)
        for part in (PRODUCT, r"\sqrt{d_k}", "M", r"\mathrm{softmax}", r"\value{V}")
    )
    assert softmax.right < product.left < mask.left < value.left
    assert product.bottom < scale.top + 1 and scale.bottom > 0, "the root stands under the product"
    assert abs((product.left + product.right) - (scale.left + scale.right)) < 60
    assert mask.right < value.left, "the last V stands outside the parentheses"
    assert value.right == pytest.approx(typeset(whole).width, abs=4)


def test_the_first_and_the_last_place_differ(whole):
    first, last = (part_box(whole, r"\value{V}", last=last) for last in (False, True))
    assert first.left < 900 < last.left
    assert last.right - last.left == pytest.approx(first.right - first.left, abs=0.1)


def test_a_role_is_part_of_what_is_looked_for(whole):
    assert part_box(whole, "V") is None
    assert part_box(whole, r"\key{Q}") is None
    assert part_box(whole, r"\query{Q}") is not None


@pytest.mark.parametrize("part", ["Z", r"\sqrt{d_v}", r"\mathrm{softmin}", PRODUCT + "Z"])
def test_what_is_not_there_is_not_found(whole, part):
    assert part_box(whole, part) is None


def test_a_part_that_is_set_smaller_is_not_mistaken_for_the_whole_size():
    assert part_box("x^{M}", "M") is None
    assert part_box("x + M", "M") is not None


def test_what_cannot_be_set_says_so(whole):
    with pytest.raises(FormulaError):
        part_box(whole, r"\nonsense{x}")


@settings(max_examples=15, deadline=None)
@given(
    before=st.lists(st.sampled_from("abcxyz"), max_size=4),
    after=st.lists(st.sampled_from("abcxyz"), max_size=4),
)
def test_what_stands_before_moves_a_part_and_what_stands_after_does_not(before, after):
    part = r"\frac{p}{q}"
    alone = part_box(part, part)
    found = part_box("".join([*before, part, *after]), part)
    shorter = part_box("".join([*before, part]), part)
    assert found is not None and found == pytest.approx(shorter, abs=1)
    assert found.right - found.left == pytest.approx(alone.right - alone.left, abs=0.5)
    assert (found.top, found.bottom) == pytest.approx((alone.top, alone.bottom), abs=0.5)
