"""Who may import whom, how long a file may be, and what must not be left lying about."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.front.tree import ROOT, files, read, run_python, text_files

LONGEST = 300
OURS = list(files("core", "desktop_app", suffix=".py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_import_contracts_hold() -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = run_python("-c", code)
    assert done.returncode == 0, done.stdout


def test_no_file_is_too_long() -> None:
    lengths = {name_of(path): len(read(path).splitlines()) for path in OURS}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def imported_by(path: Path) -> set[str]:
    """The packages that a file imports anywhere, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(read(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


def test_only_training_imports_torch() -> None:
    training = ROOT / "core" / "training"
    importers = [path for path in OURS if "torch" in imported_by(path)]
    assert [name_of(path) for path in importers if training not in path.parents] == []


def painters_left_open(tree: ast.AST) -> list[int]:
    """The lines where a local painter is made, but not by a `with` that ends it."""
    ended = {
        id(item.context_expr)
        for node in ast.walk(tree)
        if isinstance(node, ast.With)
        for item in node.items
    }
    made = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
    ]
    calls = [call for call in made if ast.unparse(call.func) == "QPainter"]
    return [call.lineno for call in calls if id(call) not in ended]


def test_a_painter_ends_even_where_painting_fails() -> None:
    """One that an exception leaves open ends the process as soon as Qt paints again."""
    found = {name_of(path): painters_left_open(ast.parse(read(path))) for path in OURS}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_nothing_is_put_off() -> None:
    words = "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX"))
    found = [name_of(path) for path in text_files() if re.search(rf"\b({words})\b", read(path))]
    assert found == []
