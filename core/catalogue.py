"""The catalogue of measures: everything that a challenge, a claim or a quiz bar can look at.

AUTHORS.md prints it as a table; a test keeps the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.alignment_measures import (
    flips_marked,
    gold_agreement,
    own_words_kept,
    rewritten_by_one_energy,
)
from core.found import (
    argmax_key,
    extent,
    hidden_pairs,
    key_size,
    lookup_difference,
    of_cell,
    of_number,
    of_row,
    pinned_head_weight,
    repeated_difference,
    row_difference,
)
from core.lesson import Where
from core.measures import entropy, gradient_left, top_weight
from core.places import (
    component,
    query_tokens,
)
from core.retrieval_measures import (
    measured_figure,
    published_bleu,
    published_gap,
    sentence_length,
    whole_sentence,
    words_right,
)
from core.trace import Trace

ALL = (
    *("attention", "sentence", "heads", "variance"),
    *("projection", "bottleneck", "alignment", "self-attention", "cross"),
)
TOKENS = ("attention", "sentence", "heads", "projection", "alignment", "self-attention", "cross")
WITH_OUTPUT = tuple(kind for kind in TOKENS if kind != "alignment")
WITH_KEYS = tuple(kind for kind in ALL if kind not in {"bottleneck", "alignment"})
ONE_HEAD = ("attention", "sentence", "self-attention", "cross")
SCORED = (*ONE_HEAD, "projection")
HEADS = ("heads",)
VARIANCE = ("variance",)
SELF = ("self-attention",)
BOTTLENECK = ("bottleneck",)
ALIGNMENT = ("alignment",)
ROW, PAIR = ("query",), ("query", "key")
HEAD = ("head",)


@dataclass(frozen=True)
class Measure:
    """Something that can be measured in a trace.

    sentence: what it is, for authors. of: how it is found. needs: the places that must be named.
    may: those that may be. kinds: the experiments that have it. share: whether it lies between 0
    and 1, so that a bar can show all of it.
    """

    sentence: str
    of: Callable[[Trace, Where], float | str]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    kinds: tuple[str, ...] = TOKENS
    share: bool = False


MEASURES: dict[str, Measure] = {
    "weight": Measure(
        "the weight that a query gives a key", of_cell("weights"), PAIR, HEAD, share=True
    ),
    "top weight": Measure(
        "the largest weight of a query", of_row(top_weight), ROW, HEAD, share=True
    ),
    "argmax key": Measure(
        "the key with the largest weight of a query, as its token", argmax_key, ROW, HEAD
    ),
    "entropy": Measure(
        "how evenly a query spreads its weights, in bits: 0 for one key alone",
        of_row(entropy),
        ROW,
        HEAD,
    ),
    "gradient left": Measure(
        "1 minus the sum of the squared weights of a query",
        of_row(gradient_left),
        ROW,
        HEAD,
        share=True,
    ),
    "row sum": Measure("the sum of the weights of a query", of_row(np.sum), ROW, HEAD, share=True),
    "row difference": Measure(
        "the largest difference between the weights of two queries, query and other",
        row_difference,
        ("query", "other"),
        HEAD,
        share=True,
    ),
    "score": Measure("the dot product of a query and a key", of_cell("scores"), PAIR, kinds=SCORED),
    "scaled score": Measure(
        "a score after the division by the square root of d_k",
        of_cell("scaled"),
        PAIR,
        kinds=ONE_HEAD,
    ),
    "masked score": Measure(
        "a scaled score after the mask: -inf where it is hidden",
        of_cell("masked"),
        PAIR,
        kinds=ONE_HEAD,
    ),
    "output component": Measure(
        "one number of a query's output",
        lambda trace, where: component(trace, where, "output"),
        ("query", "component"),
        kinds=WITH_OUTPUT,
    ),
    "lookup difference": Measure(
        "how far a query's soft result is from the value of its best key, at most",
        lookup_difference,
        ROW,
        kinds=("projection",),
    ),
    "hidden pairs": Measure(
        "how many pairs of query and key the mask hides", hidden_pairs, kinds=ONE_HEAD
    ),
    "variance unscaled": Measure(
        "the variance of the random dot products", of_number("variance_unscaled"), kinds=VARIANCE
    ),
    "variance scaled": Measure(
        "the same after the division by the square root of d_k",
        of_number("variance_scaled"),
        kinds=VARIANCE,
    ),
    "mean top weight unscaled": Measure(
        "the largest of 8 weights, without scaling, on average",
        of_number("top_weight_unscaled"),
        kinds=VARIANCE,
        share=True,
    ),
    "mean top weight scaled": Measure(
        "the largest of 8 weights, with scaling, on average",
        of_number("top_weight_scaled"),
        kinds=VARIANCE,
        share=True,
    ),
    "gradient left unscaled": Measure(
        "1 minus the sum of 8 squared weights, without scaling, on average",
        of_number("gradient_left_unscaled"),
        kinds=VARIANCE,
        share=True,
    ),
    "gradient left scaled": Measure(
        "1 minus the sum of 8 squared weights, with scaling, on average",
        of_number("gradient_left_scaled"),
        kinds=VARIANCE,
        share=True,
    ),
    "repeated row difference": Measure(
        "the largest difference between the rows of a word that stands there twice",
        repeated_difference,
        kinds=SELF,
        share=True,
    ),
    "operations self-attention": Measure(
        "the leading term of a self-attention layer's operations, n squared times d",
        of_number("operations_self_attention"),
        kinds=SELF,
    ),
    "operations ratio": Measure(
        "those operations divided by a recurrent layer's, n times d squared",
        of_number("operations_ratio"),
        kinds=SELF,
    ),
    "steps in sequence": Measure(
        "how many steps of a self-attention layer must wait for one another",
        of_number("steps_self_attention"),
        kinds=SELF,
    ),
    "steps in sequence recurrent": Measure(
        "the same of a recurrent layer", of_number("steps_recurrent"), kinds=SELF
    ),
    "parameter count": Measure(
        "how many numbers the projections of all heads hold, without biases",
        of_number("parameter_count"),
        kinds=HEADS,
    ),
    "energy": Measure(
        "the energy of a source word (key) at a target word (query)",
        of_cell("energies"),
        PAIR,
        kinds=ALIGNMENT,
    ),
    "flips marked": Measure(
        "how many steps are marked where the order runs backwards, less those marked wrongly",
        flips_marked,
        kinds=ALIGNMENT,
    ),
    "rewritten by one energy": Measure(
        "1 where one energy of a step (query), and nothing else, makes it write another word",
        rewritten_by_one_energy,
        ROW,
        kinds=ALIGNMENT,
    ),
    "own words kept": Measure(
        "which share of the words that the model writes by itself is still written",
        own_words_kept,
        kinds=ALIGNMENT,
        share=True,
    ),
    "gold agreement": Measure(
        "which share of the target words looks most at a word that the gold alignment gives it",
        gold_agreement,
        kinds=ALIGNMENT,
        share=True,
    ),
    "published BLEU": Measure(
        "what a paper reports for the model `array` at the sentence's length, or at `component` "
        "words",
        published_bleu,
        ("array",),
        ("component",),
        kinds=BOTTLENECK,
    ),
    "published BLEU gap": Measure(
        "by how much the model `array` is better than the model `other`",
        published_gap,
        ("array", "other"),
        ("component",),
        kinds=BOTTLENECK,
    ),
    "measured words right": Measure(
        "how many words in a hundred the trained model `array` gets right at the sentence's length",
        measured_figure("words"),
        ("array",),
        kinds=BOTTLENECK,
    ),
    "measured BLEU": Measure(
        "BLEU of the trained model `array` at the sentence's length",
        measured_figure("bleu"),
        ("array",),
        kinds=BOTTLENECK,
    ),
    "words right": Measure(
        "how many words in a hundred the trained model `array` gets right in this sentence",
        words_right,
        ("array",),
        kinds=BOTTLENECK,
    ),
    "whole sentence right": Measure(
        "the sentence's length where the trained model `array` gets every word right, else 0",
        whole_sentence,
        ("array",),
        kinds=BOTTLENECK,
    ),
    "sentence length": Measure(
        "how many words the encoder reads", sentence_length, kinds=BOTTLENECK
    ),
    "weight in the pinned head": Measure(
        "the weight that a query gives a key, in the head where the pin is",
        pinned_head_weight,
        PAIR,
        kinds=HEADS,
        share=True,
    ),
    "d_k": Measure("the size of a query and of a key, in one head", key_size, kinds=WITH_KEYS),
    "tokens": Measure("how many tokens ask", lambda trace, where: float(len(query_tokens(trace)))),
    "rows": Measure("how many rows the step `array` has", extent(-2), ("array",), kinds=ALL),
    "columns": Measure("how many columns the step `array` has", extent(-1), ("array",), kinds=ALL),
}
