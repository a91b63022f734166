"""The questions that learners really ask: each has its place, and what it says can be computed."""

import numpy as np
import pytest

from core.additive import additive_attention, luong_dot, luong_general
from core.article import Asked, Paragraph
from core.article_reading import read_article
from core.attention import scaled_dot_product_attention, softmax
from core.cost import attention_cost
from core.masks import causal, padding
from core.positions import sinusoidal
from core.reading import read_lesson

RANDOM = np.random.default_rng(5)


@pytest.fixture(scope="module")
def answers():
    """What is said below each question, by the question; the section's number comes first."""
    from tests.lesson.conftest import LESSONS

    folder = LESSONS / "attention"
    article = read_article(folder, read_lesson(folder).slides)
    found = {}
    for section in article.sections:
        asked = None
        for block in section.blocks:
            if isinstance(block, Asked):
                asked = block.text
                found[asked] = f"{section.number} "
            elif isinstance(block, Paragraph) and asked:
                found[asked] += " ".join(block.text.split()) + " "
    return found


def answer(answers, start):
    """The answer to the one question that begins so, as (section, text)."""
    (text,) = (said for asked, said in answers.items() if asked.startswith(start))
    number, _, words = text.partition(" ")
    return int(number), words


PLACES = {
    "How does Bahdanau's attention differ": (2, ("$s_{t-1}$", "current state", "dot product")),
    "What is the difference between soft": (2, ("14.25", "weighted mean", "no gradient")),
    "What are queries, keys and values": (3, ("previous decoder state", "both key and value")),
    "Why three matrices": (3, ("symmetric", "65 536", "262 144")),
    "Why the dot product": (3, ("−0.4066", "−0.3861", "0.45")),
    "Why is the variance of q · k": (4, ("standard deviation is 8", "0.125")),
    "Why does softmax have tiny": (4, ("not the loss", "distance", "0.013", "0.666")),
    "Why minus infinity": (5, ("0.411", "0.056", "0.528", "whole row")),
    "Which mask is which": (5, ("`tgt_mask`", "key_padding_mask", "source's padding")),
    "Are all outputs of a decoder": (5, ("Yes.", "first $t$ words alone")),
    "Is the causal mask needed": (5, ("no: there is no future", "the same row")),
    "Why several heads": (6, ("one mean", "Nothing forces")),
    "Why is the number of parameters": (6, ("1 048 576", "1 050 624")),
    "How does the encoder's output": (7, ("own", "4 by 3", "4 rows")),
    "Does attention know the order": (7, ("equivariant", "causal mask")),
    "What is the positional encoding": (7, ("0.84147, 0.54030, 0.01000, 0.99995",)),
    "Why are positions added": (7, ("$W(x + p) = Wx + Wp$", "width")),
    "Is self-attention $O(n^2 d)$": (8, ("16 777 216", "134 217 728", "$n = 2d$", "$h n^2$")),
    "Why is there a longest input": (8, ("Nothing in the formula", "needs no padding")),
    "Do attention weights explain": (9, ("Not by themselves", "same output")),
}


@pytest.mark.parametrize("start", PLACES)
def test_every_question_is_answered_where_it_belongs(answers, start):
    section, sentences = PLACES[start]
    where, said = answer(answers, start)
    assert where == section
    for part in sentences:
        assert part in said.replace("\N{THIN SPACE}", " "), part


def test_no_question_is_left_out_or_asked_twice(answers):
    assert len(answers) == len(PLACES) == 20


def attend(query, key, value, **more):
    return scaled_dot_product_attention(query, key, value, **more)


def test_soft_and_hard_attention():
    soft = softmax([2.0, 1.0, 0.0]) @ [10, 20, 30]
    assert soft == pytest.approx(14.247896, abs=1e-6)
    assert [10, 20, 30][int(np.argmax([2.0, 1.0, 0.0]))] == 10


def test_a_weight_of_one_is_a_look_up():
    assert (np.asarray([0.0, 1.0]) @ np.asarray([[5.0, 1.0], [7.0, 2.0]])).tolist() == [7.0, 2.0]


