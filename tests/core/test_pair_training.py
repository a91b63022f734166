"""Both translators trained side by side, and pairs that are kept."""

from __future__ import annotations

import os
from types import ModuleType

import numpy as np
import pytest

from core.training.pair_job import train_pair
from core.training.pair_progress import PairProgress
from core.training.recipe import COURSES, Recipe
from core.training.translators import train
from core.training.work import Alone, CancelledError, RefusalError
from core.translator import keeping, shelf
from core.translator.keeping import Account
from core.translator.parameters import seeded

TINY = {"attention": 5, "fixed": 8, "pairs": 120, "samples": 0, "sentences": 1, "reports": 4}


def test_side_by_side_each_comes_to_what_it_comes_to_alone(torch: ModuleType) -> None:
    made = train_pair(Alone(), seed=2, **TINY)
    for context, steps, parameters in (
        ("attention", 5, made.attention),
        ("fixed", 8, made.fixed),
    ):
        alone = train(Recipe(context, 2, steps, pairs=120), lambda _: None, samples=0)
        assert parameters.keys() == alone.parameters.keys()
        for name, numbers in parameters.items():
            assert np.array_equal(numbers, alone.parameters[name]), name


def test_reports_say_how_far_both_are(torch: ModuleType) -> None:
    work = Alone()
    train_pair(work, seed=2, **TINY)
    reports: list[PairProgress] = work.reports  # type: ignore[assignment]
    assert [report.stage for report in reports] == [
        *3 * ["sentences"],
        *4 * ["training"],
        *8 * ["measuring"],
    ]
    training = [report for report in reports if report.stage == "training"]
    shares = [(report.attention.step / 5, report.fixed.step / 8) for report in training]
    assert all(abs(first - second) <= 1 / 5 for first, second in shares)
    assert shares[-1] == (1, 1) and training[-1].left == 0
    assert training[0].watched.weights.shape == (12, 12)
    assert [len(report.fixed.accuracy) for report in reports[-8:]] == list(range(1, 9))
    seconds = [report.seconds for report in reports]
    assert seconds == sorted(seconds)


@pytest.mark.parametrize("looks", [1, 3, 6])
def test_it_is_cancelled_wherever_it_is(torch: ModuleType, looks: int) -> None:
    class Stopped(Alone):
        left = looks

        def check(self) -> None:
            self.left -= 1
            if not self.left:
                raise CancelledError

    with pytest.raises(CancelledError):
        train_pair(Stopped(), **TINY)


def test_numbers_that_make_no_sense_are_refused() -> None:
    for wrong, sentence in (
        ({"seed": -1}, "seed is -1; it must be at least 0."),
        ({"attention": 0}, "steps is 0; it must be at least 1."),
        ({"fixed": 10**6}, "steps is 1000000; 1 to 100,000 are possible."),
        ({"pairs": 10**9}, "pairs is 1000000000; 1 to 200,000 are possible."),
    ):
        with pytest.raises(RefusalError) as refusal:
            train_pair(Alone(), **wrong)
        assert str(refusal.value) == sentence


def test_courses_grow_longer() -> None:
    for shorter, longer in (("quick", "short"), ("short", "full")):
        first, second = COURSES[shorter], COURSES[longer]
        assert first.seconds < second.seconds
        assert all(first.steps[context] < second.steps[context] for context in first.steps)
        assert len(set(first.steps.values())) == 1  # one switch differs, and nothing else


# pairs that are kept


@pytest.fixture
def account() -> Account:
    return Account(
        name="Quick course, seed 7",
        course="quick",
        seed=7,
        steps=(5, 8),
        made="2026-01-31",
        seconds=61.5,
        versions={"PyTorch": "2"},
        attention_quality=shelf.pair().attention_quality,
        fixed_quality=shelf.pair().fixed_quality,
        attention_losses=((1, 5.7), (5, 5.5)),
    )


@pytest.fixture
def pair(account: Account) -> shelf.Pair:
    from core.translator.network import Translator

    models = (Translator(seeded(context, 7)) for context in ("attention", "fixed"))
    return keeping.made_pair(account, *models)


def test_a_kept_pair_is_found_and_translates_alike(tmp_path, account, pair) -> None:
    assert keeping.found(tmp_path / "nothing") == keeping.Found((), ())
    keeping.keep(tmp_path, account, pair)
    assert keeping.found(tmp_path) == keeping.Found((account,), ())
    again = keeping.read(tmp_path, account)
    assert again.source == "trained here: Quick course, seed 7"
    for before, after in ((pair.attention, again.attention), (pair.fixed, again.fixed)):
        for name, numbers in before.parameters.items():
            assert np.array_equal(numbers.astype(np.float32), after.parameters[name]), name
    keeping.discard(tmp_path, account.name)
    keeping.discard(tmp_path, account.name)
    assert keeping.found(tmp_path).accounts == () and not list(tmp_path.iterdir())


def test_a_damaged_account_is_a_sentence_and_hides_no_other(tmp_path, account, pair) -> None:
    keeping.keep(tmp_path, account, pair)
    other = tmp_path / "other"
    other.mkdir()
    (other / keeping.ACCOUNT).write_text('{"name": "other"}')
    (tmp_path / "moved").mkdir()
    (tmp_path / "moved" / keeping.ACCOUNT).write_bytes(
        (keeping.folder_of(tmp_path, account.name) / keeping.ACCOUNT).read_bytes()
    )
    found = keeping.found(tmp_path)
    assert found.accounts == (account,)
    first, second = found.problems
    assert 'in moved cannot be read (it speaks of "Quick course, seed 7")' in first
    assert "in other cannot be read" in second and second.endswith("train them again")


@pytest.mark.parametrize("damage", ["cut", "gone", "other model"])
def test_damaged_weights_are_a_sentence_when_they_are_wanted(
    tmp_path, account, pair, damage
) -> None:
    keeping.keep(tmp_path, account, pair)
    place = keeping.folder_of(tmp_path, account.name)
    path = place / "fixed.safetensors"
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:1000])
    elif damage == "gone":
        path.unlink()
    else:
        path.write_bytes((place / "attention.safetensors").read_bytes())
    shelf.put_kept(account.name, keeping.reader(tmp_path, account))
    try:
        assert account.name in shelf.names()
        with pytest.raises(ValueError, match=r"fixed\.safetensors .*; drop them and train"):
            shelf.pair(account.name)
        with pytest.raises(ValueError, match="already"):
            shelf.put(account.name, pair)
    finally:
        shelf.drop(account.name)
    assert account.name not in shelf.names()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_os_error(tmp_path, account, pair) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="denied"):
        keeping.keep(tmp_path, account, pair)
