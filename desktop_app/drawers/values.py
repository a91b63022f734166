"""Weight and value: a large weight on a tiny value adds little, and here it can be seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent

from core.comparing import row_place
from core.experiment import AttentionExperiment, Experiment, ProjectionExperiment
from core.explaining.explanation import Explanation, Index
from core.explaining.figures import value_length, value_part
from core.places import key_tokens, query_tokens
from core.value_shares import ValueShares, value_shares
from desktop_app import lettering, numbers
from desktop_app.drawers.numbered import NumberedFigure, explain_with
from desktop_app.drawers.stack import Part, StackSection
from desktop_app.instruments.explainer import Explainer
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

LINE, ROW, WORD, GAP = 16, 28, 56, 12
MOST_ROWS = 12  # the keys beyond are counted
NAMES = ("weight", "|v|", "weight · |v|")


class SharesFigure(NumberedFigure):
    """A row a key: how much weight it gets, how long its value is, how much it adds."""

    title = "Weights and values"
    row = 0  # which query it is, from 0

    shares: ValueShares | None = None
    query = ""
    keys: tuple[str, ...] = ()

    def show_shares(
        self, query: str, keys: tuple[str, ...], shares: ValueShares, row: int = 0
    ) -> None:
        self.row = row
        self.query, self.keys, self.shares = query, keys, shares
        rows = "; ".join(
            f"{key}: weight {numbers.fixed(float(weight))}, value {numbers.fixed(float(length))} "
            f"long, adds {numbers.fixed(float(part))}"
            for key, weight, length, part in zip(
                keys, shares.weights, shares.lengths, shares.parts, strict=True
            )
        )
        self.setAccessibleName(f"What {query} reads. {rows}. {self.sentence()}")
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        found = []
        for place, key in enumerate(self.keys[:MOST_ROWS] if self.shares else ()):
            rooms = self.rooms(24.0 + LINE + place * ROW, ROW)
            pair = (self.row, place)
            steps = (("weights", pair), ("value length", (place,)), ("value part", pair))
            for room, name, (step, where) in zip(rooms, NAMES, steps, strict=True):
                found.append(NumberPlace(room, step, where, f"{name} of {key}"))
        return found

    def sentence(self) -> str:
        """Whether the largest weight also adds most."""
        shares = self.shares
        if shares is None or shares.heaviest is None or shares.adds_most is None:
            return "Here nothing is added."
        heavy, most = self.keys[shares.heaviest], self.keys[shares.adds_most]
        if not shares.differ:
            return f"{heavy} has the largest weight, and adds most."
        times = shares.lengths[shares.adds_most] / max(shares.lengths[shares.heaviest], 1e-12)
        longer = f"{numbers.fixed(float(times), 1)} times as long" if times < 1000 else "longer"
        return f"{heavy} has the largest weight, but {most} adds more: its value is {longer}."

    def notes(self, width: int) -> list[str]:
        texts = [self.sentence()]
        if len(self.keys) > MOST_ROWS:
            texts.insert(0, f"and {len(self.keys) - MOST_ROWS} more")
        return [line for text in texts for line in lettering.wrapped(text, CAPTION, width)]

    def height_for(self, width: int) -> int:
        rows = min(len(self.keys), MOST_ROWS)
        return 24 + LINE + ROW * rows + 8 + LINE * len(self.notes(width))

    def rooms(self, y: float, high: float) -> list[QRectF]:
        """The three columns of a row."""
        wide = (self.width() - WORD) / 3
        return [QRectF(WORD + at * wide + GAP, y, wide - GAP, high) for at in range(3)]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shares is None:
            return
        with QPainter(self) as painter:
            theme, shares = self.theme, self.shares
            head = QRectF(0, 0, self.width(), LINE)
            used = lettering.draw(painter, head, "What ", LABEL.bold(), theme.ink)
            rest = head.adjusted(used, 0, 0, 0)
            token = lettering.fitted(self.query, LABEL.bold(), rest.width() - 90)
            used = lettering.draw(painter, rest, token, LABEL.bold(), theme.query.text)
            lettering.draw(painter, rest.adjusted(used, 0, 0, 0), " reads", LABEL.bold(), theme.ink)
            for room, name in zip(self.rooms(24, LINE), NAMES, strict=True):
                lettering.draw(painter, room, name, CAPTION, theme.ink3)
            longest = top(shares.lengths)
            limits = (1.0, longest, longest)
            colours = (theme.weight_ink, theme.value.line, theme.ink)
            texts = (theme.weight_ink, theme.value.text, theme.ink)
            y = 24.0 + LINE
            for place, key in enumerate(self.keys[:MOST_ROWS]):
                lit = place in {shares.heaviest, shares.adds_most}
                word = QRectF(0, y, WORD, ROW)
                shown = lettering.fitted(key, LABEL.bold(lit), WORD - 4)
                lettering.draw(painter, word, shown, LABEL.bold(lit), theme.ink)
                columns = (shares.weights, shares.lengths, shares.parts)
                bold = (place == shares.heaviest, False, place == shares.adds_most)
                for room, column, limit, colour, text, strong in zip(
                    self.rooms(y, ROW), columns, limits, colours, texts, bold, strict=True
                ):
                    self.paint_bar(painter, room, float(column[place]) / limit, colour)
                    written = numbers.fixed(float(column[place]))
                    style = CAPTION.bold(strong)
                    lettering.draw(painter, room.adjusted(0, 3, 0, -9), written, style, text)
                y += ROW
            y += 8
            for line in self.notes(self.width()):
                lettering.draw(painter, QRectF(0, y, self.width(), LINE), line, CAPTION, theme.ink2)
                y += LINE

    def paint_bar(self, painter: QPainter, room: QRectF, share: float, colour: QColor) -> None:
        """A bar under a number, on a track that is the largest length, or weight 1."""
        track = QRectF(room.left(), room.bottom() - 7, room.width(), 4)
        painter.fillRect(track, self.theme.line)
        if np.isfinite(share) and share > 0:
            track.setWidth(track.width() * min(share, 1.0))
            painter.fillRect(track, colour)


def top(lengths: np.ndarray) -> float:
    """The largest finite length, and never 0."""
    finite = lengths[np.isfinite(lengths)]
    return max(float(finite.max(initial=0.0)), 1e-12)


class ValuesSection(StackSection):
    """Of the pinned query, or of the first one."""

    title = "Weight and value"
    gives_away = True

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.figure = SharesFigure(theme, self)

    def explain_with(self, sums: Explainer) -> None:
        explain_with(self.figure, sums)
        sums.others["value length"] = self.explained
        sums.others["value part"] = self.explained

    def explained(self, index: Index) -> Explanation | None:
        """Of one key how long its value is, of a query and a key what it adds."""
        trace = self.trace if self.isVisible() else None
        if trace is None or max(index) >= len(trace["value"]):
            return None
        return value_part(trace, *index) if len(index) == 2 else value_length(trace, *index)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, AttentionExperiment | ProjectionExperiment)

    def parts(self) -> Sequence[Part]:
        return (self.figure,)

    def show_rows(self) -> None:
        trace = self.trace
        if trace is None:
            return
        row = row_place(trace)[-1]
        shares = value_shares(trace["weights"][row], trace["value"])
        self.figure.show()
        self.figure.show_shares(query_tokens(trace)[row], key_tokens(trace), shares, row)
