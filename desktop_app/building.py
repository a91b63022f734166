"""Which lab goes with which kind of slide. Panes are imported when their slide is first built."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from core.lesson import Slide
from core.prose import formulas
from core.slide_reading import PANES
from desktop_app import formula
from desktop_app.frame.term_hover import watch_terms
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.frame.page import Page
    from desktop_app.instruments.sum_line import SumState
    from desktop_app.window import Window


def steps_to_view(window: Window, session: Session, number: int) -> Iterator[None]:
    """Build the view of one slide, wired to the window, with its drawers; it is a view at the end.

    A step takes some hundredths of a second. Nothing is shown before all are taken.
    """
    slide = session.slide_at(number)
    for latex, display in formulas_of(slide):
        formula.set_or_none(latex, display)
        yield
    import_module(module_of(slide))
    yield
    lab = build_lab(window, session, slide, window.theme)
    yield
    view = plain_view(window, session, number, window.theme, lab, window.body)
    view.lab.training_wanted.connect(partial(window.pages.show, "training"))
    view.lab.page_wanted.connect(window.pages.show)
    view.lab.picture_wanted.connect(window.command)
    view.lab.sums.changed.connect(partial(show_sum, window))
    yield
    yield from add_drawers(window, session, view)
    watch_terms(window.pages.glossary, view.column)
    view.copied.connect(window.copy)
    view.drawer_changed.connect(window.drawers.show)
    view.set_size_class(window.presenter.measures(window.width()), window.low())
    del window.begun[number]
    window.views[number] = view
    window.body.addWidget(view)


def formulas_of(slide: Slide) -> Iterator[tuple[str, bool]]:
    """Every formula of a slide's words, with whether it stands on a line of its own."""
    yield from ((part.latex, True) for part in slide.formulas)
    for text in (slide.title, slide.body, *(figure.value for figure in slide.figures)):
        yield from ((found.text, False) for found in formulas(text))


def module_of(slide: Slide) -> str:
    """Where the lab of a slide lies."""
    if slide.pane == "formula" or (slide.experiment is None and PANES.get(slide.pane) is not None):
        return "desktop_app.panes.formula_lab"
    folder = "title" if slide.pane == "sentence" else slide.pane.replace("-", "_")
    return f"desktop_app.panes.{folder}.pane"


def show_sum(window: Window, _: SumState | None) -> None:
    """The sum behind a number of the slide in front, in the line at the foot."""
    front = None if window.session is None else window.views.get(window.session.slide)
    shown = front is not None and front.lab.isVisible()
    window.bottom.status.show_sum(front.lab.sums.state if front and shown else None)


def plain_view(
    window: Window,
    session: Session,
    number: int,
    theme: Theme,
    lab: Lab | None = None,
    parent: QWidget | None = None,
) -> SlideView:
    """A slide's words and its lab in a theme, with what stands at the foot of the words."""
    slide = session.slide_at(number)
    lab = lab or build_lab(window, session, slide, theme)
    lab.offers_training = window.pages.training is not None
    foot: QWidget | None = None
    below: QWidget | None = None
    if slide.pane == "sentence":
        from desktop_app.panes.title.foot import TitleFoot

        foot = TitleFoot(theme, session, window.settings.slide)
    elif slide.pane == "quiz":
        from desktop_app.panes.quiz.progress_list import ProgressList

        below = ProgressList(theme, session)
    elif slide.pane == "recap":
        from desktop_app.panes.recap.claims import ClaimList

        below = ClaimList(theme, session, slide)
    return SlideView(theme, session, slide, lab, foot, below, parent)


def add_drawers(window: Window, session: Session, view: SlideView) -> Iterator[None]:
    """The drawers of a slide that has something for them, one a step."""
    number = view.slide.number
    from desktop_app.drawers.try_drawer import TryDrawer

    if TryDrawer.offered(session, number):
        drawer = TryDrawer(
            window.theme, session, number, view.lab, window.pages.worker, window.settings
        )
        drawer.sheet.close_button.pressed.connect(lambda: window.drawers.toggle("try"))
        drawer.veil.asked.connect(lambda: window.drawers.show_question())
        drawer.instead_wanted.connect(view.show_instead)
        drawer.export_wanted.connect(window.command)
        drawer.results_shown.connect(partial(show_results, window, view))
        view.add_drawer("try", drawer)
        yield
    from desktop_app.drawers.code.drawer import CodeDrawer

    if CodeDrawer.offered(session, number):
        code = CodeDrawer(window.theme, session, number, view.lab)
        code.close_button.clicked.connect(lambda: window.drawers.toggle("code"))
        code.save_wanted.connect(partial(save_code, window))
        view.add_drawer("code", code)
        yield


def show_results(window: Window, view: SlideView) -> None:
    """A guess was made: the card and the line at the foot tell what they kept back."""
    view.show_challenge()
    if window.session is not None and window.session.slide == view.slide.number:
        window.show_status(view.slide.number)


