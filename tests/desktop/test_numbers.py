"""How numbers are written and read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app import numbers


@pytest.mark.parametrize(
    ("number", "decimals", "written"),
    [
        (0.617, 2, "0.62"),
        (-2.55, 1, "−2.5"),
        (-0.004, 2, "0.00"),
        (20000, 0, "20\N{THIN SPACE}000"),
        (4096, 0, "4096"),
        (-12345.678, 1, "−12\N{THIN SPACE}345.7"),
        (-1e300, 2, "−1.00e+300"),
        (math.inf, 2, "∞"),
        (-math.inf, 2, "−∞"),
        (math.nan, 2, "n/a"),
    ],
)
def test_written_with_a_fixed_number_of_decimals(
    number: float, decimals: int, written: str
) -> None:
    assert numbers.fixed(number, decimals) == written


def test_narrow_cells_drop_the_zero_before_the_point() -> None:
    assert numbers.fixed(0.83, 2, bare=True) == ".83"
    assert numbers.fixed(-0.83, 2, bare=True) == "−.83"
    assert numbers.fixed(1.83, 2, bare=True) == "1.83"


def test_an_edited_cell_shows_a_second_decimal_only_when_it_has_one() -> None:
    assert numbers.edited(0.4) == "0.4"
    assert numbers.edited(0.45) == "0.45"
    assert numbers.edited(0.1 + 0.2) == "0.3"


@pytest.mark.parametrize("text", ["0.5", "0,5", " .5 ", "+0.5", "０．５", "٠٫٥", "\u00a00,5\u202f"])
def test_point_and_comma_are_read_alike(text: str) -> None:
    assert numbers.parse(text) == 0.5


@pytest.mark.parametrize("text", ["−1.5", "-1.5", "–1,5", "\u20111.5", "－1.5", "- 1.5"])
def test_any_minus_is_read(text: str) -> None:
    assert numbers.parse(text) == -1.5


def test_thousands_stay_in_one_line_and_numbers_beside_each_other_do_not() -> None:
    text = "65 536 and 262\u2009144 numbers, in 2015 100 of 0.12 345, 12 34"
    kept = "65\u00a0536 and 262\u00a0144 numbers, in 2015 100 of 0.12 345, 12 34"
    assert numbers.unbroken(text) == kept


@pytest.mark.parametrize("space", [" ", "\u2009", "\u00a0", "\u202f"])
def test_a_space_parts_thousands_and_no_numbers(space: str) -> None:
    assert numbers.parse(f"−1{space}234{space}567,5") == -1234567.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.2.4",
        "abc",
        "1 2",
        "1 20000",
        "0,5 0,25",
        "0.5 100",
        "1\t2\n3\t4",
        "nan",
        "inf",
        "1e999",
        "1_5",
    ],
)
def test_what_is_no_number_is_refused_with_a_cure(text: str) -> None:
    with pytest.raises(ValueError, match=r"type one such as 0\.4"):
        numbers.parse(text)


@given(st.floats(-1e6, 1e6))
def test_what_stands_in_a_field_reads_back_exactly(number: float) -> None:
    assert numbers.parse(numbers.typing(number)) == number


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_six_digits_are_within_a_millionth(number: float) -> None:
    back = float(numbers.precise(number).replace("−", "-"))
    assert back == pytest.approx(number, rel=1e-5, abs=1e-45)


@pytest.mark.parametrize("number", [1e300, -1e300, 1e22, 2.5, -7.0, 1e-300])
def test_a_number_in_a_field_is_short_and_exact(number: float) -> None:
    assert len(numbers.typing(number)) <= 8 and numbers.parse(numbers.typing(number)) == number


def test_no_minus_stands_before_zero() -> None:
    written = [write(-0.0) for write in (numbers.precise, numbers.fixed, numbers.edited)]
    assert written == ["0", "0.00", "0.0"]


def test_a_refusal_does_not_repeat_typed_text_at_any_length() -> None:
    with pytest.raises(ValueError, match="x… is not a number; type one such as 0.4") as refused:
        numbers.parse("x" * 5000)
    assert len(str(refused.value)) < 80
