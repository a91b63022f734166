"""A slide built once more, off the screen, in a theme and a size of its own.

What the learner sees stays as it is, and what belongs to pointer and keyboard (rings, hover) is
not in the copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt

from desktop_app.answers import Answers
from desktop_app.building import plain_view
from desktop_app.frame.style import style_sheet
from desktop_app.instruments.plot import Plot
from desktop_app.session import Session
from desktop_app.sizes import SizeClass
from desktop_app.slide_view import SlideView, is_low
from desktop_app.theme import Theme, high_contrast, palette

if TYPE_CHECKING:
    from desktop_app.window import Window


def theme_of(window: Window, name: str) -> Theme:
    """A theme by its name, with the contrast that the learner chose."""
    theme = window.themes[name]
    return high_contrast(theme) if window.settings.high_contrast else theme


def copy_in_front(window: Window, theme: Theme) -> SlideView:
    """The slide in front as large as it stands there, or as high as it takes to show it all."""
    assert window.session is not None
    session, slide = window.session, window.session.slide
    if session.current.pane == "quiz":
        session = unanswered(session)
    measures = window.presenter.measures(window.width())
    view = copy_of(window, session, slide, theme, window.body.size(), measures)
    if session is not window.session:
        session.setParent(view)
    return view


def unanswered(session: Session) -> Session:
    """The same question of the knowledge check before anybody answered: answers reach no file."""
    made = Session(session.lesson, session.done, session.seen)
    made.slide = session.slide
    made.answers = Answers(question=session.answers.question, seed=session.answers.seed)
    return made


def copy_of(
    window: Window,
    session: Session,
    number: int,
    theme: Theme,
    size: QSize,
    measures: SizeClass,
) -> SlideView:
    """A slide of a session in `theme`. Whoever asks for it ends it with `end`."""
    view = plain_view(window, session, number, theme)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    view.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    view.setObjectName("window")
    view.setPalette(palette(theme))
    view.setStyleSheet(style_sheet(theme))
    shown = window.views.get(number)
    if shown is not None and shown.session is session:
        view.instead, view.challenge_at = shown.instead, shown.challenge_at
    for area in (view.column.page, view.area):
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.set_size_class(measures, is_low(size.height()))
    view.resize(size)
    view.refresh()
    view.show()
    grow(view)
    view.lab.rest()
    for plot in view.findChildren(Plot):
        plot.setCacheMode(plot.CacheModeFlag.CacheNone)  # the background is no picture
        for item in plot.items():
            if isinstance(item, pg.ScatterPlotItem):
                item.opts["useCache"] = False  # points as paths, not as small pictures
    return view


def grow(view: SlideView) -> None:
    """Make a view so high that nothing in it scrolls."""
    column, area = view.column, view.area
    words = column.words.height() - column.page.height()
    lab = area.lab.height() - area.viewport().height()
    if max(words, lab) > 0:
        view.resize(view.width(), view.height() + max(words, lab))


def end(view: SlideView) -> None:
    """Let go of a copy."""
    view.hide()
    view.deleteLater()


@contextmanager
def copy_for_now(window: Window, theme: Theme) -> Iterator[SlideView]:
    """The copy of the slide in front, for the length of a block."""
    view = copy_in_front(window, theme)
    try:
        yield view
    finally:
        end(view)
