"""Questions about a sequence that attends to itself: cost, steps, order."""

from __future__ import annotations

from random import Random
from typing import Literal

import numpy as np

from core.cost import attention_cost, layer_cost
from core.experiment import SelfAttentionExperiment
from core.lesson import Choice
from core.practice.question import Live, PracticeQuestion, fair_traps, several, single, written
from core.trace import compute
from core.wording import listed

WORDS = ("the", "dog", "saw", "a", "cat", "run", "home", "when", "rain", "fell")
Mask = Literal["none", "causal"]
MASKS: tuple[Mask, ...] = ("none", "causal")
SAME = 1e-9


def live(length: int, width: int) -> Live:
    """Pane 08 with the cost at this length; it draws the widths 64 and 512."""
    shown = min(max(length, 4), 4096)
    return Live("self-attention", {"length": shown, "width": 64 if width <= 64 else 512})


def growth(random: Random) -> PracticeQuestion:
    """How the number of weights grows with the sentence."""
    words, times = (
        random.choice([8, 10, 12, 16, 20, 32, 50, 64, 100]),
        random.choice([2, 3, 4, 5, 10]),
    )
    before, after = (attention_cost(n, 64).weights for n in (words, words * times))
    right = after // before
    larger = [
        (f"{times**3} times as many", "A pair has two members, not three."),
        (f"{2 * right} times as many", "Both directions of a pair are cells of the one square."),
        (f"{2**times} times as many", "Pairs grow with the square of the length, not so steeply."),
    ]
    smaller = [
        (f"{times} times as many", "Each row gets longer too: a weight for every pair."),
        (f"{2 * times} times as many", "Rows and columns multiply; they do not add."),
        ("as many as before", "Parameters do not grow with the sentence, but weights do."),
    ]
    wrong = random.sample(larger, 3) + random.sample(smaller, 3)
    random.shuffle(wrong)
    choices = single(
        random,
        (f"{right} times as many", f"{times} times the rows, and {times} times the columns."),
        wrong,
    )
    return PracticeQuestion(
        "single",
        f"A sentence grows from {words} to {words * times} words. How many attention weights does"
        " one head need then?",
        f"There is a weight for every pair: {words}² = {written(before, 0)} becomes"
        f" {written(after, 0)}. That is why long texts are dear.",
        live(words * times, 64),
        {"words": words, "times": times},
        choices=choices,
    )


