"""What scripts have to get right: polarity of masks, empty rows, numbers, and that they check."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.cross_examples import example_experiment
from core.experiment import AttentionExperiment, HeadsExperiment, SelfAttentionExperiment
from core.scripts.lines import shown_rows
from core.scripts.literals import literal
from core.scripts.script import RIGHT_FORMULA, changed_numbers, script
from core.scripts.writer import COLUMNS, NARROW
from core.trace import compute
from tests.core.scripted import BOTH, NEEDS_TORCH, all_experiments, matrix, run, tokens

UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ZEROS = ((0.0, 0.0),) * 3
UPPER = ((False, True, True), (False, False, True), (False, False, False))


def masked(flags, query=ZEROS, value=UNIT):
    """Attention with a custom mask: with keys of zeros, the output is who sees whom."""
    names = tokens(len(flags))
    keys = ((0.0, 0.0),) * len(value)
    return AttentionExperiment(names, query, keys, value, mask="custom", custom=flags)


def one_run(experiment, form, result="O", **changes):
    text = script(compute(experiment), form).text
    for old, new in changes.items():
        text = text.replace(old, new)
    return run([(text, result)])[0]


@BOTH
def test_true_means_may_attend_in_both_forms(form):
    _, output, error = one_run(masked(UPPER), form)
    assert not error
    assert output == [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]
    causal = replace(masked(UPPER), mask="causal")
    _, output, error = one_run(causal, form)
    assert not error
    assert np.allclose(output, [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]])
    for experiment in (masked(UPPER), causal):
        assert "this query may see this key" in script(compute(experiment), form).text


@NEEDS_TORCH
def test_the_module_whose_masks_hide_gets_the_mask_turned_round():
    experiment = HeadsExperiment(tokens(3), d_model=4, heads=2, mask="causal", seed=3)
    written = script(compute(experiment), "torch")
    assert "attn_mask=~M" in written.text
    _, weights, error = run([(written.text, "a")])[0]
    assert not error
    weights = np.array(weights)
    assert weights.shape == (1, 2, 3, 3)  # the batch first, then heads: no two samples mix
    assert (weights[..., np.triu_indices(3, 1)[0], np.triu_indices(3, 1)[1]] == 0).all()
    wrong = written.text.replace("attn_mask=~M", "attn_mask=M")
    assert "AssertionError" in run([(wrong, "a")])[0][2]


@BOTH
def test_a_query_that_sees_no_key_gives_zeros_and_says_so(form):
    experiment = AttentionExperiment(
        ("a", "b"),
        ((1.0, 0.0), (0.5, -1.0)),
        ((1.0, 2.0), (0.0, 1.0)),
        ((1.0, -1.0), (2.0, 0.5)),
        mask="custom",
        custom=((True, True), (False, False)),
    )
    _, output, error = one_run(experiment, form)
    assert not error
    assert np.allclose(output, [[1.330238, -0.504642], [0, 0]], atol=1e-6)
    assert "nan" in script(compute(experiment), form).text


HALF = "import numpy as np\nhalf = lambda rows, kind=np.float16: np.asarray(rows, kind)\n"


@BOTH
def test_masks_fit_half_precision_too(form):
    rng = np.random.default_rng(1)
    experiment = masked(((True, False), (True, True)), matrix(rng, 2, 2), matrix(rng, 2, 3))
    experiment = replace(experiment, key=matrix(rng, 2, 2))
    _, exact, _ = one_run(experiment, form)
    halved = {"import numpy as np\n": HALF, "= np.array(": "= half(", "1e-12": "5e-3"}
    if form == "torch":
        halved = {"torch.float64": "torch.float16", "1e-12": "5e-3"}
    _, half, error = one_run(experiment, form, **halved)
    assert not error
    assert half != exact
    assert np.abs(np.array(half) - exact).max() < 5e-3


@NEEDS_TORCH
def test_nothing_is_dropped_at_random():
    written = script(compute(masked(UPPER)), "torch").text
    again = "again = F.scaled_dot_product_attention(Q, K, V, M)\nsame = (again == own).all()\n"
    assert run([(written + again, "same")])[0][1] is True
    heads = script(compute(HeadsExperiment(tokens(3), d_model=4, heads=2)), "torch").text
    assert run([(heads + "drop = torch.tensor(own.dropout)\n", "drop")])[0][1] == 0.0


@BOTH
def test_sines_and_cosines_take_turns_and_the_script_says_so(form):
    written = script(compute(SelfAttentionExperiment(("a", "b"))), form).text
    assert "# sines and cosines take turns" in written
    _, places, error = run([(written, "P")])[0]
    assert not error
    assert np.allclose(places[1][:2], [0.841471, 0.540302], atol=1e-6)
    assert np.allclose(places[1][4:6], [0.01, 0.99995], atol=1e-6)


@BOTH
def test_a_wrong_number_is_caught_by_the_script_itself(form):
    experiment = example_experiment("translation")
    text = script(compute(experiment), form).text
    assert "1.9, -1.9, 1.2" in text
    assert "AssertionError" in run([(text.replace("1.9, -1.9, 1.2", "1.9, -1.9, 1.3"), "O")])[0][2]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_literal_reads_back_as_the_same_float(number):
    for written in (literal(number), literal(np.float64(number)), literal(number, whole=True)):
        assert float(written).hex() == float(number).hex()
        assert "(" not in written
    assert isinstance(eval(literal(number, whole=True)), float)


def test_what_has_no_literal_is_refused():
    for number in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError, match="finite"):
            literal(number)


def test_no_scalar_is_written_as_a_call_and_infinity_has_its_module():
    for experiment in all_experiments():
        for form in ("numpy", "torch"):
            text = script(compute(experiment), form).text
            assert "float64(" not in text
            assert not re.search(r"(?<![\w.])(inf|nan)\b", re.sub("#.*", "", text))


@pytest.mark.parametrize(("columns", "most"), [(COLUMNS, 45), (NARROW, 39)])
def test_lines_fit_the_drawer(columns, most):
    for experiment in all_experiments():
        for form in ("numpy", "torch"):
            lines = script(compute(experiment), form, columns).lines
            assert max(len(line.text) for line in lines) <= most, type(experiment)


def test_long_matrices_fold_but_the_text_keeps_every_number():
    experiment = example_experiment("translation")
    written = script(compute(experiment), "numpy")
    words = [row.folded for row in shown_rows(written) if row.folded]
    assert words == ["4 more rows", "5 more rows", "4 rows of 5"] or "4 rows of 5" in words
    numbers = [text for place, text in written.numbers.items() if place[0] == "K"]
    assert len(numbers) == 18 and "-1.7" in numbers


def test_a_folded_row_opens_where_its_number_changes():
    experiment = example_experiment("translation")
    key = (*experiment.key[:-1], (0.4, -0.4, 9.5))
    after = replace(experiment, key=key)
    written = script(compute(after), "numpy")
    moved = changed_numbers(written, experiment)
    assert moved == {("K", 5, 2)}
    assert any("9.5" in row.line.text for row in shown_rows(written, moved) if not row.folded)
    assert not any("9.5" in row.line.text for row in shown_rows(written) if not row.folded)
    assert changed_numbers(written, None) == frozenset()


def test_queries_and_keys_that_do_not_fit_have_no_script():
    experiment = example_experiment("translation")
    short = tuple(row[:2] for row in experiment.query)
    unfit = replace(experiment, query=short, source_query=())
    with pytest.raises(ValueError, match="There is no product to write down"):
        script(compute(unfit), "numpy")


def test_a_fault_is_not_in_the_code_and_the_script_says_so():
    experiment = masked(UPPER, ((1.0, 2.0),) * 3)
    faulty = replace(experiment, fault="no-scale")
    written = script(compute(faulty), "numpy")
    assert written.note == RIGHT_FORMULA
    assert written.text == script(compute(experiment), "numpy").text


def test_each_line_knows_the_step_it_makes():
    experiment = example_experiment("translation")
    made = {(line.makes, line.step) for line in script(compute(experiment), "numpy").lines}
    assert {("S", "scores"), ("A", "weights"), ("O", "output"), ("Q", "query")} <= made
