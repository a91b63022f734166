"""The steps from features to queries, keys and values, and to the two lookups of one query."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.attention import softmax
from core.experiments.projection import ProjectionExperiment
from core.faults import faulty_attention
from core.plane import DUST, plane_axes, shadows
from core.trace import FloatArray, Step, Trace
from core.traces.attention import attention_steps

SHARPEST = 8.0  # the last tick of the slider, which the note under the lookups quotes
TIE = 1e-12  # relative difference of dot products below which two keys count as equally good
FORMULAS = {
    "query": r"\query{Q} = X \query{W_Q}",
    "key": r"\key{K} = X \key{W_K}",
    "value": r"\value{V} = X \value{W_V}",
    "scaled": r"\beta\,\query{Q}\key{K}^\mathsf{T}",
    "masked": r"\beta\,\query{Q}\key{K}^\mathsf{T}",
}


def projection_trace(experiment: ProjectionExperiment) -> Trace:
    """Every step of a projection experiment.

    Beside the steps of attention (scaled by the sharpness, nothing masked) there are, for the
    pointed query: dot_products (n,), query_length (), shadows (n,), plane_axes (2, d_k), and in
    that plane plane_query (2,), plane_keys (n, 2), plane_feet (n, 2), off_plane (n,) distances;
    soft and hard results (d_k,), best_key (), ties () keys that share the best dot product.
    hard_output (n, d_k) is the hard result of every query.
    """
    features = np.array(experiment.features, dtype=np.float64)
    projections = {
        role: np.array(experiment.projection(role), dtype=np.float64)
        for role in ("query", "key", "value")
    }
    query, key, value = (projected(features, matrix) for matrix in projections.values())
    sharpness, fault = experiment.sharpness, experiment.fault
    attention = faulty_attention(query, key, value, scale=sharpness, fault=fault)
    steps = {
        "features": Step(features, ("query", "component"), "X"),
        "w_q": Step(projections["query"], ("feature", "component"), r"\query{W_Q}"),
        "w_k": Step(projections["key"], ("feature", "component"), r"\key{W_K}"),
        "w_v": Step(projections["value"], ("feature", "component"), r"\value{W_V}"),
        **attention_steps(attention),
    }
    for name, formula in FORMULAS.items():
        steps[name] = replace(steps[name], formula=formula)
    steps |= plane_steps(experiment, steps["query"].array, steps["key"].array)
    steps |= lookup_steps(experiment, steps)
    return Trace(experiment, steps)


def projected(features: FloatArray, matrix: FloatArray) -> FloatArray:
    """X W, with exact zeros where terms cancel: what such a sum leaves is its rounding alone.

    A query that was moved to the origin has to have length 0, not 1e-16 and some direction.
    """
    result = features @ matrix
    rounding = 4 * np.finfo(np.float64).eps * (np.abs(features) @ np.abs(matrix))
    cleaned: FloatArray = np.where(np.abs(result) <= rounding, 0.0, result)
    return cleaned


def plane_steps(
    experiment: ProjectionExperiment, queries: FloatArray, keys: FloatArray
) -> dict[str, Step]:
    """The pointed query and all keys as they stand in the plane of the query and the pinned key."""
    query, pinned = queries[experiment.pointed - 1], keys[experiment.pinned - 1]
    axes = plane_axes(query, pinned)
    caught = shadows(query, keys)
    in_plane = keys @ axes.T
    off = np.linalg.norm(keys - in_plane @ axes, axis=1)
    off[off <= DUST * np.maximum(np.linalg.norm(keys, axis=1), 1.0)] = 0.0
    return {
        "query_length": Step(np.array(caught.length), (), r"|\query{q}|"),
        "shadows": Step(caught.shadows, ("key",), r"\query{q}\cdot\key{k_j}/|\query{q}|"),
        "plane_axes": Step(axes, ("axis", "component"), ""),
        "plane_query": Step(axes @ query, ("axis",), r"\query{q}"),
        "plane_keys": Step(in_plane, ("key", "axis"), r"\key{k_j}"),
        "plane_feet": Step(caught.feet @ axes.T, ("key", "axis"), ""),
        "off_plane": Step(off, ("key",), ""),
    }


def lookup_steps(experiment: ProjectionExperiment, steps: dict[str, Step]) -> dict[str, Step]:
    """The soft and the hard result of the pointed query, and where the two would meet."""
    row = experiment.pointed - 1
    scores, values = steps["scores"].array, steps["value"].array
    best = [best_keys(line) for line in scores]
    hard = np.array([values[tied[0]] for tied in best])
    first = best[row][0]
    pick = np.zeros(len(scores))
    pick[first] = 1.0
    sharpest = softmax(SHARPEST * scores[row])
    even = softmax(0.0 * scores[row])
    return {
        "dot_products": Step(scores[row], ("key",), r"\query{q}\cdot\key{k_j}"),
        "hard_output": Step(hard, ("query", "component"), r"\value{v_{j^*}}"),
        "soft": Step(steps["output"].array[row], ("component",), r"\weight{w}\value{V}"),
        "hard": Step(hard[row], ("component",), r"\value{v_{j^*}}"),
        "hard_weights": Step(pick, ("key",), r"j^* = \arg\max_j \query{q}\cdot\key{k_j}"),
        "best_key": Step(np.array(float(first)), (), r"j^*"),
        "ties": Step(np.array(float(len(best[row]))), (), ""),
        "sharpest_weight": Step(np.array(sharpest[first]), (), ""),
        "even_weight": Step(np.array(even[first]), (), r"1/n"),
    }


def best_keys(scores: FloatArray) -> list[int]:
    """The keys with the largest dot product, first key first; several where they tie."""
    top = float(scores.max())
    return [int(j) for j in np.flatnonzero(top - scores <= TIE * max(abs(top), 1.0))]
