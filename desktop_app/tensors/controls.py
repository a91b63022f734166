"""The controls over a map: what is computed, what is left out, where the colours end."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.tensors.showing import places
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.panes.lab import place
from desktop_app.tensors.desk import Desk
from desktop_app.tensors.thumbs import axes_of
from desktop_app.theme import Theme

TOPS = (("100", "All cells"), ("90", "Top 90 %"), ("50", "Top 50 %"))
SPECIALS = (("shown", "Special tokens"), ("hidden", "Hidden, rest renormalised"))
PADS = (("shown", "Padding"), ("hidden", "Trimmed"))
RANGES = (("fixed", "Colours 0 to 1"), ("stretched", "Stretched"))
SCALES = (("on", "÷ √d"), ("off", "Unscaled"))
MASKS = (("off", "No mask"), ("on", "Causal"))
ALL = "all tokens"
ROW = 40.0


class MapControls:
    """The widgets, made once for one sheet."""

    def __init__(self, theme: Theme, desk: Desk, sheet: QWidget) -> None:
        self.desk = desk
        self.other = Stepper(theme, "Batch", 1, 1, sheet)
        self.scale = Toggle(theme, "Scale", SCALES, sheet)
        self.causal = Toggle(theme, "Mask", MASKS, sheet)
        self.top = Toggle(theme, "Cells", TOPS, sheet)
        self.special = Toggle(theme, "Special tokens", SPECIALS, sheet)
        self.pads = Toggle(theme, "Padding", PADS, sheet)
        self.range = Toggle(theme, "Colours", RANGES, sheet)
        self.field = SentenceField(theme, "Tokens shown", self.rule, sheet)
        self.field.setPlaceholderText(ALL)
        self.other_axis = -1
        self.connect_controls()
        chain = self.chain()
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def chain(self) -> list[QWidget]:
        """The order of Tab."""
        first: list[QWidget] = [self.other, self.scale, self.causal, self.top]
        return [*first, self.range, self.field, self.pads, self.special]

    def connect_controls(self) -> None:
        desk = self.desk
        self.other.changed.connect(self.step_other)
        self.scale.chosen.connect(
            lambda key: desk.ask_field("scaled", key == "on", f"scores {dict(SCALES)[key].lower()}")
        )
        self.causal.chosen.connect(
            lambda key: desk.ask_field("causal", key == "on", f"mask: {dict(MASKS)[key].lower()}")
        )
        self.top.chosen.connect(lambda key: desk.filter(dict(TOPS)[key].lower(), top=int(key)))
        self.special.chosen.connect(
            lambda key: desk.filter(f"special tokens {key}", special=key == "shown")
        )
        self.pads.chosen.connect(
            lambda key: desk.filter(f"padding {dict(PADS)[key].lower()}", pads=key == "shown")
        )
        self.range.chosen.connect(
            lambda key: desk.filter(dict(RANGES)[key].lower(), stretched=key == "stretched")
        )
        self.field.entered.connect(self.take_tokens)
        self.field.refused.connect(desk.said)

    def rule(self, text: str) -> None:
        """Raise ValueError for places that are none."""
        found = self.desk.opened
        if text.strip() and text.strip() != ALL and found is not None:
            places(text, len(found.columns))

    def take_tokens(self, text: str) -> None:
        wanted = "" if text.strip() in ("", ALL) else text.strip()
        self.desk.filter(f"tokens {wanted or 'all'}", tokens=wanted)

    def step_other(self, value: int) -> None:
        index = list(self.desk.index)
        index[self.other_axis] = value - 1
        self.desk.choose(tuple(index))

    def refresh(self) -> None:
        """Stand where the desk stands."""
        desk, found = self.desk, self.desk.opened
        maps = None if found is None else found.maps
        for widget in self.chain():
            widget.setVisible(maps is not None)
        if maps is None or found is None:
            return
        reading = maps.reading
        self.scale.setVisible(maps.computed)
        self.causal.setVisible(maps.computed)
        self.scale.set_chosen("on" if reading.scaled else "off")
        self.causal.set_chosen("on" if reading.causal else "off")
        self.top.set_chosen(str(desk.how.top))
        self.special.set_chosen("shown" if desk.how.special else "hidden")
        self.special.setVisible(desk.has_special)
        self.pads.set_chosen("shown" if desk.how.pads else "hidden")
        self.pads.setVisible(desk.shown is not None and bool(desk.shown.pads.places))
        self.range.set_chosen("stretched" if desk.how.stretched else "fixed")
        self.field.show_text(desk.how.tokens)
        self.show_other(maps.lead)

    def show_other(self, lead: tuple[tuple[str, int], ...]) -> None:
        """A stepper for the one axis that the small maps do not show."""
        shown = axes_of(lead) if lead else (None, -1)
        rest = [at for at, (_, size) in enumerate(lead) if at not in shown and size > 1]
        self.other_axis = rest[0] if rest else -1
        self.other.setVisible(bool(rest))
        if rest:
            name, size = lead[rest[0]]
            self.other.name = name
            self.other.setAccessibleName(name)
            self.other.show_value(self.desk.index[rest[0]] + 1, size)

    def set_compact(self, compact: bool) -> None:
        for widget in self.chain():
            if isinstance(widget, Toggle):
                widget.set_compact(compact)

    def arrange(self, left: float, right: float, top: float) -> float:
        """Put what is visible into rows; returns where they end."""
        x, y = left, top
        row = (self.scale, self.causal, self.top, self.range, self.pads, self.special, self.field)
        for widget in row:
            if widget.isHidden():
                continue
            wide = 152.0 if widget is self.field else float(widget.width())
            if x > left and x + wide > right:
                x, y = left, y + ROW
            place(widget, QRectF(x, y, wide, 32))
            x += wide + 12
        if not self.other.isHidden():
            wide = self.other.width() + 72.0
            if x + wide > right:
                x, y = left, y + ROW
            self.other.move(round(x + 72), round(y) + 4)
        return y + ROW

    def other_label(self) -> tuple[str, QRectF] | None:
        """The name of the stepper's axis, and where it stands."""
        if self.other.isHidden():
            return None
        box = QRectF(self.other.geometry())
        return self.other.name, QRectF(box.left() - 72, box.top(), 64, box.height())
