"""Which lab goes with which kind of slide. Panes are imported when their slide is first built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from core.lesson import Slide
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.slide_view import SlideView

if TYPE_CHECKING:
    from desktop_app.window import Window


def build_view(window: Window, session: Session, number: int) -> SlideView:
    """The view of one slide, with what stands at the foot of its lesson column."""
    slide = session.slide_at(number)
    theme = window.theme
    lab = build_lab(window, session, slide)
    foot: QWidget | None = None
    below: QWidget | None = None
    if slide.pane == "sentence":
        from desktop_app.panes.title.foot import TitleFoot

        foot = TitleFoot(theme, session, window.settings.slide)
    elif slide.pane == "quiz":
        from desktop_app.panes.quiz.progress_list import ProgressList

        below = ProgressList(theme, session)
    elif slide.pane == "recap":
        from desktop_app.panes.recap import ClaimList

        below = ClaimList(theme, session, slide)
    return SlideView(theme, session, slide, lab, foot, below, window.body)


def build_lab(window: Window, session: Session, slide: Slide) -> Lab:
    """The lab of one slide. A slide that could not be read gets its problem in place."""
    theme = window.theme
    if slide.experiment is None and slide.pane in {"sentence", "attention", "variance"}:
        from desktop_app.panes.formula_lab import FormulaLab

        return FormulaLab(theme, slide)
    match slide.pane:
        case "sentence":
            from desktop_app.panes.title.pane import TitleLab

            return TitleLab(theme, session.lesson)
        case "attention":
            from desktop_app.panes.attention.pane import AttentionLab

            return AttentionLab(theme)
        case "variance":
            from desktop_app.panes.variance.pane import VarianceLab

            return VarianceLab(theme, session)
        case "quiz":
            from desktop_app.panes.quiz.pane import QuizLab

            return QuizLab(theme, session)
        case "recap":
            from desktop_app.panes.recap import RecapLab

            return RecapLab(theme, slide)
    from desktop_app.panes.formula_lab import FormulaLab

    return FormulaLab(theme, slide)
