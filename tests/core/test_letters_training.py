"""Training of letters: NumPy equals PyTorch, a seed repeats, the loss falls, heads specialise."""

from __future__ import annotations

import numpy as np
import pytest

from core.letters.measures import figures
from core.letters.network import Letters, read
from core.letters.reversal import ENCODERS, Reverser, TrainedReverser, encoded
from core.training.letters import (
    EXAMPLE_SEED,
    Moment,
    induction_build,
    question_build,
    train,
)
from core.training.letters_command import run
from core.training.letters_job import train_letters
from core.training.reversal import train_reverser
from core.training.work import Alone, RefusalError

pytestmark = pytest.mark.usefixtures("torch")


def whole(build, seed, steps, every):
    """All moments, and what the training made."""
    *moments, made = train(build, seed, steps, every)
    return moments, made


def close(mine, theirs, limit):
    assert np.abs(np.asarray(mine) - theirs.detach().numpy()).max() < limit


@pytest.mark.parametrize("build", [question_build(1), question_build(3), induction_build(2)])
def test_the_numpy_network_equals_the_trained_one(torch, build) -> None:
    from core.training.letters import forward, tensors

    _, made = whole(build, 1, 30, 30)
    letters = build.task.draw(np.random.default_rng(5), 20).letters
    logits, maps = forward(build, tensors(made.parameters), letters)
    reading = read(build, made.parameters, letters)
    close(reading.logits, logits, 1e-4)
    close(reading.weights, torch.cat(maps, 1), 1e-5)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_numpy_reverser_equals_the_trained_one(encoder) -> None:
    from core.training.letters import tensors
    from core.training.reversal import annotated, forward

    model = Reverser(encoder)
    moment, made = train_reverser(model, 0, 12, 12)
    assert isinstance(made, TrainedReverser) and moment.step == 12
    letters = np.random.default_rng(4).integers(0, 12, (1, 9))
    p = tensors(made.parameters)
    close(encoded(model, made.parameters, letters[0])[None], annotated(model, p, letters), 1e-5)
    _, weights = forward(model, p, letters)
    # With the answers so far equal, so are the weights of the first step.
    close(made.reverse(letters[0]).weights[0], weights[0, 0], 1e-5)


def test_three_heads_take_a_question_each_within_seconds() -> None:
    moments, made = whole(question_build(3), 1, 200, 20)
    assert isinstance(made, Letters) and (made.seed, made.steps) == (1, 200)
    assert [moment.step for moment in moments] == list(range(0, 201, 20))
    assert moments[-1].loss < 0.05 * moments[0].loss
    assert moments[0].figures.entropy.min() > 0.95 and moments[0].figures.mass.max() < 0.2
    examples = made.build.task.draw(np.random.default_rng(7), 300)
    found = figures(made.build.task, made.read(examples.letters), examples)
    assert found.accuracy.min() > 0.99
    assert found.distinct and found.weakest > 0.85
    fixed = made.build.task.draw(np.random.default_rng(EXAMPLE_SEED), 1)
    assert (moments[0].example == fixed.letters[0]).all()
    assert moments[-1].maps == pytest.approx(made.read(fixed.letters[0]).weights, abs=1e-5)


def test_a_seed_repeats_whatever_is_watched() -> None:
    _, first = whole(question_build(2), 4, 12, 3)
    _, again = whole(question_build(2), 4, 12, 12)
    _, other = whole(question_build(2), 5, 12, 12)
    for name, array in first.parameters.items():
        assert (array == again.parameters[name]).all() and array.dtype == np.float64
    assert (first.parameters["place"] != other.parameters["place"]).any()


def test_the_job_reports_paced_and_refuses_in_sentences() -> None:
    work = Alone()
    made = train_letters(work, heads=1, steps=4, every=2, seconds=0.3)
    assert isinstance(made, Letters)
    assert [report.step for report in work.reports] == [0, 2, 4]  # type: ignore[attr-defined]
    assert isinstance(work.reports[0], Moment)
    for wrong, sentence in (
        ({"heads": 5}, "5 heads do not divide d_model = 48."),
        ({"steps": 0}, "steps is 0; it must be at least 1."),
        ({"steps": 10**6}, "steps is 1000000; 1 to 20,000 are possible."),
        ({"layers": 2}, "the three questions are for one layer, not 2."),
        ({"seed": -1}, "seed is -1; it must be at least 0."),
        ({"task": "chess"}, "there is no task 'chess'; there are three questions and induction."),
    ):
        with pytest.raises(RefusalError) as refusal:
            train_letters(work, **wrong)  # type: ignore[arg-type]
        assert str(refusal.value) == sentence


def test_the_command_writes_what_can_be_loaded(tmp_path, monkeypatch, capsys) -> None:
    from dataclasses import replace

    from core.letters.loading import load_letters, load_manifest, load_reverser
    from core.training import letters_command, letters_recipes

    short = tuple(
        replace(recipe, steps=2, seeds=(recipe.ship_seed,)) for recipe in letters_command.RECIPES
    )
    monkeypatch.setattr(letters_command, "RECIPES", short)
    monkeypatch.setattr(letters_recipes, "ROWS", 1)
    page = tmp_path / "page.md"
    assert run(["--out", str(tmp_path / "out"), "--table", str(page)]) == 0
    manifest = load_manifest(tmp_path / "out")
    assert len(manifest.models) == sum(bool(recipe.ship) for recipe in short)
    assert load_letters("induction-2-layers", tmp_path / "out").build.layers == 2
    assert load_reverser("letter by letter", tmp_path / "out").steps == 2
    assert "| 3 heads | 0 | 2 | never |" in page.read_text(encoding="utf-8")
    assert "forward only, seed 1, 2 steps" in capsys.readouterr().out


def test_the_row_that_is_watched_can_be_ones_own_and_changes_nothing() -> None:
    row = tuple(range(8))
    work = Alone()
    made = train_letters(work, seed=2, steps=4, every=2, example=row)
    moment = work.reports[-1]
    assert isinstance(moment, Moment) and moment.example.tolist() == list(row)
    reading = made.read(np.array(row))
    assert moment.maps == pytest.approx(reading.weights, abs=1e-5)
    assert (moment.answers == reading.answers).all()
    again = train_letters(Alone(), seed=2, steps=4)
    assert all((again.parameters[name] == array).all() for name, array in made.parameters.items())
    for wrong in ((0,) * 7, (12,) * 8, (-1,) * 8):
        with pytest.raises(RefusalError, match="the example must be 8 letters from 0 to 11"):
            train_letters(Alone(), example=wrong)
