"""How the frame divides a window: three size classes, and low windows."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.lettering import BODY, DISPLAY, TITLE, Style

TOP_BAR, BOTTOM_BAR = 48, 40
MINIMUM = (1024, 560)
FIRST = (1280, 800)  # of a window that nobody has sized yet
FRAME = (16, 40)  # what a desktop puts round a window, at most
FOLDING_HEIGHT = 700  # below this the challenge card folds and the lab scrolls


@dataclass(frozen=True)
class SizeClass:
    """The measures of one class of window widths, in px."""

    name: str
    lesson_width: int
    lesson_padding: int
    lab_padding: int
    segment_width: int
    title: Style
    title_line: int
    display: Style
    display_line: int
    body: Style
    body_line: int
    formula: float
    lab_height: int  # the least height at which a lab shows everything

    @property
    def compact(self) -> bool:
        return self.name.endswith("compact")

    @property
    def presenting(self) -> bool:
        return self.name.startswith("present")


COMPACT = SizeClass(
    "compact", 304, 24, 16, 30, TITLE.sized(30), 36, DISPLAY.sized(40), 44,
    BODY.sized(15), 23, 19, 632,
)  # fmt: skip
MEDIUM = SizeClass("medium", 432, 40, 24, 40, TITLE, 44, DISPLAY, 56, BODY, 26, 22, 632)
LARGE = SizeClass("large", 560, 40, 32, 40, TITLE, 44, DISPLAY, 56, BODY.sized(19), 29, 25, 712)


PRESENT_SHARE = 0.28  # of the width, for the words
PRESENT_BODY = 27.0  # px: 20 points at the size of a slide


def present_class(width: int) -> SizeClass:
    """The measures of present mode: type for the last row, and all the room for the lab."""
    base = size_class(width)
    large = base is LARGE
    return SizeClass(
        f"present {base.name}",
        round(width * PRESENT_SHARE),
        24 if not large else 40,
        base.lab_padding,
        base.segment_width,
        TITLE.sized(36 if not large else 46),
        42 if not large else 52,
        DISPLAY.sized(40 if not large else 56),
        46 if not large else 60,
        BODY.sized(PRESENT_BODY),
        37,
        28 if not large else 34,
        base.lab_height,
    )


def size_class(width: int) -> SizeClass:
    """The class of a window this wide.

    From 1200 on the wide lesson column leaves the cells of pane 05 room for their digits.
    """
    if width < 1200:
        return COMPACT
    return MEDIUM if width < 1600 else LARGE


def first_size(available: tuple[int, int]) -> tuple[int, int]:
    """How large a window opens the first time, on a screen with so much room beside its bars."""
    wide, high = (
        max(min(wished, room - frame), least)
        for wished, room, frame, least in zip(FIRST, available, FRAME, MINIMUM, strict=True)
    )
    return wide, high
