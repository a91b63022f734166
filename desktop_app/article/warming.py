"""Does what the article's first opening costs, bit by bit, while nothing else happens."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from core.article import Article, Display, Drawing
from core.prose import formulas
from desktop_app import formula
from desktop_app.frame.pages import Pages
from desktop_app.instruments.spoken import spoken


def warm(pages: Pages) -> Iterator[None]:
    """One bit a step: the numbers it quotes, its words, each formula, and the page at the end."""
    if not pages.has_article or "article" in pages.built:
        return
    article = pages.article
    yield
    import_module("desktop_app.article.page")
    yield
    for section in article.sections:
        for block in section.blocks:
            spoken(getattr(block, "text", ""))
        yield
    for latex, display in formulas_of(article):
        formula.set_or_none(latex, display)
        yield
    pages.page("article")


def formulas_of(article: Article) -> Iterator[tuple[str, bool]]:
    """Every formula with whether it stands on a line of its own."""
    for section in article.sections:
        for block in section.blocks:
            if isinstance(block, Display):
                yield block.latex, True
                continue
            words = block.caption if isinstance(block, Drawing) else getattr(block, "text", "")
            for found in formulas(words):
                yield found.text, False
