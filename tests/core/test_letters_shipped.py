"""The shipped letters models reach their stated figures on rows that no training has seen."""

from __future__ import annotations

import numpy as np
import pytest

from core.letters.loading import FOLDER, load_letters, load_manifest, load_reverser
from core.letters.measures import figures
from core.letters.reversal import draw_letters

SEED = 4321


def measured(name: str, rows: int = 300):
    model = load_letters(name)
    examples = model.build.task.draw(np.random.default_rng(SEED), rows)
    reading = model.read(examples.letters)
    return figures(model.build.task, reading, examples), reading


def test_they_are_small_and_say_how_they_were_made() -> None:
    manifest = load_manifest()
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 700_000
    assert manifest.command.startswith("python -m core.training.letters_command")
    assert set(manifest.versions) == {"Python", "NumPy", "PyTorch"}
    for shipped in manifest.models.values():
        assert (FOLDER / shipped.file).exists() and shipped.figures and shipped.steps > 0


def test_three_heads_take_a_question_each() -> None:
    found, _ = measured("three-questions-3-heads")
    assert found.accuracy.min() >= 0.99
    assert found.distinct and found.weakest >= 0.9
    stated = load_manifest().models["three-questions-3-heads"].figures
    for q, question in enumerate(("previous", "next", "first")):
        assert found.accuracy[q] == pytest.approx(stated[f"accuracy, {question}"], abs=0.01)
        assert found.mass[:, q].max() == pytest.approx(stated[f"mass, {question}"], abs=0.01)


def test_one_head_has_to_average() -> None:
    found, _ = measured("three-questions-1-head")
    assert 0.6 < found.accuracy.mean() < 0.92
    assert found.mass.max() < 0.6 and found.entropy[0] > 0.4


def test_induction_looks_for_what_followed_last_time() -> None:
    found, _ = measured("induction-2-layers", 200)
    assert found.accuracy[0] >= 0.98
    assert found.strongest == (1,) and found.weakest >= 0.9  # the head of the second layer
    assert found.before.argmax() == 0 and found.before[0] >= 0.9  # the head of the first layer


@pytest.mark.parametrize(
    ("encoder", "points", "elsewhere"),
    [("forward only", (0.0, 0.05), (0.9, 1.0)), ("letter by letter", (0.8, 1.0), (0.0, 0.2))],
)
def test_right_answers_do_not_say_where_the_weights_point(encoder, points, elsewhere) -> None:
    model, random = load_reverser(encoder), np.random.default_rng(SEED)
    made = [model.reverse(draw_letters(random, 1, length)[0]) for length in (4, 8, 12) * 100]
    assert np.mean([one.right for one in made]) >= 0.98
    assert points[0] <= np.mean([one.pointed() for one in made]) <= points[1]
    assert elsewhere[0] <= np.mean([one.pointed(1) for one in made]) <= elsewhere[1]
