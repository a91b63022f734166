"""How Q, K, V and masks, or X and its projections, are laid out, and what is not known of them."""

from __future__ import annotations

from collections.abc import Mapping

from core.tensors.gathering import AnyArray, Collection, TensorStack
from core.tensors.names import ROLES, is_conv1d
from core.tensors.proposing_masks import about_masks
from core.tensors.readings import (
    INPUT_AXES,
    MATRIX_WORDS,
    TOKEN_AXES,
    Kind,
    Matrices,
    Proposal,
    Question,
    Reading,
    axes_words,
)
from core.tensors.refusing import TensorFileError, shape_words
from core.tensors.stored_matrices import choices as matrix_choices


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
    elif len(query.shape) == 3 and lengths_of(arrays, roles) == query.shape[0] > 1:
        axes, why, sure = ("batch", "token", "d"), "there is a length for each", True
    reasons = [f"{query.name} {shape_words(query.shape)} is {axes_words(axes)}: {why}"]
    assumed = Question("axes", f"assumed that the axes are {axes_words(axes)}")
    questions = [] if sure else [assumed]
    names = ("query", "key", "value", "mask", "lengths", "weights", "w_o", "b_o")
    used = tuple((role, roles[role]) for role in names if role in roles)
    masks = about_masks(arrays, roles)
    reasons += masks.reasons
    questions += masks.questions
    matrices: Matrices = "linear"
    possible: tuple[Matrices, ...] = ()
    if "w_o" in roles:
        matrices, possible, why = matrix_choices(arrays[roles["w_o"]], False, conv1d(roles))
        reasons.append(f"{roles['w_o']} is {MATRIX_WORDS[matrices]}: {why}; only pane 07 uses it")
    whole = [one.name for one in (query, key) if one.whole]
    if whole:
        reasons.append(f"{' and '.join(whole)} hold whole numbers, computed with as float64")
    reading = Reading(kind, used, axes, polarity=masks.polarity, matrices=matrices)
    return Proposal(
        reading,
        tuple(reasons),
        tuple(questions),
        choices,
        (kind,),
        masks.polarities,
        matrices=possible,
    )


def lengths_of(arrays: Mapping[str, AnyArray], roles: dict[str, str]) -> int:
    """How many lengths of samples a file holds; 0 where it has none."""
    return arrays[roles["lengths"]].size if "lengths" in roles else 0


def differing(query: AnyArray, key: AnyArray) -> int:
    """The one axis in which two shapes differ; -1 where there is none or more."""
    if len(query.shape) != len(key.shape):
        return -1
    apart = [place for place, sizes in enumerate(zip(query.shape, key.shape, strict=True))
             if sizes[0] != sizes[1]]  # fmt: skip
    return apart[0] if len(apart) == 1 else -1


def for_projections(collection: Collection, roles: dict[str, str], kind: Kind) -> Proposal:
    """How X and the matrices that project it are laid out."""
    arrays = collection.arrays
    reasons: list[str] = []
    questions: list[Question] = []
    choices = input_axes(collection, roles, reasons, questions)
    matrices, possible = how_stored(arrays, roles, reasons, questions)
    heads = head_choices(collection, roles, matrices)
    if len(heads) > 1:
        told = f"the file does not tell the number of heads: {heads[0]} is shown"
        questions.append(Question("heads", told))
    names = [role for role in ROLES if role in roles and role not in ("query", "key", "value")]
    used = tuple((role, roles[role]) for role in names)
    masks = about_masks(arrays, roles)
    reasons += masks.reasons
    questions += masks.questions
    axes = choices[0] if choices else ()
    reading = Reading(kind, used, axes, polarity=masks.polarity, matrices=matrices, heads=heads[0])
    missing = "there is no X: open the file with the inputs together with this one"
    return Proposal(
        reading,
        tuple(reasons),
        tuple(questions),
        choices,
        (kind,),
        masks.polarities,
        matrices=possible,
        heads=heads,
        missing="" if "x" in roles else missing,
    )


def input_axes(
    collection: Collection, roles: dict[str, str], reasons: list[str], questions: list[Question]
) -> tuple[tuple[str, ...], ...]:
    """What the axes of X can be, the likeliest first; none without an X."""
    if "x" not in roles:
        return ()
    x = collection.arrays[roles["x"]]
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
    return choices


def how_stored(
    arrays: Mapping[str, AnyArray],
    roles: dict[str, str],
    reasons: list[str],
    questions: list[Question],
) -> tuple[Matrices, tuple[Matrices, ...]]:
    """How the projections are stored, as W or as its transpose, and what else is possible."""
    packed = "packed" in roles
    name = roles.get("packed") or roles["w_q"]
    matrices, possible, why = matrix_choices(arrays[name], packed, conv1d(roles))
    rows, columns = arrays[name].shape
    if "x" in roles and rows != columns and not packed:
        wide = arrays[roles["x"]].shape[-1]
        if wide in (rows, columns):  # only one way of storing it fits the inputs
            matrices = "conv1d" if rows == wide else "linear"
            possible, why = (matrices,), f"{arrays[roles['x']].name} has {wide} numbers a token"
    reasons.append(f"{name} {shape_words(arrays[name].shape)} is {MATRIX_WORDS[matrices]}: {why}")
    if len(possible) > 1 and rows == columns:
        told = f"{name} is square: assumed {MATRIX_WORDS[matrices]}"
        questions.append(Question("matrices", told))
    return matrices, possible


def head_choices(
    collection: Collection, roles: dict[str, str], matrices: Matrices
) -> tuple[int, ...]:
    """The numbers of heads that cut the projections into equal parts; refuses where none does."""
    arrays, packed = collection.arrays, "packed" in roles
    wide = query_width(arrays[roles.get("packed") or roles["w_q"]], packed, matrices)
    key_wide = wide if packed else query_width(arrays[roles["w_k"]], False, matrices)
    heads = tuple(h for h in range(1, min(wide, 64) + 1) if is_grouped(wide, key_wide, h))
    if not heads:
        raise TensorFileError(
            f"{collection.title}: W_Q makes {wide} numbers and W_K {key_wide}, which no number of "
            "heads cuts into equal parts; open the matrices of one layer"
        )
    return heads


def is_grouped(wide: int, key_wide: int, heads: int) -> bool:
    """Whether queries of `wide` numbers make so many heads that share the keys in equal groups."""
    if wide % heads or key_wide % (wide // heads):
        return False
    return heads % (key_wide // (wide // heads)) == 0


def conv1d(roles: dict[str, str]) -> bool:
    """Whether names tell of GPT-2's Conv1D."""
    return any(is_conv1d(name) for name in roles.values())


def query_width(array: AnyArray, packed: bool, matrices: Matrices) -> int:
    """How many numbers a query has, over all heads."""
    out = array.shape[0] if matrices == "linear" else array.shape[1]
    return out // 3 if packed else out
