"""Panes are built ahead between two moments of use, and not while a hand types or drags."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.application import AHEAD, IDLE_MS, QUIET_MS, Application

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


def test_what_panes_are_made_with_is_loaded_before_the_first_one_is_built(opened: Opened) -> None:
    application = opened(5)
    application.build_when_idle()
    for _ in AHEAD:
        application.build_next()
    assert list(application.window.views) == [5]
    application.build_next()
    assert sorted(application.window.views) == [1, 5]
    application.idle.stop()
