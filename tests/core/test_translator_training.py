"""Training in a few seconds: the loss falls, a seed repeats it, it stops, pauses and goes on."""

import pickle
from functools import partial
from itertools import count

import numpy as np
import pytest

from core.training import translators
from core.training.recipe import LONG_STEPS, Recipe
from core.training.translators import train

pytestmark = pytest.mark.usefixtures("torch")


def small(context="attention", steps=12, **changes):
    return Recipe(context, steps=steps, pairs=400, **changes)


def same(left, right):
    return all(np.array_equal(left[name], right[name]) for name in left)


def quiet(progress):
    pass


@pytest.mark.parametrize("context", ["attention", "fixed"])
def test_the_loss_falls(context):
    losses = []
    outcome = train(small(context, 60), lambda told: losses.append(told.loss), every=20, samples=0)
    assert outcome.finished and outcome.step == 60
    assert losses[0] > losses[1] > losses[2] and losses[2] < 0.9 * losses[0]


def test_a_seed_and_steps_say_everything():
    one, two = (train(small(), quiet, every=5, samples=0).parameters for _ in range(2))
    other = train(small(seed=1), quiet, every=3, samples=0).parameters
    assert same(one, two) and not same(one, other)


def test_progress_can_be_pickled_and_tells_what_the_window_shows():
    told = []
    train(small(steps=4), told.append, every=2, samples=2)
    assert [progress.step for progress in told] == [2, 4]
    last = pickle.loads(pickle.dumps(told[-1]))
    assert last.left == 0 and told[0].left > 0 and last.seconds > 0
    assert [(s.shortest, s.longest) for s in last.accuracy] == list(translators.SAMPLED)
    assert last.weights.shape == (len(last.french) + 1, len(last.english))
    assert np.abs(last.weights.sum(axis=1) - 1).max() < 1e-9
    assert pickle.loads(pickle.dumps(small())) == small()


def test_stopping_is_immediate_and_going_on_ends_at_the_same_weights(tmp_path):
    checkpoint = tmp_path / "a" / "some.checkpoint"
    asked = count()
    stopped = train(
        small(), quiet, lambda: "stop" if next(asked) == 4 + 7 else "go", checkpoint, samples=0
    )
    assert not stopped.finished and stopped.step == 7
    went_on = train(small(), quiet, checkpoint=checkpoint, resume=True, samples=0)
    whole = train(small(), quiet, samples=0)
    assert went_on.finished and same(went_on.parameters, whole.parameters)
    assert not checkpoint.exists()


def test_stopping_before_the_first_step():
    outcome = train(small(), quiet, lambda: "stop")
    assert not outcome.finished and outcome.step == 0


def test_a_pause_is_waited_out_and_not_counted():
    wishes = iter(["go"] * 6 + ["pause"] * 5)
    outcome = train(small(steps=3), quiet, lambda: next(wishes, "go"), samples=0)
    assert outcome.finished


def test_checkpoints_that_do_not_fit(tmp_path):
    checkpoint = tmp_path / "some.checkpoint"
    asked = count()
    train(small(), quiet, lambda: "stop" if next(asked) == 6 else "go", checkpoint)
    with pytest.raises(ValueError, match="another training"):
        train(small(seed=2), quiet, checkpoint=checkpoint, resume=True)
    checkpoint.write_bytes(checkpoint.read_bytes()[:100])
    with pytest.raises(ValueError, match="is damaged"):
        train(small(), quiet, checkpoint=checkpoint, resume=True)


def test_rates_rise_and_fall():
    recipe = Recipe("fixed")
    assert recipe.steps == LONG_STEPS["fixed"]
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    assert max(rates) == pytest.approx(recipe.rate) and rates.index(max(rates)) in (99, 100)
    assert rates[-1] == pytest.approx(recipe.rate * recipe.floor, rel=0.01)
    with pytest.raises(ValueError, match="steps"):
        Recipe("fixed", steps=-1)


def test_a_bigger_vector_is_trained_until_it_stops(monkeypatch):
    from core.training import patience

    monkeypatch.setattr(patience, "BETWEEN", 1)
    monkeypatch.setattr(patience, "recipe_of", lambda hidden, seed: small("fixed", hidden=hidden))
    losses = []
    made = patience.until_it_stops(8, 0, 0.0, lambda step, loss, rate: losses.append(loss))
    assert made.stopped_early and made.losses == [(1, losses[0])]
    assert made.parameters["start"].shape == (8, 8)


def test_the_command_trains_and_writes_or_says_why_not(tmp_path, capsys, monkeypatch):
    from core.training import command
    from core.translator.loading import load_weights

    monkeypatch.setattr(command, "Recipe", partial(Recipe, pairs=400))
    assert command.run(("fixed",), 1, 3, tmp_path, False) == 0
    [path] = tmp_path.glob("*.safetensors")
    assert path.name == "fixed-48-seed1-steps3.safetensors"
    about = load_weights(path)[1]
    assert about["recipe"]["seed"] == 1 and about["versions"]["PyTorch"]
    said = capsys.readouterr().out
    assert "step     3 of 3" in said and "left" in said
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert command.run(("fixed",), 1, 3, blocked, False) == 1
    assert capsys.readouterr().err.startswith("main.py train: ")
