"""On which line of a TOML text each value stands, so that a problem can be pointed at.

tomllib reads the values but forgets their lines; this walks the same text once more. It expects
text that tomllib has accepted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

KeyPath = tuple[str | int, ...]

SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*""")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
BARE = re.compile(r"[^,\]}#\n]+")


@lru_cache(maxsize=64)
def toml_lines(text: str) -> Mapping[KeyPath, int]:
    """The line, counting from 1, of every table, key and list item in `text`, by its path."""
    walk = Walk(text)
    walk.document()
    return MappingProxyType(walk.lines)


class Walk:
    """One pass over a text; `lines` fills as it goes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        """Walk over every header and every pair."""
        table: KeyPath = ()
        while self.skip_space() < len(self.text):
            if self.text[self.place] == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        """Walk over [a.b] or [[a.b]]; the path of the table that it opens."""
        many = self.text.startswith("[[", self.place)
        line = self.line()
        self.place += 2 if many else 1
        keys = self.keys()
        self.place += 2 if many else 1
        path = self.inside(keys[:-1])
        path = (*path, keys[-1])
        if many:
            self.lines.setdefault(path, line)
            index = self.counts.get(path, 0)
            self.counts[path] = index + 1
            path = (*path, index)
        else:
            path = self.inside(keys)
        self.lines[path] = line
        return path

    def inside(self, keys: list[str]) -> KeyPath:
        """The path of `keys`, where a list of tables means its latest table."""
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
            self.lines.setdefault(path, self.line())
        return path

    def pair(self, table: KeyPath) -> None:
        """Walk over key = value in `table`."""
        line = self.line()
        path = table
        for key in self.keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.place += 1  # the equals sign
        self.value(path)

    def value(self, path: KeyPath) -> None:
        """Walk over one value, which stands at `path`."""
        self.skip_space()
        self.lines.setdefault(path, self.line())
        opening = self.text[self.place]
        if opening == "[":
            self.items(path, "]")
        elif opening == "{":
            self.items(path, "}")
        else:
            found = STRING.match(self.text, self.place) or BARE.match(self.text, self.place)
            self.place = found.end() if found else len(self.text)

    def items(self, path: KeyPath, closing: str) -> None:
        """Walk over a list or an inline table up to its closing bracket."""
        self.place += 1
        index = 0
        while self.skip_space() < len(self.text) and self.text[self.place] != closing:
            if closing == "]":
                self.value((*path, index))
                index += 1
            else:
                self.pair(path)
            if self.skip_space() < len(self.text) and self.text[self.place] == ",":
                self.place += 1
        self.place += 1

    def keys(self) -> list[str]:
        """Walk over a dotted key; its parts."""
        parts = []
        while found := KEY.match(self.text, self.place):
            parts.append(found[1] or found[2] or found[3] or "")
            self.place = found.end()
            if not self.text.startswith(".", self.place):
                break
            self.place += 1
        return parts

    def skip_space(self) -> int:
        """Walk over blanks, line ends and comments; the place reached."""
        found = SPACE.match(self.text, self.place)
        self.place = found.end() if found else self.place
        return self.place

    def line(self) -> int:
        """The line of the present place, counting from 1."""
        return bisect_right(self.starts, self.place)
