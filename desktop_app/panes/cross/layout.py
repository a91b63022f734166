"""Where everything stands in pane 09: pure geometry, in the lab's own pixels.

Q, the weights A and the output AV share their rows; K transposed stands over A, V over AV. Target
and source are fields at the top, and the judgement of the shapes is a strip at the foot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

FIELD, STRIP, CONTROL = 40.0, 56.0, 32.0
LEAST_KEYS, MOST_KEYS = 6, 8  # key columns that the widths are measured for
LEAST_ROWS, MOST_ROWS = 4, 6
LEAST_QUERY = 3  # columns of room for Q, whose inlet passes the caption of K
LEAST_QUERY_CELL = 29.0  # the narrowest cell that still shows its digits
LARGEST = 1.5  # how far cells grow in a large window
MATRICES = frozenset({"query", "key", "weights", "value", "output"})


@dataclass(frozen=True)
class Widths:
    """Distances and cell widths of a size class, in px."""

    label: float  # from the left edge to the first query column
    gap: float  # between Q and A
    middle: float  # between A and V: row sums, the stem, words and weights of V
    query: float
    weight: float
    value: float


MEDIUM = Widths(56, 28, 124, 36, 44, 44)
COMPACT = Widths(52, 24, 116, 30, 36, 38)


@dataclass(frozen=True)
class Heights:
    """Distances from top to bottom, in px; the last four count from the fields' lower edge."""

    label: float  # from the padding to the middle of the fields' labels
    field: float  # from the padding to the fields
    note: float
    arithmetic: float
    value: float
    below: float  # from the last row of A to the strip
    step: float  # between two rows of the arithmetic


ROOMY = Heights(56, 72, 29, 45, 97, 64, 24)
TIGHT = Heights(49, 64, 22, 35, 87, 58, 22)
SUM = 252.0  # a sum of three products is this wide
TOTALS = 12.0  # how much lower captions stand where columns have sums
CAPTIONED = 84.0  # from the note on V's line to V: its caption, weights and words
ROW, TURNED_ROW = 36.0, 24.0
BETWEEN = 23.0  # from the last row of V to the first of A


@dataclass(frozen=True)
class CrossLayout:
    """Rectangles of the cells of each matrix (without brackets), and of what stands round them."""

    query: QRectF
    key: QRectF
    weights: QRectF
    value: QRectF
    output: QRectF
    query_cell: QPointF  # width and height
    key_cell: QPointF
    weight_cell: QPointF
    value_cell: QPointF
    target: QRectF
    source: QRectF
    label_y: float
    note_y: float
    control_y: float
    arithmetic: QRectF
    step: float
    strip: QRectF
    stem_x: float
    fork_y: float
    edge: float  # the right end of the room for A
    turned: bool = False  # queries are columns: K stands left of A, Q over it

    @property
    def left(self) -> str:
        """The matrix at the left of A, which shares its rows."""
        return "key" if self.turned else "query"

    @property
    def top(self) -> str:
        """The matrix over A, which shares its columns."""
        return "query" if self.turned else "key"

    @property
    def inlet(self) -> float:
        """Where the line comes down to the matrix at the left."""
        cell = self.key_cell if self.turned else self.query_cell
        return self.cells(self.left).left() + cell.x() / 2

    @property
    def under(self) -> float:
        """What captions under the matrices keep free: sums of columns stand there."""
        return TOTALS if self.turned else 0.0

    def cells(self, name: str) -> QRectF:
        cells: QRectF = getattr(self, name)
        return cells

    def grid(self, name: str) -> QRectF:
        """The rectangle of a grid widget: its cells and the margin round them."""
        return self.cells(name).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


