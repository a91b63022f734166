"""Your tensors: opened, read otherwise, looked at closely, put into panes; nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from core.editing import with_cell
from core.tensors.gallery import PATTERNS, TOKENS
from core.tensors.labels import EXTRA
from core.tensors.pyramid import NOTHING
from desktop_app.application import Application
from desktop_app.tensors.names_dialog import NamesDialog
from desktop_app.tensors.page import TensorsPage
from tests.desktop.layout import findings
from tests.desktop.wide import met

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "tensors"
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def page(opened):
    """The page in front of the window, nothing open: page((1024, 720))."""

    def open_(size=(1280, 800), slide=5) -> TensorsPage:
        application = opened(slide, size)
        application.window.command("tensors")
        application.settle()
        made = application.window.pages.front
        assert isinstance(made, TensorsPage)
        return made

    return open_


@pytest.fixture
def saved(tmp_path):
    """A file of some arrays."""

    def save(**arrays) -> Path:
        np.savez(tmp_path / "file.npz", **arrays)
        return tmp_path / "file.npz"

    return save


def sample(page: TensorsPage, name: str) -> None:
    page.row.sample_chosen.emit(SAMPLES / f"{name}.npz")


def operands(heads=2, n=4, d=3):
    q, k, v = np.random.default_rng(1).normal(size=(3, heads, n, d))
    return {"q": q, "k": k, "v": v}


def middle(page: TensorsPage, cell) -> QPoint:
    """Where a cell of the large map lies."""
    map_ = page.sheet.map
    return map_.view.rect(map_.room, *cell, 1, 1).center().toPoint()


def colour(page: TensorsPage, cell):
    image = page.sheet.map.grab().toImage()
    place = page.sheet.map.view.rect(page.sheet.map.room, *cell, 1, 1)
    return image.pixelColor(place.topLeft().toPoint() + QPoint(3, 3))


# opening


def test_the_key_asks_for_files_and_reads_what_is_chosen(page, saved, qtbot) -> None:
    shown = page()
    QTest.keyClick(shown.window(), Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier
                   | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    (dialog,) = shown.window().findChildren(QFileDialog)
    with qtbot.waitSignal(shown.desk.said):
        dialog.filesSelected.emit([str(saved(w=np.eye(3)))])
    dialog.close()
    assert shown.desk.opened.collection.title == "file.npz"
    assert shown.desk.shown.weights.tolist() == np.eye(3).tolist()


def test_files_dropped_on_the_window_open_together(opened, saved, tmp_path, qtbot) -> None:
    application = opened(5)
    (tmp_path / "tokens.txt").write_text("<s>\nthe\n<b>bold\n")
    data = QMimeData()
    paths = [saved(w=np.eye(3)), tmp_path / "tokens.txt"]
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    enter = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, LEFT, NONE)
    drop = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, LEFT, NONE)
    for event in (enter, drop):
        QApplication.sendEvent(application.window, event)
        assert event.isAccepted()
    shown = application.window.pages.front
    assert isinstance(shown, TensorsPage)
    qtbot.waitUntil(lambda: shown.desk.opened is not None)
    assert shown.desk.opened.rows == ("<s>", "the", "<b>bold")


def test_the_command_line_opens_tensors_and_sessions(settings, saved, tmp_path, qtbot) -> None:
    application = Application(SAMPLES.parent, settings)
    application.window.show()
    application.open_lesson(5, [saved(w=np.eye(3)), tmp_path / "gone.attention"])
    shown = application.window.pages.front
    assert isinstance(shown, TensorsPage)
    qtbot.waitUntil(lambda: shown.desk.opened is not None)
    (dialog,) = application.window.findChildren(QDialog)
    assert dialog.windowTitle() == "This file cannot be opened"
    application.window.close()
    application.close()


def test_a_refused_file_leaves_what_is_open(page, tmp_path, qtbot) -> None:
    shown = page()
    sample(shown, "uniform")
    held = shown.desk.shown
    np.save(tmp_path / "c.npy", np.array([[1j]]))
    with qtbot.waitSignal(shown.desk.refused) as told:
        shown.desk.open([tmp_path / "c.npy"])
    assert "c.npy" in told.args[0] and "complex" in told.args[0]
    assert shown.desk.shown is held
    assert any(line.text == told.args[0] for line in shown.account.lines())


def test_reading_can_be_cancelled(page, saved) -> None:
    shown = page()
    sample(shown, "uniform")
    held = shown.desk.opened
    shown.desk.open([saved(w=np.eye(600))])
    assert shown.desk.reading.busy and not shown.row.cancel.isHidden()
    QTest.mouseClick(shown.row.cancel, LEFT)
    assert not shown.desk.reading.busy and shown.desk.opened is held
    shown.desk.stop()
    assert not shown.desk.reading.ending or shown.desk.opened is held


def test_tokens_are_added_to_what_is_open(page, tmp_path, qtbot) -> None:
    shown = page()
    np.save(tmp_path / "w.npy", np.eye(3))
    shown.desk.open_at_once([tmp_path / "w.npy"])
    (tmp_path / "t.json").write_text(json.dumps(["Ġthe", "Ġcat"]))
    with qtbot.waitSignal(shown.desk.said):
        shown.desk.open([tmp_path / "t.json"])
    assert shown.desk.names[0] == ["␣the", "␣cat", EXTRA]
    shown.account.fields["names"].take(False)
    assert shown.desk.names[0] == ["Ġthe", "Ġcat", EXTRA]


@pytest.mark.parametrize("name", PATTERNS)
def test_every_sample_of_the_menu_shows_a_map(page, name) -> None:
    shown = page()
    entries = {entry.text(): entry for entry in shown.row.menu_of().actions()}
    entries[name.replace("-", " ").capitalize()].trigger()
    assert shown.desk.opened.collection.title == f"{name}.npz"
    assert shown.sheet.map.isVisibleTo(shown)


# names


def names_dialog(page: TensorsPage) -> NamesDialog:
    (dialog,) = page.window().findChildren(NamesDialog)
    return dialog


def test_names_are_typed_for_queries_and_keys_apart(page) -> None:
    shown = page()
    sample(shown, "uniform")
    queries, keys = (shown.account.fields[side] for side in ("queries", "keys"))
    assert (queries.key, keys.key) == ("file", "same")
    entries = {entry.text(): entry for entry in keys.menu_of().actions()}
    entries["type or paste…"].trigger()
    dialog = names_dialog(shown)
    dialog.text.setPlainText("<s>\n<b>bold")
    assert dialog.told.text() == "There are 2 names for 12 keys; write 12, one a line"
    assert dialog.use.isHidden()
    words = ["<s>", "<b>bold", "שלום", "🙂", "##ing", "a b", *["again"] * 6]
    dialog.text.setPlainText("\n".join(words) + "\n")
    QTest.mouseClick(dialog.use, LEFT)
    assert shown.desk.names == (list(TOKENS), words) and keys.key == "own"
    keys.take("same")
    assert shown.desk.names[1] == list(TOKENS)
    queries.take("numbers")
    assert shown.desk.names == ([str(one) for one in range(1, 13)],) * 2


def test_names_come_from_a_file_or_are_refused_with_both_numbers(page, tmp_path, qtbot) -> None:
    shown = page()
    sample(shown, "uniform")
    (tmp_path / "few.txt").write_text("one\ntwo\n")
    (tmp_path / "many.json").write_text(json.dumps(list("abcdefghijkl")))
    for name in ("few.txt", "many.json"):
        shown.account.fields["queries"].take("load")
        (dialog,) = shown.window().findChildren(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / name))
        dialog.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if name == "few.txt":
            assert shown.desk.refusal == "there are 2 names for 12 queries; write 12, one a line"
            assert shown.desk.names[0] == list(TOKENS)
    assert shown.desk.names[0] == list("abcdefghijkl") and not shown.desk.refusal


def test_what_is_done_with_tensors_is_undone_step_by_step(page) -> None:
    shown = page()
    sample(shown, "first-token-sink")
    window = shown.window()
    shown.account.fields["keys"].take("numbers")
    shown.sheet.controls.special.chosen.emit("hidden")
    shown.account.fields["sums"].take("columns")
    before = shown.desk.shown.weights
    assert window.top.tools["undo"].isEnabled()
    for names, special, sums in (("numbers", False, "rows"), ("numbers", True, "rows"),
                                 ("same", True, "rows")):  # fmt: skip
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert shown.account.fields["keys"].key == names and shown.desk.how.special == special
        assert shown.desk.opened.proposal.reading.sums == sums
    assert not shown.can_undo and not window.top.tools["undo"].isEnabled()
    for _ in range(3):
        window.command("redo")
    assert shown.desk.shown.weights == pytest.approx(before) and not shown.can_redo


def test_undo_brings_the_file_before_back_with_its_map_and_names(page, saved, tmp_path) -> None:
    """The two files last opened stay open; one before them is let go."""
    shown = page()
    desk, window = shown.desk, shown.window()
    files = []
    for name in ("first", "second", "third"):
        files.append(saved(**operands()).rename(tmp_path / f"{name}.npz"))
    desk.open_at_once(files[:1])
    assert not desk.can_undo
    desk.open_at_once(files[1:2])
    desk.rename("queries", tuple("abcd"), "named")
    desk.choose((1,))
    weights = desk.shown.weights
    desk.open_at_once(files[2:])
    assert desk.index == (0,) and desk.opened.rows == tuple("1234")
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.opened.collection.title == "second.npz" and desk.index == (1,)
    assert desk.opened.rows == tuple("abcd") and desk.shown.weights == pytest.approx(weights)
    desk.undo()
    assert desk.opened.collection.title == "second.npz" and not desk.can_undo
    for _ in range(2):
        window.command("redo")
    assert desk.opened.collection.title == "third.npz" and not desk.can_redo


def test_opening_a_file_is_told_and_laid_out_once(page) -> None:
    shown = page()
    told = QSignalSpy(shown.desk.changed)
    for times, name in enumerate(("layers-and-heads", "uniform", "queries-and-keys"), 1):
        sample(shown, name)
        assert told.count() == times


# padding


def test_padding_is_trimmed_as_the_mask_says(page, saved) -> None:
    shown = page()
    weights = np.array([[0.5, 0.5, 0], [0.25, 0.75, 0], [0.5, 0.5, 0]])
    tokens = np.array(["the", "cat", "<pad>"])
    shown.desk.open_at_once([saved(w=weights, mask=np.array([1, 1, 0]), tokens=tokens)])
    pads = shown.sheet.controls.pads
    shown.account.fields["polarity"].take("attend")
    QTest.mouseClick(pads, LEFT, NONE, pads.segment(1).center().toPoint())
    assert shown.desk.shown.weights.tolist() == [[0.5, 0.5], [0.25, 0.75]]
    assert shown.desk.names == (["the", "cat"],) * 2
    assert shown.desk.shown.said == (
        "1 padded token trimmed (key 3), as the mask says; each row keeps its sum",
    )
    shown.account.fields["polarity"].take("hidden")
    assert "keys 1, 2), as the mask says; rows lose up to 1" in shown.desk.shown.said[0]
    sample(shown, "uniform")
    assert pads.isHidden()


# reading otherwise


def test_a_mask_waits_until_somebody_says_what_it_means(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(**operands(1), mask=np.tril(np.ones((4, 4))))])
    button = shown.account.fields["polarity"]
    assert button.asked and (shown.desk.shown.weights > 0).all()
    entries = {entry.text(): entry for entry in button.menu_of().actions()}
    entries["1 or True may attend"].trigger()
    assert not button.asked and not np.triu(shown.desk.shown.weights, 1).any()
    assert "polarity" not in {one.field for one in shown.desk.opened.proposal.questions}
    assert shown.desk.shown.hidden.tolist() == np.triu(np.ones((4, 4)), 1).astype(bool).tolist()
    assert (shown.desk.shown.pyramid.levels[0] == NOTHING).sum() == 6
    entries = {entry.text(): entry for entry in button.menu_of().actions()}
    entries["1 or True is hidden"].trigger()
    assert not np.tril(shown.desk.shown.weights).any()


def test_axes_and_roles_are_chosen_by_hand(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(attn=np.full((2, 3, 4, 4), 0.25))])
    shown.account.fields["axes"].take(("layer", "head", "query", "key"))
    assert shown.desk.opened.maps.lead == (("layer", 2), ("head", 3))
    shown.desk.open_at_once([saved(one=np.eye(4), two=np.eye(4))])
    shown.account.roles[0].take("query")
    assert shown.desk.opened.maps is None and "which arrays" in shown.desk.opened.trouble
    shown.account.roles[1].take("key")
    assert shown.desk.opened.maps.computed


def test_scores_get_their_softmax_here(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(w=np.array([[3.0, 1.0], [0.0, 0.0]]))])
    shown.account.fields["kind"].take("scores")
    assert shown.desk.shown.weights[1].tolist() == [0.5, 0.5]


def test_switches_compute_anew_and_compare_with_the_file(page, saved) -> None:
    shown = page()
    given = operands(1)
    scores = given["q"][0] @ given["k"][0].T
    plain = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    shown.desk.open_at_once([saved(**given, weights=plain[None])])
    controls = shown.sheet.controls
    assert not shown.desk.shown.stored.right
    QTest.mouseClick(controls.scale, LEFT, NONE, controls.scale.segment(1).center().toPoint())
    assert shown.desk.shown.stored.right
    assert shown.desk.shown.weights == pytest.approx(plain)


def test_a_table_is_read_with_other_separators(page, tmp_path, qtbot) -> None:
    shown = page()
    (tmp_path / "t.csv").write_text("0,5\n0,25\n")
    shown.desk.open_at_once([tmp_path / "t.csv"])
    button = shown.account.fields["table"]
    entries = {entry.text(): entry for entry in button.menu_of().actions()}
    with qtbot.waitSignal(shown.desk.said):
        entries["semicolons between numbers, a comma before decimals"].trigger()
    assert shown.desk.shown.weights.tolist() == [[0.5], [0.25]]


# looking closely


def test_small_maps_open_with_mouse_and_arrows(page) -> None:
    shown = page()
    sample(shown, "layers-and-heads")
    thumbs = shown.sheet.thumbs
    QTest.mouseClick(thumbs, LEFT, NONE, thumbs.spot(1, 3).center().toPoint())
    assert shown.desk.index == (1, 3)
    QTest.keyClick(thumbs, Qt.Key.Key_Up)
    QTest.keyClick(thumbs, Qt.Key.Key_Left)
    assert shown.desk.index == (0, 2)
    assert shown.desk.shown.weights.argmax(axis=-1).tolist() == [0] * 12


def test_a_batch_is_chosen_where_layers_and_heads_are_maps(page, saved) -> None:
    shown = page()
    weights = np.full((2, 3, 2, 4, 4), 0.25)
    shown.desk.open_at_once([saved(w=weights)])
    controls = shown.sheet.controls
    assert controls.other.name == "batch"
    QTest.keyClick(controls.other, Qt.Key.Key_Up)
    assert shown.desk.index == (0, 1, 0)


def test_rows_are_painted_down_and_columns_across(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(w=np.array([[1.0, 0, 0], [0, 0, 1]]))])
    dark = shown.theme.weight_colour(1.0)
    assert colour(shown, (0, 0)) == dark and colour(shown, (1, 2)) == dark
    assert colour(shown, (0, 2)) == shown.theme.weight_colour(0.0)


def test_one_hot_cell_of_four_million_is_seen_and_found_again(page, tmp_path, qtbot) -> None:
    shown = page()
    weights = np.lib.format.open_memmap(tmp_path / "big.npy", "w+", "f4", (2048, 2048))
    weights[1500, 700] = 1
    weights.flush()
    with qtbot.waitSignal(shown.desk.said, timeout=20_000):
        shown.desk.open([tmp_path / "big.npy"])
    qtbot.waitUntil(lambda: shown.desk.shown is not None, timeout=20_000)
    map_ = shown.sheet.map
    image, dark = map_.grab().toImage(), shown.theme.weight_colour(1.0)
    near = map_.view.rect(map_.room, 1500, 700, 1, 1).center().toPoint()
    spots = [QPoint(x, y) for x in range(-2, 3) for y in range(-2, 3)]
    assert any(image.pixelColor(near + spot) == dark for spot in spots)
    start = near - QPoint(6, 6)
    QTest.mousePress(map_, LEFT, NONE, start)
    QTest.mouseMove(map_, near)
    QTest.mouseMove(map_, near + QPoint(6, 6))
    QTest.mouseRelease(map_, LEFT, NONE, near + QPoint(6, 6))
    assert map_.view.bottom - map_.view.top < 200 and not shown.sheet.whole.isHidden()
    cell = middle(shown, (1500, 700))
    assert map_.grab().toImage().pixelColor(cell) == dark
    QTest.mouseClick(shown.sheet.whole, LEFT)
    assert map_.view.is_whole


def test_cells_are_pinned_walked_and_zoomed_by_key(page) -> None:
    shown = page()
    sample(shown, "previous-token")
    map_ = shown.sheet.map
    QTest.mouseClick(map_, LEFT, NONE, middle(shown, (4, 3)))
    assert shown.desk.pinned == (4, 3) and shown.sheet.side_state().cell == (4, 3)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Space):
        QTest.keyClick(map_, key)
    assert shown.desk.pinned == (5, 4)
    assert map_.accessibleName().startswith("Map, query 6 dog, key 5 the, 0.9")
    QTest.keyClick(map_, Qt.Key.Key_Plus)
    assert not map_.view.is_whole
    QTest.keyClick(map_, Qt.Key.Key_0)
    assert map_.view.is_whole
    QTest.keyClick(map_, Qt.Key.Key_Escape)
    assert shown.desk.pinned is None


def test_filters_say_what_they_did(page) -> None:
    shown = page()
    sample(shown, "first-token-sink")
    controls = shown.sheet.controls
    QTest.mouseClick(controls.special, LEFT, NONE, controls.special.segment(1).center().toPoint())
    assert "not the file's numbers" in shown.desk.shown.said[0]
    assert shown.desk.shown.weights.sum(axis=-1) == pytest.approx(np.ones(11))
    assert shown.desk.names[1][0] == "the"
    controls.field.type_and_enter("2-5")
    assert shown.desk.names[1] == ["the", "cat", "saw", "the"]
    controls.field.type_and_enter("x")
    assert controls.field.text() == "2-5"


def test_a_cell_without_a_number_is_hatched(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(w=np.array([[0.5, 0.5], [np.nan, 1.0]]))])
    assert any(one.key == "nan" for one in shown.desk.opened.findings)
    image = shown.sheet.map.grab().toImage()
    place = shown.sheet.map.view.rect(shown.sheet.map.room, 1, 0, 1, 1).toRect()
    seen = {image.pixelColor(place.left() + at, place.top() + 20).rgb() for at in range(4, 60)}
    assert len(seen) > 1


def test_a_map_that_cannot_be_computed_says_so_and_the_others_stay(page, saved) -> None:
    shown = page()
    given = operands(3)
    given["k"][1, 2, 0] = np.nan
    shown.desk.open_at_once([saved(**given)])
    shown.desk.choose((1,))
    assert shown.desk.shown is None and "k is not a number (NaN) at [2, 3, 1]" in shown.desk.refusal
    assert set(shown.desk.thumbs) == {(0,), (2,)}
    shown.desk.choose((2,))
    assert shown.desk.shown is not None and not shown.desk.refusal


def test_a_map_without_any_number_is_hatched_and_can_be_stretched(page, saved) -> None:
    shown = page()
    weights = np.full((2, 3, 3), 1 / 3)
    weights[1] = np.nan
    shown.desk.open_at_once([saved(w=weights)])
    shown.desk.choose((1,))
    shown.desk.filter("stretched", stretched=True)
    shown.desk.pin((0, 0))
    shown.sheet.grab()
    assert np.isnan(shown.desk.shown.weights).all()


# into panes


def test_operands_go_into_a_pane_and_undo_leads_back(page, saved) -> None:
    shown = page(slide=1)
    shown.desk.open_at_once([saved(**operands())])
    session, number = shown.session, shown.slide_of("attention")
    before = session.experiment(number)
    QTest.mouseClick(shown.sheet.buttons["attention"], LEFT)
    assert session.slide == number and session.experiment().source == "opened from a file"
    assert session.trace()["weights"] == pytest.approx(shown.desk.shown.weights)
    session.undo()
    assert session.experiment(number) == before


def test_a_challenge_stands_back_while_a_pane_shows_a_file_and_leads_to_its_own_words(
    page, saved
) -> None:
    """Enter on the card, as its button does, resets the pane; undo brings the file's numbers."""
    shown = page(slide=1)
    session, number = shown.session, shown.slide_of("attention")
    start = session.experiment(number)
    words = np.array(start.tokens)  # the challenge would find its words, and its weight
    key = np.eye(5) * 20
    shown.desk.open_at_once([saved(q=np.roll(key, 1, 1), k=key, v=key, tokens=words)])
    QTest.mouseClick(shown.sheet.buttons["attention"], LEFT)
    card = shown.window().view(number).card
    assert card.state.away and "from a file" in card.hint.accessibleName()
    session.edit(with_cell(session.experiment(), "query", 2, 1, 400.0), "ate looks at cat")
    assert session.trace()["weights"][2, 1] > 0.9 and not session.done
    QTest.mouseClick(card.back, LEFT)
    assert session.experiment() == start and not card.state.away and not card.back.isVisible()
    session.undo()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert session.experiment() == start
    session.edit(replace(start, tokens=("the", "cat", "eats", "fresh", "fish")), "another word")
    assert card.state.away and "words" in card.hint.accessibleName()


