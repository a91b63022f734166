"""The lesson on paper: what is on its pages, how the writing runs, and what it leaves behind."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.editing import with_cell
from core.experiment import AttentionExperiment
from core.lesson import Lesson
from core.prose import plain
from desktop_app.application import Application
from desktop_app.files.exporting import fill_export
from desktop_app.handing_out import run
from desktop_app.handouts import job
from desktop_app.handouts.beginning import beginning
from desktop_app.handouts.dialog import HandoutDialog
from desktop_app.handouts.paper import Setting
from desktop_app.pictures.progress import WritingDialog
from desktop_app.pictures.slices import Slices, Writing
from desktop_app.session import Session
from desktop_app.theme import Theme
from tests.desktop.conftest import RESOURCES, click

pytestmark = pytest.mark.xdist_group("handout")  # which is written once
Opened = Callable[..., Application]
POINTS = {"a4": (595, 842), "letter": (612, 792)}


def words_of(page: pypdf.PageObject) -> str:
    """The words of a page, with single spaces."""
    return " ".join(page.extract_text().split())


def pages_of(written: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(written)).pages)


def written_by(make: Callable[[list[bytes]], Slices], application: Application) -> bytes:
    """Run every slice, as the window does."""
    result: list[bytes] = []
    for _ in make(result):
        application.settle()
    return result[0]


def setting(theme: Theme, paper: str = "a4") -> Setting:
    return Setting(paper, theme, "The Attention Mechanism")


def dialog_of(application: Application) -> HandoutDialog:
    menu = QMenu()
    fill_export(application.window, menu)
    [entry] = [action for action in menu.actions() if action.text() == "Handout…"]
    entry.trigger()
    [dialog] = application.window.findChildren(HandoutDialog)
    return dialog


def name_file(application: Application, path: Path) -> None:
    [dialog] = [one for one in application.window.findChildren(QFileDialog) if one.isVisible()]
    [field] = [one for one in dialog.findChildren(QLineEdit) if one.objectName() == "fileNameEdit"]
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture(scope="module")
def file(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handout as the command writes it."""
    path = tmp_path_factory.mktemp("paper") / "hand out ä.pdf"
    assert run(RESOURCES, path, "light", "a4") == 0
    return path


@pytest.fixture(scope="module")
def pages(file: Path) -> list[pypdf.PageObject]:
    return pages_of(file.read_bytes())


@pytest.fixture(scope="module")
def words(pages: list[pypdf.PageObject]) -> list[str]:
    return [words_of(page) for page in pages]


def test_the_command_writes_a_page_a_slide_whose_words_are_found(
    file: Path, words: list[str], lesson: Lesson
) -> None:
    assert len(words) == len(lesson.slides) + 1
    for number, page in enumerate(words, 1):
        assert f"{number} / {len(words)}" in page
    for slide, page in zip(lesson.slides, words, strict=False):
        assert slide.eyebrow.upper() in page
    assert "scores every query against every key" in words[4]
    assert pypdf.PdfReader(file).metadata.title == lesson.title  # type: ignore[union-attr]


def test_each_figure_says_where_its_numbers_come_from(words: list[str]) -> None:
    assert "Figure 5." in words[4]
    assert "Numbers: hand-set." in words[4]
    assert "Numbers: trained, shipped weights." in words[2]
    assert "20 000 pairs" in words[5]  # its sample was waited for
    assert "Published curves: Bahdanau" in words[1]
    assert "Attention Is All You Need" in words[11]


def test_fonts_are_embedded_and_formulas_are_lines(
    file: Path, pages: list[pypdf.PageObject], lesson: Lesson
) -> None:
    for slide, page in zip(lesson.slides, pages, strict=False):
        for font in page["/Resources"]["/Font"].values():
            made = font.get_object()
            assert "/ToUnicode" in made
            [inner] = made["/DescendantFonts"]
            described = inner.get_object()["/FontDescriptor"]
            assert {"/FontFile2", "/FontFile3"} & set(described)
        if slide.formulas:
            assert curves(page) > 100 * len(slide.formulas)
        size = round(float(page.mediabox.width)), round(float(page.mediabox.height))
        assert size == (595, 842)
    assert b"/DCTDecode" not in file.read_bytes()  # which would be JPEG


def test_the_quiz_is_printed_with_choices_and_without_answers(
    words: list[str], lesson: Lesson
) -> None:
    page = words[9]
    for question in lesson.questions:
        for choice in question.choices:
            assert plain(choice.reason) not in page
    assert "The vector grows with the sentence, so only the speed suffers." in page


