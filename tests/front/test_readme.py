"""The front door tells the truth: its keys, commands, files and links; and nothing of a machine."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.prose import plain
from core.reading import read_lesson
from core.slide_reading import PANES
from desktop_app import keymap
from desktop_app.keymap import Shortcut
from desktop_app.starting import PACKAGES
from tests.front.tree import README, ROOT, read, run_python, shell_blocks, table_below, text_files

PAGES = [README, *sorted((ROOT / "docs").glob("**/*.md"))]
KEYBOARD = ROOT / "docs" / "keyboard.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
LESSON = ROOT / "resources" / "lessons" / "attention"


def key_rows() -> list[list[str]]:
    """The rows of the table of keys, as the code has them."""
    numbers: dict[str, list[str]] = {}
    for slide in read_lesson(LESSON).slides:
        numbers.setdefault(slide.pane, []).append(f"{slide.number:02d}")

    def rows(where: str, shortcuts: tuple[Shortcut, ...]) -> Iterator[list[str]]:
        for part in shortcuts:
            yield [where, f"`{part.keys}`", part.words]

    found = [*rows("everywhere", keymap.WINDOW), *rows("in the words", keymap.WORDS)]
    found += rows("in a matrix", keymap.GRID)
    found += rows("at a number", keymap.SUMS)
    found += rows("in the Try drawer", keymap.TRY)
    for pane, shortcuts in sorted(keymap.PANES.items(), key=lambda pair: numbers[pair[0]]):
        found += rows(f"pane {', '.join(numbers[pane])}", shortcuts)
    found += rows("from the quiz", (keymap.BACK,))
    found += [*rows("in the article", keymap.ARTICLE), *rows("in practice", keymap.PRACTICE)]
    return [*found, *rows("in your tensors", keymap.TENSORS)]


def test_the_table_of_keys_equals_the_code() -> None:
    wanted = key_rows()
    shown = table_below("\n" + read(KEYBOARD), "# Keyboard")[1:]
    table = "\n".join(f"| {' | '.join(row)} |" for row in wanted)
    assert shown == wanted, f"the table of keys should be\n{table}"


def test_every_command_of_the_pages_exists() -> None:
    told = run_python("main.py", "--help").stdout
    commands = set(re.findall(r"^    (\w+)  ", told, re.MULTILINE))
    assert {"tour", "shots", "check"} <= commands
    for page in PAGES:
        for name in re.findall(r"main\.py ([a-z]+)\b", read(page)):
            assert name in commands, f"{page.name} names main.py {name}"


def test_every_option_of_the_pages_exists() -> None:
    for page in PAGES:
        for name, options in re.findall(
            r"main\.py(?: ([a-z]+))?((?: \S+)*?--[^\n`|]*)", read(page)
        ):
            told = run_python("main.py", *([name] if name else []), "--help").stdout
            for option in re.findall(r"--[a-z]+", options):
                assert option in told, f"{page.name}: main.py {name} {option}"


def test_every_file_that_the_pages_name_exists() -> None:
    for page in PAGES:
        text = read(page)
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
        for link in links:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
        for name in re.findall(
            r"`((?:core|desktop_app|resources|tests|docs|\.ci)/[\w./-]*)`", text
        ):
            assert (ROOT / name).exists(), f"{page.name} names {name}"


def test_the_table_of_panes_equals_the_code() -> None:
    shown = table_below(read(ARCHITECTURE), "## Panes")[1:]
    kinds = {
        pane: "none" if record is None else str(record.__struct_config__.tag)
        for pane, record in PANES.items()
    }
    assert {row[0]: row[3] for row in shown} == kinds
    at = {slide.pane: f"{slide.number:02d}" for slide in read_lesson(LESSON).slides}
    assert {row[0]: row[1] for row in shown if row[1] != "any"} == at


def test_every_room_is_on_the_plan() -> None:
    text = read(ARCHITECTURE)
    for package in ("core", "desktop_app"):
        for path in sorted((ROOT / package).iterdir()):
            if path.is_dir() and any(path.glob("*.py")):
                assert f"`{path.name}/`" in text, f"the plan lacks {package}/{path.name}/"
            elif path.suffix == ".py" and path.stem != "__init__":
                assert f"`{path.stem}`" in text, f"the plan lacks {package}/{path.name}"


def test_the_readme_is_a_front_door_and_leads_to_every_page() -> None:
    """What not everybody needs stands on a page of its own, and every page is linked."""
    text = read(README)
    assert len(text.split()) < 1800
    for page in (ROOT / "docs").glob("*.md"):
        assert f"(docs/{page.name})" in text, f"nothing leads to {page.name}"


def test_the_table_of_the_lesson_names_its_panes() -> None:
    shown = [plain(row[0]).split() for row in table_below(read(README), "## The lesson")[1:]]
    slides = read_lesson(LESSON).slides
    assert shown == [[f"{one.number:02d}", *plain(one.title).split()] for one in slides]


def test_the_two_lines_use_the_locks() -> None:
    blocks = shell_blocks(read(README))
    [run] = [block for block in blocks if block.endswith("main.py")]
    [test] = [block for block in blocks if block.endswith("pytest")]
    start = "python3 -m venv .venv && .venv/bin/python -m pip install -q -r"
    assert run == f"{start} requirements.lock && .venv/bin/python main.py"
    assert test == f"{start} requirements-test.lock && .venv/bin/python -m pytest"
    for path in ("requirements.lock", "requirements-test.lock"):
        lines = [line for line in read(ROOT / path).splitlines() if not line.startswith("#")]
        assert all(re.match(r"[a-z0-9-]+==[\w.]+( |$)", line) for line in lines)


def test_the_continuous_check_runs_the_readmes_own_line() -> None:
    assert "README.md" in read(ROOT / ".ci" / "run")


def test_the_debian_note_names_every_library_that_the_start_looks_for() -> None:
    [note] = [block for block in shell_blocks(read(README)) if "apt-get install" in block]
    assert sorted(re.findall(r"\blib[\w.-]+", note)) == sorted(set(PACKAGES.values()))


def test_no_file_names_a_place_of_one_machine_or_a_registry() -> None:
    places = "|".join(("work", "root", "home", "tmp", "opt", "Users"))
    hosts = "|".join(("pypi" + r"\.", "python" + "hosted", "npm" + "js", "download.py" + "torch"))
    named = rf"(?<![\w.])/(?:{places})/\S*|\b(?:{hosts})\S*"
    found = {path.name: re.findall(named, read(path)) for path in text_files()}
    assert {name: places for name, places in found.items() if places} == {}
