"""Which file the session belongs to, and whether it has changed since it was opened or saved.

Opening puts one undoable step on every slide: what was there comes back with undo. Nothing here
draws or asks; failures are raised as sentences.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from core.experiment import Experiment
from core.lesson import Slide
from core.saved.link import link_text, linked_state
from core.saved.marks import mark_of
from core.saved.session import TENSORS, SavedSession, UnreadableError, Unsaved, read, write
from core.tensors.remembered import OwnTensors
from desktop_app.session import Session


class Document(QObject):
    """The session as something that has a file. changed(): its name, or whether it is modified."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.path: Path | None = None
        self.mark = ""  # of what the file held when it was read or written here last
        self.baseline: dict[str, object] = {}
        self.baseline_kept: dict[int, Experiment] = {}
        # By slide id: what the file said of it, and the experiment that stood there instead.
        self.unread: dict[str, tuple[Any, Experiment | None]] = {}
        self.tensors: OwnTensors | None = None  # the learner's own files, and how they are read
        self.baseline_tensors: OwnTensors | None = None
        self.unread_tensors: Any = None
        self.lesson_slides: dict[str, Slide] = {
            slide.id: slide for slide in session.lesson.slides if slide.experiment is not None
        }
        self.set_baseline(self.starts())
        session.kept.changed.connect(lambda _: self.changed.emit())
        session.was_selected.connect(self.follow_selection)
        session.experiment_changed.connect(lambda _: self.changed.emit())
        session.slide_changed.connect(lambda _: self.changed.emit())

    # what there is

    @property
    def name(self) -> str:
        """The file's name, "" for none."""
        return "" if self.path is None else self.path.name

    @property
    def modified(self) -> bool:
        """Whether a slide differs from what was opened or saved last, but for a selection."""
        own, before = self.tensors, self.baseline_tensors
        return (
            self.session.kept.experiments != self.baseline_kept
            or (own and own.unlooked) != (before and before.unlooked)
            or any(self.differs(name, slide.number) for name, slide in self.lesson_slides.items())
        )

    def note_tensors(self, own: OwnTensors) -> None:
        """Remember what is open in "Your tensors" now."""
        if own != self.tensors:
            self.tensors, self.unread_tensors = own, None
            self.changed.emit()

    def moved_tensors(self, own: OwnTensors) -> None:
        """The same tensors lie in another place now: that is no change of the session."""
        known = self.baseline_tensors == self.tensors
        self.tensors = own
        if known:
            self.baseline_tensors = own
        self.changed.emit()

    def differs(self, name: str, number: int) -> bool:
        history = self.session.histories[number]
        if history.experiment == self.baseline[name]:
            return False
        return self.path is not None or history.experiment != history.start

    def follow_selection(self, number: int, before: Experiment) -> None:
        """What is only pointed at is no change: a slide without changes stays so."""
        name = self.session.slide_at(number).id
        if self.baseline.get(name) == before:
            self.baseline[name] = self.session.histories[number].experiment

    def starts(self) -> dict[str, object]:
        """The lesson's own experiments."""
        histories = self.session.histories
        return {name: histories[slide.number].start for name, slide in self.lesson_slides.items()}

    def set_baseline(
        self, experiments: Mapping[str, object], kept: Mapping[int, Experiment] | None = None
    ) -> None:
        """Call this state unmodified. kept: what is kept as A, as it is now without it."""
        self.baseline = {**self.starts(), **experiments}
        self.baseline_kept = dict(self.session.kept.experiments if kept is None else kept)
        self.baseline_tensors = self.tensors
        self.changed.emit()

    def belong_to(self, saved: SavedSession) -> None:
        """Call what a file holds unmodified, whatever is on show now."""
        numbers = {name: slide.number for name, slide in self.lesson_slides.items()}
        kept = {numbers[name]: one for name, one in saved.kept.items() if name in numbers}
        self.set_baseline(saved.experiments, kept)
        self.baseline_tensors = saved.tensors
        self.changed.emit()

    def state(self, unsaved: Unsaved | None = None) -> SavedSession:
        """The session as it is now. What could not be read and was not changed stays as it was."""
        histories = self.session.histories
        experiments = {
            name: histories[slide.number].experiment for name, slide in self.lesson_slides.items()
        }
        unread = {
            name: raw
            for name, (raw, instead) in self.unread.items()
            if name not in experiments or experiments[name] is instead
        }
        kept = {name: one for name, one in experiments.items() if name not in unread}
        states = {
            self.session.slide_at(number).id: one
            for number, one in self.session.kept.experiments.items()
        }
        return SavedSession(
            self.session.current.id, kept, unread, unsaved=unsaved, kept=states,
            tensors=self.tensors, unread_tensors=self.unread_tensors,
        )  # fmt: skip

    # what is done with it

    def open(self, path: Path) -> list[str]:
        """Open a session file. Returns a sentence for each slide that could not be opened.

        Raises UnreadableError, with everything as it was.
        """
        mark = mark_of(path)
        saved = read(path)
        problems = self.take(saved, f"opened {path.name}")
        self.path, self.mark = path, mark
        self.set_baseline(self.now())
        self.go(saved.slide)
        return problems

    def take(self, saved: SavedSession, what: str) -> list[str]:
        """Put the experiments of a saved session on their slides, one undoable step a slide.

        Returns a sentence for each slide that could not be opened; it stays as it is.
        """
        slides = self.lesson_slides
        self.tensors, self.unread_tensors = saved.tensors, saved.unread_tensors
        wanted = {
            slides[name].number: one for name, one in saved.experiments.items() if name in slides
        }
        refused = self.session.replace(wanted, what)
        reasons = {
            **saved.problems,
            **{
                name: "this lesson has no such pane"
                for name in saved.experiments
                if name not in slides
            },
            **{
                name: refused[slides[name].number]
                for name in saved.experiments
                if name in slides and slides[name].number in refused
            },
        }
        self.keep_unread(saved, reasons)
        reasons.update(self.take_kept(saved, reasons))
        return [f"{self.called(name)}: {reason}" for name, reason in reasons.items()]

    def take_kept(self, saved: SavedSession, told: Mapping[str, str]) -> dict[str, str]:
        """Keep what the session kept as A. Returns why one is refused, unless its slide was."""
        histories = self.session.histories
        numbers = {name: slide.number for name, slide in self.lesson_slides.items()}
        fitting = {
            numbers[name]: one
            for name, one in saved.kept.items()
            if name in numbers and type(one) is type(histories[numbers[name]].start)
        }
        refused = self.session.kept.replace(fitting)
        why = {
            name: refused.get(numbers.get(name, 0), "it does not fit this lesson")
            for name in saved.kept
            if numbers.get(name) not in self.session.kept.experiments and name not in told
        }
        return {name: f"its state A cannot be opened: {reason}" for name, reason in why.items()}

    def keep_unread(self, saved: SavedSession, reasons: Mapping[str, str]) -> None:
        """Remember what cannot be shown, so that saving does not lose it."""
        histories = self.session.histories
        self.unread = {}
        for name in reasons:
            slide = self.lesson_slides.get(name)
            instead = None if slide is None else histories[slide.number].experiment
            raw = saved.unread.get(name, saved.experiments.get(name))
            if raw is not None:
                self.unread[name] = raw, instead

    def called(self, name: str) -> str:
        """A slide in words: "05 One Matrix Multiply", or its id where the lesson lacks it."""
        slide = self.lesson_slides.get(name)
        if name == TENSORS:
            return "Your tensors"
        return name if slide is None else f"{slide.number:02d} {slide.eyebrow}"

    def now(self) -> dict[str, object]:
        histories = self.session.histories
        return {
            name: histories[slide.number].experiment for name, slide in self.lesson_slides.items()
        }

    def go(self, slide_id: str) -> None:
        """Open a slide by its id, if the lesson has it."""
        for slide in self.session.lesson.slides:
            if slide.id == slide_id:
                self.session.go(slide.number)

    def save(self, path: Path) -> None:
        """Write the session and belong to that file. Raises CannotWriteError, UnreadableError."""
        self.mark = write(path, self.state())
        self.path = path
        self.set_baseline(self.now())

    def changed_on_disk(self, path: Path) -> bool:
        """Whether saving there would replace what somebody else has written into our own file."""
        if self.path is None or os.path.realpath(path) != os.path.realpath(self.path):
            return False
        return mark_of(path) not in {"", self.mark}

    def share(self, path: Path) -> None:
        """Write the session into one file of its own and go on as before."""
        state = self.state()
        if state.tensors is not None:
            state = msgspec.structs.replace(state, tensors=state.tensors.handed_on)
        write(path, state, whole=True)

    def begin(self) -> None:
        """A new session: the lesson's own experiments, each as an undoable step."""
        starts = {
            number: history.start
            for number, history in self.session.histories.items()
            if history.experiment != history.start
        }
        self.session.replace(starts, "a new session")
        self.session.kept.replace({})
        self.path, self.mark, self.unread = None, "", {}
        self.tensors = self.unread_tensors = None
        self.set_baseline({})

    # one slide as text

    @property
    def link(self) -> str:
        """The slide in front as a short text, "" where it has no experiment."""
        experiment = self.session.experiment()
        return "" if experiment is None else link_text(self.session.current.id, experiment)

    def paste(self, text: str) -> None:
        """Open the slide in a link text as one undoable step. Raises UnreadableError."""
        name, experiment = linked_state(text)
        slide = self.lesson_slides.get(name)
        if slide is None:
            raise UnreadableError(f"This lesson has no pane named {name}")
        refused = self.session.replace({slide.number: experiment}, "pasted a link state")
        if refused:
            raise UnreadableError(f"{self.called(name)}: {refused[slide.number]}")
        self.session.go(slide.number)
