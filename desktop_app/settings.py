"""What the application remembers between starts: looks and progress, never an answer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

ORGANISATION = "The Attention Mechanism"


class Settings:
    """Preferences in one INI file. `path` replaces the usual place (tests, the tour)."""

    def __init__(self, path: Path | None = None) -> None:
        self.theme_for_now: str | None = None  # from the command line; never written
        self.own_folder = None if path is None else path.parent
        if path is None:
            self.stored = QSettings(
                QSettings.Format.IniFormat, QSettings.Scope.UserScope, ORGANISATION, "preferences"
            )
        else:
            self.stored = QSettings(str(path), QSettings.Format.IniFormat)
        self.damaged = self.set_damaged_aside()

    def set_damaged_aside(self) -> str:
        """Keep a copy of a file that is no INI file, for it will be written over.

        Returns a sentence about it, "" where the file is in order.
        """
        self.stored.allKeys()  # it is read when something is first asked
        if self.stored.status() != QSettings.Status.FormatError:
            return ""
        copy = Path(self.file).with_suffix(".damaged")
        try:
            copy.write_bytes(Path(self.file).read_bytes())
        except OSError:
            return "the preferences are damaged; the usual ones are used"
        return f"the preferences are damaged; the usual ones are used, the old file is {copy.name}"

    @property
    def file(self) -> str:
        """Where the preferences lie."""
        return self.stored.fileName()

    @property
    def made_here(self) -> Path:
        """Where this application keeps what was made on this machine; it need not exist yet."""
        if self.own_folder is not None:
            return self.own_folder
        place = QStandardPaths.StandardLocation.AppDataLocation
        return Path(QStandardPaths.writableLocation(place))

    @property
    def theme(self) -> str:
        """ "light", "dark" or "system"."""
        return self.theme_for_now or str(self.stored.value("theme", "light"))

    @theme.setter
    def theme(self, name: str) -> None:
        self.theme_for_now = None
        self.stored.setValue("theme", name)

    @property
    def slide(self) -> int:
        """The slide that was open last, 1 at first."""
        try:
            return int(str(self.stored.value("slide", "1")))
        except ValueError:
            return 1

    @slide.setter
    def slide(self, number: int) -> None:
        self.stored.setValue("slide", number)

    @property
    def reduced_motion(self) -> bool:
        return str(self.stored.value("reduced_motion", "false")) == "true"

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self.stored.setValue("reduced_motion", "true" if reduced else "false")

    @property
    def high_contrast(self) -> bool:
        return str(self.stored.value("high_contrast", "false")) == "true"

    @high_contrast.setter
    def high_contrast(self, strong: bool) -> None:
        self.stored.setValue("high_contrast", "true" if strong else "false")

    @property
    def predict_first(self) -> bool:
        """Whether every pane hides results until the learner has guessed."""
        return str(self.stored.value("predict_first", "false")) == "true"

    @predict_first.setter
    def predict_first(self, on: bool) -> None:
        self.stored.setValue("predict_first", "true" if on else "false")

    @property
    def query_columns(self) -> bool:
        """Whether pane 09 draws queries as columns; everything else keeps them as rows."""
        return str(self.stored.value("query_columns", "false")) == "true"

    @query_columns.setter
    def query_columns(self, on: bool) -> None:
        self.stored.setValue("query_columns", "true" if on else "false")

    @property
    def done(self) -> set[str]:
        """The ids of the challenges that were reached."""
        return {part for part in str(self.stored.value("challenges", "")).split(" ") if part}

    @done.setter
    def done(self, ids: set[str]) -> None:
        self.stored.setValue("challenges", " ".join(sorted(ids)))

    @property
    def seen(self) -> set[str]:
        """The ids of the challenges of which a solution was seen, and no more."""
        return {part for part in str(self.stored.value("solutions", "")).split(" ") if part}

    @seen.setter
    def seen(self, ids: set[str]) -> None:
        self.stored.setValue("solutions", " ".join(sorted(ids)))

    @property
    def article_place(self) -> tuple[int, float]:
        """Where reading stopped: a section, and the share of it that was above the view."""
        section, _, share = str(self.stored.value("article", "1 0")).partition(" ")
        try:
            return int(section), min(max(float(share), 0.0), 1.0)
        except ValueError:
            return 1, 0.0

    @article_place.setter
    def article_place(self, place: tuple[int, float]) -> None:
        self.stored.setValue("article", f"{place[0]} {place[1]:.4f}")

    @property
    def article_read(self) -> set[int]:
        """The sections that were read to their end."""
        stored = str(self.stored.value("article_read", "")).split(" ")
        return {int(part) for part in stored if part.isdecimal()}

    @article_read.setter
    def article_read(self, sections: set[int]) -> None:
        self.stored.setValue("article_read", " ".join(str(part) for part in sorted(sections)))

    @property
    def article_size(self) -> float:
        """How large the article's text is, times its usual size."""
        try:
            size = float(str(self.stored.value("article_size", "1")))
        except ValueError:
            return 1.0
        return size if 0.5 <= size <= 2.0 else 1.0

    @article_size.setter
    def article_size(self, size: float) -> None:
        self.stored.setValue("article_size", f"{size:.2f}")

    @property
    def folder(self) -> str:
        """The folder that a file was opened from or saved to last; the home folder at first."""
        stored = self.stored.value("folder")
        there = isinstance(stored, str) and Path(stored).is_dir()
        return stored if isinstance(stored, str) and there else str(Path.home())

    @folder.setter
    def folder(self, folder: str) -> None:
        self.stored.setValue("folder", folder)

    @property
    def recent(self) -> list[str]:
        """The session files that were opened or saved last, newest first."""
        stored = self.stored.value("recent", [])
        paths = stored if isinstance(stored, list) else [stored]
        return [path for path in paths if isinstance(path, str)]

    @recent.setter
    def recent(self, paths: list[str]) -> None:
        self.stored.setValue("recent", paths)

    @property
    def geometry(self) -> QByteArray:
        stored = self.stored.value("window")
        return stored if isinstance(stored, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self.stored.setValue("window", geometry)

    def write(self) -> bool:
        """Put everything on disk. False where the place cannot be written."""
        self.stored.sync()
        return self.stored.status() == QSettings.Status.NoError
