"""Measures what a layer costs on this machine; a job for the worker process, without PyTorch."""

from __future__ import annotations

from dataclasses import replace

from core.measured_cost import LAYERS, LENGTHS, REPEATS, MeasuredCost, layer_run, peak_of, timed
from core.training.work import RefusalError, Work

MOST = 4096  # scores of one layer then take 134 MB


def measure_cost(
    work: Work, width: int, lengths: tuple[int, ...] = LENGTHS, repeats: int = REPEATS
) -> MeasuredCost:
    """Time self-attention and a recurrence over tokens of `width` numbers, the short ones first.

    Reports the MeasuredCost so far after each run. Raises RefusalError for lengths beyond 4096.
    """
    if not lengths or max(lengths) > MOST or min(lengths) < 1:
        raise RefusalError(f"Lengths from 1 to {MOST} can be measured.")
    found = MeasuredCost(width)
    whole = sum(n * n for n in lengths) * len(LAYERS)
    done = 0
    for length in lengths:
        for layer in LAYERS:
            work.check()
            run = layer_run(layer, length, width)
            run()  # the first run also warms caches
            work.check()
            seconds, peak = timed(run, repeats), peak_of(run)
            done += length * length
            measured = found.layer(layer).with_run(length, seconds, peak)
            if layer == "self-attention":
                found = replace(found, attention=measured, share=done / whole)
            else:
                found = replace(found, recurrent=measured, share=done / whole)
            work.report(found)
    return replace(found, share=1.0)