def test_additive_and_multiplicative_scores_are_different_numbers():
    query, key = np.asarray([[1.0, 0.0]]), np.asarray([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    eye, ones = np.eye(2), np.ones(2)
    added = additive_attention(query, key, eye, eye, ones)
    assert added.weights[0] == pytest.approx([0.204462, 0.357645, 0.437893], abs=1e-6)
    assert luong_dot(query, key)[0].tolist() == [1.0, 0.0, 1.0]
    assert luong_general(query, key, 2 * eye)[0].tolist() == [2.0, 0.0, 2.0]


def test_equal_projections_make_symmetric_scores_with_a_diagonal_not_below_zero():
    x, w = RANDOM.normal(size=(5, 6)), RANDOM.normal(size=(6, 4))
    scores = (x @ w) @ (x @ w).T
    assert np.allclose(scores, scores.T) and (np.diag(scores) >= 0).all()
    other = (x @ w) @ (x @ RANDOM.normal(size=(6, 4))).T
    assert not np.allclose(other, other.T)
    assert np.linalg.matrix_rank(w @ w.T) == 4
    assert (2 * 512 * 64, 512 * 512) == (65_536, 262_144)


def test_a_cosine_cannot_point():
    left, right = np.asarray([-0.76, 0.75]), np.asarray([0.91, 0.38])
    dot = left @ right
    assert dot == pytest.approx(-0.4066)
    assert dot / np.linalg.norm(left) / np.linalg.norm(right) == pytest.approx(-0.386146, abs=1e-6)
    assert softmax([1.0] + [-1.0] * 9).max() == pytest.approx(0.450853, abs=1e-6)


def test_the_variance_of_a_dot_product():
    dots = (RANDOM.normal(size=(20_000, 64)) * RANDOM.normal(size=(20_000, 64))).sum(axis=1)
    assert dots.std() == pytest.approx(8, rel=0.02)
    assert (dots / 8).std() == pytest.approx(1, rel=0.02)
    assert (dots / 64).std() == pytest.approx(0.125, rel=0.02)


def test_distance_and_not_size_saturates():
    far, close = softmax([490.0, 495.0, 500.0]), softmax([4.9, 4.95, 5.0])
    assert np.allclose(far, softmax([0.0, 5.0, 10.0]))
    jacobian = np.diag(far) - np.outer(far, far)
    assert abs(jacobian).max() == pytest.approx(0.00669225, rel=1e-5)
    assert np.trace(jacobian) == pytest.approx(1 - (far**2).sum()) and 1 - (far**2).sum() < 0.014
    assert 1 - (close**2).sum() > 0.66


def test_zero_hides_nothing_and_infinity_hides_all():
    scores = np.asarray([2, 0.5, 0.8, 1, 0, 0, 0, 0])
    assert softmax(scores)[[0, 4]] == pytest.approx([0.410923, 0.055612], abs=1e-6)
    hidden = softmax(np.where(np.arange(8) < 4, scores, -np.inf))
    assert hidden[0] == pytest.approx(0.528484, abs=1e-6) and not hidden[4:].any()
    gradient = np.diag(hidden) - np.outer(hidden, hidden)
    assert not gradient[:, 4:].any(), "nothing flows back to a hidden score"
    filled = np.full(8, -1e9)
    assert softmax(filled).tolist() == [1 / 8] * 8


def test_the_mask_makes_each_row_the_last_row_of_its_prefix():
    q, k, v = RANDOM.normal(size=(3, 3, 4))
    whole = attend(q, k, v, mask=causal(3)).output
    for t in (1, 2, 3):
        alone = attend(q[:t], k[:t], v[:t], mask=causal(t)).output
        assert np.allclose(whole[:t], alone)
        newest = attend(q[t - 1 : t], k[:t], v[:t]).output  # keys and values were kept
        assert np.allclose(whole[t - 1], newest[0])
    assert not np.allclose(whole[0], attend(q, k, v).output[0]), "without it row 1 sees the later"


def test_two_heads_keep_apart_what_one_averages():
    value = np.asarray([[1.0, 0.0], [0.0, 1.0]])
    assert [(np.asarray(row) @ value).tolist() for row in ([1, 0], [0, 1])] == value.tolist()
    assert (np.asarray([0.5, 0.5]) @ value).tolist() == [0.5, 0.5]


def test_parameters_with_and_without_biases():
    assert attention_cost(1, 512).parameters == 1_048_576
    assert 4 * 512 * 512 + 4 * 512 == 1_050_624


def test_three_source_words_and_four_target_words():
    found = attend(RANDOM.normal(size=(4, 6)), *RANDOM.normal(size=(2, 3, 6)))
    assert found.weights.shape == (4, 3) and found.output.shape == (4, 6)


def test_order_enters_through_positions_or_a_causal_mask():
    x, moved = RANDOM.normal(size=(3, 5)), [2, 0, 1]
    assert np.allclose(attend(x[moved], x[moved], x[moved]).output, attend(x, x, x).output[moved])
    placed = x + sinusoidal(3, 5)
    again = x[moved] + sinusoidal(3, 5)
    plain, shuffled = attend(placed, placed, placed).output, attend(again, again, again).output
    assert not np.allclose(shuffled, plain[moved])
    masked = attend(x, x, x, mask=causal(3)).output
    assert not np.allclose(
        attend(x[moved], x[moved], x[moved], mask=causal(3)).output, masked[moved]
    )


def test_the_positional_encoding_in_numbers():
    assert sinusoidal(2, 4)[1] == pytest.approx([0.841471, 0.540302, 0.01, 0.99995], abs=5e-6)


def test_adding_is_appending_with_shared_weights():
    w, x, p = RANDOM.normal(size=(3, 4)), RANDOM.normal(size=4), RANDOM.normal(size=4)
    assert np.allclose(np.hstack([w, w]) @ np.concatenate([x, p]), w @ (x + p))


def test_what_a_layer_costs_once_everything_is_counted():
    short, equal = attention_cost(128, 512), attention_cost(1024, 512)
    assert (short.scores_and_mixing, short.projections) == (16_777_216, 134_217_728)
    assert equal.scores_and_mixing == equal.projections == 1_073_741_824


def test_padding_that_is_masked_changes_nothing():
    x = RANDOM.normal(size=(3, 4))
    filled = np.vstack([x, RANDOM.normal(size=(2, 4))])
    padded = attend(filled, filled, filled, mask=padding(5, 5, 3)).output
    assert np.allclose(padded[:3], attend(x, x, x).output)


def test_equal_values_make_weights_meaningless():
    q, k = RANDOM.normal(size=(2, 3, 4))
    value = np.tile([1.0, 2.0], (3, 1))
    assert np.allclose(attend(q, k, value).output, value)
    assert np.allclose(attend(5 * q, k[::-1], value).output, value)
