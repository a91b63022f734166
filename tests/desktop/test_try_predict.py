"""Predict first, as a person uses it: an edit, a question, a guess, the reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.editing import with_cell
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.drawers.compare import CompareSection
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.predict import PredictSection
from desktop_app.drawers.section import Section
from desktop_app.drawers.try_drawer import TryDrawer
from desktop_app.drawers.values import ValuesSection
from desktop_app.settings import Settings
from tests.desktop.conftest import click

Open = Callable[..., Application]


def drawer_of(application: Application) -> TryDrawer:
    drawer = application.window.view(application.session.slide).side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    return drawer


def section_of(application: Application) -> PredictSection:
    sections = drawer_of(application).sheet.sections
    return next(part for part in sections if isinstance(part, PredictSection))


def edit(application: Application, number: float) -> None:
    session = application.session
    session.edit(with_cell(session.experiment(5), "query", 2, 2, number), "a number of Q")


@pytest.fixture
def application(opened: Open) -> Application:
    made = opened(5)
    made.window.command("try")
    click(section_of(made).switch)
    return made


def test_an_edit_hides_results_until_a_guess_is_clicked(application: Application) -> None:
    section, veil = section_of(application), drawer_of(application).veil
    lab = application.window.view(5).lab
    assert not veil.isVisible()
    edit(application, 0.4)
    assert veil.isVisible()
    weights, query = lab.grids["weights"].geometry(), lab.grids["query"].geometry()
    assert veil.mask().contains(weights.center())
    assert not veil.mask().contains(query.center())
    words = [key for key, _ in section.chips.options]
    assert words == ["rises", "stays", "falls"]
    place = section.chips.places(section.chips.width())[2].center().toPoint()
    click(section.chips, place)
    assert not veil.isVisible()
    assert section.verdict == "You said falls: right"
    assert "1.41" in section.reason.accessibleName()
    assert "1.30" in section.reason.accessibleName()


def test_nothing_is_asked_while_a_fault_comes_or_goes(application: Application) -> None:
    section, session = section_of(application), application.session
    session.edit(replace(session.experiment(5), fault="no-scale"), "fault")
    assert not section.waiting
    edit(application, 0.4)  # the reasons are those of the right formula
    assert not section.waiting
    session.edit(replace(session.experiment(5), fault=""), "put right")
    assert not section.waiting
    edit(application, 0.7)
    assert section.waiting


def test_the_next_question_is_answered_by_key(application: Application) -> None:
    section = section_of(application)
    edit(application, 0.4)
    section.chips.setFocus()
    QTest.keyClick(section.chips, Qt.Key.Key_1)
    assert section.verdict.startswith("You said rises. It is: falls")
    edit(application, 2.5)
    assert [key for key, _ in section.chips.options] == ["the", "cat", "ate", "fresh", "fish"]
    section.chips.setFocus()
    QTest.keyClick(section.chips, Qt.Key.Key_Right)
    QTest.keyClick(section.chips, Qt.Key.Key_Space)
    assert section.verdict == "You said cat: right"


def test_a_number_is_typed(opened: Open) -> None:
    application = opened(7)
    application.window.command("try")
    section = section_of(application)
    click(section.switch)
    lab = application.window.view(7).lab
    session = application.session
    session.edit(replace(session.experiment(7), heads=2, pinned=(1, 5, 4)), "2 heads")
    assert section.box.isVisible()
    section.box.setFocus()
    section.box.selectAll()
    QTest.keyClicks(section.box, "8")
    QTest.keyClick(section.box, Qt.Key.Key_Return)
    assert section.verdict == "You said 8: right"
    assert lab.isEnabled()


def test_what_is_to_be_guessed_is_not_given_away_beside_a(application: Application) -> None:
    section = section_of(application)
    [compared] = [
        one for one in drawer_of(application).sheet.sections if isinstance(one, CompareSection)
    ]
    click(compared.keep)
    assert compared.difference.isVisible()
    edit(application, 0.4)
    parts = (compared.difference, compared.figure, compared.export)
    assert not any(part.isVisible() for part in parts)
    assert compared.head.aside == "guess first"
    click(section.skip)
    assert all(part.isVisible() for part in parts)
    assert not compared.difference.found.same


@pytest.mark.parametrize("kind", [FaultSection, ValuesSection])
def test_no_section_gives_away_what_is_to_be_guessed(
    application: Application, kind: type[Section]
) -> None:
    drawer = drawer_of(application)
    section = next(one for one in drawer.sheet.sections if isinstance(one, kind))
    if not section.opened:
        click(section.head)
    high = section.height()
    edit(application, 0.4)
    assert section.height() < high and section.head.aside == "guess first"
    with lettering.audit() as audit:
        section.grab()
    assert {text.text for text in audit.drawn} <= {section.title, "guess first"}
    click(section_of(application).skip)
    assert section.height() == high


def test_undo_and_skipping_lift_the_veil(application: Application) -> None:
    section, veil = section_of(application), drawer_of(application).veil
    edit(application, 0.4)
    application.session.undo()
    assert not veil.isVisible()
    edit(application, 0.4)
    click(section.skip)
    assert not veil.isVisible()
    assert section.verdict == ""
    edit(application, 0.9)
    click(section.switch)
    assert not veil.isVisible()


def test_the_card_keeps_the_secret_and_the_veil_leads_to_the_question(
    application: Application,
) -> None:
    view = application.window.view(5)
    application.window.command("try")
    edit(application, 0.4)
    assert "guess first" in view.card_state(view.slide.challenges[0]).reason
    veil = drawer_of(application).veil
    status = application.window.bottom.status
    status.pause.stop()
    application.window.show_status(5)
    status.drop_message()
    assert "0.50" not in status.text() and "guess first" in status.text()
    click(veil, veil.dashes[0].center())
    assert view.drawer == "try"
    section_of(application).commit("falls")
    status.pause.stop()
    status.catch_up()
    status.drop_message()
    assert "0.50" in status.text()
    assert view.card is not None and "guess first" not in view.card.state.reason


def test_for_good_is_remembered_and_a_guess_is_not(
    application: Application, settings: Settings
) -> None:
    section = section_of(application)
    application.window.view(4)  # a pane that stood before
    click(section.always)
    assert settings.predict_first
    application.session.go(4)
    assert section_of(application).on
    application.session.go(5)
    edit(application, 0.4)
    section.commit("falls")
    settings.write()
    text = Path(settings.file).read_text(encoding="utf-8")
    assert "predict_first=true" in text
    assert "falls" not in text


@pytest.mark.parametrize("number", range(2, 10))
def test_each_pane_has_a_question_of_its_own(opened: Open, number: int) -> None:
    application = opened(number)
    assert section_of(application).predictions


@pytest.mark.parametrize("number", [2, 4, 8, 9])
def test_the_veil_hides_a_line_of_the_lab_or_leaves_it_whole(opened: Open, number: int) -> None:
    application = opened(number)
    application.window.command("try")
    lab, veil = application.window.view(number).lab, drawer_of(application).veil
    ground = QPixmap(lab.size())
    with lettering.audit() as watch:
        lab.render(ground, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
    veil.show_hidden(True)
    origin = QPointF(lab.mapTo(lab.window(), QPoint(0, 0)))
    words = {each.text: each.bounds.translated(-origin).toAlignedRect() for each in watch.drawn}
    cut = [
        text
        for text, place in words.items()
        if veil.mask().intersects(place) and not QRegion(place).subtracted(veil.mask()).isEmpty()
    ]
    assert words
    assert cut == []
