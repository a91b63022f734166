"""Scripts run alone: the same numbers in fresh processes, NumPy bit for bit, PyTorch to 1e-12."""

import numpy as np
import pytest

from core.experiment import VarianceExperiment
from core.measures import DotProductSample
from core.scripts.script import script
from core.scripts.writer import COLUMNS, NARROW
from core.trace import compute
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
