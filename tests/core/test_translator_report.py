"""The report: what it measures becomes a manifest that loads and a page with the same figures."""

from dataclasses import asdict

import pytest

from core.training.recipe import Recipe
from core.training.report import measured, write
from core.translator.loading import load, save
from core.translator.parameters import seeded

pytestmark = pytest.mark.xdist_group("report")  # whose models are measured once
VERSIONS = {"Python": "3", "NumPy": "2", "PyTorch": "2"}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Untrained weights of both models and of one size, measured on a few sentences."""
    folder = tmp_path_factory.mktemp("runs")
    about = {"cpu_seconds": 12.3, "versions": VERSIONS}
    for context in ("attention", "fixed"):
        recipe = {"recipe": asdict(Recipe(context, 0))}
        save(seeded(context, 0), folder / f"{context}.safetensors", about | recipe)
    size = {"recipe": asdict(Recipe("fixed", hidden=8)), "held_out_loss": 1.5, "ended_by": "time"}
    save(seeded("fixed", 0, 8), folder / "size.safetensors", about | size)
    return [measured(path, 2) for path in sorted(folder.glob("*"))]


def test_figures_of_untrained_weights(runs):
    attention, fixed, size = runs
    assert len(attention.quality) == 8 and attention.quality[0].bleu < 5
    assert attention.quality[0].agreement is not None and fixed.quality[0].agreement is None
    assert not attention.is_size and size.is_size


def test_what_is_written_loads_and_says_the_same(runs, tmp_path):
    (tmp_path / "docs").mkdir()
    write(runs, 0, tmp_path)
    shipped = load(tmp_path / "resources" / "translator")
    assert shipped.attention.context == "attention" and shipped.fixed.context == "fixed"
    assert shipped.manifest.attention.quality == runs[0].quality
    by_length = shipped.manifest.fixed.by_length
    assert [q.shortest for q in by_length] == list(range(3, 41))
    assert all(q.shortest == q.longest and q.words is not None for q in by_length)
    assert [size.hidden for size in shipped.manifest.sizes] == [8]
    assert shipped.manifest.sizes[0].ended_by == "time"
    page = (tmp_path / "docs" / "translators.md").read_text(encoding="utf-8")
    assert page.startswith("# The two translators") and "16 numbers" in page
    for line in page.splitlines():
        assert line == line.rstrip()
    for q in runs[1].quality:
        assert f"| {q.shortest}-{q.longest} | {q.bleu:.1f} |" in page


def test_a_seed_that_was_not_trained_cannot_be_shipped(runs, tmp_path):
    with pytest.raises(ValueError, match="no run of seed 7"):
        write(runs, 7, tmp_path)
    assert not list(tmp_path.iterdir())
