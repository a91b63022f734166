"""Questions about additive attention: energies, alignment, context."""

from __future__ import annotations

from random import Random

import numpy as np

from core.additive import additive_attention
from core.practice.question import (
    Live,
    PracticeQuestion,
    UnsuitableError,
    bracketed,
    fair_traps,
    rows,
    short,
    single,
    vector,
    written,
)

TANH = {0.0: "0", 0.5: "0.46", 1.0: "0.76", 1.5: "0.91", 2.0: "0.96"}
SHARES = ((0.5, 0.3, 0.2), (0.6, 0.3, 0.1), (0.7, 0.2, 0.1), (0.5, 0.4, 0.1), (0.8, 0.1, 0.1))


def energies_in_all(random: Random) -> PracticeQuestion:
    """How often the alignment model is asked."""
    sources, targets = random.randint(3, 11), random.randint(3, 11)
    weights = np.zeros((2, 2))
    asked = additive_attention(
        np.zeros((targets, 2)), np.zeros((sources, 2)), weights, weights, np.zeros(2)
    )
    right = asked.energies.size
    traps = (
        (targets, "That is one energy a step; each step needs one for every source word."),
        (sources, "That is one step's worth; the decoder looks back at each of its steps."),
        (targets + sources, "Every step meets every state: the counts are multiplied."),
        (sources**2, "The rows are the decoder's steps, not the source words."),
    )
    return PracticeQuestion(
        "number",
        f"A decoder writes {targets} words and looks back at {sources} encoder states at each step."
        " How many energies $e_{tj}$ does the alignment model compute in all?",
        f"One for each step $t$ and each state $j$: {targets} × {sources} = {right}. Softmax then"
        " runs along the states, once a step.",
        Live("alignment"),
        {"targets": targets, "sources": sources},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def one_energy(random: Random) -> PracticeQuestion:
    """v · tanh(Ws + Uh) with numbers whose tanh the question tells."""
    halves = [0.0, 0.5, 1.0, 1.5, -0.5, -1.0]
    state, word = ([random.choice(halves) for _ in range(2)] for _ in range(2))
    v = [float(random.choice([-2, -1, 1, 2])) for _ in range(2)]
    total = [s + h for s, h in zip(state, word, strict=True)]
    if any(abs(x) not in TANH for x in total) or 0.0 in total or min(map(abs, state + word)) == 0:
        raise UnsuitableError("a tanh that the question does not tell, or nothing to add")
    eye = np.eye(2)
    right = float(additive_attention(np.array(state), np.array([word]), eye, eye, v).energies[0])
    if abs(right) < 0.3:
        raise UnsuitableError("too near to 0 to tell a wrong sign")
    told = sorted({abs(x) for x in total})
    table = " and ".join(f"tanh {short(x)} = {TANH[x]}" for x in told)
    linear = float(np.dot(v, total))
    apart = float(np.dot(v, np.tanh(state) + np.tanh(word)))
    alone = float(np.dot(v, np.tanh(word)))
    traps = (
        (linear, "That leaves out tanh, which bends each sum before $v_a$ weighs it."),
        (apart, "The state and the annotation are added first; then comes one tanh."),
        (alone, "The decoder's state belongs into the sum: without it no step differs."),
        (-right, "Check the signs: tanh of a negative number is negative."),
    )
    parts = " + ".join(
        f"{bracketed(a)} × {bracketed(np.tanh(b))}" for a, b in zip(v, total, strict=True)
    )
    return PracticeQuestion(
        "number",
        f"$W_a s$ is {vector(state)}, $U_a h_j$ is {vector(word)} and $v_a$ is {vector(v)};"
        f" {table}. What is the energy $e_{{tj}}$? Within 0.05 is near enough.",
        f"Add, bend, weigh: the sum is {vector(total)}, its tanh {vector(np.tanh(total))}, and"
        f" {parts} = {short(right)}.",
        Live("alignment"),
        {"state": state, "word": word, "v": v},
        number=right,
        tolerance=0.05,
        shown=written(right),
        traps=fair_traps(right, 0.05, traps),
    )


def context_number(random: Random) -> PracticeQuestion:
    """One component of the context vector."""
    weights = list(random.choice(SHARES))
    random.shuffle(weights)
    numbers = [float(random.choice([-4, -3, -2, -1, 1, 2, 3, 4, 5])) for _ in range(3)]
    if len(set(numbers)) < 3:
        raise UnsuitableError("two states alike")
    # Annotations whose energies, 4 tanh(h), are the logarithms of these weights.
    hidden = np.arctanh(np.log(weights) / 4)[:, None]
    values = np.array(numbers)[:, None]
    attended = additive_attention(np.zeros(1), hidden, [[0.0]], [[1.0]], [4.0], value=values)
    right = float(attended.context[0])
    heaviest = numbers[int(np.argmax(weights))]
    traps = (
        (heaviest, "That is the state with the largest weight alone; the others are mixed in."),
        (float(np.mean(numbers)), "That counts all states alike; the weights say how much."),
        (float(np.sum(numbers)), "That adds the states without their weights."),
        (right / 3, "The weights already add to 1, so nothing is left to divide by."),
    )
    pairs = zip(weights, numbers, strict=True)
    terms = " + ".join(f"{short(w)} × {bracketed(x)}" for w, x in pairs)
    return PracticeQuestion(
        "number",
        f"Three encoder states have {short(numbers[0])}, {short(numbers[1])} and"
        f" {short(numbers[2])} as their first number. The weights of this step are"
        f" {', '.join(short(w) for w in weights)}. What is the first number of the context?",
        f"The context is the weighted sum of the states: {terms} = {short(right)}.",
        Live("alignment"),
        {"weights": weights, "numbers": numbers},
        number=right,
        tolerance=0.01,
        shown=written(right),
        traps=fair_traps(right, 0.01, traps),
    )


def matrix_shape(random: Random) -> PracticeQuestion:
    """The shape of U_a, which takes an annotation to the alignment model's width."""
    sizes = random.sample([2, 3, 4, 5, 6, 7, 8, 10, 12, 16], 3)
    d_s, d_h, d_a = sizes
    of_state = random.random() < 0.5
    name, width = ("W_a", d_s) if of_state else ("U_a", d_h)
    shapes = {
        "right": (d_a, width),
        "turned": (width, d_a),
        "other": (d_a, d_h if of_state else d_s),
        "both": (d_s, d_h),
    }
    additive_attention(
        np.zeros(d_s), np.zeros((1, d_h)), np.zeros((d_a, d_s)), np.zeros((d_a, d_h)), np.zeros(d_a)
    )  # refuses the shapes if they do not fit
    what, which = ("state", "annotation") if of_state else ("annotation", "state")
    choices = single(
        random,
        (rows(shapes["right"]), f"{width} numbers come in, {d_a} go out: {d_a} rows."),
        [
            (rows(shapes["turned"]), f"Turned round: it would take {d_a} numbers to {width}."),
            (
                rows(shapes["other"]),
                f"That is the matrix for the {which}: {shapes['other'][1]} wide.",
            ),
            (
                rows(shapes["both"]),
                f"It takes the {what} to the {d_a} numbers of $v_a$, no others.",
            ),
        ],
    )
    return PracticeQuestion(
        "single",
        f"A decoder state has {d_s} numbers, an annotation {d_h}, and $v_a$ has {d_a}. What is the"
        f" shape of ${name}$, which multiplies the {what} from the left?",
        f"Both products must have the {d_a} numbers of $v_a$ to be added, so $W_a$ is {d_a} × {d_s}"
        f" and $U_a$ is {d_a} × {d_h}. Two matrices allow two widths; a plain dot product would"
        " need one.",
        Live("alignment"),
        {"d_s": d_s, "d_h": d_h, "d_a": d_a, "matrix": name},
        choices=choices,
    )
