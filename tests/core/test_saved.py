"""Saved sessions come back bit for bit; files that are not ours, or damaged, become sentences."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.experiment import Experiment
from core.reading import read_lesson
from core.saved import beside
from core.saved.link import link_text, linked_state
from core.saved.numbers import Numbers
from core.saved.plain import plain, record_of, text_of
from core.saved.session import (
    SavedSession,
    UnreadableError,
    Unsaved,
    content_of,
    experiment_of,
    read,
    session_of,
    write,
)

LESSON = Path(__file__).resolve().parents[2] / "resources" / "lessons" / "attention"
LESSONS_OWN = {
    slide.id: slide.experiment
    for slide in read_lesson(LESSON).slides
    if slide.experiment is not None
}
KINDS = {type(one): one for one in LESSONS_OWN.values()}
PLACE = Path("lesson.attention")

awkward = st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 0.1, 1 / 3, 999_999.9999999999, 1e-300])
within = awkward | st.floats(-1e6, 1e6)
words = st.text(min_size=1, max_size=6) | st.sampled_from(
    ["<s>", "=1", "👍", "漢字", "é", "'", '"']
)
wild = st.floats() | st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 5e-324, 1e308])


class Anything(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record with every type of field that an experiment could have."""

    number: float
    matrix: tuple[tuple[float, ...], ...]
    whole: int
    words: tuple[str, ...]
    array: Numbers
    maybe: float | None = None
    pair: tuple[int, int] | None = None


def exact(record: object) -> str:
    """A record in a form that tells 0 from -0 and takes one NaN for another."""
    return repr(msgspec.to_builtins(record, enc_hook=repr))


def there_and_back(record: Any) -> Any:
    text = text_of(plain(record))
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    return record_of(msgspec.json.decode(text), type(record))


def arrays() -> st.SearchStrategy[Numbers]:
    shapes = st.lists(st.integers(0, 3), max_size=3)

    def filled(shape: list[int]) -> st.SearchStrategy[Numbers]:
        size = math.prod(shape)
        lists = st.lists(wild, min_size=size, max_size=size)
        return lists.map(lambda numbers: Numbers(np.reshape(np.array(numbers, float), shape)))

    return shapes.flatmap(filled)


@settings(deadline=None)
@given(
    st.builds(
        Anything,
        number=wild,
        matrix=st.lists(st.lists(wild, max_size=3).map(tuple), max_size=3).map(tuple),
        whole=st.integers() | st.just(10**40),
        words=st.lists(st.text(), max_size=3).map(tuple),
        array=arrays(),
        maybe=st.none() | wild,
        pair=st.none() | st.tuples(st.integers(), st.integers()),
    )
)
def test_every_value_comes_back_exactly(record: Anything) -> None:
    back = there_and_back(record)
    assert exact(back) == exact(record)
    assert back.array == record.array


def test_not_a_number_is_written_as_text_and_a_word_that_looks_so_stays_a_word() -> None:
    record = Anything(math.nan, ((0.0, -math.inf), (0.0, 0.0)), 1, ("nan", "-inf"), Numbers([]))
    text = text_of(plain(record))
    assert json.loads(text)["matrix"] == [[0.0, {"not finite": "-inf"}], [0.0, 0.0]]
    back = there_and_back(record)
    assert back.words == ("nan", "-inf")
    assert back.matrix[0][1] == -math.inf
    assert math.isnan(back.number)


def test_arrays_are_compared_number_by_number() -> None:
    assert Numbers([[1.0, math.nan]]) == Numbers([[1.0, -math.nan]])
    assert Numbers([0.0]) != Numbers([-0.0])
    assert Numbers([1.0, 2.0]) != Numbers([[1.0, 2.0]])
    assert len({Numbers([math.nan]), Numbers([math.nan]), Numbers([1.0])}) == 2


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ([1.0], "shape and values"),
        ({"shape": [2], "values": [1.0]}, "values has 1 numbers"),
        ({"shape": [-1], "values": [1.0]}, "whole numbers from 0"),
        ({"shape": [1], "values": ["a"]}, "not a float64 number|needs real numbers"),
    ],
)
def test_an_array_that_does_not_fit_itself_is_refused(raw: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Numbers.from_plain(raw)


def varied(data: st.DataObject, experiment: Experiment) -> Experiment:
    """The experiment with other numbers and words, wherever its record allows them."""

    def other(value: Any, name: str) -> Any:
        if isinstance(value, float):
            return data.draw(within)
        if isinstance(value, str) and name.endswith("tokens"):
            return data.draw(words)
        if isinstance(value, tuple):
            return tuple(other(inner, name) for inner in value)
        return value

    for name in experiment.__struct_fields__:
        value = getattr(experiment, name)
        if isinstance(value, tuple) and len(value) > 6:
            continue
        try:
            experiment = msgspec.structs.replace(experiment, **{name: other(value, name)})
        except ValueError:
            continue
    return experiment


def test_a_kept_state_comes_back() -> None:
    saved = SavedSession("x", {}, kept=LESSONS_OWN)
    assert exact(dict(session_of(content_of(saved)[0], PLACE).kept)) == exact(LESSONS_OWN)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__struct_config__.tag)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_experiment_of_every_kind_comes_back_from_file_and_link(
    kind: type, data: st.DataObject
) -> None:
    experiment = varied(data, KINDS[kind])
    saved = SavedSession("here", {"a slide": experiment})
    back = session_of(content_of(saved, "x")[0], PLACE)
    assert back.problems == {}
    assert exact(back.experiments["a slide"]) == exact(experiment)
    slide, linked = linked_state(link_text("a slide", experiment))
    assert slide == "a slide"
    assert exact(linked) == exact(experiment)


