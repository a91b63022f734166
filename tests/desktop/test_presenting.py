"""Present mode: the labs' small type grows as far as its room allows, and nothing is clipped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QImage, QPainter
from PySide6.QtTest import QTest

from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.lettering import CAPTION, CODE, HEAD
from tests.desktop.layout import findings

Opened = Callable[..., Application]
SIZES = [(1280, 800), (1366, 768), (1920, 1080)]
TALLEST = {(slide, SIZES[slide % 3]) for slide in range(2, 10)}


def heights(application: Application, text: str) -> set[int]:
    """How high the capitals of a text are painted."""
    with lettering.audit() as watched:
        application.window.grab()
    return {round(one.bounds.height()) for one in watched.drawn if one.text == text}


@pytest.mark.parametrize(("slide", "size"), sorted(TALLEST))
def test_a_slide_shows_everything_while_it_is_presented(
    opened: Opened, slide: int, size: tuple[int, int]
) -> None:
    application = opened(slide, size)
    application.window.command("present")
    application.settle()
    assert findings(application) == []
    application.window.command("present")


def test_words_beside_a_grid_grow_and_shrink_again_with_present_mode(opened: Opened) -> None:
    application = opened(5, (1280, 800))
    before = heights(application, "fresh")
    application.window.command("present")
    application.settle()
    assert max(heights(application, "fresh")) > max(before)
    application.window.command("present")
    application.settle()
    assert heights(application, "fresh") == before


def test_a_lecture_is_given_from_the_keyboard(opened: Opened) -> None:
    """Larger words of the challenge, words that scroll, and Esc leads out step by step."""
    application = opened(7, (1280, 720))
    window = application.window
    view = window.view(7)
    card, bar = view.card, view.column.page.verticalScrollBar()
    assert card is not None
    before = card.text.style_used.size
    QCursor.setPos(window.mapToGlobal(window.rect().center()))  # no edge that brings the bars
    QTest.keyClick(window, Qt.Key.Key_F5)
    application.settle()
    assert card.text.style_used.size > before and bar.maximum() > 0
    for widget in (view.column.formulas[0], card):
        widget.setFocus()
        was = bar.value()
        QTest.keyClick(widget, Qt.Key.Key_Down)
        assert bar.value() > was
    QTest.keyClick(card, Qt.Key.Key_T)
    drawer = window.focusWidget()
    assert drawer is not None and view.drawer == "try" and drawer is not card
    QTest.keyClick(drawer, Qt.Key.Key_Escape)
    assert view.drawer == "" and window.focusWidget() is card  # its icon is not in sight
    QTest.keyClick(card, Qt.Key.Key_F11)
    for states in ((False, True), (False, False)):
        QTest.keyClick(card, Qt.Key.Key_Escape)
        assert (window.presenter.on, window.isFullScreen()) == states
    assert card.text.style_used.size == before


@pytest.mark.parametrize(
    ("style", "room", "wanted"),
    [
        (CAPTION, QRectF(0, 0, 400, 40), 15),  # a quarter more
        (CAPTION, QRectF(0, 0, 400, 14), 12),  # no higher than its line
        (CAPTION, QRectF(0, 0, 30, 40), 12),  # no wider than its room
        (HEAD, QRectF(0, 0, 400, 40), 15),  # large enough
        (CODE, QRectF(0, 0, 400, 40), 13),  # columns of code stay columns
    ],
)
def test_type_grows_in_its_room_only(
    opened: Opened, style: lettering.Style, room: QRectF, wanted: int
) -> None:
    opened(1)
    image = QImage(400, 40, QImage.Format.Format_RGB32)
    lettering.set_growth(1.25)
    try:
        with QPainter(image) as painter:
            advance = lettering.draw(painter, room, "a word", style, QColor("black"))
    finally:
        lettering.set_growth(1.0)
    assert advance == lettering.width("a word", style.sized(wanted))
