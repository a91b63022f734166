"""Colour arithmetic: WCAG contrast, and ramps joined in OKLab (Ottosson 2020)."""

from __future__ import annotations

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]


def contrast(first: QColor, second: QColor) -> float:
    """The WCAG 2 contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: QColor) -> float:
    """The relative luminance of a colour, 0 (black) to 1 (white)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ramp(stops: tuple[QColor, ...], steps: int) -> tuple[QColor, ...]:
    """`steps` colours through evenly spaced stops, even to the eye between each two."""
    labs = [to_oklab(stop) for stop in stops]
    colours = []
    for step in range(steps):
        position = step / (steps - 1) * (len(labs) - 1)
        index = min(int(position), len(labs) - 2)
        share = position - index
        left, right = labs[index], labs[index + 1]
        mixed = [a + (b - a) * share for a, b in zip(left, right, strict=True)]
        # In whole bytes, as the screen shows it: contrast is decided on what is seen.
        colours.append(QColor.fromRgb(from_oklab((mixed[0], mixed[1], mixed[2])).rgb()))
    return tuple(colours)


def between(first: QColor, second: QColor, share: float) -> QColor:
    """A colour on the straight way from one to another: the first at 0, the second at 1."""
    if share <= 0 or share >= 1:
        return first if share <= 0 else second
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def linear(colour: QColor) -> Triple:
    """Linear-light red, green and blue of an sRGB colour."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return parts[0], parts[1], parts[2]


def to_oklab(colour: QColor) -> Triple:
    """Lightness and the two opponent axes of a colour."""
    r, g, b = linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def from_oklab(lab: Triple) -> QColor:
    """The sRGB colour of an OKLab triple, clamped to what a screen shows."""
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    parts = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return QColor.fromRgbF(*(encoded(part) for part in parts))


def encoded(part: float) -> float:
    """A linear-light part as an sRGB part, clamped to 0..1."""
    part = min(max(part, 0.0), 1.0)
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
