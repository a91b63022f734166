"""What moves after an edit, and what must not: digits are the engine's at every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app import lettering, motion
from desktop_app.application import Application
from desktop_app.instruments.arcs import Arcs, ArcsState
from desktop_app.instruments.grid import GridState
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.instruments.slider import TickSlider
from desktop_app.theme import Theme

Open = Callable[..., Application]
NAMES = ("row",), ("column",)


@pytest.fixture
def moving() -> Iterator[None]:
    motion.set_reduced(False)
    yield
    motion.set_reduced(False)


@pytest.fixture
def cell(qtbot: QtBot, theme: Theme) -> PointedGrid:
    """One weight of 0, in a cell large enough for its digits."""
    made = PointedGrid(theme, "weights")
    qtbot.addWidget(made)
    made.resize(60, 50)
    made.show()
    made.show_state(GridState(np.zeros((1, 1)), "weight"), *NAMES)
    return made


def show(cell: PointedGrid, weight: float) -> None:
    cell.show_state(GridState(np.full((1, 1), weight), "weight"), *NAMES)


def ground(cell: PointedGrid) -> tuple[int, list[str]]:
    """How light the cell's ground is, and what is written in it."""
    with lettering.audit() as watch:
        picture = cell.grab().toImage()
    return picture.pixelColor(12, 12).lightness(), [drawn.text for drawn in watch.drawn]


def test_a_ground_is_on_its_way_while_its_digits_are_there(moving: None, cell: PointedGrid) -> None:
    light, _ = ground(cell)
    show(cell, 1.0)
    cell.tween.pause()
    cell.tween.setCurrentTime(10)
    between, written = ground(cell)
    assert written == ["1.00"]
    cell.tween.resume()
    cell.tween.setCurrentTime(cell.tween.duration())
    dark, written = ground(cell)
    assert written == ["1.00"] and dark < between < light


def test_edits_that_follow_fast_are_shown_as_they_are(moving: None, cell: PointedGrid) -> None:
    show(cell, 1.0)
    assert cell.tween.at is not None
    show(cell, 0.5)
    assert cell.tween.at is None


def test_numbers_of_another_shape_do_not_follow_a_way_under_way(
    moving: None, qtbot: QtBot, theme: Theme, cell: PointedGrid
) -> None:
    show(cell, 1.0)
    assert cell.tween.at is not None
    cell.show_state(GridState(np.full((2, 2), 0.5), "weight"), ("a", "b"), ("a", "b"))
    assert cell.tween.at is None
    assert ground(cell)[0] > 0
    arcs = Arcs(theme)
    qtbot.addWidget(arcs)
    arcs.resize(300, 300)
    arcs.show()
    for weights in (np.eye(2), np.full((2, 2), 0.5), np.eye(3)):
        arcs.show_state(ArcsState(("a", "b", "c")[: len(weights)], weights, len(weights) - 1))
    assert "1.00" in look(arcs)[1]


def test_nothing_moves_under_less_motion(moving: None, cell: PointedGrid) -> None:
    motion.set_reduced(True)
    show(cell, 1.0)
    assert cell.tween.at is None


def test_what_is_not_finite_is_there_at_once(moving: None, cell: PointedGrid) -> None:
    show(cell, float("nan"))
    assert cell.tween.at is None or np.isnan(cell.tween.at[0, 0])


def test_a_dragged_handle_tells_its_value(qtbot: QtBot, theme: Theme) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    room.resize(400, 120)
    slider = TickSlider(theme, "size", (1, 2, 4), ("1", "2", "4"), room)
    slider.setGeometry(0, 50, 400, 48)
    room.show()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(200, 20))
    slider.show_value(2)
    QTest.mouseMove(slider, QPoint(205, 20))
    assert slider.bubble.isVisible()
    with lettering.audit() as watch:
        slider.bubble.grab()
    assert [drawn.text for drawn in watch.drawn] == ["2"]
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(205, 20))
    assert not slider.bubble.isVisible()


def look(widget: QWidget) -> tuple[QImage, list[str]]:
    """A widget's picture, and what is written in it."""
    with lettering.audit() as watch:
        picture = widget.grab().toImage()
    return picture, [drawn.text for drawn in watch.drawn]


def test_bars_move_to_new_numbers_while_their_digits_are_there(opened: Open) -> None:
    application = opened(4)
    window = application.window
    motion.set_reduced(False)
    words = window.view(4).lab.controls.words
    QTest.keyClick(words, Qt.Key.Key_Right)
    lab = window.view(4).lab
    assert lab.plane.tween.at is not None
    cases = [(lab.dictionary, lab.dictionary.tween)]
    application.session.go(3)
    lab = window.view(3).lab
    QTest.keyClick(lab, Qt.Key.Key_Right)
    cases += [(lab.energies, lab.energies.tween), (lab, lab.words_tween)]
    for widget, tween in cases:
        tween.setCurrentTime(0)
        tween.start()
        tween.pause()
        tween.setCurrentTime(10)
        between, written = look(widget)
        tween.resume()
        tween.setCurrentTime(tween.duration())
        end, final = look(widget)
        assert written == final and between != end, widget
