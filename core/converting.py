"""Plain tables -> records, with every mistake as a sentence on the right line."""

from __future__ import annotations

import re
import types
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from core.lesson_file import LessonFile
from core.toml_lines import KeyPath
from core.wording import listed, nearest, suggestion

Record = TypeVar("Record")

WORDS = {
    "float": "a number",
    "int": "a whole number",
    "str": 'text in quotes "..."',
    "bool": "true or false",
    "array": "a list [...]",
    "object": "a table of fields",
    "datetime": "a date",
    "date": "a date",
    "time": "a time",
    "null": "nothing",
    "NoneType": "nothing",
}
MOST_MISTAKES = 20
LONGEST = 40  # characters of a wrong word that a sentence repeats
UNKNOWN = r"Object contains unknown field `(.*)`"
MISSING = r"Object missing required field `(.*)`"


def converted(
    file: LessonFile, keys: KeyPath, raw: Any, kind: type[Record] | Any, noun: str
) -> Record | None:
    """`raw`, found at `keys` of the file, as a record; None when something is wrong with it.

    Unknown fields are reported and left out one after the other, so that one look shows them all.
    noun: what the record is called in a sentence.
    """
    sound = True
    misspelt: set[tuple[KeyPath, str | None]] = set()
    for _ in range(MOST_MISTAKES):
        try:
            record: Record = msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            sound = False
            message, path = parted(str(error))
            unknown = re.fullmatch(UNKNOWN, message)
            names = fields_at(kind, raw, path)
            if unknown:
                sentence = f"{noun} has no field {unknown[1]}{suggestion(unknown[1], names)}"
                file.report(sentence, (*keys, *path, unknown[1]))
                raw = without(raw, (*path, unknown[1]))
                misspelt.add((path, nearest(unknown[1], names)))
                continue
            missing = re.fullmatch(MISSING, message)
            if missing and (path, missing[1]) in misspelt:
                return None  # it is there, under a wrong name that has been reported
            place = (*path, *named_place(message, names))
            file.report(in_words(message, path, kind, raw, noun), (*keys, *place))
            return None
        return record if sound else None
    return None


def parted(message: str) -> tuple[str, KeyPath]:
    """msgspec's message without its path, and the path: `$.choices[0].text` and the like."""
    found = re.fullmatch(r"(.*) - at `\$(.*)`", message, re.DOTALL)
    if not found:
        return message, ()
    path = re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", found[2])
    return found[1], tuple(name or int(index) for name, index in path)


def named_place(message: str, names: list[str]) -> KeyPath:
    """The field, and the row of it, that a record's own message begins with."""
    found = re.match(r"(\w+)(?: row (\d+))?", message)
    if not found or found[1] not in names:
        return ()
    return (found[1], int(found[2]) - 1) if found[2] else (found[1],)


def in_words(message: str, path: KeyPath, kind: Any, raw: Any, noun: str) -> str:
    """msgspec's message about the value at `path` as a sentence for an author."""
    place = spoken(path, noun)
    if found := re.fullmatch(MISSING, message):
        return f"{place} needs the field {found[1]}"
    if found := re.fullmatch(UNKNOWN, message, re.DOTALL):
        name = shortened(found[1])
        return f"{place} has no field {name}{suggestion(name, fields_at(kind, raw, path))}"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", message):
        wanted = listed([WORDS.get(part, part) for part in found[1].split(" | ")], "or")
        return f"{place} must be {wanted}, not {WORDS.get(found[2], found[2])}"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.*)", message, re.DOTALL):
        wrong = found[1].strip("'")
        meant = suggestion(shortened(wrong), values_at(kind, raw, path))
        return f"{place} cannot be {shortened(wrong)}{meant}"
    return f"{place}: {message[:1].lower()}{message[1:]}" if path else message


def shortened(wrong: str) -> str:
    """A wrong word as a sentence repeats it: not at any length."""
    return wrong if len(wrong) <= LONGEST else f"{wrong[: LONGEST - 1]}…"


def spoken(path: KeyPath, noun: str) -> str:
    """A path as an author would say it: query, row 2, number 3."""
    if not path:
        return noun
    words = [str(part) if isinstance(part, str) else f"item {part + 1}" for part in path]
    return f"{noun}: {', '.join(words)}"


def type_at(kind: Any, raw: Any, path: KeyPath) -> Any:
    """The declared type of the value at `path` of `raw`."""
    for part in path:
        record = chosen(kind, raw)
        if isinstance(part, str):
            kind = get_type_hints(record).get(part, Any) if is_record(record) else Any
            raw = raw.get(part) if isinstance(raw, dict) else None
        else:
            members = [member for member in options(kind) if get_origin(member) is tuple]
            kind = get_args(members[0])[0] if members else Any
            raw = raw[part] if isinstance(raw, list) and part < len(raw) else None
    return kind


def options(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)


def is_record(kind: Any) -> bool:
    """Whether a type is one of the lesson's records."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def chosen(kind: Any, raw: Any) -> Any:
    """The record that `raw` stands for: the one member, or the one whose kind it names."""
    records = [member for member in options(kind) if is_record(member)]
    named = raw.get("kind") if isinstance(raw, dict) else None
    for record in records:
        if len(records) == 1 or record.__struct_config__.tag == named:
            return record
    return kind


def fields_at(kind: Any, raw: Any, path: KeyPath) -> list[str]:
    """The field names of the record at `path`."""
    value = raw
    for part in path:
        value = value[part]
    record = chosen(type_at(kind, raw, path), value)
    if not is_record(record):
        return []
    names = list(record.__struct_fields__)
    return [*names, "kind"] if record.__struct_config__.tag else names


def values_at(kind: Any, raw: Any, path: KeyPath) -> list[str]:
    """The words that the value at `path` may be."""
    if path and path[-1] == "kind":
        union = type_at(kind, raw, path[:-1])
        return [str(record.__struct_config__.tag) for record in options(union) if is_record(record)]
    found: list[str] = []
    for member in options(type_at(kind, raw, path)):
        found += [str(word) for word in get_args(member) if isinstance(word, str)]
    return found


def without(raw: Any, path: KeyPath) -> Any:
    """A copy of `raw` that lacks the value at `path`."""
    first, *rest = path
    if isinstance(raw, dict):
        if not rest:
            return {name: value for name, value in raw.items() if name != first}
        return {**raw, first: without(raw[first], tuple(rest))}
    return [
        without(item, tuple(rest)) if place == first else item for place, item in enumerate(raw)
    ]
