"""Panes 02 and 03 as scripts: a trained translator, its weights read from a file.

The weights are too many to write out, so the script takes the file's path as its argument. It
holds the sentence, what the learner changed, and what the lab shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.arrays import Floats
from core.experiments.alignment import AlignmentExperiment
from core.experiments.bottleneck import BottleneckExperiment
from core.scripts.ending import TOLERANCE, tolerance_for
from core.scripts.lines import Script
from core.scripts.literals import literal
from core.scripts.writer import Writer
from core.trace import Trace
from core.traces.alignment import AlignmentTrace
from core.traces.bottleneck import BottleneckTrace
from core.translator.vocabulary import END, FRENCH, english_places, french_places

ROLES = {"s": "query", "h": "key", "e": "weight", "a": "weight", "A": "weight"}
LONGEST = 20  # letters of a word in a comment
NOTE = "Runs with the file of the weights: python code.py resources/translator/{}.safetensors"


def bottleneck_script(trace: Trace, writer: Writer) -> Script:
    """The translator whose decoder gets one vector, c = [forward_N; backward_1]."""
    experiment = trace.experiment
    assert isinstance(experiment, BottleneckExperiment) and isinstance(trace, BottleneckTrace)
    rendering = trace.rendering("fixed")
    if rendering is None:
        raise ValueError(trace.problem)
    english = experiment.reading.words if experiment.words else experiment.tokens
    french = [*rendering.words, *([END] if rendering.ended else [])]
    opened(writer, "fixed", english)
    writer.line("c = np.concatenate([f[-1], b[0]])", "c = torch.cat([f[-1], b[0]])", "context")
    decoder(writer, (), len(english))
    written = said(writer, french)
    compared(writer, french, (("c", trace["context"]),))
    return finished(writer, written, "fixed")


def alignment_script(trace: Trace, writer: Writer) -> Script:
    """The translator that looks back at all annotations before each word."""
    experiment = trace.experiment
    assert isinstance(experiment, AlignmentExperiment) and isinstance(trace, AlignmentTrace)
    if trace.problem:
        raise ValueError(trace.problem)
    steps = len(trace["weights"])
    french = [FRENCH[int(place)] for place in trace["next_word"].argmax(axis=1)]
    opened(writer, "attention", trace.key_tokens)
    changes(writer, experiment, steps)
    decoder(writer, attention_lines(experiment), len(trace.key_tokens))
    writer.line("A = np.array(A)", "A = torch.stack(A)", "weights")
    written = said(writer, french)
    # An energy with a large number added keeps fewer of its own digits.
    largest = max((abs(part[2]) for part in experiment.offsets), default=1.0)
    tolerance = tolerance_for(max(1.0, largest))
    compared(writer, french, (("A", trace["weights"]),), tolerance)
    return finished(writer, written, "attention")


def opened(writer: Writer, model: str, english: Sequence[str]) -> None:
    """Read the file, define the gated unit, run the encoder both ways: h, (N, 2H)."""
    writer.roles = ROLES
    writer.imports("import json, sys")
    writer.line(f"# python code.py {model}.safetensors")
    writer.each(
        [
            ('raw = open(sys.argv[1], "rb").read()', None, ""),
            ('n = int.from_bytes(raw[:8], "little")', None, ""),
            ("n = n + 8  # where the numbers begin", None, ""),
            ("p, about = {}, json.loads(raw[8:n])", None, ""),
            ('about.pop("__metadata__", None)', None, ""),
            ("for name, t in about.items():", None, ""),
            ('    i, j = t["data_offsets"]', None, ""),
            ("    part = bytearray(raw[n + i:n + j])", None, ""),
            (
                '    w = np.frombuffer(part, "<f4")',
                "    w = torch.frombuffer(part,",
                "",
            ),
            ("", "        dtype=torch.float32)", ""),
            ('    w = w.reshape(t["shape"])', None, ""),
            ("    p[name] = w.astype(float)", "    p[name] = w.double()", ""),
        ]
    )
    writer.next_group()
    gated_unit(writer)
    writer.next_group()
    sentence(writer, english)
    encoder(writer)


def gated_unit(writer: Writer) -> None:
    """h' from an input x and the state h: Bahdanau et al. 2015, appendix A.1.1."""
    writer.each(
        [
            ("def gru(x, last, name):", None, ""),
            ('    W = p[name + "_input"] @ x', None, ""),
            ('    U = p[name + "_state"]', None, ""),
            ("    H = len(last)", None, ""),
            ("    g = W[:2 * H] + U[:2 * H] @ last", None, ""),
            ("    g = 1 / (1 + np.exp(-g))", "    g = torch.sigmoid(g)", ""),
            ("    # z: how much is new, r: is read", None, ""),
            ("    z, r = g[:H], g[H:]", None, ""),
            ("    new = U[2 * H:] @ (r * last)", None, ""),
            (
                "    new = np.tanh(W[2 * H:] + new)",
                "    new = torch.tanh(W[2 * H:] + new)",
                "",
            ),
            ("    return last + z * (new - last)", None, ""),
        ]
    )


