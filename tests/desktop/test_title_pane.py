"""Pane 01: pointing at words, the contents as links, Begin and Resume."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.experiment import SentenceExperiment
from desktop_app.application import Application
from desktop_app.instruments.arcs import word_rects
from desktop_app.panes.title.foot import TitleFoot
from desktop_app.panes.title.pane import TitleLab
from desktop_app.settings import Settings
from tests.desktop.conftest import click

Open = Callable[..., Application]


def lab_of(application: Application) -> TitleLab:
    lab = application.window.view(1).lab
    assert isinstance(lab, TitleLab)
    return lab


def pointed(application: Application) -> int:
    experiment = application.session.experiment(1)
    assert isinstance(experiment, SentenceExperiment)
    return experiment.pointed


def test_it_attends_most_to_animal(opened: Open) -> None:
    arcs = lab_of(opened(1)).arcs
    assert arcs.state is not None
    row = arcs.state.weights[arcs.state.pointed]
    assert arcs.state.tokens[int(row.argmax())] == "animal"
    assert row.sum() == pytest.approx(1.0, abs=1e-15)
    assert arcs.accessibleName().startswith("it attends most to animal, weight 0.5")


def test_pointing_at_a_word_shows_its_row(opened: Open) -> None:
    application = opened(1)
    arcs = lab_of(application).arcs
    assert arcs.state is not None
    place = word_rects(arcs.rect().toRectF(), arcs.state.tokens)[1]
    click(arcs, place.center().toPoint())
    assert pointed(application) == 2
    assert not application.session.can_undo


def test_left_and_right_walk_round_the_sentence_and_enter_begins(opened: Open) -> None:
    application = opened(1)
    arcs = lab_of(application).arcs
    for _ in range(4):
        QTest.keyClick(arcs, Qt.Key.Key_Right)
    assert pointed(application) == 1  # 9 + 4 goes round past the twelfth word
    QTest.keyClick(arcs, Qt.Key.Key_Return)
    assert application.session.slide == 2


@pytest.mark.parametrize("number", range(2, 12))
def test_every_line_of_the_contents_opens_its_slide(opened: Open, number: int) -> None:
    application = opened(1)
    entry = lab_of(application).entries[number - 2]
    if number % 2:
        click(entry)
    else:
        QTest.keyClick(entry, Qt.Key.Key_Return)
    assert application.session.slide == number


def test_resume_leads_to_the_slide_that_was_open_last(opened: Open, settings: Settings) -> None:
    settings.slide = 7
    application = opened(1)
    foot = application.window.view(1).column.foot
    assert isinstance(foot, TitleFoot)
    assert foot.resume.text() == "Resume at 07"
    click(foot.resume)
    assert application.session.slide == 7


def test_begin_stands_alone_on_the_first_visit(opened: Open) -> None:
    application = opened(1)
    foot = application.window.view(1).column.foot
    assert isinstance(foot, TitleFoot)
    assert foot.resume.isHidden()
    click(foot.begin)
    assert application.session.slide == 2
