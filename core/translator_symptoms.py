"""What a fault does to a translation: how many of its words are still right, and to its weights."""

from __future__ import annotations

from core.symptom_pieces import SAME, Piece, Symptom, difference, row_sums
from core.trace import Trace
from core.traces.alignment import AlignmentTrace
from core.traces.bottleneck import BottleneckTrace, Rendering
from core.translator.scoring import in_common


def translated_symptom(right: BottleneckTrace, wrong: BottleneckTrace) -> Symptom:
    """Words right before and after, by the model with one vector and by the one with attention.

    Where nobody knows the right translation, words of the model's own that are still written.
    """
    written = [
        (before, after)
        for model in ("fixed", "attention")
        if (before := right.rendering(model)) and (after := wrong.rendering(model))
    ]
    if not written:
        return (Piece("the weights cannot be used"),)
    if all(before.words == after.words for before, after in written):
        return (Piece("nothing changes: both write the same words"),)
    pieces: list[Piece] = [Piece("words right: " if right.reference else "words kept: ")]
    for name, pair in zip(("", "; attention "), written, strict=True):
        then, now = counted(*pair, right.reference)
        pieces += [Piece(name)] if name else []
        pieces += [Piece(float(then), style="whole"), Piece(" → ")]
        pieces += [Piece(float(now), style="whole")]
    whole = len(right.reference)
    return (*pieces, Piece(f" of {whole}")) if whole else tuple(pieces)


def counted(before: Rendering, after: Rendering, reference: tuple[str, ...]) -> tuple[int, int]:
    """How many words are right in two translations; without a reference, how many stay."""
    if reference:
        return sum(before.right or ()), sum(after.right or ())
    return len(before.words), sum(in_common(after.words, before.words))


def aligned_symptom(fault: str, right: AlignmentTrace, wrong: AlignmentTrace) -> Symptom:
    """What becomes of the weights, and of the words where the weights do not tell it."""
    if right.problem:
        return (Piece("the trained weights cannot be used"),)
    before, after = right["weights"], wrong["weights"]
    if before.shape == after.shape and difference(before, after) <= SAME:
        return (Piece("nothing changes: these numbers do not show it"),)
    if fault == "no-tanh" and len(after) > 1 and not wrong_is_moved(wrong):
        return (Piece("every step looks alike: "), *kept(right, wrong))
    if fault in {"softmax-steps", "padding"}:
        return row_sums(after, before)
    return kept(right, wrong)


def wrong_is_moved(wrong: Trace) -> bool:
    """Whether the rows of weights differ, as they do where a hand moved one."""
    weights = wrong["weights"]
    apart = float((weights.max(axis=0) - weights.min(axis=0)).max())
    return bool(apart > SAME**0.5)


def kept(right: AlignmentTrace, wrong: AlignmentTrace) -> Symptom:
    """How many words of the translation without the fault are still written."""
    words, own = french(wrong), french(right)
    same = sum(in_common(words, own))
    if same == len(own) == len(words):
        return (Piece("the words stay, the weights move"),)
    return (
        Piece(float(same), style="whole"),
        Piece(" of "),
        Piece(float(len(own)), style="whole"),
        Piece(f" word{'s' * (len(own) != 1)} still written"),
    )


def french(trace: AlignmentTrace) -> tuple[str, ...]:
    """The words written, without the step that ends them."""
    return trace.tokens[: len(trace.changed) - (trace.tokens[-1:] == ("end",))]
