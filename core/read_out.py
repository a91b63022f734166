"""LaTeX of an inline formula as words that can be read aloud: $d_k$ is "d k"."""

from __future__ import annotations

import re

# In this order: what stands inside others first.
READINGS = (
    (re.compile(r"\\(?:query|key|value|weight|mathrm|mathbf|text)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\^\{?\\mathsf(?:\{T\}| ?T)\}?"), " transposed"),
    (re.compile(r"\\sqrt\{([^{}]*)\}"), r"the square root of \1"),
    (re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}"), r"\1 over \2"),
    (re.compile(r"\\(?:times|cdot)\b"), " times "),
    (re.compile(r"\\infty\b"), " infinity"),
    (re.compile(r"\\sum\b"), "the sum of "),
    (re.compile(r"\\log_2\b"), " log to the base 2 of "),
    (re.compile(r"\\log\b"), " log"),
    (re.compile(r"\\exp\b"), " exp"),
    (re.compile(r"\\(?:leq?|le)\b"), " at most "),
    (re.compile(r"\\(?:geq?|ge)\b"), " at least "),
    (re.compile(r"\^\{?2\}?"), " squared"),
    (re.compile(r"\^\{?([^{}\s])\}?"), r" to the power \1"),
    (re.compile(r"\\[,;:! ]|~"), " "),
    (re.compile(r"\\([a-zA-Z]+)\{([^{}]*)\}"), r"\2"),
    (re.compile(r"\\([a-zA-Z]+)"), r" \1 "),
    (re.compile(r"_\{([a-z])([a-z])\}"), r" \1 \2"),  # two indices
    (re.compile(r"_\{([^{}]*)\}"), r" \1"),
    (re.compile(r"\s*_(?=\w)"), " "),
    (re.compile(r"[{}]"), ""),
    (re.compile(r"(?<=[A-Z])(?=[A-Z]\b|[A-Z] )"), " "),  # a product of matrices
    (re.compile(r"-"), " minus "),
    (re.compile(r"\+"), " plus "),
    (re.compile(r"="), " equals "),
    (re.compile(r"<"), " is less than "),
    (re.compile(r"/"), " over "),
    (re.compile(r"\s+"), " "),
)


def read_out(latex: str) -> str:
    """The formula in words. Roles, which only colour a part, are not said."""
    text = latex
    for pattern, reading in READINGS:
        text = pattern.sub(reading, text)
        if pattern is READINGS[0][0]:
            text = pattern.sub(reading, text)  # a role round an upright letter
    return text.strip()
