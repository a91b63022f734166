"""main.py as a person starts it, and what a start must not load. Each in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.front.tree import ROOT, run_python

LOADED = "import sys; print(*(name for name in {names!r} if name in sys.modules))"
BINDINGS = ("PySide6", "pyqtgraph", "torch")
SLOW = ("numpy", "pyqtgraph", "ziamath", "torch")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for an X server")


def loaded_by(modules: list[str], names: tuple[str, ...]) -> list[str]:
    """Which of `names` are there after importing `modules` in a fresh process."""
    code = f"import {', '.join(modules)}\n" + LOADED.format(names=names)
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def modules_of(package: str) -> list[str]:
    """Every module below a package, by its dotted name."""
    paths = sorted((ROOT / package).rglob("*.py"))
    parts = [path.relative_to(ROOT).with_suffix("").parts for path in paths]
    return [".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts]


@pytest.mark.parametrize("command", [[], ["tour"], ["shots"], ["check"]])
def test_help_tells_and_succeeds(command: list[str]) -> None:
    done = run_python("main.py", *command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: main.py")


@linux
def test_without_a_screen_one_sentence_says_so_and_names_the_tour() -> None:
    done = run_python("main.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "no screen" in done.stderr
    assert "main.py tour" in done.stderr


@linux
def test_a_screen_that_does_not_answer_is_no_crash() -> None:
    done = run_python("main.py", screen=":4321")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("main.py: ")


@pytest.mark.parametrize("arguments", [["--slide", "12"], ["--theme", "pink"], ["fly"]])
def test_a_wrong_command_line_is_refused(arguments: list[str]) -> None:
    assert run_python("main.py", *arguments).returncode == 2


def test_check_finds_nothing_in_our_own_lesson() -> None:
    done = run_python("main.py", "check")
    assert (done.returncode, done.stderr) == (0, "")


def test_check_tells_file_line_and_sentence_of_a_broken_lesson(tmp_path: Path) -> None:
    """Of one slide: a whole lesson takes seconds to typeset, and the command is the same."""
    listed = 'id = "short"\ncode = "S"\ntitle = "Short"\nslides = ["01-title.md"]\n'
    (tmp_path / "lesson.toml").write_text(listed, encoding="utf-8")
    shipped = ROOT / "resources" / "lessons" / "attention" / "01-title.md"
    text = shipped.read_text(encoding="utf-8").replace("eyebrow =", "eyebow =")
    (tmp_path / "01-title.md").write_text(text, encoding="utf-8")
    done = run_python("main.py", "check", str(tmp_path))
    assert done.returncode == 1
    assert "01-title.md:3: a slide has no field eyebow" in done.stdout


@pytest.mark.parametrize("name", ["nothing-here", "empty"])
def test_check_refuses_a_folder_without_a_lesson(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    done = run_python("main.py", "check", str(tmp_path / name))
    assert done.returncode in {1, 2}
    assert done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_core_loads_neither_qt_nor_pyqtgraph_nor_torch() -> None:
    assert loaded_by(modules_of("core"), BINDINGS) == []


def test_the_window_loads_nothing_slow() -> None:
    assert loaded_by(["desktop_app.window"], SLOW) == []


def test_the_application_loads_neither_plots_nor_formulas_nor_torch() -> None:
    assert loaded_by(["desktop_app.application"], SLOW[1:]) == []
