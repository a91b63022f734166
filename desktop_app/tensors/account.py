"""The left column of "Your tensors": files, arrays, how they are read, and what they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.tensors.names import ROLES
from core.tensors.naming import SIDES
from core.tensors.readings import KINDS, MATRIX_WORDS, POLARITIES, axes_words
from core.tensors.refusing import shape_words
from core.tensors.tables import DIALECTS, Dialect
from desktop_app import lettering, vector
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import EYEBROW, LABEL, Style
from desktop_app.tensors.choice import HEIGHT, ChoiceButton
from desktop_app.tensors.desk import Desk
from desktop_app.tensors.naming_choice import (
    LOAD,
    TYPE,
    names_key,
    names_options,
    take_names,
)
from desktop_app.theme import Theme

LINE, BLOCK, NAME = 18.0, 20.0, 72.0
ROLE = 120.0
MOST_ARRAYS = 10
READ = ("table", "kind", "axes", "sums", "polarity", "matrices", "heads", "block")
NAMED = (*SIDES, "names")
FIELDS = (*READ, *NAMED)
LABELS = {
    "table": "table",
    "kind": "read as",
    "axes": "axes",
    "sums": "layout",
    "polarity": "mask",
    "matrices": "matrices",
    "heads": "heads",
    "block": "block",
    "queries": "queries",
    "keys": "keys",
    "names": "spelling",
}
SUMS = (("rows", "each row is a query"), ("columns", "each column is a query"))
NAMES = ((True, "readable"), (False, "as the file has them"))
NO_ROLE = ("", "not used")


@dataclass(frozen=True)
class Line:
    """One wrapped paragraph, a heading, or a choice with the words left of it."""

    text: str
    ink: str = "ink2"
    heading: bool = False
    button: ChoiceButton | None = None
    mark: str = ""


class Account(Instrument):
    """Everything about what is open, in words, with a button for each thing that can be changed.

    names_wanted(side, way): names are to be loaded from a file, or typed.
    """

    names_wanted = Signal(str, str)

    def __init__(self, theme: Theme, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.desk = desk
        self.fields = {name: ChoiceButton(theme, LABELS[name], self) for name in FIELDS}
        self.roles = [ChoiceButton(theme, "array", self) for _ in range(MOST_ARRAYS)]
        for name, button in self.fields.items():
            button.chosen.connect(lambda key, name=name: self.ask(name, key))
        for place, button in enumerate(self.roles):
            button.chosen.connect(lambda key, place=place: self.ask_role(place, key))
        self.refresh()

    # asking

    def ask(self, name: str, key: object) -> None:
        """Another possibility of the reading was chosen."""
        if name in SIDES:
            if key in (LOAD, TYPE):
                self.names_wanted.emit(name, key)
            else:
                take_names(self.desk, name, str(key))
            return
        words = dict(self.fields[name].options)[key]
        said = f"{LABELS[name]}: {words}"
        if name == "kind":
            self.desk.ask_kind(key, said)  # type: ignore[arg-type]
        elif name == "table":
            assert isinstance(key, Dialect)
            self.desk.ask_dialect(key, said)
        elif name == "block":
            self.desk.ask_block(str(key))
        elif name == "names":
            self.desk.spell(bool(key), said)
        else:
            self.desk.ask_field(name, key, said)

    def ask_role(self, place: int, key: object) -> None:
        assert self.desk.opened is not None
        name = list(self.desk.opened.collection.arrays)[place]
        words = dict([NO_ROLE, *ROLES.items()])[str(key)]
        self.desk.ask_role(name, str(key), f"{name} is {words}")

    # showing

    def refresh(self) -> None:
        """Show what the desk holds."""
        for button in (*self.fields.values(), *self.roles):
            button.hide()
        if self.desk.opened is not None:
            self.fill()
        self.updateGeometry()
        self.arrange()
        self.update()

    def fill(self) -> None:
        """Give every button its possibilities."""
        found = self.desk.opened
        assert found is not None
        proposal, reading = found.proposal, found.proposal.reading
        dialects = [file.dialect for file in found.collection.files if file.dialect]
        options: dict[str, list[tuple[object, str]]] = {
            "table": [(one, one.words) for one in DIALECTS] if dialects else [],
            "kind": [(one, KINDS[one]) for one in proposal.kinds],
            "axes": [(one, axes_words(one)) for one in proposal.axes],
            "polarity": [(one, POLARITIES[one]) for one in proposal.polarities],
            "matrices": [(one, MATRIX_WORDS[one]) for one in proposal.matrices],
            "heads": [(one, f"{one} head{'s' * (one > 1)}") for one in proposal.heads],
            "block": [(one, one) for one in proposal.blocks],
            "sums": list(SUMS) if reading.kind == "weights" and len(reading.axes) > 1 else [],
            "names": list(NAMES) if self.desk.spelling else [],
            **{side: names_options(self.desk, side) for side in SIDES},
        }
        now: dict[str, object] = {"block": proposal.block, "names": self.desk.readable}
        now["table"] = next(iter(dialects), None)
        now |= {side: names_key(self.desk, side) for side in SIDES}
        for name, button in self.fields.items():
            key = now.get(name, getattr(reading, name, None))
            asked = name == "polarity" and key == ""
            if len(options[name]) > 1:
                button.show_options(options[name], key, asked)
                button.show()
        roles = {name: role for role, name in reading.roles}
        arrays = found.collection.arrays.items()
        for button, (name, array) in zip(self.roles, arrays, strict=False):
            button.name = name
            fitting: list[tuple[object, str]] = [NO_ROLE, *ROLES.items()]
            if len(array.shape) == 1:
                fitting = [NO_ROLE, *((r, w) for r, w in ROLES.items() if r[0] in "bpwm")]
            button.show_options(fitting, roles.get(name, ""))
            button.setVisible(len(found.collection.arrays) > 1)

    def lines(self) -> Iterator[Line]:
        """Everything, from top to bottom."""
        desk = self.desk
        if desk.reading.busy:
            yield Line(desk.reading.words or "reading", "ink")
        if desk.refusal:
            yield Line(desk.refusal, "alert")
        found = desk.opened
        if found is None:
            return
        yield Line("File", heading=True)
        for file in found.collection.files:
            yield Line(f"{file.name}: {file.kind}", "ink")
        for button, (name, array) in zip(self.roles, found.collection.arrays.items(), strict=False):
            text = f"{name} · {shape_words(array.shape)} · {array.stored}"
            yield Line(text, "ink2", button=None if button.isHidden() else button)
        more = len(found.collection.arrays) - MOST_ARRAYS
        if more > 0:
            yield Line(f"and {more} more arrays")
        for note in found.collection.notes:
            yield Line(note)
        yield Line("Read as", heading=True)
        yield from self.choices(READ)
        for question in found.proposal.questions:
            yield Line(question.sentence, "ink", mark="?")
        for reason in found.proposal.reasons:
            yield Line(reason)
        if found.maps is not None:
            yield Line("Names", heading=True)
            yield from self.choices(NAMED)
            if signs := self.unknown_signs():
                yield Line(f"{signs[0].upper()}{signs[1:]}")
        yield from self.told()

    def unknown_signs(self) -> str:
        """What is said of signs in the names that no face here has."""
        found: set[str] = set()
        for name in {name for names in self.desk.names for name in names if not name.isascii()}:
            found.update(vector.SIGN.findall(lettering.shown(name, LABEL)))
        return vector.told_signs(found & vector.NAMED)

    def choices(self, names: Sequence[str]) -> Iterator[Line]:
        """The buttons that are in sight, in their order."""
        for name in names:
            if not self.fields[name].isHidden():
                yield Line(LABELS[name], "ink2", button=self.fields[name])

    def told(self) -> Iterator[Line]:
        """What was checked, and what the map in front adds to it."""
        found, shown = self.desk.opened, self.desk.shown
        assert found is not None
        findings = list(found.findings)
        if shown is not None and shown.stored is not None:
            findings = [one for one in findings if one.key != "difference"]
            findings.insert(0, shown.stored)
        if found.trouble or findings:
            yield Line("Checks", heading=True)
        if found.trouble:
            yield Line(found.trouble, "alert", mark="!")
        for finding in findings:
            yield Line(finding.sentence, "ink", mark="✓" if finding.right else "!")

    # geometry

    def placed(self, width: float) -> Iterator[tuple[Line, QRectF, list[str]]]:
        """Each line with its room and the texts that stand in it."""
        y = 0.0
        for place, line in enumerate(self.lines()):
            style = EYEBROW if line.heading else LABEL
            y += BLOCK if line.heading and place else 0
            if line.button is not None and line.button in self.roles:
                texts = lettering.wrapped(line.text, style, width - ROLE - 8)
                high = max(LINE * len(texts), HEIGHT)
                yield line, QRectF(0, y, width - ROLE - 8, high), texts
                line.button.setGeometry(round(width - ROLE), round(y), round(ROLE), HEIGHT)
                y += high + 6
                continue
            if line.button is not None:
                if line.button.least_width() > width - NAME:  # its words need the whole line
                    yield line, QRectF(0, y, width, LINE), [line.text]
                    y += LINE + 2
                    line.button.setGeometry(0, round(y), round(width), HEIGHT)
                    y += HEIGHT + 6
                    continue
                line.button.setGeometry(round(NAME), round(y), round(width - NAME), HEIGHT)
                yield line, QRectF(0, y, NAME - 8, HEIGHT), [line.text]
                y += HEIGHT + 6
                continue
            indent = 18.0 if line.mark else 0.0
            texts = lettering.wrapped(line.text, style, width - indent)
            yield line, QRectF(indent, y, width - indent, LINE * len(texts)), texts
            y += LINE * len(texts) + (6 if line.heading else 4)
        self.total = y

    def arrange(self) -> None:
        """Put the buttons where they belong."""
        for _ in self.placed(self.width()):
            pass

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self.total = 0.0
        for _ in self.placed(width):
            pass
        return round(self.total)

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(320))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for line, room, texts in self.placed(self.width()):
                style: Style = EYEBROW if line.heading else LABEL
                ink: QColor = self.theme.ink3 if line.heading else getattr(self.theme, line.ink)
                high = room.height() / max(len(texts), 1)
                if line.mark:
                    spot = QRectF(0, room.top(), 14, high)
                    wrong = self.theme.alert if line.mark != "✓" else self.theme.ink2
                    lettering.draw(painter, spot, line.mark, LABEL.bold(), wrong)
                for place, text in enumerate(texts):
                    spot = QRectF(room.left(), room.top() + place * high, room.width(), high)
                    lettering.draw(painter, spot, text, style, ink)
