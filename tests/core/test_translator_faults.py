"""The mistakes of panes 02, 03 and 06, each worked out again in plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from core.attention import softmax
from core.experiment import AlignmentExperiment, BottleneckExperiment, VarianceExperiment
from core.fault_names import faults_of
from core.measures import DotProductSample
from core.spread_faults import broken_queries, half_softmax
from core.symptoms import symptom
from core.trace import Trace, compute
from core.translator import shelf

SENTENCE = BottleneckExperiment(length=14)
ALIGNED = AlignmentExperiment(length=10)


@pytest.fixture(scope="module")
def sample() -> DotProductSample:
    return DotProductSample.draw(3, 64, pairs=4000, queries=500)


def translated(fault: str) -> Trace:
    return compute(replace(SENTENCE, fault=fault))


def aligned(fault: str, **changes: object) -> Trace:
    return compute(replace(ALIGNED, fault=fault, **changes))


def words(pieces: tuple[object, ...]) -> str:
    return "".join(
        part.content if isinstance(part.content, str) else f"{part.content:g}"  # type: ignore[attr-defined]
        for part in pieces
    )


def test_an_encoder_that_starts_anew_knows_one_word_at_a_time() -> None:
    model, english = shelf.pair().fixed, SENTENCE.tokens
    alone = np.concatenate([model.annotations([word]) for word in english])
    assert translated("encoder-reset")["states"] == pytest.approx(alone, abs=1e-12)


def test_a_half_that_forgets_to_read_backwards() -> None:
    states, right = translated("one-direction")["states"], translated("")["states"]
    half = states.shape[1] // 2
    assert states[:, :half] == pytest.approx(right[:, :half], abs=1e-12)
    # What it has read at the first word is that word alone, as the right one at the last word.
    first = shelf.pair().fixed.annotations(SENTENCE.tokens[:1])
    assert states[0, half:] == pytest.approx(first[0, half:], abs=1e-12)


def test_the_vector_is_another_row_or_another_sentence_and_attention_does_not_care() -> None:
    right, last, other = (translated(fault) for fault in ("", "last-row", "other-vector"))
    half = right["states"].shape[1] // 2
    assert last["context"].tolist() == right["states"][-1].tolist()
    theirs = shelf.pair().fixed.annotations(SENTENCE.neighbour)
    assert other["context"][:half].tolist() == theirs[-1, :half].tolist()
    assert other["context"][half:].tolist() == theirs[0, half:].tolist()
    for wrong in (last, other):
        assert wrong["right attention"] == right["right attention"]
        assert wrong["right fixed"] < right["right fixed"] / 2


def test_a_decoder_without_its_state_says_the_same_again() -> None:
    trace = translated("decoder-reset")
    written = trace.rendering("attention").words  # type: ignore[attr-defined]
    assert 3 * len(set(written)) < len(written)


def test_without_tanh_the_state_drops_out_of_every_row() -> None:
    trace = aligned("no-tanh")
    energies = (
        trace["states"] @ trace["w_a"].T @ trace["v_a"][:, None]
        + trace["annotations"] @ trace["u_a"].T @ trace["v_a"]
    )
    assert trace["own_energies"] == pytest.approx(energies, abs=1e-9)
    assert trace["weights"] == pytest.approx(np.tile(trace["weights"][0], (len(energies), 1)))
    assert words(symptom(ALIGNED, "no-tanh")).startswith("every step looks alike")


def test_a_softmax_over_one_decoder_step_gives_every_word_all_weight() -> None:
    trace = aligned("softmax-steps")
    assert (trace["weights"] == 1.0).all()
    assert trace["context"][0] == pytest.approx(trace["annotations"].sum(axis=0))
    assert words(symptom(ALIGNED, "softmax-steps")) == "every row adds to 10, not 1"


def test_the_formulas_are_those_of_what_is_computed() -> None:
    right, straight, late = (
        {name: step.formula for name, step in aligned(fault).steps.items()}
        for fault in ("", "no-tanh", "late-state")
    )
    assert right["own_energies"] == r"v_a^\mathsf{T} \tanh(W_a \query{s_{t-1}} + U_a \key{h_j})"
    assert straight["own_energies"] == right["own_energies"].replace(r"\tanh", "")
    assert straight["activated"] == straight["projected"] == right["projected"]
    for name in ("states", "projected", "own_energies"):
        assert late[name] == right[name].replace("t-1", "t-2") != right[name]


def test_an_older_state_asks() -> None:
    trace = aligned("late-state")
    own = trace["v_a"] @ np.tanh(
        trace["w_a"] @ trace["states"][1] + trace["u_a"] @ trace["annotations"][3]
    )
    assert trace["own_energies"][1, 3] == pytest.approx(own, abs=1e-9)
    assert trace["states"][0].tolist() == trace["states"][1].tolist()  # s_0 asks twice


def test_padding_that_is_seen_takes_its_share() -> None:
    trace = aligned("padding")
    whole = softmax(np.hstack([trace["energies"], trace["padding"]]))
    assert trace["padding"].shape[1] == 4
    assert trace["weights"] == pytest.approx(whole[:, :10], abs=1e-12)
    assert trace["weights"].sum(axis=1).min() < 0.99


def test_a_hand_still_moves_energies_and_holds_weights_while_a_fault_is_on() -> None:
    moved = aligned("padding", offsets=((1, 2, 3.0),), held=((2, 4),))
    assert moved["energies"][0, 1] == pytest.approx(moved["own_energies"][0, 1] + 3.0)
    assert moved["weights"][1].tolist() == np.eye(10)[3].tolist()


@pytest.mark.parametrize(
    ("fault", "unscaled", "scaled", "ends"),
    [
        ("no-scale", 1.0, 64.0, ""),
        ("scale-d_k", 1.0, 1 / 64, "/d_k"),
        ("wide-components", 16.0, 16.0, r"/\sqrt{d_k}"),
    ],
)
def test_variances_of_a_wrong_sample(
    sample: DotProductSample, fault: str, unscaled: float, scaled: float, ends: str
) -> None:
    right = compute(VarianceExperiment(64, 3), sample)
    wrong = compute(VarianceExperiment(64, 3, fault), sample)
    assert wrong.steps["scaled_dot_products"].formula == r"\query{q}\cdot\key{k}" + ends
    for series, factor in (("unscaled", unscaled), ("scaled", scaled)):
        assert wrong[f"variance_{series}"] == pytest.approx(right[f"variance_{series}"] * factor)
        assert wrong[f"variance_curve_{series}"][6] == pytest.approx(wrong[f"variance_{series}"])
        for bound in ("low", "high"):  # what theory says stays as it is
            name = f"variance_{bound}_{series}"
            assert wrong[name] == right[name]


def test_a_repeated_component_never_cancels(sample: DotProductSample) -> None:
    one = compute(VarianceExperiment(1, 3), sample)["dot_products"]
    wrong = compute(VarianceExperiment(64, 3, "one-component"), sample)
    assert wrong["dot_products"] == pytest.approx(64 * one)
    assert wrong["histogram_unscaled"].sum() > 0.95 * len(one)


def test_half_precision_overflows_above_eleven(sample: DotProductSample) -> None:
    weights = half_softmax(np.array([[11.0, 0.0], [12.0, 0.0], [11.0, 10.9]]))
    assert np.isfinite(weights[0]).all() and np.isnan(weights[1, 0])
    assert weights[2].tolist() == [0.0, 0.0]  # 59 874 + 54 176 is more than float16 holds
    scores = sample.sums(64)[1]
    unscaled, scaled, queries = broken_queries(sample, 64)
    sums = np.exp(scores).sum(axis=1)
    assert unscaled == pytest.approx((sums > 65520).sum(), abs=1) and (scaled, queries) == (0, 500)
    assert unscaled > (scores > np.log(65520)).any(axis=1).sum()
    trace = compute(VarianceExperiment(64, 3, "half-precision"), sample)
    assert np.isnan(trace["gradient_left_unscaled"]) and trace["gradient_left_scaled"] > 0.7
    told = words(symptom(VarianceExperiment(64, 3), "half-precision", sample=sample))
    assert told == f"rows of NaN or of zeros: {unscaled} of 500; scaled 0"


@pytest.mark.parametrize("kind", [BottleneckExperiment, AlignmentExperiment, VarianceExperiment])
def test_every_fault_has_a_symptom_and_others_are_refused(
    kind: type, sample: DotProductSample
) -> None:
    made = kind(seed=3) if kind is VarianceExperiment else kind()
    names = faults_of(kind.__struct_config__.tag)  # type: ignore[attr-defined]
    told = [words(symptom(made, name, sample=sample)) for name in names]
    assert len(names) >= 4 and not any(line.startswith("nothing changes") for line in told)
    with pytest.raises(ValueError, match="this lab knows"):
        replace(made, fault="swapped-values")
