"""Arrays and a reading of them, as maps: weights for each layer, batch and head, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from core.arrays import Booleans, Floats
from core.attention import Attention, scaled_dot_product_attention, softmax
from core.masks import causal, combine, from_hidden_is_true
from core.tensors.gathering import AnyArray, Collection
from core.tensors.mask_parts import mask_part, real_keys
from core.tensors.memory import check_memory
from core.tensors.readings import Reading
from core.tensors.refusing import TensorFileError, shape_words
from core.tensors.stored_matrices import finite, matrices

Index = tuple[int, ...]
BYTES_A_CELL = 64  # of every step of one map together


@dataclass(frozen=True, eq=False)
class Maps:
    """lead: (axis, length) of everything but queries and keys, outermost first, in the order of a
    map's index. query_axis, key_axis: how long the two are. computed: whether Q and K are there.
    """

    collection: Collection
    reading: Reading
    lead: tuple[tuple[str, int], ...]
    queries: int
    keys: int

    @property
    def count(self) -> int:
        """How many maps there are."""
        return prod(size for _, size in self.lead)

    @property
    def computed(self) -> bool:
        """Whether the weights are computed here from queries and keys."""
        return self.reading.kind in ("operands", "projections")

    @property
    def stored(self) -> AnyArray | None:
        """The weights of the file itself, or None."""
        name = self.reading.array("weights") if self.reading.kind != "scores" else ""
        return self.collection.arrays[name] if name else None

    def indices(self) -> Iterator[Index]:
        """The index of every map."""
        return product(*(range(size) for _, size in self.lead))

    def weights(self, index: Index) -> Floats:
        """One map (n_q, n_k). Raises TensorFileError where it cannot be shown."""
        kind = self.reading.kind
        if kind == "weights":
            return self.file_weights(index)
        if kind == "scores":
            return scores_softmax(self.taken("scores", index))
        return self.attention(index).weights

    def file_weights(self, index: Index) -> Floats:
        """One map as the file has it."""
        return self.taken("weights", index)

    def taken(self, role: str, index: Index) -> Floats:
        """One map of the main array."""
        array = self.collection.arrays[self.reading.array(role)]
        axes = self.reading.axes
        if axes[-1] == "key" and "query" not in axes:
            outer = "head" if axes[-2:-1] == ("head",) else ""
            return array.part(index) if outer else array.part(index)[None, :]
        names = [name for name, _ in self.lead]
        place = (index[names.index(axis)] if axis in names else slice(None) for axis in axes)
        one = array.part(tuple(place))
        return np.ascontiguousarray(one.T) if self.reading.sums == "columns" else one

    def attention(self, index: Index) -> Attention:
        """Every step of one head, computed. Raises TensorFileError where operands do not fit."""
        check_memory(self.collection.title, self.queries * self.keys * BYTES_A_CELL)
        query, key, value = self.operands(index)
        mask = self.mask(index)
        scale = None if self.reading.scaled else 1.0
        try:
            return scaled_dot_product_attention(query, key, value, mask, scale)
        except ValueError as error:
            raise TensorFileError(f"{self.collection.title}: {error}") from error

    def operands(self, index: Index) -> tuple[Floats, Floats, Floats]:
        """Q, K and V of one head; V is K's place in the line where the file has none."""
        if self.reading.kind == "projections":
            return self.projected(index)
        key = self.operand("key", index)
        value = self.operand("value", index) if self.reading.array("value") else key
        return self.operand("query", index), key, value

    def operand(self, role: str, index: Index) -> Floats:
        """Q, K or V of one head (n, d); fewer key heads serve the queries in groups."""
        array = self.collection.arrays[self.reading.array(role)]
        axes = self.reading.axes
        place: list[int | slice] = []
        names = [name for name, _ in self.lead]
        for axis, size in zip(axes, array.shape, strict=True):
            if axis in ("token", "d"):
                place.append(slice(None))
                continue
            at = index[names.index(axis)]
            most = self.lead[names.index(axis)][1]
            place.append(at * size // most if axis == "head" else min(at, size - 1))
        numbers = array.part(tuple(place))
        if axes.index("token") > axes.index("d"):
            numbers = numbers.T
        return checked(array, numbers)

    def projected(self, index: Index) -> tuple[Floats, Floats, Floats]:
        """Q, K and V of one head, from X and the matrices."""
        made = matrices(self.collection, self.reading)
        names = [name for name, _ in self.lead]
        inputs = {}
        for letter, role in (("q", "x"), ("k", "x_key"), ("v", "x_value")):
            name = self.reading.array(role) or self.reading.array("x_key") or ""
            name = self.reading.array("x") if letter == "q" or not name else name
            inputs[letter] = self.tokens_of(name, index[: 1 if "batch" in names else 0]), name
        if "v" not in made:
            made["v"] = made["k"]
            inputs["v"] = inputs["k"]
        whole = {one: made[one].applied(*inputs[one]) for one in "qkv"}
        head = index[names.index("head")]
        return head_parts(whole["q"], whole["k"], whole["v"], self.reading.heads, head)

    def tokens_of(self, name: str, batch: Index) -> Floats:
        """The rows of X for one sample of a batch."""
        array = self.collection.arrays[name]
        if len(array.shape) == 2:
            return finite(array)
        place = [slice(None) if axis != "batch" else batch[0] for axis in self.reading.axes]
        return checked(array, array.part(tuple(place)))

    def mask(self, index: Index) -> Floats | Booleans | None:
        """The mask of one map, as booleans or numbers to add; None while nobody said what it
        means."""
        own = self.own_mask(index)
        if not self.reading.causal:
            return own
        seen = causal(self.queries, self.keys)
        if own is None or own.dtype == bool:
            return seen if own is None else combine(seen, own)
        return np.where(seen, own, -np.inf)

    def own_mask(self, index: Index) -> Floats | Booleans | None:
        """What the file itself hides from one map, by a mask, by lengths or by both."""
        reading = self.reading
        name, lengths = reading.array("mask"), reading.array("lengths")
        real = real_keys(self, self.collection.arrays[lengths], index) if lengths else None
        if not name or not reading.polarity:
            return real
        own = mask_part(self, self.collection.arrays[name], index)
        if reading.polarity == "additive":
            return own if real is None else np.where(real, own, -np.inf)
        attend = from_hidden_is_true(own != 0) if reading.polarity == "hidden" else own != 0
        return attend if real is None else combine(real, attend)


def scores_softmax(scores: Floats) -> Floats:
    """The weights of some scores. Raises TensorFileError for NaN and +inf."""
    try:
        return softmax(scores)
    except ValueError as error:
        raise TensorFileError(str(error)) from error


def checked(array: AnyArray, numbers: Floats) -> Floats:
    """The numbers, if all are finite. Raises TensorFileError that names the first that is not."""
    if not np.isfinite(numbers).all():
        finite(array)
    return numbers


def head_parts(
    q: Floats, k: Floats, v: Floats, heads: int, head: int
) -> tuple[Floats, Floats, Floats]:
    """The columns of one head, of numbers or of matrices that make them. Raises TensorFileError."""
    width = q.shape[-1] // heads
    key_heads = group_count(k.shape[-1], width, heads)
    group = head * key_heads // heads
    value_width = v.shape[-1] // key_heads
    return (
        q[:, head * width : (head + 1) * width],
        k[:, group * width : (group + 1) * width],
        v[:, group * value_width : (group + 1) * value_width],
    )


def group_count(out: int, width: int, heads: int) -> int:
    """How many key heads there are. Raises TensorFileError unless they divide the query heads."""
    count = out // width if out % width == 0 else 0
    if count == 0 or heads % count:
        raise TensorFileError(
            f"K has {out} columns, {count or 'no whole number of'} heads of {width}, which does "
            f"not divide the {heads} query heads; choose another number of heads"
        )
    return count


def maps_of(collection: Collection, reading: Reading) -> Maps:
    """The maps of a reading. Raises TensorFileError where arrays do not fit each other."""
    if not reading.main:
        raise TensorFileError(
            f"{collection.title} holds projections and no X; open the file with the inputs "
            "together with it"
        )
    main = collection.arrays[reading.main]
    sizes = dict(zip(reading.axes, main.shape, strict=True))
    if reading.kind in ("weights", "scores"):
        return weight_maps(collection, reading, sizes)
    if reading.kind == "projections":
        return projection_maps(collection, reading, sizes)
    check_operands(collection, reading)
    key = collection.arrays[reading.array("key")]
    lead = tuple((axis, sizes[axis]) for axis in reading.axes if axis not in ("token", "d"))
    return Maps(collection, reading, lead, sizes["token"], key.shape[reading.axes.index("token")])


def weight_maps(collection: Collection, reading: Reading, sizes: dict[str, int]) -> Maps:
    """Maps of an array of weights."""
    outer = [axis for axis in reading.axes if axis not in ("query", "key")]
    if "query" not in sizes and outer[-1:] == ["head"]:
        heads = sizes["head"]  # one query a head: the heads are the rows of one map
        lead = tuple((axis, sizes[axis]) for axis in outer[:-1])
        return Maps(collection, reading, lead, heads, sizes["key"])
    lead = tuple((axis, sizes[axis]) for axis in outer)
    queries, keys = sizes.get("query", 1), sizes["key"]
    if reading.sums == "columns" and "query" in sizes:
        queries, keys = keys, queries
    return Maps(collection, reading, lead, queries, keys)


def projection_maps(collection: Collection, reading: Reading, sizes: dict[str, int]) -> Maps:
    """Maps that X and its projections make."""
    batch = (("batch", sizes["batch"]),) if "batch" in sizes else ()
    keys = sizes["token"]
    name = reading.array("x_key")
    if name:
        shape = collection.arrays[name].shape
        keys = shape[reading.axes.index("token")] if len(shape) == len(reading.axes) else shape[0]
    found = Maps(collection, reading, (*batch, ("head", reading.heads)), sizes["token"], keys)
    found.projected((0,) * len(found.lead))  # says at once what does not fit
    return found


def check_operands(collection: Collection, reading: Reading) -> None:
    """Raise TensorFileError where Q, K and V do not fit each other."""
    arrays = {role: collection.arrays[reading.array(role)] for role in ("query", "key")}
    if reading.array("value"):
        arrays["value"] = collection.arrays[reading.array("value")]
    query, key = arrays["query"], arrays["key"]
    for one in arrays.values():
        if len(one.shape) != len(query.shape):
            raise TensorFileError(
                f"{one.name} has the shape {shape_words(one.shape)} and {query.name} "
                f"{shape_words(query.shape)}; all need the same axes"
            )
    at = {axis: place for place, axis in enumerate(reading.axes)}
    if query.shape[at["d"]] != key.shape[at["d"]]:
        raise TensorFileError(
            f"{query.name} has d = {query.shape[at['d']]} and {key.name} d = "
            f"{key.shape[at['d']]}; both need the same d, or the axes in another order"
        )
    value = arrays.get("value", key)
    if value.shape[at["token"]] != key.shape[at["token"]]:
        raise TensorFileError(
            f"{key.name} has {key.shape[at['token']]} tokens and {value.name} "
            f"{value.shape[at['token']]}; there must be one value for each key"
        )
    for axis, place in at.items():
        if axis in ("token", "d"):
            continue
        many, few = query.shape[place], key.shape[place]
        if axis == "head" and many % few:
            raise TensorFileError(
                f"{query.name} has {many} heads and {key.name} {few}, which does not divide "
                f"{many}; key heads must serve the query heads in equal groups"
            )
        if (axis != "head" and few not in (1, many)) or value.shape[place] != few:
            raise TensorFileError(
                f"{query.name}, {key.name} and {value.name} differ along the axis {axis}: {many}, "
                f"{few} and {value.shape[place]}; choose another order of the axes"
            )
