"""A trained translator in NumPy: encoder, additive attention or one fixed context, decoder.

Bahdanau, Cho, Bengio, ICLR 2015, appendix A, with h_j = [forward_j; backward_j]:

    s_0 = tanh(W_s backward_1)
    c_t = sum_j alpha_tj h_j, scored from s_(t-1) by `core.additive`;  or, for the model with a
    fixed context (Cho et al. 2014), c_t = [forward_N; backward_1] at every step
    s_t = GRU([y_(t-1); c_t], s_(t-1))
    p(y_t) = softmax(V tanh(R [s_t; c_t; y_(t-1)] + b) + b')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.additive import AdditiveAttention, additive_attention, energy_steps
from core.arrays import Floats, finite_array, read_only
from core.attention import softmax
from core.fault_names import Mistake
from core.translator.gated import next_state, states_both_ways
from core.translator.intervention import PADDED, Intervention
from core.translator.mistaken import one_vector, without_tanh
from core.translator.parameters import Context, Parameters, context_of, shapes
from core.translator.vocabulary import END, FRENCH, english_places, teacher_forced

_END = FRENCH.index(END)


@dataclass(frozen=True, eq=False)
class Translation:
    """One sentence translated, with every step; T counts the step that answers </s>.

    annotations (N, 2H); states (T + 1, H), s_0 first; contexts (T, 2H); distributions (T, words),
    each over FRENCH; chosen (T,) places in FRENCH. With attention: weights (T, N), as they were
    used, and attention, every step of the model's own scoring with the offsets as its mask;
    both None for a fixed context. ended says that </s> came before the limit.
    """

    english: tuple[str, ...]
    french: tuple[str, ...]
    chosen: tuple[int, ...]
    ended: bool
    annotations: Floats
    states: Floats
    contexts: Floats
    distributions: Floats
    weights: Floats | None
    attention: AdditiveAttention | None

    @property
    def energies(self) -> Floats | None:
        """e_tj before offsets, (T, N)."""
        return None if self.attention is None else self.attention.energies

    @property
    def attended(self) -> tuple[int, ...]:
        """The most attended English place for every French word, () for a fixed context."""
        if self.weights is None:
            return ()
        return tuple(int(place) for place in self.weights[: len(self.french)].argmax(axis=1))

    def likeliest(self, step: int, number: int = 5) -> tuple[tuple[str, float], ...]:
        """Return the `number` likeliest words of a step with their probabilities."""
        row = self.distributions[step]
        places = np.argsort(-row, kind="stable")[:number]
        return tuple((FRENCH[place], float(row[place])) for place in places)


class Translator:
    """A translator ready to use; its parameters are read-only and never change."""

    def __init__(self, parameters: Parameters) -> None:
        """Raises ValueError if a parameter is missing, too many, of a wrong shape, not finite."""
        self.context: Context = context_of(set(parameters))
        hidden = len(parameters["start"]) if "start" in parameters else 1
        expected = shapes(self.context, max(hidden, 1))
        if set(parameters) != set(expected):
            names = ", ".join(sorted(set(parameters) ^ set(expected)))
            raise ValueError(f"these parameters are missing or not known: {names}")
        for name, shape in expected.items():
            if parameters[name].shape != shape:
                raise ValueError(f"{name} has shape {parameters[name].shape}, not {shape}")
        self.hidden = hidden
        self.parameters = p = {name: finite_array(parameters[name], name) for name in expected}
        wide = p["target_embedding"].shape[1]
        # W x of both encoders, a row an English word, and their U, transposed.
        both = ("forward", "backward")
        inputs = [p["source_embedding"] @ p[f"{way}_input"].T for way in both]
        self._source_inputs = np.stack(inputs, axis=1)
        turned = np.stack([p[f"{way}_state"].T for way in both])
        self._encoder_gates = np.ascontiguousarray(turned[..., : 2 * hidden])
        self._encoder_proposed = np.ascontiguousarray(turned[..., 2 * hidden :])
        # Everything that only a word decides, a row a French word: W y and R y + b.
        self._word_input = p["target_embedding"] @ p["decoder_input"][:, :wide].T
        readout = np.split(p["readout"], [hidden, 3 * hidden], axis=1)
        self._word_readout = p["target_embedding"] @ readout[2].T + p["readout_bias"]
        self._state_readout = readout[0]
        # Everything that only a context decides: C c and R c.
        self._from_context = np.concatenate([p["decoder_input"][:, wide:], readout[1]])
        gates = p["decoder_state"][: 2 * hidden]
        self._from_state = np.concatenate([p["w_a"], gates]) if "w_a" in p else gates
        self._proposed = np.ascontiguousarray(p["decoder_state"][2 * hidden :])

    @property
    def count(self) -> int:
        """How many numbers were trained."""
        return sum(numbers.size for numbers in self.parameters.values())

    def annotations(self, english: Sequence[str], mistake: Mistake = "") -> Floats:
        """Return h_1 to h_N, (N, 2H), with one mistake or none. Raises ValueError for no words."""
        places = english_places(english)
        if not places:
            raise ValueError("there is no word to translate")
        inputs = self._source_inputs[places]
        if mistake == "one-direction":
            both = self._both_ways(inputs)
            return read_only(np.concatenate([both[:, 0], both[:, 1]], axis=1))
        inputs[:, 1] = inputs[::-1, 1].copy()
        if mistake == "encoder-reset":
            both = np.concatenate([self._both_ways(word[None]) for word in inputs])
        else:
            both = self._both_ways(inputs)
        return read_only(np.concatenate([both[:, 0], both[::-1, 1]], axis=1))

    def _both_ways(self, inputs: Floats) -> Floats:
        """The states of both encoders, each in its own order of reading, (N, 2, H)."""
        return states_both_ways(inputs, self._encoder_gates, self._encoder_proposed)

    def translate(
        self, english: Sequence[str], intervention: Intervention | None = None
    ) -> Translation:
        """Return the translation that takes the likeliest word at every step (greedy).

        It ends with </s>, or after 2 N + 8 words. Words outside the language count as <unk>.
        Raises ValueError for no words, and for an intervention that does not fit.
        """
        return self._run(english, None, intervention or Intervention())

    def forced(self, english: Sequence[str], french: Sequence[str]) -> Translation:
        """Return the steps for a given translation: at each the decoder is fed the right word.

        french and chosen are then the model's answers, </s> among them where it would have ended.
        """
        return self._run(english, teacher_forced(french)[0], Intervention())

    def _run(
        self, english: Sequence[str], given: list[int] | None, intervention: Intervention
    ) -> Translation:
        annotations = self.annotations(english, intervention.mistake)
        limit = len(given) if given is not None else 2 * len(english) + 9
        if self.context == "fixed" and not intervention.scores_alone:
            raise ValueError("the translator with a fixed context has no energies to change")
        decoder = _Decoder(self, annotations, intervention, limit)
        chosen: list[int] = []
        word = 0
        for step in range(limit):
            word = decoder.step(step, word if given is None else given[step])
            chosen.append(word)
            if given is None and word == _END:
                break
        return decoder.translation(tuple(english), tuple(chosen), given is not None)


class _Decoder:
    """The decoder while it works on one sentence."""

    def __init__(
        self, model: Translator, annotations: Floats, intervention: Intervention, limit: int
    ) -> None:
        p, size = model.parameters, model.hidden
        self.model, self.annotations, self.size = model, annotations, size
        self.offsets = intervention.added(limit, len(annotations)) if intervention.offsets else None
        self.pinned = intervention.weights(len(annotations))
        if intervention.last_state:
            last = np.eye(len(annotations))[-1]
            self.pinned = dict.fromkeys(range(limit), last)
        self.mistake = intervention.mistake
        others = model.annotations(intervention.instead) if intervention.instead else annotations
        ends = one_vector(others, intervention.mistake)
        self.states = np.empty((limit + 1, size))
        self.contexts = np.empty((limit, 2 * size))
        self.weights = np.empty((limit, len(annotations)))
        self.logits = np.empty((limit, len(FRENCH)))
        self.states[0] = np.tanh(p["start"] @ ends[size:])
        self.attends = model.context == "attention"
        if self.attends:
            self.scored = annotations @ p["u_a"].T
            mixable = annotations
        else:
            mixable = ends[None]
            self.weights = np.ones((limit, 1))
        self.mixable = np.concatenate([mixable, mixable @ model._from_context.T], axis=1)

    def step(self, step: int, word: int) -> int:
        """Take one step after the French word at this place; return the place of the likeliest."""
        model, size = self.model, self.size
        state = self.states[0 if self.mistake == "decoder-reset" else step]
        from_state = model._from_state @ state
        if self.attends:
            scored = from_state[:size]
            if self.mistake == "late-state":
                scored = (model._from_state @ self.states[max(step - 1, 0)])[:size]
            self.weights[step] = self.share(step, scored)
            from_state = from_state[size:]
        mixed = self.weights[step] @ self.mixable
        self.contexts[step] = mixed[: 2 * size]
        inputs = model._word_input[word] + mixed[2 * size : 5 * size]
        state = next_state(inputs, from_state, model._proposed, state)
        self.states[step + 1] = state
        read = model._word_readout[word] + mixed[5 * size :] + model._state_readout @ state
        p = model.parameters
        logits = p["vocabulary"] @ np.tanh(read) + p["vocabulary_bias"]
        self.logits[step] = logits
        return int(logits.argmax())

    def share(self, step: int, from_state: Floats) -> Floats:
        """The weights of a step, (N,), from W_a s_(t-1)."""
        if step in self.pinned:
            return self.pinned[step]
        vector = self.model.parameters["v_a"]
        if self.mistake == "no-tanh":
            energies = (from_state + self.scored) @ vector
        else:
            energies = energy_steps(from_state[None], self.scored, vector)[2][0]
        if self.offsets is not None:
            energies = energies + self.offsets[step]
        if self.mistake == "softmax-steps":
            return np.ones_like(energies)
        top, behind = energies.max(), 0.0
        if self.mistake == "padding":
            empty = float(np.tanh(from_state) @ vector)
            top = max(top, empty)
            behind = PADDED * float(np.exp(empty - top))
        shares = np.exp(energies - top)
        total: Floats = shares / (shares.sum() + behind)
        return total

    def queries(self, steps: int) -> Floats:
        """The state that scored at each step, s_(t-1) unless a mistake is made, (steps, H)."""
        at = np.arange(steps)
        if self.mistake == "late-state":
            at = np.maximum(at - 1, 0)
        if self.mistake == "decoder-reset":
            at = np.zeros(steps, dtype=np.int64)
        return self.states[at]

    def translation(
        self, english: tuple[str, ...], chosen: tuple[int, ...], is_forced: bool
    ) -> Translation:
        """Everything that happened, read-only."""
        steps, p = len(chosen), self.model.parameters
        ended = chosen[-1] == _END
        words = chosen if is_forced or not ended else chosen[:-1]
        attention = None
        if self.attends:
            mask = None if self.offsets is None else self.offsets[:steps]
            attention = additive_attention(
                self.queries(steps), self.annotations, p["w_a"], p["u_a"], p["v_a"], mask
            )
            if self.mistake == "no-tanh":
                attention = without_tanh(attention, p["v_a"])
        return Translation(
            english=english,
            french=tuple(FRENCH[place] for place in words),
            chosen=chosen,
            ended=ended,
            annotations=self.annotations,
            states=read_only(self.states[: steps + 1].copy()),
            contexts=read_only(self.contexts[:steps].copy()),
            distributions=softmax(self.logits[:steps]),
            weights=read_only(self.weights[:steps].copy()) if self.attends else None,
            attention=attention,
        )
