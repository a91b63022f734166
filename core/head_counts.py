"""How many heads fit, which key head a query head uses, and how many numbers they hold."""

from collections.abc import Sequence

from core.arrays import count


def key_head_of(heads: int, key_heads: int) -> tuple[int, ...]:
    """Return which key head each query head uses: floor(i * key_heads / heads).

    Neighbours share: 4 query heads on 2 key heads use 0, 0, 1, 1. ValueError names both counts
    if the first is not a multiple of the second.
    """
    heads, key_heads = count(heads, "heads", least=1), count(key_heads, "key_heads", least=1)
    if heads % key_heads:
        raise ValueError(
            f"{heads} query heads cannot share {key_heads} key heads equally; "
            f"the number of key heads must divide {heads}: {_listed(divisors(heads))}"
        )
    return tuple(i * key_heads // heads for i in range(heads))


def divisors(number: int) -> tuple[int, ...]:
    """Return the divisors of a positive whole number in rising order: the legal head counts."""
    whole = count(number, "number", least=1)
    return tuple(i for i in range(1, whole + 1) if whole % i == 0)


def nearest_head_counts(d_model: int, heads: int) -> tuple[int, ...]:
    """Return the legal head counts next below and above `heads`, or `heads` alone if legal."""
    legal = divisors(d_model)
    if heads in legal:
        return (heads,)
    below = [i for i in legal if i < heads][-1:]
    above = [i for i in legal if i > heads][:1]
    return tuple(below + above)


def check_divisible(d_model: int, heads: int, name: str = "d_model") -> None:
    """Raise ValueError, naming both numbers and the nearest counts, unless heads divide d_model."""
    if d_model == 0 or d_model % heads == 0:
        return
    raise ValueError(
        f"{name} {d_model} cannot be split into {heads} heads of equal size; "
        f"{counts_are('the nearest legal head count', nearest_head_counts(d_model, heads))} "
        f"(divisors of {d_model}: {_listed(divisors(d_model))})"
    )


def counts_are(what: str, counts: Sequence[int]) -> str:
    """Return `what` and one or two counts as a phrase: "the head count is 2", "... are 2 and 4"."""
    named = " and ".join(map(str, counts))
    return f"{what} is {named}" if len(counts) == 1 else f"{what}s are {named}"


def parameter_count(
    d_model: int, heads: int, d_k: int | None = None, d_v: int | None = None, bias: bool = False
) -> int:
    """Return how many numbers w_q, w_k, w_v and w_o hold, with their biases if `bias`.

    d_k None is d_model / heads (PyTorch), so the count does not change with the number of heads;
    a d_k of its own (Keras's key_dim) makes it grow, and d_model need not be divisible. d_v None
    is d_k.
    """
    d_model, heads = count(d_model, "d_model", least=1), count(heads, "heads", least=1)
    if d_k is None:
        check_divisible(d_model, heads)
        d_k = d_model // heads
    d_k = count(d_k, "d_k", least=1)
    d_v = d_k if d_v is None else count(d_v, "d_v", least=1)
    widths = heads * (2 * d_k + d_v)
    return d_model * (widths + heads * d_v) + (widths + d_model if bias else 0)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(str(i) for i in numbers)
