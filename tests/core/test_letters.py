"""The letters models' tasks by hand, their NumPy network, their measures and their files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.letters.loading import FOLDER, DamagedLettersError, load_letters, load_reverser, save
from core.letters.measures import figures_of, place_mass, relative_entropy, token_before_mass
from core.letters.network import Build, normalised, read
from core.letters.reversal import ENCODERS, LONGEST, Reversal, Reverser, reverse
from core.letters.tasks import (
    INDUCTION,
    NOT_ASKED,
    SEGMENT,
    THREE_QUESTIONS,
    Examples,
    draw_neighbours,
    neighbours,
)


def random(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_three_questions_by_hand() -> None:
    made = neighbours(np.array([[7, 3, 5]]))
    #                              previous   next  first
    assert made.answers[0].tolist() == [[-1, 3, 7], [7, 5, 7], [3, -1, 7]]
    assert made.places[0].tolist() == [[-1, 1, 0], [0, 2, 0], [1, -1, 0]]


@pytest.mark.parametrize("task", [THREE_QUESTIONS, INDUCTION])
def test_every_place_holds_the_answer_and_a_seed_repeats_it(task) -> None:
    made, again = task.draw(random(3), 200), task.draw(random(3), 200)
    assert (made.letters == again.letters).all()
    assert made.letters.shape == (200, task.length)
    assert made.letters.min() >= 0 and made.letters.max() < task.alphabet
    for row, at, q in zip(*np.nonzero(made.places != NOT_ASKED), strict=True):
        assert made.letters[row, made.places[row, at, q]] == made.answers[row, at, q]
    assert ((made.answers == NOT_ASKED) == (made.places == NOT_ASKED)).all()


def test_induction_repeats_a_segment_and_asks_inside_the_copy() -> None:
    made = INDUCTION.draw(random(1), 300)
    lengths = set()
    for letters, place in zip(made.letters.tolist(), made.places[..., 0].tolist(), strict=True):
        asked = [at for at, where in enumerate(place) if where != NOT_ASKED]
        size = len(letters) - asked[0]
        lengths.add(size)
        assert asked == list(range(20 - size, 19))
        assert letters[-size:] == letters[-2 * size : -size]
        assert len(set(letters[:-size])) == 20 - size  # so that there is one answer
        assert all(letters[place[at]] == letters[at + 1] for at in asked)
    assert lengths == set(range(SEGMENT[0], SEGMENT[1] + 1))


def test_layer_norm_by_hand() -> None:
    found = normalised(np.array([[1.0, 3.0]]), np.array([2.0, 2.0]), np.array([0.0, 1.0]))
    assert found[0] == pytest.approx([-2.0, 3.0], abs=2e-5)


def test_an_untrained_network_looks_everywhere_alike() -> None:
    build = Build(THREE_QUESTIONS, heads=3)
    made = build.task.draw(random(), 50)
    reading = read(build, build.seeded(0), made.letters)
    assert reading.weights.shape == (50, 3, 8, 8)
    assert reading.weights.sum(axis=-1) == pytest.approx(1.0)
    found = figures_of(build.task, reading.answers, reading.weights, made)
    assert found.mass == pytest.approx(1 / 8, abs=0.02)
    assert found.entropy.min() > 0.95 and found.accuracy.max() < 0.2
    assert reading.logits.shape == (50, 8, 3, 12)


def test_measures_by_hand() -> None:
    weights = np.array([[[[1.0, 0.0], [0.25, 0.75]]]])
    assert place_mass(weights, np.array([[NOT_ASKED, 0]])).tolist() == [0.25]
    assert place_mass(weights, np.array([[0, 0]])).tolist() == [0.625]
    assert token_before_mass(weights, np.array([[NOT_ASKED, 1]])).tolist() == [0.25]
    half = np.array([[[[1.0, 0.0], [0.5, 0.5]]]])
    assert relative_entropy(half, causal=False).tolist() == [0.5]
    assert relative_entropy(half, causal=True).tolist() == [1.0]  # one key is no choice
    examples = Examples(np.array([[4, 5]]), np.array([[[4], [9]]]), np.array([[[0], [1]]]))
    found = figures_of(INDUCTION, np.array([[[4], [8]]]), weights, examples)
    assert found.accuracy.tolist() == [0.5] and found.weakest == 0.875


def test_pointing_leaves_out_the_step_without_a_choice() -> None:
    source = np.array([1, 2, 3])
    one_later = np.eye(3)[[2, 2, 1]]
    made = Reversal(source, np.array([3, 2, 2]), one_later, np.zeros((3, 1)))
    assert made.right == pytest.approx(2 / 3)
    assert (made.pointed(), made.pointed(1)) == (0.0, 1.0)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_an_untrained_reverser_writes_a_letter_a_step(encoder) -> None:
    model = Reverser(encoder)
    made = reverse(model, model.seeded(0), np.array([0, 5, 11, 5]))
    assert made.written.shape == (4,) and made.weights.shape == (4, 4)
    assert made.annotations.shape == (4, model.annotation_size)
    assert made.weights.sum(axis=1) == pytest.approx(1.0)


def test_what_no_model_can_read_is_refused() -> None:
    model = Reverser("forward only")
    numbers = model.seeded(0)
    for wrong in (np.arange(0), np.full(LONGEST + 1, 1)):
        with pytest.raises(ValueError, match="this model takes 1 to 12"):
            reverse(model, numbers, wrong)
    with pytest.raises(ValueError, match="from 0 to 11"):
        reverse(model, numbers, np.array([12]))
    letters = load_letters("three-questions-3-heads")
    with pytest.raises(ValueError, match="there are 9 letters; this network takes 1 to 8"):
        letters.read(np.zeros(9, int))
    with pytest.raises(ValueError, match="from 0 to 11"):
        letters.read(np.array([12]))
    with pytest.raises(ValueError, match="5 heads do not divide"):
        Build(THREE_QUESTIONS, 5)
    with pytest.raises(ValueError, match="is no encoder"):
        Reverser("backwards")  # type: ignore[arg-type]


def test_shorter_rows_are_read_too() -> None:
    assert load_letters("three-questions-3-heads").read(np.array([3, 1, 4])).answers.shape == (3, 3)


def shipped(folder: Path) -> Path:
    """A copy of what is shipped."""
    for path in FOLDER.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_damaged_files_are_one_sentence_each(tmp_path: Path) -> None:
    folder = shipped(tmp_path)
    path = folder / "three-questions-3-heads.safetensors"
    whole = path.read_bytes()
    for content in (b"", whole[:-1], whole[:2000] + b"\0\1\2\3" + whole[2004:]):
        path.write_bytes(content)
        with pytest.raises(DamagedLettersError, match=r"safetensors is damaged .*install"):
            load_letters("three-questions-3-heads", folder)
    path.unlink()
    with pytest.raises(DamagedLettersError, match="is missing; install the lesson again"):
        load_letters("three-questions-3-heads", folder)
    assert load_letters("three-questions-1-head", folder).build.heads == 1


def test_a_file_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = shipped(tmp_path)
    manifest = folder / "manifest.json"
    listed = json.loads(manifest.read_text(encoding="utf-8"))
    other = Build(THREE_QUESTIONS, 3, d_model=24).seeded(0)
    entry = listed["models"]["three-questions-3-heads"]
    entry["crc32"] = save(other, folder / entry["file"])
    manifest.write_text(json.dumps(listed), encoding="utf-8")
    with pytest.raises(DamagedLettersError, match="holds another model"):
        load_letters("three-questions-3-heads", folder)
    manifest.write_text("{", encoding="utf-8")
    with pytest.raises(DamagedLettersError, match=r"manifest\.json is damaged"):
        load_reverser("forward only", folder)
    manifest.unlink()
    with pytest.raises(DamagedLettersError, match=r"manifest\.json is missing"):
        load_reverser("forward only", folder)


def test_a_model_that_is_not_shipped_is_a_sentence() -> None:
    with pytest.raises(DamagedLettersError, match="lists no model reversal-both-ways"):
        load_reverser("both ways")


def test_draws_are_read_only() -> None:
    made = draw_neighbours(random(), 1)
    for array in (made.letters, made.answers, made.places):
        assert not array.flags.writeable
