"""A slide file -> a Slide that carries whatever is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from core import prose
from core.converting import converted
from core.experiment import (
    AlignmentExperiment,
    AttentionExperiment,
    BottleneckExperiment,
    CrossExperiment,
    Experiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.lesson import Challenge, Claim, Figure, Formula, Link, Prediction, Slide, SolutionStep
from core.lesson_file import LessonFile, Table
from core.solution_reading import read_solution
from core.toml_lines import KeyPath
from core.wording import nearest, suggestion

MOST_WORDS = 60
PANES: Mapping[str, type[msgspec.Struct] | None] = {
    "sentence": SentenceExperiment,
    "attention": AttentionExperiment,
    "variance": VarianceExperiment,
    "heads": HeadsExperiment,
    "bottleneck": BottleneckExperiment,
    "alignment": AlignmentExperiment,
    "projection": ProjectionExperiment,
    "self-attention": SelfAttentionExperiment,
    "cross": CrossExperiment,
    "formula": None,
    "quiz": None,
    "recap": None,
}
REQUIRED = ("id", "eyebrow", "title", "pane", "summary")
LISTS: Mapping[str, tuple[type, str]] = {
    "formulas": (Formula, "a formula"),
    "figures": (Figure, "a figure"),
    "challenges": (Challenge, "a challenge"),
    "claims": (Claim, "a claim"),
    "predictions": (Prediction, "a prediction"),
    "links": (Link, "a link"),
}
MARKDOWN = ("text", "caption", "value", "hints", "reason", "why")
FIELDS = (*REQUIRED, *LISTS, "experiment")


@dataclass
class Experiments:
    """The experiment table of every slide, by the slide's id, for `from` in other places."""

    tables: dict[str, Table] = field(default_factory=dict)

    def whole(
        self, file: LessonFile, keys: KeyPath, raw: Any, base: Table | None = None
    ) -> Experiment | None:
        """The experiment that `raw` describes, in full or as changes to another one.

        None where something is wrong with it, or with the one that it changes.

        base: the experiment that changes apply to when `raw` names none with `from`.
        """
        if not isinstance(raw, dict):
            file.report("experiment must be a table of fields", keys)
            return None
        changes = {name: value for name, value in raw.items() if name != "from"}
        if "from" in raw:
            source = raw["from"]
            if not isinstance(source, str) or source not in self.tables:
                names = suggestion(str(source), self.tables)
                file.report(f"no slide {source} has an experiment{names}", (*keys, "from"))
                return None
            base = self.tables[source]
        if "kind" not in raw and base is None:
            file.report("experiment needs kind, or from = the id of a slide that has one", keys)
            return None
        if "kind" in raw or base is None:
            return converted(file, keys, changes, Experiment, "experiment")
        if not is_sound(base):
            return None  # what is wrong with it is reported where it stands
        return converted(file, keys, {**base, **changes}, Experiment, "experiment")


def is_sound(table: Table) -> bool:
    """Whether a table is a whole experiment without a mistake."""
    try:
        msgspec.convert(table, Experiment)
    except msgspec.ValidationError:
        return False
    return True


def read_slide(file: LessonFile, number: int, experiments: Experiments) -> Slide:
    """The slide in `file`. Its problems are in the slide and in the file."""
    table = file.table
    if not table and file.problems:
        return broken_slide(file, number)
    for name in table:
        if name not in FIELDS:
            file.report(f"a slide has no field {name}{suggestion(name, FIELDS)}", (name,))
    texts = {name: text_field(file, name) for name in REQUIRED}
    experiment = own_experiment(file, experiments)
    lists: dict[str, Any] = {name: items(file, name, experiments) for name in LISTS}
    if file.readable:
        check_pane(file, texts["pane"], experiment, lists)
    check_markdown(file, texts["title"], ("title",))
    check_body(file)
    return Slide(
        id=texts["id"] or file.path.stem,
        eyebrow=texts["eyebrow"],
        title=texts["title"] or file.path.stem,
        pane=texts["pane"],
        summary=texts["summary"],
        body=file.body.strip(),
        number=number,
        experiment=experiment,
        problems=tuple(file.problems),
        **lists,
    )


def broken_slide(file: LessonFile, number: int) -> Slide:
    """A slide in place of a file that cannot be read at all."""
    name = file.path.stem
    return Slide(
        id=name,
        eyebrow="",
        title=name,
        pane="",
        summary="",
        body="",
        number=number,
        problems=tuple(file.problems),
    )


def text_field(file: LessonFile, name: str) -> str:
    """The text of a required field; empty, with a problem, when it is missing or no text."""
    value = file.table.get(name)
    if isinstance(value, str) and value.strip():
        return value
    if value is None or value == "":
        meant = {nearest(other, FIELDS) for other in file.table if other not in FIELDS}
        if file.readable and name not in meant:  # otherwise it has been said what is wrong
            file.report(f"a slide needs the field {name}", (name,))
    else:
        file.report(f'{name} must be text in quotes "..."', (name,))
    return ""


