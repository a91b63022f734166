"""The fixed block that shows the sum behind one weight, term by term in role colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from core.arithmetic import WeightArithmetic
from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, EYEBROW, LABEL, Style
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]
BIG = Style(lettering.SANS, 24, 600)
ROW = 24.0


@dataclass(frozen=True)
class ArithmeticState:
    """One weight and where it comes from. scrubbed: (role, component) of the number being moved."""

    eyebrow: str
    query_token: str = ""
    key_token: str = ""
    query_place: int = 0
    key_place: int = 0
    sums: WeightArithmetic | None = None
    scrubbed: tuple[str, int] | None = None
    note: str = ""


def paint(painter: QPainter, rect: QRectF, state: ArithmeticState, theme: Theme) -> None:
    """Paint the block into `rect`, 130 px high at most; rows keep their places."""
    head = QRectF(rect.left(), rect.top(), rect.width(), 16)
    lettering.draw(painter, head, state.eyebrow, EYEBROW, theme.ink3)
    sums = state.sums
    if sums is None:
        hint = head.translated(0, 26)
        lettering.draw(painter, hint, state.note, LABEL, theme.ink3)
        return
    pair = QRectF(rect.left(), rect.top() + 20, rect.width(), 24)
    room = rect.width() - 140
    paint_pair(painter, pair, state, theme, room)
    result = "masked" if sums.hidden else numbers.fixed(sums.weight)
    style = HEAD_MASKED if sums.hidden else BIG
    lettering.draw(painter, pair, result, style, theme.weight_ink, lettering.RIGHT)
    painter.setPen(QPen(theme.line, 1))
    y = round(rect.top() + 52) + 0.5
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    if sums.mistake:
        paint_mistake(painter, rect.adjusted(0, 58, 0, 0), sums.mistake, theme)
        return
    labels = (
        rf"q_{{{state.query_place}}}\cdot k_{{{state.key_place}}}",
        r"\div\ \sqrt{d_k}",
        None,
    )
    rows = (product_row(state, theme), scale_row(sums, theme), softmax_row(sums, theme))
    results = (sums.score, sums.scaled, sums.weight)
    step = min(ROW, (rect.height() - 58) / 3)
    for place, (label, runs, value) in enumerate(zip(labels, rows, results, strict=True)):
        row = QRectF(rect.left(), rect.top() + 58 + place * step, rect.width(), step)
        if label is None:
            lettering.draw(painter, row, "softmax", CAPTION, theme.ink)
        else:
            formula.draw_in(painter, row, label, 14, theme, lettering.LEFT, False, theme.ink)
        indent = 80.0 if rect.width() > 360 else 72.0
        paint_runs(painter, row.adjusted(indent, 0, -44, 0), runs)
        text = numbers.fixed(value)
        lettering.draw(painter, row, text, LABEL.bold(), theme.ink, lettering.RIGHT)


def paint_mistake(painter: QPainter, rect: QRectF, mistake: str, theme: Theme) -> None:
    """What is computed in place of the sum, in words, while a fault is on."""
    for place, line in enumerate(lettering.wrapped(f"Fault on: {mistake}.", LABEL, rect.width())):
        row = QRectF(rect.left(), rect.top() + place * 18, rect.width(), 18)
        lettering.draw(painter, row, line, LABEL, theme.alert)


HEAD_MASKED = Style(lettering.SANS, 15, 600)


def paint_pair(
    painter: QPainter, rect: QRectF, state: ArithmeticState, theme: Theme, room: float
) -> None:
    """Query token, arrow, key token."""
    style = LABEL.sized(15).bold()
    half = (room - 40) / 2
    first = lettering.fitted(state.query_token, style, half)
    second = lettering.fitted(state.key_token, style, half)
    lettering.draw_runs(
        painter,
        rect,
        [
            (first, style, theme.query.text),
            ("  \N{LONG RIGHTWARDS ARROW}  ", style.bold(False), theme.ink2),
            (second, style, theme.key.text),
        ],
    )


def product_row(state: ArithmeticState, theme: Theme) -> list[list[Run]]:
    """0.6 · (−0.2) + ..., as groups that may be left out in the middle."""
    assert state.sums is not None
    groups: list[list[Run]] = []
    for place, (q, k) in enumerate(state.sums.terms):
        query_bold = state.scrubbed == ("query", place)
        key_bold = state.scrubbed == ("key", place)
        groups.append(
            [
                ("" if place == 0 else " + ", CAPTION, theme.ink2),
                (in_brackets(q, first=place == 0), CAPTION.bold(query_bold), theme.query.text),
                (" · ", CAPTION, theme.ink2),
                (in_brackets(k), CAPTION.bold(key_bold), theme.key.text),
            ]
        )
    return groups


def in_brackets(number: float, first: bool = False) -> str:
    """A factor; negative ones in brackets unless they begin the sum."""
    text = numbers.edited(number)
    return f"({text})" if number < 0 and not first else text


def scale_row(sums: WeightArithmetic, theme: Theme) -> list[list[Run]]:
    """2.02 ÷ 2, or that nothing is divided."""
    if not sums.divided:
        return [[("not divided", CAPTION, theme.ink3)]]
    divisor = 1.0 / sums.scale
    decimals = 0 if abs(divisor - round(divisor)) < 1e-9 else 2
    text = f"{numbers.fixed(sums.score)} ÷ {numbers.fixed(divisor, decimals)}"
    return [[(text, CAPTION, theme.ink2)]]


def softmax_row(sums: WeightArithmetic, theme: Theme) -> list[list[Run]]:
    """e to the score, over the sum of all visible ones."""
    if sums.hidden:
        reason = "no visible key: weights and output 0" if not sums.parts else "masked, weight 0"
        return [[(reason, CAPTION, theme.ink3)]]
    exponent = numbers.fixed(sums.scaled)
    if sums.shift:
        exponent += f" {numbers.MINUS} {numbers.fixed(sums.shift)}"
    raised = CAPTION.sized(9)
    head: list[Run] = [
        ("e", CAPTION._replace(italic=True), theme.ink2),
        (exponent, raised, theme.ink2),
        (f" ÷ Σ = {part_text(sums.part or 0.0)} ÷ (", CAPTION, theme.ink2),
    ]
    groups = [head]
    for place, part in enumerate(sums.parts):
        groups.append([(f"{' + ' if place else ''}{part_text(part)}", CAPTION, theme.ink2)])
    groups.append([(")", CAPTION, theme.ink2)])
    return groups


def part_text(number: float) -> str:
    """A part of the softmax sum, short even when it is large."""
    return numbers.fixed(number) if number < 9999.5 else f"{number:.1e}".replace("+", "")


def paint_runs(painter: QPainter, rect: QRectF, groups: list[list[Run]]) -> None:
    """Paint groups on one line; where they do not fit, the middle ones give way to an ellipsis."""
    shown = fitting(groups, rect.width())
    x = rect.left()
    for text, style, colour in shown:
        wide = lettering.width(text, style)
        raise_by = -4.0 if style.size < CAPTION.size - 2 else 0.0
        place = QRectF(x, rect.top() + raise_by, wide, rect.height())
        x += lettering.draw(painter, place, text, style, colour)


def fitting(groups: list[list[Run]], room: float) -> list[Run]:
    """The runs of as many groups as fit, the last always among them."""

    def flat(parts: list[list[Run]]) -> list[Run]:
        return [run for part in parts for run in part]

    def wide(parts: list[list[Run]]) -> float:
        return sum(lettering.width(text, style) for text, style, _ in flat(parts))

    if wide(groups) <= room or len(groups) < 3:
        return flat(groups)
    gap: list[Run] = [(" + …", groups[0][-1][1], groups[0][0][2])]
    for kept in range(len(groups) - 2, 0, -1):
        candidate = [*groups[:kept], gap, *groups[-2 if groups[-1][0][0] == ")" else -1 :]]
        if wide(candidate) <= room:
            return flat(candidate)
    return flat([groups[0], gap])