def test_all_heads_go_into_pane_07_and_say_where_they_come_from(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(**operands(4, 6, 8))])
    QTest.mouseClick(shown.sheet.buttons["heads"], LEFT)
    lab = shown.window().view(shown.slide_of("heads")).lab
    assert lab.source() == "Q, K and V from file.npz; no W_O there: the identity"


def test_x_and_its_projections_go_into_pane_08_and_random_is_a_switch_away(page, saved) -> None:
    shown = page()
    given = {"x": np.eye(3)[:, :2] + 1, **{f"w_{letter}": np.eye(2) for letter in "qkv"}}
    shown.desk.open_at_once([saved(**given, tokens=np.array(["the", "cat", "sat"]))])
    QTest.mouseClick(shown.sheet.buttons["self-attention"], LEFT)
    session, lab = shown.session, shown.window().view(shown.slide_of("self-attention")).lab
    assert lab.source() == "X and W from file.npz" and lab.origin.choice.isHidden()
    assert session.trace()["weights"] == pytest.approx(shown.desk.shown.weights)
    choice = lab.origin.given
    QTest.mouseClick(choice, LEFT, NONE, choice.segment(0).center().toPoint())
    assert lab.source() == "random, untrained"
    lab.sentence.type_and_enter("two words")
    QTest.mouseClick(choice, LEFT, NONE, choice.segment(1).center().toPoint())
    assert lab.source() == "random, untrained"  # the file has three rows
    for _ in range(2):
        session.undo()
    assert lab.source() == "X and W from file.npz"