def sentence(writer: Writer, english: Sequence[str]) -> None:
    """The words as the file numbers them, a comment with each line of them."""
    places = english_places(english)
    writer.line("english = [")
    line: list[tuple[int, str]] = []

    def write() -> None:
        numbers = ", ".join(str(place) for place, _ in line)
        writer.line(f"    {numbers},  # {' '.join(word for _, word in line)}")

    for place, word in zip(places, map(harmless, english), strict=True):
        longer = [*line, (place, word)]
        wide = sum(len(str(number)) + 2 + len(name) + 1 for number, name in longer) + 8
        if line and wide > writer.columns:
            write()
            line = [(place, word)]
        else:
            line = longer
    write()
    writer.line("]")


def harmless(word: str) -> str:
    """A learner's word as a comment can hold it: on one line, and not too long."""
    return "".join(letter if letter.isprintable() else "?" for letter in word)[:LONGEST]


def encoder(writer: Writer) -> None:
    """f reads forwards, b backwards; h holds both at every word."""
    writer.each(
        [
            ('x = p["source_embedding"][english]', None, ""),
            ("f, b = [], []", None, ""),
            ('h0 = np.zeros(len(p["start"]))', 'h0 = p["start"][0] * 0', ""),
            ("for row in x:", None, ""),
            ("    last = f[-1] if f else h0", None, ""),
            ('    f.append(gru(row, last, "forward"))', None, ""),
            ("for row in x[::-1]:", "for row in x.flip(0):", ""),
            ("    last = b[0] if b else h0", None, ""),
            ('    last = gru(row, last, "backward")', None, ""),
            ("    b.insert(0, last)", None, ""),
            ("h = np.hstack([f, b])", "h = torch.hstack([", "annotations"),
            ("", "    torch.stack(f), torch.stack(b)])", "annotations"),
        ]
    )
    writer.next_group()


def changes(writer: Writer, experiment: AlignmentExperiment, steps: int) -> None:
    """What the learner moved, as far as the translation reaches it; places from 0."""
    moved = [part for part in experiment.offsets if part[0] <= steps]
    if moved and not experiment.last_state:
        writer.line("moved = {  # (step, word): energy added")
        for step, word, offset in moved:
            writer.line(f"    ({step - 1}, {word - 1}): {literal(offset, whole=True)},")
        writer.line("}")
    held = [part for part in experiment.held if part[0] <= steps]
    if held and not experiment.last_state:
        writer.line("held = {  # step: word with all weight")
        for step, word in held:
            writer.line(f"    {step - 1}: {word - 1},")
        writer.line("}")


