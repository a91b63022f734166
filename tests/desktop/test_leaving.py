"""Leaving a slide in the middle of something: what was done belongs to that slide alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.application import Application
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.value_box import ValueBox
from tests.desktop.conftest import move

Open = Callable[..., Application]


@pytest.mark.parametrize("slide", [2, 3, 4, 6, 7, 8])
def test_a_number_that_is_left_in_its_box_is_taken_by_its_own_slide(
    opened: Open, slide: int
) -> None:
    application = opened(slide)
    session = application.session
    box = application.window.view(slide).lab.findChildren(ValueBox)[0]
    before = session.experiment(slide + 1)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "8")
    menu = Qt.FocusReason.PopupFocusReason  # its own menu comes and goes: nothing is left yet
    QApplication.sendEvent(box, QFocusEvent(QEvent.Type.FocusOut, menu))
    assert not session.histories[slide].can_undo and box.text() == "8"
    QTest.keyClick(application.window, Qt.Key.Key_PageDown)
    application.settle()
    assert session.slide == slide + 1
    assert session.experiment(slide + 1) == before
    assert session.histories[slide].can_undo


@pytest.mark.parametrize("slide", [2, 4, 6, 7])
def test_a_slider_dragged_while_the_slide_changes_moves_its_own_slide(
    opened: Open, slide: int
) -> None:
    application = opened(slide)
    session = application.session
    slider = application.window.view(slide).lab.findChildren(TickSlider)[0]
    before = session.experiment(slide + 1)
    places = [QPoint(round(slider.x_of(tick)), 20) for tick in (0, 1)]
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, places[0])
    session.go(slide + 1)
    move(slider, places[1])
    application.settle()
    assert session.experiment(slide + 1) == before
    session.go(slide)
    application.settle()


def test_a_half_typed_cell_is_kept_by_leaving(opened: Open) -> None:
    application = opened(5)
    grid = application.window.view(5).lab.grids["query"]  # type: ignore[attr-defined]
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None
    grid.field.selectAll()
    QTest.keyClicks(grid.field, "0.9")
    application.session.go(6)
    application.settle()
    assert application.session.experiment(5).query[0][0] == 0.9  # type: ignore[union-attr]


@pytest.mark.parametrize("typed", ["1e308", "-2000000"])
@pytest.mark.parametrize("slide", [4, 5, 9])
def test_a_number_beyond_the_engine_is_refused_with_its_limits(
    opened: Open, slide: int, typed: str
) -> None:
    application = opened(slide)
    grids = application.window.view(slide).lab.findChildren(MatrixGrid)
    grid = next(part for part in grids if part.mode == "edit")
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None
    grid.field.selectAll()
    QTest.keyClicks(grid.field, typed)
    QTest.keyClick(grid.field, Qt.Key.Key_Return)
    assert "must lie between" in application.window.bottom.status.message
    assert not application.session.can_undo
    QTest.keyClick(grid.field, Qt.Key.Key_Escape)


def test_undo_by_key_reaches_the_slide_from_a_box_in_which_nothing_is_typed(
    opened: Open,
) -> None:
    application = opened(6)
    box = application.window.view(6).lab.box  # type: ignore[attr-defined]
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "100")
    QTest.keyClick(box, Qt.Key.Key_Return)
    QTest.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert box.text() == "64"


@pytest.mark.parametrize("slide", [2, 3, 6])
def test_reset_lets_go_of_refused_text_even_where_nothing_had_changed(
    opened: Open, slide: int
) -> None:
    application = opened(slide)
    box = application.window.view(slide).lab.findChildren(ValueBox)[0]
    shown = box.text()
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "nan")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.bad
    application.window.command("reset")
    assert box.text() == shown and not box.bad
    assert isinstance(box, QLineEdit)