def test_the_whole_lesson_comes_back_from_a_folder_with_a_foreign_name(tmp_path: Path) -> None:
    for name in ("Mário X", "Hämtade filer", "許功蓋", "илья a b"):
        path = tmp_path / name / "q k v.attention"
        path.parent.mkdir()
        write(path, SavedSession("query-key-value", LESSONS_OWN, unsaved=Unsaved("x", True)))
        back = read(path)
        assert back.slide == "query-key-value"
        assert back.unsaved == Unsaved("x", True)
        assert exact(dict(back.experiments)) == exact(LESSONS_OWN)
        assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_can_be_read_by_a_person() -> None:
    lines = content_of(SavedSession("a", LESSONS_OWN))[0].decode().splitlines()
    assert max(len(line) for line in lines) < 400
    assert '  "version": 1,' in lines
    assert any(line.strip().startswith('"tokens": ["') for line in lines)


def test_fields_that_an_old_file_lacks_get_their_defaults() -> None:
    raw = plain(LESSONS_OWN["variance-control"])
    del raw["seed"]
    assert experiment_of(raw).seed == 7  # type: ignore[union-attr]


# long arrays


def test_long_arrays_lie_beside_the_file_and_come_back(tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(size=(70, 60))
    numbers[0, :4] = math.nan, math.inf, -math.inf, -0.0
    short = [[1.0, 2.0]]
    raw, arrays_ = beside.moved_out(plain({"long": numbers.tolist(), "short": short}))
    assert raw == {"long": {"tensor": "array 1"}, "short": short}
    path = tmp_path / "x.safetensors"
    path.write_bytes(beside.packed(arrays_))
    back = beside.moved_in(raw, beside.unpacked(path, beside.check_sum(path.read_bytes())))
    assert exact(back) == exact(plain({"long": numbers.tolist(), "short": short}))


def test_a_list_of_4096_numbers_stays_and_one_more_leaves() -> None:
    for count, leaves in ((4096, 0), (4097, 1)):
        assert len(beside.moved_out([0.5] * count)[1]) == leaves
    assert beside.moved_out([["word"] * 5000, [1] * 5000])[1] == {}


def test_a_session_whose_long_arrays_are_gone_opens_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "long.attention"
    attention, heads = LESSONS_OWN["scaled-dot-product"], LESSONS_OWN["multi-head"]
    saved = SavedSession("multi-head", {"a": attention, "b": LESSONS_OWN["variance-control"]})
    content, others = content_of(saved, path.stem, longest=15)
    path.write_bytes(content)
    [(name, numbers)] = others.items()
    lost = read(path)
    assert list(lost.experiments) == ["b"]
    assert name in lost.problems["a"]
    assert "put it beside the session" in lost.problems["a"]
    path.with_name(name).write_bytes(numbers[:-8])
    assert "saved with this session; put back" in read(path).problems["a"]
    path.with_name(name).write_bytes(numbers)
    assert exact(read(path).experiments["a"]) == exact(attention)
    assert content_of(SavedSession("x", {"h": heads}), longest=15)[1] == {}


# files that are no sessions


def session_text(**changed: object) -> str:
    table = json.loads(content_of(SavedSession("a", LESSONS_OWN))[0])
    return json.dumps({**table, **changed})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "lesson.attention is empty"),
        ("\n \n", "is empty"),
        ('{"file": 1', "line 1: the file breaks off"),
        ('{\n "a": 1\n}: ""\n}', "line 3: trailing characters"),
        ('{"a": 1}', "is not a session of The Attention Mechanism"),
        ("[" * 100_000, "is not a session"),
        ("1e999", "line 1"),
        (session_text(version=2), "made by a newer version of this application"),
        (session_text(version="1"), "version must be a whole number"),
        (session_text(version=True), "version must be a whole number"),
        (session_text(experiments=[]), "experiments must be a table"),
        (session_text(slide=5), "slide must be the name of a slide"),
        (session_text(unsaved=5), "unsaved must be a table"),
    ],
)
def test_a_file_that_is_none_of_ours_is_named_with_a_cure(content: str, sentence: str) -> None:
    with pytest.raises(UnreadableError, match=sentence) as caught:
        session_of(content.encode(), PLACE)
    assert str(caught.value).startswith("lesson.attention")


