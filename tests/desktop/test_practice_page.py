"""Practice as a learner uses it: every kind of answer by mouse and keys, misses, seeds, the lab."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.practice.generators import TOPICS, question
from desktop_app.application import Application
from desktop_app.panes.quiz.pane import QuizLab
from desktop_app.panes.quiz.progress_list import PracticeLink
from desktop_app.practice.page import PracticePage
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.sitting import Sitting
from desktop_app.theme import Theme
from tests.desktop.conftest import click
from tests.desktop.layout import findings
from tests.desktop.wide import chosen

Open = Callable[..., Application]
Key = Qt.Key
SIZES = [(1024, 560), (1024, 720), (1280, 800), (1920, 1080)]


def seed_of(kind: str, topic: str | None = None) -> int:
    """The first seed whose question is of a kind."""
    for seed in range(500, 5000):
        made = question(seed)
        if made.kind == kind and topic in {None, made.topic}:
            return seed
    raise AssertionError(kind)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, session: Session) -> PracticePage:
    made = PracticePage(theme, session)
    qtbot.addWidget(made)
    made.resize(1280, 712)
    made.show()
    return made


def ask(page: PracticePage, seed: int) -> Sitting:
    """Bring a question to the front."""
    page.sitting.open(seed)
    page.fresh(True)
    return page.sitting


def answer_rightly(page: PracticePage) -> None:
    """Give the right answer of whatever kind the question is."""
    sitting = page.sitting
    asked = sitting.question
    assert asked is not None
    if asked.kind == "number":
        page.view.field.setText("")
        QTest.keyClicks(page.view.field, asked.shown.split(", or ")[0].replace("\u2009", ""))
        QTest.keyClick(page.view.field, Key.Key_Return)
        return
    if asked.kind == "order":
        sitting.order = list(asked.order)
    else:
        sitting.chosen = sorted(asked.right)
    page.answer()


def answer_wrongly(page: PracticePage) -> None:
    sitting = page.sitting
    asked = sitting.question
    assert asked is not None
    if asked.kind == "number":
        sitting.typed = "-987654"
    elif asked.kind != "order":
        sitting.chosen = [next(part.id for part in asked.choices if not part.right)]
    page.answer()


def test_a_click_answers_a_single_choice_and_says_why(page: PracticePage) -> None:
    sitting = ask(page, seed_of("single"))
    wrong = next(row for row in page.view.rows if not row.choice.right)
    click(wrong)
    assert sitting.verdict is not None and not sitting.verdict.right
    panel = page.view.panel
    assert panel.isVisible() and panel.verdict == "Not correct"
    assert panel.reason.markdown == wrong.choice.reason
    assert panel.why.markdown.replace("\xa0", " ") == page.view.question.why
    assert panel.hasFocus()
    right = next(row for row in page.view.rows if row.choice.right)
    assert "Correct answer" in right.accessibleName()
    assert "Your answer" in wrong.accessibleName()


def test_a_number_key_points_and_enter_answers(page: PracticePage) -> None:
    sitting = ask(page, seed_of("single"))
    place = next(place for place, row in enumerate(page.view.rows) if row.choice.right)
    page.digit(str(place + 1))
    assert sitting.verdict is None and page.view.rows[place].hasFocus()
    QTest.keyClick(page.view.rows[place], Key.Key_Return)
    assert sitting.verdict is not None and sitting.verdict.right
    assert sitting.tally() == (1, 1)


def test_several_are_taken_and_left_and_then_graded_together(page: PracticePage) -> None:
    sitting = ask(page, seed_of("multiple"))
    rows = page.view.rows
    for place, row in enumerate(rows):
        page.digit(str(place + 1))
        assert row.mark == "chosen"
    for row in rows:
        if not row.choice.right:
            click(row)
            assert row.mark == "open"
    QTest.keyClick(rows[0], Key.Key_Return)
    assert sitting.verdict is not None and sitting.verdict.right


def test_what_was_missed_is_told_apart(page: PracticePage) -> None:
    sitting = ask(page, seed_of("multiple"))
    wrong = next(row for row in page.view.rows if not row.choice.right)
    click(wrong)
    click(page.view.check)
    assert sitting.verdict is not None and not sitting.verdict.right
    missed = next(row for row in page.view.rows if row.choice.right)
    assert missed.status_words() == "Correct, missed"


def test_nothing_chosen_is_no_answer(page: PracticePage) -> None:
    sitting = ask(page, seed_of("multiple"))
    click(page.view.check)
    assert sitting.verdict is None and "nothing is chosen" in page.view.note
    assert sitting.tally() == (0, 0)


def test_arrows_put_entries_in_order(page: PracticePage) -> None:
    sitting = ask(page, seed_of("order"))
    wanted = list(page.view.question.order)
    for place, entry in enumerate(wanted):
        while sitting.order[place] != entry:
            at = sitting.order.index(entry)
            row = page.view.rows[at]
            row.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(row, Key.Key_Up)
            assert page.view.rows[at - 1].hasFocus()
    assert sitting.order == wanted
    QTest.keyClick(page.view.rows[0], Key.Key_Return)
    assert sitting.verdict is not None and sitting.verdict.right
    assert {row.status_words() for row in page.view.rows} == {"Right place"}


def test_the_arrows_of_an_entry_move_it_by_click(page: PracticePage) -> None:
    sitting = ask(page, seed_of("order"))
    before = list(sitting.order)
    row = page.view.rows[0]
    click(row, QPoint(row.width() - 26, row.height() // 2))  # down
    assert sitting.order[:2] == [before[1], before[0]]
    row = page.view.rows[1]
    click(row, QPoint(row.width() - 54, row.height() // 2))  # and up again
    assert sitting.order == before
    click(row, QPoint(row.width() - 26, row.height() // 2))
    page.answer()
    assert any("Belongs at" in row.status_words() for row in page.view.rows)


def test_a_number_is_typed_and_what_is_none_is_refused(page: PracticePage) -> None:
    sitting = ask(page, seed_of("number"))
    field = page.view.field
    assert field.hasFocus()
    QTest.keyClicks(field, "1/0")
    QTest.keyClick(field, Key.Key_Return)
    assert sitting.verdict is None and "0 below its line" in page.view.note
    answer_rightly(page)
    assert sitting.verdict is not None and sitting.verdict.right
    assert not field.isEnabled()


def test_a_known_misconception_is_answered_by_name(page: PracticePage) -> None:
    sitting = ask(page, seed_of("number", "Heads"))
    trap = page.view.question.traps[0]
    QTest.keyClicks(page.view.field, repr(trap.number))
    QTest.keyClick(page.view.field, Key.Key_Return)
    assert sitting.verdict is not None and sitting.verdict.reason == trap.reason


def test_letters_reach_the_page_from_the_field(opened: Open) -> None:
    application = opened(10)
    page = in_front(application, seed_of("number"))
    QTest.keyClicks(page.view.field, "5")
    QTest.keyClick(page.view.field, Key.Key_N)
    assert page.sitting.seed != seed_of("number") and page.view.field.text() == ""


def in_front(application: Application, seed: int) -> PracticePage:
    application.session.practice.open(seed)
    application.window.command("practice")
    page = application.window.pages.front
    assert isinstance(page, PracticePage)
    application.settle()
    return page


def test_misses_come_back_until_they_are_right(page: PracticePage) -> None:
    sitting = page.sitting
    first, second = seed_of("single"), seed_of("number")
    for seed in (first, second):
        ask(page, seed)
        answer_wrongly(page)
    assert page.topics.retry.text() == "Retry misses (2)"
    click(page.topics.retry)
    assert sitting.seed == first
    answer_rightly(page)
    page.go_on()
    assert sitting.seed == second
    answer_rightly(page)
    assert sitting.misses() == [] and sitting.tally() == (2, 2)
    assert not page.topics.retry.isVisible()
    page.go_on()
    assert sitting.seed not in {first, second}


def test_a_topic_limits_the_questions_and_shows_its_standing(page: PracticePage) -> None:
    row = page.topics.rows[6]
    click(row)
    assert row.topic == TOPICS[5].name
    for _ in range(4):
        assert page.view.question.topic == row.topic
        answer_rightly(page)
        page.go_on()
    assert row.standing() == "4 right of 4"
    assert "asked about now" in row.accessibleName()
    assert page.topics.rows[1].standing() == ""


def test_a_seed_brings_its_question_back(page: PracticePage) -> None:
    ask(page, seed_of("single"))
    text = page.view.question.text
    page.go_on()
    page.view.seed.setText(str(seed_of("single")))
    QTest.keyClick(page.view.seed, Key.Key_Return)
    assert page.view.question.text == text
    page.view.seed.setText("")
    page.open_seed()
    assert page.view.question.text == text and "whole number" in page.view.note


def test_each_topic_is_seen_live_and_the_chip_leads_back(opened: Open) -> None:
    application = opened(1)
    session = application.session
    for place, topic in enumerate(TOPICS):
        page = in_front(application, 900 + place)
        asked = page.view.question
        assert asked.topic == topic.name
        answer_wrongly(page)
        page.see_live()
        application.settle()
        number = session.slide
        assert session.current.pane == asked.see.pane
        for field, value in asked.see.changes.items():
            assert getattr(session.experiment(number), field) == value
        chip = application.window.view(number).chip
        assert chip.isVisible() and chip.text() == "Back to practice"
        click(chip)
        assert application.window.pages.front is page and page.sitting.verdict is not None


def test_pane_10_leads_to_practice(opened: Open) -> None:
    application = opened(10)
    link = application.window.view(10).findChild(PracticeLink)
    assert link is not None
    click(link)
    assert isinstance(application.window.pages.front, PracticePage)
    application.window.go(10)
    lab = application.window.view(10).lab
    assert isinstance(lab, QuizLab)
    application.session.answers.question = len(lab.questions)
    application.session.answers_changed.emit()
    click(lab.page.practice)
    assert isinstance(application.window.pages.front, PracticePage)


def test_practice_reaches_no_file(opened: Open, settings: Settings) -> None:
    application = opened(10)
    page = in_front(application, seed_of("number"))
    page.view.field.setText("0.123454321")
    page.type_number("0.123454321")
    page.answer()
    application.window.close()
    for path in Path(settings.file).parent.rglob("*"):
        if path.is_file():
            assert b"123454321" not in path.read_bytes()


def test_restarting_the_lesson_clears_the_sitting(page: PracticePage, session: Session) -> None:
    ask(page, seed_of("single"))
    answer_wrongly(page)
    session.restart()
    assert session.practice.tally() == (0, 0) and session.practice.question is None
    page.opened()
    assert page.view.isVisible() and page.sitting.verdict is None


def test_rows_are_spoken_with_their_place_and_state(page: PracticePage) -> None:
    ask(page, seed_of("order"))
    interface = QAccessible.queryAccessibleInterface(page.view.rows[1])
    assert interface.text(QAccessible.Text.Name).startswith("place 2: ")
    ask(page, seed_of("multiple"))
    page.digit("1")
    assert page.view.rows[0].accessibleName().endswith(", chosen")


@pytest.mark.parametrize("size", chosen(SIZES, 0, 2), ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_clipped_and_nothing_overlaps(opened: Open, size: tuple[int, int]) -> None:
    application = opened(10, size)
    for kind in ("single", "multiple", "number", "order"):
        page = in_front(application, seed_of(kind))
        page.fresh(True)
        assert findings(application) == []
        answer_wrongly(page)
        assert findings(application) == []


def test_a_single_choice_has_no_button_to_answer_and_enter_takes_what_is_pointed_at(
    page: PracticePage,
) -> None:
    sitting = ask(page, seed_of("single"))
    assert not page.view.check.isVisible()
    page.answer()
    assert sitting.verdict is None and "nothing is chosen" in page.view.note
    page.digit("2")
    page.answer()
    assert sitting.verdict is not None
    assert sitting.chosen == [page.view.rows[1].choice.id]
