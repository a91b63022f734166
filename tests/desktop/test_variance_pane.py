"""Pane 06: the slider selects, the seed draws, the curves and numbers are those of the sample."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import VarianceExperiment
from desktop_app import lettering, sampling
from desktop_app.application import Application
from desktop_app.panes.variance.pane import VarianceLab
from tests.desktop.conftest import click
from tests.desktop.layout import findings

Open = Callable[..., Application]


def lab_of(application: Application) -> VarianceLab:
    lab = application.window.view(6).lab
    assert isinstance(lab, VarianceLab)
    return lab


def experiment_of(application: Application) -> VarianceExperiment:
    experiment = application.session.experiment(6)
    assert isinstance(experiment, VarianceExperiment)
    return experiment


def test_at_64_the_measured_variance_is_within_its_sampling_band(opened: Open) -> None:
    trace = lab_of(opened(6)).trace
    assert trace is not None
    low, value, high = (float(trace[f"variance{part}_unscaled"]) for part in ("_low", "", "_high"))
    assert low < 64 < high and low < value < high
    assert float(trace["variance_scaled"]) == pytest.approx(value / 64, abs=1e-12)


def test_clicking_ticks_selects_from_the_one_sample(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    sample = application.session.samples[7]
    for tick in (0, 3, 10):
        click(lab.slider, QPoint(round(lab.slider.x_of(tick)), 20))
        assert experiment_of(application).key_size == 2**tick
        assert lab.trace is not None
        assert (lab.trace["dot_products"] == sample.at(2**tick).unscaled.dot_products).all()
    assert application.session.samples == {7: sample}


def test_no_number_touches_another_at_any_key_size(opened: Open) -> None:
    application = opened(6)
    for size in (1, 2, 3, 7, 16, 100, 192, 256, 384, 1000):
        application.session.edit(VarianceExperiment(key_size=size), "another size")
        assert findings(application) == [], size
    wide = VarianceExperiment(key_size=1024, fault="one-component")
    application.session.edit(wide, "a fault that makes seven digits")
    with lettering.audit() as audit:
        application.window.view(6).lab.grab()
    assert {"10⁶", "1 042 342"} <= {drawn.text.replace("\u2009", " ") for drawn in audit.drawn}
    assert findings(application) == []


def test_the_slider_walks_by_key_to_both_ends(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    lab.slider.setFocus()
    QTest.keyClick(lab.slider, Qt.Key.Key_Left)
    assert experiment_of(application).key_size == 32
    QTest.keyClick(lab.slider, Qt.Key.Key_Home)
    assert experiment_of(application).key_size == 1
    QTest.keyClick(lab.slider, Qt.Key.Key_End)
    assert experiment_of(application).key_size == 1024


def test_any_d_k_can_be_typed_and_stands_between_its_ticks(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    lab.box.setFocus()
    lab.box.selectAll()
    QTest.keyClicks(lab.box, "100")
    QTest.keyClick(lab.box, Qt.Key.Key_Return)
    assert experiment_of(application).key_size == 100
    assert 6 < lab.slider.index_of(100.0) < 7
    QTest.keyClick(lab.slider, Qt.Key.Key_Right)
    assert experiment_of(application).key_size == 128


def test_what_is_no_d_k_is_refused_and_the_old_one_stays(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    lab.box.setFocus()
    for typed in ("0", "1025", "3.5", "many"):
        lab.box.selectAll()
        QTest.keyClicks(lab.box, typed)
        QTest.keyClick(lab.box, Qt.Key.Key_Return)
        assert lab.box.bad and experiment_of(application).key_size == 64, typed
        QTest.keyClick(lab.box, Qt.Key.Key_Escape)
        assert not lab.box.bad and lab.box.text() == "64", typed


def test_dragging_over_many_ticks_is_one_undo_step(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    start, end = (QPoint(round(lab.slider.x_of(tick)), 20) for tick in (6, 9))
    QTest.mousePress(lab.slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for place in (7, 8, 9):
        QTest.mouseMove(lab.slider, QPoint(round(lab.slider.x_of(place)), 20))
    QTest.mouseRelease(lab.slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    assert experiment_of(application).key_size == 512
    application.session.undo()
    assert experiment_of(application).key_size == 64


def test_another_seed_is_drawn_off_the_interface_thread(opened: Open, qtbot: QtBot) -> None:
    application = opened(6)
    lab = lab_of(application)
    assert lab.trace is not None
    before = lab.trace["dot_products"]
    sampling.forget()
    lab.ask_seed(4242)
    assert lab.trace is None  # being drawn: the pane says so and stays alive
    with qtbot.waitSignal(application.sampler.drawn, timeout=20_000):
        pass
    application.settle()
    assert lab.trace is not None and experiment_of(application).seed == 4242
    assert not np.array_equal(lab.trace["dot_products"], before)


def test_leaving_while_a_sample_is_drawn_ends_the_thread(opened: Open) -> None:
    application = opened(6)
    sampling.forget()
    lab_of(application).ask_seed(4343)
    drawing = application.sampler.drawing
    assert drawing is not None
    application.window.close()
    assert drawing.isFinished()


def test_a_plot_reads_its_points_by_key(opened: Open) -> None:
    lab = lab_of(opened(6))
    plot = lab.columns[0].softmax
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Right)
    weight = float(lab.columns[0].weights[0])
    assert lab.reading == f"key 1: {weight:.6g}"
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert lab.reading == ""


def test_both_challenges_can_be_reached_with_the_slider(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    for size in (512, 4):
        lab.ask_key_size(size, None)
    assert application.session.done == {"top-key-takes-all", "half-the-gradient"}


def test_undoing_a_seed_brings_the_kept_sample_back_at_once(opened: Open) -> None:
    application = opened(6)
    lab = lab_of(application)
    assert lab.trace is not None
    before = lab.trace["dot_products"]
    lab.press("R")
    application.settle()
    application.session.undo()
    assert lab.trace is not None
    assert np.array_equal(lab.trace["dot_products"], before)
