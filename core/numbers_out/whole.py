"""A whole trace as one file: .npz, .safetensors or JSON, every step in full precision."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import numpy as np

from core.arrays import Floats
from core.experiment import Experiment
from core.saved.plain import plain, text_of
from core.trace import Trace

MARK = "The Attention Mechanism, trace"
VERSION = 1


def npz(trace: Trace) -> bytes:
    """Every step by its name, as `numpy.load` reads it without pickles.

    The words that belong to the tokens' axes are there as `tokens` and `key_tokens`, the
    experiment, from which all follows, as JSON in `experiment`.
    """
    arrays: dict[str, Any] = {name: step.array for name, step in trace.steps.items()}
    for front, experiment in trace.experiments.items():
        for name in ("tokens", "key_tokens"):
            words = getattr(experiment, name, ())
            if words and front + name not in arrays:
                arrays[front + name] = np.array(words, dtype=np.str_)
        arrays[f"{front}experiment"] = np.array(experiment_text(experiment), dtype=np.str_)
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    return content.getvalue()


def safetensors(trace: Trace) -> bytes:
    """Every step by its name; experiment, axes and formulas as the file's own notes."""
    from safetensors.numpy import save

    # in C order, as the file wants it; ascontiguousarray would give a single number an axis
    arrays = {name: np.array(step.array, order="C") for name, step in trace.steps.items()}
    notes = {"file": MARK, "version": str(VERSION)}
    for front, experiment in trace.experiments.items():
        notes[f"{front}experiment"] = experiment_text(experiment)
    for name, step in trace.steps.items():
        notes[f"axes of {name}"] = ", ".join(step.axes)
        notes[f"formula of {name}"] = step.formula
    return save(arrays, metadata=notes)


def json(trace: Trace) -> bytes:
    """Every step with its axes, shape, formula and numbers, as strict JSON.

    JSON knows no NaN and no infinities: they are the texts "nan", "inf" and "-inf", which Python's
    float() reads.
    """
    steps = {
        name: {
            "axes": list(step.axes),
            "shape": list(step.array.shape),
            "formula": step.formula,
            "numbers": strict(step.array),
        }
        for name, step in trace.steps.items()
    }
    table: dict[str, Any] = {"file": MARK, "version": VERSION}
    for front, experiment in trace.experiments.items():
        table[f"{front}experiment"] = plain(experiment)
    return text_of({**table, "problem": trace.problem, "steps": steps}).encode()


def strict(array: Floats) -> Any:
    """An array as lists of numbers and, where one is not finite, texts."""

    def walk(value: Any) -> Any:
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        return value if np.isfinite(value) else repr(float(value))

    return array.tolist() if np.isfinite(array).all() else walk(array.tolist())


def experiment_text(experiment: Experiment) -> str:
    """An experiment as one line of JSON."""
    return msgspec.json.encode(plain(experiment)).decode()
