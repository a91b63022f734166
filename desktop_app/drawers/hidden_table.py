"""Ways to treat a query that sees no key, with what each makes of output and gradients."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from core.arrays import Floats
from core.hidden_rows import HiddenRow
from desktop_app import lettering, numbers
from desktop_app.drawers.numbered import NumberedFigure
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL

ROW, HEAD = 44, 24
SHOWN = 3  # numbers of an output


def share_words(weights: Floats | None) -> str:
    """A row of weights in few words."""
    if weights is None:
        return "none"
    if np.isnan(weights).any():
        return f"{numbers.NOT_A_NUMBER} each"
    if np.ptp(weights) < 1e-9:
        return f"{numbers.fixed(float(weights[0]))} each"
    return " ".join(numbers.fixed(float(weight), 2, bare=True) for weight in weights)


class HiddenTable(NumberedFigure):
    """One row a way: its weights, its output, the largest gradient of query and values."""

    title = "Ways of masking"

    ways: tuple[HiddenRow, ...] = ()
    token = ""

    def show_ways(self, ways: tuple[HiddenRow, ...], token: str) -> None:
        self.ways, self.token = ways, token
        self.setAccessibleName(
            f"If {token} saw no key. "
            + ". ".join(
                f"{way.name}: weights {share_words(way.weights)}, {self.effects(way)}"
                for way in ways
            )
        )
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        found = []
        for place, way in enumerate(self.ways):
            if way.weights is None or way.output is None:
                continue
            y = HEAD + place * ROW + 4.0
            wide = min(lettering.width(share_words(way.weights), CAPTION), self.width() / 2)
            room = QRectF(self.width() - wide, y, wide, 16)
            found.append(NumberPlace(room, "hidden weights", (place,), f"weights, {way.name}"))
            x = lettering.width("output ", CAPTION)
            for component, number in enumerate(way.output[:SHOWN]):
                text = numbers.fixed(float(number))
                wide = lettering.width(text, CAPTION)
                name = f"output {component + 1}, {way.name}"
                where = (place, component)
                found.append(NumberPlace(QRectF(x, y + 18, wide, 16), "hidden output", where, name))
                x += lettering.width(f"{text} ", CAPTION)
        return found

    def effects(self, way: HiddenRow) -> str:
        """What the way does to the output and to the gradients."""
        if way.output is None:
            return way.reason
        shown = way.output[:SHOWN]
        more = " …" if len(way.output) > len(shown) else ""
        output = " ".join(numbers.fixed(float(number)) for number in shown)
        moved = f"q {numbers.fixed(way.query)}, V {numbers.fixed(way.value)}"
        return f"output {output}{more} · gradients {moved}"

    def height_for(self, width: int) -> int:
        return HEAD + ROW * len(self.ways) + 16

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, wide = self.theme, float(self.width())
            head = QRectF(0, 0, wide, HEAD)
            used = lettering.draw(painter, head, "If ", LABEL.bold(), theme.ink)
            token = lettering.fitted(self.token, LABEL.bold(), 100)
            used += lettering.draw(
                painter, head.adjusted(used, 0, 0, 0), token, LABEL.bold(), theme.query.text
            )
            rest = head.adjusted(used, 0, 0, 0)
            lettering.draw(painter, rest, " saw no key at all", LABEL.bold(), theme.ink)
            for place, way in enumerate(self.ways):
                self.paint_way(painter, QRectF(0, HEAD + place * ROW, wide, ROW), way)

    def paint_way(self, painter: QPainter, room: QRectF, way: HiddenRow) -> None:
        theme = self.theme
        first = QRectF(room.left(), room.top() + 4, room.width(), 16)
        second = first.translated(0, 18)
        used = lettering.draw(painter, first, way.name, LABEL, theme.ink)
        weights = share_words(way.weights)
        beside = first.adjusted(used + 12, 0, 0, 0)
        words = lettering.fitted(weights, CAPTION, beside.width())
        broken = way.weights is not None and bool(np.isnan(way.weights).any())
        colour = theme.alert if broken else theme.weight_ink
        lettering.draw(painter, beside, words, CAPTION, colour, lettering.RIGHT)
        effects = lettering.fitted(self.effects(way), CAPTION, second.width())
        lettering.draw(painter, second, effects, CAPTION, theme.ink2)
