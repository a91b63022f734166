"""What the tour does on the page: every sample, every choice, every control, once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from desktop_app.tensors.page import TensorsPage

Action = tuple[str, Callable[[], object]]


def exercises(page: TensorsPage) -> Sequence[Action]:
    """(what it is called, an action), in an order in which each finds what it needs."""
    made: list[Action] = [
        ("samples", partial(page.row.sample_chosen.emit, path)) for path in page.row.paths()
    ]
    controls, sheet = page.sheet.controls, page.sheet
    named = {path.stem: path for path in page.row.paths()}
    made += [
        ("samples", partial(page.row.sample_chosen.emit, named["layers-and-heads"])),
        ("small maps", partial(QTest.keyClick, sheet.thumbs, Qt.Key.Key_Right)),
        ("small maps", partial(QTest.keyClick, sheet.thumbs, Qt.Key.Key_Down)),
        *(("readings", partial(choose_next, page, name)) for name in ("axes", "axes", "axes")),
        *(("readings", partial(choose_next, page, name)) for name in ("sums", "sums")),
        *(("readings", partial(choose_next, page, name)) for name in ("kind", "kind")),
        ("filters", partial(controls.top.chosen.emit, "50")),
        ("filters", partial(controls.special.chosen.emit, "hidden")),
        ("filters", partial(controls.range.chosen.emit, "stretched")),
        ("filters", partial(controls.field.type_and_enter, "1-4, 7")),
        ("filters", partial(controls.field.type_and_enter, "none")),
        ("filters", partial(controls.field.type_and_enter, "all tokens")),
        ("names", partial(page.account.fields["queries"].take, "numbers")),
        ("names", partial(page.account.fields["keys"].take, "numbers")),
        ("names", partial(page.desk.rename, "keys", tuple("abcdefghijkl"), "own names")),
        ("names", partial(page.desk.rename, "queries", ("one",), "own names")),
        *(("steps back", page.undo) for _ in range(3)),
        ("steps back", page.redo),
        ("samples", partial(page.row.sample_chosen.emit, named["queries-and-keys"])),
        ("computed", partial(controls.scale.chosen.emit, "off")),
        ("computed", partial(controls.causal.chosen.emit, "on")),
        ("computed", partial(controls.scale.chosen.emit, "on")),
    ]
    made += [
        ("exports", partial(page.row.export_wanted.emit, name)) for name in ("picture", "numbers")
    ]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Space,
                Qt.Key.Key_0, Qt.Key.Key_Escape):  # fmt: skip
        made.append(("map", partial(QTest.keyClick, sheet.map, key)))
    return made


def choose_next(page: TensorsPage, name: str) -> None:
    """Take the next possibility of one choice, where there is one."""
    button = page.account.fields[name]
    if button.isHidden():
        return
    keys = [key for key, _ in button.options]
    button.take(keys[(keys.index(button.key) + 1) % len(keys)])
