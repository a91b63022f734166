"""Everything a learner can change on one slide, as one frozen, validated record.

Each kind of lab has its own record; together they are a tagged union (`Experiment`), so that a
slide file, a quiz question and an undo step are all the same thing. Positions in a record count
from 1, as on the screen.
"""

from core.experiments.alignment import MAX_ENGLISH, AlignmentExperiment
from core.experiments.attention import MAX_KEY_SIZE, MAX_TOKENS, AttentionExperiment, Mask
from core.experiments.base import MAX_CELL, Flags, Matrix, Source, check_matrix, require
from core.experiments.bottleneck import MAX_WORDS, BottleneckExperiment
from core.experiments.cross import CrossExperiment
from core.experiments.heads import HeadsExperiment
from core.experiments.projection import ProjectionExperiment
from core.experiments.self_attention import SelfAttentionExperiment
from core.experiments.sentence import SentenceExperiment
from core.experiments.variance import MAX_VARIANCE_KEY_SIZE, VarianceExperiment

Experiment = (
    AttentionExperiment
    | VarianceExperiment
    | SentenceExperiment
    | HeadsExperiment
    | BottleneckExperiment
    | AlignmentExperiment
    | ProjectionExperiment
    | SelfAttentionExperiment
    | CrossExperiment
)

__all__ = [
    "MAX_CELL",
    "MAX_ENGLISH",
    "MAX_KEY_SIZE",
    "MAX_TOKENS",
    "MAX_VARIANCE_KEY_SIZE",
    "MAX_WORDS",
    "AlignmentExperiment",
    "AttentionExperiment",
    "BottleneckExperiment",
    "CrossExperiment",
    "Experiment",
    "Flags",
    "HeadsExperiment",
    "Mask",
    "Matrix",
    "ProjectionExperiment",
    "SelfAttentionExperiment",
    "SentenceExperiment",
    "Source",
    "VarianceExperiment",
    "check_matrix",
    "require",
]
