"""A copy of the shipped lessons that a test may spoil."""

import shutil
from pathlib import Path

import pytest

LESSONS = Path(__file__).parents[2] / "resources" / "lessons"


@pytest.fixture
def lessons():
    """The shipped lessons; not to be changed."""
    return LESSONS


@pytest.fixture
def copy(tmp_path):
    """A copy of the shipped lessons."""
    return Path(shutil.copytree(LESSONS, tmp_path / "lessons"))


@pytest.fixture
def spoil(copy):
    """spoil(file, old, new) replaces the only `old` in a file of the copied lesson.

    It returns the line on which the new text begins.
    """

    def replaced(name, old, new):
        path = copy / "attention" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    return replaced
