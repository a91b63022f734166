"""All generators by topic, and the question that belongs to a seed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from core.practice import (
    additive,
    bottleneck,
    cross,
    dot_product,
    heads,
    masking,
    retrieval,
    scale,
    self_attention,
)
from core.practice.question import Generator, PracticeQuestion, UnsuitableError

LARGEST_SEED = 999_999
MOST_DRAWS = 500


class Topic(NamedTuple):
    """What is practised, the kind of pane to look at, and what makes its questions."""

    name: str
    pane: str
    generators: tuple[Generator, ...]


TOPICS: tuple[Topic, ...] = (
    Topic(
        "Bottleneck",
        "bottleneck",
        (bottleneck.numbers_handed_over, bottleneck.steps_between, bottleneck.published_order),
    ),
    Topic(
        "Additive attention",
        "alignment",
        (
            additive.energies_in_all,
            additive.one_energy,
            additive.context_number,
            additive.matrix_shape,
        ),
    ),
    Topic(
        "Query, key, value",
        "projection",
        (
            retrieval.dot_product,
            retrieval.winning_key,
            retrieval.weights_in_order,
            retrieval.projected_shape,
        ),
    ),
    Topic(
        "Scaled dot product",
        "attention",
        (
            dot_product.scaled_score,
            dot_product.weight_of_two,
            dot_product.output_row,
            dot_product.sum_of_weights,
            dot_product.same_weights,
        ),
    ),
    Topic(
        "The scale",
        "variance",
        (scale.spread, scale.ratio_left, scale.sharpest, scale.slope, scale.factor),
    ),
    Topic(
        "Heads",
        "heads",
        (
            heads.head_width,
            heads.parameters,
            heads.head_columns,
            heads.legal_counts,
            heads.maps_in_all,
        ),
    ),
    Topic(
        "Self-attention",
        "self-attention",
        (
            self_attention.growth,
            self_attention.steps_in_sequence,
            self_attention.dearer_part,
            self_attention.reordered,
            self_attention.operations,
        ),
    ),
    Topic("Cross-attention", "cross", (cross.shape_of, cross.with_rows, cross.what_fits)),
    Topic(
        "Masks",
        "attention",
        (
            masking.hidden_pairs,
            masking.who_may_see,
            masking.weight_beside_hidden,
            masking.row_after_mask,
        ),
    ),
)


def topic_of(seed: int) -> Topic:
    """The topic of the question with this seed."""
    return TOPICS[seed % len(TOPICS)]


def seed_for(random: Random, topic: str | None = None) -> int:
    """A new seed, of any topic or of the one named so. Raises ValueError for an unknown topic."""
    seed = random.randrange(1, LARGEST_SEED - len(TOPICS))
    if topic is None:
        return seed
    names = [part.name for part in TOPICS]
    return seed - seed % len(TOPICS) + names.index(topic)


def question(seed: int) -> PracticeQuestion:
    """The question that belongs to a seed, the same on every machine."""
    topic = topic_of(seed)
    place = seed // len(TOPICS) % len(topic.generators)
    return made(topic, topic.generators[place], seed)


def made(topic: Topic, generator: Generator, seed: int) -> PracticeQuestion:
    """What one generator makes of a seed; numbers that make no fair question are drawn again."""
    name = generator.__name__
    random = Random(f"{topic.name} {name} {seed}")
    for _ in range(MOST_DRAWS):
        try:
            found = generator(random)
        except UnsuitableError:
            continue
        return replace(found, generator=name, topic=topic.name, seed=seed)
    raise AssertionError(f"{name} finds no fair question for seed {seed}")
