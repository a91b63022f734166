"""Asks where the article's PDF should go, and writes it there whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFileDialog

from core.saved.writing import CannotWriteError, write_whole
from desktop_app.article.page import ArticlePage
from desktop_app.files.choosing import choose_save
from desktop_app.handouts.article import article_pdf
from desktop_app.handouts.paper import Setting

if TYPE_CHECKING:
    from desktop_app.window import Window


def usual_paper() -> str:
    """The paper that printers hold here."""
    imperial = QLocale.system().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if imperial else "a4"


def ask(window: Window) -> QFileDialog | None:
    """Choose a file for the article; nothing where the lesson has none."""
    page = window.pages.page("article")
    if not isinstance(page, ArticlePage) or window.session is None:
        window.bottom.status.say("this lesson has no article")
        return None
    title = page.article.title

    def write(path: Path) -> None:
        page.finish_figures()
        setting = Setting(usual_paper(), window.themes["light"], title)
        made = article_pdf(page.article, page.sheet.figures, page.sheet.numbers, setting)
        try:
            write_whole(path, made)
        except CannotWriteError as error:
            window.bottom.status.say(str(error), error=True)
        else:
            window.bottom.status.say(f"saved: {path.name}")

    return choose_save(window, "Save the article", "PDF", ".pdf", f"{title}.pdf", write)
