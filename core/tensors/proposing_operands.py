"""How Q, K, V and masks, or X and its projections, are laid out, and what is not known of them."""

from __future__ import annotations

import numpy as np

from core.tensors.gathering import AnyArray, Collection, TensorStack
from core.tensors.names import ROLES, is_conv1d
from core.tensors.readings import (
    INPUT_AXES,
    MATRIX_WORDS,
    TOKEN_AXES,
    Kind,
    Matrices,
    Polarity,
    Proposal,
    Question,
    Reading,
    axes_words,
)
from core.tensors.refusing import TensorFileError, shape_words
from core.tensors.stored_matrices import choices as matrix_choices
from core.tensors.weight_checks import places_words


def for_operands(collection: Collection, roles: dict[str, str], kind: Kind) -> Proposal:
    """How Q, K and V are laid out, and what is not known of a mask."""
    arrays = collection.arrays
    query, key = arrays[roles["query"]], arrays[roles["key"]]
    choices = TOKEN_AXES.get(len(query.shape), ())
    if not choices:
        raise TensorFileError(
            f"{collection.title}: {query.name} has the shape {shape_words(query.shape)}; Q needs "
            "n × d, heads × n × d or batch × heads × n × d"
        )
    axes, why, sure = choices[0], "the usual order", len(query.shape) == 2
    if isinstance(query, TensorStack):
        axes = next(one for one in choices if one[0] == query.axis)
        why, sure = f"the file keeps the {query.axis}s apart", True
    elif len(query.shape) == 4 and query.shape[1] > query.shape[2] and differing(query, key) == 2:
        axes, why = ("batch", "token", "head", "d"), "Q and K differ in the third axis: heads"
    reasons = [f"{query.name} {shape_words(query.shape)} is {axes_words(axes)}: {why}"]
    assumed = Question("axes", f"assumed that the axes are {axes_words(axes)}")
    questions = [] if sure else [assumed]
    names = ("query", "key", "value", "mask", "weights")
    used = tuple((role, roles[role]) for role in names if role in roles)
    polarities: tuple[Polarity, ...] = ()
    polarity: Polarity = ""
    if "mask" in roles:
        polarity, polarities, said, question = about_mask(arrays[roles["mask"]])
        reasons.append(said)
        questions += [Question("polarity", question)] if question else []
    whole = [one.name for one in (query, key) if one.whole]
    if whole:
        reasons.append(f"{' and '.join(whole)} hold whole numbers, computed with as float64")
    reading = Reading(kind, used, axes, polarity=polarity)
    return Proposal(reading, tuple(reasons), tuple(questions), choices, (kind,), polarities)


def differing(query: AnyArray, key: AnyArray) -> int:
    """The one axis in which two shapes differ; -1 where there is none or more."""
    if len(query.shape) != len(key.shape):
        return -1
    apart = [place for place, sizes in enumerate(zip(query.shape, key.shape, strict=True))
             if sizes[0] != sizes[1]]  # fmt: skip
    return apart[0] if len(apart) == 1 else -1


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
    if np.isin(numbers, (0.0, 1.0)).all():
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
    said = []
    for meaning, hidden in (("attends", numbers == 0), ("is hidden", numbers != 0)):
        gone = np.flatnonzero(hidden.all(axis=0))
        if gone.size:
            said.append(f"{places_words(gone)} if 1 {meaning}")
    return f"; it would hide {', and '.join(said)}" if said else ""


def for_projections(collection: Collection, roles: dict[str, str], kind: Kind) -> Proposal:
    """How X and the matrices that project it are laid out."""
    arrays = collection.arrays
    reasons: list[str] = []
    questions: list[Question] = []
    if "x" not in roles:
        missing = "there is no X: open the file with the inputs together with this one"
        axes: tuple[str, ...] = ()
        choices: tuple[tuple[str, ...], ...] = ()
    else:
        missing = ""
        x = arrays[roles["x"]]
        choices = INPUT_AXES.get(len(x.shape), ())
        if not choices:
            raise TensorFileError(
                f"{collection.title}: {x.name} has the shape {shape_words(x.shape)}; X needs n × d "
                "or batch × n × d"
            )
        axes = choices[0]
        reasons.append(f"{x.name} {shape_words(x.shape)} is {axes_words(axes)}")
        if len(axes) > 2:
            questions.append(Question("axes", f"assumed that the axes are {axes_words(axes)}"))
    name = roles.get("packed") or roles["w_q"]
    matrices, possible, why = matrix_choices(arrays[name], "packed" in roles, conv1d(roles))
    reasons.append(f"{name} {shape_words(arrays[name].shape)} is {MATRIX_WORDS[matrices]}: {why}")
    if len(possible) > 1:
        told = f"{name} is square: assumed {MATRIX_WORDS[matrices]}"
        questions.append(Question("matrices", told))
    wide = query_width(arrays[name], "packed" in roles, matrices)
    heads = tuple(count for count in range(1, min(wide, 64) + 1) if wide % count == 0)
    if len(heads) > 1:
        told = "the file does not tell the number of heads: 1 is shown"
        questions.append(Question("heads", told))
    names = [role for role in ROLES if role in roles and role not in ("query", "key", "value")]
    used = tuple((role, roles[role]) for role in names)
    reading = Reading(kind, used, axes, matrices=matrices)
    return Proposal(
        reading,
        tuple(reasons),
        tuple(questions),
        choices,
        (kind,),
        matrices=possible,
        heads=heads,
        missing=missing,
    )


def conv1d(roles: dict[str, str]) -> bool:
    """Whether names tell of GPT-2's Conv1D."""
    return any(is_conv1d(name) for name in roles.values())


def query_width(array: AnyArray, packed: bool, matrices: Matrices) -> int:
    """How many numbers a query has, over all heads."""
    out = array.shape[0] if matrices == "linear" else array.shape[1]
    return out // 3 if packed else out
