"""Pane 08 as a learner uses it: write a sentence, shuffle it, take its order away, pay for it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.experiment import SelfAttentionExperiment
from desktop_app import lettering, motion
from desktop_app.application import Application
from desktop_app.panes.self_attention.pane import SelfAttentionLab
from tests.desktop.conftest import click, drag
from tests.desktop.layout import findings

Open = Callable[..., Application]
SAMPLE = "the dog saw the cat run"


def lab_of(application: Application) -> SelfAttentionLab:
    lab = application.window.view(8).lab
    assert isinstance(lab, SelfAttentionLab)
    return lab


def experiment_of(application: Application) -> SelfAttentionExperiment:
    experiment = application.session.experiment(8)
    assert isinstance(experiment, SelfAttentionExperiment)
    return experiment


def write(application: Application, text: str, enter: bool = True) -> None:
    """Select what stands in the field, type over it (paste what has no keys), press Enter."""
    field = lab_of(application).sentence
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    if text.isascii():
        QTest.keyClicks(field, text)
    else:
        QApplication.clipboard().setText(text)
        QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    if enter:
        QTest.keyClick(field, Qt.Key.Key_Return)


def painted(application: Application) -> list[str]:
    """Every text in the lab."""
    with lettering.audit() as audit:
        lab_of(application).grab()
    return [drawn.text for drawn in audit.drawn]


def middle(lab: SelfAttentionLab, row: int, column: int) -> QPoint:
    return lab.weights.place_of((row, column)).center().toPoint()


def switch_positions(application: Application) -> None:
    switch = lab_of(application).positions
    click(switch, switch.rect().center())


# the sentence


def test_the_slide_opens_with_its_sentence_and_its_weights(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application)
    assert lab.sentence.text() == SAMPLE
    # The pinned weight, saw -> dog, and its whole row.
    row = lab.weights.state.numbers[2]
    assert row == pytest.approx([0.02, 0.49, 0.07, 0.02, 0.24, 0.16], abs=0.005)
    texts = painted(application)
    assert {"6 × 6 = 36 pairs", "Σ 1.00", "E and W: random, untrained"} <= set(texts)
    status = application.window.bottom.status
    assert "36 pairs" in status.facts and "random, untrained" in status.facts


def test_enter_applies_a_sentence_as_one_undo_step(opened: Open) -> None:
    application = opened(8)
    write(application, "we like tea")
    assert experiment_of(application).tokens == ("we", "like", "tea")
    assert lab_of(application).weights.state.shape == (3, 3)
    application.session.undo()
    assert lab_of(application).sentence.text() == SAMPLE
    assert not application.session.can_undo


def test_escape_restores_what_stood_there(opened: Open) -> None:
    application = opened(8)
    write(application, "something else", enter=False)
    QTest.keyClick(lab_of(application).sentence, Qt.Key.Key_Escape)
    assert lab_of(application).sentence.text() == SAMPLE
    assert not application.session.can_undo


def test_with_the_keyboard_still_in_the_field_undo_is_the_slides(opened: Open) -> None:
    application = opened(8)
    write(application, "we like tea")
    field = lab_of(application).sentence
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert experiment_of(application).tokens == tuple(SAMPLE.split())
    assert field.text() == SAMPLE


@pytest.mark.parametrize("blank", ["", "   ", "\u00a0"])
def test_a_blank_sentence_keeps_the_last_one_with_a_prompt(opened: Open, blank: str) -> None:
    application = opened(8)
    lab = lab_of(application)
    write(application, blank)
    assert "type at least one word" in painted(application)
    assert experiment_of(application).tokens == tuple(SAMPLE.split())
    lab.reset.setFocus()
    assert lab.sentence.text() == SAMPLE
    assert "type at least one word" not in painted(application)


def test_a_word_that_is_being_composed_is_no_mistake(opened: Open) -> None:
    application = opened(8)
    field = lab_of(application).sentence
    field.setFocus()
    field.selectAll()
    QApplication.sendEvent(field, QInputMethodEvent("\u306b\u307b", []))
    assert (field.text(), field.reason) == ("", "")
    QApplication.sendEvent(field, QInputMethodEvent("", []))
    assert field.reason == "type at least one word"
    made = QInputMethodEvent()
    made.setCommitString("\u65e5\u672c")
    QApplication.sendEvent(field, made)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert experiment_of(application).tokens == ("\u65e5", "\u672c")


def test_more_than_sixty_four_words_are_refused_beside_the_field(opened: Open) -> None:
    application = opened(8)
    write(application, "w " * 65)
    assert "65 words are too many; this lab takes up to 64" in painted(application)
    assert experiment_of(application).tokens == tuple(SAMPLE.split())
    QTest.keyClick(lab_of(application).sentence, Qt.Key.Key_Backspace)
    QTest.keyClick(lab_of(application).sentence, Qt.Key.Key_Backspace)
    QTest.keyClick(lab_of(application).sentence, Qt.Key.Key_Return)
    assert len(experiment_of(application).tokens) == 64


def test_words_that_look_like_markup_are_shown_as_they_are(opened: Open) -> None:
    application = opened(8)
    write(application, "<s> <b>x a<b &lt; שלום 🙂")
    tokens = experiment_of(application).tokens
    assert tokens == ("<s>", "<b>x", "a<b", "&lt;", "שלום", "🙂")
    texts = painted(application)
    # A sign without a face is named by its number, which a narrow column cuts short.
    shown = [lettering.shown(token, lettering.LABEL)[:4] for token in tokens]
    counts = [sum(text.startswith(start) for text in texts) for start in shown]
    assert min(counts) >= 3, "X, weights, arcs"
    lab = lab_of(application)
    place = middle(lab, 0, 1)
    event = QHelpEvent(QEvent.Type.ToolTip, place, lab.weights.mapToGlobal(place))
    QApplication.sendEvent(lab.weights, event)
    assert QToolTip.text().startswith("Weights, &lt;s&gt; (1), &lt;b&gt;x (2), 0.")
    QToolTip.hideText()


def test_one_word_gets_all_its_weight(opened: Open) -> None:
    application = opened(8)
    write(application, "one")
    lab = lab_of(application)
    assert lab.weights.state.numbers.tolist() == [[1.0]]
    assert "1 × 1 = 1 pair" in painted(application)
    QTest.keyClick(lab.arcs, Qt.Key.Key_Right)
    click(lab.shuffle)
    assert experiment_of(application).tokens == ("one",)
    assert findings(application) == []


def test_forty_words_are_an_overview_that_reads_out_what_is_pointed_at(opened: Open) -> None:
    application = opened(8)
    write(application, " ".join(f"w{place}" for place in range(40)))
    lab = lab_of(application)
    QTest.mouseMove(lab.weights, middle(lab, 30, 5))
    assert lab.pair == (30, 5)
    texts = painted(application)
    assert "w30" in texts and "w5" in texts and "40 × 40 = 1600 pairs" in texts
    assert "w20" not in texts


# order


def test_without_positions_a_shuffle_keeps_every_number(opened: Open) -> None:
    application = opened(8)
    switch_positions(application)
    lab = lab_of(application)
    before = lab.weights.state.numbers
    lab.weights.fade_changed(0.0)
    click(lab.shuffle)
    after = lab.weights.state
    assert experiment_of(application).tokens != tuple(SAMPLE.split())
    np.testing.assert_allclose(np.sort(after.numbers.ravel()), np.sort(before.ravel()), atol=1e-12)
    assert after.changed is None, "only places changed"
    application.session.undo()
    assert lab.sentence.text() == SAMPLE


def test_with_positions_a_shuffle_marks_what_changed(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application)
    QTest.keyClick(lab.weights, Qt.Key.Key_R)
    assert lab.weights.state.changed is not None and lab.weights.state.changed.sum() > 18
    assert lab.sentence.text().split() == list(experiment_of(application).tokens)


def test_an_r_that_is_typed_into_the_field_is_a_letter(opened: Open) -> None:
    application = opened(8)
    write(application, "rarer", enter=False)
    assert lab_of(application).sentence.text() == "rarer"
    assert not application.session.can_undo


def test_the_pin_stays_with_its_words(opened: Open) -> None:
    application = opened(8)
    click(lab_of(application).shuffle)
    experiment = experiment_of(application)
    assert experiment.pinned_cell is not None
    query, key = experiment.pinned_cell
    assert (experiment.tokens[query], experiment.tokens[key]) == ("saw", "dog")


def test_rows_slide_to_their_new_places(opened: Open, qtbot: QtBot) -> None:
    application = opened(8)
    lab = lab_of(application)
    motion.set_reduced(False)
    lab.press("R")
    assert lab.slide.duration() == 240
    lab.slide.pause()
    lab.slide.setCurrentTime(60)
    image = lab.weights.grab()
    lab.slide.resume()
    qtbot.waitUntil(lambda: lab.moved_from is None)
    assert lab.weights.came_from is None
    assert image.toImage() != lab.weights.grab().toImage()


def test_equal_words_get_an_equals_sign_only_without_positions(opened: Open) -> None:
    application = opened(8)
    assert painted(application).count("=") == 0
    switch_positions(application)
    assert painted(application).count("=") == 2
    assert experiment_of(application).positions is False


def test_a_causal_mask_hatches_and_dashes_what_comes_later(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application)
    click(lab.mask_toggle, lab.mask_toggle.segment(1).center().toPoint())
    hidden = lab.weights.state.hidden
    assert hidden is not None and hidden.sum() == 15
    assert lab.weights.spoken((0, 5)) == "Weights, the (1), run (6), masked, weight 0"
    lab.weights.set_hovered(None)
    state = lab.arcs.state
    assert state is not None
    assert [state.masked(place) for place in range(6)] == [False] * 3 + [True] * 3
    image = lab.weights.grab().toImage()
    place = lab.weights.place_of((0, 5)).toRect().adjusted(3, 3, -3, -3)
    across, down = range(place.left(), place.right()), range(place.top(), place.bottom())
    pixels = [QPoint(x, y) for x in across for y in down]
    seen = {image.pixelColor(pixel).name() for pixel in pixels}
    assert lab.theme.sunken.name() in seen and len(seen) > 1, "strokes on a sunken ground"


# pointing


def test_clicking_and_arrow_keys_pin_without_an_undo_step(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application)
    click(lab.weights, middle(lab, 4, 5))
    assert experiment_of(application).pinned == (5, 6)
    QTest.mouseMove(lab.arcs, QPoint(1, 1))
    lab.weights.set_hovered(None)
    QTest.keyClick(lab.arcs, Qt.Key.Key_Left)
    assert experiment_of(application).pinned == (4, 4), "the second the gives itself most, 0.64"
    click(lab.arcs, lab.arcs.places()[1].center().toPoint())
    assert experiment_of(application).pinned == (2, 3), "dog gives saw most, 0.32"
    lab.weights.setFocus()
    QTest.keyClick(lab.weights, Qt.Key.Key_Escape)
    assert experiment_of(application).pinned is None
    assert "Point at a word" in painted(application)
    assert not application.session.can_undo


def test_a_fan_cell_says_its_number_when_it_is_pointed_at(opened: Open) -> None:
    application = opened(8)
    grid = lab_of(application).fan["key"]
    QTest.mouseMove(grid, grid.place_of((1, 2)).center().toPoint())
    assert any(text.startswith("K, dog (2), column 3, ") for text in painted(application))


# cost


def test_the_length_slider_is_one_undo_step_a_drag(opened: Open) -> None:
    application = opened(8)
    slider = lab_of(application).cost.slider
    start = QPoint(round(slider.x_of(2)), 20)
    drag(slider, start, QPoint(round(slider.x_of(5)), 20))
    assert experiment_of(application).length == 4096
    texts = painted(application)
    assert "16\N{THIN SPACE}777\N{THIN SPACE}216" in texts and texts.count("4096") >= 3
    application.session.undo()
    assert experiment_of(application).length == 64 and not application.session.can_undo


@pytest.mark.parametrize("typed", ["3", "5000", "64.5", "many"])
def test_a_length_out_of_range_is_refused(opened: Open, typed: str) -> None:
    application = opened(8)
    box = lab_of(application).cost.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, typed)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.bad and experiment_of(application).length == 64
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == "64"


def test_the_plot_reads_out_its_points(opened: Open) -> None:
    application = opened(8)
    plot = lab_of(application).cost.lines.plot
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert "self-attention, n = 4: n²·d = 8192" in painted(application)


def test_the_words_of_the_plot_stand_apart_at_every_length(opened: Open) -> None:
    application = opened(8, (1024, 720))
    lab = lab_of(application)
    for place in (0, 1):
        click(lab.cost.width, lab.cost.width.segment(place).center().toPoint())
        for length in ("4", "256", "700", "4096"):
            lab.cost.box.setFocus()
            lab.cost.box.selectAll()
            QTest.keyClicks(lab.cost.box, length)
            QTest.keyClick(lab.cost.box, Qt.Key.Key_Return)
            assert experiment_of(application).length == int(length)
            assert findings(application) == [], (length, experiment_of(application).width)


# challenges


def test_the_three_challenges_can_be_done(opened: Open) -> None:
    application = opened(8)
    switch_positions(application)
    assert application.session.done == {"identical-rows"}
    box = lab_of(application).cost.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "512")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert "equal-cost" in application.session.done
    write(application, "so " * 10)
    assert len(application.session.done) == 3
    write(application, "no word twice")
    card = application.window.view(8).card
    assert card is not None and card.state.reason == "no word stands twice: Reset brings one"
    click(lab_of(application).reset)
    assert lab_of(application).sentence.text() == SAMPLE


def test_tab_visits_the_controls_in_reading_order(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application)
    lab.sentence.setFocus()
    visited = []
    for _ in range(14):
        QTest.keyClick(application.window.focusWidget(), Qt.Key.Key_Tab)
        visited.append(application.window.focusWidget())
    assert visited[:4] == [lab.positions, lab.mask_toggle, lab.shuffle, lab.reset]
    assert visited[4] is lab.origin.choice
    assert visited[5:9] == list(lab.fan.values())
    assert visited[9:] == [lab.weights, lab.arcs, lab.cost.box, lab.cost.slider, lab.cost.width]
