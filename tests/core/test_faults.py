"""Faults against numbers worked by hand and lines of plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from core import masks
from core.attention import scaled_dot_product_attention
from core.experiment import AttentionExperiment, CrossExperiment, HeadsExperiment
from core.fault_names import FAULTS, faults_of
from core.faults import faulty_attention
from core.faulty_heads import tokens_in_head
from core.symptoms import Piece, symptom, with_fault
from core.trace import compute

# One query whose scaled scores are 2, 1 and 0.5, the last of them hidden.
ONE = np.array([[1.0]])
KEYS = np.array([[2.0], [1.0], [0.5]])
VALUES = np.eye(3)
HIDDEN = np.array([[True, True, False]])
SHARES = np.exp(KEYS[:, 0]) / np.exp(KEYS[:, 0]).sum()


def softmax(rows: np.ndarray, axis: int = -1) -> np.ndarray:
    return np.exp(rows) / np.exp(rows).sum(axis=axis, keepdims=True)


def experiment(**changes: object) -> AttentionExperiment:
    base = AttentionExperiment(
        tokens=("a", "b", "c"),
        query=((1.0, 0.0, 2.0, -1.0), (0.5, 1.0, 0.0, 1.0), (-1.0, 2.0, 1.0, 0.0)),
        key=((1.0, 1.0, 0.0, 0.5), (0.0, 2.0, 1.0, -0.5), (1.0, 0.0, -1.0, 2.0)),
        value=((1.0, 0.0), (0.0, 1.0), (2.0, -1.0)),
    )
    return replace(base, **changes)


def test_masking_after_the_softmax_loses_what_was_hidden() -> None:
    made = faulty_attention(ONE, KEYS, VALUES, HIDDEN, fault="mask-after")
    assert made.weights[0] == pytest.approx([0.628532, 0.231224, 0.0], abs=1e-6)
    assert made.weights.sum() == pytest.approx(0.859756, abs=1e-6)
    assert made.output[0] == pytest.approx([0.628532, 0.231224, 0.0], abs=1e-6)


def test_a_hidden_score_of_zero_keeps_a_weight() -> None:
    made = faulty_attention(ONE, KEYS, VALUES, HIDDEN, fault="mask-zero")
    assert made.weights[0] == pytest.approx([0.665241, 0.244728, 0.090031], abs=1e-6)


@pytest.mark.parametrize(("fault", "factor"), [("no-scale", 1.0), ("scale-d_k", 0.25)])
def test_a_wrong_factor(fault: str, factor: float) -> None:
    trace = compute(experiment(fault=fault))
    assert trace["weights"] == pytest.approx(softmax(trace["query"] @ trace["key"].T * factor))


def test_scaling_the_weights_in_place_of_the_scores() -> None:
    trace = compute(experiment(fault="scale-after"))
    assert trace["weights"] == pytest.approx(softmax(trace["query"] @ trace["key"].T) / 2)
    assert trace["weights"].sum(axis=1) == pytest.approx(0.5)


def test_softmax_down_the_columns() -> None:
    trace = compute(experiment(fault="softmax-columns"))
    assert trace["weights"] == pytest.approx(softmax(trace["scaled"], axis=0))
    assert trace["weights"].sum(axis=0) == pytest.approx(1.0)
    assert trace["output"] == pytest.approx(trace["weights"] @ trace["value"])


def test_without_the_row_maximum_large_scores_are_no_numbers() -> None:
    made = faulty_attention(ONE, KEYS, VALUES, fault="no-row-max")
    assert np.isnan(made.weights[0, 0])  # e to the 2000, divided by itself
    calm = scaled_dot_product_attention(ONE, KEYS * 1000, VALUES)
    assert calm.weights[0] == pytest.approx([1.0, 0.0, 0.0])


def test_rounding_between_the_stages_goes_on_from_what_is_shown() -> None:
    made = faulty_attention(ONE, np.array([[0.126], [0.0]]), np.eye(2), fault="rounding")
    assert made.scores[0].tolist() == [0.13, 0.0]
    assert made.weights[0].tolist() == [0.53, 0.47]


def test_scaling_the_query_is_no_fault() -> None:
    plain, scaled = compute(experiment()), compute(experiment(fault="scaled-query"))
    assert scaled["output"] == pytest.approx(plain["output"], abs=1e-15)
    assert "no fault" in words(symptom(experiment(), "scaled-query"))


def test_one_matrix_for_queries_and_keys_makes_scores_symmetric() -> None:
    made = compute(HeadsExperiment(("a", "b", "c"), 8, 2, seed=3, fault="same-projections"))
    assert made["scores"] == pytest.approx(np.swapaxes(made["scores"], -1, -2))


def test_heads_split_by_reshape_alone_mix_tokens() -> None:
    right = HeadsExperiment(("a", "b", "c"), 4, 2, mask="none", seed=3)
    made = compute(replace(right, fault="reshaped-heads"))
    whole = made["features"] @ made["query_projection"]
    assert made["query"] == pytest.approx(whole.reshape(2, 3, 2))
    assert made["query"][0, 1] == pytest.approx(whole[0, 2:])  # still the first token's numbers
    assert made["concat"] == pytest.approx(made["head_outputs"].reshape(3, 4))
    assert tokens_in_head(3, 4, 2, 0) == (0, 1)
    assert words(symptom(right, "reshaped-heads")) == "head 1 holds numbers of 2 of 3 words"


def test_keys_and_values_that_changed_places() -> None:
    square = CrossExperiment(
        ("x",), ("a", "b"), ((1.0, 0.0),), ((1.0, 2.0), (0.0, 1.0)), ((3.0, 1.0), (1.0, 1.0)),
        fault="swapped-values",
    )  # fmt: skip
    trace = compute(square)
    assert trace["key"].tolist() == [[3.0, 1.0], [1.0, 1.0]]
    weights = softmax(np.array([[3.0, 1.0]]) / np.sqrt(2))
    assert trace["output"] == pytest.approx(weights @ [[1.0, 2.0], [0.0, 1.0]])
    longer = replace(square, value=((3.0, 1.0, 0.0), (1.0, 1.0, 0.0)))
    assert "weights" not in compute(longer)
    assert compute(longer)["kept_weights"] == pytest.approx(
        compute(replace(longer, fault=""))["weights"]
    )
    assert words(symptom(longer, "swapped-values")) == "no product: 2 columns against 3"


def words(pieces: tuple[Piece, ...]) -> str:
    return "".join(
        part.content if isinstance(part.content, str) else f"{part.content:g}" for part in pieces
    )


def test_a_symptom_tells_what_the_engine_finds() -> None:
    made = experiment(mask="causal", pinned=(2, 1))
    leak = symptom(made, "mask-zero")
    shown = compute(with_fault(made, "mask-zero"))["weights"]
    hidden = ~masks.causal(3)
    worst = (shown * hidden).sum(axis=1)
    assert leak[2].content == pytest.approx(worst.max())
    assert leak[0].content == "abc"[int(worst.argmax())]
    moved = symptom(made, "no-scale")
    assert [part.role for part in moved[:3]] == ["query", "", "key"]
    assert moved[4].content == pytest.approx(compute(made)["weights"][1, 0])


def test_a_fault_that_changes_nothing_says_why() -> None:
    assert words(symptom(experiment(), "mask-zero")) == "nothing changes: nothing is hidden"
    unscaled = experiment(scaled=False)
    assert words(symptom(unscaled, "no-scale")) == "nothing changes: the scale is off"


EQUAL, FINE = ((1.0, 1.0),) * 2, ((1.0, 0.5), (1.0, 0.501))


@pytest.mark.parametrize(
    ("changes", "fault", "said"),
    [
        ({"key": EQUAL}, "no-scale", "nothing changes: these numbers do not show it"),
        ({"key": FINE}, "no-scale", "weights move by up to 2.1967e-05"),
        ({"query": EQUAL}, "softmax-columns", "rows add to 1; weights move by up to 0.214887"),
        (
            {"mask": "custom", "custom": ((False, False), (True, True))},
            "mask-after",
            "nothing changes: these numbers do not show it",
        ),
        ({"mask": "causal", "key": ((1.0, 0.5), (-30.0, 0.0))}, "mask-after", "lacks"),
        ({"mask": "causal", "query": ((30.0, 0.0),) * 2}, "mask-zero", "leaks 6.12665e-10"),
        ({"key": ((2.0, 0.0), (-2.0, 0.0))}, "no-row-max", "2 of 2 rows are not numbers"),
        ({"key": ((-0.01, 0.0), (-0.02, 0.0))}, "no-row-max", "weights move by up to 0.497384"),
    ],
)
def test_a_symptom_is_true_of_odd_numbers(
    changes: dict[str, object], fault: str, said: str
) -> None:
    small = AttentionExperiment(
        ("a", "b"), ((1.0, 0.3), (0.7, -0.2)), ((1.0, 0.5), (0.2, 0.0)), ((1.0,), (2.0,))
    )
    found = words(symptom(replace(small, **changes), fault))
    assert said in found
    assert "d_k is 1" not in found and "nothing is hidden" not in found


def test_values_that_change_places_with_keys_may_leave_the_weights() -> None:
    """A query of zeros looks evenly at whatever stands there."""
    still = CrossExperiment(
        ("x",), ("a", "b"), ((0.0, 0.0),), ((1.0, 2.0), (0.0, 1.0)), ((3.0, 1.0), (1.0, 1.0))
    )
    assert words(symptom(still, "swapped-values")) == "the output moves by up to 1.5"


def test_a_symptom_does_not_depend_on_the_fault_that_is_on() -> None:
    made = experiment(fault="rounding")
    assert symptom(made, "no-scale") == symptom(experiment(), "no-scale")


@pytest.mark.parametrize("kind", ["attention", "projection", "heads", "self-attention", "cross"])
def test_each_kind_of_experiment_refuses_the_faults_of_others(kind: str) -> None:
    assert faults_of(kind)
    assert all(fault.title and fault.rule for fault in FAULTS.values())
    with pytest.raises(ValueError, match="this lab knows no-scale"):
        experiment(fault="swapped-values")


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        ({}, "/\\sqrt{d_k}"),
        ({"scaled": False}, ""),
        ({"fault": "scaled-query"}, "/\\sqrt{d_k}"),
        ({"fault": "no-scale"}, ""),
        ({"fault": "scale-after"}, ""),
        ({"fault": "scale-d_k"}, "/d_k"),
    ],
)
def test_a_step_is_called_by_what_was_computed(changes: dict[str, object], ends: str) -> None:
    """Its formula goes into exported files."""
    steps = compute(experiment(**changes)).steps
    assert steps["scaled"].formula == r"\query{Q}\key{K}^\mathsf{T}" + ends
    assert steps["masked"].formula == steps["scaled"].formula + " + M"
