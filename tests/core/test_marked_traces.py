"""What is pinned changes no number: a pin takes the trace over instead of computing it anew."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from core.experiment import Experiment
from core.reading import read_lesson
from core.trace import MARKS, Trace, compute, marked

LESSON = Path(__file__).resolve().parents[2] / "resources" / "lessons" / "attention"
SLIDES = [slide for slide in read_lesson(LESSON).slides if type(slide.experiment) in MARKS]


def pinned_elsewhere(experiment: Experiment) -> Experiment:
    """The same numbers with another place pinned."""
    name = MARKS[type(experiment)]
    places: tuple[object, ...] = (1, 2) if name == "pointed" else ((1, 1), (2, 2), 1, 2)
    if type(experiment).__name__ == "HeadsExperiment":
        places = ((1, 1, 1), (1, 2, 2))
    for place in places:
        try:
            found = replace(experiment, **{name: place})
        except (TypeError, ValueError):
            continue
        if found != experiment:
            return found
    raise AssertionError(f"no other place to pin in {experiment}")


def rest(trace: Trace) -> list[object]:
    """All of a trace but its steps."""
    return [getattr(trace, part.name) for part in fields(trace) if part.name != "steps"]


@pytest.mark.parametrize("slide", SLIDES, ids=lambda slide: str(slide.id))
def test_a_trace_with_another_pin_is_what_the_engine_computes_for_it(slide: object) -> None:
    experiment = slide.experiment  # type: ignore[attr-defined]
    first = compute(experiment)
    other = pinned_elsewhere(experiment)
    taken, computed = marked(first, other), compute(other)
    assert taken is not None and taken.experiment is other and type(taken) is type(computed)
    assert list(taken.steps) == list(computed.steps)
    for name in computed.steps:
        assert taken[name] is first[name]
        np.testing.assert_array_equal(taken[name], computed[name])
    assert repr(rest(taken)) == repr(rest(computed))


def test_another_number_is_no_pin() -> None:
    slide = next(slide for slide in SLIDES if slide.pane == "attention")
    experiment = slide.experiment
    assert experiment is not None
    assert marked(compute(experiment), replace(experiment, scaled=False)) is None


def test_the_plane_of_a_projection_hangs_on_what_is_pinned() -> None:
    lesson = read_lesson(LESSON)
    experiment = next(slide.experiment for slide in lesson.slides if slide.pane == "projection")
    assert experiment is not None
    assert marked(compute(experiment), replace(experiment, pinned=2)) is None
