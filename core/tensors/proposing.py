"""Proposes how the arrays of some files are to be read, with reasons, and with what it assumed."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from core.tensors.gathering import Collection
from core.tensors.names import ROLES, role_of
from core.tensors.proposing_operands import for_operands, for_projections
from core.tensors.proposing_weights import for_weights
from core.tensors.readings import Kind, Proposal, Reading
from core.tensors.refusing import TensorFileError
from core.tensors.stored_matrices import check_axes


def propose(collection: Collection) -> Proposal:
    """The first proposal for what is open. Raises TensorFileError where nothing fits together."""
    blocks = roles_by_block(collection)
    shared = blocks.pop("", {})
    block = next(iter(blocks), "")
    roles = {**blocks.get(block, {}), **shared}
    return with_roles(collection, roles, tuple(blocks), block)


def propose_block(collection: Collection, block: str) -> Proposal:
    """The proposal for another block (layer) of a file that holds several."""
    blocks = roles_by_block(collection)
    shared = blocks.pop("", {})
    return with_roles(collection, {**blocks[block], **shared}, tuple(blocks), block)


def propose_kind(collection: Collection, proposal: Proposal, kind: Kind) -> Proposal:
    """The proposal for another kind, with what has been decided kept where it still means
    something."""
    roles = dict(proposal.reading.roles)
    if {kind, proposal.reading.kind} == {"weights", "scores"}:
        old, new = proposal.reading.kind, kind
        moved = tuple((new if role == old else role, name) for role, name in roles.items())
        return replace(proposal, reading=replaced(proposal.reading, kind=kind, roles=moved))
    return with_roles(collection, roles, proposal.blocks, proposal.block, kind)


def propose_roles(collection: Collection, roles: dict[str, str]) -> Proposal:
    """The proposal once the learner has said what arrays are."""
    return with_roles(collection, roles, (), "", None, told=True)


def roles_by_block(collection: Collection) -> dict[str, dict[str, str]]:
    """Role to array name, for each block of a checkpoint; "" for what belongs to none."""
    blocks: dict[str, dict[str, str]] = {}
    for name, array in collection.arrays.items():
        block, role = role_of(name, len(array.shape))
        if role:
            blocks.setdefault(block, {}).setdefault(role, name)
    merged: dict[str, dict[str, str]] = {}
    for block, roles in blocks.items():
        # `attention.self.` holds Q, K, V and `attention.output.` W_O: they are one block.
        parent = next((one for one in merged if one and related(one, block, merged[one])), block)
        merged.setdefault(parent, {})
        for role, name in roles.items():
            merged[parent].setdefault(role, name)
    return merged


def related(one: str, other: str, roles: dict[str, str]) -> bool:
    """Whether two prefixes belong to the same layer, and the first still lacks W_O."""
    parts, others = one.strip(".").split("."), other.strip(".").split(".")
    same = parts[:-1] == others[:-1] and len(parts) > 1
    return same and "w_o" not in roles


def with_roles(
    collection: Collection,
    roles: dict[str, str],
    blocks: tuple[str, ...],
    block: str,
    kind: Kind | None = None,
    told: bool = False,
) -> Proposal:
    """A proposal once roles are clear; where none is, by shapes."""
    arrays = collection.arrays
    unnamed = [one for one in arrays if one not in roles.values()]
    if unnamed and not told and roles.keys() <= {"mask", "lengths"}:
        name = max(unnamed, key=lambda one: len(arrays[one].shape))
        roles = {"weights": name, **roles}
    if not roles:
        raise TensorFileError(f"{collection.title} holds no array to show; save one with a name")
    kinds = possible_kinds(roles)
    if not kinds and told:
        named = ", ".join(ROLES[role] for role in roles)
        missing = f"{named} alone: say which arrays are Q and K, X and W_Q and W_K, or weights"
        reading = Reading("operands", tuple(roles.items()), ())
        return Proposal(reading, ("what each array is was chosen by hand",), missing=missing)
    if not kinds:
        has = ", ".join(f"{name} ({ROLES[role]})" for role, name in roles.items())
        raise TensorFileError(
            f"{collection.title} holds {has}, which is not enough; open Q and K together, X with "
            "W_Q and W_K, or attention weights"
        )
    chosen = kind if kind in kinds else kinds[0]
    makers = {
        "weights": for_weights,
        "scores": for_weights,
        "operands": for_operands,
        "projections": for_projections,
    }
    if chosen not in ("weights", "scores"):
        check_axes(arrays, roles)
    made = makers[chosen](collection, roles, chosen)
    reasons = (*names_reason(collection, roles, told), *made.reasons)
    if len(blocks) > 1:
        reasons += (f"the file holds {len(blocks)} blocks; {block or 'the first'} is taken",)
    if chosen not in ("weights", "scores"):
        made = replace(made, kinds=kinds)
    return replace(made, reasons=reasons, blocks=blocks if len(blocks) > 1 else (), block=block)


def possible_kinds(roles: dict[str, str]) -> tuple[Kind, ...]:
    """The kinds that the arrays suffice for, the most telling first."""
    has = roles.keys()
    kinds: list[Kind] = []
    if {"query", "key"} <= has:
        kinds.append("operands")
    if "packed" in has or {"w_q", "w_k"} <= has:
        kinds.append("projections")
    if "weights" in has:
        kinds.append("weights")
    if "scores" in has:
        kinds.append("scores")
    return tuple(kinds)


def names_reason(collection: Collection, roles: dict[str, str], told: bool) -> tuple[str, ...]:
    """What the names of the arrays said."""
    if told:
        return ("what each array is was chosen by hand",)
    said = [
        f"{name} is {ROLES[role]}"
        for role, name in roles.items()
        if role_of(name, len(collection.arrays[name].shape))[1] == role
    ]
    unused = [name for name in collection.arrays if name not in roles.values()]
    lines = [f"by name: {', '.join(said)}"] if said else ["no name says what the array is"]
    if unused:
        more = f" and {len(unused) - 4} more" if len(unused) > 4 else ""
        lines.append(f"not used: {', '.join(unused[:4])}{more}")
    return tuple(lines)


def replaced(reading: Reading, **fields: object) -> Reading:
    """A reading with some fields changed."""
    changed: Reading = msgspec.structs.replace(reading, **fields)
    return changed