def steps_in_sequence(random: Random) -> PracticeQuestion:
    """Steps that must wait for one another."""
    words = random.randint(5, 400)
    layer, name = random.choice((("self-attention", "self-attention"), ("recurrent", "recurrent")))
    right = layer_cost(layer, words, 64).sequential_steps  # type: ignore[arg-type]
    traps = (
        (words, "All positions are computed at once: no word waits for the one before."),
        (1, "Each state of a recurrent layer needs the one before, so none can be skipped."),
        (words**2, "That counts the pairs; they are all computed side by side."),
        (words - 1, "The first word takes a step as well."),
    )
    return PracticeQuestion(
        "number",
        f"A {name} layer reads {words} words. How many steps must be done one after another?",
        "A recurrent layer makes one state after another, a step a word; self-attention multiplies"
        " whole matrices, so one step serves all words.",
        live(words, 512),
        {"words": words, "layer": layer},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def dearer_part(random: Random) -> PracticeQuestion:
    """Scores and mixing against the projections."""
    width = random.choice([64, 128, 256, 512])
    length = random.choice(
        [width // 8, width // 4, width // 2, width, 2 * width, 4 * width, 8 * width]
    )
    cost = attention_cost(length, width)
    pairs, projections = cost.scores_and_mixing, cost.projections
    texts = {
        "pairs": "scores and mixing cost more",
        "projections": "the projections cost more",
        "equal": "both cost the same",
    }
    right = "equal" if pairs == projections else "pairs" if pairs > projections else "projections"
    sums = f"2 n²d = {written(pairs, 0)} against 4 nd² = {written(projections, 0)}."
    reasons = {
        "pairs": f"At this length the pairs are not dearer: {sums}",
        "projections": f"At this length the projections are not dearer: {sums}",
        "equal": f"They meet at n = 2d, here {2 * width} words: {sums}",
    }
    wrong = [(texts[name], reasons[name]) for name in texts if name != right]
    return PracticeQuestion(
        "single",
        f"A layer {width} wide reads {length} words. Which takes more multiplications: scores and"
        " mixing, or the four projections?",
        f"{sums} The pairs win once the text is longer than twice the width, {2 * width} words.",
        live(length, width),
        {"width": width, "length": length},
        choices=single(random, (texts[right], sums), wrong),
    )


def what_holds(
    tokens: tuple[str, ...], places: list[int], positions: bool, mask: Mask, seed: int
) -> dict[str, bool]:
    """What stays when the words stand at `places` of where they stood, by the choice's id."""

    def attended(words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        made = SelfAttentionExperiment(tokens=words, positions=positions, mask=mask, seed=seed)
        steps = compute(made).steps
        return steps["weights"].array, steps["output"].array

    weights, output = attended(tokens)
    moved_weights, moved_output = attended(tuple(tokens[place] for place in places))
    index = np.array(places)
    rest = [place for place, before in enumerate(places) if place == before]
    apart = {
        "follows": moved_output - output[index],
        "keeps": moved_weights - weights[np.ix_(index, index)],
        "still": moved_output - output,
        "sums": moved_weights.sum(axis=1) - weights.sum(axis=1),
        "others": moved_output[rest] - output[rest],
    }
    return {name: bool(np.abs(moved).max() < SAME) for name, moved in apart.items()}


def teller(positions: bool, mask: str) -> str:
    """What tells the layer where a word stands, as a clause."""
    tellers = ["positions"] * positions + ["the causal mask"] * (mask == "causal")
    if not tellers:
        return "with neither positions nor a mask, nothing tells the layer where a word stands"
    tell = "tells" if tellers == ["the causal mask"] else "tell"
    return f"{listed(tellers)} {tell} the layer where a word stands"


def reordered(random: Random) -> PracticeQuestion:
    """What moves, and what changes, when two words change places."""
    tokens = tuple(random.sample(WORDS, random.randint(4, 6)))
    first, second = sorted(random.sample(range(len(tokens)), 2))
    places = list(range(len(tokens)))
    places[first], places[second] = places[second], places[first]
    positions, mask = random.random() < 0.5, random.choice(MASKS)
    seed = random.randint(1, 999)
    holds = what_holds(tokens, places, positions, mask, seed)
    because = teller(positions, mask)
    elsewhere = "only words before the first of the two may keep theirs: what they see is the same"
    if mask == "none":
        elsewhere = because
    choices = [
        Choice(
            "follows", "Each word has the output it had, in its new row.", f"{because}.",
            holds["follows"],
        ),
        Choice(
            "keeps", "Each word gives each word the weight it gave before.",
            f"weights follow the same rule as outputs: {because}.", holds["keeps"],
        ),
        Choice(
            "still", "The output stays as it is, row by row.",
            "a row belongs to a word, and two words have moved.", holds["still"],
        ),
        Choice(
            "sums", "Every row of weights still adds to 1.", "softmax sees to that.",
            holds["sums"],
        ),
        Choice(
            "others", "The outputs of all other words stay as they are.", f"{elsewhere}.",
            holds["others"],
        ),
    ]  # fmt: skip
    settings = f"Positions are {'on' if positions else 'off'}, and there is"
    settings += " a causal mask" if mask == "causal" else " no mask"
    see = {"tokens": tokens, "order": (), "positions": positions, "mask": mask, "seed": seed}
    return PracticeQuestion(
        "multiple",
        f"Self-attention reads “{' '.join(tokens)}”. {settings}. Then *{tokens[first]}* and"
        f" *{tokens[second]}* change places. What holds?",
        f"{because[0].upper()}{because[1:]}. Attention by itself is blind to order: shuffle its"
        " input and its output is shuffled the same way. Positions and causal masks bring order"
        " in.",
        Live("self-attention", {**see, "pinned": (1, 1)}),
        {**see, "places": tuple(places)},
        choices=several(random, choices),
    )


def operations(random: Random) -> PracticeQuestion:
    """How many operations the scores take."""
    length, width = (
        random.choice([4, 5, 8, 10, 12, 16, 20, 32, 50]),
        random.choice([4, 8, 16, 32, 64]),
    )
    right = attention_cost(length, width).scores
    traps = (
        (length * width**2, "That is one square projection; here every word meets every word."),
        (length**2, "Each score is a dot product of several numbers."),
        (length * width, "That counts the numbers of $Q$; every query meets every key."),
        (2 * length**2 * width, "That includes mixing the values; only the scores are asked."),
    )
    return PracticeQuestion(
        "number",
        f"{length} queries meet {length} keys, each of {width} numbers. How many multiplications do"
        " all scores take?",
        f"{length} × {length} pairs of {width} products each: {written(right, 0)}.",
        live(length, width),
        {"length": length, "width": width},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )
