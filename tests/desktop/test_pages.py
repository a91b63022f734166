"""Pages over the frame: all lessons, and the article as a reader uses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.application import Application
from desktop_app.article.map import MapPaper
from desktop_app.article.page import ArticlePage
from desktop_app.article.questions import QuestionList
from desktop_app.course.page import CoursePage
from desktop_app.handouts.article import Setter, paginated
from desktop_app.menus import build_menu
from desktop_app.settings import Settings
from tests.desktop.conftest import click
from tests.desktop.layout import findings

Open = Callable[..., Application]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def article_of(application: Application) -> ArticlePage:
    """The article, opened."""
    application.window.command("article")
    page = application.window.pages.front
    assert isinstance(page, ArticlePage)
    return page


def press(application: Application, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    held = held or Qt.KeyboardModifier.NoModifier
    QTest.keyClick(application.window.focusWidget() or application.window, key, held)


def entry(application: Application, text: str) -> None:
    """Choose an entry of the File menu."""
    menu = build_menu(application.window)
    file = next(part for part in menu.findChildren(QMenu) if part.title() == "&File")
    next(action for action in file.actions() if action.text().startswith(text)).trigger()


# all lessons


def test_all_lessons_shows_this_one_with_its_progress_and_the_next(opened: Open) -> None:
    application = opened(5)
    application.session.go(6)
    entry(application, "All lessons")
    page = application.window.pages.front
    assert isinstance(page, CoursePage)
    assert page.area.accessibleName() == "All Lessons"  # the keyboard stands on it, to scroll
    first, second = page.cards
    assert first.state.visited == {5, 6} and first.state.current == 6
    assert "2 of 11 panes visited" in first.state.words and first.isEnabled()
    assert second.state.title == "The Transformer Architecture"
    assert second.state.words == "not installed yet" and not second.isEnabled()
    assert (first.state.eyebrow, second.state.eyebrow) == ("Lesson 1 · open", "Lesson 2 · next")
    click(second)
    assert application.window.pages.front is page
    click(first)
    assert application.window.pages.front is None and application.session.slide == 6


def test_on_a_page_undo_rests_and_no_segment_is_current(opened: Open) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    lab.ask_cell("query", 0, 0, 2.0, None)  # type: ignore[attr-defined]
    top = application.window.top
    assert top.tools["undo"].isEnabled()
    application.window.command("course")
    assert not top.tools["undo"].isEnabled() and top.strip.current == 0
    QTest.keyClick(application.window, Qt.Key.Key_Z, CONTROL)
    assert application.session.can_undo, "nothing was undone behind the page"
    click(top.strip, top.strip.segment(5).center().toPoint())
    assert application.window.pages.front is None
    assert top.tools["undo"].isEnabled() and top.strip.current == 5


# the way in and out


def test_the_article_opens_from_menu_and_recap_and_escape_leads_back(opened: Open) -> None:
    application = opened(11)
    click(application.window.view(11).lab.buttons["article"])  # type: ignore[attr-defined]
    assert isinstance(application.window.pages.front, ArticlePage)
    press(application, Qt.Key.Key_Escape)
    assert application.window.pages.front is None and application.session.slide == 11
    application.session.go(5)
    entry(application, "Read article")
    page = application.window.pages.front
    assert isinstance(page, ArticlePage)
    assert page.column.back.button.text() == "Back to pane 05"
    click(page.column.back.button)
    assert application.window.body.currentWidget() is application.window.view(5)


def test_a_section_leads_to_its_pane_and_a_chip_leads_back(opened: Open) -> None:
    application = opened(2)
    page = article_of(application)
    page.reader.go(5)
    kept = page.reader.bar.value()
    named = {part.text(): part for part in page.sheet.findChildren(QPushButton)}
    click(named["Open in pane 05"])
    assert application.session.slide == 5
    chip = application.window.view(5).chip
    assert chip.isVisible() and chip.text() == "Back to article"
    application.session.go(2)
    assert not application.window.view(2).chip.isVisible(), "the chip is kept there only"
    application.session.go(5)
    QTest.keyClick(application.window, Qt.Key.Key_B)
    assert application.window.pages.front is page and page.reader.bar.value() == kept
    press(application, Qt.Key.Key_Escape)
    assert not application.window.view(5).chip.isVisible()


# moving


def test_page_keys_scroll_and_keep_the_slide(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(1)
    seen = [page.reader.bar.value()]
    for key, held in (
        (Qt.Key.Key_PageDown, None),
        (Qt.Key.Key_Space, None),
        (Qt.Key.Key_PageUp, None),
        (Qt.Key.Key_Space, SHIFT),
    ):
        press(application, key, held)
        seen.append(page.reader.bar.value())
    assert seen[0] < seen[1] < seen[2] and seen[3:] == [seen[1], seen[0]]
    assert application.session.slide == 5 and application.window.pages.front is page


def test_j_and_k_walk_the_sections_and_the_bar_counts_them(opened: Open) -> None:
    application = opened(5)
    page, bottom = article_of(application), application.window.bottom
    page.reader.go(1)
    press(application, Qt.Key.Key_J)
    press(application, Qt.Key.Key_J)
    assert (bottom.number, bottom.count, bottom.next_name) == (3, 10, "Why the scores are divided")
    press(application, Qt.Key.Key_K)
    assert page.reader.section == 2
    click(bottom.next)
    assert page.reader.section == 3
    for _ in range(11):
        press(application, Qt.Key.Key_J)
    assert page.reader.section == 10 and not bottom.next.isEnabled()


def test_the_contents_follow_and_check_what_was_read(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(1)
    click(page.contents.rows[5])
    assert page.reader.section == 6 and page.reader.read == set(), "what is jumped over is not read"
    press(application, Qt.Key.Key_J)
    assert page.reader.read == {6}
    assert page.contents.rows[5].read and page.contents.rows[6].current
    row = page.contents.rows[1]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert page.reader.section == 2


def test_scrolling_to_the_end_of_a_section_reads_it(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(1)
    for _ in range(40):
        press(application, Qt.Key.Key_Space)
    assert page.reader.read == set(range(1, 11))


def test_the_place_is_kept_for_the_next_start_and_through_a_resize(
    opened: Open, settings: Settings
) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(4)
    page.reader.scroll_by(100)
    kept = page.reader.here()
    application.window.resize(1024, 720)
    assert page.reader.here() == pytest.approx(kept, abs=0.02)
    application.window.close()
    later = article_of(opened(2)).reader
    assert later.here() == pytest.approx(kept, abs=0.02)


# finding


def test_words_are_found_and_walked_through(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(1)
    QTest.keyClick(application.window, Qt.Key.Key_F, CONTROL)
    field = page.find_bar.field
    assert application.window.focusWidget() is field
    QTest.keyClicks(field, "ALIGN")
    count = len(page.finding.matches)
    assert count >= 2 and page.find_bar.words == f"1 of {count}"
    for _ in range(count - 1):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert page.find_bar.words == f"{count} of {count}"
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    assert page.find_bar.words == f"{count - 1} of {count}"
    match = page.finding.matches[page.finding.at]
    top = match.words.mapTo(page.area.viewport(), QPoint(0, 0)).y()
    assert 0 <= top + match.words.y_of(match.start) <= page.area.viewport().height()
    QTest.keyClicks(field, "xyz")
    assert page.find_bar.words == "not found"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert page.find_bar.isHidden() and application.window.pages.front is page


def test_what_is_found_is_marked_on_the_screen(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.find_bar.open()
    page.find_bar.field.setText("One vector")
    head = page.sheet.heads[0]
    y = head.height() / 2
    ink = application.window.theme.ink
    assert head.grab().toImage().pixelColor(1, round(y) + 8) == ink
    page.close_find()
    assert head.grab().toImage().pixelColor(1, round(y) + 8) != ink


# notes and the figure


def test_a_raised_number_and_its_note_light_together(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(4)
    words = next(part for part in page.sheet.paragraphs if "suspected.⁵" in part.text())
    page.reader.bring_into_view(words.y() + 40)
    at = words.text().index("⁵")
    words.document.setTextWidth(words.width())
    block = words.document.findBlock(at)
    line = block.layout().lineForTextPosition(at)
    left = line.cursorToX(at)
    assert isinstance(left, tuple)  # the place, and the character that it belongs to
    spot = QPointF(left[0] + 3, words.y_of(at) + line.height() / 2)
    QTest.mouseMove(words, spot.toPoint())
    lit = [note.number for note in page.sheet.notes if note.lit]
    assert lit == [5] and words.lit_note == 5
    QTest.mouseMove(words, QPoint(2, 2))
    assert not any(note.lit for note in page.sheet.notes)
    note = next(part for part in page.sheet.notes if part.number == 5)
    QTest.mouseMove(note, note.rect().center())
    assert words.lit_note == 5


def test_a_link_goes_to_the_browser(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def open_url(url: object) -> bool:
        asked.append(url.toString())  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    page = article_of(opened(5))
    link = page.sheet.notes[0].link
    assert link is not None
    click(link)
    assert asked == ["https://arxiv.org/abs/1409.0473"]


def test_the_figures_are_drawn_and_read(opened: Open, qtbot: QtBot) -> None:
    application = opened(5)
    page = article_of(application)
    slow = next(part for part in page.sheet.figures if part.drawing.number == "4.1")
    assert slow.shown is None, "the page is there before the curves are"
    assert all(part.shown is not None for part in page.sheet.figures if part is not slow)
    qtbot.waitUntil(lambda: slow.shown is not None, timeout=20_000)
    page.reader.go(4)
    page.reader.bring_into_view(slow.y() + 100)
    assert "4000 queries" in page.facts() and "random, untrained" in page.facts()
    slow.setFocus()
    QTest.keyClick(slow, Qt.Key.Key_Right)
    assert "d_k = 1: 0.30" in application.window.bottom.status.message
    QTest.keyClick(slow, Qt.Key.Key_Escape)
    assert slow.at is None and application.window.pages.front is page
    assert findings(application) == []


def test_a_map_of_weights_says_what_is_under_the_pointer(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    figure = next(part for part in page.sheet.figures if part.drawing.number == "5.1")
    page.reader.bring_into_view(figure.y() + 40)
    paper = figure.paper(figure.width())
    assert isinstance(paper, MapPaper)
    QTest.mouseMove(figure, paper.rect(0, 3).center().toPoint())
    assert "the gives fresh nothing: it is masked" in application.window.bottom.status.message
    QTest.mouseMove(figure, paper.rect(0, 0).center().toPoint())
    assert "the gives the the weight 1" in application.window.bottom.status.message
    shown = figure.grab().toImage()
    spot = (paper.rect(0, 0).topLeft() + QPointF(4, 4)).toPoint()
    assert shown.pixelColor(spot) == application.window.theme.weight_colour(1.0)


@pytest.mark.parametrize(
    ("size", "sections"),
    [((1024, 560), (1, 4, 7, 10)), ((1280, 800), (2, 5, 8)), ((1920, 1080), (3, 6, 9))],
)
def test_every_section_shows_everything(
    opened: Open, size: tuple[int, int], sections: tuple[int, ...]
) -> None:
    application = opened(5, size)
    page = article_of(application)
    for number in sections:
        page.reader.go(number)
        assert findings(application) == [], number
    application.window.command("course")
    assert findings(application) == []


def test_margin_notes_stand_beside_the_text_or_below_it(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    note, text = page.sheet.notes[0], page.sheet.heads[0]
    assert note.x() >= text.x() + text.width() + 40
    application.window.resize(1024, 720)
    assert note.x() == text.x()


# the questions, the labs they lead to, the size of the text, paper


def test_a_question_of_the_list_leads_to_its_answer(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(10)
    (listed,) = page.sheet.findChildren(QuestionList)
    place = next(
        at for at, row in enumerate(listed.rows) if "order of words" in row.accessibleName()
    )
    click(listed.rows[place])
    head = page.sheet.questions[place]
    assert head.text() == "Does attention know the order of words?"
    assert 0 <= head.mapTo(page.area.viewport(), QPoint(0, 0)).y() <= 60
    assert page.reader.section == 7
    row = listed.rows[0]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert page.reader.section == 2


def test_a_passage_opens_its_lab_as_it_speaks_of_it(opened: Open) -> None:
    application = opened(2)
    page = article_of(application)
    page.reader.go(7)
    order = next(part for part in page.sheet.paragraphs if "equivariant" in part.text())
    item = next(item for items in page.sheet.items for item in items if item.widget is order)
    page.reader.bring_into_view(order.y() + 40)
    click(item.margin[0])
    session = application.session
    assert session.slide == 8 and session.experiment(8).positions is False
    assert session.can_undo, "opening it was an edit like any other"
    session.undo()
    assert session.experiment(8).positions is True
    chip = application.window.view(8).chip
    assert chip.isVisible() and chip.text() == "Back to article"
    click(chip)
    assert application.window.pages.front is page


def test_the_text_grows_and_shrinks_and_stays_so(opened: Open, settings: Settings) -> None:
    application = opened(5)
    page = article_of(application)
    page.reader.go(3)
    words = page.sheet.items[2][0].widget
    usual, tall = words.style_used.size, page.sheet.height()  # type: ignore[attr-defined]
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
        QTest.keyClick(application.window, key, CONTROL)
    assert words.style_used.size == pytest.approx(usual * 1.3, abs=0.06)  # type: ignore[attr-defined]
    assert page.sheet.height() > tall and page.reader.section == 3
    assert findings(application) == []
    application.window.close()
    later = article_of(opened(2))
    assert later.sheet.scale == 1.3, "the size is remembered"
    for _ in range(9):
        QTest.keyClick(later.window(), Qt.Key.Key_Minus, CONTROL)
    assert later.sheet.scale == 0.85
    QTest.keyClick(later.window(), Qt.Key.Key_0, CONTROL)
    assert later.sheet.scale == 1.0


def test_a_damaged_size_is_the_usual_one(settings: Settings) -> None:
    for stored in ("nan", "huge", "-3", "1e9"):
        settings.stored.setValue("article_size", stored)
        assert settings.article_size == 1.0


def test_the_article_as_a_pdf(opened: Open, tmp_path: Path) -> None:
    application = opened(5)
    page = article_of(application)
    QTest.keyClick(application.window, Qt.Key.Key_P, CONTROL)
    (dialog,) = application.window.findChildren(QFileDialog)
    path = tmp_path / "article"
    dialog.fileSelected.emit(str(path))
    written = path.with_suffix(".pdf").read_bytes()
    assert written.startswith(b"%PDF-") and application.window.bottom.status.message.endswith(
        "saved: article.pdf"
    )
    dialog.reject()
    pages = len(re.findall(rb"/Type\s*/Page\b", written))
    assert 8 <= pages <= 16
    assert b"/Font" in written, "its words are text"
    assert all(figure.shown is not None for figure in page.sheet.figures)


def test_no_page_of_the_pdf_overflows_and_no_heading_ends_one(opened: Open) -> None:
    application = opened(5)
    page = article_of(application)
    light = application.window.themes["light"]
    page.finish_figures()
    setter = Setter(page.article, page.sheet.figures, page.sheet.numbers, light)
    pieces = list(setter.pieces())
    pages = paginated(pieces, 940.0)
    assert [piece for part in pages for piece in part] == pieces
    for part in pages:
        tall = sum(piece.tall for piece in part) + sum(piece.over for piece in part[1:])
        assert tall <= 940 and not part[-1].clings


def test_the_article_is_built_while_nothing_else_happens(opened: Open) -> None:
    application = opened(5)
    for _ in range(400):
        application.build_next()
        if "article" in application.window.pages.built:
            break
    assert "article" in application.window.pages.built
    assert application.window.pages.front is None, "the slide stays in front"


def test_a_lesson_without_an_article_offers_none(opened: Open, tmp_path: Path) -> None:
    application = opened(5)
    application.window.pages.folder = tmp_path
    menu = build_menu(application.window)
    file = next(part for part in menu.findChildren(QMenu) if part.title() == "&File")
    assert not [action for action in file.actions() if "article" in action.text()]
    application.window.command("article")
    assert application.window.pages.front is None
