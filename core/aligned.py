"""Annotations, decoder states and additive weights, set by hand so that they align.

They stand in where trained weights cannot be used, and show what training finds without claiming
to be trained. Every source word has an address, sines and cosines of its place, so that neighbours
have similar ones. An annotation is [address (8), content (7), 1]; the state before target word t
carries the address of the word that t translates. With kappa, beta and g as below, row p of the
16 additive units is

    unit p:      tanh(kappa (s_p - h_p) + beta),    v = +g
    unit 8 + p:  tanh(kappa (s_p - h_p) - beta),    v = -g

whose difference is a bump that is highest where the two addresses agree. So W_a, U_a and v_a are
ordinary matrices of Bahdanau's form (beta enters through the annotation's last component, 1), and
the energy of a word is high where its address is near the one that the state carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, read_only

ANNOTATION_SIZE = 16
WAVES = (6.0, 9.0, 14.0, 22.0)  # words to a full turn; the longest tells 16 places apart
ADDRESS = 2 * len(WAVES)
REACH = 0.8  # the size of an address component, so that noise stays within -1 to 1
NOISE = 0.15  # how far addresses stray, at most; alignment survives it
KAPPA, BETA, GAIN = 2.0, 1.0, 1.0


@dataclass(frozen=True, eq=False)
class AlignmentParts:
    """What additive attention needs: states (T, 16), annotations (S, 16), and its weights."""

    states: Floats
    annotations: Floats
    w_a: Floats
    u_a: Floats
    v_a: Floats


def address(places: Sequence[int]) -> Floats:
    """The addresses of source places counting from 0, (places, 8)."""
    angle = 2 * np.pi * np.array(places, dtype=np.float64)[:, None] / np.array(WAVES)
    turned: Floats = REACH * np.hstack([np.sin(angle), np.cos(angle)])
    return turned


def hand_set_parts(aligned: Sequence[int], words: int, seed: int) -> AlignmentParts:
    """Parts whose step t looks at source place aligned[t], counting from 0, of `words` words."""
    random = np.random.default_rng([seed, 3])
    steps, content = len(aligned), ANNOTATION_SIZE - ADDRESS
    annotations = np.ones((words, ANNOTATION_SIZE))
    # Drawn for the largest sentence, so that a word keeps its numbers when others join.
    stray = random.uniform(-NOISE, NOISE, size=(2, ANNOTATION_SIZE, ADDRESS))
    colour = np.tanh(random.normal(size=(2, ANNOTATION_SIZE, content)))
    annotations[:, :ADDRESS] = address(range(words)) + stray[0, :words]
    annotations[:, ADDRESS:-1] = colour[0, :words, :-1]
    states = np.hstack([address(aligned) + stray[1, :steps], colour[1, :steps]])
    one = np.eye(ADDRESS)
    w_a = np.zeros((2 * ADDRESS, ANNOTATION_SIZE))
    u_a = np.zeros((2 * ADDRESS, ANNOTATION_SIZE))
    w_a[:, :ADDRESS] = KAPPA * np.vstack([one, one])
    u_a[:, :ADDRESS] = -w_a[:, :ADDRESS]
    u_a[:, -1] = BETA * np.repeat([1.0, -1.0], ADDRESS)
    v_a = GAIN * np.repeat([1.0, -1.0], ADDRESS)
    return frozen(states, annotations, w_a, u_a, v_a)


def frozen(*arrays: Floats) -> AlignmentParts:
    """The parts, read-only."""
    return AlignmentParts(*(read_only(array.copy()) for array in arrays))
