"""Pane 09 with the trained translator as a script: its states while it is given the target.

The weights are too many to write out, so the script takes their file's path as its argument.
"""

from __future__ import annotations

from core.experiments.cross import CrossExperiment
from core.scripts.ending import ending
from core.scripts.lines import Script
from core.scripts.translating import NOTE, opened, wrapped
from core.scripts.writer import Writer
from core.trace import Trace
from core.translator.vocabulary import french_places


def forced_script(trace: Trace, writer: Writer) -> Script:
    """Additive attention from the decoder's states to the annotations, one row a target word."""
    experiment = trace.experiment
    assert isinstance(experiment, CrossExperiment)
    opened(writer, "attention", experiment.source_tokens)
    tanh, joined = (
        ("np.tanh", "np.concatenate") if writer.form == "numpy" else ("torch.tanh", "torch.cat")
    )
    writer.line("# the words before each word of the target")
    writer.line("given = [")
    before = (0, *french_places(experiment.tokens[:-1]))
    wrapped(writer, [f"{place}," for place in before])
    writer.line("]")
    writer.line(f's = {tanh}(p["start"] @ b[0])', step="query")
    writer.line("Q, A = [], []")
    writer.line("for word in given:")
    writer.each(
        [
            ("    Q.append(s)", None, "query"),
            ('    k = h @ p["u_a"].T + p["w_a"] @ s', None, ""),
            ('    e = np.tanh(k) @ p["v_a"]', '    e = torch.tanh(k) @ p["v_a"]', "scores"),
            ("    a = np.exp(e - e.max())", "    a = torch.softmax(e, 0)", "weights"),
            ("    a = a / a.sum()", "", "weights"),
            ("    A.append(a)", None, "weights"),
            ("    c = a @ h", None, "output"),
            ('    y = p["target_embedding"][word]', None, ""),
            (f"    x = {joined}([y, c])", f"    x = {joined}([y, c])", ""),
            ('    s = gru(x, s, "decoder")', None, "query"),
        ]
    )
    writer.line("A = np.array(A)", "A = torch.stack(A)", "weights")
    made = ending(writer, "A", trace["weights"], "the weights A")
    return Script(made.form, made.lines, made.prints, made.printed, NOTE.format("attention"))
