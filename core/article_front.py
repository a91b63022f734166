"""The front matter of article.md: title, notes, figures, facts, states and claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from core import prose
from core.article import (
    CostCurves,
    Fact,
    MapFigure,
    Note,
    PublishedCurves,
    State,
    TopWeightFigure,
)
from core.article_facts import UNKNOWN, quoted
from core.converting import converted
from core.lesson import Claim, Slide
from core.lesson_file import LessonFile, Table
from core.slide_reading import PANES, Experiments, check_texts
from core.wording import suggestion

FIGURES: dict[str, Any] = {
    kind.__struct_defaults__[0]: kind
    for kind in (TopWeightFigure, PublishedCurves, CostCurves, MapFigure)
}
NOUNS: dict[str, tuple[Any, str]] = {
    "notes": (Note, "a note"),
    "figures": (TopWeightFigure, "a figure"),
    "facts": (Fact, "a fact"),
    "states": (State, "a state"),
    "claims": (Claim, "a claim"),
}
FIELDS = ("title", *NOUNS)


def experiments_of(slides: Iterable[Slide]) -> Experiments:
    """The slides' own experiments, for `from`; a broken one is reported where it stands."""
    return Experiments(
        {
            slide.id: {} if slide.experiment is None else msgspec.to_builtins(slide.experiment)
            for slide in slides
            if slide.experiment is not None or PANES.get(slide.pane) is not None
        }
    )


@dataclass
class Front:
    """What stands above the text, by id. places: where each record stands in the file.

    dropped: the ids of what cannot be used, of which the reason has been told.
    """

    file: LessonFile
    slides: tuple[Slide, ...] | None
    title: str = ""
    notes: dict[str, Note] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Everything; what is wrong with it is noted in the file."""
        file = self.file
        title = file.table.get("title")
        self.title = title if isinstance(title, str) else file.path.parent.name
        if not isinstance(title, str) and file.readable and not file.problems:
            file.report("an article needs the field title", ("title",))
        for name in file.table:
            if name not in FIELDS:
                file.report(f"an article has no field {name}{suggestion(name, FIELDS)}", (name,))
        self.experiments = Experiments() if self.slides is None else experiments_of(self.slides)
        self.notes = self.records("notes")
        for id_, note in self.notes.items():
            file.texts[(*self.places[id_], "text")] = note.text
            for fault in prose.faults(note.text):
                file.report(fault.text, (*self.places[id_], "text"), below=fault.line)
        self.figures = self.records("figures")
        self.states = self.records("states")
        for id_, fact in self.records("facts").items():
            self.facts[id_] = self.quote(id_, fact)
        self.read_claims()

    def quote(self, id_: str, fact: Fact) -> str:
        """A fact in digits; an ellipsis, with a problem, where it cannot be measured."""
        try:
            return quoted(fact)
        except ValueError as error:
            if self.slides is not None:
                self.file.report(str(error), self.places[id_])
            return UNKNOWN

    def listed(self, name: str) -> list[tuple[int, Any]]:
        """The raw items of one list of the front matter, with their places."""
        raw = self.file.table.get(name, [])
        if not isinstance(raw, list):
            self.file.report(f"{name} must be written with two brackets, [[{name}]]", (name,))
            return []
        return list(enumerate(raw))

    def record(self, name: str, place: int, item: Any) -> Any:
        """One record with its experiment; None when something is wrong with it."""
        kind, noun = NOUNS[name]
        base: Table | None = None
        if isinstance(item, dict):
            if name == "figures":
                kind = FIGURES.get(str(item.get("kind", "top weight")), kind)
            if name == "states":
                base = self.experiments.tables.get(str(item.get("slide")))
        changes = item.get("experiment") if isinstance(item, dict) else None
        if changes is not None:
            item = {key: value for key, value in item.items() if key != "experiment"}
        record = converted(self.file, (name, place), item, kind, noun)
        if record is None or changes is None or "experiment" not in kind.__struct_fields__:
            return record
        if self.slides is None:
            return record  # the slides it begins from are not known, which has been said
        keys = (name, place, "experiment")
        whole = self.experiments.whole(self.file, keys, changes, base)
        return None if whole is None else msgspec.structs.replace(record, experiment=whole)

    def records(self, name: str) -> dict[str, Any]:
        """The sound records of one list of the front matter, by id."""
        found: dict[str, Any] = {}
        for place, item in self.listed(name):
            record = self.record(name, place, item)
            if record is None:
                self.dropped.add(str(item.get("id")) if isinstance(item, dict) else "")
                continue
            if record.id in self.places:
                self.file.report(f'the id "{record.id}" is already used', (name, place, "id"))
            found[record.id] = record
            self.places[record.id] = (name, place)
        return found

    def read_claims(self) -> None:
        """Claims are kept in the file, for the audit."""
        for place, item in self.listed("claims"):
            claim = self.record("claims", place, item)
            if claim is not None:
                check_texts(self.file, claim, ("claims", place))
                self.file.records["claims", place] = claim
