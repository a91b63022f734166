"""Where lines of prose stand and break."""

from __future__ import annotations

import re

from desktop_app.instruments.prose import Prose

LAST_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z][^.!?]*\?$)")

PRODUCT = re.compile(r"(?<=\w) ([×/=]) (?=\w)")
COUNT = re.compile(r"\b(\d+) (?=[a-z]{3,}s\b)")
FORMULA = re.compile(r"(\$[^$]*\$)")
NO_BREAK = "\N{NO-BREAK SPACE}"


def bound(markdown: str) -> str:
    """No line breaks inside a product such as 3 × 5, or between a number and what it counts."""
    parts = FORMULA.split(markdown)
    for at in range(0, len(parts), 2):
        parts[at] = PRODUCT.sub(rf"{NO_BREAK}\1{NO_BREAK}", parts[at])
        parts[at] = COUNT.sub(rf"\1{NO_BREAK}", parts[at])
    return "".join(parts)


def first_baseline(prose: Prose) -> float:
    """The baseline of the first line, from the top of the widget, in px."""
    layout = prose.document.begin().layout()
    line = layout.lineAt(0)
    return layout.position().y() + line.y() + line.ascent()


def show_question(prose: Prose, markdown: str, room: int) -> int:
    """Set a question and return the width that it needs so as not to end in a single word.

    What is asked gets a line of its own where all before it fits on one.
    """
    text = bound(markdown.strip())
    prose.show_markdown(text)
    height = prose.heightForWidth(room)
    before, *asked = LAST_SENTENCE.split(text)
    if asked:
        prose.show_markdown(before)
        alone = prose.heightForWidth(room) == round(prose.line_height)
        prose.show_markdown(f"{before}\\\n{asked[0]}")
        if alone and prose.heightForWidth(room) == height:
            return room
        prose.show_markdown(text)
    narrow = room
    while narrow > room * 0.8 and prose.heightForWidth(narrow - 8) == height:
        narrow -= 8
    return narrow
