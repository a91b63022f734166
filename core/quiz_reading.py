"""quiz.toml -> questions, each with every choice's reason."""

from __future__ import annotations

from typing import Any

import msgspec

from core.converting import converted
from core.lesson import Choice, Question, SeeLive, Series
from core.lesson_file import LessonFile
from core.slide_reading import Experiments, check_texts
from core.toml_lines import KeyPath
from core.wording import suggestion

FEWEST_CHOICES = 2


def read_questions(
    file: LessonFile, slides: set[str], experiments: Experiments
) -> tuple[Question, ...]:
    """The sound questions of the quiz. slides: the ids that a question may refer to."""
    for name in file.table:
        if name != "questions":
            file.report(f"the quiz has no field {name}{suggestion(name, ['questions'])}", (name,))
    raw = file.table.get("questions", [])
    if not isinstance(raw, list) or not raw:
        if not file.problems:
            file.report("the quiz has no questions; each one begins with [[questions]]")
        return ()
    found: list[Question] = []
    places: dict[str, int] = {}
    for place, item in enumerate(raw):
        question = read_question(file, ("questions", place), item, slides, experiments)
        if question is None:
            continue
        before = len(file.problems)
        check_question(file, ("questions", place), question, slides)
        if len(file.problems) > before:
            continue
        if question.id in places:
            first = file.line(("questions", places[question.id], "id"))
            sentence = f'the id "{question.id}" is already used on line {first}'
            file.report(sentence, ("questions", place, "id"))
        else:
            places[question.id] = place
            file.records["questions", place] = question
            found.append(question)
    return tuple(found)


def read_question(
    file: LessonFile, keys: KeyPath, raw: Any, slides: set[str], experiments: Experiments
) -> Question | None:
    """One question; None when something in it is wrong."""
    if not isinstance(raw, dict):
        file.report("a question must be a table of fields", keys)
        return None
    before = len(file.problems)
    choices: list[Choice | None] = []
    for place, item in enumerate(listing(file, keys, raw, "choices")):
        choice = converted(file, (*keys, "choices", place), item, Choice, "a choice")
        check_texts(file, choice, (*keys, "choices", place))
        choices.append(choice)
    evidence = [
        series(file, (*keys, "evidence", place), item, experiments)
        for place, item in enumerate(listing(file, keys, raw, "evidence"))
    ]
    see = read_see(file, keys, raw, slides, experiments)
    bare = {**raw, "choices": [], "evidence": []}
    bare.pop("see", None)
    question: Question | None = converted(file, keys, bare, Question, "a question")
    if question is None or None in evidence or len(file.problems) > before:
        return None
    check_texts(file, question, keys)
    return msgspec.structs.replace(
        question, choices=tuple(choices), evidence=tuple(evidence), see=see
    )


def listing(file: LessonFile, keys: KeyPath, raw: dict[str, Any], name: str) -> list[Any]:
    """The list `name` of a question; empty, with a problem, when it is no list."""
    value = raw.get(name, [])
    if isinstance(value, list):
        return value
    file.report(f"{name} must be a list", (*keys, name))
    return []


def series(file: LessonFile, keys: KeyPath, raw: Any, experiments: Experiments) -> Series | None:
    """One figure of the evidence, with its experiments filled in."""
    if not isinstance(raw, dict):
        file.report("evidence must be a table of fields", keys)
        return None
    filled = with_experiment(file, keys, raw, experiments)
    points = listing(file, keys, raw, "points")
    bars = [
        with_experiment(file, (*keys, "points", place), item, experiments)
        for place, item in enumerate(points)
    ]
    if filled is None or None in bars:
        return None
    filled["points"] = bars
    record: Series | None = converted(file, keys, filled, Series, "evidence")
    if record is not None and (record.step is None) == (not record.points):
        file.report("evidence shows either a step of an experiment or points", keys)
    if record is not None and record.step is not None and record.experiment is None:
        file.report("evidence that shows a step needs an experiment", keys)
    return record


def with_experiment(file: LessonFile, keys: KeyPath, raw: Any, experiments: Experiments) -> Any:
    """`raw` with its experiment, written in full or as changes, as a whole one; None on error."""
    if not isinstance(raw, dict):
        return raw
    if "experiment" not in raw:
        return dict(raw)
    whole = experiments.whole(file, (*keys, "experiment"), raw["experiment"])
    filled = {name: value for name, value in raw.items() if name != "experiment"}
    return {**filled, "experiment": msgspec.to_builtins(whole)} if whole else None


def read_see(
    file: LessonFile,
    keys: KeyPath,
    raw: dict[str, Any],
    slides: set[str],
    experiments: Experiments,
) -> SeeLive | None:
    """Where the question can be tried; its experiment may be changes to that slide's own."""
    if "see" not in raw:
        return None
    keys = (*keys, "see")
    see = raw["see"]
    bare = see
    if isinstance(see, dict):
        bare = {name: value for name, value in see.items() if name != "experiment"}
    live: SeeLive | None = converted(file, keys, bare, SeeLive, "see")
    if live is None or not is_slide(file, (*keys, "slide"), live.slide, slides):
        return None
    if "experiment" not in see:
        return live
    base = experiments.tables.get(live.slide)
    experiment = experiments.whole(file, (*keys, "experiment"), see["experiment"], base)
    return msgspec.structs.replace(live, experiment=experiment)


def is_slide(file: LessonFile, keys: KeyPath, name: str, slides: set[str]) -> bool:
    """Whether there is a slide `name`; a problem where there is none."""
    if name not in slides:
        file.report(f"there is no slide {name}{suggestion(name, slides)}", keys)
    return name in slides


def check_question(file: LessonFile, keys: KeyPath, question: Question, slides: set[str]) -> None:
    """Report a question that cannot be answered, or that leads nowhere."""
    choices = question.choices
    if len(choices) < FEWEST_CHOICES:
        file.report(f"a question needs at least {FEWEST_CHOICES} choices", keys)
    elif sum(choice.right for choice in choices) != 1:
        count = sum(choice.right for choice in choices)
        file.report(f"exactly one choice must have right = true; here {count} have it", keys)
    for place, choice in enumerate(choices):
        for earlier in choices[:place]:
            same = "id" if choice.id == earlier.id else "text"
            if same == "id" or choice.text.strip() == earlier.text.strip():
                sentence = f"two choices have the same {same}: {getattr(choice, same)}"
                file.report(sentence, (*keys, "choices", place, same))
    is_slide(file, (*keys, "slide"), question.slide, slides)
