"""The terms of what is in front as a list, for who does not point with a mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.frame.painted_words import terms_on
from desktop_app.glossary.page import GlossaryPage

if TYPE_CHECKING:
    from desktop_app.window import Window


def show_terms(window: Window) -> None:
    """Open the glossary with the terms of what is in front; Escape leads back there."""
    pages, front = window.pages, window.pages.front
    page = pages.page("glossary")
    if front is page or not isinstance(page, GlossaryPage):
        return
    found = terms_on(window.body, pages.glossary)
    if not found:
        window.bottom.status.say("no term of the glossary stands here")
        return
    beneath = next((name for name, built in pages.built.items() if built is front), "")
    pages.show("glossary", beneath)
    page.limit(found)
