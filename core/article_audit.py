"""What reading an article cannot see: its formulas, its claims, and states that do not run."""

from __future__ import annotations

from collections.abc import Iterable

from core import prose
from core.article import Article, ArticleFigure, Drawing, MapFigure, Paragraph
from core.article_figure import curves_of, is_slow, weight_map
from core.article_reading import FIGURE, block_source, blocks_of
from core.audit import audit_claim, audit_formula, audit_texts, traced
from core.lesson import Claim, Slide
from core.lesson_file import LessonFile
from core.slide_reading import PANES


def audit_article(file: LessonFile, article: Article, slides: Iterable[Slide] | None) -> None:
    """Report formulas that cannot be set, claims that are untrue and states that do not run."""
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
    if slides is None:
        return
    for keys, record in file.records.items():
        if isinstance(record, Claim):
            audit_claim(file, keys, record, record.experiment)
    audit_states(file, article, {slide.id: slide.pane for slide in slides})


def audit_states(file: LessonFile, article: Article, panes: dict[str, str]) -> None:
    """Report states that their lab cannot show, and figures without anything to draw."""
    places = {
        (name, item.get("id")): (name, place)
        for name in ("states", "figures")
        for place, item in enumerate(file.table.get(name, []))
        if isinstance(item, dict)
    }
    for section in article.sections:
        for block in section.blocks:
            if not isinstance(block, Paragraph | Drawing):
                continue
            if isinstance(block, Drawing):
                audit_figure(file, block.figure, places["figures", block.figure.id])
            for way in block.ways:
                if way.experiment is None or panes[way.slide] not in PANES:
                    continue
                wanted = PANES[panes[way.slide]]
                keys = places["states", way.id]
                if wanted is None or not isinstance(way.experiment, wanted):
                    file.report(f"the slide {way.slide} shows another kind of experiment", keys)
                else:
                    traced(file, way.experiment, keys)


def audit_figure(file: LessonFile, figure: ArticleFigure, keys: tuple[str, int]) -> None:
    """Report a figure with nothing to draw."""
    try:
        if isinstance(figure, MapFigure):
            weight_map(figure)
        elif not is_slow(figure):
            curves_of(figure)
    except ValueError as error:
        file.report(str(error), keys)
