"""The shell: ways through the lesson, undo, themes, menu, present mode, what is remembered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.application import Application
from desktop_app.frame.lesson_column import line_bottoms
from desktop_app.menus import build_menu
from desktop_app.settings import Settings
from desktop_app.sizes import first_size
from tests.desktop.conftest import click

Open = Callable[..., Application]
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_page_down_walks_through_all_eleven_slides_and_stops(opened: Open) -> None:
    application = opened(1)
    seen = [application.session.slide]
    for _ in range(12):
        QTest.keyClick(application.window, Qt.Key.Key_PageDown)
        seen.append(application.session.slide)
    assert seen == [*range(1, 12), 11, 11]
    assert not application.window.bottom.next.isEnabled()
    QTest.keyClick(application.window, Qt.Key.Key_PageUp)
    assert application.session.slide == 10


def test_a_segment_of_the_strip_opens_its_slide(opened: Open) -> None:
    application = opened(1)
    strip = application.window.top.strip
    click(strip, strip.segment(5).center().toPoint())
    assert application.session.slide == 5
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert application.session.slide == 6


def test_the_bottom_bar_names_what_comes_next(opened: Open) -> None:
    application = opened(5)
    assert application.window.bottom.next_name == "Why Scale?"
    click(application.window.bottom.next)
    assert application.session.slide == 6


def test_home_leads_to_the_title_but_not_out_of_a_matrix(opened: Open) -> None:
    application = opened(5)
    grid = application.window.view(5).lab.grids["query"]  # type: ignore[attr-defined]
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_End)
    QTest.keyClick(grid, Qt.Key.Key_Home)
    assert application.session.slide == 5 and grid.cursor_cell == (0, 0)
    application.window.setFocus()
    QTest.keyClick(application.window, Qt.Key.Key_Home)
    assert application.session.slide == 1


def test_the_focus_ring_lets_go_of_what_is_gone(opened: Open) -> None:
    window = opened(5).window
    gone = QLineEdit(window)
    gone.show()
    gone.setFocus(Qt.FocusReason.TabFocusReason)
    assert window.ring.watched is gone
    shiboken6.delete(gone)
    window.top.strip.setFocus(Qt.FocusReason.TabFocusReason)
    assert window.ring.watched is window.top.strip


def test_undo_and_redo_by_key_say_what_they_did(opened: Open) -> None:
    application = opened(5)
    window = application.window
    click(window.view(5).lab.controls.scale)  # type: ignore[attr-defined]
    assert window.top.tools["undo"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.bottom.status.message == "undone: scores no longer divided"
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert window.bottom.status.message == "done again: scores no longer divided"
    assert not window.top.tools["redo"].isEnabled()


def test_undo_belongs_to_its_slide(opened: Open) -> None:
    application = opened(5)
    click(application.window.view(5).lab.controls.scale)  # type: ignore[attr-defined]
    application.session.go(6)
    application.settle()
    assert not application.session.can_undo
    application.session.go(5)
    assert application.session.can_undo


def test_the_theme_changes_at_once_and_is_remembered(opened: Open, tmp_path: Path) -> None:
    application = opened(5)
    window = application.window
    light = window.grab().toImage().pixelColor(20, 400)
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    dark = window.grab().toImage().pixelColor(20, 400)
    assert light.name() == "#faf7f0" and dark.name() == "#131518"
    assert application.settings.theme == "dark"
    lab = window.view(5).lab
    assert window.grab().toImage().pixelColor(440, 700).name() == "#181b1f"
    assert lab.theme.name == "dark"


def test_high_contrast_makes_greys_stronger(opened: Open) -> None:
    application = opened(5)
    window = application.window
    before = window.theme.ink3.lightness()
    window.command("high_contrast")
    assert window.theme.ink3.lightness() < before
    window.command("high_contrast")
    assert window.theme.ink3.lightness() == before


def test_present_hides_the_bars_and_enlarges_the_words(opened: Open) -> None:
    application = opened(5, (1920, 1080))
    window = application.window
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.top.isHidden() and window.bottom.isHidden()
    view = window.view(5)
    assert view.column.body.style_used.size >= 27
    assert view.column.width() == round(1920 * 0.28)
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.top.isVisible() and view.column.width() == 560


def test_the_menu_holds_what_every_program_has(opened: Open) -> None:
    application = opened(5)
    menu = build_menu(application.window)
    names = [action.text().replace("&", "") for action in menu.actions()]
    assert names == ["File", "Edit", "View", "Help"]
    entries = {
        action.text().partition("\t")[0]
        for part in menu.findChildren(QMenu)
        for action in part.actions()
    }
    assert {"Quit", "Undo", "Redo", "Theme", "Present", "Keys", "About"} <= entries


def test_menu_entries_work(opened: Open) -> None:
    application = opened(5)
    click(application.window.view(5).lab.controls.scale)  # type: ignore[attr-defined]
    menu = build_menu(application.window)
    undo = next(
        action
        for part in menu.findChildren(QMenu)
        for action in part.actions()
        if action.text().startswith("Undo")
    )
    undo.trigger()
    assert not application.session.can_undo


@pytest.mark.parametrize("name", ["help", "about"])
def test_a_dialog_fits_the_smallest_screen_and_closes(opened: Open, name: str) -> None:
    application = opened(1, (1024, 560))
    application.window.command(name)
    dialog = application.window.findChild(QDialog)
    assert dialog is not None and dialog.height() <= 560
    close = dialog.findChild(QPushButton)
    assert close is not None and dialog.rect().contains(close.geometry())
    click(close)
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    ("available", "first"),
    [
        ((1920, 1040), (1280, 800)),
        ((1366, 728), (1280, 688)),  # a laptop's screen with its task bar
        ((1093, 582), (1077, 560)),  # the same at 125 %
        ((800, 600), (1024, 560)),
    ],
)
def test_the_first_window_lies_within_the_screen(
    available: tuple[int, int], first: tuple[int, int]
) -> None:
    assert first_size(available) == first


def test_clearing_challenges_asks_first(opened: Open) -> None:
    application = opened(5)
    application.session.done.add("ate-gives-cat")
    application.window.command("clear_challenges")
    dialog = application.window.findChild(QDialog)
    assert dialog is not None
    cancel, clear = (
        next(button for button in dialog.findChildren(QPushButton) if button.text() == text)
        for text in ("Cancel", "Clear")
    )
    assert cancel.isDefault()
    click(clear)
    assert application.session.done == set() and application.settings.done == set()


def test_the_status_line_is_copied_by_a_click(opened: Open) -> None:
    application = opened(5)
    click(application.window.bottom.status)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("n = 5 · d_k = 4 · causal mask")
    assert "recomputed in" in copied


def test_a_formula_is_copied_as_plain_latex(opened: Open) -> None:
    application = opened(5)
    block = application.window.view(5).column.formulas[1]
    QTest.keyClick(block, Qt.Key.Key_Return)
    copied = QGuiApplication.clipboard().text()
    assert copied == r"\mathrm{softmax}\left(\frac{QK^\mathsf{T}}{\sqrt{d_k}}\right)V"


def test_slide_and_progress_survive_a_restart_and_answers_do_not(
    opened: Open, settings: Settings
) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    lab.ask_cell("query", 2, 2, 0.4, None)  # type: ignore[attr-defined]
    application.session.answers.tried["scale"] = ["equal"]
    application.window.close()
    written = Path(settings.file).read_text(encoding="utf-8")
    assert "slide=5" in written and "ate-gives-cat" in written
    assert "equal" not in written and "tried" not in written
    again = opened(1)
    assert again.session.done == {"ate-gives-cat"}
    assert again.session.answers.tried == {}


def test_refused_numbers_are_said_in_the_status_line(opened: Open) -> None:
    application = opened(6)
    lab = application.window.view(6).lab
    lab.box.setFocus()  # type: ignore[attr-defined]
    lab.box.selectAll()  # type: ignore[attr-defined]
    QTest.keyClicks(lab.box, "4000")  # type: ignore[attr-defined]
    QTest.keyClick(lab.box, Qt.Key.Key_Return)  # type: ignore[attr-defined]
    status = application.window.bottom.status
    assert status.state == "error"
    assert status.message == "d_k must be a whole number from 1 to 1024"


def test_the_focus_ring_shows_for_the_keyboard_only(opened: Open, qtbot: QtBot) -> None:
    application = opened(5)
    window = application.window
    grid = window.view(5).lab.grids["query"]  # type: ignore[attr-defined]
    click(grid, grid.place_of((0, 0)).center().toPoint())
    grid.setFocus(Qt.FocusReason.MouseFocusReason)
    assert window.ring.isHidden()
    QTest.keyClick(grid, Qt.Key.Key_Right)
    application.settle()
    assert window.ring.isVisible()
    cell = grid.place_of((0, 1)).translated(grid.mapTo(window, grid.rect().topLeft()))
    assert window.ring.geometry().toRectF().contains(cell)
    # what scrolls takes the ring along, and hides it where its part is out of sight
    window.command("try")
    drawer = window.view(5).side.drawers["try"]
    application.settle()
    bar, before = drawer.verticalScrollBar(), window.ring.y()  # type: ignore[attr-defined]
    bar.setValue(40)
    assert window.ring.y() == before - 40
    bar.setValue(bar.maximum())
    assert window.ring.isHidden()


def test_tab_visits_every_control_of_the_lab_and_leaves_it(opened: Open) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    first = lab.controls.mask  # type: ignore[attr-defined]
    first.setFocus()
    seen = []
    for _ in range(40):
        focused = application.window.focusWidget()
        if focused is None or (focused is first and seen):
            break
        seen.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert {*lab.grids.values()} <= set(seen)  # type: ignore[attr-defined]
    assert any(not lab.isAncestorOf(widget) for widget in seen)


def test_words_that_scroll_are_not_cut_through_a_line(opened: Open) -> None:
    for slide, size in ((2, (1024, 560)), (2, (1024, 720)), (11, (1024, 720))):
        column = opened(slide, size).window.view(slide).column
        assert column.words.height() > column.page.height()
        edge, high = column.page.height(), column.size_class.body_line
        assert not [end for end in line_bottoms(column.body) if end - high + 4 < edge < end]
