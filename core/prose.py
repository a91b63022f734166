"""Markdown as the lesson uses it: paragraphs, lists, emphasis, code, $maths$ and role spans.

A role span gives words the colour of their part: [ate]{.query}, {.key}, {.value} or {.weight}.
What the slides cannot show (images, HTML, headings, links, tables) is refused, not dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from core.wording import suggestion

ROLES = ("query", "key", "value", "weight")
SHOWN = {
    "paragraph",
    "inline",
    "bullet_list",
    "ordered_list",
    "list_item",
    "text",
    "softbreak",
    "hardbreak",
    "em",
    "strong",
    "code_inline",
    "math_inline",
    "span",
}
REFUSED = {
    "image": "an image cannot be shown in a slide's text",
    "html_inline": "HTML cannot be shown in a slide's text",
    "html_block": "HTML cannot be shown in a slide's text",
    "heading": "a heading cannot be shown here; the title of a slide is its field `title`",
    "link": "a link cannot be shown here; `links` in the front matter leads to other slides",
    "math_block": "a formula on a line of its own belongs to `formulas` in the front matter",
}


class Found(NamedTuple):
    """Something found in a Markdown text; line counts from 0 within that text."""

    line: int
    text: str


@cache
def parser(html: bool = False) -> MarkdownIt:
    """The Markdown parser of the lesson. html: recognise HTML, in order to refuse it."""
    markdown = MarkdownIt("commonmark", {"html": html})
    markdown.use(dollarmath_plugin, allow_labels=False, allow_space=False)
    markdown.use(attrs_plugin, spans=True, after=("span_close",))
    return markdown


def parse(text: str) -> list[Token]:
    """The blocks of a Markdown text as tokens. HTML comes out as plain text."""
    return parser().parse(text)


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[Token, ...]:
    """As `parse`, and kept: what is on the screen is written anew with every theme and size."""
    return tuple(parse(text))


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """A Markdown text as bare words, with maths as its LaTeX, for a tooltip or a screen reader."""
    return " ".join("".join(words(token)) for token, _ in leaves(parser().parse(text))).strip()


def words(token: Token) -> Iterator[str]:
    """What one inline token reads as."""
    for child in token.children or []:
        if child.type in {"softbreak", "hardbreak"}:
            yield " "
        elif child.content:
            yield child.content


def long_text(text: str, most: int) -> Found | None:
    """The first word beyond `most`, with its line; None where the text is short enough.

    Inline maths is one word.
    """
    count = 0
    for token, start in leaves(parser().parse(text)):
        for line, piece in enumerate(line_pieces(token)):
            for word in piece.split():
                count += any(letter.isalnum() for letter in word)
                if count > most:
                    return Found(start + line, word)
    return None


def line_pieces(token: Token) -> list[str]:
    """The text of an inline token, line by line, with a letter in place of each formula."""
    pieces = [""]
    for child in token.children or []:
        if child.type in {"softbreak", "hardbreak"}:
            pieces.append("")
        else:
            pieces[-1] += "x" if child.type == "math_inline" else child.content
    return pieces


@lru_cache(maxsize=2048)  # the same texts are checked again with every lesson
def formulas(text: str) -> tuple[Found, ...]:
    """The LaTeX of every inline formula, in order."""
    return tuple(
        Found(line, child.content)
        for child, line in everything(parser().parse(text))
        if child.type == "math_inline"
    )


@lru_cache(maxsize=2048)  # the same texts are read again with every lesson
def faults(text: str) -> tuple[Found, ...]:
    """Everything in a Markdown text that a slide cannot show, as sentences."""
    found = []
    for token, line in everything(parser(html=True).parse(text)):
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if kind == "span" and token.nesting == 1:
            found += [Found(line, sentence) for sentence in span_faults(token)]
        elif kind not in SHOWN and token.nesting >= 0:
            name = kind.replace("_", " ")
            found.append(Found(line, REFUSED.get(kind, f"a {name} cannot be shown in a slide")))
    return tuple(found)


def span_faults(token: Token) -> Iterator[str]:
    """What is wrong with the braces after a span."""
    names = str(token.attrs.get("class", "")).split()
    if len(names) != 1 or len(token.attrs) != 1:
        yield "a span takes exactly one role, as in [ate]{.query}"
    elif names[0] not in ROLES:
        yield f"there is no role .{names[0]}{suggestion(names[0], ROLES)}"


def everything(tokens: list[Token]) -> Iterator[tuple[Token, int]]:
    """Every token, blocks and inline ones, with its line counting from 0."""
    line = 0
    for token in tokens:
        line = token.map[0] if token.map else line
        yield token, line
        inner = line
        for child in token.children or []:
            yield child, inner
            inner += child.type in {"softbreak", "hardbreak"}


def leaves(tokens: list[Token]) -> Iterator[tuple[Token, int]]:
    """The tokens that hold text, with the line they begin on."""
    return ((token, line) for token, line in everything(tokens) if token.type == "inline")
