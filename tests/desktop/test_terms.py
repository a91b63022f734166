"""The glossary wherever its words stand: under the pointer, and as a list for the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.drawers.faults import FaultRow
from desktop_app.frame.painted_words import letters_box, spot_at, terms_on
from desktop_app.frame.terms import TermMark
from desktop_app.glossary.page import GlossaryPage
from desktop_app.instruments.prose import Prose
from desktop_app.practice.page import PracticePage
from tests.desktop.layout import findings

Open = Callable[..., Application]


def painted(application: Application, text: str, term: str) -> QPoint:
    """The middle of a term in a text that is painted somewhere in the window."""
    window = application.window
    with lettering.audit() as heard:
        window.grab()
    for drawn in heard.drawn:
        for found in window.pages.glossary.find(drawn.text):
            if drawn.text == text and found.term.term == term:
                return letters_box(drawn, found).boundingRect().center().toPoint()
    raise AssertionError(f"{text!r} is not painted")


def rest(window: QWidget, point: QPoint) -> str:
    """Rest the pointer on a point as Qt does: what is under it is asked, then what holds it."""
    QToolTip.hideText()
    target = window.childAt(point)
    assert target is not None
    asked = QHelpEvent(
        QHelpEvent.Type.ToolTip, target.mapFrom(window, point), window.mapToGlobal(point)
    )
    QApplication.sendEvent(target, asked)
    return QToolTip.text()


PLACES = [
    (4, "", "query ", "query"),
    (4, "", "weight", "weight"),
    (5, "", "softmax along each row", "softmax"),
    (5, "try", "Softmax down the columns", "softmax"),
    (5, "code", "# True: this query may see this key", "key"),
    (8, "", "Longest path between two words", "path length"),
    (9, "try", "Forget the scale", "scale"),
    (11, "", "4  softmax", "softmax"),
]


def test_a_painted_word_tells_its_entry_in_labs_and_drawers(opened: Open) -> None:
    application = opened(4)
    window = application.window
    for slide, drawer, text, term in PLACES:
        application.session.go(slide)
        if drawer:
            window.command(drawer)
        shown = rest(window, painted(application, text, term))
        assert shown.startswith(f"<qt><b>{term}</b>"), (slide, text, shown)
        if drawer:
            window.command(drawer)


EVERYDAY = [
    (5, "or type a value", "value"),
    (10, "Score 0/0", "score"),
    (10, "Click an answer, or choose with the keys A to D and confirm with Enter.", "key"),
]


def test_everyday_words_are_no_terms(opened: Open) -> None:
    application = opened(5)
    for slide, text, term in EVERYDAY:
        application.session.go(slide)
        assert rest(application.window, painted(application, text, term)) == "", text


def told_in(window: QWidget, root: QWidget, application: Application) -> set[str]:
    """The terms that the texts below a widget tell, along the middle of each."""
    told = set()
    for prose in root.findChildren(Prose):
        for x in range(4, prose.width() if prose.isVisible() else 0, 8):
            for y in range(12, prose.height(), 20):
                point = prose.mapTo(window, QPoint(x, y))
                spot = spot_at(window, application.window.pages.glossary, point)
                told |= {spot.term.term} if spot else set()
    return told


def test_words_of_questions_choices_cards_and_pages_are_told(opened: Open) -> None:
    application = opened(5)
    window, session = application.window, application.session
    card = window.view(5).card
    assert card is not None and "weight" in told_in(window, card, application)
    session.go(10)
    assert {"decoder", "recurrent"} <= told_in(window, window.view(10).lab, application)
    window.command("practice")
    page = window.pages.front
    assert isinstance(page, PracticePage)
    page.sitting.open(1)  # of additive attention
    page.fresh(False)
    assert {"decoder", "energy"} & told_in(window, page.view, application)


def test_the_mark_stands_under_the_word_and_goes_with_the_pointer(opened: Open) -> None:
    application = opened(5)
    window = application.window
    point = painted(application, "softmax along each row", "softmax")
    before = window.grab().toImage()
    rest(window, point)
    mark = window.findChild(TermMark)
    assert isinstance(mark, TermMark) and mark.isVisible() and mark.geometry().contains(point)
    assert window.grab().toImage() != before
    QTest.mouseMove(window, QPoint(5, 5))
    assert not mark.isVisible() and window.grab().toImage() == before


def test_a_number_that_explains_itself_comes_before_a_word(opened: Open) -> None:
    application = opened(5)
    window, lab = application.window, application.window.view(5).lab
    point = painted(application, "softmax along each row", "softmax")
    lab.sums.point(("weights", (0, 0)))
    assert rest(window, point) == ""
    lab.sums.point(None)
    assert "softmax" in rest(window, point)


def test_a_row_with_a_hint_tells_it_between_its_terms(opened: Open) -> None:
    application = opened(5)
    window = application.window
    window.command("try")
    point = painted(application, "Softmax down the columns", "softmax")
    row = window.childAt(point)
    assert isinstance(row, FaultRow)
    beside = row.mapTo(window, QPoint(row.width() - 4, 3))
    assert rest(window, beside) == f"<qt>{row.hint}</qt>" and row.hint


@pytest.mark.parametrize("size", [(1024, 560), (1280, 800)])
def test_a_key_lists_the_terms_of_what_is_in_front(opened: Open, size: tuple[int, int]) -> None:
    application = opened(7, size)
    window = application.window
    here = [term.term for term in terms_on(window.body, window.pages.glossary)]
    assert {"head", "parameter", "concatenation"} <= set(here) and "BLEU" not in here
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    page = window.pages.front
    assert isinstance(page, GlossaryPage)
    assert [part.term.term for part in page.entries.shown] == here
    assert page.entries.shown[0].hasFocus() and findings(application) == []
    QTest.keyClick(page.entries.shown[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not page.entries.shown[0]
    page.box.every.click()
    assert len(page.entries.shown) == len(window.pages.glossary.terms)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.front is None and application.session.slide == 7


def test_the_list_leads_back_to_the_page_it_was_asked_on(opened: Open) -> None:
    application = opened(2)
    window = application.window
    window.command("practice")
    practice = window.pages.front
    question = application.session.practice.question
    window.command("terms")
    assert isinstance(window.pages.front, GlossaryPage)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.front is practice
    assert application.session.practice.question is question
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.front is None
