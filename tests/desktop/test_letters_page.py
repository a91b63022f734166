"""The pages of letters: read, trained in the real worker, cancelled, damaged, and at every size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.letters import loading, views
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.letters import trainer, words
from desktop_app.letters.page import LettersPage
from desktop_app.letters.sheet import LettersSheet
from tests.desktop.wide import chosen

Open = Callable[..., Application]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def click(widget, place: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, NONE, place or widget.rect().center())


def choose(toggle, index: int) -> None:
    click(toggle, toggle.segment(index).center().toPoint())


def page_of(application: Application) -> LettersPage:
    click(application.window.view(7).lab.controls.learn)
    page = application.window.pages.front
    assert isinstance(page, LettersPage)
    return page


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings of a few steps, without waiting."""
    monkeypatch.setattr(trainer, "SECONDS", 0.0)
    monkeypatch.setattr(views, "STEPS", dict.fromkeys(views.STEPS, 12))


def end_of(qtbot: QtBot, sheet: LettersSheet) -> None:
    qtbot.waitUntil(lambda: not sheet.trainer.running, timeout=120_000)


def test_a_button_leads_from_pane_07_and_escape_leads_back(opened: Open) -> None:
    application = opened(7)
    page = page_of(application)
    assert page.facts()[2:] == ("3 heads", "figures of 256 unseen rows", "trained, shipped weights")
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert application.window.pages.front is None and application.session.slide == 7


def test_one_head_and_three_heads_by_mouse_and_keyboard(opened: Open) -> None:
    page = page_of(opened(7))
    sheet = page.sheet
    assert [one.isVisible() for one in sheet.maps] == [True, True, True]
    assert sheet.trace is not None and sheet.trace.right.sum() == sheet.trace.asked.sum()
    choose(sheet.controls.heads, 0)
    assert sheet.trace.figures.accuracy.mean() < 0.9
    assert [one.isVisible() for one in sheet.maps] == [True, False, False]
    sheet.controls.heads.setFocus()
    QTest.keyClick(sheet.controls.heads, Qt.Key.Key_Right)
    assert sheet.view.size == 2 and sheet.source_now == "random, untrained, seed 0"
    choose(sheet.controls.exhibit, 1)
    assert sheet.view.size == 2 and len(sheet.trace.maps) == 2
    assert sheet.source_now == "trained, shipped weights"


def test_letters_of_ones_own_are_read_and_others_refused(opened: Open) -> None:
    application = opened(7)
    sheet = page_of(application).sheet
    field = sheet.controls.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "hgfedcba")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sheet.view.text == "HGFEDCBA" and field.text() == "HGFEDCBA"
    before = sheet.trace
    field.selectAll()
    QTest.keyClicks(field, "xyz")
    assert "not a letter of this alphabet; type A to L" in field.reason
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sheet.trace is before
    assert "not a letter" in application.window.bottom.status.message
    QTest.keyClick(field, Qt.Key.Key_Escape)
    click(sheet.controls.draw)
    assert sheet.view.text != "HGFEDCBA"


def test_pointing_lights_the_same_weight_in_every_map(opened: Open) -> None:
    sheet = page_of(opened(7)).sheet
    one = sheet.maps[1]
    QTest.mouseMove(one, one.place_of((2, 3)).center().toPoint())
    assert sheet.lit == (2, 3)
    assert all(other.state.linked == (2, 3) for other in sheet.maps)


def paused_and_cancelled(qtbot: QtBot, sheet: LettersSheet) -> None:
    """A long training is begun, rests, goes on and is given up."""
    click(sheet.controls.train)
    qtbot.waitUntil(lambda: sheet.trainer.moment is not None, timeout=120_000)
    assert sheet.source_now == "being trained here, seed 0"
    click(sheet.controls.train)
    assert sheet.trainer.paused and sheet.controls.train.text() == "Go on"
    click(sheet.controls.train)
    assert not sheet.trainer.paused
    click(sheet.controls.cancel)
    assert not sheet.trainer.running and sheet.source_now == "trained, shipped weights"
    assert sheet.controls.cancel.isHidden() and sheet.state().said.startswith("training cancelled")


def test_training_in_the_worker_is_cancelled_watched_and_kept(
    opened: Open, qtbot: QtBot, quick, monkeypatch
) -> None:
    application = opened(7)
    page = page_of(application)
    sheet = page.sheet
    monkeypatch.setattr(trainer, "SECONDS", 60.0)
    paused_and_cancelled(qtbot, sheet)
    monkeypatch.setattr(trainer, "SECONDS", 0.0)
    choose(sheet.controls.heads, 1)
    click(sheet.controls.seed, sheet.controls.seed.button(1).center().toPoint())
    seen: list[int] = []
    sheet.trainer.changed.connect(
        lambda: seen.append(sheet.trainer.moment.step) if sheet.trainer.moment else None
    )
    before = np.array(sheet.trace.maps)
    click(sheet.controls.train)
    assert sheet.trainer.running and not sheet.controls.field.isEnabled()
    end_of(qtbot, sheet)
    assert seen and seen == sorted(seen)
    assert sheet.source_now == "trained here, seed 1, 12 steps"
    assert np.abs(sheet.trace.maps - before).max() > 1e-3
    choose(sheet.controls.heads, 0)
    choose(sheet.controls.heads, 1)
    assert sheet.source_now == "trained here, seed 1, 12 steps"
    choose(sheet.controls.exhibit, 1)
    choose(sheet.controls.layers, 0)
    click(sheet.controls.train)
    end_of(qtbot, sheet)
    assert sheet.source_now == "trained here, seed 0, 12 steps" and len(sheet.trace.maps) == 1


