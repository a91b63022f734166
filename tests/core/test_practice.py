"""Every practice question: what is marked right is right, by another path than the generator's."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.experiment import SelfAttentionExperiment
from core.lesson import Choice, Slide
from core.papers import bleu_by_length
from core.practice.generators import LARGEST_SEED, TOPICS, made, question, seed_for, topic_of
from core.practice.grading import graded_choice, graded_number, graded_order
from core.practice.question import Generator, PracticeQuestion
from core.practice.typed import NotANumberError, readings
from core.prose import plain
from core.reading import read_lesson
from core.trace import compute
from tests.front.tree import ROOT

SEEDS = range(40)
EVERY = [(topic, generator) for topic in TOPICS for generator in topic.generators]
NAMES = [generator.__name__ for _, generator in EVERY]
Given = dict[str, Any]


def all_of(name: str) -> list[PracticeQuestion]:
    """One generator's questions for many seeds."""
    topic, generator = next(pair for pair in EVERY if pair[1].__name__ == name)
    return [made(topic, generator, seed) for seed in SEEDS]


def share(row: list[float], place: int = 0) -> float:
    """A weight, with the exponentials of the definition."""
    powers = [math.exp(score) for score in row]
    return powers[place] / sum(powers)


def dot(one: Any, other: Any) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


# Numbers, worked out again with plain arithmetic.


def slope(found: Given) -> float:
    """The derivative of a softmax weight, by a small step of a score."""
    row = [math.log(weight) for weight in found["row"]]
    step = 1e-6
    up, down = list(row), list(row)
    up[found["j"]] += step
    down[found["j"]] -= step
    return (share(up, found["i"]) - share(down, found["i"])) / (2 * step)


def spread(found: Given) -> float:
    """Variances add, and a divisor counts squared."""
    d_k = found["d_k"]
    return {
        "variance": d_k,
        "deviation": math.sqrt(d_k),
        "scaled": d_k / math.sqrt(d_k) ** 2,
        "by d_k": math.sqrt(d_k / d_k**2),
    }[found["asked"]]


def energy(found: Given) -> float:
    return sum(
        v * math.tanh(s + h)
        for v, s, h in zip(found["v"], found["state"], found["word"], strict=True)
    )


def hidden_share(found: Given) -> float:
    return 0.0 if found["hidden"] else 1 / (found["n"] - found["gone"])


NUMBERS: dict[str, Callable[[Given], float]] = {
    "numbers_handed_over": lambda f: f["units"] * (f["words"] if f["attends"] else 1),
    "steps_between": lambda f: 1 if f["attends"] else f["words"] - f["word"] + 1,
    "energies_in_all": lambda f: f["targets"] * f["sources"],
    "one_energy": energy,
    "context_number": lambda f: dot(f["weights"], f["numbers"]),
    "dot_product": lambda f: dot(f["query"], f["key"]),
    "scaled_score": lambda f: f["score"] / math.sqrt(f["d_k"]),
    "weight_of_two": lambda f: share(f["pair"]),
    "sum_of_weights": lambda f: 1 if f["row"] else f["n_q"],
    "spread": spread,
    "ratio_left": lambda f: math.exp(f["gap"] / math.sqrt(f["d_k"])),
    "slope": slope,
    "factor": lambda f: math.sqrt(f["d_model"] / f["heads"]),
    "head_width": lambda f: f["d_model"] / f["heads"],
    "maps_in_all": lambda f: f["heads"] * f["tokens"] ** 2,
    "steps_in_sequence": lambda f: f["words"] if f["layer"] == "recurrent" else 1,
    "operations": lambda f: f["length"] ** 2 * f["width"],
    "hidden_pairs": lambda f: sum(
        (key > query) is f["hidden"] for query in range(f["n"]) for key in range(f["n"])
    ),
    "weight_beside_hidden": hidden_share,
}


# Choices, judged from what the screen says.


