"""Pane 02 as a learner uses it: length, measure, papers, words of one's own, pointing, undo."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from core.experiment import BottleneckExperiment
from core.traces.bottleneck import BottleneckTrace
from core.translator import shelf
from core.translator.loading import MANIFEST, Size, load_manifest
from core.translator.scoring import Quality
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.instruments.indexed import parts
from desktop_app.lettering import LABEL
from desktop_app.panes.bottleneck import funnel
from desktop_app.panes.bottleneck.layout import bottleneck_layout
from desktop_app.panes.bottleneck.pane import BottleneckLab
from desktop_app.panes.bottleneck.quality import NAME_LINE, spread
from desktop_app.panes.bottleneck.wrapping import needed, wrapping
from desktop_app.sizes import COMPACT
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme
from tests.desktop.conftest import click, drag, painted
from tests.desktop.layout import findings

Open = Callable[..., Application]
Shown = Callable[..., SlideView]


def lab_of(view: SlideView) -> BottleneckLab:
    lab = view.lab
    assert isinstance(lab, BottleneckLab)
    return lab


def experiment_of(view: SlideView) -> BottleneckExperiment:
    experiment = view.session.experiment()
    assert isinstance(experiment, BottleneckExperiment)
    return experiment


def trace_of(view: SlideView) -> BottleneckTrace:
    trace = view.session.trace()
    assert isinstance(trace, BottleneckTrace)
    return trace


def type_sentence(lab: BottleneckLab, text: str) -> None:
    field = lab.controls.field
    click(field)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the shipped files, which the shelf takes the pair from."""
    copied = tmp_path / "translator"
    shutil.copytree(shelf.FOLDER, copied)
    with shelf.shipped_from(copied):
        yield copied


def add_sizes(folder: Path) -> None:
    """Two vector sizes in the manifest, with figures made up for the test."""
    manifest = load_manifest(folder)
    sizes = tuple(
        Size(hidden, 1000, 0, 50, 2.0, 1.0, "patience", (Quality(3, 40, 150, 33.0, 0.0, words=w),))
        for hidden, w in ((24, 31.0), (96, 61.0))
    )
    encoded = msgspec.json.encode(msgspec.structs.replace(manifest, sizes=sizes))
    (folder / MANIFEST).write_bytes(encoded)


# length and sentence


