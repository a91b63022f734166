"""The training of both translators, as the window sees it: the run, and the pairs it has made.

It goes on while other pages and slides are in front. Nothing here draws.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from core.training.recipe import COURSES
from core.translator import keeping, shelf
from core.translator.keeping import Account
from core.translator.network import Translator
from core.translator.shelf import Pair
from desktop_app.session import Session
from desktop_app.tasks import OneTask
from desktop_app.training import words
from desktop_app.worker_process import WorkerProcess

if TYPE_CHECKING:  # what a run needs is loaded with the first one
    from core.training.pair_progress import PairOutcome, PairProgress

MOST_SEED = 9999
FIELD = "pair"  # of an experiment that shows translators: their name
RUNNING = ""  # in place of a pair's name: the run under way


class Training(OneTask):
    """changed(): something to draw anew. said(words), refused(sentence): for the status line.

    chosen: the pair that the page shows, RUNNING for the run. sentence: what went wrong, "" if
    nothing did; failed: whether it was the last run.
    """

    changed = Signal()
    said = Signal(str)
    refused = Signal(str)

    def __init__(
        self, session: Session, worker: WorkerProcess, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self.worker, self.folder = session, worker, folder
        self.seed, self.course = 1, "short"
        self.arguments: dict[str, object] = {}  # beside seed and steps; tests make it shorter
        self.run_course, self.run_seed = self.course, self.seed
        self.progress: PairProgress | None = None
        self.losses: tuple[list[tuple[int, float]], list[tuple[int, float]]] = ([], [])
        self.sentence, self.failed = "", False
        self.accounts: dict[str, Account] = {}
        self.kept: set[str] = set()
        self.chosen = shelf.SHIPPED
        session.experiment_changed.connect(lambda _: self.changed.emit())
        self.find()

    def find(self) -> None:
        """Put what was kept earlier on the shelf; its weights are read when they are wanted."""
        found = keeping.found(self.folder)
        for account in found.accounts:
            self.accounts[account.name] = account
            self.kept.add(account.name)
            if account.name not in shelf.names():
                shelf.put_kept(account.name, keeping.reader(self.folder, account))
        if found.problems:
            self.sentence = f"{found.problems[0][0].upper()}{found.problems[0][1:]}."

    # the run

    def set_seed(self, seed: int) -> None:
        """Choose the seed of the next run."""
        self.seed = seed
        self.said.emit(f"the next training starts from seed {seed}")
        self.changed.emit()

    def set_course(self, course: str) -> None:
        """Choose how long the next run is."""
        self.course = course
        self.said.emit(f"{course} course: {words.course_words(course)}")
        self.changed.emit()

    def train(self) -> None:
        """Start a run with the chosen seed and course; one at a time."""
        if self.running:
            return
        arguments: dict[str, object] = {"seed": self.seed}
        arguments |= dict(COURSES[self.course].steps.items())
        arguments |= self.arguments
        self.run_course, self.run_seed = self.course, self.seed
        self.progress, self.losses = None, ([], [])
        self.sentence, self.failed = "", False
        self.task = task = self.worker.start("train_pair", **arguments)
        task.progressed.connect(self.take)
        task.finished.connect(self.finish)
        task.refused.connect(self.fail)
        task.failed.connect(self.fail)
        task.state_changed.connect(lambda _: self.changed.emit())
        self.chosen = RUNNING
        self.said.emit(f"training both translators from seed {self.seed}")
        self.changed.emit()

    def pause_or_resume(self) -> None:
        """Let the run rest, or go on, and say so."""
        rested = self.paused
        super().pause_or_resume()
        if self.paused != rested:
            self.said.emit("the training goes on" if rested else "the training is paused")

    def cancel(self) -> None:
        """Give the run up; nothing of it stays."""
        if self.task is not None and self.task.open:
            self.task.cancel()
            self.forget_run()
            self.said.emit("the training is cancelled")
            self.changed.emit()

    def take(self, progress: PairProgress) -> None:
        """Note how far the run is."""
        self.progress = progress
        for kept, model in zip(self.losses, (progress.attention, progress.fixed), strict=True):
            if model is not None and model.step and (not kept or kept[-1][0] != model.step):
                kept.append((model.step, model.loss))
        self.changed.emit()

    def finish(self, outcome: PairOutcome) -> None:
        """Put the trained pair on the shelf."""
        account = self.account_of(outcome)
        attention, fixed = Translator(outcome.attention), Translator(outcome.fixed)
        shelf.put(account.name, keeping.made_pair(account, attention, fixed))
        self.accounts[account.name] = account
        self.forget_run(account.name)
        self.said.emit(f"trained in {outcome.seconds:.0f} seconds: {account.name}")
        self.changed.emit()

    def account_of(self, outcome: PairOutcome) -> Account:
        """What is known of a pair that was just trained."""
        wanted = name = words.pair_name(self.run_course, self.run_seed)
        number = 1
        while name in shelf.names():
            number += 1
            name = f"{wanted}, run {number}"
        return Account(
            name=name,
            course=self.run_course,
            seed=self.run_seed,
            steps=(outcome.attention_recipe.steps, outcome.fixed_recipe.steps),
            made=date.today().isoformat(),
            seconds=outcome.seconds,
            versions=outcome.versions,
            attention_quality=outcome.attention_quality,
            fixed_quality=outcome.fixed_quality,
            attention_losses=tuple(self.losses[0]),
            fixed_losses=tuple(self.losses[1]),
        )

    def fail(self, sentence: str) -> None:
        """Say why the run came to nothing."""
        self.sentence, self.failed = sentence, True
        self.forget_run()
        self.refused.emit(sentence)
        self.changed.emit()

    def forget_run(self, chosen: str = shelf.SHIPPED) -> None:
        """There is no run any more; show a pair in its place."""
        self.task, self.progress = None, None
        self.losses = ([], [])
        if self.chosen == RUNNING:
            self.chosen = chosen

    # the pairs

    def names(self) -> list[str]:
        """Every pair that can be shown, the run first."""
        return [*([RUNNING] if self.running else []), *shelf.names()]

    def choose(self, name: str) -> None:
        """Show another pair on the page."""
        self.chosen = name
        self.changed.emit()

    def pair(self) -> Pair:
        """The chosen pair, read if it is a kept one. Raises ValueError in words for the learner."""
        return shelf.pair(self.chosen)

    def panes_with(self, name: str) -> list[int]:
        """The numbers of the slides that show a pair."""
        return [number for number in self.panes() if self.pair_on(number) == name]

    def panes(self) -> list[int]:
        """The slides whose experiment names a pair."""
        return [number for number in self.session.histories if self.pair_on(number) is not None]

    def pair_on(self, number: int) -> str | None:
        """The pair that a slide's experiment names, None where it names none."""
        return getattr(self.session.experiment(number), FIELD, None) or None

    def use(self) -> None:
        """Show the chosen pair in every pane that shows translators; one undo step in each."""
        try:
            self.pair()
        except ValueError as error:
            self.refused.emit(str(error))
            return
        what = f"translators: {self.chosen}"
        before = self.panes_with(self.chosen)
        for number in self.panes():
            experiment = self.session.experiment(number)
            assert experiment is not None
            changed = msgspec.structs.replace(experiment, **{FIELD: self.chosen})
            self.session.edit(changed, what, number=number)
        panes = self.panes_with(self.chosen)
        if panes != before:
            self.said.emit(f"{self.chosen}: {words.sitting(panes)}")
        self.changed.emit()

    def keep(self) -> None:
        """Write the chosen pair to the disk, so that the next start finds it."""
        name = self.chosen
        try:
            keeping.keep(self.folder, self.accounts[name], shelf.pair(name))
        except OSError as error:
            self.refused.emit(f"it could not be kept: {error.strerror or error}")
            return
        self.kept.add(name)
        self.said.emit(f"kept: {name}; the next start finds it")
        self.changed.emit()

    def drop(self) -> None:
        """Take the chosen pair from shelf and disk; panes that show it fall back."""
        name = self.chosen
        if name not in self.accounts:
            return
        try:
            keeping.discard(self.folder, name)
        except OSError as error:
            self.refused.emit(f"it could not be deleted: {error.strerror or error}")
            return
        panes = self.panes_with(name)
        self.session.replace_everywhere(FIELD, name, shelf.SHIPPED)
        shelf.drop(name)
        del self.accounts[name]
        self.kept.discard(name)
        self.chosen = shelf.SHIPPED
        back = " and ".join(f"{number:02d}" for number in panes)
        told = f"dropped: {name}"
        self.said.emit(f"{told}; {back} show the shipped translators again" if back else told)
        self.changed.emit()

    def close(self) -> None:
        """Take this window's pairs from the shelf; what is kept stays on the disk."""
        for name in self.accounts:
            shelf.drop(name)