def numbers_in(text: str) -> list[float]:
    """The numbers of a text, with the lesson's minus and thin spaces."""
    cleaned = plain(text).replace("\N{MINUS SIGN}", "-").replace("\N{THIN SPACE}", "")
    for mark in "(),×\N{NO-BREAK SPACE}":
        cleaned = cleaned.replace(mark, " ")
    found = []
    for word in cleaned.split():
        try:
            found.append(float(word.rstrip(".")))
        except ValueError:
            continue
    return found


def shape_is(*wanted: str) -> Callable[[Given, Choice], bool]:
    return lambda f, choice: numbers_in(choice.text) == [f[name] for name in wanted]


def output_row(f: Given, choice: Choice) -> bool:
    wanted = [dot(f["weights"], column) for column in zip(*f["values"], strict=True)]
    return np.allclose(numbers_in(choice.text), wanted, atol=0.0051)


def winning(f: Given, choice: Choice) -> bool:
    best = max(f["keys"].values(), key=lambda key: dot(key, f["query"]))
    return bool(f["keys"][choice.text] == best)


def parameters(f: Given, choice: Choice) -> bool:
    d_k = f["d_model"] // f["heads"]
    one_head = 3 * f["d_model"] * d_k
    return numbers_in(choice.text) == [f["heads"] * one_head + f["d_model"] ** 2]


def head_columns(f: Given, choice: Choice) -> bool:
    width = f["d_model"] // f["heads"]
    columns = list(range(1, f["d_model"] + 1))[(f["head"] - 1) * width : f["head"] * width]
    ends = [columns[0]] if width == 1 else [columns[0], columns[-1]]
    return choice.text.startswith("column") and numbers_in(choice.text) == ends


def growth(f: Given, choice: Choice) -> bool:
    before, after = f["words"] ** 2, (f["words"] * f["times"]) ** 2
    return numbers_in(choice.text) == [after / before]


def dearer(f: Given, choice: Choice) -> bool:
    pairs = 2 * f["length"] ** 2 * f["width"]
    projections = 4 * f["length"] * f["width"] ** 2
    if pairs == projections:
        return "same" in choice.text
    return choice.text.startswith("scores" if pairs > projections else "the projections")


def fits(f: Given, choice: Choice) -> bool:
    try:
        product = np.zeros(f["query"]) @ np.zeros(f["key"]).T
    except ValueError:
        return "queries and keys" in choice.text and "columns" in choice.text
    try:
        shape = (product @ np.zeros(f["value"])).shape
    except ValueError:
        return "keys and values" in choice.text
    return choice.text.startswith("They fit") and numbers_in(choice.text) == list(shape)


def same_weights(f: Given, choice: Choice) -> bool:
    after = f["changed"][choice.id]
    return all(abs(share(after, i) - share(f["row"], i)) < 1e-9 for i in range(len(after)))


def who_may_see(f: Given, choice: Choice) -> bool:
    key, word, size = int(choice.text.split()[1]), f["word"], f["size"]
    return {
        "causal": key <= word,
        "padding": key <= size + 1,
        "window": word - size <= key <= word,
        "prefix": key <= word or key <= size,
    }[f["kind"]]


def after_mask(f: Given, choice: Choice) -> bool:
    row, hidden = f["row"], f["hidden"]
    kept = [math.exp(x) if place != hidden else 0.0 for place, x in enumerate(row)]
    now = [power / sum(kept) for power in kept]
    before = [share(row, place) for place in range(4)]
    one, other = f["one"], f["other"]
    shown = [weight for place, weight in enumerate(now) if place != hidden]
    gains = [now[place] - before[place] for place in range(4) if place != hidden]
    return {
        "sum": math.isclose(sum(now), 1),
        "ratio": math.isclose(now[one] / now[other], before[one] / before[other]),
        "same": math.isclose(now[one], before[one]),
        "zero": now[hidden] == 0,
        "even": max(shown) - min(shown) < 1e-9,
        "amount": max(gains) - min(gains) < 1e-9,
        "scores": False,
    }[choice.id]


