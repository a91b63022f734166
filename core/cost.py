"""What a layer costs: operations, parameters, bytes, steps in sequence, longest path.

`layer_cost` follows Table 1 of Vaswani et al. 2017, which counts one multiply-add for each term
inside its O(...). `attention_cost` counts the multiply-adds of a whole self-attention layer,
projections included, which Table 1 leaves out.
"""

from dataclasses import dataclass
from typing import Literal

from core.arrays import count

Layer = Literal["self-attention", "recurrent", "convolutional", "restricted"]


@dataclass(frozen=True)
class LayerCost:
    """One row of Table 1 for n tokens of d numbers, as plain counts.

    `operations` is the term in O(...); `parameters` counts d x d matrices, without biases:
    four projections of attention, input and state matrix of a recurrence, one a tap of a kernel.
    `longest_path` is the number of layers or steps between the two tokens farthest apart.
    """

    layer: Layer
    operations: int
    sequential_steps: int
    longest_path: int
    parameters: int


@dataclass(frozen=True)
class AttentionCost:
    """Multiply-adds of one self-attention layer, its parameters, and the memory of its weights.

    `scores` and `mixing` are n^2 d each, `projections` 4 n d^2; `weights` is heads n^2 numbers.
    """

    scores: int
    mixing: int
    projections: int
    parameters: int
    weights: int
    weights_bytes: int

    @property
    def scores_and_mixing(self) -> int:
        """Multiply-adds that grow with the square of n: 2 n^2 d."""
        return self.scores + self.mixing

    @property
    def multiply_adds(self) -> int:
        """All multiply-adds: 2 n^2 d + 4 n d^2."""
        return self.scores_and_mixing + self.projections


def layer_cost(
    layer: Layer, n: int, d: int, kernel: int = 3, neighbourhood: int = 128
) -> LayerCost:
    """Return the row of Table 1 for `n` tokens of `d` numbers.

    kernel: tokens that a convolution sees (k); its path is that of dilated layers, log_k n.
    neighbourhood: tokens that restricted self-attention sees (r); at most n of them count.
    Raises ValueError for sizes below 1, a kernel below 2 and an unknown layer.
    """
    n, d = count(n, "n", least=1), count(d, "d", least=1)
    kernel = count(kernel, "kernel", least=2)
    near = min(n, count(neighbourhood, "neighbourhood", least=1))
    square = d * d
    if layer == "self-attention":
        return LayerCost(layer, n * n * d, 1, 1, 4 * square)
    if layer == "recurrent":
        return LayerCost(layer, n * square, n, n, 2 * square)
    if layer == "convolutional":
        return LayerCost(layer, kernel * n * square, 1, _dilated(n, kernel), kernel * square)
    if layer == "restricted":
        return LayerCost(layer, near * n * d, 1, -(-n // near), 4 * square)
    raise ValueError(
        f"layer is {layer!r}; it must be 'self-attention', 'recurrent', 'convolutional' or "
        "'restricted'"
    )


def attention_cost(n: int, d: int, heads: int = 1, bytes_per_number: int = 8) -> AttentionCost:
    """Return the cost of self-attention over `n` tokens of `d` numbers, projections counted.

    The number of heads changes only the memory of the weights: heads narrower heads make the
    same products. 8 bytes is a float64, 4 a float32, 2 a half.
    """
    n, d = count(n, "n", least=0), count(d, "d", least=1)
    weights = count(heads, "heads", least=1) * n * n
    size = count(bytes_per_number, "bytes_per_number", least=1)
    return AttentionCost(n * n * d, n * n * d, 4 * n * d * d, 4 * d * d, weights, weights * size)


def equal_cost_length(d: int, projections: bool = False) -> int:
    """Return the number of tokens at which two costs are equal.

    Without projections: self-attention n^2 d and recurrence n d^2 meet at n = d. With them: the
    scores and mixing, 2 n^2 d, meet the layer's own four projections, 4 n d^2, at n = 2 d.
    """
    size = count(d, "d", least=1)
    return 2 * size if projections else size


def _dilated(n: int, kernel: int) -> int:
    """Return how many dilated layers join n tokens: the least p with kernel^p >= n, at least 1."""
    layers, reach = 1, kernel
    while reach < n:
        layers, reach = layers + 1, reach * kernel
    return layers
