"""Pane 10 as a learner uses it: answer, read why, try again, see it live, and the score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import HeadsExperiment, VarianceExperiment
from core.lesson import Choice, Lesson
from core.trace import compute
from desktop_app import lettering, sampling
from desktop_app.answers import Answers, right_choice
from desktop_app.application import Application
from desktop_app.instruments.spoken import spoken
from desktop_app.panes.quiz import evidence
from desktop_app.panes.quiz.figures import caption_lines
from desktop_app.panes.quiz.lines import bound
from desktop_app.panes.quiz.option import Option
from desktop_app.panes.quiz.pane import QuizLab
from desktop_app.panes.quiz.progress_list import PracticeLink, ProgressList, ProgressRow
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.sizes import COMPACT, MEDIUM
from desktop_app.theme import Theme
from desktop_app.way_back import WayBack
from tests.desktop.conftest import click
from tests.desktop.layout import findings
from tests.desktop.wide import chosen

Open = Callable[..., Application]
SIZES = [(1024, 560), (1024, 720), (1280, 800), (1366, 768), (1920, 1080)]
Key = Qt.Key


def lab_of(application: Application) -> QuizLab:
    lab = application.window.view(10).lab
    assert isinstance(lab, QuizLab)
    return lab


def rows_of(application: Application) -> list[ProgressRow]:
    found = application.window.view(10).findChild(ProgressList)
    assert found is not None
    return found.rows


def option(lab: QuizLab, right: bool) -> Option:
    """The right option, or the first wrong one."""
    return next(part for part in lab.view.options if part.choice.right is right)


def press(key: Key) -> None:
    """Type a key where the focus is."""
    receiver = QApplication.focusWidget() or QApplication.activeWindow()
    assert receiver is not None
    QTest.keyClick(receiver, key)


def letter_key(lab: QuizLab, right: bool) -> Key:
    return Key(Key.Key_A + ord(option(lab, right).letter) - ord("A"))


# what is right


@pytest.mark.parametrize("seed", chosen([0, 1, 2, 3], 0, 3))
def test_the_right_choice_is_right_wherever_it_stands(opened: Open, seed: int) -> None:
    application = opened(10)
    lab, answers = lab_of(application), application.session.answers
    answers.seed = seed
    application.session.answers_changed.emit()
    for question in lab.questions:
        click(option(lab, right=True))
        assert lab.view.panel.verdict == "Correct"
        assert answers.tried[question.id] == [right_choice(question).id]
        click(lab.view.next)
    assert answers.score(lab.questions) == (4, 4)


def test_the_order_stays_in_one_sitting_and_is_new_in_the_next(lesson: Lesson) -> None:
    question = lesson.questions[0]
    orders = set()
    for seed in range(40):
        answers = Answers(seed=seed)
        before = answers.order(question)
        answers.answer(question, before[0].id)
        answers.retry(question)
        assert answers.order(question) == before
        assert sorted(part.id for part in before) == sorted(part.id for part in question.choices)
        orders.add(tuple(part.id for part in before))
    assert len(orders) > 10


def test_try_again_keeps_the_order_and_start_again_draws_another(opened: Open) -> None:
    application = opened(10)
    lab, answers = lab_of(application), application.session.answers
    before = [part.choice.id for part in lab.view.options]
    click(option(lab, right=False))
    click(lab.view.again)
    assert [part.choice.id for part in lab.view.options] == before
    seed = answers.seed
    answers.question = 4
    application.session.answers_changed.emit()
    click(lab.page.restart)
    assert answers.seed != seed
    assert answers.tried == {} and answers.marked == {} and answers.question == 0


# what is said


def test_a_wrong_answer_is_told_in_words_and_gives_its_reason(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    question, wrong, right = lab.questions[0], option(lab, right=False), option(lab, right=True)
    click(wrong)
    with lettering.audit() as audit:
        application.window.grab()
    texts = {part.text for part in audit.drawn}
    assert {"Your answer", "Correct answer", "Not correct", "Why", "Score 0/1"} <= texts
    assert "answered, not yet right" in texts
    panel = lab.view.panel
    assert panel.reason.markdown == wrong.choice.reason
    assert "(2015)" in panel.why.markdown
    assert panel.reason.y() < panel.why.y()
    assert wrong.accessibleName().endswith("Your answer.")
    assert right.accessibleName().endswith("Correct answer.")
    assert [part.mark for part in lab.view.options].count("other") == 2
    assert not any(part.isEnabled() for part in lab.view.options)
    assert lab.facts()[:2] == ("question 1 of 4", "0 right, 1 to revisit")
    click(right)
    assert application.session.answers.tried[question.id] == [wrong.choice.id]


def test_the_explanation_appears_after_a_right_answer_too(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    assert not lab.view.panel.isVisible() and not lab.view.again.isVisible()
    click(option(lab, right=True))
    panel = lab.view.panel
    assert panel.isVisible() and panel.verdict == "Correct"
    assert panel.reason.markdown == right_choice(lab.questions[0]).reason
    with lettering.audit() as audit:
        application.window.grab()
    texts = {part.text for part in audit.drawn}
    assert {"Correct", "Correct answer", "right first time", "Score 1/1"} <= texts
    assert "Your answer" not in texts


def test_a_screen_reader_hears_the_verdict_where_the_focus_goes(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    click(option(lab, right=False))
    panel = lab.view.panel
    assert QApplication.focusWidget() is panel
    read = QAccessible.queryAccessibleInterface(panel)
    name = read.text(QAccessible.Text.Name)
    assert name.startswith("Not correct. ")
    assert "Correct answer: The vector stays the same size" in name
    assert "Why: The vector keeps" in read.text(QAccessible.Text.Description)
    assert "attention: 5 rows, 5 columns" in read.text(QAccessible.Text.Description)


def test_options_are_radio_buttons_to_a_screen_reader(opened: Open) -> None:
    first = lab_of(opened(10)).view.options[0]
    read = QAccessible.queryAccessibleInterface(first)
    assert read.role() == QAccessible.Role.RadioButton
    assert read.text(QAccessible.Text.Name).startswith("A: ")


def test_formulas_are_read_as_words() -> None:
    assert spoken(r"divide by $\sqrt{d_k}$ of $d_{\mathrm{model}}$") == (
        "divide by the square root of d k of d model"
    )


def test_nothing_is_kept_is_said_on_the_pane(opened: Open) -> None:
    application = opened(10)
    with lettering.audit() as audit:
        application.window.grab()
    texts = {part.text for part in audit.drawn}
    assert {"Question 1 of 4", "Score 0/0", "nothing is scored for keeps or saved"} <= texts


def test_answers_reach_no_file(opened: Open, settings: Settings) -> None:
    application = opened(10)
    lab = lab_of(application)
    chosen = option(lab, right=False).choice
    click(option(lab, right=False))
    application.window.close()
    for path in Path(settings.file).parent.rglob("*"):
        text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
        assert chosen.id not in text and lab.questions[0].id not in text


# a later try


def test_right_on_a_later_try_does_not_count_as_right_the_first_time(opened: Open) -> None:
    application = opened(10)
    lab, answers = lab_of(application), application.session.answers
    question = lab.questions[0]
    click(option(lab, right=False))
    click(lab.view.again)
    assert [part.mark for part in lab.view.options] == ["open"] * 4
    assert not lab.view.panel.isVisible()
    assert answers.standing(question) == "wrong"
    click(option(lab, right=True))
    assert answers.standing(question) == "later"
    assert answers.score(lab.questions) == (0, 1)
    assert "right on a later try" in rows_of(application)[0].accessibleName()


# keys


def test_the_whole_quiz_works_by_keyboard(opened: Open) -> None:
    application = opened(10)
    lab, answers = lab_of(application), application.session.answers
    application.window.setFocus()
    press(letter_key(lab, right=False))
    assert answers.tried == {} and lab.chosen is not None
    press(Key.Key_Return)
    assert lab.view.panel.verdict == "Not correct"
    press(Key.Key_T)
    assert QApplication.focusWidget() is lab.view.options[0]
    press(letter_key(lab, right=True))
    press(Key.Key_Enter)
    assert lab.view.panel.verdict == "Correct"
    for _ in range(3):
        press(Key.Key_N)
        assert QApplication.focusWidget() is lab.view.options[0]
        place = lab.view.options.index(option(lab, right=True))
        press(Key(Key.Key_1 + place))
        press(Key.Key_Space)
        assert lab.view.panel.verdict == "Correct"
    press(Key.Key_N)
    assert lab.page.isVisible()
    assert answers.score(lab.questions) == (3, 4)
    press(Key.Key_Return)
    assert answers.question == 0 and answers.tried == {}


def test_arrows_move_among_the_options_and_stop_at_the_ends(opened: Open) -> None:
    lab = lab_of(opened(10))
    lab.view.options[0].setFocus(Qt.FocusReason.TabFocusReason)
    for key, place in (
        (Key.Key_Up, 0), (Key.Key_Down, 1), (Key.Key_Down, 2), (Key.Key_Up, 1),
        (Key.Key_Down, 2), (Key.Key_Down, 3), (Key.Key_Down, 3),
    ):  # fmt: skip
        press(key)
        assert QApplication.focusWidget() is lab.view.options[place]
    assert [part.mark for part in lab.view.options] == ["open", "open", "open", "chosen"]
    assert lab.view.options[3].isChecked()


def test_options_are_one_tab_stop_and_the_buttons_follow(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    found = application.window.view(10).findChild(PracticeLink)
    assert found is not None
    found.setFocus(Qt.FocusReason.TabFocusReason)
    press(Key.Key_Tab)
    first = lab.view.options[0]
    assert QApplication.focusWidget() is first and first.keyboard_focus
    press(Key.Key_Tab)
    assert QApplication.focusWidget() is lab.view.next
    click(option(lab, right=False))
    for part in (lab.view.live, lab.view.again, lab.view.next):
        press(Key.Key_Tab)
        assert QApplication.focusWidget() is part


def test_a_key_held_down_answers_nothing(opened: Open) -> None:
    application = opened(10)
    first = lab_of(application).view.options[0]
    held = QKeyEvent(
        QKeyEvent.Type.KeyPress, Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True
    )
    QApplication.sendEvent(first, held)
    assert application.session.answers.tried == {}


def test_what_was_chosen_in_one_question_is_not_chosen_in_the_next(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    lab.press("B")
    lab.press("N")
    assert [part.mark for part in lab.view.options] == ["open"] * 4
    lab.press("Return")
    assert application.session.answers.tried == {}


def test_a_click_shows_no_ring_and_a_key_does(opened: Open) -> None:
    application = opened(10)
    lab, ring = lab_of(application), application.window.ring
    click(option(lab, right=False))
    assert not ring.isVisible()
    press(Key.Key_T)
    press(Key.Key_Down)
    assert ring.isVisible()


# evidence


def test_evidence_waits_for_the_sample_without_stopping_the_window(opened: Open) -> None:
    sampling.forget()
    application = opened(10)
    lab, session = lab_of(application), application.session
    click(lab.view.next)
    click(option(lab, right=False))
    assert lab.view.panel.figures is None
    assert lab.view.panel.note == "computing the evidence"
    application.settle()
    found = lab.view.panel.figures
    assert found is not None and [part.label for part in found] == ["without", "with ÷ 8"]
    trace = compute(VarianceExperiment(key_size=64, seed=7), session.samples[7])
    assert np.array_equal(found[0].numbers, trace["softmax_unscaled"])
    assert np.array_equal(found[1].numbers, trace["softmax_scaled"])
    assert lab.facts()[-1] == "evidence: d_k = 64, 8 keys, seed 7"
    with lettering.audit() as audit:
        application.window.grab()
    largest = f"{trace['softmax_scaled'].max():.2f}"
    assert largest in {part.text for part in audit.drawn}


def test_another_sample_of_pane_06_does_not_leave_the_evidence_waiting(opened: Open) -> None:
    application = opened(6)
    session = application.session
    session.edit(VarianceExperiment(key_size=64, seed=8), "another seed")
    application.settle()
    assert set(session.samples) == {8}
    session.go(10)
    lab = lab_of(application)
    click(lab.view.next)
    click(option(lab, right=True))
    application.settle()
    assert lab.view.panel.figures is not None


def test_evidence_is_computed_once(opened: Open) -> None:
    lab = lab_of(opened(10))
    click(option(lab, right=False))
    first = lab.view.panel.figures
    click(lab.view.again)
    click(option(lab, right=True))
    assert lab.view.panel.figures is first


def test_counted_parameters_are_equal_and_printed(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    application.session.answers.question = 2
    application.session.answers_changed.emit()
    click(option(lab, right=True))
    assert lab.view.panel.figures is not None
    # 4 projections of 512 x 512, however they are cut into heads
    assert lab.view.panel.figures[0].numbers.tolist() == [1048576.0, 1048576.0]
    with lettering.audit() as audit:
        application.window.grab()
    texts = [part.text.replace("\N{THIN SPACE}", " ") for part in audit.drawn]
    assert texts.count("1 048 576") == 2
    click(lab.view.live)
    experiment = application.session.experiment(7)
    assert isinstance(experiment, HeadsExperiment) and experiment.heads == 8


def test_maps_have_a_row_a_query_and_a_column_a_key(lesson: Lesson) -> None:
    own, cross = evidence.figures(lesson.questions[3], {})
    assert own.numbers.shape == (3, 3) and cross.numbers.shape == (3, 5)
    assert np.allclose(cross.numbers.sum(axis=1), 1)
    assert own.rows == cross.rows == ("der", "Hund", "bellt")
    assert cross.columns == ("the", "dog", "barks", "at", "me")


def test_evidence_that_the_engine_refuses_is_said_in_its_place(
    qtbot: QtBot, theme: Theme, lesson: Lesson
) -> None:
    question = lesson.questions[2]
    series = question.evidence[0]
    point = msgspec.structs.replace(series.points[0], measure="weight")
    spoilt = msgspec.structs.replace(
        question, evidence=(msgspec.structs.replace(series, points=(point,)),)
    )
    lab = bare_lab(qtbot, theme, msgspec.structs.replace(lesson, questions=(spoilt,)))
    lab.confirm(0)
    assert lab.view.panel.figures is None
    assert "needs head" in lab.view.panel.note


# see it live, and back


def test_see_it_live_opens_the_slide_and_the_chip_leads_back(opened: Open) -> None:
    application = opened(10)
    lab, session = lab_of(application), application.session
    click(lab.view.next)
    click(option(lab, right=False))
    application.settle()
    press(Key.Key_L)
    assert session.slide == 6 and session.way_back == WayBack("question", 6, 10, 1)
    experiment = session.experiment(6)
    assert isinstance(experiment, VarianceExperiment) and experiment.key_size == 64
    chip = application.window.view(6).chip
    assert chip.isVisible() and chip.text() == "Back to question 2"
    session.go(3)
    assert application.window.view(3).chip.isVisible()
    click(application.window.view(3).chip)
    assert session.slide == 10 and session.way_back is None
    assert session.answers.question == 1 and lab.view.panel.isVisible()
    assert not application.window.view(10).chip.isVisible()


def test_the_key_b_leads_back_and_is_b_again_in_the_quiz(opened: Open) -> None:
    application = opened(10)
    lab, session = lab_of(application), application.session
    click(option(lab, right=False))
    click(lab.view.live)
    assert session.slide == 2
    assert not application.window.ring.isVisible()
    QTest.keyClick(application.window, Key.Key_B)
    assert session.slide == 10 and session.way_back is None
    press(Key.Key_T)
    press(Key.Key_B)
    assert lab.chosen == (lab.questions[0].id, 1)


def test_see_it_live_is_one_step_that_can_be_undone(opened: Open) -> None:
    application = opened(10)
    lab, session = lab_of(application), application.session
    before = session.experiment(2)
    click(option(lab, right=False))
    click(lab.view.live)
    assert session.experiment(2) != before and session.can_undo
    session.undo()
    assert session.experiment(2) == before


def test_walking_back_to_the_quiz_forgets_the_way(opened: Open) -> None:
    application = opened(10)
    session = application.session
    click(option(lab_of(application), right=False))
    click(lab_of(application).view.live)
    session.go(10)
    session.go(4)
    assert session.way_back is None
    assert not application.window.view(4).chip.isVisible()


# progress and score


def test_the_progress_list_leads_to_a_question(opened: Open) -> None:
    application = opened(10)
    lab, rows = lab_of(application), rows_of(application)
    assert all(row.height() == 56 for row in rows)
    click(rows[2])
    assert lab.question is lab.questions[2]
    assert "shown now" in rows[2].accessibleName()
    rows[3].setFocus(Qt.FocusReason.TabFocusReason)
    press(Key.Key_Return)
    assert lab.question is lab.questions[3]
    with lettering.audit() as audit:
        application.window.grab()
    assert {"Progress", "4", " of 4"} <= {part.text for part in audit.drawn}


def test_the_score_names_each_question_and_the_slide_to_revisit(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    for place in range(4):
        click(option(lab, right=place != 1))
        click(lab.view.next)
    application.settle()
    with lettering.audit() as audit:
        application.window.grab()
    texts = {part.text for part in audit.drawn}
    assert "3 of 4 right the first time" in texts
    assert "06  Variance Control" in texts and "02  The Bottleneck" in texts
    assert lab.facts() == ("score", "3 right, 1 to revisit")
    click(lab.page.links[1])
    assert application.session.slide == 6


# room


def bare_lab(qtbot: QtBot, theme: Theme, lesson: Lesson) -> QuizLab:
    lab = QuizLab(theme, Session(lesson))
    qtbot.addWidget(lab)
    lab.resize(720, 632)
    lab.show()
    return lab


def test_a_long_option_wraps_and_the_others_make_room(
    qtbot: QtBot, theme: Theme, lesson: Lesson
) -> None:
    question = lesson.questions[0]
    long = Choice("long", "A very long answer that goes on and on. " * 4, "No.")
    wordy = msgspec.structs.replace(question, choices=(*question.choices, long))
    lab = bare_lab(qtbot, theme, msgspec.structs.replace(lesson, questions=(wordy,)))
    lab.set_size_class(COMPACT)
    options = lab.view.options
    heights = {part.choice.id: part.height() for part in options}
    assert heights.pop("long") >= 48 + 24
    assert set(heights.values()) == {48}
    for first, second in zip(options, options[1:], strict=False):
        assert second.y() == first.y() + first.height() + 8
    for part in options:
        assert part.words.geometry().bottom() < part.height()
    lab.set_size_class(MEDIUM)
    assert lab.content_height(848) > 0


def test_answering_moves_neither_options_nor_buttons(opened: Open) -> None:
    lab = lab_of(opened(10))
    parts = [lab.view.words, *lab.view.options, lab.view.next]
    before: list[QRect] = [part.geometry() for part in parts]
    click(option(lab, right=False))
    assert [part.geometry() for part in parts] == before
    click(lab.view.again)
    click(option(lab, right=True))
    assert [part.geometry() for part in parts] == before


@pytest.mark.parametrize("size", chosen(SIZES, 0, 2, 4))
def test_every_state_fits(opened: Open, size: tuple[int, int]) -> None:
    application = opened(10, size)
    lab = lab_of(application)
    for question in lab.questions:
        assert findings(application) == [], question.id
        click(option(lab, right=False))
        application.settle()
        assert findings(application) == [], f"{question.id}, answered"
        foot = lab.view.next.mapTo(application.window, QPoint(0, lab.view.next.height()))
        assert foot.y() <= application.window.bottom.y(), "the buttons are scrolled into sight"
        if size != (1024, 560):
            assert lab.height() == application.window.body.height(), "nothing scrolls"
        click(lab.view.next)
    assert findings(application) == []


@pytest.mark.parametrize("size", chosen([(1024, 720), (1280, 800), (1920, 1080)], 0, 2))
def test_the_chip_stands_clear_of_the_words(opened: Open, size: tuple[int, int]) -> None:
    application = opened(10, size)
    click(option(lab_of(application), right=False))
    click(lab_of(application).view.live)
    application.settle()
    for number in (5, 8, 2):
        application.session.go(number)
        assert application.window.view(number).chip.isVisible()
        assert findings(application) == []


def test_the_other_theme_repaints_everything(opened: Open) -> None:
    application = opened(10)
    lab = lab_of(application)
    click(option(lab, right=False))
    light = application.window.grab().toImage()
    application.window.wardrobe.choose("dark")
    dark = application.window.grab().toImage()
    place = lab.view.panel.mapTo(application.window, QPoint(400, 4))
    theme = application.window.themes
    ratio = light.devicePixelRatio()
    for image, name in ((light, "light"), (dark, "dark")):
        found = image.pixelColor(round(place.x() * ratio), round(place.y() * ratio))
        assert found == theme[name].sunken


def test_numbers_keep_to_what_they_count() -> None:
    joined = bound("3 words of $d_k = 4$, weights 3 × 5, by 8 or more")
    shown = joined.replace("\N{NO-BREAK SPACE}", "~")
    assert shown == "3~words of $d_k = 4$, weights 3~×~5, by 8 or more"


def test_captions_break_into_even_lines(qapp: object) -> None:
    lines = caption_lines("3 queries, the same 3 words as keys", 152)
    assert len(lines) == 2
    wide = [lettering.width(line, lettering.CAPTION) for line in lines]
    assert min(wide) > 0.6 * max(wide)