def curves(page: pypdf.PageObject) -> int:
    """How many curves are drawn on a page."""
    content = page.get_contents()
    assert content is not None
    return content.get_data().count(b" c\n")


def test_the_lesson_as_it_begins_leaves_the_learners_session_alone(opened: Opened) -> None:
    application = opened(5)
    session = application.session
    experiment = session.experiment()
    assert isinstance(experiment, AttentionExperiment)
    edited = with_cell(experiment, "query", 2, 0, 1.5)  # "ate"
    session.edit(edited, "edited")
    begun = beginning(session, application.window)
    assert begun.experiment(5) == experiment
    assert session.experiment(5) == edited
    theme = application.window.themes["light"]

    def page(of: Session) -> str:
        written = written_by(
            lambda result: job.summary(application.window, of, setting(theme), result), application
        )
        return words_of(pages_of(written)[0])

    assert "ate · cat = 1.54" not in page(session)
    assert "ate · cat = 1.54" in page(begun)


def test_the_dialog_writes_the_paper_and_theme_that_were_chosen(
    opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    application = opened(2)
    dialog = dialog_of(application)
    for name, words in (("paper", "Letter"), ("theme", "Dark")):
        [item] = dialog.lists[name].findItems(words, Qt.MatchFlag.MatchExactly)
        dialog.lists[name].setCurrentItem(item)
    click(dialog.save)
    name_file(application, tmp_path / "lesson 1.2")
    path = tmp_path / "lesson 1.2.pdf"
    qtbot.waitUntil(path.exists, timeout=60_000)
    [page, *_] = pages_of(path.read_bytes())
    assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == (612, 792)
    dark = application.window.themes["dark"].sheet
    assert fill_of(dark) in page.get_contents().get_data()
    assert application.window.bottom.status.message == "wrote lesson 1.2.pdf"


def fill_of(colour: QColor) -> bytes:
    """A colour as a PDF sets it for filling: its red, to three digits."""
    return f"{colour.redF():.9f}"[:5].encode()


def test_cancelling_leaves_nothing_and_the_old_file_as_it_was(
    opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    application = opened(2)
    path = tmp_path / "old.pdf"
    path.write_bytes(b"as it was")
    theme, of = application.window.themes["light"], application.session
    writing = Writing(
        path, lambda result: job.handout(application.window, of, setting(theme), result)
    )
    dialog = WritingDialog(application.window, writing)
    dialog.show()
    with qtbot.waitSignal(writing.progressed):
        writing.start()
    click(dialog.cancel)
    assert path.read_bytes() == b"as it was"
    assert [one.name for one in tmp_path.iterdir() if one.is_file() and one.suffix != ".ini"] == [
        "old.pdf"
    ]
    assert "was not written" in application.window.bottom.status.message


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="rights do not hold here")
def test_a_folder_that_may_not_be_written_to_is_said(opened: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o500)
    writing = Writing(folder / "x.pdf", lambda result: iter(()))
    writing.result.append(b"%PDF")
    assert "may not be written to" in writing.write()


def test_a_missing_folder_is_said_in_a_dialog(opened: Opened, qtbot: QtBot, tmp_path: Path) -> None:
    application = opened(11)
    theme, of = application.window.themes["light"], application.session
    writing = Writing(
        tmp_path / "gone" / "x.pdf",
        lambda result: job.summary(application.window, of, setting(theme), result),
    )
    WritingDialog(application.window, writing).show()
    with qtbot.waitSignal(writing.ended):
        writing.start()
    [told] = application.window.findChildren(QPlainTextEdit)
    assert "there is no folder" in told.toPlainText()


def test_the_command_says_when_it_cannot_write(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(RESOURCES, tmp_path / "gone" / "x.pdf", "light", "a4") == 1
    assert "there is no folder" in capsys.readouterr().err


def test_the_recaps_first_button_writes_the_summary_on_one_page(
    opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    application = opened(11)
    session = application.session
    challenge = session.lesson.slides[4].challenges[0]
    session.done.add(challenge.id)
    button = next(iter(application.window.view(11).lab.buttons.values()))
    assert button.text() == "Export one-page summary"
    click(button)
    path = tmp_path / "summary.pdf"
    name_file(application, path)
    qtbot.waitUntil(path.exists, timeout=60_000)
    [page] = pages_of(path.read_bytes())
    words = words_of(page)
    assert "Your last matrices" in words
    assert "weight 0.53" in words
    assert "One product scores every pair of words." in words
    count = sum(len(slide.challenges) for slide in session.lesson.slides)
    assert f"1 of {count} done" in words
    assert page.get_contents().get_data().count(b" c\n") > 200
