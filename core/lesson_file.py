"""One file of a lesson, opened: its TOML, its Markdown, and the line of everything in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.lesson import Problem
from core.toml_lines import KeyPath, toml_lines

FENCE = "+++"
Table = dict[str, Any]


@dataclass(frozen=True)
class LessonFile:
    """A file that an author wrote.

    table: its TOML. body: the Markdown after the front matter, beginning on line `body_line`.
    readable: whether the table is all that the file says, and not salvaged from broken TOML.
    lines: where each value of the table stands. problems: what was found wrong so far.
    records and texts: what was read soundly from it, records and Markdown, by place.
    """

    path: Path
    table: Table = field(default_factory=dict)
    lines: Mapping[KeyPath, int] = field(default_factory=dict)
    body: str = ""
    body_line: int = 1
    problems: list[Problem] = field(default_factory=list)
    readable: bool = True
    records: dict[KeyPath, Any] = field(default_factory=dict)
    texts: dict[KeyPath, str] = field(default_factory=dict)

    def line(self, keys: KeyPath = ()) -> int:
        """The line of the value at `keys`, or of the nearest table around it."""
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.lines:
                return self.lines[keys[:length]]
        return 1

    def report(self, sentence: str, keys: KeyPath = (), below: int = 0) -> None:
        """Note a problem at the value `keys`, or `below` lines under it."""
        self.report_line(sentence, self.line(keys) + below)

    def report_line(self, sentence: str, line: int) -> None:
        """Note a problem on a line of the file, once."""
        problem = Problem(self.path, line, sentence)
        if problem not in self.problems:
            self.problems.append(problem)


def open_toml(path: Path) -> LessonFile:
    """A file that is TOML throughout. What cannot be read comes back as a problem."""
    return opened(path, lambda text: parsed(path, text, first_line=1))


def open_slide(path: Path) -> LessonFile:
    """A slide: TOML front matter between two +++ lines, then Markdown."""
    return opened(path, lambda text: split(path, text))


def opened(path: Path, read: Callable[[str], LessonFile]) -> LessonFile:
    """What `read` makes of the text of a file, or the reason why there is none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return broken(path, 1, "this file is missing")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return broken(path, line, "this line is not UTF-8 text; save the file as UTF-8")
    except OSError as error:
        return broken(path, 1, f"this file cannot be read: {error.strerror or error}")
    return read(text.replace("\r\n", "\n"))


def split(path: Path, text: str) -> LessonFile:
    """A slide's text as front matter and body."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        return broken(path, 1, f"a slide begins with a line {FENCE}, then its fields")
    ends = [number for number, line in enumerate(lines[1:], 2) if line.rstrip() == FENCE]
    if not ends:
        return broken(path, 1, f"the front matter does not end; a second line {FENCE} is missing")
    end = ends[0]
    front, body = "\n".join(lines[1 : end - 1]), "\n".join(lines[end:])
    return parsed(path, front, first_line=2, body=body, body_line=end + 1)


def parsed(
    path: Path, front: str, first_line: int, body: str = "", body_line: int = 1
) -> LessonFile:
    """A file whose TOML is `front`, which begins on `first_line` of the file."""
    try:
        table = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        line, sentence = toml_fault(str(error), front)
        file = broken(path, line + first_line - 1, sentence)
        return LessonFile(path, salvage(front), {}, body, body_line, file.problems, readable=False)
    lines = {keys: line + first_line - 1 for keys, line in toml_lines(front).items()}
    return LessonFile(path, table, lines, body, body_line)


def toml_fault(message: str, text: str) -> tuple[int, str]:
    """The line that tomllib names in its message, and the message as a sentence."""
    found = re.search(r"\(at line (\d+), column \d+\)", message)
    line = int(found[1]) if found else text.count("\n") + 1
    reason = re.sub(r"\s*\(at .*\)$", "", message)
    return line, f"this is not valid TOML: {reason[:1].lower()}{reason[1:]}"


def salvage(text: str) -> Table:
    """The plain text fields at the head of a text that is not valid TOML, to name the slide by."""
    table: Table = {}
    for line in text.split("\n"):
        if line.startswith("["):
            break
        if re.match(r"(id|eyebrow|title|pane|summary)\s*=", line):
            try:
                table |= tomllib.loads(line)
            except tomllib.TOMLDecodeError:
                continue
    return table


def broken(path: Path, line: int, sentence: str) -> LessonFile:
    """A file of which nothing can be used, with the reason."""
    return LessonFile(path, problems=[Problem(path, line, sentence)])
