"""The forward pass: the paper's equations one by one, what a learner may change, and PyTorch."""

import numpy as np
import pytest

from core.additive import additive_attention
from core.recurrent import GruWeights, encode
from core.translator.intervention import Intervention
from core.translator.language import pair
from core.translator.network import Translator
from core.translator.parameters import seeded, shapes
from core.translator.vocabulary import ENGLISH, FRENCH, english_places, teacher_forced

PAIR = pair(7, 1)


@pytest.fixture(scope="module", params=["attention", "fixed"])
def model(request):
    return Translator(seeded(request.param, 3))


@pytest.fixture(scope="module")
def attending():
    return Translator(seeded("attention", 3))


def unit(model, inputs, states):
    """A gated unit's six matrices from the two stacked ones."""
    stacked = zip(
        np.split(model.parameters[inputs], 3), np.split(model.parameters[states], 3), strict=True
    )
    return GruWeights(*(matrix for both in stacked for matrix in both))


def test_about_85_000_numbers_that_differ_in_the_score_alone():
    both = shapes("attention"), shapes("fixed")
    assert set(both[0]) - set(both[1]) == {"w_a", "u_a", "v_a"}
    assert all(both[0][name] == shape for name, shape in both[1].items())
    for context in ("attention", "fixed"):
        assert 80_000 < Translator(seeded(context, 0)).count < 90_000


def test_annotations_are_two_recurrent_encoders(model):
    words = model.parameters["source_embedding"][english_places(PAIR.english)]
    forward = encode(words, unit(model, "forward_input", "forward_state")).states
    backward = encode(words[::-1], unit(model, "backward_input", "backward_state")).states[::-1]
    expected = np.concatenate([forward, backward], axis=1)
    assert np.abs(model.annotations(PAIR.english) - expected).max() < 1e-12


def test_every_step_follows_the_equations(model):
    made, p, h = model.forced(PAIR.english, PAIR.french), model.parameters, model.hidden
    given, _ = teacher_forced(PAIR.french)
    state = np.tanh(p["start"] @ made.annotations[0, h:])
    decoder = unit(model, "decoder_input", "decoder_state")
    for step, word in enumerate(given):
        assert np.abs(made.states[step] - state).max() < 1e-12
        if model.context == "attention":
            scored = additive_attention(state, made.annotations, p["w_a"], p["u_a"], p["v_a"])
            context = scored.context
            assert np.abs(made.weights[step] - scored.weights).max() < 1e-12
            assert np.abs(made.energies[step] - scored.energies).max() < 1e-12
        else:
            context = np.concatenate([made.annotations[-1, :h], made.annotations[0, h:]])
        assert np.abs(made.contexts[step] - context).max() < 1e-12
        before = p["target_embedding"][word]
        x = np.concatenate([before, context])
        update = 1 / (1 + np.exp(-(decoder.w_z @ x + decoder.u_z @ state)))
        reset = 1 / (1 + np.exp(-(decoder.w_r @ x + decoder.u_r @ state)))
        proposed = np.tanh(decoder.w @ x + decoder.u @ (reset * state))
        state = (1 - update) * state + update * proposed
        read = np.tanh(p["readout"] @ np.concatenate([state, context, before]) + p["readout_bias"])
        odds = np.exp(p["vocabulary"] @ read + p["vocabulary_bias"])
        assert np.abs(made.distributions[step] - odds / odds.sum()).max() < 1e-12


def test_a_translation_feeds_itself(model):
    made = model.translate(PAIR.english)
    again = model.forced(PAIR.english, made.french)
    assert again.chosen[: len(made.chosen)] == made.chosen
    assert len(made.states) == len(made.chosen) + 1 and made.english == PAIR.english
    if not made.ended:
        assert len(made.chosen) == 2 * len(PAIR.english) + 9
    assert not any(
        array.flags.writeable for array in (made.states, made.contexts, made.distributions)
    )


