"""Where the tree lies, what is in it, and main.py as a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
TEXT = {".md", ".py", ".toml", ".lock", ".bat", ".command", ".sh", ".txt", ".cfg", ".yml", ".html"}
SKIPPED = {".git", ".venv", "__pycache__", "build", "dist", "shots"}


def files(*folders: str, suffix: str = "") -> Iterator[Path]:
    """The files below the named folders (the whole tree without any) that end in `suffix`."""
    for start in [ROOT / folder for folder in folders] or [ROOT]:
        for path in sorted(start.rglob(f"*{suffix}")):
            parts = path.relative_to(ROOT).parts
            own = not any(
                part in SKIPPED or part.endswith(("_cache", ".egg-info")) for part in parts
            )
            if path.is_file() and own and ".hypothesis" not in parts:
                yield path


def text_files() -> Iterator[Path]:
    """Every file that a person reads: known endings, and scripts without one."""
    for path in files():
        if path.suffix in TEXT or path.parent.name == ".ci" or path.name == "LICENSE":
            yield path


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def shell_blocks(text: str, language: str = "sh") -> list[str]:
    """The fenced blocks of one language, without their fences."""
    return [found.strip() for found in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)]


def table_below(text: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading: the names of its columns first."""
    _, found, rest = text.partition(f"\n{heading}\n")
    assert found, f"there is no heading {heading}"
    table = re.search(r"(?:^\|.*\|\n)+", re.split(r"\n## ", rest)[0], re.MULTILINE)
    assert table, f"there is no table below {heading}"
    rows = [row.strip("|").split("|") for row in table[0].splitlines()]
    return [[cell.strip() for cell in row] for row in rows if set("".join(row)) - set("- :")]


def run_python(*arguments: str, screen: str | None = None) -> subprocess.CompletedProcess[str]:
    """Python in a fresh process without a screen, started in the tree's folder.

    screen: what DISPLAY is set to, where the process shall look for an X server.
    """
    without = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTEST_CURRENT_TEST")
    surroundings = {name: value for name, value in os.environ.items() if name not in without}
    if screen is not None:
        surroundings["DISPLAY"] = screen
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
