"""Scripts run alone: the same numbers in fresh processes, NumPy bit for bit, PyTorch to 1e-12."""

import numpy as np
import pytest

from core.experiment import AlignmentExperiment, BottleneckExperiment, VarianceExperiment
from core.measures import DotProductSample
from core.scripts.script import script
from core.scripts.writer import COLUMNS, NARROW
from core.trace import compute
from core.translator import shelf
from tests.core.scripted import BOTH, all_experiments, result_name, result_of, run


@BOTH
@pytest.mark.parametrize("columns", [COLUMNS, NARROW])
def test_scripts_of_every_pane_run_and_print_what_the_drawer_shows(form, columns):
    experiments = all_experiments()
    traces = [compute(experiment) for experiment in experiments]
    scripts = [script(trace, form, columns) for trace in traces]
    names = [result_name(experiment) for experiment in experiments]
    ran = run([(one.text, name) for one, name in zip(scripts, names, strict=True)])
    for one, trace, (printed, result, error) in zip(scripts, traces, ran, strict=True):
        assert not error, f"{trace.experiment}\n{error}\n{one.text}"
        assert printed == one.prints + "\n"
        if form == "numpy":
            assert (np.array(result) == result_of(trace)).all(), trace.experiment


@BOTH
def test_the_sample_is_drawn_again_from_its_seed(form):
    sample = DotProductSample.draw(7, d_max=5)
    traces = [compute(VarianceExperiment(key_size=key_size, seed=7), sample) for key_size in (1, 5)]
    scripts = [script(trace, form) for trace in traces]
    for one, (printed, _, error) in zip(
        scripts, run([(s.text, "found") for s in scripts]), strict=True
    ):
        assert not error
        assert printed == one.prints + "\n"


TRANSLATIONS = (
    *(BottleneckExperiment(length=length, seed=length) for length in (3, 14, 40)),
    BottleneckExperiment(words=("the", "xylophone", "is", "red")),
    *(AlignmentExperiment(length=length, seed=length) for length in (2, 10, 30)),
    AlignmentExperiment(words=("the",)),
    AlignmentExperiment(words=("the", "cat\nraise SystemExit", "#", "is")),
    AlignmentExperiment(length=6, offsets=((1, 2, 3.0), (3, 6, -1e6), (21, 1, 0.1))),
    AlignmentExperiment(length=6, held=((1, 6), (2, 1)), offsets=((2, 2, 0.25),)),
    AlignmentExperiment(length=8, last_state=True, held=((1, 2),)),
)


@BOTH
@pytest.mark.parametrize("columns", [COLUMNS, NARROW])
def test_a_translator_is_run_from_its_file(form, columns):
    traces = [compute(experiment) for experiment in TRANSLATIONS]
    scripts = [script(trace, form, columns) for trace in traces]
    sources = []
    for one, trace in zip(scripts, traces, strict=True):
        model = "fixed" if isinstance(trace.experiment, BottleneckExperiment) else "attention"
        assert f"resources/translator/{model}.safetensors" in one.note
        assert max(len(line.text) for line in one.lines) <= max(columns, 39)
        sources.append((one.text, "chosen", str(shelf.FOLDER / f"{model}.safetensors")))
    for one, trace, (printed, _, error) in zip(scripts, traces, run(sources), strict=True):
        assert not error, f"{trace.experiment}\n{error}\n{one.text}"
        assert printed == one.prints + "\n"


def test_without_its_weights_a_translator_has_no_script(tmp_path):
    with shelf.shipped_from(tmp_path):
        for experiment in (BottleneckExperiment(), AlignmentExperiment()):
            with pytest.raises(ValueError, match="manifest.json"):
                script(compute(experiment), "numpy")
