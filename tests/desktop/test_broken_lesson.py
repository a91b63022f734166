"""A mistake in one slide's file shows in its place; the lesson goes on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.application import Application
from desktop_app.instruments.prose import Prose
from desktop_app.settings import Settings
from tests.desktop.conftest import RESOURCES

SLIDES = {
    1: ("01-title.md", "pointed = 9", "pointed = 99"),
    5: ("05-scaled-dot-product.md", 'mask = "causal"', 'mask = "casual"'),
    6: ("06-variance-control.md", "key_size = 64", "key_size = 6400"),
}


@pytest.fixture
def broken(tmp_path: Path, qtbot: QtBot, settings: Settings) -> Iterator[Application]:
    resources = tmp_path / "resources"
    shutil.copytree(RESOURCES, resources)
    for name, right, wrong in SLIDES.values():
        path = resources / "lessons" / "attention" / name
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong), encoding="utf-8")
    application = Application(resources, settings)
    application.window.show()
    application.open_lesson(1)
    application.settle()
    qtbot.addWidget(application.window)
    yield application
    application.window.close()
    application.close()


def words_of(application: Application, number: int) -> str:
    column = application.window.view(number).column
    return " ".join(part.accessibleName() for part in column.findChildren(Prose))


def test_the_problem_stands_in_the_slide_with_file_and_line(broken: Application) -> None:
    for number, (name, _, _) in SLIDES.items():
        broken.session.go(number)
        broken.settle()
        assert f"{name}, line " in words_of(broken, number)
        card = broken.window.view(number).card
        if card is not None:  # and no challenge waits for numbers that will not come
            assert card.state.reason == "the lab's numbers could not be read"


def test_all_other_slides_work(broken: Application) -> None:
    for number in range(1, 12):
        broken.session.go(number)
        broken.settle()
        if number not in SLIDES:
            assert ".md, line " not in words_of(broken, number)
    assert broken.session.slide == 11


@pytest.mark.parametrize("missing", ["lesson.toml", "*"])
def test_a_lesson_without_its_files_says_so(
    tmp_path: Path, qtbot: QtBot, settings: Settings, missing: str
) -> None:
    resources = tmp_path / "resources"
    shutil.copytree(RESOURCES, resources)
    for path in (resources / "lessons" / "attention").glob(missing):
        path.unlink()
    application = Application(resources, settings)
    application.window.show()
    qtbot.addWidget(application.window)
    application.open_lesson(1)
    assert "lesson.toml" in application.window.bottom.status.message
    application.window.close()
    application.close()
