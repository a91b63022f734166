"""The numbers of the trained translators, explained: energies, weights, contexts, figures."""

from __future__ import annotations

import math

import numpy as np

from core.explaining.explanation import (
    Explanation,
    Factor,
    Index,
    Operand,
    Term,
    made,
    products,
)
from core.explaining.naming import pair_words, place, row_words, words_of
from core.fault_names import fault_of
from core.trace import Trace
from core.traces.alignment import AlignmentTrace
from core.traces.bottleneck import BottleneckTrace

COUNTED = {
    "words": "words in the right place of a longest common row, over all words",
    "bleu": "n-grams in common with the right translations",
}
ENERGY = "v · tanh(W s + U h), one hidden unit a term"


def own_energy(trace: Trace, index: Index) -> Explanation:
    """v . tanh(W s + U h), one hidden unit a term."""
    step, word = index
    inner = trace["w_a"] @ trace["states"][step] + trace["u_a"] @ trace["annotations"][word]
    if "projected" in trace:
        inner = trace["projected"][step, word]
    bent = fault_of(trace.experiment) != "no-tanh"
    terms = tuple(
        Term((Factor(float(v)), made("tanh", float(x)) if bent else Factor(float(x))))
        for v, x in zip(trace["v_a"], inner, strict=True)
    )
    return Explanation(
        "own_energies",
        index,
        f"energy {place(index)}",
        float(trace["own_energies"][index]),
        terms,
        operands=(
            Operand("states", (step, None), "query"),
            Operand("annotations", (word, None), "key"),
        ),
        words=pair_words(trace, index),
        note=ENERGY if bent else ENERGY.replace("tanh(W s + U h)", "(W s + U h)"),
    )


def energy(trace: Trace, index: Index) -> Explanation:
    """What the states give, and what a hand added."""
    own = own_energy(trace, index)
    moved = float(trace["energies"][index]) - own.value
    terms = own.terms
    if moved:
        terms = (*terms, Term((Factor(moved),), "your offset"))
    return Explanation(
        "energies",
        index,
        own.name,
        float(trace["energies"][index]),
        terms,
        operands=own.operands,
        words=own.words,
        note=f"{own.note}; and your offset" if moved else own.note,
    )


def alignment_weight(trace: Trace, index: Index) -> Explanation:
    """Softmax of the energies of a step, unless a hand holds the weights."""
    step, word = index
    line, name = trace["energies"][step], f"weight {place(index)}"
    value, words = float(trace["weights"][index]), pair_words(trace, index)
    operand = Operand("energies", (step, None))
    if fault_of(trace.experiment) == "softmax-steps" and value == 1.0:
        only = Term((made("exp", float(line[word]), float(line[word])),))
        note = "softmax over decoder steps: one entry, which is divided by itself"
        alone = Operand("energies", index)
        return Explanation("weights", index, name, value, (only,), (only,), (alone,), words, note)
    count = len(line)
    if "padding" in trace:
        line = np.concatenate([line, trace["padding"][step]])
    top = float(line.max())
    shares = np.exp(line - top)
    if not math.isclose(float(shares[word] / shares.sum()), value, rel_tol=1e-9, abs_tol=1e-15):
        return Explanation(
            "weights", index, name, value, operands=(), words=words,
            note="set by your hand, whatever the energies are",
        )  # fmt: skip
    labels, behind = words_of(trace, "key"), "padding" if len(line) > count else ""
    divisor = tuple(
        Term((made("exp", float(e), top),), labels[j] if labels and j < count else behind)
        for j, e in enumerate(line)
    )
    note = "softmax of the step's energies, the largest taken off first"
    return Explanation(
        "weights", index, name, value, (divisor[word],), divisor, (operand,), words, note
    )


def context(trace: Trace, index: Index) -> Explanation:
    """Weights times one component of the annotations, one source word a term."""
    step, component = index
    weights, column = trace["weights"][step], trace["annotations"][:, component]
    return Explanation(
        "context",
        index,
        f"context {place(index)}",
        float(trace["context"][index]),
        products(weights.tolist(), column.tolist(), ("weight", "key"), words_of(trace, "key")),
        operands=(
            Operand("weights", (step, None), "weight"),
            Operand("annotations", (None, component), "key"),
        ),
        words=row_words(trace, step),
    )


