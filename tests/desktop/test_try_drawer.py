"""The Try drawer as a person uses it: opened, walked, folded, faults made and put right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment
from core.fault_names import FAULTS
from core.symptoms import Piece
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.drawers.faults import FaultRow, FaultSection
from desktop_app.drawers.rail import Rail
from desktop_app.drawers.try_drawer import TryDrawer
from desktop_app.session import Session
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme
from tests.desktop.conftest import click
from tests.desktop.layout import clipped, touching

Open = Callable[..., Application]
NO_KEY = Qt.KeyboardModifier.NoModifier
WITH_DRAWER = (4, 5, 7, 8, 9)


def drawer_of(application: Application) -> TryDrawer:
    drawer = view_of(application).side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    return drawer


def view_of(application: Application) -> SlideView:
    return application.window.view(application.session.slide)


def section_of(application: Application, kind: type) -> QWidget:
    return next(part for part in drawer_of(application).sheet.sections if isinstance(part, kind))


def row_of(application: Application, name: str) -> FaultRow:
    section = section_of(application, FaultSection)
    assert isinstance(section, FaultSection)
    if not section.opened:
        click(section.head)
    return section.rows[name]


def press(application: Application, key: Qt.Key) -> None:
    """A key where the keyboard stands."""
    QTest.keyClick(application.window.focusWidget() or application.window, key)


def attention(application: Application) -> AttentionExperiment:
    experiment = application.session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    return experiment


@pytest.mark.parametrize(("size", "rail"), [((1280, 800), 72), ((1024, 720), 0)])
def test_the_lab_keeps_its_size_and_slides_left(
    opened: Open, size: tuple[int, int], rail: int
) -> None:
    application = opened(5, size)
    view, button = view_of(application), application.window.top.tools["try"]
    before = view.area.size()
    click(button)
    assert view.drawer == "try"
    assert view.area.size() == before
    assert view.area.x() == rail
    drawer = drawer_of(application)
    assert drawer.isVisible()
    assert drawer.geometry().right() == view.width() - 1
    assert drawer.x() == view.area.geometry().right() + 1
    click(button)
    assert view.drawer == ""
    assert not drawer.isVisible()
    assert view.area.x() == view.size_class.lesson_width


def test_a_key_opens_and_escape_gives_the_keyboard_back_to_the_icon(opened: Open) -> None:
    application = opened(5)
    view = view_of(application)
    view.lab.setFocus()
    press(application, Qt.Key.Key_T)
    assert view.drawer == "try"
    assert drawer_of(application).isAncestorOf(application.window.focusWidget())
    press(application, Qt.Key.Key_Escape)
    assert view.drawer == ""
    assert application.window.focusWidget() is application.window.top.tools["try"]


def test_the_rail_brings_the_lesson_back(opened: Open) -> None:
    application = opened(5)
    application.window.command("try")
    rail = view_of(application).findChild(Rail)
    assert rail.isVisible()
    click(rail)
    assert view_of(application).drawer == ""
    assert not rail.isVisible()


def test_the_icon_is_live_where_there_is_something_to_try(opened: Open) -> None:
    application = opened(1)
    button = application.window.top.tools["try"]
    assert not button.isEnabled()
    for number in WITH_DRAWER:
        application.session.go(number)
        assert button.isEnabled()
    application.session.go(10)
    assert not button.isEnabled()


@pytest.mark.parametrize("number", (2, 3, *WITH_DRAWER, 6))
def test_every_fault_is_one_undo_step_and_shows_in_the_lab(opened: Open, number: int) -> None:
    application = opened(number)
    session, lab = application.session, view_of(application).lab
    application.window.command("try")
    section = section_of(application, FaultSection)
    assert isinstance(section, FaultSection)
    for name, row in section.rows.items():
        if row.isHidden():
            continue
        start = session.experiment(number)
        click(row_of(application, name))
        assert session.experiment(number).fault == name
        assert drawer_of(application).chip.isVisible()
        assert lab.rect().contains(drawer_of(application).chip.geometry())
        session.undo()
        assert session.experiment(number) is start
        assert not drawer_of(application).chip.isVisible()


def test_one_fault_at_a_time_and_put_right_by_row_or_chip(opened: Open) -> None:
    application = opened(5)
    application.window.command("try")
    click(row_of(application, "no-scale"))
    click(row_of(application, "softmax-columns"))
    assert attention(application).fault == "softmax-columns"
    assert row_of(application, "softmax-columns").made
    assert not row_of(application, "no-scale").made
    click(row_of(application, "softmax-columns"))
    assert attention(application).fault == ""
    click(row_of(application, "no-scale"))
    click(drawer_of(application).chip)
    assert attention(application).fault == ""


def test_rows_are_walked_folded_and_used_with_the_keyboard(opened: Open) -> None:
    application = opened(5)
    application.window.command("try")
    section = section_of(application, FaultSection)
    assert isinstance(section, FaultSection)
    section.head.setFocus()
    if section.opened:
        press(application, Qt.Key.Key_Left)
    assert not section.opened
    press(application, Qt.Key.Key_Right)
    assert section.opened
    press(application, Qt.Key.Key_Down)
    assert application.window.focusWidget() is section.rows["no-scale"]
    press(application, Qt.Key.Key_Down)
    press(application, Qt.Key.Key_Space)
    assert attention(application).fault == "scale-d_k"
    press(application, Qt.Key.Key_Up)
    press(application, Qt.Key.Key_Return)
    assert attention(application).fault == "no-scale"


def test_challenges_do_not_count_while_a_fault_is_on(opened: Open) -> None:
    application = opened(5)
    session = application.session
    application.window.command("try")
    click(row_of(application, "mask-zero"))
    for challenge in session.current.challenges:
        card = view_of(application).card_state(challenge)
        assert "fault" in card.reason
    session.done.clear()
    session.check_challenges(5)
    assert session.done == set()


def test_what_was_open_stays_open_from_slide_to_slide(opened: Open) -> None:
    application = opened(5)
    application.window.command("try")
    row_of(application, "no-scale")
    application.session.go(6)
    application.session.go(5)
    assert view_of(application).drawer == "try"
    section = section_of(application, FaultSection)
    assert isinstance(section, FaultSection)
    assert section.opened


@pytest.mark.parametrize("width", [248, 272, 328])
def test_what_a_fault_does_keeps_clear_of_what_the_row_does(
    qtbot: QtBot, theme: Theme, session: Session, width: int
) -> None:
    """Every name over a short and a long symptom, at the widths of drawers."""
    section = FaultSection(theme, session, 2)
    qtbot.addWidget(section)
    section.resize(width, 200)
    section.show()
    for name in FAULTS:
        row = FaultRow(theme, name, section)
        row.show()
        row.resize(width, row.height())
        for symptom in ("weights as before", "the last word is read first, so French begins at it"):
            row.show_state((Piece(symptom),), True)
            with lettering.audit() as watched:
                row.grab()
            assert touching(watched.drawn) == []
            assert clipped(watched.drawn, QRectF(row.rect())) == []
            assert "Put right" in [drawn.text for drawn in watched.drawn]


def test_a_key_that_is_held_makes_a_fault_once(opened: Open) -> None:
    application = opened(5)
    view_of(application).open_drawer("try")
    row = row_of(application, "no-scale")
    for repeats in (False, True, True, True):
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, NO_KEY, " ", repeats)
        QApplication.sendEvent(row, press)
    assert attention(application).fault == "no-scale"
    application.session.undo()
    assert not application.session.can_undo
