"""Every shortcut in one table, with where it holds; a test finds no two that collide."""

from __future__ import annotations

from typing import Literal, NamedTuple

Scope = Literal["window", "pane", "grid", "quiz"]


class Shortcut(NamedTuple):
    """A key, where it holds, the command it calls, and the words for the help page."""

    keys: str
    scope: Scope
    command: str
    words: str


TERMS = Shortcut("Shift+F1", "window", "terms", "the glossary's terms of what is in front")

WINDOW: tuple[Shortcut, ...] = (
    Shortcut("PgDown", "window", "next", "next pane"),
    Shortcut("PgUp", "window", "previous", "previous pane"),
    Shortcut("Alt+Home", "window", "first", "title pane"),
    Shortcut("Ctrl+Z", "window", "undo", "undo on this pane"),
    Shortcut("Ctrl+Shift+Z", "window", "redo", "redo"),
    Shortcut("Ctrl+Y", "window", "redo", "redo"),
    Shortcut("Ctrl+Backspace", "window", "reset", "reset this pane's lab"),
    Shortcut("Ctrl+K", "window", "code", "this lab as code, in NumPy or PyTorch"),
    Shortcut("Ctrl+O", "window", "open", "open a session"),
    Shortcut("Ctrl+Shift+O", "window", "open_tensors", "open tensors of your own"),
    Shortcut("Ctrl+S", "window", "save", "save the session"),
    Shortcut("Ctrl+Shift+S", "window", "save_as", "save it as another file"),
    Shortcut("Ctrl+Shift+C", "window", "copy_picture", "picture of a matrix, or of the lab"),
    Shortcut("Ctrl+T", "window", "theme", "light or dark"),
    Shortcut("F5", "window", "present", "present: bars away, larger type"),
    Shortcut("Ctrl+Shift+B", "window", "keep_a", "keep the present state as A, to compare with"),
    Shortcut("F11", "window", "full_screen", "full screen (Esc leaves it, and presenting)"),
    Shortcut("Alt+M", "window", "menu", "menu"),
    Shortcut("F1", "window", "help", "keys and what they do"),
    TERMS,
    Shortcut("Ctrl+Q", "window", "quit", "quit"),
)

# Handled by the widget that has the keyboard; listed here for the help page and for the test.
GRID: tuple[Shortcut, ...] = (
    Shortcut("Left", "grid", "", "move along the cells (also Right, Up, Down)"),
    Shortcut("Enter", "grid", "", "type a number; a digit or a minus sign begins one"),
    Shortcut("Alt+Up", "grid", "", "0.1 more (Shift: 1, Ctrl: 0.01)"),
    Shortcut("Alt+Down", "grid", "", "0.1 less"),
    Shortcut("Delete", "grid", "", "set to 0"),
    Shortcut("Ctrl+V", "grid", "", "the number on the clipboard"),
    Shortcut("Home", "grid", "", "first cell of the row"),
    Shortcut("End", "grid", "", "last cell of the row"),
    Shortcut("Space", "grid", "", "pin a number and its sum, or paint a pair of a custom mask"),
    Shortcut("Esc", "grid", "", "let go of the pin, or drop what is being typed"),
)

# Where a formula or the challenge of the words has the keyboard.
WORDS: tuple[Shortcut, ...] = (
    Shortcut("Down", "pane", "", "scroll words that are longer than their room (also Up)"),
    Shortcut("Enter", "pane", "", "copy the formula as LaTeX; on the challenge, the next hint"),
)

# Where a computed number is pointed at or kept, on any slide.
SUMS: tuple[Shortcut, ...] = (
    Shortcut("=", "pane", "", "every digit of the sum behind a number; again: short"),
    Shortcut("Ctrl+C", "pane", "", "copy the sum behind a number"),
)

QUIZ: tuple[Shortcut, ...] = (
    Shortcut("A", "quiz", "", "choose an answer (A to D, or 1 to 4)"),
    Shortcut("Return", "quiz", "", "confirm the answer"),
    Shortcut("L", "quiz", "", "see it live"),
    Shortcut("T", "quiz", "", "try again"),
    Shortcut("N", "quiz", "", "next question"),
)

# Holds wherever the chip "Back to question" is shown.
BACK = Shortcut("B", "pane", "back", "back to the question or page that led here")

