"""Where everything stands in pane 02: pure geometry, in the lab's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app.sizes import SizeClass

VALUES = 40.0  # room for the numbers at the left of the plot
NAMES = 168.0  # room for the series' names and values at its right


@dataclass(frozen=True)
class BottleneckLayout:
    """Rectangles of the parts. head, caption and reading belong to the plot."""

    head: QRectF
    plot: QRectF
    caption: QRectF
    reading: QRectF
    funnel_head: QRectF
    funnel: QRectF
    line_y: float
    sentence_head: QRectF
    remains: QRectF


def bottleneck_layout(width: float, height: float, size_class: SizeClass) -> BottleneckLayout:
    """Lay pane 02 out: the plot and the funnel above a line, the sentence below it."""
    pad = float(size_class.lab_padding)
    content = width - 2 * pad
    compact = content < 740
    extra = max(height - 712, 0.0)
    tight = min(height - 712, 0.0)  # below the reference height everything gives way a little
    right = max(264.0 if compact else 296.0, content * 0.34)
    left = content - right - 24
    top = 92.0 + max(tight / 8, -8)
    plot_top = top + 48
    plot_height = 168 + extra * 0.5 + tight * 0.45
    plot = QRectF(pad + VALUES, plot_top, left - VALUES - NAMES, plot_height)
    caption = QRectF(pad, plot.bottom() + 24, left, 16)
    reading = QRectF(pad, caption.bottom() + 5, left, 36)
    line_y = reading.bottom() + 12
    funnel_left = pad + content - right
    funnel_head = QRectF(funnel_left, top + 8, right, 16)
    funnel = QRectF(funnel_left, top + 28, right, line_y - 12 - top - 28)
    sentence_head = QRectF(pad, line_y + 12, content, 32)
    bottom = height - 12
    remains = QRectF(pad, sentence_head.bottom() + 6, content, bottom - sentence_head.bottom() - 6)
    return BottleneckLayout(
        head=QRectF(pad, top, left, 32),
        plot=plot,
        caption=caption,
        reading=reading,
        funnel_head=funnel_head,
        funnel=funnel,
        line_y=line_y,
        sentence_head=sentence_head,
        remains=remains,
    )
