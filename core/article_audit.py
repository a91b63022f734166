"""What reading an article cannot see: whether its formulas can be set."""

from __future__ import annotations

from core import prose
from core.article_reading import FIGURE, block_source, blocks_of
from core.audit import audit_formula, audit_texts
from core.lesson_file import LessonFile


def audit_article(file: LessonFile) -> None:
    """Report formulas that cannot be set, in words, notes and captions or on their own lines."""
    audit_texts(file)
    for token in blocks_of().parse(file.body):
        if token.map is None:
            continue
        line = file.body_line + token.map[0]
        if token.type in {"math_block", "math_block_label"}:
            audit_formula(file, token.content.strip(), line, display=True)
        elif caption := FIGURE.fullmatch(block_source(file.body, token)):
            for found in prose.formulas(caption[1]):
                audit_formula(file, found.text, line + found.line, display=False)
