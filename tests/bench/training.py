"""`python -m tests.bench.training`: the longest gap of the window while both translators train.

The page is in front and draws every report. Beside it stand the processor's own time in a gap,
and a process that only looks at the clock: what both miss is the machine's doing. Needs PyTorch.
"""

from __future__ import annotations

import time

from tests.bench.opening import opened
from tests.bench.worker import Bystander, Gaps, until_end, wait

STEPS = 300


class OwnGaps(Gaps):
    """Notes how long this process itself computed between two beats."""

    def __init__(self) -> None:
        self.own, self.own_last = 0.0, time.process_time()
        super().__init__()

    def beat(self) -> None:
        now = time.process_time()
        self.own, self.own_last = max(self.own, (now - self.own_last) * 1000), now
        super().beat()


def main() -> None:
    """Measure the page at rest, a whole short training, and its cancellation."""
    with opened(5) as application:
        application.window.command("training")
        wait(500)
        training, gaps, bystander = application.training, OwnGaps(), Bystander()
        wait(1000)
        gaps.taken(), bystander.taken()

        def tell(what: str) -> None:
            longest, beside = gaps.taken(), bystander.taken()
            print(f"{what:24s} {longest:6.1f} ms, own {gaps.own:5.1f}, bystander {beside:6.1f} ms")
            gaps.own = 0.0
            gaps.taken()

        gaps.own = 0.0
        wait(3000)
        tell("page at rest")
        training.arguments = {"attention": STEPS, "fixed": STEPS, "pairs": 4000}
        training.train()
        assert training.task is not None
        tell("train() itself")
        until_end(training.task)
        tell("training to its end")
        training.train()
        wait(2000)
        gaps.taken()
        begun = time.perf_counter()
        training.cancel()
        print(f"cancel() itself {(time.perf_counter() - begun) * 1000:.1f} ms")
        bystander.process.kill()


if __name__ == "__main__":
    main()