def attention_lines(experiment: AlignmentExperiment) -> tuple[tuple[str, str | None, str], ...]:
    """The lines that make c from s and h: e, then a, then their mean."""
    if experiment.last_state:
        last = ("    a = np.eye(len(h))[-1]", "    a = torch.eye(len(h))[-1]", "weights")
        return (last, ("    A.append(a)", None, "weights"), ("    c = a @ h", None, "context"))
    lines: list[tuple[str, str | None, str]] = [
        ('    k = h @ p["u_a"].T + p["w_a"] @ s', None, ""),
        ('    e = np.tanh(k) @ p["v_a"]', '    e = torch.tanh(k) @ p["v_a"]', "energies"),
    ]
    if experiment.offsets:
        lines += [
            ("    for (i, j), more in moved.items():", None, ""),
            ("        e[j] += more if i == t else 0", None, "energies"),
        ]
    lines += [
        ("    a = np.exp(e - e.max())", "    a = torch.softmax(e, 0)", "weights"),
        ("    a = a / a.sum()", "", "weights"),
    ]
    if experiment.held:
        lines += [
            ("    if t in held:", None, ""),
            (
                "        a = np.eye(len(h))[held[t]]",
                "        a = torch.eye(len(h))[held[t]]",
                "weights",
            ),
        ]
    return (*lines, ("    A.append(a)", None, "weights"), ("    c = a @ h", None, "context"))


def decoder(writer: Writer, attention: Sequence[tuple[str, str | None, str]], words: int) -> None:
    """The likeliest word at every step, until </s> or the limit."""
    tanh = "np.tanh" if writer.form == "numpy" else "torch.tanh"
    joined = "np.concatenate" if writer.form == "numpy" else "torch.cat"
    writer.line(f's = {tanh}(p["start"] @ b[0])', step="states")
    writer.line("word, chosen, A = 0, [], []" if attention else "word, chosen = 0, []")
    writer.line(f"for t in range({2 * words + 9}):")
    writer.each(attention)
    for code in (
        '    y = p["target_embedding"][word]',
        f"    x = {joined}([y, c])",
        '    s = gru(x, s, "decoder")',
        f"    x = {joined}([s, c, y])",
        '    r = p["readout"] @ x',
        '    r = r + p["readout_bias"]',
        f'    r = p["vocabulary"] @ {tanh}(r)',
        '    r = r + p["vocabulary_bias"]',
        "    word = int(r.argmax())",
        "    chosen.append(word)",
        "    if word == 1:  # </s>",
        "        break",
    ):
        writer.line(code)
    writer.next_group()


def said(writer: Writer, french: Sequence[str]) -> str:
    """Print the words, by a dictionary of those that are written. Returns what is printed."""
    used = dict(sorted(zip(french_places(french), french, strict=True)))
    writer.line("french = {")
    wrapped(writer, [f"{place}: {word!r}," for place, word in used.items()])
    writer.line("}")
    writer.line("print(*[french[w] for w in chosen])")
    return " ".join(french)


def wrapped(writer: Writer, parts: Sequence[str]) -> None:
    """Parts as lines, as many in each as fit, indented."""
    line = "   "
    for part in parts:
        if len(line) + 1 + len(part) > writer.columns and line.strip():
            writer.line(line)
            line = "   "
        line += f" {part}"
    writer.line(line)


def compared(
    writer: Writer,
    french: Sequence[str],
    arrays: Sequence[tuple[str, Floats]],
    tolerance: float = TOLERANCE,
) -> None:
    """The same words, and the same numbers."""
    writer.next_group()
    writer.line("# as in the lab, but for rounding")
    writer.line("assert chosen == [")
    wrapped(writer, [f"{place}," for place in french_places(french)])
    writer.line("]")
    for name, array in arrays:
        writer.expected("lab", array)
        writer.line(f"assert abs({name} - lab).max() <= {tolerance!r}")


def finished(writer: Writer, prints: str, model: str) -> Script:
    made = writer.script(prints, "the translation")
    return Script(made.form, made.lines, made.prints, made.printed, NOTE.format(model))
