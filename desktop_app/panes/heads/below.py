"""What pane 07 paints below its maps: slice numbers, captions, and the corner beside W_O."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from core.experiment import HeadsExperiment
from desktop_app import formula, lettering
from desktop_app.lettering import CAPTION, EYEBROW, LABEL
from desktop_app.panes.heads.drawing import HeadsState
from desktop_app.panes.heads.layout import HeadsLayout
from desktop_app.theme import Theme

SMALLEST_WITH_NUMBER = 11.0


def paint_joined(painter: QPainter, layout: HeadsLayout, state: HeadsState, theme: Theme) -> None:
    """Numbers at the slices of concat and W_O, and the captions of the three matrices."""
    for index in range(state.experiment.heads):
        paint_slice_number(painter, layout, state, index, theme)
    for cells, latex in (
        (layout.concat, concat_latex(state.experiment.heads)),
        (layout.result, r"\mathrm{MultiHead}"),
    ):
        foot = QPointF(cells.center().x(), cells.bottom() + 22)
        formula.draw(painter, foot, latex, 13, theme, False, align=lettering.CENTRE)
    right = layout.projection.left() - 34
    top = layout.corner.top()
    formula.draw(painter, QPointF(right, top + 18), "W_O", 22, theme, False, align="right")
    shape = QRectF(right - 64, top + 29, 64, 16)
    text = f"{state.experiment.d_model} × {state.experiment.d_model}"
    lettering.draw(painter, shape, text, CAPTION, theme.ink3, lettering.RIGHT)


def paint_slice_number(
    painter: QPainter, layout: HeadsLayout, state: HeadsState, index: int, theme: Theme
) -> None:
    """The number of one head over its columns of concat and beside its rows of W_O.

    Where slices are too narrow for that, only the lit one has it, or the first and the last.
    """
    heads, lit = state.experiment.heads, index == state.head
    size = layout.projection.width() / heads
    few = {0, heads - 1} if state.head is None else {state.head}
    if size < SMALLEST_WITH_NUMBER and index not in few:
        return
    style = CAPTION.sized(12 if size >= 14 else 10).bold(lit)
    colour = theme.ink if lit else theme.ink2
    middle = index * (size + layout.gap) + size / 2
    wide = max(size, lettering.width(str(index + 1), style))
    across = QRectF(layout.concat.left() + middle - wide / 2, layout.concat.top() - 22, wide, 16)
    lettering.draw(painter, across, str(index + 1), style, colour, lettering.CENTRE)
    down = QRectF(layout.projection.left() - 28, layout.projection.top() + middle - 8, 18, 16)
    lettering.draw(painter, down, str(index + 1), style, colour, lettering.RIGHT)


def concat_latex(heads: int) -> str:
    """What stands under the concatenation: its heads, and dots between the first and the last."""
    inner = r",\ \ldots,\ " if heads > 2 else r",\ "
    last = rf"{inner}\mathrm{{head}}_{{{heads}}}" if heads > 1 else ""
    return rf"\mathrm{{Concat}}(\mathrm{{head}}_1{last})"


def paint_corner(painter: QPainter, layout: HeadsLayout, state: HeadsState, theme: Theme) -> None:
    """Which columns and rows belong to the lit head, and what was put there by hand."""
    room = layout.corner
    line = QRectF(room.left(), room.top() - 4, room.width(), 16)
    if state.head is None:
        lettering.draw(painter, line, "Heads", EYEBROW, theme.ink3)
        for text in ("point at a head", "to see its slice"):
            line.translate(0, 18 if text.startswith("to") else 24)
            lettering.draw(painter, line, text, LABEL, theme.ink2)
        return
    head = state.head + 1
    columns = state.experiment.columns_of(head)
    one = len(columns) == 1
    span = str(columns[0]) if one else f"{columns[0]}–{columns[-1]}"
    lettering.draw(painter, line, f"Head {head}", EYEBROW, theme.ink3)
    line.translate(0, 24)
    lettering.draw(painter, line, f"fills column{'' if one else 's'} {span}", LABEL, theme.ink2)
    line.translate(0, 18)
    lettering.draw(painter, line, f"meets row{'' if one else 's'} {span}", LABEL, theme.ink2)
    names = state.experiment.patterns_of(head)
    if names:
        line.translate(0, 18)
        text = f"all {len(names)} patterns" if len(names) > 2 else " and ".join(names)
        shown = lettering.fitted(text, LABEL, room.width() + 8)
        line.setWidth(max(line.width(), lettering.width(shown, LABEL)))
        lettering.draw(painter, line, shown, LABEL, theme.ink)


def paint_source(
    painter: QPainter, room: QRectF, experiment: HeadsExperiment, theme: Theme
) -> None:
    """Where the numbers come from, in small type under the choice."""
    lines = (
        ["queries and keys set by hand,", "values and W_O random"]
        if experiment.source == "hand-set"
        else [f"random, untrained, seed {experiment.seed}"]
    )
    for place, text in enumerate(lines):
        line = room.translated(0, place * 16)
        x = line.left()
        for part, low in parts(text):
            style = CAPTION.sized(9 if low else 12)
            wide = lettering.width(part, style)
            spot = QRectF(x, line.top() + (3 if low else 0), wide, 16)
            lettering.draw(painter, spot, part, style, theme.ink3)
            x += wide


def parts(text: str) -> list[tuple[str, bool]]:
    """A text cut round its index: W_O random -> W, O (low), then the rest."""
    before, mark, after = text.partition("_")
    return [(before, False), (after[0], True), (after[1:], False)] if mark else [(text, False)]
