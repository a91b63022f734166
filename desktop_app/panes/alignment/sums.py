"""The numbers of pane 03 that say where they come from, beside those of its map."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from desktop_app import numbers
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.panes.alignment import table_places
from desktop_app.panes.alignment.context import SHOWN, cells_of, row_rect
from desktop_app.panes.alignment.layout import BAR_ROW, AlignmentLayout
from desktop_app.panes.alignment.next_words import NUMBER
from desktop_app.panes.alignment.step_state import StepState
from desktop_app.panes.alignment.table import TableState
from desktop_app.panes.alignment.table_places import SUM, Rows


def painted_places(layout: AlignmentLayout, state: StepState) -> list[NumberPlace]:
    """The likeliest next words, the heaviest weighted states, and the context."""
    return [*word_places(layout, state), *context_places(layout, state)]


def word_places(layout: AlignmentLayout, state: StepState) -> list[NumberPlace]:
    """The probabilities of the next word."""
    if "next_word" not in state.trace:
        return []
    shares = state.trace["next_word"][state.trace.step]
    room, places = layout.next_words, []
    rows = int(room.height() / BAR_ROW)
    for row, (word, share) in enumerate(state.trace.next_words[:rows]):
        at = int(np.flatnonzero(shares == share)[0])
        number = QRectF(room.right() - NUMBER, room.top() + row * BAR_ROW, NUMBER, BAR_ROW)
        name = f"{word}, probability {numbers.precise(share)}"
        places.append(NumberPlace(number, "next_word", (state.trace.step, at), name))
    return places


def context_places(layout: AlignmentLayout, state: StepState) -> list[NumberPlace]:
    """The drawn numbers of the weighted states, and of their sum."""
    assembled, places = state.assembled, []
    named = len(assembled.places)
    for row, place in enumerate(assembled.places):
        whole = row_rect(layout.context, row)
        line, word = cells_of(whole), state.source(place)
        number = QRectF(whole.left(), whole.top(), 34, whole.height())
        where = (state.trace.step, place)
        places.append(NumberPlace(number, "weights", where, f"weight of {word}"))
        name = f"weighted state of {word}"
        places += cells(line, len(assembled.context), "contributions", place, name)
    total = row_rect(layout.context, named + bool(assembled.others_count), summed=True)
    return [
        *places,
        *cells(cells_of(total), len(assembled.context), "context", state.trace.step, "context"),
    ]


def cells(line: QRectF, size: int, step: str, row: int, name: str) -> list[NumberPlace]:
    """One row of cells, a number each."""
    count = min(size, SHOWN)
    wide = line.width() / count
    return [
        NumberPlace(
            QRectF(line.left() + at * wide, line.top(), wide, line.height()),
            step,
            (row, at),
            f"{name}, number {at + 1}",
        )
        for at in range(count)
    ]


def table_numbers(rows: Rows, state: TableState) -> list[NumberPlace]:
    """The energies and weights in sight, and the sum of the weights, in the table's pixels."""
    step, places = state.step - 1, []
    for row in rows.shown:
        parts, word = table_places.columns(rows.rect(row)), state.tokens[row]
        energy = (parts.bar | parts.energy).adjusted(0, 0, 4, 0)
        places.append(NumberPlace(energy, "energies", (step, row), f"energy of {word}"))
        weight = (parts.weight_bar | parts.weight).adjusted(0, 0, 4, 0)
        places.append(NumberPlace(weight, "weights", (step, row), f"weight of {word}"))
    right = table_places.columns(rows.area).weight.right()
    total = QRectF(right - 64, rows.bottom, 64, SUM)
    return [*places, NumberPlace(total, "weight_total", (step,), "sum of the weights")]