@dataclass(frozen=True)
class Sizes:
    """Rows and columns: m target tokens, n source tokens, columns of Q, of K and of V.

    d_q, d_k and d_v are those that are drawn; whole, where there are more, all of them.
    """

    m: int
    n: int
    d_q: int
    d_k: int
    d_v: int
    whole: tuple[int, int, int] | None = None  # where more than is drawn: of Q, K and V
    part: int = 0  # which of the parts of a long state is drawn, from 0

    def first(self, name: str) -> int:
        """The first component of a matrix that is drawn, from 0."""
        if self.whole is None or name == "weights":
            return 0
        drawn = {"query": self.d_q, "key": self.d_k}.get(name, self.d_v)
        whole = dict(zip(("query", "key"), self.whole, strict=False)).get(name, self.whole[2])
        return max(min(self.part * drawn, whole - drawn), 0)

    @property
    def parts(self) -> int:
        """How many parts the longest state has; 1 where all of it is drawn."""
        if self.whole is None:
            return 1
        drawn = (self.d_q, self.d_k, self.d_v)
        return max(-(-all_ // some) for all_, some in zip(self.whole, drawn, strict=True))


def cross_layout(
    width: float, height: float, size_class: SizeClass, s: Sizes, row: float = ROW
) -> CrossLayout:
    """Lay the pane out for a lab of this size and matrices of these shapes.

    row: the height of a row of A beside that of K and V, which is 28.
    """
    pad = float(size_class.lab_padding)
    w = COMPACT if size_class.compact else MEDIUM
    h = TIGHT if height < 700 else ROOMY
    content = width - 2 * pad
    query_w, weight_w, value_w, edge_w = cell_widths(content, w, s)
    query_room = query_w * max(s.d_q, LEAST_QUERY)
    used = w.label + w.gap + w.middle + query_room + edge_w + value_w * s.d_v
    spare = max(content - used, 0.0)
    fields = pad + h.field
    value_top = fields + FIELD + h.value
    strip = QRectF(pad, height - pad - STRIP, content, STRIP)
    key_band, row_h, row_limit, spare_y = row_heights(value_top, strip.top() - h.below, s, row)
    value_top += spare_y * 0.4
    bottom = value_top + key_band
    arithmetic_y = fields + FIELD + h.arithmetic + spare_y * 0.2
    words_y = arithmetic_y + 58 + 2 * h.step + 29  # the words over K end here
    key_h = whole(min(row_limit, (bottom - words_y) / s.d_k))
    value_h = whole(min(key_band / s.n, row_limit))
    left = pad + w.label + 0.25 * spare
    query = QRectF(left, bottom + BETWEEN, query_w * s.d_q, row_h * s.m)
    weights_left = left + query_room + w.gap + 0.25 * spare
    weights = QRectF(weights_left, query.top(), weight_w * s.n, row_h * s.m)
    right = width - pad
    edge = weights.left() + edge_w
    output = QRectF(right - value_w * s.d_v, query.top(), value_w * s.d_v, row_h * s.m)
    sum_left = min(weights.left() - 4, edge - SUM)
    stem = edge + 24 + 0.15 * spare
    return CrossLayout(
        query=query,
        key=QRectF(weights.left(), bottom - key_h * s.d_k, weight_w * s.n, key_h * s.d_k),
        weights=weights,
        value=QRectF(output.left(), bottom - value_h * s.n, output.width(), value_h * s.n),
        output=output,
        query_cell=QPointF(query_w, row_h),
        key_cell=QPointF(weight_w, key_h),
        weight_cell=QPointF(weight_w, row_h),
        value_cell=QPointF(value_w, value_h),
        target=QRectF(pad, fields, round(content * 0.37), FIELD),
        source=QRectF(pad + round(content * 0.41), fields, content - round(content * 0.41), FIELD),
        label_y=pad + h.label,
        note_y=fields + FIELD + h.note,
        control_y=pad,
        arithmetic=QRectF(sum_left, arithmetic_y, edge - sum_left, 58 + 2 * h.step),
        step=h.step,
        strip=strip,
        stem_x=stem,
        fork_y=fields + FIELD + h.arithmetic + 7,
        edge=edge,
    )


def turned_layout(width: float, height: float, size_class: SizeClass, s: Sizes) -> CrossLayout:
    """The same pane with queries as columns: K is at the left of A, Q over it.

    V and AV stand at the right as before, over each other, and are turned as well: their rows are
    components, V's columns are keys and AV's are queries. The two sentences change sides.
    """
    columns = max(s.m, s.n)
    swapped = Sizes(s.n, s.m, s.d_k, s.d_q, min(max(columns - 2, 3), 6))
    at = cross_layout(width, height, size_class, swapped, TURNED_ROW)
    right, left = at.strip.right(), at.stem_x + 28
    wide = min((right - left) / columns, at.value_cell.x() * 1.2)
    wide = whole(wide)
    free = at.key.bottom() - at.note_y - CAPTIONED
    high = whole(min(at.weight_cell.y(), free / s.d_v))
    value = QRectF(right - wide * s.n, at.key.bottom() - high * s.d_v, wide * s.n, high * s.d_v)
    low = whole(min(high, at.weights.height() / s.d_v))
    output = QRectF(right - wide * s.m, at.weights.top(), wide * s.m, low * s.d_v)
    return replace(
        at,
        turned=True,
        query=at.key,
        key=at.query,
        query_cell=at.key_cell,
        key_cell=at.query_cell,
        value=value,
        value_cell=QPointF(wide, high),
        output=output,
        target=QRectF(at.source),
        source=QRectF(at.target),
    )


def cell_widths(content: float, w: Widths, s: Sizes) -> tuple[float, float, float, float]:
    """Cell widths of Q, of A and K, of V and AV; and the width of the room for A.

    Q, V and AV keep cells in which digits fit; A divides its room among its columns.
    """
    free = content - w.label - w.gap - w.middle
    keys = min(max(s.n, LEAST_KEYS), MOST_KEYS)
    columns = max(s.d_q, LEAST_QUERY)
    share = free / (w.query * columns + w.weight * keys + w.value * s.d_v)
    query = whole(min(max(w.query * share, LEAST_QUERY_CELL), w.query * LARGEST))
    rest = (free - query * columns) / (w.weight * keys + w.value * s.d_v)
    rest = min(rest, LARGEST)
    value = whole(w.value * rest)
    room = whole(w.weight * rest) * keys
    weight = whole(min(room / s.n, w.weight * rest))
    return query, weight, value, room


def row_heights(
    top: float, bottom: float, s: Sizes, row: float
) -> tuple[float, float, float, float]:
    """The height for V; a row of A; the highest row of K and V; and what is left over."""
    keys = min(max(s.n, LEAST_KEYS), MOST_KEYS)
    rows = min(max(s.m, LEAST_ROWS), MOST_ROWS)
    free = bottom - top - BETWEEN
    share = min(free / (28 * keys + row * rows), LARGEST)
    key_band, row_band = whole(28 * share) * keys, whole(row * share) * rows
    row_h = whole(min(row_band / s.m, row * share))
    return key_band, row_h, whole(28 * share), free - key_band - row_band


def whole(length: float) -> float:
    """Cells of whole pixels, where they are large enough for that."""
    return float(int(length)) if length >= 8 else length