# Where a slide has a Try drawer; all but the first hold inside it.
TRY: tuple[Shortcut, ...] = (
    Shortcut("T", "pane", "try", "what can be tried on this pane; again closes it"),
    Shortcut("Down", "pane", "", "next row of the drawer (Up: the one before)"),
    Shortcut("Right", "pane", "", "open a section (Left: fold it)"),
    Shortcut("Space", "pane", "", "do what the row says (also Enter)"),
    Shortcut("Esc", "pane", "", "close the drawer"),
)

FIND = Shortcut("Ctrl+F", "pane", "find", "find in the text")
PRINT = Shortcut("Ctrl+P", "pane", "print", "the article as a PDF, to print or to keep")

# Where the article is in front.
ARTICLE: tuple[Shortcut, ...] = (
    Shortcut("J", "pane", "", "next section"),
    Shortcut("K", "pane", "", "previous section"),
    Shortcut("Space", "pane", "", "a screenful down (also PageDown; Shift+Space and PageUp: up)"),
    FIND,
    Shortcut("Ctrl++", "pane", "", "larger text (Ctrl+-: smaller, Ctrl+0: the usual size)"),
    PRINT,
    Shortcut("Esc", "pane", "", "back to the pane"),
)

# Where practice is in front.
PRACTICE: tuple[Shortcut, ...] = (
    Shortcut("1", "pane", "", "choose an answer, or take hold of an entry (1 to 9)"),
    Shortcut("Up", "pane", "", "another answer; in an order the entry itself (also Down)"),
    Shortcut("Enter", "pane", "", "answer"),
    Shortcut("N", "pane", "", "next question"),
    Shortcut("L", "pane", "", "see it live"),
    Shortcut("A", "pane", "", "try again"),
    Shortcut("R", "pane", "", "retry what was missed"),
    Shortcut("Esc", "pane", "", "back to the pane"),
)

# Where "Your tensors" is in front; all but the last on the large map.
TENSORS: tuple[Shortcut, ...] = (
    Shortcut("Left", "pane", "", "move along the cells (also Right, Up, Down)"),
    Shortcut("+", "pane", "", "zoom in about the cell (also the wheel; drag a box)"),
    Shortcut("-", "pane", "", "zoom out (Shift and drag: move)"),
    Shortcut("0", "pane", "", "the whole map"),
    Shortcut("Space", "pane", "", "keep a cell in the readout"),
    Shortcut("Esc", "pane", "", "let go of the cell, then the whole map, then back to the pane"),
)

RECAP: tuple[Shortcut, ...] = (
    Shortcut("1", "pane", "", "light a part of the formula (1 to 5; Left and Right walk them)"),
    Shortcut("Enter", "pane", "", "open the matrix of the lit part"),
)

PANES: dict[str, tuple[Shortcut, ...]] = {
    "attention": (Shortcut("R", "pane", "shuffle", "new random Q, K and V"),),
    "projection": (Shortcut("R", "pane", "shuffle", "new random X and projections"),),
    "variance": (Shortcut("R", "pane", "seed", "draw another sample"),),
    "cross": (Shortcut("X", "pane", "swap", "exchange target and source"),),
    "bottleneck": (Shortcut("R", "pane", "sentence", "new sentence of the same length"),),
    "heads": (Shortcut("R", "pane", "shuffle", "new random projections"),),
    "self-attention": (Shortcut("R", "pane", "shuffle", "shuffle the words"),),
    "alignment": (
        Shortcut("P", "pane", "play", "play through the steps; any key stops"),
        Shortcut("M", "pane", "mark", "mark this step as a flip of the word order"),
        Shortcut("R", "pane", "sentence", "new sentence of the same length"),
        Shortcut("E", "pane", "example", "the paper's example"),
        Shortcut("G", "pane", "gold", "outline the gold alignment"),
        Shortcut("W", "pane", "hold", "all the weight of this step on the lit word"),
        Shortcut("L", "pane", "last_state", "fix the context to the last state"),
        Shortcut("U", "pane", "take_back", "take every intervention back"),
        Shortcut("Left", "pane", "", "step back, from the table of energies (Right: on)"),
    ),
    "quiz": QUIZ,
    "recap": RECAP,
}


def collisions(scope_groups: tuple[tuple[Shortcut, ...], ...]) -> list[str]:
    """Keys that mean two things where the groups hold together."""
    seen: dict[str, str] = {}
    clashing = []
    for group in scope_groups:
        for shortcut in group:
            if shortcut.keys in seen and seen[shortcut.keys] != shortcut.command:
                clashing.append(shortcut.keys)
            seen[shortcut.keys] = shortcut.command
    return clashing
