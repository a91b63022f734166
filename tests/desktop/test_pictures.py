"""Pictures of a slide: what is in the files, on the clipboard, and what the dialog does."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pypdf
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QCursor, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment
from desktop_app import lettering, vector
from desktop_app.application import Application
from desktop_app.files.exporting import fill_export
from desktop_app.instruments import grid
from desktop_app.pictures import copies, writing
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.parts import LAB, WHOLE, Part, parts_of
from desktop_app.pictures.progress import WritingDialog
from desktop_app.pictures.slices import Writing
from desktop_app.pictures.turns import Turns, finish
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme
from tests.desktop.conftest import click

Opened = Callable[..., Application]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def copied(opened: Opened) -> Iterator[Callable[..., SlideView]]:
    """A copy of a slide off the screen, in a theme: `copied(5, "dark")`."""
    made: list[SlideView] = []

    def copy(slide: int, theme: str = "light", application: Application | None = None) -> SlideView:
        window = (application or opened(slide)).window
        made.append(copies.copy_in_front(window, copies.theme_of(window, theme)))
        return made[-1]

    yield copy
    for view in made:
        copies.end(view)


def part_of(view: SlideView, name: str) -> Part:
    return next(part for part in parts_of(view) if part.name == name)


def words_of(text: ElementTree.Element) -> str:
    return "".join(text.itertext())


def close_to(picture: QImage, other: QImage) -> float:
    """The share of pixels that are the same, to one step of 255 in each colour."""
    bits = []
    for image in (picture, other):
        plain = image.convertToFormat(QImage.Format.Format_RGB32)
        bits.append(np.frombuffer(plain.constBits(), np.uint8).astype(int))
    return float(np.mean(np.abs(bits[0] - bits[1]) <= 1))


def weight_of(colour: QColor, view: SlideView) -> float:
    """The weight whose colour comes nearest."""
    ramp = np.array([step.getRgb()[:3] for step in view.theme.weight_ramp])
    away = np.abs(ramp - np.array(colour.getRgb()[:3])).sum(axis=1)
    return int(away.argmin()) / (len(ramp) - 1)


def dialog_of(application: Application) -> PictureDialog:
    """Open the dialog through the menu."""
    menu = QMenu()
    fill_export(application.window, menu)
    [picture] = [action for action in menu.actions() if action.text() == "Picture…"]
    picture.trigger()
    [dialog] = application.window.findChildren(PictureDialog)
    return dialog


def choose(dialog: PictureDialog, part: str, kind: str, theme: str = "Light") -> None:
    for made, words in ((dialog.names, part), (dialog.kinds, kind), (dialog.themes, theme)):
        [item] = made.findItems(words, Qt.MatchFlag.MatchExactly)
        made.setCurrentItem(item)


def wait_painted(application: Application, qtbot: QtBot) -> None:
    """Until nothing is being painted; deferred deletes take the last of it."""
    qtbot.waitUntil(lambda: not application.window.findChildren(Turns), timeout=30_000)


def name_file(application: Application, path: Path) -> None:
    [dialog] = [one for one in application.window.findChildren(QFileDialog) if one.isVisible()]
    [field] = [one for one in dialog.findChildren(QLineEdit) if one.objectName() == "fileNameEdit"]
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("slide", [5, 9])
def test_a_picture_in_the_windows_theme_is_what_the_screen_shows(
    opened: Opened, copied: Callable[..., SlideView], slide: int
) -> None:
    QCursor.setPos(4000, 4000)  # nothing is pointed at
    application = opened(slide)
    view = copied(slide, "light", application)
    picture = writing.image(part_of(view, WHOLE), 1, view.theme.paper)
    screen = application.window.body.grab().toImage()
    assert picture.size() == screen.size()
    assert close_to(picture, screen) > 0.9999


def test_the_other_theme_is_in_the_picture_and_never_on_the_screen(
    opened: Opened, copied: Callable[..., SlideView]
) -> None:
    application = opened(5)
    before = application.window.grab().toImage()
    view = copied(5, "dark", application)
    dark = application.window.themes["dark"]
    picture = writing.image(part_of(view, WHOLE), 1, view.theme.paper)
    assert picture.pixelColor(4, 4) == dark.paper
    assert picture.pixelColor(picture.width() - 4, 4) == dark.sheet
    assert application.window.grab().toImage() == before


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_pixels_are_counted_from_the_slide_and_not_from_the_screen(
    copied: Callable[..., SlideView], scale: int
) -> None:
    view = copied(5)
    part = part_of(view, "Weights")
    picture = QImage.fromData(writing.png(part, scale, view.theme.sheet, "weights"))
    assert picture.size() == part.size * scale
    assert picture.text("Title") == "weights"


def test_the_colour_of_a_cell_gives_back_its_weight(copied: Callable[..., SlideView]) -> None:
    view = copied(9)
    part = next(part for part in parts_of(view)[2:] if part.name.lower().startswith("weights"))
    shown = part.widget or view.lab
    scale = 3
    picture = writing.image(part, scale, view.theme.sheet)
    state = shown.state  # type: ignore[attr-defined]
    for row, column in np.ndindex(*state.shape):
        place = grid.cell_rect(shown.rect().toRectF(), state.shape, (row, column))
        # The cells stand at the picture's lower right, with the same free space all round.
        left = part.size.width() - 16 - shown.width() + place.left()
        top = part.size.height() - 16 - shown.height() + place.top()
        corner = QPoint(
            round((left + place.width() * 0.2) * scale),
            round((top + place.height() * 0.15) * scale),
        )
        read = weight_of(picture.pixelColor(corner), view)
        assert read == pytest.approx(state.numbers[row, column], abs=1 / 128)


def test_neither_the_focus_ring_nor_a_pointed_cell_is_in_the_picture(
    opened: Opened, copied: Callable[..., SlideView]
) -> None:
    application = opened(5)
    at_rest = writing.image(part_of(copied(5, "light", application), LAB), 1, QColor("white"))
    weights = application.window.view(5).lab.grids["weights"]
    weights.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.mouseMove(weights, weights.rect().center())
    again = writing.image(part_of(copied(5, "light", application), LAB), 1, QColor("white"))
    assert again == at_rest


def test_an_svg_holds_the_words_and_draws_them_without_our_faces(
    copied: Callable[..., SlideView],
) -> None:
    view = copied(5)
    written = writing.svg(part_of(view, WHOLE), view.theme.paper, "slide 5")
    root = ElementTree.fromstring(written)
    texts = list(root.iter(f"{SVG}text"))
    words = " ".join(words_of(text) for text in texts)
    assert "softmax along each row" in words
    assert "One Matrix Multiply" in words
    assert "Reset" in words  # which Qt paints itself
    seen = [text for text in texts if text.get("fill-opacity") != "0" and words_of(text).strip()]
    assert [words_of(text) for text in seen] == []
    assert root.findtext(f"{SVG}title") == "slide 5"


def test_tokens_that_look_like_marks_stay_what_they_are(
    opened: Opened, copied: Callable[..., SlideView]
) -> None:
    application = opened(5)
    experiment = application.session.experiment()
    assert isinstance(experiment, AttentionExperiment)
    tokens = ("<s>", "a<b<c", "&lt;", *experiment.tokens[3:])
    renamed = msgspec.structs.replace(experiment, tokens=tokens)
    application.session.edit(renamed, "renamed")
    view = copied(5, "light", application)
    part = part_of(view, "Query")
    root = ElementTree.fromstring(writing.svg(part, view.theme.sheet))
    words = {words_of(text) for text in root.iter(f"{SVG}text")}
    assert {"<s>", "a<b<c", "&lt;"} <= words
    assert "&lt;" in page_words(writing.pdf(part, view.theme.sheet))


def test_signs_of_the_wide_planes_are_found_in_a_pdf(qapp: object, theme: Theme) -> None:
    """Qt can say the letters of the first plane alone; a face here may have others."""
    word = "\U0001d42d\U0001d421\U0001d41e\U00013000\u00e9\u6f22"
    assert vector.findable(word) == "theU+13000\u00e9\u6f22"

    def paint(painter: QPainter) -> None:
        room = QRectF(10, 10, 480, 20)
        lettering.draw(painter, room, f"{word[:3]} cat", lettering.LABEL, theme.ink)

    found = page_words(writing.pdf(Part("", QSize(500, 40), paint), theme.sheet))
    number = lettering.shown(word[:3], lettering.LABEL).replace("\xa0", " ")
    assert found == f"{'the' if number == word[:3] else number} cat"


def page_words(written: bytes, page: int = 0) -> str:
    """The words of one page, with single spaces."""
    import io

    text = pypdf.PdfReader(io.BytesIO(written)).pages[page].extract_text()
    return " ".join(text.split())


def test_the_words_of_a_pdf_are_found_and_its_formulas_are_lines(
    copied: Callable[..., SlideView],
) -> None:
    import io

    view = copied(5)
    written = writing.pdf(part_of(view, WHOLE), view.theme.paper, "slide 5")
    words = page_words(written)
    assert "One Matrix Multiply" in words
    assert "Softmax makes each row of scores a row of weights that add to 1" in words
    reader = pypdf.PdfReader(io.BytesIO(written))
    [page] = reader.pages
    assert len(page.images) == 0
    assert page.get_contents().get_data().count(b" c\n") > 500  # curves: the formulas' outlines
    assert reader.metadata is not None
    assert reader.metadata.title == "slide 5"
    for font in page["/Resources"]["/Font"].values():
        assert "/ToUnicode" in font.get_object()


def test_a_heatmap_in_a_pdf_has_lost_no_colour(copied: Callable[..., SlideView]) -> None:
    view = copied(3)
    written = writing.pdf(part_of(view, LAB), view.theme.sheet)
    assert b"/DCTDecode" not in written  # which would be JPEG


def test_a_typed_name_gets_its_ending_and_the_file_is_the_picture(
    opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    application = opened(5)
    dialog = dialog_of(application)
    choose(dialog, "Weights", "PNG, 3x", "Dark")
    size = dialog.part.size * 3
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    wait_painted(application, qtbot)
    name_file(application, tmp_path / "attention v1.2")
    qtbot.waitUntil((tmp_path / "attention v1.2.png").exists, timeout=30_000)
    picture = QImage(str(tmp_path / "attention v1.2.png"))
    assert picture.size() == size
    assert picture.pixelColor(2, 2) == application.window.themes["dark"].sheet
    assert application.window.bottom.status.message == "wrote attention v1.2.png"
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_folder_that_is_gone_is_said_and_nothing_is_left(
    opened: Opened, qtbot: QtBot, tmp_path: Path
) -> None:
    application = opened(5)
    dialog = dialog_of(application)
    make = finish(dialog.format.make(dialog.part, dialog.ground, dialog.title))
    dialog.close()
    progress = WritingDialog(application.window, Writing(tmp_path / "gone" / "x.png", make))
    progress.show()
    with qtbot.waitSignal(progress.destroyed, timeout=30_000):
        progress.writing.start()
    [told] = application.window.findChildren(QPlainTextEdit)
    assert "there is no folder" in told.toPlainText()


def test_the_dialog_leaves_nothing_behind(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    for leave in (
        QTest.keyClick,
        lambda dialog, key: click(dialog.cancel),
        lambda dialog, key: dialog.close(),
    ):
        dialog = dialog_of(application)
        with qtbot.waitSignal(dialog.destroyed, timeout=30_000):
            leave(dialog, Qt.Key.Key_Escape)
    assert application.window.findChildren(PictureDialog) == []


def test_copying_a_matrix_gives_pixels_and_svg(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    window = application.window
    window.view(5).lab.grids["weights"].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(
        window,
        Qt.Key.Key_C,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    wait_painted(application, qtbot)
    content = QGuiApplication.clipboard().mimeData()
    assert content.hasImage()  # which Qt hands on as image/png
    picture = content.imageData()
    assert picture.pixelColor(2, 2) == window.theme.sheet
    assert b"Weights" in content.data("image/svg+xml").data()
    part = part_of(window.view(5), "Weights")
    assert picture.size() == part.size * 2
    assert window.bottom.status.message == "copied a picture: Weights"


def test_the_dialog_shows_the_size_and_copies(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    dialog = dialog_of(application)
    choose(dialog, "Scores", "PNG, 4x")
    size = dialog.part.size
    assert dialog.size_words.text() == f"{size.width() * 4} × {size.height() * 4} pixels"
    click(dialog.copy_button)
    wait_painted(application, qtbot)
    assert QGuiApplication.clipboard().mimeData().hasImage()
    assert not application.window.findChildren(SlideView)[0].isHidden()


def test_hidden_pairs_are_strokes_and_no_texture_in_a_file(
    copied: Callable[..., SlideView],
) -> None:
    view = copied(5)
    root = ElementTree.fromstring(writing.svg(part_of(view, "Weights"), view.theme.sheet))
    assert not list(root.iter(f"{SVG}image"))
    assert not list(root.iter(f"{SVG}pattern"))


def test_a_name_taken_by_two_parts_is_numbered_and_each_part_paints(
    copied: Callable[..., SlideView],
) -> None:
    for slide in (4, 8):
        view = copied(slide)
        parts = parts_of(view)
        assert len({part.name for part in parts}) == len(parts)
        for part in parts:
            picture = writing.image(part, 1, view.theme.sheet)
            assert picture.size() == part.size
            bits = np.frombuffer(picture.constBits(), np.uint32)
            colours = np.unique(bits[::7])
            assert len(colours) > 3, (slide, part.name)


def test_a_plot_has_all_its_words_and_none_of_its_neighbours(
    copied: Callable[..., SlideView],
) -> None:
    view = copied(6)
    part = part_of(view, "Histogram of scaled dot products")
    root = ElementTree.fromstring(writing.svg(part, view.theme.sheet))
    wide, tall = part.size.width(), part.size.height()
    picture = writing.image(part, 1, view.theme.sheet)
    ground = view.theme.sheet
    across = [(x, y) for y in (0, tall - 1) for x in range(0, wide, 2)]
    down = [(x, y) for x in (0, wide - 1) for y in range(0, tall, 2)]
    assert [place for place in across + down if picture.pixelColor(*place) != ground] == []
    assert "Dot products ÷ 8" in {words_of(text) for text in root.iter(f"{SVG}text")}


def test_the_right_mouse_button_copies_what_lies_under_it(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    window = application.window
    lab = window.view(5).lab
    scores = lab.grids["scores"]
    place = scores.mapTo(lab, scores.rect().center())
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(lab, QContextMenuEvent(reason, place, lab.mapToGlobal(place)))
    [menu] = [one for one in lab.findChildren(QMenu) if one.isVisible()]
    [entry] = [action for action in menu.actions() if action.text() == "Copy picture"]
    entry.trigger()
    menu.close()
    wait_painted(application, qtbot)
    assert window.bottom.status.message == "copied a picture: Scores"


@pytest.mark.parametrize(("kind", "ending"), [("SVG", "svg"), ("PDF", "pdf")])
def test_an_export_says_which_signs_it_wrote_as_numbers(
    opened: Opened, qtbot: QtBot, tmp_path: Path, kind: str, ending: str
) -> None:
    """U+F0000 belongs to nobody, so that no face has it, whatever this machine has."""
    application = opened(5)
    now = application.session.experiment()
    assert isinstance(now, AttentionExperiment)
    tokens = ("\U000f0000", *now.tokens[1:])
    application.session.edit(msgspec.structs.replace(now, tokens=tokens), "a word")
    dialog = dialog_of(application)
    choose(dialog, "Whole pane", kind)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    wait_painted(application, qtbot)
    name_file(application, tmp_path / f"x.{ending}")
    told = f"wrote x.{ending}; one sign that no face here has is written as its number, U+F0000"
    qtbot.waitUntil(lambda: application.window.bottom.status.message == told)
    assert (tmp_path / f"x.{ending}").exists()


@pytest.mark.parametrize("slide", [4, 6])
def test_painting_in_slices_gives_the_same_file(
    copied: Callable[..., SlideView], slide: int
) -> None:
    """Every byte: a curve on slide 4 crosses the whole plane, plots on slide 6 are scenes."""
    view = copied(slide)
    whole = part_of(view, WHOLE)
    writing.image(whole, 3, view.theme.paper)  # formulas are set when they are first painted
    at_once = writing.image(whole, 3, view.theme.paper)
    painting = writing.image_in_slices(whole, 3, view.theme.paper)
    stops = 0
    while True:
        try:
            next(painting)
        except StopIteration as end:
            assert end.value == at_once
            break
        stops += 1
    assert stops > 1
    lines = writing.svg(whole, view.theme.paper)
    assert lines.count(b"<text") == writing.svg(whole._replace(pieces=None), QColor("white")).count(
        b"<text"
    )


def test_what_is_copied_is_the_slide_at_the_moment_of_asking(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    window, session = application.window, application.session
    window.view(5).lab.setFocus()
    pictures = []
    for renamed in (False, True):
        window.command("copy_picture")
        if renamed:
            now = session.experiment()
            assert isinstance(now, AttentionExperiment)
            tokens = ("another", *now.tokens[1:])
            session.edit(msgspec.structs.replace(now, tokens=tokens), "renamed")
        wait_painted(application, qtbot)
        content = QGuiApplication.clipboard().mimeData()
        pictures.append(content.imageData())
        assert b"another" not in content.data("image/svg+xml").data()
    assert pictures[0] == pictures[1]


def test_escape_stops_the_painting_and_asks_for_no_name(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    dialog = dialog_of(application)
    choose(dialog, WHOLE, "PNG, 4x")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert not dialog.save.isEnabled()
    with qtbot.waitSignal(dialog.destroyed, timeout=30_000):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert [one for one in application.window.findChildren(QFileDialog) if one.isVisible()] == []
