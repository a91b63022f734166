"""Where lines of prose stand and break."""

from __future__ import annotations

import re

from desktop_app.instruments.prose import Prose

LAST_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z][^.!?]*\?$)")


def first_baseline(prose: Prose) -> float:
    """The baseline of the first line, from the top of the widget, in px."""
    layout = prose.document.begin().layout()
    line = layout.lineAt(0)
    return layout.position().y() + line.y() + line.ascent()


def show_question(prose: Prose, markdown: str, width: int) -> None:
    """Set a question; what is asked begins a line of its own where that costs none."""
    prose.show_markdown(markdown)
    height = prose.heightForWidth(width)
    broken = LAST_SENTENCE.sub(r"\\\n", markdown.strip())
    prose.show_markdown(broken)
    if prose.heightForWidth(width) > height:
        prose.show_markdown(markdown)
