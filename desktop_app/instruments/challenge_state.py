"""What the card "Try this" says about one challenge."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardState:
    """fraction and goal_fraction are places on the bar, 0 to 1.

    reason: why there is no progress to show. away: other numbers or words stand in the lab than
    those that the challenge speaks of, and one press leads back to them.
    """

    text: str
    now: str = ""
    goal: str = ""
    fraction: float = 0.0
    goal_fraction: float = 1.0
    done: bool = False
    seen: bool = False
    place: int = 1
    of: int = 1
    hints: tuple[str, ...] = ()
    reason: str = ""
    solvable: bool = False
    away: bool = False

    @property
    def laid_out(self) -> tuple[object, ...]:
        """What decides where the parts of the card stand."""
        return self.text, self.hints, self.solvable, self.away, self.reason if self.away else ""
