"""The learner's own files in a session: their places and marks, and how they were read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace as changed

from core.saved.marks import mark_of
from core.saved.session import SavedSession, content_of, session_of
from core.tensors.opened import opened, read_files
from core.tensors.readings import answered
from core.tensors.refusing import TensorFileError
from core.tensors.remembered import OwnFile, OwnTensors, find, remembered, reopened
from core.tensors.showing import Filter

PLACE = Path("here.attention")


def quiet(words: str) -> None:
    """Nobody listens."""


@pytest.fixture
def operands(tmp_path: Path) -> Path:
    numbers = np.random.default_rng(3).normal(size=(2, 4, 3))
    path = tmp_path / "mína q k.npz"
    np.savez(path, query=numbers, key=numbers[::-1], other=numbers, mask=np.tri(4))
    return path


def own_of(path: Path, marked: bool = True) -> OwnTensors:
    """What a session remembers of a file that was read in a way of its own."""
    found = opened(read_files([path]))
    proposal = answered(answered(found.proposal, "scaled", False), "causal", True)
    marks = {path: mark_of(path)} if marked else {}
    return remembered(opened(found.collection, proposal), marks, None)


def test_what_is_open_comes_back_from_a_session_file(operands: Path) -> None:
    own = changed(
        own_of(operands),
        index=(1,),
        how=Filter(top=80, tokens="1-3"),
        readable=False,
        pinned=(2, 0),
    )
    back = session_of(content_of(SavedSession("x", {}, tensors=own))[0], PLACE)
    assert back.problems == {}
    assert back.tensors == own
    assert back.tensors.files[0] == OwnFile(
        str(operands), operands.stat().st_size, mark_of(operands)
    )
    assert back.tensors.unlooked == changed(own, index=(), readable=True, pinned=None)


def test_files_are_read_as_they_were(operands: Path) -> None:
    own = own_of(operands)
    again = reopened(own, [operands], quiet)
    assert again.proposal.reading == own.reading
    assert not again.proposal.reading.scaled
    assert again.proposal.reading.causal
    assert again.maps is not None
    # the first map by hand: softmax of the visible products, unscaled
    with np.load(operands) as held:
        products = held["query"][0] @ held["key"][0].T
    row = np.exp(products[1, :2]) / np.exp(products[1, :2]).sum()
    assert again.maps.weights((0,))[1] == pytest.approx([*row, 0, 0])


def test_names_from_a_file_of_their_own_come_back_and_the_files_own_are_not_written(
    operands: Path,
) -> None:
    found = opened(read_files([operands]))
    assert remembered(found, {}, None).target == ()
    named = replace(found.collection, target=("a", "<b>", "אב", "d"), source=())
    own = remembered(opened(named, found.proposal), {}, None)
    assert reopened(own, [operands], quiet).rows == ("a", "<b>", "אב", "d")
    half = replace(found.collection, target=("a", "\ud800", "c", "d"))
    unsaid = remembered(opened(half, found.proposal), {}, None)
    assert unsaid.target == ()  # no file can hold half a character
    content_of(SavedSession("x", {}, tensors=unsaid))


def test_a_file_is_found_at_its_place_beside_the_session_or_said_to_be_changed(
    operands: Path, tmp_path: Path
) -> None:
    [file] = own_of(operands).files
    assert find(file, ()) == (file, operands, "same")
    (tmp_path / "away").mkdir()
    away = operands.rename(tmp_path / "away" / operands.name)
    assert find(file, ()).state == "missing"
    assert find(file, (away,)) == (file, away, "same")
    # another file of the same size in the old place is not taken for it
    operands.write_bytes(b"\0" * file.size)
    assert find(file, (away,)) == (file, away, "same")
    away.unlink()
    assert find(file, (away,)) == (file, operands, "changed")
    # a sample is known by its name: it lies elsewhere on every machine
    sample = remembered(opened(read_files([away_copy(away)])), {}, away.parent).files[0]
    assert sample.path == f"sample:{away.name}"
    assert find(sample, (away,)).state == "same"


def away_copy(path: Path) -> Path:
    np.savez(path, weights=np.eye(3))
    return path


def test_an_array_that_is_gone_is_named(operands: Path) -> None:
    own = own_of(operands)
    np.savez(operands, key=np.eye(3))
    with pytest.raises(TensorFileError, match="query, .*no longer there; open the file anew"):
        reopened(own, [operands], quiet)


def test_what_cannot_be_read_of_tensors_is_told_and_written_again_as_it_was() -> None:
    saved = content_of(SavedSession("x", {}))[0]
    strange = saved.replace(b'"experiments"', b'"tensors": {"files": 7},\n  "experiments"')
    back = session_of(strange, PLACE)
    assert list(back.problems) == ["tensors"]
    assert "files" in back.problems["tensors"]
    assert back.unread_tensors == {"files": 7}
    assert session_of(content_of(back)[0], PLACE).unread_tensors == {"files": 7}


def test_a_reading_that_a_hand_has_changed_is_refused_in_words(operands: Path) -> None:
    own = own_of(operands)
    for reading in (
        changed(own.reading, axes=("query",)),
        changed(own.reading, kind="weights"),
        changed(own.reading, roles=(("weights", "other"),)),
        changed(own.reading, axes=("a", "b", "c", "d", "e")),
    ):
        try:
            found = reopened(changed(own, reading=reading), [operands], quiet)
        except TensorFileError as error:
            assert operands.name in str(error)
        else:
            assert found.maps is not None or found.trouble
