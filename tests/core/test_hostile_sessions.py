"""Session files that a hand or a program has spoiled: each mistake is a short sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.saved import session


def problem(experiment: dict[str, Any]) -> str:
    """What a file with one experiment is told about it."""
    table = {"file": session.MARK, "version": 1, "slide": "one", "experiments": {"one": experiment}}
    found = session.session_of(json.dumps(table).encode(), Path("one.attention"))
    assert found.experiments == {} and found.unread == {"one": experiment}
    return found.problems["one"]


@pytest.mark.parametrize("field", ["kind", "measure", "figure"])
@pytest.mark.parametrize("wrong", ["\N{GRINNING FACE}" * 2000, "a\nb" * 900])
def test_a_wrong_word_is_not_repeated_at_any_length(field: str, wrong: str) -> None:
    told = problem({"kind": "bottleneck", field: wrong})
    assert f"{field} cannot be" in told and len(told) < 250


def test_nothing_in_place_of_a_word_is_called_nothing() -> None:
    assert problem({"kind": None}).endswith("not nothing")


def test_a_field_that_there_is_not_is_named_with_the_one_that_was_meant() -> None:
    told = problem({"kind": "bottleneck", "lenght": 5})
    assert told == "the experiment has no field lenght; did you mean length?"
    assert len(problem({"kind": "bottleneck", "x" * 3000: 5})) < 250


def test_a_file_of_very_many_words_is_refused() -> None:
    told = problem({"kind": "bottleneck", "words": ["a"] * 100_000})
    assert told == "This sentence has 100000 words; the limit is 60. Shorten it."


def test_a_mistake_in_what_was_kept_unsaved_is_told_in_words() -> None:
    table = {"file": session.MARK, "version": 1, "slide": "", "experiments": {}}
    for wrong, told in ((5, "not a whole number"), ({"of": 5}, "of must be text")):
        content = json.dumps({**table, "unsaved": wrong}).encode()
        with pytest.raises(session.UnreadableError, match=f"unsaved.*{told}") as refused:
            session.session_of(content, Path("one.attention"))
        assert "`" not in str(refused.value)