def reordered(f: Given, choice: Choice) -> bool:
    """The pane's own way: the words are moved, and every number is compared."""
    fields = {name: f[name] for name in ("positions", "mask", "seed")}
    moved = tuple(f["tokens"][place] for place in f["places"])
    before = compute(SelfAttentionExperiment(tokens=f["tokens"], **fields)).steps
    after = compute(SelfAttentionExperiment(tokens=moved, **fields)).steps
    index = list(f["places"])
    return {
        "follows": np.allclose(after["output"].array, before["output"].array[index], atol=1e-9),
        "keeps": np.allclose(
            after["weights"].array, before["weights"].array[index][:, index], atol=1e-9
        ),
        "still": np.allclose(after["output"].array, before["output"].array, atol=1e-9),
        "sums": np.allclose(after["weights"].array.sum(axis=1), 1),
        "others": all(
            np.allclose(after["output"].array[place], before["output"].array[place], atol=1e-9)
            for place in range(len(moved))
            if f["tokens"][place] == moved[place]
        ),
    }[choice.id]


def with_rows(f: Given, choice: Choice) -> bool:
    counts = {"Q": f["m"], "K": f["n"], "V": f["n"], "weights": f["m"], "output": f["m"]}
    return bool(counts[choice.id] == f["wanted"])


CHOICES: dict[str, Callable[[Given, Choice], bool]] = {
    "matrix_shape": lambda f, c: (
        numbers_in(c.text) == [f["d_a"], f["d_s"] if f["matrix"] == "W_a" else f["d_h"]]
    ),
    "winning_key": winning,
    "projected_shape": shape_is("n", "d_k"),
    "output_row": output_row,
    "same_weights": same_weights,
    "parameters": parameters,
    "head_columns": head_columns,
    "legal_counts": lambda f, c: f["d_model"] % numbers_in(c.text)[0] == 0,
    "growth": growth,
    "dearer_part": dearer,
    "reordered": reordered,
    "shape_of": lambda f, c: (
        numbers_in(c.text) == ([f["m"], f["n"]] if f["of"] == "weights" else [f["m"], f["d_v"]])
    ),
    "with_rows": with_rows,
    "what_fits": fits,
    "who_may_see": who_may_see,
    "row_after_mask": after_mask,
}


# Orders, by a value for each entry, falling.


def published(f: Given, choice: Choice) -> float:
    curves = {curve.model: curve for curve in bleu_by_length()["bahdanau-2015"].curves}
    model, length = next((m, n) for text, m, n in f["cases"] if text == choice.text)
    return curves[model].bleu[curves[model].length.index(length)]


ORDERS: dict[str, Callable[[Given, Choice], float]] = {
    "published_order": published,
    "weights_in_order": lambda f, c: dot(f["keys"][c.text], f["query"]),
    "sharpest": lambda f, c: max(
        share([x / f["divisors"][c.text] for x in f["row"]], i) for i in range(3)
    ),
}


def test_every_generator_is_judged_here_once() -> None:
    judged = [*NUMBERS, *CHOICES, *ORDERS]
    assert sorted(judged) == sorted(NAMES)
    assert len(NAMES) >= 12


@pytest.mark.parametrize("name", NUMBERS)
def test_the_number_is_right(name: str) -> None:
    for asked in all_of(name):
        assert asked.kind == "number"
        wanted = NUMBERS[name](asked.given)
        assert asked.number == pytest.approx(wanted, rel=1e-6, abs=1e-8), asked.text
        assert graded_number(asked, repr(float(wanted))).right
        for trap in asked.traps:
            verdict = graded_number(asked, repr(trap.number))
            assert not verdict.right and verdict.reason == trap.reason


@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_shown_as_the_answer_is_accepted(name: str) -> None:
    for asked in all_of(name):
        for form in asked.shown.split(", or "):
            assert graded_number(asked, form).right, f"{asked.text} {form}"


