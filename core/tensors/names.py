"""What the name of an array says that it is; names as PyTorch, Hugging Face and papers use them."""

from __future__ import annotations

import re

Role = str
ROLES: dict[Role, str] = {
    "weights": "attention weights",
    "scores": "scores",
    "query": "Q",
    "key": "K",
    "value": "V",
    "mask": "mask",
    "lengths": "lengths of samples",
    "x": "X",
    "x_key": "X for keys",
    "x_value": "X for values",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "w_o": "W_O",
    "packed": "W_Q, W_K, W_V packed",
    "b_q": "bias of W_Q",
    "b_k": "bias of W_K",
    "b_v": "bias of W_V",
    "b_o": "bias of W_O",
    "packed_bias": "packed biases",
}
LETTERS = {"q": "query", "k": "key", "v": "value"}
END = r"$"
START = r"(?:^|[^a-z0-9])"


def matrix_patterns() -> list[tuple[Role, re.Pattern[str]]]:
    """Patterns of the names of weight matrices and biases, the most telling first."""
    made = [
        ("packed", rf"{START}(?:in_proj(?:_|\.)weight|c_attn(?:\.weight)?|w_?qkv(?:\.weight)?"
                   rf"|qkv(?:_proj)?(?:\.weight)?|query_key_value(?:\.weight)?){END}"),
        ("packed_bias", rf"{START}(?:in_proj(?:_|\.)bias|c_attn\.bias|b_?qkv"
                        rf"|qkv(?:_proj)?\.bias|query_key_value\.bias){END}"),
    ]  # fmt: skip
    for letter, word in LETTERS.items():
        made += [
            (f"w_{letter}", rf"{START}(?:w_?{letter}(?:\.weight)?|{letter}_proj(?:(?:_|\.)weight)?"
                            rf"|{letter}_lin\.weight|{word}\.weight|{letter}\.weight){END}"),
            (f"b_{letter}", rf"{START}(?:b_?{letter}|w_?{letter}\.bias|{letter}_proj(?:_|\.)bias"
                            rf"|{letter}_lin\.bias|{word}\.bias|{letter}\.bias){END}"),
        ]  # fmt: skip
    made += [
        ("w_o", rf"{START}(?:w_?o(?:\.weight)?|(?:out_proj|o_proj|c_proj|out_lin"
                rf"|output\.dense|dense)(?:\.weight)?){END}"),
        ("b_o", rf"{START}(?:b_?o|(?:out_proj|o_proj|c_proj|out_lin|output\.dense|dense)\.bias)"
                rf"{END}"),
    ]  # fmt: skip
    return [(role, re.compile(pattern)) for role, pattern in made]


def array_patterns() -> list[tuple[Role, re.Pattern[str]]]:
    """Patterns of the names of arrays that come from running a model."""
    made = [
        ("mask", rf"{START}(?:(?:attention|attn|key_padding|padding|src|tgt)_)?mask{END}"),
        ("lengths", rf"{START}(?:(?:seq(?:uence)?|src|key|kv|valid)_?)?len(?:gth)?s?{END}"),
        ("x_key", rf"{START}(?:x_?k|x_?key|memory|encoder_hidden_states){END}"),
        ("x_value", rf"{START}(?:x_?v|x_?value){END}"),
        ("x", rf"{START}(?:x|inputs?|hidden(?:_states?)?|embeddings?){END}"),
        ("scores", rf"{START}(?:scores?|logits|energies){END}"),
        ("weights", rf"{START}(?:(?:self_|cross_|encoder_|decoder_)?att(?:ention|n)s?"
                    rf"(?:_?(?:weights?|probs?|maps?))?|weights?|probs|alignments?|a|p){END}"),
        ("query", rf"{START}(?:q|query|queries|query_(?:states|layer)){END}"),
        ("key", rf"{START}(?:k|keys?|key_(?:states|layer)){END}"),
        ("value", rf"{START}(?:v|values?|value_(?:states|layer)){END}"),
    ]  # fmt: skip
    return [(role, re.compile(pattern)) for role, pattern in made]


MATRICES = matrix_patterns()
ARRAYS = array_patterns()


def is_matrix_name(name: str) -> bool:
    """Whether a name is one of a weight matrix or bias of a model."""
    return any(pattern.search(name.lower()) for _, pattern in MATRICES)


def role_of(name: str, axes: int) -> tuple[str, Role]:
    """(block, role) that a name tells for an array of some axes: ("h.0.attn.", "packed").

    The role is "" where the name tells nothing. A matrix has two axes and a bias one, so that a
    name like `query` means numbers of tokens.
    """
    plain = re.sub(r"[._\-]?\d+…\d+[._\-]?", "", name.lower())
    for role, pattern in MATRICES:
        wanted = 1 if role.startswith("b_") or role == "packed_bias" else 2
        found = pattern.search(plain)
        if found and axes == wanted:
            return plain[: found.start()] + boundary(found.group()), role
    for role, pattern in ARRAYS:
        if pattern.search(plain):
            return "", role
    return "", ""


def boundary(text: str) -> str:
    """The sign before a name, which belongs to the block."""
    return text[0] if text and not text[0].isalnum() else ""


def is_conv1d(name: str) -> bool:
    """Whether GPT-2's Conv1D has made a matrix: its rows are inputs."""
    return re.search(rf"{START}(?:c_attn|c_proj)(?:\.weight)?$", name.lower()) is not None