def test_without_pytorch_the_button_says_how_to_get_it(opened: Open) -> None:
    application = opened(7)
    application.worker.package = "a_package_that_nobody_has"
    sheet = page_of(application).sheet
    sheet.refresh()
    assert not sheet.controls.train.isEnabled()
    assert "pip install torch" in sheet.state().said
    assert sheet.trace is not None and sheet.trace.right.sum() == sheet.trace.asked.sum()


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The weight files are gone."""
    for load in (loading.load_letters, loading.load_reverser):
        load.cache_clear()
        monkeypatch.setattr(load.__wrapped__, "__defaults__", (tmp_path,))
    yield
    for load in (loading.load_letters, loading.load_reverser):
        load.cache_clear()


def test_missing_files_are_one_sentence_and_the_rest_works(opened: Open, damaged) -> None:
    application = opened(7)
    sheet = page_of(application).sheet
    assert "manifest.json is missing" in sheet.state().said and sheet.state().wrong
    assert sheet.source_now == "random, untrained, seed 0"
    application.window.pages.show("explanation")
    told = application.window.pages.front.sheet.told
    assert all("is missing" in one.fault for one in told.values())
    application.window.grab()
    application.window.go(8)
    lab = application.window.view(8).lab
    choose(lab.origin.choice, 1)
    assert not lab.experiment.trained
    assert "is missing" in application.window.bottom.status.message


def test_attention_is_no_explanation(opened: Open) -> None:
    application = opened(3)
    assert ("explanation", "Attention is not explanation") in application.window.view(3).lab.pages()
    application.window.command("explanation")
    page = application.window.pages.front
    sheet = page.sheet
    forward, alone = (sheet.told[name] for name in ("forward only", "letter by letter"))
    assert forward.trace.right.all() and not forward.trace.pointed[1:].any()
    assert alone.trace.right.all() and alone.trace.pointed.all()
    assert forward.right > 0.98 and forward.pointed < 0.03
    sheet.field.setFocus()
    sheet.field.selectAll()
    QTest.keyClicks(sheet.field, "abc")
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    assert page.facts()[0] == "n = 3" and sheet.maps[0].state.numbers.shape == (3, 3)
    sheet.field.type_and_enter("abcdefghijklm")
    assert len(sheet.letters) == 3
    click(sheet.draw)
    assert len(sheet.letters) == 3
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert application.session.slide == 3


def test_the_choice_of_trained_letters_on_pane_08_can_be_undone(opened: Open) -> None:
    application = opened(8)
    lab, window = application.window.view(8).lab, application.window
    words = lab.experiment.tokens
    choose(lab.origin.choice, 1)
    assert lab.experiment.trained and lab.source() == "trained, shipped weights, head 1"
    assert "d_model = 48" in lab.facts()
    click(lab.origin.head, lab.origin.head.button(1).center().toPoint())
    assert lab.experiment.head == 2 and not window.view(8).lab.origin.head.isHidden()
    lab.sentence.type_and_enter("the cat")
    assert lab.experiment.trained and len(lab.experiment.tokens) == 8
    window.command("undo")
    assert lab.experiment.head == 1
    window.command("undo")
    assert lab.experiment.tokens == words and lab.origin.head.isHidden()


def test_what_is_said_follows_from_the_figures(opened: Open) -> None:
    sheet = page_of(opened(7)).sheet
    controls = sheet.controls
    said = words.verdict(sheet.trace)
    assert said.count("takes") == 3 and "Nobody assigned them" in said
    choose(controls.heads, 0)
    assert "Averaging keeps a single head" in words.verdict(sheet.trace)
    choose(controls.heads, 1)
    assert "nothing is learned yet" in words.verdict(sheet.trace)
    choose(controls.exhibit, 1)
    assert "Layer 1 copies each letter" in words.verdict(sheet.trace)
    choose(controls.layers, 0)
    assert "nothing is learned yet" in words.verdict(sheet.trace)


def test_a_trained_head_meets_the_challenge_of_pane_08(opened: Open) -> None:
    application = opened(8)
    lab = application.window.view(8).lab
    choose(lab.origin.choice, 1)
    assert "trained-next" not in application.session.done
    assert "identical-rows" not in application.session.done
    click(lab.origin.head, lab.origin.head.button(1).center().toPoint())
    assert "trained-next" in application.session.done


SIZES = [(1024, 560), (1024, 720), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("size", chosen(SIZES, 0, 2))
def test_no_word_is_cut_off_or_overlaps_another(opened: Open, size) -> None:
    application = opened(7, size)
    sheet = page_of(application).sheet
    for exhibit, lengths in ((0, (0, 1, 2)), (1, (0, 1))):
        choose(sheet.controls.exhibit, exhibit)
        for index in lengths:
            choose((sheet.controls.heads, sheet.controls.layers)[exhibit], index)
            check_words(application, sheet)
    application.window.pages.show("explanation")
    check_words(application, application.window.pages.front.sheet)


def check_words(application: Application, sheet) -> None:
    with lettering.audit() as watch:
        sheet.grab()
    placed = [one for one in watch.drawn if one.text != "·"]
    assert placed
    for one in placed:
        assert one.bounds.width() <= one.room.width() + 1, one.text
        assert one.bounds.right() <= sheet.mapTo(application.window, sheet.rect().topRight()).x()
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            both = one.bounds.intersected(other.bounds)
            assert both.width() < 1 or both.height() < 1, (one.text, other.text)
