"""Numbers leave in full precision, and what was written can be read back to the same bits."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.audit import trace_of
from core.experiment import AttentionExperiment
from core.numbers_out import whole
from core.numbers_out.latex import bmatrix, cell, escaped
from core.numbers_out.separated import (
    PLAIN,
    TABS,
    WITH_COMMA,
    WITH_POINT,
    Dialect,
    read_back,
    separated,
)
from core.numbers_out.tables import Table, grid_table, shape_words, table_of
from core.reading import read_lesson
from core.saved.plain import record_of
from core.tensors.reading import read_tensors
from core.trace import compute

LESSON = Path(__file__).resolve().parents[2] / "resources" / "lessons" / "attention"
EXPERIMENTS = {
    slide.pane: slide.experiment
    for slide in read_lesson(LESSON).slides
    if slide.experiment is not None
}
TOKENS = (
    "=1+1",
    "+",
    "-",
    "@user",
    "\t=2",
    "café",
    "'s",
    "'",
    "a,b",
    'say "x"',
    "；",
    "two\nlines",
    ";=1+1",
    "a,=2;-3;'b",
    ';"=1',
)
DIALECTS = (PLAIN, WITH_POINT, WITH_COMMA, TABS)


def square(tokens: tuple[str, ...], seed: int = 0) -> Table:
    numbers = np.random.default_rng(seed).normal(size=(len(tokens), len(tokens)))
    numbers[0, 0], numbers[0, 1], numbers[1, 0] = -math.inf, math.nan, -0.5
    return grid_table("weights", numbers, tokens, tokens)


def same(a: Table, b: Table) -> bool:
    return (
        (a.corner, a.columns, a.rows) == (b.corner, b.columns, b.rows)
        and a.numbers.shape == b.numbers.shape
        and np.array_equal(a.numbers, b.numbers, equal_nan=True)
        and a.numbers[a.numbers == 0].tobytes() == b.numbers[b.numbers == 0].tobytes()  # 0 or -0
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_awkward_tokens_and_numbers_come_back(dialect: Dialect) -> None:
    table = square(TOKENS)
    assert same(read_back(separated(table, dialect), 1, dialect, "weights"), table)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(deadline=None)
@given(
    st.lists(st.text(max_size=4), min_size=1, max_size=4),
    st.floats() | st.sampled_from([-0.0, 5e-324, 1.7976931348623157e308]),
)
def test_any_words_and_any_number_come_back(
    dialect: Dialect, words: list[str], number: float
) -> None:
    table = grid_table("m", np.full((len(words), 2), number), words, ("a", "b"))
    assert same(read_back(separated(table, dialect), 1, dialect, "m"), table)


@pytest.mark.parametrize(
    "tokens", [TOKENS, ("1.5", "a;b", "", "NaN", "−∞"), ("2", "x\ty"), ()], ids=len
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_was_written_here_is_read_as_a_file_of_tensors(
    dialect: Dialect, tokens: tuple[str, ...], tmp_path: Path
) -> None:
    table = square(tokens or ("1", "2", "3"))
    path = tmp_path / ("m.tsv" if dialect == TABS else "m.csv")
    path.write_bytes(separated(table, dialect).encode())
    found = read_tensors(path)
    assert np.array_equal(found.arrays[0].part(()), table.numbers, equal_nan=True)
    assert (found.row_labels, found.column_labels) == (table.columns, table.columns)


def test_a_stack_of_matrices_is_read_as_one(tmp_path: Path) -> None:
    trace = compute(EXPERIMENTS["heads"])
    path = tmp_path / "weights.csv"
    path.write_bytes(separated(table_of(trace, "weights"), WITH_COMMA).encode())
    found = read_tensors(path)
    assert np.array_equal(found.arrays[0].part(()), trace["weights"])
    assert found.row_labels == found.column_labels == trace.experiment.tokens  # type: ignore[union-attr]


def test_no_label_is_a_formula_and_every_number_is_a_number() -> None:
    text = separated(square(("=1+1", "+", "-", "@user", "\t=2")))
    rows = list(csv.reader(io.StringIO(text)))
    labels = rows[0][1:] + [row[0] for row in rows[1:]]
    assert all(label.startswith("'") for label in labels)
    assert rows[2][1] == "-0.5"


@pytest.mark.parametrize("other", ";,\t")
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("label", ["a;=1+1", "a,@user", "a\t-2", ';"=1', ";,+1"])
def test_nor_where_a_spreadsheet_parts_cells_at_another_sign(
    label: str, dialect: Dialect, other: str
) -> None:
    """A country's spreadsheet may part a file at semicolons that was written with commas."""
    text = separated(grid_table("m", np.eye(1), (label,), (label,)), dialect)
    cells = [cell.strip('"') for line in text.splitlines() for cell in line.split(other)]
    live = [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert live == []


def test_numpy_reads_the_plain_file() -> None:
    trace = trace_of(EXPERIMENTS["attention"])
    text = separated(table_of(trace, "scores"))
    back = np.genfromtxt(io.StringIO(text), delimiter=",", skip_header=1)[:, 1:]
    assert np.array_equal(back, trace["scores"])


def test_a_spreadsheet_with_a_decimal_comma_gets_its_own_kind_of_file() -> None:
    table = grid_table("m", np.array([[9.1, 0.5], [0.25, 1.0]]), ("café", "naïve"), ("a", "b"))
    content = separated(table, WITH_COMMA).encode()
    assert content == "\ufeffrow;a;b\r\ncafé;9,1;0,5\r\nnaïve;0,25;1,0\r\n".encode()
    assert separated(table).encode() == "row,a,b\r\ncafé,9.1,0.5\r\nnaïve,0.25,1.0\r\n".encode()


def test_masked_scores_reach_a_spreadsheet_as_signs_and_not_as_formulas() -> None:
    table = grid_table("m", np.array([[-math.inf, math.nan]]), ("a",), ("x", "y"))
    assert separated(table, TABS) == "row\tx\ty\r\na\t−∞\tNaN\r\n"
    assert separated(table) == "row,x,y\r\na,-inf,nan\r\n"


def test_tokens_label_the_axes_that_they_stand_on() -> None:
    trace = trace_of(EXPERIMENTS["cross"])
    table = table_of(trace, "weights")
    assert table.corner == ("query",)
    assert [labels[0] for labels in table.rows] == list(trace.experiment.tokens)  # type: ignore[union-attr]
    assert table.columns == trace.experiment.source_tokens  # type: ignore[union-attr]
    assert table_of(trace, "query").columns == ("1", "2", "3")


def test_several_heads_become_rows_with_two_labels() -> None:
    trace = trace_of(EXPERIMENTS["heads"])
    table = table_of(trace, "weights")
    words = trace.experiment.tokens  # type: ignore[union-attr]
    assert table.corner == ("head", "query")
    assert table.rows[len(words)] == ("2", words[0])
    text = separated(table)
    assert text.splitlines()[0].startswith("head,query,")
    assert np.array_equal(read_back(text, 2).numbers, trace["weights"].reshape(-1, len(words)))


@pytest.mark.parametrize("pane", EXPERIMENTS)
def test_every_step_of_every_pane_can_be_written_and_read(pane: str) -> None:
    trace = trace_of(EXPERIMENTS[pane])
    for name in trace.steps:
        table = table_of(trace, name)
        assert same(read_back(separated(table), len(table.corner), name=name), table), name


@pytest.mark.parametrize("pane", EXPERIMENTS)
def test_a_whole_trace_comes_back_from_every_format(pane: str) -> None:
    from safetensors.numpy import load

    trace = trace_of(EXPERIMENTS[pane])
    with np.load(io.BytesIO(whole.npz(trace)), allow_pickle=False) as npz:
        stored = {name: npz[name] for name in npz.files}
    tensors = load(whole.safetensors(trace))
    table = json.loads(whole.json(trace), parse_constant=lambda name: pytest.fail(name))
    assert set(tensors) == set(trace.steps) == set(table["steps"])
    for name, step in trace.steps.items():
        as_json = table["steps"][name]
        assert as_json["axes"] == list(step.axes)
        read = np.array(as_json["numbers"], dtype=object).astype(float)
        for back in (stored[name], tensors[name], read.reshape(as_json["shape"])):
            assert back.shape == step.array.shape
            assert np.array_equal(back, step.array, equal_nan=True), name
    raw = msgspec.json.decode(str(stored["experiment"]))
    assert record_of(raw, type(trace.experiment)) == trace.experiment


def test_hidden_scores_leave_as_strict_json() -> None:
    own = EXPERIMENTS["attention"]
    assert isinstance(own, AttentionExperiment)
    trace = compute(msgspec.structs.replace(own, mask="causal"))
    table = json.loads(whole.json(trace), parse_constant=lambda name: pytest.fail(name))
    assert table["steps"]["masked"]["numbers"][0][1] == "-inf"
    assert float(table["steps"]["masked"]["numbers"][0][1]) == trace["masked"][0, 1]


def test_a_matrix_as_latex() -> None:
    table = grid_table("Weights", np.array([[0.5, -1.25], [0.0, 1e-9]]), ("50%", "a_b"), ("x", "y"))
    assert bmatrix(table) == (
        "% Weights, rounded to 4 decimals\n"
        "% columns: x, y\n"
        "\\begin{matrix}\n  \\text{50\\%} \\\\\n  \\text{a\\_b}\n\\end{matrix}\n"
        "\\begin{bmatrix}\n  0.5000 & -1.2500 \\\\\n  0.0000 & 1.0000 \\times 10^{-9}\n"
        "\\end{bmatrix}\n"
    )


def test_latex_of_what_is_not_finite_and_of_a_wide_matrix() -> None:
    assert [cell(x) for x in (math.nan, math.inf, -math.inf)] == [
        r"\mathrm{NaN}",
        r"\infty",
        r"-\infty",
    ]
    assert cell(-0.0) == "0.0000" and cell(-1e-300) == r"-1.0000 \times 10^{-300}"
    wide = bmatrix(grid_table("m", np.zeros((1, 11))))
    assert r"\setcounter{MaxMatrixCols}{11}" in wide


@settings(deadline=None)
@given(st.text())
@example("a---b ''quoted'' `` $--$")
def test_no_word_escapes_its_place_in_latex(word: str) -> None:
    text = escaped(word)
    assert "\n" not in text
    bare = text.replace(r"\textbackslash{}", "").replace(r"\textasciicircum{}", "")
    bare = bare.replace(r"\textasciitilde{}", "").replace(r"\textless{}", "")
    bare = bare.replace(r"\textgreater{}", "").replace(r"\textbar{}", "")
    bare = bare.replace(r"\symbol{34}", "").replace(r"\textasciigrave{}", "")
    assert not any(pair in bare for pair in ("--", "''", "``"))
    bare = re.sub("(?<=[-']){}(?=[-'])", "", bare)
    for special in "{}$&#%_":
        assert bare.count(special) == bare.count("\\" + special)
    assert bare.count("\\") == sum(bare.count("\\" + special) for special in "{}$&#%_")


def test_shapes_in_words() -> None:
    assert [shape_words(shape) for shape in ((5, 4), (7,), ())] == ["5 × 4", "7", "one number"]
