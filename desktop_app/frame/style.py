"""The style sheet for what Qt draws itself: buttons, menus, scroll bars, tooltips."""

from __future__ import annotations

from desktop_app.lettering import SANS
from desktop_app.theme import Theme


def style_sheet(theme: Theme) -> str:
    """QSS with a theme's colours. Buttons named "primary" are ink, "quiet" have no outline."""
    c = {
        name: getattr(theme, name).name()
        for name in ("paper", "sheet", "sunken", "line", "edge", "ink", "ink2", "ink3")
    }
    return f"""
QWidget {{ font-family: "{SANS}"; font-size: 13px; color: {c["ink"]}; }}
#window, #topBar, #bottomBar, #lesson {{ background: {c["paper"]}; }}
#lab, #labArea, #shell {{ background: {c["sheet"]}; }}
QPushButton {{
    background: {c["sheet"]}; border: 1px solid {c["edge"]}; border-radius: 8px;
    padding: 0 8px; color: {c["ink"]}; outline: none;
}}
QPushButton:hover {{ background: {c["sunken"]}; border-color: {c["ink"]}; }}
QPushButton:pressed {{ background: {c["ink"]}; color: {c["sheet"]}; border-color: {c["ink"]}; }}
QPushButton:disabled {{ color: {c["edge"]}; border-color: {c["line"]}; background: {c["sheet"]}; }}
QPushButton[primary="true"] {{
    background: {c["ink"]}; color: {c["sheet"]}; border-color: {c["ink"]}; font-weight: 600;
}}
QPushButton[primary="true"]:hover {{ background: {c["ink2"]}; border-color: {c["ink2"]}; }}
QToolButton {{ border: none; border-radius: 8px; background: transparent; padding: 0; }}
QToolButton:hover {{ background: {c["sunken"]}; }}
QToolButton:pressed {{ background: {c["ink"]}; }}
QToolButton[open="true"] {{ background: {c["ink"]}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QMenu {{
    background: {c["sheet"]}; border: 1px solid {c["edge"]}; padding: 6px 0; color: {c["ink"]};
}}
QMenu::item {{ padding: 6px 32px 6px 20px; }}
QMenu::item:selected {{ background: {c["sunken"]}; }}
QMenu::item:disabled {{ color: {c["ink3"]}; }}
QMenu::indicator, QMenu::right-arrow {{ image: none; width: 0; height: 0; }}
QMenu::separator {{ height: 1px; background: {c["line"]}; margin: 6px 0; }}
QToolTip {{
    background: {c["ink"]}; color: {c["sheet"]}; border: none; padding: 6px 8px; font-size: 13px;
}}
QScrollArea {{ border: none; background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 8px; margin: 0; }}
QScrollBar::handle:vertical {{
    background: {c["edge"]}; border-radius: 2px; min-height: 32px; margin: 0 2px;
}}
QScrollBar::handle:vertical:hover {{ background: {c["ink2"]}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollBar::add-page:vertical, QScrollBar::sub-page:vertical {{
    background: {c["sunken"]}; border-radius: 2px; margin: 0 2px;
}}
QScrollBar:horizontal {{ height: 0; }}
QProgressBar {{
    background: {c["sunken"]}; border: none; border-radius: 4px; min-height: 8px; max-height: 8px;
}}
QProgressBar::chunk {{ background: {c["ink"]}; border-radius: 4px; }}
QDialog {{ background: {c["paper"]}; }}
QDialog QPushButton:focus {{ border: 2px solid {c["ink"]}; }}
QDialog QPushButton[primary="true"]:focus {{ border: 2px solid {c["edge"]}; }}
QLabel {{ background: transparent; }}
QPlainTextEdit, QTextBrowser {{
    background: {c["sheet"]}; border: 1px solid {c["line"]}; border-radius: 8px; padding: 8px;
    selection-background-color: {c["ink"]}; selection-color: {c["sheet"]};
}}
QPlainTextEdit[quiet="true"] {{ background: transparent; border: none; padding: 0; }}
QListView, QTreeView {{
    background: {c["sheet"]}; border: 1px solid {c["line"]}; border-radius: 8px; padding: 6px;
    outline: none; color: {c["ink"]};
}}
QListView:focus, QTreeView:focus {{ border-color: {c["ink"]}; }}
QListView::item, QTreeView::item {{ padding: 4px 6px; color: {c["ink"]}; }}
QListView::item:hover, QTreeView::item:hover {{ background: {c["sunken"]}; }}
QListView::item:selected, QTreeView::item:selected {{
    background: {c["ink"]}; color: {c["sheet"]};
}}
QHeaderView, QHeaderView::section {{
    background: {c["sheet"]}; border: none; padding: 4px 6px 4px 3px; color: {c["ink2"]};
}}
"""
