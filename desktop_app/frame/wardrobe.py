"""Which theme the window wears: the learner's wish, or the desktop's light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop_app.frame.style import style_sheet
from desktop_app.instruments.base import apply_theme
from desktop_app.settings import Settings
from desktop_app.theme import Theme, high_contrast, palette

if TYPE_CHECKING:
    from desktop_app.window import Window


def wished(settings: Settings, themes: dict[str, Theme]) -> Theme:
    """The theme of the preferences; "system" follows the desktop."""
    name = settings.theme
    if name == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        name = "dark" if scheme == Qt.ColorScheme.Dark else "light"
    return themes[name if name in themes else "light"]


class Wardrobe(QObject):
    """Dresses the window and all it holds, without a restart."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.follow_desktop)

    def choose(self, name: str) -> None:
        """Wear a theme and remember the wish: "light", "dark" or "system"."""
        self.window.settings.theme = name
        self.wear()

    def follow_desktop(self) -> None:
        """The desktop turned light or dark; whoever wished to follow it does."""
        if self.window.settings.theme == "system":
            self.wear()

    def wear(self) -> None:
        """Repaint everything in the theme that is wished for."""
        window = self.window
        list(map(window.view, [*window.begun]))  # their parts have the theme from before
        theme = wished(window.settings, window.themes)
        window.theme = high_contrast(theme) if window.settings.high_contrast else theme
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        sheet, colours = style_sheet(window.theme), palette(window.theme)
        if (application.styleSheet(), application.palette()) != (sheet, colours):
            application.setStyleSheet("")
            application.setPalette(colours)
            application.setStyleSheet(sheet)
        apply_theme(window, window.theme)
