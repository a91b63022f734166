"""Each kind of mistake, planted in the shipped lesson, is found at its line and nowhere else."""

from pathlib import Path

import pytest

from core.checking import check

# file, text in it, its replacement, lines below the replaced text, the sentence
SLIDE_MISTAKES = {
    "unknown field": (
        "02-bottleneck.md",
        "eyebrow =",
        "eyebrows =",
        0,
        "a slide has no field eyebrows; did you mean eyebrow?",
    ),
    "missing field": (
        "02-bottleneck.md",
        'summary = "Why one vector is not enough"\n',
        "",
        None,
        "a slide needs the field summary",
    ),
    "wrong type": (
        "02-bottleneck.md",
        'summary = "Why one vector is not enough"',
        "summary = 3",
        0,
        'summary must be text in quotes "..."',
    ),
    "unknown field in a list": (
        "05-scaled-dot-product.md",
        'now = "now {value} bits"',
        'noww = "now {value} bits"',
        0,
        "a challenge has no field noww; did you mean now?",
    ),
    "unknown field in a predicate": (
        "06-variance-control.md",
        'measure = "mean top weight unscaled", comparison = ">", value = 0.95 }\nhints',
        'measure = "mean top weight unscaled", comparison = ">", values = 0.95 }\nhints',
        0,
        "a challenge has no field values; did you mean value?",
    ),
    "unknown comparison": (
        "01-title.md",
        'comparison = ">", value = 0.12',
        'comparison = "=>", value = 0.12',
        0,
        "a claim: predicate, comparison cannot be =>; did you mean >?",
    ),
    "unknown pane": (
        "05-scaled-dot-product.md",
        'pane = "attention"',
        'pane = "atention"',
        0,
        "there is no pane atention; did you mean attention?",
    ),
    "pane without its experiment": (
        "10-knowledge-check.md",
        'pane = "quiz"',
        'pane = "variance"',
        0,
        "the pane variance needs an experiment",
    ),
    "unknown kind": (
        "07-multi-head.md",
        'value = 1048576 }\nexperiment = { kind = "heads", tokens = ["one", "two"], d_model = 512, '
        "heads = 1 }",
        'value = 1048576 }\nexperiment = { kind = "haeds", tokens = ["one", "two"], d_model = 512, '
        "heads = 1 }",
        1,
        "experiment: kind cannot be haeds; did you mean heads?",
    ),
    "unknown field of an experiment": (
        "05-scaled-dot-product.md",
        'mask = "causal"',
        'masks = "causal"',
        0,
        "experiment has no field masks; did you mean mask?",
    ),
    "unknown mask": (
        "05-scaled-dot-product.md",
        'mask = "causal"',
        'mask = "casual"',
        0,
        "experiment: mask cannot be casual; did you mean causal?",
    ),
    "text among the numbers": (
        "05-scaled-dot-product.md",
        "[1.6, 0.8, -0.5, 0.5],",
        '[1.6, "0.8", -0.5, 0.5],',
        0,
        'experiment: query, item 2, item 2 must be a number, not text in quotes "..."',
    ),
    "a row too short": (
        "05-scaled-dot-product.md",
        "[1.6, 0.8, -0.5, 0.5],",
        "[1.6, 0.8, -0.5],",
        0,
        "query row 2 has 3 numbers; the first row has 4",
    ),
    "from a slide without experiment": (
        "03-weighted-retrieval.md",
        'from = "scaled-dot-product"',
        'from = "scaled-dot"',
        0,
        "no slide scaled-dot has an experiment; did you mean scaled-dot-product?",
    ),
    "a challenge's id used twice": (
        "06-variance-control.md",
        'id = "top-key-takes-all"',
        'id = "ate-gives-cat"',
        0,
        'the id "ate-gives-cat" is already used in 05-scaled-dot-product.md',
    ),
    "a link to nowhere": (
        "11-recap.md",
        'slide = "multi-head"',
        'slide = "multihead"',
        0,
        "there is no slide multihead; did you mean multi-head?",
    ),
    "a word too many": (
        "08-self-attention.md",
        "(Vaswani et al., 2017).",
        "(Vaswani et al., 2017). One more sentence with seven\nsurplus words.",
        1,
        'a slide has at most 60 words; "surplus" is number 61',
    ),
    "an image": (
        "10-knowledge-check.md",
        "Decide first;",
        "![x](y.png) Decide first;",
        0,
        "an image cannot be shown in a slide's text",
    ),
    "HTML": (
        "10-knowledge-check.md",
        "Decide first;",
        "Decide<br>first;",
        0,
        "HTML cannot be shown in a slide's text",
    ),
    "an unknown role": (
        "04-query-key-value.md",
        "[Key]{.key}",
        "[Key]{.keys}",
        0,
        "there is no role .keys; did you mean key?",
    ),
    "a span with more than a role": (
        "04-query-key-value.md",
        "[Key]{.key}",
        "[Key]{.key .value}",
        0,
        "a span takes exactly one role, as in [ate]{.query}",
    ),
    "a single bracket": (
        "02-bottleneck.md",
        "[[formulas]]",
        "[formulas]",
        0,
        "formulas must be written with two brackets, [[formulas]]",
    ),
}

