"""The solution of a challenge: steps that change the slide's experiment, each with a sentence."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec

from core.converting import converted
from core.experiment import Experiment
from core.lesson import SolutionStep
from core.lesson_file import LessonFile, Table
from core.toml_lines import KeyPath
from core.wording import suggestion

Cell = tuple[str, int, int, float]


class WrittenStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step as an author writes it. set: fields with their new values. cells: single numbers of
    a matrix, each as [field, row, column, number], counting from 1.
    """

    say: str
    set: dict[str, Any] = {}
    cells: tuple[Cell, ...] = ()


def read_solution(
    file: LessonFile, keys: KeyPath, raw: Any, base: Table | None
) -> tuple[SolutionStep, ...] | None:
    """The steps, each with the whole experiment that it leads to; None when one is wrong.

    base: the slide's own experiment, which the first step begins with; each goes on from the last.
    """
    if not isinstance(raw, list) or not raw:
        file.report("solution must be a list of steps, each { say = ..., set = { ... } }", keys)
        return None
    if not isinstance(base, dict):
        file.report("a solution needs an experiment on its slide", keys)
        return None
    table, steps = deepcopy(base), []
    for place, item in enumerate(raw):
        here = (*keys, place)
        step: WrittenStep | None = converted(file, here, item, WrittenStep, "a step of a solution")
        if step is None or not applied(file, here, step, table):
            return None
        experiment: Experiment | None = converted(
            file, (*here, "set"), table, Experiment, "experiment"
        )
        if experiment is None:
            return None
        steps.append(SolutionStep(step.say, experiment))
    return tuple(steps)


def applied(file: LessonFile, keys: KeyPath, step: WrittenStep, table: Table) -> bool:
    """Change `table` as a step says; False, with a problem, where it names what is not there."""
    if not step.set and not step.cells:
        file.report("a step of a solution changes something, with set or cells", keys)
        return False
    table.update(deepcopy(step.set))
    for place, (name, row, column, number) in enumerate(step.cells):
        matrix = table.get(name)
        if not isinstance(matrix, list) or not all(isinstance(line, list) for line in matrix):
            known = [key for key, value in table.items() if is_matrix(value)]
            sentence = f"the experiment has no matrix {name}{suggestion(name, known)}"
            file.report(sentence, (*keys, "cells", place))
            return False
        if not (1 <= row <= len(matrix) and 1 <= column <= len(matrix[row - 1])):
            sentence = f"{name} has no cell in row {row}, column {column}; both count from 1"
            file.report(sentence, (*keys, "cells", place))
            return False
        matrix[row - 1][column - 1] = number
    return True


def is_matrix(value: object) -> bool:
    """Whether a value of an experiment's table is a list of rows of numbers."""
    return isinstance(value, list) and all(isinstance(row, list) for row in value) and bool(value)