def contribution(trace: Trace, index: Index) -> Explanation:
    """One weighted component of one annotation, in the step shown."""
    word, component = index
    assert isinstance(trace, AlignmentTrace)
    step = trace.step
    factors = (
        Factor(float(trace["weights"][step, word]), "weight"),
        Factor(float(trace["annotations"][index]), "key"),
    )
    return Explanation(
        "contributions",
        index,
        f"weighted state {place(index)}",
        float(trace["contributions"][index]),
        (Term(factors),),
        operands=(Operand("weights", (step, word), "weight"),),
        words=row_words(trace, word, "key"),
    )


def next_word(trace: Trace, index: Index) -> Explanation:
    """One probability: a softmax over the whole vocabulary."""
    step, word = index
    size = trace["next_word"].shape[1]
    return Explanation(
        "next_word",
        index,
        f"probability at step {step + 1}",
        float(trace["next_word"][index]),
        operands=(Operand("context", (step, None)), Operand("states", (step, None), "query")),
        note=f"softmax over {size} French words; the decoder scores each from state and context",
    )


def right_share(trace: Trace, step: str) -> Explanation:
    """How many words stand in the right translation in the same order, of how many."""
    assert isinstance(trace, BottleneckTrace)
    rendering = trace.rendering(step.removeprefix("right "))
    assert rendering is not None
    reference = trace.reference
    right = sum(rendering.right or ())
    return Explanation(
        step,
        (),
        "share of words right",
        float(trace[step]),
        (Term((Factor(float(right)),), "words right"),),
        (Term((Factor(float(len(reference))),)),),
        note=f"{right} of the {len(reference)} words of the right translation, in order",
    )


def encoder_state(trace: Trace, index: Index) -> Explanation:
    """A component of an annotation: the encoder's own work, which is not taken apart here."""
    word, component = index
    half = trace["states"].shape[1] // 2
    fault = fault_of(trace.experiment)
    forward = component < half or fault == "one-direction"
    side = "the state of the word before it" if forward else "the state of the word after it"
    if fault == "encoder-reset":
        side = "zeros, in place of a state before it"
    return Explanation(
        "states",
        index,
        f"state {place(index)}",
        float(trace["states"][index]),
        words=row_words_english(trace, word),
        note=f"a gated recurrent unit: this word, and {side}",
    )


def fixed_context(trace: Trace, index: Index) -> Explanation:
    """The one vector of the model without attention: two ends of the encoder, copied."""
    component = index[0]
    half = trace["states"].shape[1] // 2
    fault = fault_of(trace.experiment)
    word = len(trace["states"]) - 1 if component < half or fault == "last-row" else 0
    value = float(trace["states"][word, component])
    read = "read forwards" if component < half or fault == "one-direction" else "read backwards"
    ends = f"{'last' if word else 'first'} word, {read}"
    return Explanation(
        "context",
        index,
        f"number {component + 1} of the vector",
        float(trace["context"][component]),
        (Term((Factor(value, "key"),), row_words_english(trace, word)),),
        operands=(Operand("states", (word, component), "key"),),
        note=f"copied from the state of the {ends}",
    )


def row_words_english(trace: Trace, word: int) -> str:
    """A word of the English sentence."""
    assert isinstance(trace, BottleneckTrace)
    return trace.english[word] if word < len(trace.english) else ""


def measured(trace: Trace, step: str) -> Explanation:
    """A figure at the sentence's length: measured on many sentences, or published."""
    assert isinstance(trace, BottleneckTrace)
    note = how_measured(step, len(trace.english))
    if step.split()[0] in COUNTED and trace.measured_on is not None:
        number, shortest, longest = trace.measured_on
        lengths = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"
        note = f"{COUNTED[step.split()[0]]}, on {number} held-out sentences of {lengths} words"
    return Explanation(step, (), figure_name(step), float(trace[step]), note=note)


def measured_point(trace: Trace, step: str, index: Index) -> Explanation:
    """A figure of a curve at some length."""
    length, value = trace[step][index[0]]
    name = f"{figure_name(step)} at {length:.0f} words"
    return Explanation(step, index, name, float(value), note=how_measured(step, int(length)))


def how_measured(step: str, length: int) -> str:
    """Where a figure comes from that was not computed here."""
    first = step.split()[0]
    if first not in COUNTED:
        return "read from the published curve"
    return f"{COUNTED[first]}, on held-out sentences of {length} words"


def figure_name(step: str) -> str:
    """What a figure is called: "words right, with attention"."""
    first, *rest = step.removesuffix(" curve").split()
    if first not in COUNTED:
        return step.removesuffix(" curve")
    model = "with attention" if rest[0] == "attention" else "without"
    if len(rest) > 1:
        model = f"a vector of {2 * int(rest[1])} numbers"
    return f"{'BLEU' if first == 'bleu' else 'words right (%)'}, {model}"
