"""What queries and keys can be called, as choices, and which of them is in force."""

from __future__ import annotations

from core.tensors.naming import Side, numbers_for
from desktop_app.tensors.looking import Looking

LOAD, TYPE = "load", "type"
SHOWN = 3  # names told of a list


def names_key(desk: Looking, side: Side) -> str:
    """Which choice is in force: "file", "numbers", "same" or "own"; "" where there is no side."""
    found = desk.opened
    if found is None or found.maps is None:
        return ""
    maps, held = found.maps, found.collection
    if side == "queries" and "query" not in maps.reading.axes and not maps.computed:
        return ""  # one query, or one a head: they have names of their own
    count = maps.queries if side == "queries" else maps.keys
    names = held.target if side == "queries" else held.source
    if names and names == desk.own[0 if side == "queries" else 1]:
        return "file"
    if names in ((), numbers_for(count)):
        return "same" if side == "keys" and not names and may_follow(desk) else "numbers"
    return "own"


def may_follow(desk: Looking) -> bool:
    """Whether keys can have the names of the queries."""
    maps = None if desk.opened is None else desk.opened.maps
    return maps is not None and maps.queries == maps.keys


def names_options(desk: Looking, side: Side) -> list[tuple[object, str]]:
    """The choices for one side, in order."""
    found, now = desk.opened, names_key(desk, side)
    if found is None or found.maps is None or not now:
        return []
    count = found.maps.queries if side == "queries" else found.maps.keys
    own = desk.own[0 if side == "queries" else 1]
    made: list[tuple[object, str]] = []
    if now == "own":
        names = found.rows if side == "queries" else found.columns
        made.append(("own", f"own: {', '.join(names[:SHOWN])}{' …' * (count > SHOWN)}"))
    if own:
        made.append(("file", "as the file has them"))
    if side == "keys" and may_follow(desk):
        made.append(("same", "as the queries"))
    numbers = f"numbered 1 to {count:,}" if count > 1 else "numbered"
    made += [("numbers", numbers), (LOAD, "from a text or JSON file…"), (TYPE, "type or paste…")]
    return made


def take_names(desk: Looking, side: Side, key: str) -> None:
    """Put one of the choices into force that need no further question."""
    if key == "numbers":
        desk.number(side)
    elif key == "same":
        desk.rename(side, (), "keys are named as the queries")
    elif key == "file":
        own = desk.own[0 if side == "queries" else 1]
        desk.rename(side, own, f"{side} are named as the file has them")