def save_code(window: Window, text: str, proposed: str) -> None:
    """Ask where a script should go, and write it there whole or not at all."""
    from core.saved.writing import CannotWriteError, write_whole
    from desktop_app.files.choosing import choose_save

    def write(path: Path) -> None:
        try:
            write_whole(path, text.encode())
        except CannotWriteError as error:
            window.bottom.status.say(str(error), error=True)
        else:
            window.bottom.status.say(f"saved: {path.name}")

    choose_save(window, "Save the code", "Python", ".py", proposed, write)


def build_lab(window: Window, session: Session, slide: Slide, theme: Theme) -> Lab:
    """The lab of one slide. A slide that could not be read gets its problem in place."""
    if slide.experiment is None and PANES.get(slide.pane) is not None:
        from desktop_app.panes.formula_lab import FormulaLab

        return FormulaLab(theme, slide)
    match slide.pane:
        case "sentence":
            from desktop_app.panes.title.pane import TitleLab

            return TitleLab(theme, session.lesson)
        case "attention":
            from desktop_app.panes.attention.pane import AttentionLab

            return AttentionLab(theme)
        case "cross":
            from desktop_app.panes.cross.pane import CrossLab

            return CrossLab(theme, turned=window.settings.query_columns)
        case "bottleneck":
            from desktop_app.panes.bottleneck.pane import BottleneckLab

            return BottleneckLab(theme)
        case "alignment":
            from desktop_app.panes.alignment.pane import AlignmentLab

            return AlignmentLab(theme)
        case "variance":
            from desktop_app.panes.variance.pane import VarianceLab

            return VarianceLab(theme, session)
        case "heads":
            from desktop_app.panes.heads.pane import HeadsLab

            return HeadsLab(theme)
        case "self-attention":
            from desktop_app.panes.self_attention.pane import SelfAttentionLab

            return SelfAttentionLab(theme)
        case "projection":
            from desktop_app.panes.projection.pane import ProjectionLab

            return ProjectionLab(theme)
        case "quiz":
            from desktop_app.panes.quiz.pane import QuizLab

            return QuizLab(theme, session)
        case "recap":
            return build_recap(window, session, slide, theme)
    from desktop_app.panes.formula_lab import FormulaLab

    return FormulaLab(theme, slide)


def build_recap(window: Window, session: Session, slide: Slide, theme: Theme) -> Lab:
    """The recap, with the ways on that this lesson has."""
    from desktop_app.panes.recap.pane import RecapLab

    pages = window.pages
    folder = "" if pages.folder is None else pages.folder.name
    lab = RecapLab(theme, session, slide, pages.course, folder, pages.has_article)
    lab.command_wanted.connect(window.command)

    def open_part(number: int, step: str) -> None:
        session.go(number)
        window.view(number).lab.show_step(step)

    lab.part_opened.connect(open_part)
    return lab


def build_page(window: Window, session: Session, name: str) -> Page | None:
    """A page that fills the frame; None where the lesson has none of this name."""
    pages = window.pages
    if name == "course" and pages.course is not None and pages.folder is not None:
        from desktop_app.course.page import CoursePage

        return CoursePage(window.theme, session, pages.course, pages.folder.name)
    if name == "glossary" and pages.glossary.terms:
        from desktop_app.glossary.page import GlossaryPage

        return GlossaryPage(window.theme, session, pages.glossary)
    if name == "practice":
        from desktop_app.practice.page import PracticePage

        return PracticePage(window.theme, session)
    if name == "training" and pages.training is not None:
        from desktop_app.training.page import TrainingPage

        training_page = TrainingPage(window.theme, session, pages.training)
        training_page.copied.connect(window.copy)
        return training_page
    if name == "article" and pages.has_article and pages.folder is not None:
        from desktop_app.article.page import ArticlePage

        page = ArticlePage(window.theme, session, pages.article, window.settings)
        page.sheet.copied.connect(window.copy)
        page.print_wanted.connect(partial(window.command, "article_pdf"))
        watch_terms(pages.glossary, page.sheet)
        return page
    if name == "tensors" and pages.folder is not None:
        from desktop_app.tensors.opening import choose_names
        from desktop_app.tensors.page import TensorsPage

        samples = pages.folder.parent.parent / "tensors"
        tensors_page = TensorsPage(window.theme, session, samples)
        tensors_page.names_wanted.connect(partial(choose_names, window))
        tensors_page.open_wanted.connect(lambda: window.command("open_tensors"))
        tensors_page.row.export_wanted.connect(window.command)
        tensors_page.busy_changed.connect(partial(window.bottom.status.set_busy, "tensors"))
        return tensors_page
    if name == "letters":
        from desktop_app.letters.page import LettersPage

        return LettersPage(window.theme, session, pages.worker)
    if name == "explanation":
        from desktop_app.letters.explanation import ExplanationPage

        return ExplanationPage(window.theme, session)
    return None