def test_dragging_the_slider_is_one_step_and_translates_at_every_length(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    slider = lab_of(view).controls.slider
    drag(slider, *(QPoint(round(slider.x_of(length - 3)), 20) for length in (14, 27)))
    assert experiment_of(view).length == 27
    trace = trace_of(view)
    texts = painted(view)
    for model in ("fixed", "attention"):
        right = trace.rendering(model).right  # type: ignore[union-attr]
        assert right is not None
        assert f"{sum(right)} of {len(trace.reference)} right" in texts
        assert f"{float(trace[f'words {model}']):.0f}%" in texts
    assert "27 states, one vector" in texts
    view.session.undo()
    assert experiment_of(view).length == 14
    assert not view.session.can_undo


def test_arrow_keys_move_by_one_word(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    slider = lab_of(view).controls.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert experiment_of(view).length == 15
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert experiment_of(view).length == 40


@pytest.mark.parametrize(("typed", "taken"), [("3", 3), ("37", 37), ("41", 14), ("2", 14)])
def test_typing_a_length(shown: Shown, typed: str, taken: int) -> None:
    view = shown(2, BottleneckLab)
    refused: list[str] = []
    view.session.refused.connect(refused.append)
    box = lab_of(view).controls.box
    click(box)
    box.selectAll()
    QTest.keyClicks(box, typed)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert experiment_of(view).length == taken
    rule = ["the length must be a whole number from 3 to 40"]
    assert refused == (rule if taken == 14 else [])


def test_a_new_sentence_keeps_the_length_and_can_be_undone(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    before = experiment_of(view).tokens
    click(lab_of(view).controls.new)
    now = experiment_of(view).tokens
    assert len(now) == 14 and now != before
    view.session.undo()
    assert experiment_of(view).tokens == before


def test_wrong_words_are_tinted_and_right_ones_are_not(shown: Shown, theme: Theme) -> None:
    view = shown(2, BottleneckLab)
    rows = lab_of(view).rows
    trace = trace_of(view)
    without = trace.rendering("fixed")
    assert without is not None and without.right is not None and not all(without.right)
    picture = rows.grab().toImage()
    assert rows.state is not None
    places = wrapping(rows.area(), rows.state.rows).words[1]
    for place, right in zip(places, without.right, strict=True):
        corner = QPoint(round(place.right() + 2), round(place.center().y()))
        ground = picture.pixelColor(corner)
        assert (ground.rgb() == theme.alert_tint.rgb()) is not right


def test_beyond_thirty_words_the_reading_tells_of_training(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab_of(view).ask_length(30.0, None)
    assert not any("were trained on" in text for text in painted(view))
    lab_of(view).ask_length(40.0, None)
    said = " ".join(painted(view))
    assert "Both models were trained on sentences of 3 to 30 words" in said
    curve = trace_of(view)["words attention curve"]
    assert f"attention goes from {curve[27, 1]:.0f}% to {curve[37, 1]:.0f}%" in said


# a sentence of one's own


def test_an_own_sentence_is_translated_without_marks(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    type_sentence(lab_of(view), "The cat doesn't see a zebra or a dgo!")
    trace = trace_of(view)
    texts = painted(view)
    assert trace.english[2:4] == ("does", "not")
    assert {"zebra", "dgo", "<unk>"} <= set(texts)
    assert "Your own sentence has no reference, so no word is marked right or wrong." in texts
    assert any(text.startswith("Outside the small language") and "dog" in text for text in texts)
    assert not any(text.endswith("right") and " of " in text for text in texts)
    view.session.undo()
    assert experiment_of(view).words == ()


@pytest.mark.parametrize("text", ["one <s> two &amp;", "👩‍👩‍👧‍👦 שלום 世界", "solo", "cat " * 60])
def test_any_sentence_is_shown_literally_and_fits(opened: Open, text: str) -> None:
    application = opened(2, (1024, 720))
    view = application.window.view(2)
    field = lab_of(view).controls.field
    field.setFocus()
    field.setText(text)
    field.setModified(True)
    QTest.keyClick(field, Qt.Key.Key_Return)
    application.settle()
    # A sign that no face here has stands as its number.
    words = {lettering.shown(token, lettering.LABEL) for token in experiment_of(view).tokens}
    assert words <= set(painted(view))
    assert findings(application) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [("   ", "Type an English sentence"), ("cat " * 61, "61 words; the limit is 60")],
)
def test_a_bad_sentence_is_refused_and_the_last_one_stays(
    shown: Shown, text: str, reason: str
) -> None:
    view = shown(2, BottleneckLab)
    before = experiment_of(view)
    field = lab_of(view).controls.field
    field.setFocus()
    field.setText(text)
    field.textEdited.emit(text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert any(reason in shown_text for shown_text in painted(view))
    assert experiment_of(view) == before


# the plot


def test_bleu_and_the_papers_curves(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    controls = lab_of(view).controls
    assert not controls.papers.isVisible(), "published curves are BLEU"
    click(controls.measures, controls.measures.segment(1).center().toPoint())
    assert experiment_of(view).measure == "bleu" and controls.papers.isVisible()
    assert f"{float(trace_of(view)['bleu attention']):.1f}" in painted(view)
    click(controls.papers, controls.papers.segment(1).center().toPoint())
    lab_of(view).ask_length(20.0, None)
    texts = painted(view)
    assert {"RNNsearch-50", "26.9", "RNNenc-30", "20.7"} <= set(texts)
    assert "thin: Bahdanau, Cho, Bengio 2015, Figure 2" in texts
    for _ in range(3):
        view.session.undo()
    assert experiment_of(view).measure == "words" and not controls.papers.isVisible()


def test_the_plot_is_read_point_by_point(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    plot = lab_of(view).quality.plot
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert any(text.startswith("3 words, with") for text in painted(view))
    assert "3 words" in plot.accessibleName()


def test_without_sizes_there_is_no_control_for_them(shown: Shown, folder: Path) -> None:
    manifest = msgspec.structs.replace(load_manifest(folder), sizes=())
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    view = shown(2, BottleneckLab)
    assert not lab_of(view).controls.sizes.isVisible()


def test_a_bigger_vector_is_a_curve_beside_the_others(shown: Shown, folder: Path) -> None:
    add_sizes(folder)
    view = shown(2, BottleneckLab)
    sizes = lab_of(view).controls.sizes
    assert [text for _, text in sizes.options] == ["No", "48", "192"]
    click(sizes, sizes.segment(2).center().toPoint())
    assert experiment_of(view).hidden == 96
    texts = painted(view)
    assert {"192 numbers", "61%"} <= set(texts)
    assert any(
        text.startswith("Trained until they stop improving, 192 numbers reach 61%")
        for text in texts
    )
    QTest.keyClick(sizes, Qt.Key.Key_Left)
    assert {"48 numbers", "31%"} <= set(painted(view))
    view.session.undo()
    view.session.undo()
    assert experiment_of(view).hidden is None


@pytest.mark.parametrize("size", [(1024, 560), (1280, 800), (1920, 1080)])
def test_everything_at_once_fits(opened: Open, folder: Path, size: tuple[int, int]) -> None:
    add_sizes(folder)
    application = opened(2, size)
    lab = lab_of(application.window.view(2))
    lab.ask_size("96")
    lab.ask_figure("bahdanau-2015")
    for measure in ("words", "bleu"):
        lab.ask_measure(measure)
        for length in (3, 14, 23, 40):
            lab.ask_length(float(length), None)
            application.settle()
            assert findings(application) == [], (measure, length)


# damaged weights


def test_damaged_weights_are_one_sentence_and_the_papers_stay(opened: Open, folder: Path) -> None:
    (folder / "fixed.safetensors").write_bytes(b"not a file of weights")
    application = opened(2)
    view = application.window.view(2)
    controls = lab_of(view).controls
    said = " ".join(painted(view))
    assert "fixed.safetensors is damaged" in said and "install the lesson again" in said
    assert "RNNsearch-50" in said
    for control in (controls.measures, controls.new, controls.field, controls.sizes):
        assert not control.isVisible()
    assert findings(application) == []
    click(controls.papers, controls.papers.segment(1).center().toPoint())
    assert experiment_of(view).figure == "cho-2014"
    lab_of(view).ask_length(20.0, None)
    assert "18.8" in painted(view)


# pointing


def test_pointing_at_a_word_lights_its_column(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    assert lab.rows.state is not None
    place = wrapping(lab.rows.area(), lab.rows.state.rows).words[0][3].center().toPoint()
    QTest.mouseMove(lab.rows, place)
    assert lab.funnel.state is not None and lab.funnel.state.lit == 3
    click(lab.rows, place)
    lab.hover(None)
    assert experiment_of(view).pointed == 4
    assert not view.session.can_undo, "pointing is no step"


def test_a_french_word_lights_the_state_that_it_attends_to(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    attended = trace_of(view).rendering("attention")
    assert attended is not None and lab.rows.state is not None
    words = wrapping(lab.rows.area(), lab.rows.state.rows).words
    QTest.mouseMove(lab.rows, words[2][5].center().toPoint())
    assert lab.lit == attended.attended[5]
    QTest.mouseMove(lab.rows, words[1][5].center().toPoint())
    assert lab.lit is None, "one vector looks at no word"


def test_the_keyboard_walks_the_states(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    lab.funnel.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(lab.funnel, Qt.Key.Key_End)
    QTest.keyClick(lab.funnel, Qt.Key.Key_Left)
    assert experiment_of(view).pointed == 13
    word = experiment_of(view).tokens[12]
    assert lab.funnel.accessibleName().startswith(f"State 13, {word}:")
    QTest.keyClick(lab.funnel, Qt.Key.Key_Escape)
    assert experiment_of(view).pointed is None


@pytest.mark.parametrize("count", [1, 2, 14, 33, 60])
def test_every_column_can_be_pointed_at(count: int) -> None:
    rect = QRectF(0, 0, 296, 280)
    for place in range(count):
        middle = funnel.column_rect(rect, count, place).center()
        assert funnel.word_at(rect, count, middle) == place


def test_columns_and_vector_show_their_numbers_as_colours(shown: Shown, theme: Theme) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    trace = trace_of(view)
    picture = lab.funnel.grab().toImage()
    rect = QRectF(lab.funnel.rect())
    stride = len(trace["context"]) // funnel.DRAWN
    drawn = {
        trace["states"][9].tobytes(): funnel.column_rect(rect, 14, 9),
        trace["context"].tobytes(): funnel.vector_rect(rect),
    }
    for numbers, column in drawn.items():
        for row in (0, 3, 7):
            y = column.top() + (row + 0.5) * column.height() / funnel.DRAWN
            number = float(np.frombuffer(numbers)[row * stride])
            shade = theme.score_colour(number, funnel.LIMIT)
            found = picture.pixelColor(round(column.center().x()), round(y))
            assert apart(shade, found) <= 3


def apart(first: QColor, second: QColor) -> int:
    """The largest difference of a colour channel."""
    pairs = zip(first.getRgb(), second.getRgb(), strict=True)  # type: ignore[call-overload]
    return max(abs(a - b) for a, b in pairs)


# layout


def test_long_rows_get_the_height_that_they_need() -> None:
    rows = (("european",) * 60, ("européenne",) * 120, ("européenne",) * 60)
    room = bottleneck_layout(720, 632, COMPACT).rows
    more = needed(room.width(), rows) - room.height()
    assert more > 0
    higher = bottleneck_layout(720, 632 + more, COMPACT, more)
    assert wrapping(higher.rows, rows).height <= higher.rows.height() + 1
    assert higher.plot == bottleneck_layout(720, 632, COMPACT).plot


def test_names_at_the_ends_stand_apart_in_their_order() -> None:
    placed = spread([100.0, 101.0, 102.0, 30.0], lowest=110.0)
    assert [placed[0], placed[1], placed[2]] == sorted(placed[:3])
    assert placed[3] == 30.0
    assert min(np.diff(sorted(placed))) > NAME_LINE - 1


def test_letters_slant_beside_a_number_but_not_in_a_word() -> None:
    slanted = [(text, style.italic) for text, style in parts("2,j", LABEL)]
    assert slanted == [("2", False), (",", False), ("j", True)]
    assert parts("cat", LABEL) == [("cat", LABEL)]


# challenges and training


def test_the_challenges_are_reached(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    assert view.session.done == set()
    lab_of(view).ask_length(40.0, None)
    assert view.session.done == {"under-half-without-attention", "training-length-matters"}
    lab_of(view).ask_length(12.0, None)
    for _ in range(100):
        if "whole-without-attention" in view.session.done:
            break
        lab_of(view).press("R")
    assert "whole-without-attention" in view.session.done


@pytest.mark.parametrize("offered", [False, True])
def test_training_is_offered_only_where_there_is_some(shown: Shown, offered: bool) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    wanted: list[bool] = []
    lab.training_wanted.connect(lambda: wanted.append(True))
    lab.offers_training = offered
    view.refresh()
    assert lab.controls.train.isVisible() is offered
    if offered:
        click(lab.controls.train)
        assert wanted == [True]
