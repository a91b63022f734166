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


@pytest.mark.parametrize(
    ("slide", "drawer", "text", "term"),
    [
        (5, "", "softmax along each row", "softmax"),
        (6, "", "Unscaled variance", "variance"),
        (4, "", "query ", "query"),
        (5, "try", "Softmax down the columns", "softmax"),
        (5, "code", "# True: this query may see this key", "key"),
        (8, "try", "Every Position Attends to Every Other", "position"),
        (11, "", "4  softmax", "softmax"),
    ],
)
def test_a_painted_word_tells_its_entry(
    opened: Open, slide: int, drawer: str, text: str, term: str
) -> None:
    application = opened(slide)
    window = application.window
    if drawer:
        window.command(drawer)
    point = painted(application, text, term)
    spot = spot_at(window, window.pages.glossary, point)
    assert spot is not None and spot.term.term == term
    shown = rest(window, point)
    if slide != 8:  # there the rail's own hint comes first
        assert shown.startswith(f"<qt><b>{term}</b>")


def test_words_of_a_question_and_of_its_choices_are_told(opened: Open) -> None:
    application = opened(10)
    window = application.window
    told = set()
    shown = [prose for prose in window.view(10).lab.findChildren(Prose) if prose.isVisible()]
    for prose in shown:
        for x in range(4, prose.width(), 12):
            point = prose.mapTo(window, QPoint(x, prose.height() // 2))
            spot = spot_at(window, window.pages.glossary, point)
            told |= {spot.term.term} if spot else set()
    assert {"decoder", "recurrent"} <= told


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
    application = opened(6, size)
    window = application.window
    here = [term.term for term in terms_on(window.body, window.pages.glossary)]
    assert {"variance", "scale", "softmax"} <= set(here) and "BLEU" not in here
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
    assert window.pages.front is None and application.session.slide == 6


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