def test_likeliest_words_are_in_order(model):
    made = model.translate(PAIR.english)
    words = made.likeliest(0, 3)
    assert [share for _, share in words] == sorted((s for _, s in words), reverse=True)
    assert words[0][0] == FRENCH[made.chosen[0]]


def test_offsets_enter_the_softmax(attending):
    own = attending.translate(PAIR.english)
    changed = attending.translate(PAIR.english, Intervention(offsets={(2, 5): 4.0}))
    assert np.array_equal(changed.weights[:2], own.weights[:2])
    expected = own.energies[2] + 4.0 * (np.arange(7) == 5)
    shares = np.exp(expected) / np.exp(expected).sum()
    assert np.abs(changed.weights[2] - shares).max() < 1e-12
    assert np.array_equal(changed.attention.energies[2], own.attention.energies[2])
    assert np.abs(changed.attention.weights - changed.weights).max() < 1e-12
    assert np.abs(changed.contexts[2] - shares @ own.annotations).max() < 1e-12
    assert not np.array_equal(changed.states[3], own.states[3])


def test_pinned_weights_are_used_and_the_rest_is_translated_from_there(attending):
    pinned = [0, 0, 0.5, 0, 0, 0, 0.5]
    changed = attending.translate(PAIR.english, Intervention(pinned={1: pinned}))
    assert np.array_equal(changed.weights[1], pinned)
    mixed = (changed.annotations[2] + changed.annotations[6]) / 2
    assert np.abs(changed.contexts[1] - mixed).max() < 1e-12
    assert not np.array_equal(changed.attention.weights[1], changed.weights[1])


def test_the_last_state_as_the_only_context(attending):
    changed = attending.translate(PAIR.english, Intervention(last_state=True))
    assert (changed.contexts == changed.annotations[-1]).all()
    assert (changed.weights[:, -1] == 1).all()


@pytest.mark.parametrize(
    ("intervention", "sentence"),
    [
        (Intervention(offsets={(0, 7): 1.0}), "outside the 7 words"),
        (Intervention(offsets={(0, 0): float("inf")}), "offsets"),
        (Intervention(pinned={0: [1.0]}), "not \\(7,\\)"),
        (Intervention(pinned={0: [0.5] * 7}), "sum to 1"),
        (Intervention(pinned={0: [2.0, -1.0, 0, 0, 0, 0, 0]}), "shares"),
    ],
)
def test_what_does_not_fit_is_refused(attending, intervention, sentence):
    with pytest.raises(ValueError, match=sentence):
        attending.translate(PAIR.english, intervention)


def test_a_fixed_context_has_nothing_to_change():
    fixed = Translator(seeded("fixed", 3))
    made = fixed.translate(PAIR.english)
    assert made.weights is made.energies is made.attention is None and made.attended == ()
    with pytest.raises(ValueError, match="no energies"):
        fixed.translate(PAIR.english, Intervention(last_state=True))


def test_no_words_and_unknown_ones(model):
    with pytest.raises(ValueError, match="no word"):
        model.translate(())
    odd = model.translate(("the", "zebra"))
    assert np.array_equal(odd.annotations, model.annotations(("the", ENGLISH[0])))
    assert len(model.translate(("cat",) * 60).annotations) == 60


def test_parameters_that_do_not_fit_are_refused():
    good = seeded("attention", 0)
    with pytest.raises(ValueError, match="w_a"):
        Translator({name: array for name, array in good.items() if name != "w_a"})
    with pytest.raises(ValueError, match="start has shape"):
        Translator(good | {"start": np.zeros((48, 47))})
    with pytest.raises(ValueError, match="readout_bias"):
        Translator(good | {"readout_bias": np.full(32, np.nan)})


def test_a_step_sees_only_the_words_before_it(model):
    other = (*PAIR.french[:3], "chat", *PAIR.french[4:])
    one, two = model.forced(PAIR.english, PAIR.french), model.forced(PAIR.english, other)
    assert np.array_equal(one.distributions[:4], two.distributions[:4])
    assert not np.array_equal(one.distributions[4], two.distributions[4])