def test_pane_09_names_the_file_among_its_examples_while_its_numbers_are_there(page, saved) -> None:
    shown = page()
    shown.desk.open_at_once([saved(q=np.eye(3), k=np.eye(3), v=np.eye(3))])
    QTest.mouseClick(shown.sheet.buttons["cross"], LEFT)
    lab = shown.window().view(shown.slide_of("cross")).lab
    choice = lab.controls.examples
    assert choice.accessibleName() == "Example: File, 5 of 5"
    QTest.mouseClick(choice, LEFT, NONE, choice.segment(0).center().toPoint())
    assert lab.source() == "hand-set" and choice.accessibleName() == "Example: Translation, 1 of 4"
    shown.session.undo()
    assert lab.source() == "opened from a file" and choice.index == 4


def test_what_does_not_fit_is_not_offered(page) -> None:
    shown = page()
    sample(shown, "uniform")
    assert shown.sheet.buttons["attention"].isHidden()
    assert not shown.sheet.buttons["self-attention"].isHidden()
    assert "queries and keys" in shown.sheet.told_reasons()[0]


# every size


def test_the_tour_of_the_page_runs(page) -> None:
    shown = page()
    for _, act in shown.exercises():
        act()
    assert shown.desk.shown is not None


@pytest.mark.parametrize(
    ("name", "size"),
    met(
        ["layers-and-heads", "queries-and-keys", "long"],
        [(1024, 560), (1024, 720), (1280, 800), (1920, 1080)],
        2,
    ),
)
def test_no_text_is_clipped_or_covered(opened, tmp_path, size, name) -> None:
    application = opened(5, size)
    application.window.command("tensors")
    shown = application.window.pages.front
    if name == "long":
        words = [f"a token with many letters {place}" for place in range(64)]
        weights = np.tril(np.ones((3, 2, 12, 64, 64))) / np.arange(1, 65)[:, None]
        np.savez(tmp_path / "a file whose name is long.npz", w=weights, tokens=np.array(words))
        shown.desk.open_at_once([tmp_path / "a file whose name is long.npz"])
    else:
        sample(shown, name)
    shown.sheet.controls.special.chosen.emit("hidden")
    shown.desk.pin((3, 2))
    application.settle()
    assert findings(application) == []
