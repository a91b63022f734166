"""Where the values of a TOML text stand."""

import tomllib

import pytest

from core.toml_lines import toml_lines

TEXT = '''# a note with [brackets] and "quotes"
id = "a # b"
"quoted key" = 1
dotted.name = 2
rows = [
    [1, 2],  # [3
    # nothing here
    [3, { x = "]" }],
]
long = """
one ] two
\\""" three"""

[table]
inside = { first = 1, second = [
    10,
    20,
] }

[[items]]
name = 'x'
[items.deep]
value = -inf
[[items.deep.list]]
z = 1
[[items]]
name = 'y'
when = 2024-01-01
[[items.deep.list]]
z = 1
[last]'''

LINES = {
    ("id",): 2,
    ("quoted key",): 3,
    ("dotted",): 4,
    ("dotted", "name"): 4,
    ("rows",): 5,
    ("rows", 0): 6,
    ("rows", 0, 1): 6,
    ("rows", 1): 8,
    ("rows", 1, 1, "x"): 8,
    ("long",): 10,
    ("table",): 14,
    ("table", "inside"): 15,
    ("table", "inside", "first"): 15,
    ("table", "inside", "second", 1): 17,
    ("items",): 20,
    ("items", 0): 20,
    ("items", 0, "name"): 21,
    ("items", 0, "deep", "value"): 23,
    ("items", 0, "deep", "list", 0, "z"): 25,
    ("items", 1): 26,
    ("items", 1, "name"): 27,
    ("items", 1, "when"): 28,
    ("items", 1, "deep", "list", 0, "z"): 30,
    ("last",): 31,
}


@pytest.mark.parametrize("path", LINES, ids=str)
def test_lines(path):
    assert toml_lines(TEXT)[path] == LINES[path]


def paths(value, path=()):
    """The path of every value inside `value`."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inside:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from paths(item, (*path, key))


def test_every_value_has_a_line():
    lines = toml_lines(TEXT)
    assert [path for path in paths(tomllib.loads(TEXT)) if path not in lines] == []


def test_every_value_of_the_shipped_lesson_has_a_line(lessons):
    for path in [*lessons.rglob("*.toml"), *lessons.rglob("[0-9]*.md")]:
        text = path.read_text(encoding="utf-8")
        front = text.split("+++")[1] if path.suffix == ".md" else text
        lines = toml_lines(front)
        assert [each for each in paths(tomllib.loads(front)) if each not in lines] == []


@pytest.mark.parametrize("text", ["", "\n", "# only a note", "a=1", "[a]\n[b]", "a = []\nb = {}"])
def test_small_texts(text):
    lines = toml_lines(text)
    assert [path for path in paths(tomllib.loads(text)) if path not in lines] == []
