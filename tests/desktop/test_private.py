"""Answers, practice and predictions stay in memory: every file of a full sitting is searched."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pypdf
from PySide6.QtTest import QTest

from core.editing import with_cell
from core.experiment import AttentionExperiment
from desktop_app.application import Application
from desktop_app.drawers.predict import PredictSection
from desktop_app.files.files import files_of
from desktop_app.handouts import job
from desktop_app.handouts.paper import Setting
from desktop_app.panes.quiz.exercises import answer
from desktop_app.panes.quiz.pane import QuizLab
from desktop_app.pictures import copies, writing
from desktop_app.pictures.parts import parts_of
from desktop_app.practice.page import PracticePage
from desktop_app.problems import Problems
from desktop_app.settings import Settings
from tests.desktop.conftest import click

Open = Callable[..., Application]
TYPED, GUESSED = "0.4718253", "rises"
SAID = ("Your answer", "Not correct", "Correct", "right first time", "not yet right", "later try")


def answer_the_quiz(application: Application) -> list[str]:
    """A wrong and then a right answer to the first question, a wrong one to the third."""
    session, lab = application.session, application.window.view(10).lab
    assert isinstance(lab, QuizLab)
    answer(lab, False)
    lab.try_again()
    answer(lab, True)
    session.answers.question = 2
    session.answers_changed.emit()
    answer(lab, False)
    return [part for tried in session.answers.tried.values() for part in tried]


def practise(application: Application) -> list[str]:
    """Questions of practice until a number was typed; the seeds that were asked."""
    application.window.command("practice")
    page = application.window.pages.front
    assert isinstance(page, PracticePage)
    page.choose_topic("Scaled dot product")
    while page.sitting.question is None or page.sitting.question.kind != "number":
        page.answer_somehow()
        page.go_on()
    QTest.keyClicks(page.view.field, TYPED)
    page.answer()
    page.see_live()
    return [str(seed) for seed in page.sitting.results]


def predict(application: Application) -> None:
    """A guess on pane 05, before the results show."""
    session, window = application.session, application.window
    session.go(5)
    session.undo()  # what "See it live" has put there
    window.command("try")
    sections = window.view(5).side.drawers["try"].sheet.sections  # type: ignore[attr-defined]
    section = next(part for part in sections if isinstance(part, PredictSection))
    click(section.switch)
    experiment = session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    session.edit(with_cell(experiment, "query", 2, 2, 0.4), "a number of Q")
    section.commit(GUESSED)


def write_everything(application: Application, folder: Path) -> None:
    """A session, unsaved work, preferences, a problem report, a summary and a picture."""
    window, session = application.window, application.session
    found = files_of(window)
    assert found is not None
    found.save(folder / "sitting.attention")
    experiment = session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    session.edit(with_cell(experiment, "query", 1, 1, 0.7), "a number of Q", number=5)
    found.unsaved.write()
    application.settings.write()
    problems = Problems(folder / "problems.txt")
    try:
        raise RuntimeError("something")
    except RuntimeError as error:
        problems.note(type(error), error, sys.exc_info()[2])
    result: list[bytes] = []
    for _ in job.summary(window, session, Setting("a4", window.theme, "Sitting"), result):
        application.settle()
    (folder / "summary.pdf").write_bytes(result[0])
    session.go(10)
    with copies.copy_for_now(window, window.theme) as view:
        whole = parts_of(view)[0]
        (folder / "quiz.svg").write_bytes(writing.svg(whole, view.theme.sheet, "Quiz"))


def words_in(path: Path) -> str:
    """All that a file says."""
    if path.suffix == ".pdf":
        pages = pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages
        return " ".join(page.extract_text() for page in pages)
    return path.read_bytes().decode("utf-8", errors="replace")


def test_no_file_of_a_full_sitting_holds_an_answer(
    opened: Open, settings: Settings, tmp_path: Path
) -> None:
    application = opened(10)
    chosen = answer_the_quiz(application)
    seeds = practise(application)
    predict(application)
    write_everything(application, tmp_path)
    application.window.close()
    written = {path: words_in(path) for path in tmp_path.rglob("*") if path.is_file()}
    kinds = {path.suffix for path in written}
    assert {".attention", ".ini", ".txt", ".pdf", ".svg"} <= kinds and len(written) >= 6
    for path, text in written.items():
        for word in (TYPED, f'"{GUESSED}"', *SAID, *(f'"{part}"' for part in chosen)):
            assert word not in text, f"{path.name} holds {word}"
        if path.suffix in {".attention", ".ini"}:
            assert not any(seed in text for seed in seeds if len(seed) > 4), path.name
    assert len(application.session.answers.tried) == 2  # and are still here
