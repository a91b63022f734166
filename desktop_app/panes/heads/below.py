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
    head = None if state.head is None else state.head + 1
    lettering.draw(painter, line, f"Head {head}" if head else "Heads", EYEBROW, theme.ink3)
    line.translate(0, layout.corner_step + 4)
    for text, strong in corner_lines(state.experiment, head):
        shown = lettering.fitted(text, LABEL, room.width() + 8)
        line.setWidth(max(room.width(), lettering.width(shown, LABEL)))
        lettering.draw(painter, line, shown, LABEL, theme.ink if strong else theme.ink2)
        line.translate(0, layout.corner_step)


def corner_lines(experiment: HeadsExperiment, head: int | None) -> list[tuple[str, bool]]:
    """What the corner says of a head (from 1), line by line; True: the name of its patterns."""
    if head is None:
        return [("point at a head", False), ("to see its slice", False)]
    columns = experiment.columns_of(head)
    if len(columns) == 1:
        lines = [(f"fills column {columns[0]}", False), (f"meets row {columns[0]}", False)]
    else:
        span = f"{columns[0]}–{columns[-1]}"
        lines = [(f"fills columns {span}", False), (f"meets rows {span}", False)]
    names = experiment.patterns_of(head)
    if names:
        few = len(names) <= 2
        lines.append((" and ".join(names) if few else f"all {len(names)} patterns", True))
    return lines


def paint_source(
    painter: QPainter, room: QRectF, experiment: HeadsExperiment, theme: Theme
) -> None:
    """Where the numbers come from, in small type under the choice."""
    for place, text in enumerate(source_lines(experiment)):
        line = room.translated(0, place * 16)
        x = line.left()
        for part, low in parts(text):
            style = CAPTION.sized(9 if low else 12)
            wide = lettering.width(part, style)
            spot = QRectF(x, line.top() + (3 if low else 0), wide, 16)
            lettering.draw(painter, spot, part, style, theme.ink3)
            x += wide


def source_lines(experiment: HeadsExperiment) -> list[str]:
    """What is set, what comes from a file, and what is random."""
    if experiment.source != "hand-set":
        return [f"random, untrained, seed {experiment.seed}"]
    where = "from a file" if experiment.file else "set by hand"
    if not experiment.has_values:
        return [f"queries and keys {where},", "values and W_O random"]
    if experiment.w_o:
        return ["queries, keys, values", f"and W_O {where}"]
    return [f"queries, keys, values {where},", "W_O the identity"]


def parts(text: str) -> list[tuple[str, bool]]:
    """A text cut round its index: W_O random -> W, O (low), then the rest."""
    before, mark, after = text.partition("_")
    return [(before, False), (after[0], True), (after[1:], False)] if mark else [(text, False)]
