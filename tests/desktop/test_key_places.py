"""Letters and digits work with any keyboard layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop_app.application import Application
from desktop_app.key_places import latin, letter_at

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def key(
    sign: str, scan: int = 0, held: Qt.KeyboardModifier = NONE, repeats: bool = False
) -> QKeyEvent:
    """A key that writes `sign`, as X11 reports it."""
    return QKeyEvent(QEvent.Type.KeyPress, ord(sign.upper()), held, scan, 0, 0, sign, repeats)


@pytest.mark.parametrize(
    ("sign", "scan", "held", "means"),
    [
        ("к", 27, NONE, "R"),
        ("ρ", 27, NONE, "R"),
        ("ק", 26, NONE, "E"),
        ("م", 46, NONE, "L"),
        ("ь", 58, NONE, "M"),
        ("٣", 0, NONE, "3"),
        ("2", 11, SHIFT, "2"),
        ("é", 11, NONE, "É"),
        ("к", 99, NONE, "К"),
        ("к", 27, CONTROL, "К"),
    ],
)
def test_a_key_means_the_latin_letter_of_its_place(
    sign: str, scan: int, held: Qt.KeyboardModifier, means: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    found = latin(key(sign, scan, held))
    assert chr(found.key()) == means and found.modifiers() & SHIFT == NONE


def test_windows_and_macos_number_their_keys_otherwise() -> None:
    assert letter_at(ord("R"), 19, "win32") == "R" and letter_at(0xBA, 27, "win32") == ""
    assert [letter_at(at, 0, "darwin") for at in (0, 11, 15, 46, 36)] == ["A", "B", "R", "M", ""]


def test_letters_of_another_script_reach_a_pane(opened: Callable[..., Application]) -> None:
    application = opened(4)
    before = application.session.experiment(4)
    QApplication.sendEvent(application.window, key("к", 27))
    assert application.session.experiment(4) != before


def test_a_held_letter_acts_once_and_none_reaches_the_pane_behind_a_page(
    opened: Callable[..., Application],
) -> None:
    application = opened(4)
    history, window = application.session.histories[4], application.window
    for sign in ("r", "к"):
        before = len(history.moments)
        for repeats in (False, True, True):
            QApplication.sendEvent(window, key(sign, 27, repeats=repeats))
        assert len(history.moments) == before + 1
    window.pages.show("glossary")
    window.setFocus()
    QApplication.sendEvent(window, key("r", 27))
    assert len(history.moments) == before + 1