@pytest.mark.parametrize("name", CHOICES)
def test_exactly_the_marked_choices_are_right(name: str) -> None:
    for asked in all_of(name):
        assert asked.kind in {"single", "multiple"}
        for choice in asked.choices:
            judged = CHOICES[name](asked.given, choice)
            assert judged is choice.right or bool(judged) == choice.right, (
                f"{asked.text}: {choice.text}"
            )
        assert asked.right and len(asked.right) < len(asked.choices)
        if asked.kind == "single":
            assert len(asked.right) == 1
        for choice in asked.choices:
            alone = graded_choice(asked, {choice.id})
            assert alone.right == (asked.right == {choice.id})
        assert graded_choice(asked, asked.right).right


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_falls(name: str) -> None:
    for asked in all_of(name):
        by_id = {choice.id: choice for choice in asked.choices}
        values = [ORDERS[name](asked.given, by_id[entry]) for entry in asked.order]
        assert all(upper > lower for upper, lower in pairwise(values)), asked.text
        shown = [choice.id for choice in asked.choices]
        assert sorted(shown) == sorted(asked.order)
        assert not graded_order(asked, shown).right
        assert graded_order(asked, asked.order).right


@pytest.mark.parametrize("name", NAMES)
def test_no_two_choices_read_alike_and_each_has_its_reason(name: str) -> None:
    for asked in all_of(name):
        texts = [plain(choice.text) for choice in asked.choices]
        assert len(set(texts)) == len(texts)
        assert all(choice.reason.strip() for choice in asked.choices)
        assert asked.why.strip() and asked.text.strip()
        if asked.kind in {"single", "order"}:
            assert len(asked.choices) >= 3
        if asked.kind == "number":
            assert asked.traps


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_topic_has_forty_different_questions(topic: Any) -> None:
    seen = set()
    for seed in range(400):
        generator: Generator = topic.generators[seed % len(topic.generators)]
        asked = made(topic, generator, seed)
        seen.add((asked.text, frozenset(choice.text for choice in asked.choices)))
    assert len(seen) >= 40


@given(st.integers(0, LARGEST_SEED))
def test_a_seed_makes_the_same_question_again(seed: int) -> None:
    first, second = question(seed), question(seed)
    assert first == second
    assert first.topic == topic_of(seed).name and first.seed == seed


def test_each_topic_can_be_asked_for() -> None:
    from random import Random

    for topic in TOPICS:
        for draw in range(20):
            seed = seed_for(Random(draw), topic.name)
            assert 0 <= seed <= LARGEST_SEED and question(seed).topic == topic.name


@pytest.fixture(scope="module")
def slides() -> dict[str, Slide]:
    lesson = read_lesson(ROOT / "resources" / "lessons" / "attention")
    return {slide.pane: slide for slide in reversed(lesson.slides)}


@pytest.mark.parametrize("name", NAMES)
def test_each_question_can_be_seen_live(name: str, slides: dict[str, Slide]) -> None:
    for asked in all_of(name)[:15]:
        slide = slides[asked.see.pane]
        assert slide.experiment is not None
        changed = msgspec.structs.replace(slide.experiment, **asked.see.changes)
        table = msgspec.to_builtins(changed)
        assert msgspec.convert(table, type(changed)) == changed
        if asked.see.pane not in {"variance", "bottleneck"}:
            compute(changed)


# what a learner types


@pytest.mark.parametrize(
    "text",
    ["0.125", ".125", "0,125", ",125", "1/8", " 1 / 8 ", "12.5%", "12,5 %", "+0.125", "2/16",
     "0.1250", "\N{VULGAR FRACTION ONE EIGHTH}", "1\N{FRACTION SLASH}8", "1.25e-1",
     "\u2248 0.125", "= 1/8", "\u0660\u066b\u0661\u0662\u0665", "\uff11\uff12\uff0e\uff15\uff05"],
)  # fmt: skip
def test_a_number_can_be_written_in_many_ways(text: str) -> None:
    assert readings(text)[0] == pytest.approx(0.125)


