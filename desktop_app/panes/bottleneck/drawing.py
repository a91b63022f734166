"""The words that pane 02 paints round its pictures: heads, captions, the reading."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from core.experiments.bottleneck import BottleneckExperiment
from core.fault_names import fault_of
from core.papers import PublishedFigure
from core.traces.bottleneck import BottleneckTrace
from desktop_app import lettering
from desktop_app.lettering import CAPTION, EYEBROW, HEAD, LABEL
from desktop_app.panes.bottleneck.layout import BottleneckLayout
from desktop_app.panes.bottleneck.reading import reading_of
from desktop_app.theme import Theme

LINE = 18.0


def paint_heads(
    painter: QPainter,
    layout: BottleneckLayout,
    experiment: BottleneckExperiment,
    trace: BottleneckTrace,
    theme: Theme,
    room: float,
) -> None:
    """The label of the length, the heads of both pictures, and the line below them.

    room: px that the head of the plot has before its switch.
    """
    label = QRectF(layout.head.left(), 28, 108, 32)
    lettering.draw(painter, label, "Sentence length", LABEL, theme.ink2)
    heads = ["BLEU, by sentence length", "BLEU by length"]
    if experiment.measure == "words" and not trace.problem:
        heads = [
            "Words translated correctly, by sentence length",
            "Words right, by sentence length",
        ]
        heads.append("Words right, by length")
    head = next((h for h in heads if lettering.width(h, HEAD) <= room), heads[-1])
    lettering.draw(
        painter, QRectF(layout.head.topLeft(), layout.head.size()), head, HEAD, theme.ink
    )
    if not trace.problem:
        count = len(trace.english)
        text = f"{count} state{'s' * (count != 1)}, one vector"
        wide = lettering.draw(painter, layout.funnel_head, text, HEAD, theme.ink)
        rest = layout.funnel_head.adjusted(wide + 10, 0, 0, 0)
        share = f"{stride_of(trace)} numbers drawn"
        lettering.draw(painter, rest, share, CAPTION, theme.ink3, lettering.RIGHT)
    painter.setPen(QPen(theme.line, 1))
    y = round(layout.line_y)
    painter.drawLine(round(layout.head.left()), y, round(layout.funnel_head.right()), y)


def stride_of(trace: BottleneckTrace) -> str:
    """How many numbers of a vector are drawn, out of how many."""
    size = len(trace["context"])
    return f"{min(size, 8)} of {size}"


def paint_caption(
    painter: QPainter,
    layout: BottleneckLayout,
    trace: BottleneckTrace,
    figure: PublishedFigure | None,
    pointed: str,
    room: float,
    theme: Theme,
) -> None:
    """The point that is read, else what was measured and where the thin lines come from."""
    read = lettering.wrapped(pointed, CAPTION, room)[:2]
    lines = read if pointed else sources(trace, figure, room)
    top = layout.caption.center().y() - 8 * len(lines)
    for row, line in enumerate(lines):
        place = QRectF(layout.caption.left(), top + 16 * row, room, 16)
        text = lettering.fitted(line, CAPTION, room)
        lettering.draw(painter, place, text, CAPTION, theme.ink3)


def sources(trace: BottleneckTrace, figure: PublishedFigure | None, room: float) -> list[str]:
    """Where the lines come from."""
    lines = []
    if not trace.problem:
        lines.append(measured(trace))
    if figure is not None:
        thin = "" if trace.problem else "thin: "
        for paper in (figure.paper, shortened(figure.paper)):
            line = f"{thin}{paper}, {figure.figure}"
            if lettering.width(line, CAPTION) <= room:
                break
        lines.append(line)
    return lines


def measured(trace: BottleneckTrace) -> str:
    """What the figures at this length come from."""
    if trace.measured_on is None:
        return "not measured at this length"
    number, shortest, longest = trace.measured_on
    if shortest == longest:
        words = f"{number} unseen sentences at each length"
    else:
        words = f"{number} unseen sentences of {shortest} to {longest} words"
    return f"{words}, without the fault" if fault_of(trace.experiment) else words


def shortened(paper: str) -> str:
    """The first author and the year of a paper."""
    first = paper.split(",")[0]
    return f"{first} et al. {paper.split()[-1]}" if "," in paper else paper


def paint_sizes_label(
    painter: QPainter, layout: BottleneckLayout, left: float, theme: Theme
) -> None:
    """The question before the vector sizes, as long as there is room for it."""
    room = left - layout.sizes.left() - 8
    for text in ("Make the vector bigger?", "Bigger vector?"):
        if lettering.width(text, LABEL) <= room:
            place = QRectF(layout.sizes.left(), layout.sizes.top(), room, 32)
            lettering.draw(painter, place, text, LABEL, theme.ink2)
            return


def paint_english_head(
    painter: QPainter, room: QRectF, reason: str, own: bool, theme: Theme
) -> None:
    """The head of the English row; or why the typed sentence is not taken."""
    wide = lettering.draw(painter, room, "English", EYEBROW, theme.ink3) + 16
    rest = room.adjusted(wide, 0, 0, 0)
    if reason:
        text = lettering.fitted(reason, LABEL, rest.width())
        lettering.draw(painter, rest, text, LABEL, theme.alert, lettering.RIGHT)
        return
    words = "your own" if own else "unseen in training; type over it:"
    text = lettering.fitted(words, CAPTION, rest.width())
    lettering.draw(painter, rest, text, CAPTION, theme.ink3, lettering.RIGHT)


def paint_reading(
    painter: QPainter,
    layout: BottleneckLayout,
    experiment: BottleneckExperiment,
    trace: BottleneckTrace,
    theme: Theme,
) -> None:
    """What this sentence shows, at the foot; what runs over two lines is cut there.

    Why there is no translation stands where the translations would.
    """
    top = layout.english.top() if trace.problem else layout.reading.top()
    width = layout.reading.width()
    lines: list[str] = []
    for sentence in reading_of(experiment, trace):
        lines += lettering.wrapped(sentence, LABEL, width)
    if len(lines) > 2:
        lines = [lines[0], lettering.fitted(" ".join(lines[1:]), LABEL, width)]
    colour = theme.alert if trace.problem else theme.ink2
    for row, line in enumerate(lines):
        place = QRectF(layout.reading.left(), top + LINE * row, width, LINE)
        text = lettering.fitted(line, LABEL, width)
        lettering.draw(painter, place, text, LABEL, colour if row == 0 else theme.ink2)
