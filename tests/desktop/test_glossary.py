"""Terms under the pointer and on their page; formulas that are read out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from core.glossary import Glossary, Term
from core.read_out import read_out
from desktop_app.application import Application
from desktop_app.frame.term_hover import TermHover, entry, watch_terms
from desktop_app.glossary.page import GlossaryPage
from desktop_app.instruments.formula_block import FormulaBlock
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import BODY
from desktop_app.theme import Theme
from tests.desktop.conftest import click
from tests.desktop.layout import findings

Open = Callable[..., Application]
HEAD = Term("head", "One of several.", also=("heads", "multi-head"))
KEY = Term("key", "What is *offered*, $d_k$ numbers.", also=("keys",))
GLOSSARY = Glossary([KEY, HEAD])


def test_whole_words_are_found_and_longer_forms_first() -> None:
    text = "Keys: a multi-head Key, not a keyboard, header or multi-headed one."
    found = [(text[part.start : part.end], part.term.term) for part in GLOSSARY.find(text)]
    assert found == [("Keys", "key"), ("multi-head", "head"), ("Key", "key")]


def test_a_search_looks_at_names_first_and_then_at_words() -> None:
    assert [term.term for term in GLOSSARY.search("")] == ["head", "key"]
    assert [term.term for term in GLOSSARY.search("KEY")] == ["key"]
    assert [term.term for term in GLOSSARY.search("several")] == ["head"]
    assert GLOSSARY.search("nothing of the kind") == []


def test_an_entry_is_never_taken_for_markup() -> None:
    shown = entry(Term("<b>bold", "a < b & c <img src=x>"))
    assert "&lt;b&gt;bold" in shown and "&lt;img" in shown


@pytest.fixture
def prose(qtbot: QtBot, theme: Theme) -> Prose:
    made = Prose(theme, BODY, 26)
    made.show_markdown("The key of a head, and $\\key{K}$ after **keys**.")
    qtbot.addWidget(made)
    made.resize(400, made.heightForWidth(400))
    made.show()
    watch_terms(GLOSSARY, made.parentWidget() or made)
    TermHover(GLOSSARY, made)
    return made


def place_of(prose: Prose, word: str) -> QPointF:
    """The middle of a word as it is laid out."""
    at = prose.document.toPlainText().index(word) + len(word) // 2
    block = prose.document.findBlock(at)
    line = block.layout().lineForTextPosition(at)
    x = line.cursorToX(at)
    return QPointF(x[0] if isinstance(x, tuple) else x, line.y() + line.height() / 2)


def test_pointing_underlines_the_term_and_leaving_lets_go(prose: Prose) -> None:
    before = prose.grab().toImage()
    QTest.mouseMove(prose, place_of(prose, "head").toPoint())
    start = prose.document.toPlainText().index("head")
    assert prose.underlined == (start, start + 4)
    assert prose.grab().toImage() != before
    QTest.mouseMove(prose, place_of(prose, "after").toPoint())
    assert prose.underlined is None
    assert prose.grab().toImage() == before
    QTest.mouseMove(prose, place_of(prose, "keys").toPoint())
    assert prose.underlined is not None
    QApplication.sendEvent(prose, QEvent(QEvent.Type.Leave))
    assert prose.underlined is None


def test_resting_on_a_term_tells_its_entry(prose: Prose) -> None:
    where = place_of(prose, "key").toPoint()
    asked = QHelpEvent(QEvent.Type.ToolTip, where, prose.mapToGlobal(where))
    QApplication.sendEvent(prose, asked)
    assert "What is offered, d k numbers." in QToolTip.text()
    QToolTip.hideText()


def test_terms_of_the_lesson_are_told_in_its_words_and_in_the_article(opened: Open) -> None:
    application = opened(5)
    body = application.window.view(5).column.body
    hover = body.findChild(TermHover)
    assert hover is not None
    assert "softmax" in {part.term.term for part in hover.glossary.find(body.accessibleName())}
    application.window.command("article")
    page = application.window.pages.front
    assert page is not None and page.findChild(TermHover) is not None


@pytest.mark.parametrize("size", [(1024, 560), (1280, 800), (1920, 1080)])
def test_the_page_searches_and_leads_to_slides(opened: Open, size: tuple[int, int]) -> None:
    application = opened(2, size)
    application.window.command("glossary")
    page = application.window.pages.front
    assert isinstance(page, GlossaryPage) and page.box.field.hasFocus()
    assert findings(application) == []
    every = len(page.entries.shown)
    QTest.keyClicks(page.box.field, "softmax")
    assert page.entries.shown[0].term.term == "softmax" and len(page.entries.shown) < every
    assert findings(application) == []
    button = page.entries.shown[0].button
    assert button is not None
    click(button)
    assert application.session.slide == 5 and application.window.pages.front is None
    application.window.command("glossary")
    QTest.keyClick(page.box.field, Qt.Key.Key_Escape)
    assert page.box.field.text() == "" and len(page.entries.shown) == every
    QTest.keyClick(page.box.field, Qt.Key.Key_Escape)
    assert application.window.pages.front is None


def test_a_search_that_finds_nothing_says_so(opened: Open) -> None:
    application = opened(2)
    application.window.command("glossary")
    page = application.window.pages.front
    assert isinstance(page, GlossaryPage)
    page.box.field.setText("zzz")
    assert page.entries.shown == [] and page.facts() == (f"0 of {len(page.glossary.terms)} terms",)
    assert findings(application) == []


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\sqrt{d_k}", "the square root of d k"),
        (r"\query{Q}\key{K}^\mathsf{T}", "Q K transposed"),
        (r"d_{\mathrm{model}} = 512", "d model equals 512"),
        (r"n^2 d", "n squared d"),
        (r"m \times n", "m times n"),
        (r"\frac{a}{\sqrt{d_k}}", "a over the square root of d k"),
        (r"\value{h_j}", "h j"),
        (r"\log_2 n", "log to the base 2 of n"),
        (r"-p_i p_j", "minus p i p j"),
        (r"e_{tj}", "e t j"),
        (r"n < d", "n is less than d"),
    ],
)
def test_formulas_in_a_line_are_read_out(latex: str, words: str) -> None:
    assert read_out(latex) == words


def test_every_formula_of_the_lesson_has_its_spoken_form(opened: Open) -> None:
    application = opened(5)
    for block in application.window.view(5).column.findChildren(FormulaBlock):
        assert block.toolTip() and "\\" not in block.toolTip()
        assert block.accessibleName().startswith(block.toolTip())
    body = application.window.view(5).column.body.accessibleName()
    assert "the square root of d k" in body and "\\" not in body and "$" not in body


def test_nothing_that_is_read_aloud_holds_a_formula_as_it_is_written(opened: Open) -> None:
    application = opened(5)
    window = application.window
    for slide, drawer in ((5, "try"), (6, "code"), (9, "try"), (3, "try")):
        application.session.go(slide)
        window.command(drawer)
        application.settle()
        for widget in window.findChildren(QWidget):
            if widget.isVisible():
                said = widget.accessibleName() + widget.accessibleDescription()
                assert not set(said) & set("\\${}^_\N{SQUARE ROOT}"), said
        window.command(drawer)


def test_rest_of_the_pointer_tells_nothing_between_terms(prose: Prose) -> None:
    hover = prose.findChild(TermHover)
    assert hover is not None
    assert hover.at(QPointF(QPoint(399, 3))) is None
