"""Text that no face here can draw, and text in files: what stands there instead of boxes."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import pypdf
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter

from desktop_app import lettering
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import BODY, LABEL
from desktop_app.pictures import writing
from desktop_app.pictures.parts import Part
from desktop_app.theme import Theme

NOWHERE = "\U0010fffd"  # for private use: no face has it
WHITE, BLACK = QColor("white"), QColor("black")


def part_with(words: str, room: float = 200) -> Part:
    """One line of text as a part."""

    def paint(painter: QPainter) -> None:
        lettering.draw(painter, QRectF(8, 0, room, 40), words, LABEL, BLACK)

    return Part("line", QSize(round(room) + 16, 40), paint)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("plain", "plain"),
        ("é → α ∞", "é → α ∞"),
        (NOWHERE, "U+10FFFD"),
        (f"(abc){NOWHERE}", "(abc)U+10FFFD"),
        (NOWHERE * 2, "U+10FFFD\N{NO-BREAK SPACE}U+10FFFD"),
        ("a\N{ZERO WIDTH SPACE}b", "a\N{ZERO WIDTH SPACE}b"),
        ("a\x07b\x0b", "aU+0007bU+000B"),
        ("\u202eabc", "U+202Eabc"),
        ("שלום\u200f\u2069", "שלום\u200f\u2069"),
    ],
)
def test_a_sign_without_a_glyph_is_named_by_its_number(
    qapp: object, text: str, wanted: str
) -> None:
    assert lettering.shown(text, LABEL) == wanted


def test_room_is_made_for_the_number_and_not_for_a_box(qapp: object) -> None:
    assert lettering.width(NOWHERE, LABEL) == lettering.width("U+10FFFD", LABEL)
    assert lettering.fitted(NOWHERE, LABEL, 20).endswith("…")


def test_prose_names_it_too(theme: Theme) -> None:
    made = Prose(theme, BODY, 26)
    made.show_plain(f"a word {NOWHERE} here")
    assert "U+10FFFD" in made.document.toPlainText()


def test_a_file_with_such_a_sign_is_written_and_holds_its_number(qapp: object) -> None:
    written = writing.pdf(part_with(f"token {NOWHERE}"), WHITE)
    [page] = pypdf.PdfReader(io.BytesIO(written)).pages
    assert " ".join(page.extract_text().split()) == "token U+10FFFD"


@pytest.mark.parametrize("word", ["softmax", "first office fluffy", "Σ row"])
def test_words_with_joined_letters_are_found_in_a_pdf(qapp: object, word: str) -> None:
    [page] = pypdf.PdfReader(io.BytesIO(writing.pdf(part_with(word), WHITE))).pages
    assert " ".join(page.extract_text().split()) == word


@pytest.mark.parametrize("word", ["שלום", "مرحبا", "ate"])
def test_a_word_of_any_direction_is_whole_in_an_svg(qapp: object, word: str) -> None:
    root = ElementTree.fromstring(writing.svg(part_with(word), WHITE))
    texts = ["".join(text.itertext()) for text in root.iter() if text.tag.endswith("}text")]
    assert lettering.shown(word, LABEL) in texts


def test_pixels_and_outlines_have_ink_in_the_same_place(qapp: object) -> None:
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QImage
    from PySide6.QtSvg import QSvgRenderer

    part = part_with("the weights of a row")
    drawn = writing.image(part, 1, WHITE)
    again = QImage(part.size, QImage.Format.Format_RGB32)
    again.fill(WHITE)
    painter = QPainter(again)
    QSvgRenderer(QByteArray(writing.svg(part, WHITE))).render(painter)
    painter.end()
    assert abs(ink(drawn) - ink(again)) < 0.03 * ink(drawn)


def ink(picture: object) -> int:
    """How dark a picture is altogether."""
    from PySide6.QtGui import QImage

    assert isinstance(picture, QImage)
    return sum(
        255 - picture.pixelColor(x, y).lightness()
        for x in range(picture.width())
        for y in range(picture.height())
    )
