"""The shipped weights keep what their manifest says, on fixed unseen sentences."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from core.translator.intervention import Intervention
from core.translator.language import held_out, with_unknown_word
from core.translator.lexicon import UNKNOWN
from core.translator.loading import load
from core.translator.reading import read
from core.translator.scoring import BUCKETS, quality
from core.translator.vocabulary import english_places

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translator"
EXAMPLE = "the european economic area"


@pytest.fixture(scope="module")
def shipped():
    return load(FOLDER)


def figures(trained):
    return {(q.shortest, q.longest): q for q in trained.quality}


def test_attention_holds_and_the_fixed_vector_falls(shipped):
    attention, fixed = figures(shipped.manifest.attention), figures(shipped.manifest.fixed)
    assert list(attention) == list(fixed) == list(BUCKETS)
    for bucket in BUCKETS[:6]:
        assert attention[bucket].bleu >= 98 and attention[bucket].agreement >= 95
    assert attention[36, 40].bleu >= 92
    assert fixed[3, 5].bleu >= 95 and fixed[21, 25].bleu <= 20
    curve = [fixed[bucket].bleu for bucket in BUCKETS]
    assert all(before > after for before, after in zip(curve[:6], curve[1:6], strict=False))


def test_a_bigger_vector_moves_the_wall_and_keeps_it(shipped):
    sizes = shipped.manifest.sizes
    assert [size.hidden for size in sizes] == [24, 48, 96]
    for size in sizes:
        curve = [quality.bleu for quality in size.quality]
        assert curve[0] >= 95 and curve[-1] < 50
        assert all(before > after for before, after in zip(curve[1:], curve[2:], strict=False))
    for smaller, bigger in zip(sizes, sizes[1:], strict=False):
        for short, long in zip(smaller.quality[1:], bigger.quality[1:], strict=True):
            assert short.bleu < long.bleu


def test_the_manifest_says_how_to_repeat_them(shipped):
    manifest = shipped.manifest
    assert manifest.command == f"python main.py train --seed {manifest.fixed.seed} --out RUNS"
    assert manifest.attention.seed == manifest.fixed.seed
    assert {"Python", "NumPy", "PyTorch"} <= set(manifest.versions)
    for model, trained in (
        (shipped.attention, manifest.attention),
        (shipped.fixed, manifest.fixed),
    ):
        assert model.count == trained.parameters and model.hidden == trained.hidden
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_000_000


def test_the_table_in_docs_is_of_these_weights(shipped):
    page = (ROOT / "docs" / "translators.md").read_text(encoding="utf-8")
    for trained in (shipped.manifest.attention, shipped.manifest.fixed):
        for q in trained.quality:
            [*rows] = [line for line in page.splitlines() if line.startswith(f"| {q.shortest}-")]
            assert any(f" {q.bleu:.1f} |" in row for row in rows)


@pytest.mark.parametrize("bucket", [(3, 5), (11, 15), (21, 25), (36, 40)])
def test_measured_again_on_other_sentences(shipped, bucket):
    attention = quality(shipped.attention, *bucket, 25, seed=4)
    fixed = quality(shipped.fixed, *bucket, 25, seed=4)
    assert attention.bleu > (96 if bucket[1] <= 30 else 88)
    assert attention.agreement > (93 if bucket[1] <= 30 else 84)
    assert attention.mass > 75
    if bucket[0] >= 11:
        assert fixed.bleu < {11: 75, 21: 25, 36: 18}[bucket[0]] and fixed.exact < 45
    else:
        assert fixed.bleu > 88


def test_the_crossing_of_the_paper_is_learned(shipped):
    made = shipped.attention.translate(EXAMPLE.split())
    assert made.french == ("la", "zone", "économique", "européenne") and made.ended
    assert made.attended[1:] == (3, 2, 1)


def test_no_column_is_left_out_and_none_swallows_the_rows(shipped):
    last = []
    for pair in islice(held_out(12, 3), 20):
        weights = shipped.attention.forced(pair.english, pair.french).weights
        assert weights.shape == (len(pair.french) + 1, 12)
        assert np.abs(weights.sum(axis=1) - 1).max() < 1e-12
        last += weights[:-1, -1].tolist()
    assert np.mean(last) < 0.2


def test_an_energy_that_is_raised_changes_the_words(shipped):
    words = ["the", "cat", "sees", "the", "dog"]
    own = shipped.attention.translate(words)
    changed = shipped.attention.translate(words, Intervention(offsets={(1, 4): 40.0}))
    assert own.french[1] == "chat" and changed.french[1] != "chat"
    assert changed.french[0] == own.french[0]
    assert changed.weights[1, 4] > 0.99


def test_the_last_state_alone_is_not_enough(shipped):
    pairs = list(islice(held_out(15, 3), 10))
    right = 0
    for pair in pairs:
        made = shipped.attention.translate(pair.english, Intervention(last_state=True))
        right += made.french == pair.french
    assert right == 0


def test_unknown_words_are_carried_over(shipped):
    pairs = list(islice(with_unknown_word(7, 1), 30))
    counts = [shipped.attention.translate(p.english).french.count(UNKNOWN) for p in pairs]
    assert counts.count(1) >= 27


def test_anything_that_a_learner_types_gives_a_translation(shipped):
    for text in ("Little gray mouse", "i'd go", "je suis désolé", "zebra " * 60, "he he he"):
        reading = read(text)
        for model in (shipped.attention, shipped.fixed):
            made = model.translate(reading.words)
            assert len(made.french) <= 2 * len(reading.words) + 9


@pytest.mark.parametrize("context", ["attention", "fixed"])
def test_the_same_as_torch_on_200_sentences(torch, shipped, context):
    from core.training.network import decoded, encoded

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    model = getattr(shipped, context)
    tensors = {
        name: torch.tensor(array, dtype=torch.float32) for name, array in model.parameters.items()
    }
    for length in (3, 8, 15, 22, 34):
        pairs = list(islice(held_out(length, 2), 40))
        made = [model.translate(pair.english) for pair in pairs]
        longest = max(len(one.chosen) for one in made)
        given = np.zeros((40, longest), np.int64)
        for row, one in enumerate(made):
            given[row, 1 : len(one.chosen)] = one.chosen[:-1]
        source = torch.tensor([english_places(pair.english) for pair in pairs])
        with torch.no_grad():
            logits, weights = decoded(tensors, encoded(tensors, source), torch.tensor(given))
        for row, one in enumerate(made):
            steps = len(one.chosen)
            assert tuple(logits[row, :steps].argmax(-1).tolist()) == one.chosen
            if weights is not None:
                assert np.abs(weights[row, :steps].numpy() - one.weights).max() < 1e-4
    torch.set_num_threads(threads)
