"""What pane 07 paints round its maps: the band, names, entropies, words and strongest links."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from core.experiment import HeadsExperiment
from core.trace import Trace
from desktop_app import lettering, numbers
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.heads.layout import HeadPlace, HeadsLayout
from desktop_app.theme import Theme

SMALLEST_ROW_LABEL = 10.0
NEAREST_WORDS = 3.0  # px between two words over the columns


@dataclass(frozen=True)
class HeadsState:
    """What stands round the maps. head, query, key: what is lit, counting from 0."""

    experiment: HeadsExperiment
    trace: Trace
    head: int | None = None
    query: int | None = None
    key: int | None = None


OUT_ROOM = 44.0  # for the words beside the name of a head that is knocked out


def paint_band(painter: QPainter, layout: HeadsLayout, state: HeadsState, theme: Theme) -> None:
    """The ground behind the head that is lit."""
    if state.head is None:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.band)
    painter.drawRoundedRect(layout.heads[state.head].band, 8, 8)
    painter.restore()


def paint_heads(painter: QPainter, layout: HeadsLayout, state: HeadsState, theme: Theme) -> None:
    """Name, entropy, words and strongest link of every head."""
    style = column_style(state.experiment.tokens, layout.cell) if layout.worded else None
    for index, place in enumerate(layout.heads):
        paint_name(painter, layout, state, index, theme)
        if style is not None:
            paint_columns(painter, layout, place, state, index == state.head, style, theme)
        if state.query is not None:
            paint_link(painter, layout, state, index, theme)
    if layout.worded and layout.cell >= SMALLEST_ROW_LABEL:
        paint_rows(painter, layout, state, theme)


def paint_name(
    painter: QPainter, layout: HeadsLayout, state: HeadsState, index: int, theme: Theme
) -> None:
    """The head's name at the left, the mean entropy of its rows at the right."""
    place = layout.heads[index]
    many = len(layout.heads) > 8
    bits = f"{numbers.fixed(float(state.trace['mean_entropy'][index]))} bits"
    style = LABEL if not many else CAPTION
    room = QRectF(place.name)
    used = lettering.draw(painter, room, bits, style, theme.ink2, lettering.RIGHT)
    room.setWidth(room.width() - used - 4)
    name = str(index + 1) if many else f"Head {index + 1}"
    out = index + 1 in state.experiment.knocked_out
    style, colour = LABEL.bold() if many else HEAD, theme.ink3 if out else theme.ink
    used = lettering.draw(painter, room, name, style, colour)
    if out and not many and room.width() - used > OUT_ROOM:
        beside = room.adjusted(used + 6, 0, 0, 0)
        lettering.draw(painter, beside, "is out", CAPTION, theme.ink3)


def column_style(tokens: tuple[str, ...], cell: float) -> Style | None:
    """The largest type in which no two words over the columns touch; None: no words fit."""
    for size in (13, 12, 11, 10):
        style = LABEL.sized(size)
        wide = [lettering.width(token, style.bold()) for token in tokens]
        pairs = zip(wide, wide[1:], strict=False)
        if all((one + two) / 2 + NEAREST_WORDS <= cell for one, two in pairs):
            return style
    return None


def paint_columns(
    painter: QPainter,
    layout: HeadsLayout,
    place: HeadPlace,
    state: HeadsState,
    lit: bool,
    style: Style,
    theme: Theme,
) -> None:
    """The keys over one map; the lit one in its colour."""
    for column, token in enumerate(state.experiment.tokens):
        middle = place.cells.left() + (column + 0.5) * layout.cell
        bold = style.bold(lit and column == state.key)
        wide = max(lettering.width(token, bold), layout.cell)
        room = QRectF(middle - wide / 2, layout.words_y - 8, wide, 16)
        colour = theme.key.text if lit and column == state.key else theme.ink2
        lettering.draw(painter, room, token, bold, colour, lettering.CENTRE)


def paint_rows(painter: QPainter, layout: HeadsLayout, state: HeadsState, theme: Theme) -> None:
    """The queries at the left of the first map; the pinned one in its colour."""
    cells = layout.heads[0].cells
    style = LABEL if layout.cell >= 16 else LABEL.sized(max(layout.cell - 1, 9))
    for row, token in enumerate(state.experiment.tokens):
        bold = style.bold(row == state.query)
        room = QRectF(cells.left() - 52, cells.top() + row * layout.cell, 40, layout.cell)
        colour = theme.query.text if row == state.query else theme.ink2
        text = lettering.fitted(token, bold, 40)
        lettering.draw(painter, room, text, bold, colour, lettering.RIGHT)


def paint_link(
    painter: QPainter, layout: HeadsLayout, state: HeadsState, index: int, theme: Theme
) -> None:
    """Where the lit query looks most in one head, and with what weight."""
    assert state.query is not None
    trace, tokens = state.trace, state.experiment.tokens
    room = QRectF(layout.heads[index].link)
    key = key_words(state, index)
    weight = numbers.fixed(float(trace["top_weight"][index, state.query]))
    bold = LABEL.bold()
    two_lines = 4 < len(layout.heads) <= 8
    if two_lines:
        middle = room.center().y()
        line = QRectF(room.left(), middle + 2, room.width(), 18)
        lettering.draw(painter, line, weight, bold, theme.weight_ink)
        room = QRectF(room.left(), middle - 20, room.width(), 18)
        wide = room.width()
    else:
        used = lettering.draw(painter, room, weight, bold, theme.weight_ink, lettering.RIGHT)
        wide = room.width() - used - 6
    room.setWidth(wide)
    arrow, arrow_style = " → ", LABEL
    many = len(layout.heads) > 8
    for_words = wide - lettering.width(arrow, arrow_style)
    runs: list[tuple[str, Style, QColor]] = [(arrow.lstrip() if many else arrow, LABEL, theme.ink3)]
    if not many:
        query = lettering.fitted(tokens[state.query], bold, for_words / 2)
        for_words -= lettering.width(query, bold)
        runs.insert(0, (query, bold, theme.query.text))
    runs.append((lettering.fitted(key, bold, for_words), bold, theme.key.text))
    lettering.draw_runs(painter, room, runs)


def key_words(state: HeadsState, index: int) -> str:
    """The key that the lit query looks at most in one head, or how many share that place."""
    assert state.query is not None
    sharing = int(state.trace["sharing"][index, state.query])
    if sharing > 1:
        every = sharing == int(state.trace["visible"][index, state.query])
        return f"all {sharing}" if every else f"{sharing} tied"
    return state.experiment.tokens[int(state.trace["strongest"][index, state.query])]
