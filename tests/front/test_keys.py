"""No key means two things where it can be pressed, and the table of keys is whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from desktop_app import keymap
from desktop_app.application import Application
from desktop_app.commands import COMMANDS
from desktop_app.keymap import Shortcut
from desktop_app.settings import Settings
from tests.front.tree import ROOT

WITHOUT_DRAWER = {"quiz", "recap"}
GROUPS = {
    pane: (
        *(keymap.WINDOW, shortcuts, (keymap.BACK,), keymap.SUMS),
        *(() if pane in WITHOUT_DRAWER else (keymap.TRY[:1],)),
    )
    for pane, shortcuts in keymap.PANES.items()
}
EVERY = [
    *(*keymap.WINDOW, *keymap.WORDS, *keymap.GRID, *keymap.SUMS, *keymap.TRY),
    *sum(keymap.PANES.values(), ()),
    keymap.BACK,
]


@pytest.fixture
def application(qapp: object, tmp_path: Path) -> Iterator[Application]:
    made = Application(ROOT / "resources", Settings(tmp_path / "preferences.ini"))
    made.open_lesson(1)
    yield made
    made.window.close()
    made.close()


@pytest.mark.parametrize("pane", GROUPS)
def test_no_two_keys_collide(pane: str) -> None:
    pressed = [part.keys for group in GROUPS[pane] for part in group]
    assert len(pressed) == len(set(pressed))


def test_no_key_of_a_matrix_is_a_key_of_the_window() -> None:
    everywhere = {part.keys for part in keymap.WINDOW}
    assert not everywhere & {part.keys for part in keymap.GRID}


@pytest.mark.parametrize("part", EVERY, ids=lambda part: f"{part.keys}: {part.words}")
def test_each_key_is_one_that_a_keyboard_has(part: Shortcut) -> None:
    sequence = QKeySequence(part.keys)
    assert sequence.count() == 1
    assert sequence[0].key() != Qt.Key.Key_unknown
    assert part.words


def test_each_key_of_the_window_calls_a_command_that_exists() -> None:
    assert {part.command for part in keymap.WINDOW} <= set(COMMANDS)


def keys_told(shortcuts: tuple[Shortcut, ...]) -> set[str]:
    """The keys of a pane: those of the table, and the ranges in its words ("A to D")."""
    told = {part.keys for part in shortcuts}
    if "Return" in told:
        told.add("Enter")  # the same key on the keypad
    for part in shortcuts:
        for first, last in re.findall(r"\b(\w) to (\w)\b", part.words):
            told |= {chr(code) for code in range(ord(first), ord(last) + 1)}
    return told


def test_each_lab_takes_the_keys_that_the_table_tells(application: Application) -> None:
    for slide in application.session.lesson.slides:
        taken = [key for key, _ in application.window.view(slide.number).lab.shortcuts()]
        told = keys_told(keymap.PANES.get(slide.pane, ()))
        assert len(taken) == len(set(taken)), slide.pane
        assert set(taken) <= told, f"{slide.pane}: desktop_app/keymap.py lacks a key"
