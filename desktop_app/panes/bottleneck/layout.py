"""Where everything stands in pane 02: pure geometry, in the lab's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app.sizes import SizeClass

VALUES = 40.0  # room for the numbers at the left of the plot
NAMES = 112.0  # room for the series' names at its right
READING = 36.0  # two lines below the rows
LOWEST = 632.0  # the height at which everything still fits while the sentences are short


@dataclass(frozen=True)
class BottleneckLayout:
    """Rectangles of the parts. head, plot, caption and papers at the left, the funnel at the right.

    sizes: where the row of vector sizes stands, below the funnel. rows: the three sentences, whose
    first head is english. reading: two lines at the foot.
    """

    head: QRectF
    plot: QRectF
    caption: QRectF
    papers: QRectF
    funnel_head: QRectF
    funnel: QRectF
    sizes: QRectF
    line_y: float
    english: QRectF
    rows: QRectF
    reading: QRectF


def bottleneck_layout(
    width: float, height: float, size_class: SizeClass, more: float = 0.0, sized: bool = False
) -> BottleneckLayout:
    """Lay pane 02 out: the plot and the funnel above a line, the three rows below it.

    more: px by which long sentences make the rows higher than usual. sized: whether the row of
    vector sizes is shown.
    """
    pad = float(size_class.lab_padding)
    content = width - 2 * pad
    usual = height - more  # what the parts share as if the rows had no more than usual
    extra, tight = max(usual - 712, 0.0), min(usual - 712, 0.0)
    right = max(264.0 if content < 740 else 296.0, content * 0.34)
    left = content - right - 24
    top = 88.0 if tight < -40 else 92.0
    plot_top = top + 48
    plot_height = 186 + extra * 0.5 + tight * 0.62
    plot = QRectF(pad + VALUES, plot_top, left - VALUES - NAMES, plot_height)
    foot = plot.bottom() + 26
    papers = QRectF(pad, foot, left, 32)
    line_y = papers.bottom() + 12
    funnel_left = pad + content - right
    funnel_top = top + 30
    funnel_bottom = foot - 4 if sized else line_y - 12
    english = QRectF(pad, line_y + 10, content, 32)
    bottom = height - 10
    reading = QRectF(pad, bottom - READING, content, READING)
    rows_top = english.bottom() + 4
    return BottleneckLayout(
        head=QRectF(pad, top, left, 32),
        plot=plot,
        caption=QRectF(pad + VALUES, foot, left - VALUES, 32),
        papers=papers,
        funnel_head=QRectF(funnel_left, top + 8, right, 16),
        funnel=QRectF(funnel_left, funnel_top, right, funnel_bottom - funnel_top),
        sizes=QRectF(funnel_left, foot, right, 32),
        line_y=line_y,
        english=english,
        rows=QRectF(pad, rows_top, content, reading.top() - 6 - rows_top),
        reading=reading,
    )
