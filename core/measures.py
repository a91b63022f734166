"""The numbers that slides quote: sharpness of weights, variance of dot products, cost."""

from core.cost import AttentionCost, LayerCost, attention_cost, equal_cost_length, layer_cost
from core.sample import Curves, DotProductFigures, DotProductSample, DrawCancelled, Spread
from core.sharpness import entropy, gradient_left, top_weight
from core.variance import VarianceMeasurement, dot_product_variance, variance_band

__all__ = [
    "AttentionCost",
    "Curves",
    "DotProductFigures",
    "DotProductSample",
    "DrawCancelled",
    "LayerCost",
    "Spread",
    "VarianceMeasurement",
    "attention_cost",
    "dot_product_variance",
    "entropy",
    "equal_cost_length",
    "gradient_left",
    "layer_cost",
    "top_weight",
    "variance_band",
]
