"""The bundled faces, given to Qt: the same type on every machine; a bare one has no font at all."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QFontDatabase

FACES = {
    "font_source_sans_pro": ("Light", "Regular", "It", "Semibold"),
    "font_source_serif_pro": ("Light", "Regular", "It", "Semibold", "SemiboldIt"),
    "fontpkg_source_code_pro": ("SourceCodePro[wght]",),  # one file of every weight
}
# Qt tells of every face that lacks the rules of a script; `lettering.shown` looks for itself.
QUIET = "qt.text.font.db=false"


def load_fonts() -> list[str]:
    """Give Qt the bundled faces. Returns the packages that are missing (none, as installed)."""
    missing = []
    QLoggingCategory.setFilterRules(QUIET)
    for package, cuts in FACES.items():
        folder = package_folder(package)
        if folder is None:
            missing.append(package)
            continue
        for cut in cuts:
            for path in (folder / "files").iterdir():
                if path.stem == cut or path.name.endswith(f"-{cut}.ttf"):
                    QFontDatabase.addApplicationFont(str(path))
    symbols = package_folder("ziafont")
    if symbols is not None:
        QFontDatabase.addApplicationFont(str(symbols / "fonts" / "DejaVuSans.ttf"))
    return missing


def package_folder(package: str) -> Path | None:
    """Where an installed package lies, without importing it."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))