COMPUTED_MISTAKES = {
    "an unknown TeX command": (
        "03-weighted-retrieval.md",
        r"\frac{\exp(e_{tj})}",
        r"\frac{\expo(e_{tj})}",
        0,
        r"uses \expo, which is no known command",
    ),
    "an unfinished inline formula": (
        "06-variance-control.md",
        r"Dividing by $\sqrt{d_k}$",
        r"Dividing by $\sqrt{d_k$",
        0,
        "has a brace without its partner",
    ),
    "an unfinished formula in a hint": (
        "06-variance-control.md",
        "with $\\\\sqrt{d_k}$",
        "with $\\\\sqrt{d_k$",
        0,
        "has a brace without its partner",
    ),
    "half a fraction": (
        "06-variance-control.md",
        r"\frac{d_k}{d_k} = 1",
        r"\frac{d_k}",
        0,
        "is not complete LaTeX",
    ),
    "a false claim": (
        "01-title.md",
        'comparison = ">", value = 0.12',
        'comparison = ">", value = 0.2',
        0,
        "the engine refutes this claim: weight is 0.133",
    ),
    "a false claim about random numbers": (
        "06-variance-control.md",
        "value = 64, tolerance = 2",
        "value = 8, tolerance = 2",
        0,
        "the engine refutes this claim: variance unscaled is 63.6888, not equal to 8",
    ),
    "a false claim about a token": (
        "01-title.md",
        'value = "tired"',
        'value = "animal"',
        0,
        "the engine refutes this claim: argmax key is tired, not equal to animal",
    ),
    "an unknown measure": (
        "05-scaled-dot-product.md",
        'measure = "entropy", where = { query = "fish" }',
        'measure = "entropie", where = { query = "fish" }',
        0,
        "there is no measure entropie; did you mean entropy?",
    ),
    "an unknown token": (
        "05-scaled-dot-product.md",
        'where = { query = "ate", key = "cat" }',
        'where = { query = "ate", key = "cats" }',
        0,
        "there is no key cats; did you mean cat?",
    ),
    "a token that stands there twice": (
        "01-title.md",
        'key = "street" }',
        'key = "the" }',
        0,
        '"the" stands at the places 1 and 6; name the key by its place',
    ),
    "a measure of another kind": (
        "05-scaled-dot-product.md",
        'measure = "entropy", where = { query = "fish" }',
        'measure = "variance scaled"',
        0,
        "variance scaled needs an experiment of kind variance, not attention",
    ),
    "a place that the measure does not look at": (
        "05-scaled-dot-product.md",
        'measure = "hidden pairs", comparison = "=", value = 10',
        'measure = "hidden pairs", where = { query = 1 }, comparison = "=", value = 10',
        0,
        "hidden pairs looks at no place, so leave query out",
    ),
    "a challenge that is done": (
        "05-scaled-dot-product.md",
        'comparison = ">", value = 0.6',
        'comparison = ">", value = 0.5',
        0,
        "this challenge is already done when the slide opens: 0.529677",
    ),
    "a caption with an unknown name": (
        "05-scaled-dot-product.md",
        "goal {value} bits",
        "goal {value bits",
        0,
        "goal can hold {value} and no other braces",
    ),
}

QUIZ_MISTAKES = {
    "a missing reason": (
        'reason = "Its size is fixed when the model is built: 1000 numbers for 5 words and for '
        '60."\n',
        "",
        -3,
        "a choice needs the field reason",
    ),
    "an empty reason": (
        '"Its size is fixed when the model is built: 1000 numbers for 5 words and for 60."',
        '" "',
        0,
        "reason is empty",
    ),
    "two right choices": (
        'id = "sum"',
        'id = "sum"\nright = true',
        -12,
        "exactly one choice must have right = true; here 2 have it",
    ),
    "two equal choices": (
        'text = "All weights become nearly equal."',
        'text = "The weights in each row no longer add to 1."',
        0,
        "two choices have the same text: The weights in each row no longer add to 1.",
    ),
    "a question's id used twice": (
        'id = "forgotten-scale"',
        'id = "fixed-vector"',
        0,
        'the id "fixed-vector" is already used on line 5',
    ),
    "a slide that is not there": (
        'slide = "multi-head"\ntext',
        'slide = "heads"\ntext',
        0,
        "there is no slide heads",
    ),
    "a step that is not there": (
        'step = "softmax_unscaled"',
        'step = "softmax_unscald"',
        0,
        "this experiment has no step softmax_unscald; did you mean softmax_unscaled?",
    ),
    "an experiment that does not fit": (
        "d_model = 512, heads = 8 }",
        "d_model = 512, heads = 7 }",
        0,
        "7 heads do not divide d_model = 512",
    ),
    "a lab that is not there": (
        '[questions.see]\nslide = "variance-control"\nexperiment = { key_size = 64 }',
        '[questions.see]\nslide = "knowledge-check"',
        1,
        "the slide knowledge-check has no lab to try anything in",
    ),
}


@pytest.mark.parametrize("mistake", [*SLIDE_MISTAKES, *COMPUTED_MISTAKES])
def test_a_mistake_in_a_slide(copy, spoil, mistake):
    file, old, new, below, sentence = (SLIDE_MISTAKES | COMPUTED_MISTAKES)[mistake]
    line = spoil(file, old, new)
    expect_only(copy, file, 1 if below is None else line + below, sentence)


@pytest.mark.parametrize("mistake", QUIZ_MISTAKES)
def test_a_mistake_in_the_quiz(copy, spoil, mistake):
    old, new, below, sentence = QUIZ_MISTAKES[mistake]
    line = spoil("quiz.toml", old, new)
    expect_only(copy, "quiz.toml", line + below, sentence)


def expect_only(folder, file, line, sentence):
    problems = check(folder)
    found = [(problem.file, problem.line) for problem in problems]
    assert found == [(Path("attention", file), line)], [str(problem) for problem in problems]
    assert sentence in problems[0].sentence
