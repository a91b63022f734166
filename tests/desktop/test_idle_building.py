"""Views are built ahead in small steps between two moments of use, and not while a hand acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.typesetting import typeset
from desktop_app import formula
from desktop_app.application import IDLE_MS, QUIET_MS, Application

Opened = Callable[..., Application]


def test_typing_and_pointing_put_building_off_until_it_is_quiet(opened: Opened) -> None:
    application = opened(5)
    application.build_when_idle()
    assert application.idle.interval() == IDLE_MS
    QTest.keyClick(application.window.windowHandle(), Qt.Key.Key_Shift)
    assert application.idle.interval() == QUIET_MS
    assert application.idle.remainingTime() > IDLE_MS
    application.build_next()
    assert application.idle.interval() == IDLE_MS
    QTest.mouseMove(application.window.windowHandle(), QPoint(700, 400))
    assert application.idle.interval() == QUIET_MS
    application.idle.stop()


def until(application: Application, there: Callable[[], bool]) -> None:
    """Take steps until something is so."""
    for _ in range(300):
        if there():
            return
        application.build_next()
    raise AssertionError("it never was")


def test_a_view_begun_is_whole_at_once_when_it_is_asked_for(opened: Opened) -> None:
    application = opened(5)
    window = application.window
    until(application, lambda: 2 in window.begun)
    application.build_next()
    assert 2 not in window.views
    application.session.go(2)
    assert window.body.currentWidget() is window.views[2] and not window.begun
    application.build_next()  # what is done ahead goes on with the next one
    until(application, lambda: 3 in window.begun)
    window.wardrobe.choose("dark")
    assert window.views[3].lab.theme is window.theme, "what was begun wears the new theme"


def test_what_a_lab_paints_is_typeset_before_it_is_opened(opened: Opened) -> None:
    application = opened(5)
    until(application, lambda: 4 in application.window.begun)
    formula.forget()
    until(application, lambda: 6 in application.window.begun)
    before = typeset.cache_info().misses
    assert before > 5
    application.session.go(4)
    application.settle()
    assert typeset.cache_info().misses == before


def test_a_pane_whose_building_failed_is_tried_anew(opened: Opened) -> None:
    def failing() -> Iterator[None]:
        yield
        raise OSError("planted")

    window = opened(1).window
    window.begun[8] = failing()
    with pytest.raises(OSError, match="planted"):
        window.view(8)
    window.wardrobe.wear()
    assert window.view(8).slide.number == 8