@pytest.mark.parametrize(
    "text",
    [
        "\N{MINUS SIGN}3",
        "-3",
        "\N{EN DASH}3",
        "- 3",
        "-6/2",
        "-3.",
        "\N{FIGURE DASH}3",
        "\N{MINUS SIGN}2 2/2",
    ],
)
def test_a_minus_can_be_any_minus(text: str) -> None:
    assert readings(text)[0] == pytest.approx(-3)


@pytest.mark.parametrize("text", ["1048576", "1 048 576", "1\N{THIN SPACE}048\N{THIN SPACE}576",
                                  "1,048,576", "1048576.0", "1.048.576", "1'048'576"])  # fmt: skip
def test_thousands_may_be_grouped(text: str) -> None:
    assert 1048576 in readings(text)


def test_one_comma_before_three_digits_may_mean_either() -> None:
    assert set(readings("1,024")) == {1.024, 1024}
    assert readings("0,73") == (0.73,)


@pytest.mark.parametrize(
    "text",
    ["", " ", "abc", "exp(1)/(1+exp(1))", "1/0", "1/2/3", "1e", "nan", "inf", "0x10", "--1",
     "1..2", "1%%", "1 2", "1 1/0", "5 apples", "1/", "/2", "."],
)  # fmt: skip
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NotANumberError) as refused:
        readings(text)
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize("text", ["1 " + "9" * 400 + "/3", "1 1/" + "9" * 5000, "9" * 400, "1e999"])
def test_numbers_beyond_any_range_are_read_as_such(text: str) -> None:
    assert readings(text)[0] in {math.inf, 1.0}


def weight_question(pair: list[float]) -> PracticeQuestion:
    """The question whose first weight is that of these two scaled scores."""
    topic, generator = next(pair_ for pair_ in EVERY if pair_[1].__name__ == "weight_of_two")
    for seed in range(2000):
        asked = made(topic, generator, seed)
        if abs(asked.given["pair"][0] - asked.given["pair"][1] - (pair[0] - pair[1])) < 1e-9:
            return asked
    raise AssertionError("no such question")


def test_rounding_percent_and_comma_are_fine_and_the_other_weight_is_told() -> None:
    asked = weight_question([1.0, 0.0])  # the first weight is e / (1 + e)
    assert asked.number == pytest.approx(math.e / (1 + math.e))
    for text in ("0.731", "0.73", "73.1%", "0,731"):
        assert graded_number(asked, text).right
    other = graded_number(asked, "0.27")
    assert not other.right and "other key" in other.reason
    assert not graded_number(asked, "0.75").right


def test_a_whole_number_must_be_met_exactly() -> None:
    asked = all_of("maps_in_all")[0]
    assert graded_number(asked, str(int(asked.number))).right
    assert not graded_number(asked, str(int(asked.number) + 1)).right
    assert "too large" in graded_number(asked, "99999999").reason


def rank(asked: PracticeQuestion) -> int:
    """The place of the right choice among the numbers of all, the smallest first."""
    numbers = {choice.id: numbers_in(choice.text) or [1.0] for choice in asked.choices}
    return sorted(numbers.values()).index(numbers["right"])


@pytest.mark.parametrize("name", ["parameters", "growth", "output_row", "matrix_shape"])
def test_neither_size_nor_length_nor_place_gives_the_right_choice_away(name: str) -> None:
    topic, generator = next(pair for pair in EVERY if pair[1].__name__ == name)
    asked = [made(topic, generator, seed) for seed in range(120)]
    places = [[part.right for part in one.choices].index(True) for one in asked]
    lengths = [[len(part.text) for part in one.choices] for one in asked]
    alone = sum(
        line[at] == max(line) > sorted(line)[-2] for line, at in zip(lengths, places, strict=True)
    )
    assert max(places.count(place) for place in range(4)) < 60
    assert max(map([rank(one) for one in asked].count, range(4))) < 80
    assert alone < 60
