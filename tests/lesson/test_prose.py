"""Markdown as slides use it."""

import pytest

from core import prose

PLAIN = {
    "*h* Heads": "h Heads",
    "[ate]{.query} sees [cat]{.key}": "ate sees cat",
    "two\nlines of $d_k$": "two lines of d_k",
    "one\n\n- two\n- three": "one two three",
    "costs $5 or $6": "costs $5 or $6",
}


@pytest.mark.parametrize("text", PLAIN)
def test_plain(text):
    assert prose.plain(text) == PLAIN[text]


COUNTS = {"one two": 2, "$a + b$ is one": 3, "a · b": 2, "[ate]{.query} *now*": 2, "- x\n- y": 2}


@pytest.mark.parametrize("text", COUNTS)
def test_words(text):
    assert prose.long_text(text, COUNTS[text]) is None
    assert prose.long_text(text, COUNTS[text] - 1) is not None


def test_the_word_too_many_has_its_line():
    assert prose.long_text("one two\nthree\n\nfour five", 4) == (3, "five")


def test_formulas_have_their_line():
    assert prose.formulas("a $x$\nb $y$\n\n$z$") == ((0, "x"), (1, "y"), (3, "z"))


REFUSED = {
    "![a](b.png)": "an image",
    "<b>x</b>": "HTML",
    "<div>\nx\n</div>": "HTML",
    "# Title": "a heading",
    "[a](https://example.org)": "a link",
    "$$x$$": "a formula on a line of its own",
    "```\ncode\n```": "a fence",
    "> said": "a blockquote",
    "[a]{.quary}": "there is no role .quary; did you mean query?",
    '[a]{onclick="x"}': "a span takes exactly one role",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_a_slide_cannot_show(text):
    found = prose.faults(f"Before.\n\n{text}")
    assert found and found[0].line == 2 and found[0].text.startswith(REFUSED[text])


def test_what_a_slide_can_show():
    text = "A *b* **c** `d` $e$ [f]{.weight} 1 < 2\n\n- g\n- h\n\n1. i"
    assert prose.faults(text) == ()


def test_html_is_never_markup():
    (_, line, _) = prose.parse("a <b>c</b>")
    assert [token.type for token in line.children or ()] == ["text"]
