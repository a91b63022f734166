"""The one mutable object: which slide is open, what each slide's experiment is, and the answers.

Everything else is computed from it. Answers live here only and are never written anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal

from core.experiment import Experiment
from core.lesson import Lesson, Slide
from core.trace import marked
from desktop_app.answers import Answers
from desktop_app.challenges import earned, give
from desktop_app.history import History
from desktop_app.kept import Kept
from desktop_app.sitting import Sitting
from desktop_app.states import States
from desktop_app.way_back import WayBack


class Session(States):
    """Signals are past tense; whoever shows something listens and asks back."""

    slide_changed = Signal(int)
    was_selected = Signal(int, object)  # only what is pointed at changed; the experiment before
    was_reset = Signal(int)  # fields let go of what is typed, even where nothing else changed
    answers_changed = Signal()  # of the knowledge check, or the question in front
    challenge_reached = Signal(str)
    solution_seen = Signal(str)  # a challenge whose solution played itself
    article_wanted = Signal()  # the reader goes back to the article
    practice_wanted = Signal()
    said = Signal(str)
    refused = Signal(str)

    def __init__(self, lesson: Lesson, done: Iterable[str] = (), seen: Iterable[str] = ()) -> None:
        super().__init__(lesson)
        self.answers = Answers()
        self.kept = Kept(self)
        self.practice = Sitting()
        self.visited: set[int] = set()
        self.done = set(done)  # the challenges that the learner reached
        self.seen = set(seen)  # those of which only a solution was seen
        self.way_back: WayBack | None = None

    # where we are

    def slide_at(self, number: int) -> Slide:
        return self.lesson.slides[number - 1]

    @property
    def current(self) -> Slide:
        return self.slide_at(self.slide)

    def go(self, number: int) -> None:
        """Open a slide; numbers outside the lesson do nothing."""
        if 1 <= number <= len(self.lesson.slides):
            self.slide = number
            self.visited.add(number)
            self.slide_changed.emit(number)

    def number_of(self, slide_id: str) -> int:
        """The number of a slide by its id. Raises KeyError for an unknown one."""
        for slide in self.lesson.slides:
            if slide.id == slide_id:
                return slide.number
        raise KeyError(slide_id)

    # experiments

    def edit(
        self,
        experiment: Experiment,
        what: str,
        gesture: object = None,
        number: int | None = None,
        own: bool = True,
    ) -> None:
        """Change a slide's experiment, the current one's unless `number` says which.

        A lab names its own slide: it may still speak while another one is being opened. What the
        engine refuses changes nothing. own: whether the learner did it, so that challenges count.
        """
        number = number or self.slide
        history = self.histories[number]
        if experiment == history.experiment:
            return
        try:
            self.computed(experiment, number)
        except ValueError as error:
            self.refused.emit(str(error))
            return
        history.edit(experiment, what, gesture)
        self.said.emit(what)
        (self.check_challenges if own else self.give_challenges)(number)
        self.experiment_changed.emit(number)

    def select(self, experiment: Experiment, number: int | None = None) -> None:
        """Change what is pointed at or pinned on a slide; undo passes over it."""
        number = number or self.slide
        history = self.histories[number]
        before = history.experiment
        if experiment != before:
            trace = self.traces.get(number)
            history.select(experiment)
            if trace is not None and trace.experiment is before:
                same = marked(trace, experiment)
                self.traces.update({} if same is None else {number: same})
            self.was_selected.emit(number, before)
            self.check_challenges(number)
            self.experiment_changed.emit(number)

    def replace(self, experiments: Mapping[int, Experiment], what: str) -> dict[int, str]:
        """Put an experiment on each of several slides: one undoable step a slide.

        Returns why an experiment was refused, by the number of its slide, which stays as it is.
        Challenges do not count here: these numbers were made before, or by somebody else.
        """
        refused: dict[int, str] = {}
        for number, experiment in experiments.items():
            history = self.histories[number]
            if experiment == history.experiment:
                history.select(experiment)  # no step, but 0 and -0 as they come
                continue
            if type(experiment) is not type(history.start):
                refused[number] = "this pane takes another kind of experiment"
                continue
            try:
                self.computed(experiment, number)
            except ValueError as error:
                refused[number] = str(error)
                continue
            history.edit(experiment, what)
            self.give_challenges(number)
            self.experiment_changed.emit(number)
        return refused

    def open_experiment(self, number: int, experiment: Experiment, what: str) -> None:
        """Go to a slide to look at an experiment there, as one undoable step.

        It is not the learner's own, so challenges do not count it; undo brings that back.
        """
        self.go(number)
        before = self.experiment(number)
        refused = self.replace({number: experiment}, what)
        if refused:
            self.refused.emit(refused[number])
        elif self.experiment(number) is not before:
            self.said.emit(f"{what}; undo brings back what was here")

    def replace_everywhere(self, field: str, gone: str, by: str) -> None:
        """What a field names is gone: name another in every state, undone and kept ones too."""
        self.kept.replace_everywhere(field, gone, by)
        for number, history in self.histories.items():
            before = history.experiment
            history.replace_everywhere(field, gone, by)
            if history.experiment is not before:
                self.experiment_changed.emit(number)

    # undo

    @property
    def can_undo(self) -> bool:
        history = self.histories.get(self.slide)
        return history is not None and history.can_undo

    @property
    def can_redo(self) -> bool:
        history = self.histories.get(self.slide)
        return history is not None and history.can_redo

    @property
    def can_reset(self) -> bool:
        history = self.histories.get(self.slide)
        return history is not None and history.experiment != history.start

    def undo(self) -> None:
        if self.can_undo:
            what = self.histories[self.slide].undo()
            self.said.emit(f"undone: {what}")
            self.experiment_changed.emit(self.slide)

    def redo(self) -> None:
        if self.can_redo:
            what = self.histories[self.slide].redo()
            self.said.emit(f"done again: {what}")
            self.experiment_changed.emit(self.slide)

    def reset(self) -> None:
        """Back to what the slide opened with, as a step that can itself be undone."""
        history = self.histories.get(self.slide)
        if history is not None:
            self.edit(history.start, "reset to the pane's own numbers")
            self.was_reset.emit(self.slide)

    def restart(self) -> None:
        """Answers, visited marks and experiments as at the start, then the first slide.

        Which challenges were reached stays: they are the learner's, not the sitting's.
        """
        self.histories = {
            number: History(history.start) for number, history in self.histories.items()
        }
        self.traces.clear()
        self.seconds.clear()
        self.answers.clear()
        self.kept.replace({})
        self.answers_changed.emit()
        self.practice.clear()
        self.way_back = None
        self.visited.clear()
        self.go(1)

    # challenges

    def check_challenges(self, number: int) -> None:
        """Note every challenge of a slide that the learner has just reached."""
        slide, trace = self.slide_at(number), self.trace(number)
        for challenge in earned(slide, self.histories[number], trace):
            if challenge not in self.done:
                self.done.add(challenge)
                self.seen.discard(challenge)
                self.challenge_reached.emit(challenge)

    def give_challenges(self, number: int) -> None:
        """Note what a slide's new state meets without the learner's doing."""
        trace, history = self.traces.get(number), self.histories[number]
        known = trace is not None and trace.experiment is history.experiment
        give(self.slide_at(number), history, trace if known else None)

    def see_solution(self, challenge: str) -> None:
        """A solution has played to its end: seen is not done."""
        if challenge not in self.done:
            self.seen.add(challenge)
            self.solution_seen.emit(challenge)
            self.experiment_changed.emit(self.slide)

    def clear_challenges(self) -> None:
        """Forget which challenges were reached, and which solutions were seen."""
        self.done.clear()
        self.seen.clear()
        self.experiment_changed.emit(self.slide)
