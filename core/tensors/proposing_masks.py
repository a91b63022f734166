"""What a mask or lengths of samples mean, as far as a file tells it; the rest is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from core.masks import is_ambiguous
from core.tensors.gathering import AnyArray
from core.tensors.readings import Polarity, Question
from core.tensors.refusing import TensorFileError
from core.tensors.weight_checks import places_words


class Masks(NamedTuple):
    """What is proposed, what is possible, why, and what is asked."""

    polarity: Polarity = ""
    polarities: tuple[Polarity, ...] = ()
    reasons: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()


def about_masks(arrays: Mapping[str, AnyArray], roles: dict[str, str]) -> Masks:
    """What is said of the mask and of the lengths among some arrays."""
    polarity: Polarity = ""
    polarities: tuple[Polarity, ...] = ()
    reasons: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    if "mask" in roles:
        polarity, polarities, said, question = about_mask(arrays[roles["mask"]])
        reasons = (said,)
        questions = (Question("polarity", question),) if question else ()
    if "lengths" in roles:
        name = roles["lengths"]
        reasons += (f"{name} counts the real tokens of each sample; those after them are padding",)
    return Masks(polarity, polarities, reasons, questions)


def about_mask(mask: AnyArray) -> tuple[Polarity, tuple[Polarity, ...], str, str]:
    """(polarity, what is possible, reason, question). Only 0 and -inf decide it without asking."""
    name = mask.name
    both: tuple[Polarity, ...] = ("", "attend", "hidden")
    if mask.boolean:
        said = f"{name} holds booleans; libraries disagree on what True means{would_hide(mask)}"
        return "", both, said, f"say whether True in {name} may attend or is hidden"
    numbers = mask.part()
    wrong = np.isnan(numbers) | (numbers == np.inf)
    if wrong.any():
        place = ", ".join(str(int(one) + 1) for one in np.argwhere(wrong)[0])
        what = "+inf" if numbers[tuple(np.argwhere(wrong)[0])] > 0 else "NaN"
        raise TensorFileError(
            f"{name} is {what} at [{place}] (counting from 1), which a mask cannot add to a score; "
            "hide with -inf"
        )
    if is_ambiguous(numbers) or not numbers.any():
        kind = "whole numbers" if mask.whole else "only 0.0 and 1.0"
        said = f"{name} holds {kind}: 1 may mean attend (tokenizers) or hidden (PyTorch)"
        said += would_hide(mask)
        more: tuple[Polarity, ...] = both if mask.whole else (*both, "additive")
        return "", more, said, f"say what 1 means in {name}; until then it is not used"
    if (numbers <= 0).all():
        said = f"{name} holds 0 and negative numbers or -inf: it is added to the scores"
        return "additive", ("additive", ""), said, ""
    said = f"{name} holds numbers of both signs"
    return "", ("", "additive"), said, f"say whether {name} is added to the scores"


def would_hide(mask: AnyArray) -> str:
    """Which keys each meaning of a mask would hide from every query."""
    numbers = mask.part().reshape(-1, mask.shape[-1])
    said, one = [], "True" if mask.boolean else "1"
    for meaning, hidden in (("attends", numbers == 0), ("is hidden", numbers != 0)):
        gone = np.flatnonzero(hidden.all(axis=0))
        if gone.size:
            said.append(f"{places_words(gone)} if {one} {meaning}")
    return f"; it would hide {', and '.join(said)}" if said else ""