def own_experiment(file: LessonFile, experiments: Experiments) -> Experiment | None:
    """The experiment that the slide opens with."""
    raw = file.table.get("experiment")
    if raw is None:
        return None
    if isinstance(raw, dict) and "from" in raw:
        file.report("a slide writes its own experiment out; from is for claims", ("experiment",))
        return None
    return experiments.whole(file, ("experiment",), raw)


def items(file: LessonFile, name: str, experiments: Experiments) -> tuple[Any, ...]:
    """The sound items of one list of the front matter."""
    kind, noun = LISTS[name]
    raw = file.table.get(name, [])
    if not isinstance(raw, list):
        file.report(f"{name} must be written with two brackets, [[{name}]]", (name,))
        return ()
    found: list[Any] = []
    for place, item in enumerate(raw):
        keys = (name, place)
        experiment = None
        own = name == "claims" and isinstance(item, dict) and "experiment" in item
        if own:
            base = file.table.get("experiment")
            experiment = experiments.whole(file, (*keys, "experiment"), item["experiment"], base)
            item = {key: value for key, value in item.items() if key != "experiment"}
        steps: tuple[SolutionStep, ...] | None = ()
        if name == "challenges" and isinstance(item, dict) and "solution" in item:
            base = file.table.get("experiment")
            # What is wrong with the slide's experiment is reported where it stands.
            if not isinstance(base, dict) or is_sound(base):
                steps = read_solution(file, (*keys, "solution"), item["solution"], base)
            item = {key: value for key, value in item.items() if key != "solution"}
        record = converted(file, keys, item, kind, noun)
        if record is None or (own and experiment is None):
            continue
        if steps is None or (
            isinstance(record, Challenge) and not captions_fit(file, record, keys)
        ):
            continue
        check_texts(file, record, keys)
        for at, step in enumerate(steps):
            check_markdown(file, step.say, (*keys, "solution", at, "say"))
        if steps:
            record = msgspec.structs.replace(record, solution=steps)
        if experiment is not None:
            record = msgspec.structs.replace(record, experiment=experiment)
        file.records[keys] = record
        found.append(record)
    return tuple(found)


def captions_fit(file: LessonFile, challenge: Challenge, keys: KeyPath) -> bool:
    """Whether the captions hold no braces but {value}, which is replaced by a number."""
    wrong = [
        name
        for name in ("now", "goal")
        if re.search(r"[{}]", getattr(challenge, name).replace("{value}", ""))
    ]
    for name in wrong:
        file.report(f"{name} can hold {{value}} and no other braces", (*keys, name))
    return not wrong


def check_texts(file: LessonFile, record: Any, keys: KeyPath) -> None:
    """Report Markdown that cannot be shown in the texts of a challenge, claim, figure or link."""
    for name in MARKDOWN:
        value = getattr(record, name, None)
        for place, text in enumerate(value if isinstance(value, tuple) else [value]):
            item = (place,) if isinstance(value, tuple) else ()
            check_markdown(file, text, (*keys, name, *item))
            if isinstance(text, str) and not text.strip() and name != "caption":
                file.report(f"{name} is empty", (*keys, name))


def check_markdown(file: LessonFile, text: object, keys: KeyPath) -> None:
    """Report what a slide cannot show in one Markdown text of the front matter."""
    if isinstance(text, str):
        file.texts[keys] = text
        for fault in prose.faults(text):
            file.report(fault.text, keys, below=fault.line)


def check_body(file: LessonFile) -> None:
    """Report what cannot be shown in the body, and the word that makes it too long."""
    for fault in prose.faults(file.body):
        file.report_line(fault.text, file.body_line + fault.line)
    long = prose.long_text(file.body, MOST_WORDS)
    if long:
        file.report_line(
            f'a slide has at most {MOST_WORDS} words; "{long.text}" is number {MOST_WORDS + 1}',
            file.body_line + long.line,
        )


def check_pane(
    file: LessonFile, pane: str, experiment: Experiment | None, lists: Mapping[str, Any]
) -> None:
    """Report an unknown pane, and a pane without what it needs."""
    if not pane:
        return
    if pane not in PANES:
        file.report(f"there is no pane {pane}{suggestion(pane, PANES)}", ("pane",))
        return
    wanted = PANES[pane]
    raw = file.table.get("experiment")
    if wanted is None and raw is not None:
        file.report(f"the pane {pane} takes no experiment", ("experiment",))
    if wanted is not None and raw is None:
        file.report(f"the pane {pane} needs an experiment", ("pane",))
    if wanted is not None and experiment is not None and not isinstance(experiment, wanted):
        tag = wanted.__struct_config__.tag
        file.report(f'the pane {pane} needs an experiment of kind "{tag}"', ("experiment", "kind"))
    if pane == "formula" and "formulas" not in file.table:
        file.report("the pane formula needs at least one formula", ("pane",))