def test_binary_and_foreign_encodings_are_named() -> None:
    for content in (b"\xff\xfe{\x00", b"\x89PNG\r\n\x1a\n", b"{\n\xe9"):
        with pytest.raises(UnreadableError, match=r"lesson.attention, line \d"):
            session_of(content, PLACE)


def test_a_byte_order_mark_does_no_harm() -> None:
    content = b"\xef\xbb\xbf" + content_of(SavedSession("a", LESSONS_OWN))[0]
    assert session_of(content, PLACE).problems == {}


def test_one_slide_that_cannot_be_read_leaves_the_others() -> None:
    table = json.loads(content_of(SavedSession("a", LESSONS_OWN))[0])
    broken = table["experiments"]
    broken["scaled-dot-product"]["query"][1] = [1.0]
    broken["multi-head"]["colour"] = "red"
    broken["variance-control"]["kind"] = "dance"
    broken["cross-attention"] = 5
    found = session_of(json.dumps(table).encode(), PLACE)
    assert set(found.experiments) == set(LESSONS_OWN) - set(found.problems)
    assert "query row 2 has 1 numbers" in found.problems["scaled-dot-product"]
    assert "colour" in found.problems["multi-head"]
    assert "dance" in found.problems["variance-control"]
    assert "cross-attention" in found.problems
    again = session_of(content_of(found)[0], PLACE)
    assert again.unread == found.unread == {name: broken[name] for name in found.problems}


WHOLE = content_of(SavedSession("a", {"v": LESSONS_OWN["scaled-dot-product"]}, unsaved=Unsaved()))[
    0
]


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, len(WHOLE) - 1),
    st.sampled_from([b"", b"\0", b'"', b"{", b"9", b"null", b"\xff", b"1e400", b"-"]),
    st.booleans(),
)
def test_any_damage_is_a_sentence_or_a_session(at: int, by: bytes, cut: bool) -> None:
    damaged = WHOLE[:at] + by + (b"" if cut else WHOLE[at + 1 :])
    try:
        found = session_of(damaged, PLACE)
    except UnreadableError as error:
        assert str(error).startswith("lesson.attention")
    else:
        assert all(sentence for sentence in found.problems.values())


def test_reading_names_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="There is no file"):
        read(tmp_path / "gone.attention")
    with pytest.raises(UnreadableError, match="is a folder"):
        read(tmp_path)
    large = tmp_path / "large.attention"
    with large.open("wb") as file:
        file.truncate(200 * 2**20)
    with pytest.raises(UnreadableError, match="200 megabytes"):
        read(large)


def test_half_a_character_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "kept.attention"
    write(path, SavedSession("a", LESSONS_OWN))
    before = path.read_bytes()
    sentence = LESSONS_OWN["self-attention"]
    broken = msgspec.structs.replace(sentence, tokens=("\ud83d",), pinned=None, order=())
    with pytest.raises(UnreadableError, match="half a character"):
        write(path, SavedSession("a", {"x": broken}))
    with pytest.raises(UnreadableError, match="half a character"):
        link_text("x", broken)
    assert path.read_bytes() == before


# links


def test_a_link_survives_mail() -> None:
    experiment = LESSONS_OWN["scaled-dot-product"]
    text = link_text("scaled-dot-product", experiment)
    assert len(text) < 500
    lines = "\r\n  ".join(text[at : at + 70] for at in range(0, len(text), 70))
    assert linked_state(f"Look at this: <{lines}>")[1] == experiment


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no link state on the clipboard"),
        ("https://example.org", "no link state"),
        ("attention-1:", "damaged or cut off"),
        ("attention-1:abc", "damaged or cut off"),
        ("attention-2:abcd", "newer version"),
        (link_text("v", LESSONS_OWN["variance-control"])[:-4], "damaged or cut off"),
    ],
)
def test_a_text_that_is_no_link_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableError, match=sentence):
        linked_state(text)
