"""Every shortcut in one table, with where it holds; a test finds no two that collide."""

from __future__ import annotations

from typing import NamedTuple


class Shortcut(NamedTuple):
    """A key, the command it calls, and the words for the help page."""

    keys: str
    command: str
    words: str


TERMS = Shortcut("Shift+F1", "terms", "the glossary's terms of what is in front")

WINDOW: tuple[Shortcut, ...] = (
    Shortcut("PgDown", "next", "next pane"),
    Shortcut("PgUp", "previous", "previous pane"),
    Shortcut("Alt+Home", "first", "title pane"),
    Shortcut("Ctrl+Z", "undo", "undo on this pane"),
    Shortcut("Ctrl+Shift+Z", "redo", "redo"),
    Shortcut("Ctrl+Y", "redo", "redo"),
    Shortcut("Ctrl+Backspace", "reset", "reset this pane's lab"),
    Shortcut("Ctrl+K", "code", "this lab as code, in NumPy or PyTorch"),
    Shortcut("Ctrl+O", "open", "open a session"),
    Shortcut("Ctrl+Shift+O", "open_tensors", "open tensors of your own"),
    Shortcut("Ctrl+S", "save", "save the session"),
    Shortcut("Ctrl+Shift+S", "save_as", "save it as another file"),
    Shortcut("Ctrl+Shift+C", "copy_picture", "picture of a matrix, or of the lab"),
    Shortcut("Ctrl+T", "theme", "light or dark"),
    Shortcut("F5", "present", "present: bars away, larger type"),
    Shortcut("Ctrl+Shift+B", "keep_a", "keep the present state as A, to compare with"),
    Shortcut("F11", "full_screen", "full screen (Esc leaves it, and presenting)"),
    Shortcut("Alt+M", "menu", "menu"),
    Shortcut("F1", "help", "keys and what they do"),
    TERMS,
    Shortcut("Ctrl+Q", "quit", "quit"),
)

# Handled by the widget that has the keyboard; listed here for the help page and for the test.
GRID: tuple[Shortcut, ...] = (
    Shortcut("Left", "", "move along the cells (also Right, Up, Down)"),
    Shortcut("Enter", "", "type a number; a digit or a minus sign begins one"),
    Shortcut("Alt+Up", "", "0.1 more (Shift: 1, Ctrl: 0.01)"),
    Shortcut("Alt+Down", "", "0.1 less"),
    Shortcut("Delete", "", "set to 0"),
    Shortcut("Ctrl+V", "", "the number on the clipboard"),
    Shortcut("Home", "", "first cell of the row"),
    Shortcut("End", "", "last cell of the row"),
    Shortcut("Space", "", "pin a number and its sum, or paint a pair of a custom mask"),
    Shortcut("Esc", "", "let go of the pin, or drop what is being typed"),
)

# Where a formula or the challenge of the words has the keyboard.
WORDS: tuple[Shortcut, ...] = (
    Shortcut("Down", "", "scroll words that are longer than their room (also Up)"),
    Shortcut("Enter", "", "copy the formula as LaTeX; on the challenge, the next hint"),
)

# Where a computed number is pointed at or kept, on any slide.
SUMS: tuple[Shortcut, ...] = (
    Shortcut("=", "", "every digit of the sum behind a number; again: short"),
    Shortcut("Ctrl+C", "", "copy the sum behind a number"),
)

QUIZ: tuple[Shortcut, ...] = (
    Shortcut("A", "", "choose an answer (A to D, or 1 to 4)"),
    Shortcut("Return", "", "confirm the answer"),
    Shortcut("L", "", "see it live"),
    Shortcut("T", "", "try again"),
    Shortcut("N", "", "next question"),
)

# Holds wherever the chip "Back to question" is shown.
BACK = Shortcut("B", "back", "back to the question or page that led here")

# Where a slide has a Try drawer; all but the first hold inside it.
TRY: tuple[Shortcut, ...] = (
    Shortcut("T", "try", "what can be tried on this pane; again closes it"),
    Shortcut("Down", "", "next row of the drawer (Up: the one before)"),
    Shortcut("Right", "", "open a section (Left: fold it)"),
    Shortcut("Space", "", "do what the row says (also Enter)"),
    Shortcut("Esc", "", "close the drawer"),
)

FIND = Shortcut("Ctrl+F", "find", "find in the text")
PRINT = Shortcut("Ctrl+P", "print", "the article as a PDF, to print or to keep")

# Where the article is in front.
ARTICLE: tuple[Shortcut, ...] = (
    Shortcut("J", "", "next section"),
    Shortcut("K", "", "previous section"),
    Shortcut("Space", "", "a screenful down (also PageDown; Shift+Space and PageUp: up)"),
    FIND,
    Shortcut("Ctrl++", "", "larger text (Ctrl+-: smaller, Ctrl+0: the usual size)"),
    PRINT,
    Shortcut("Esc", "", "back to the pane"),
)

# Where practice is in front.
PRACTICE: tuple[Shortcut, ...] = (
    Shortcut("1", "", "choose an answer, or take hold of an entry (1 to 9)"),
    Shortcut("Up", "", "another answer; in an order the entry itself (also Down)"),
    Shortcut("Enter", "", "answer"),
    Shortcut("N", "", "next question"),
    Shortcut("L", "", "see it live"),
    Shortcut("A", "", "try again"),
    Shortcut("R", "", "retry what was missed"),
    Shortcut("Esc", "", "back to the pane"),
)

# Where "Your tensors" is in front; all but the last on the large map.
TENSORS: tuple[Shortcut, ...] = (
    Shortcut("Left", "", "move along the cells (also Right, Up, Down)"),
    Shortcut("+", "", "zoom in about the cell (also the wheel; drag a box)"),
    Shortcut("-", "", "zoom out (Shift and drag: move)"),
    Shortcut("0", "", "the whole map"),
    Shortcut("Space", "", "keep a cell in the readout"),
    Shortcut("Esc", "", "let go of the cell, then the whole map, then back to the pane"),
)

RECAP: tuple[Shortcut, ...] = (
    Shortcut("1", "", "light a part of the formula (1 to 5; Left and Right walk them)"),
    Shortcut("Enter", "", "open the matrix of the lit part"),
)

PANES: dict[str, tuple[Shortcut, ...]] = {
    "attention": (Shortcut("R", "shuffle", "new random Q, K and V"),),
    "projection": (Shortcut("R", "shuffle", "new random X and projections"),),
    "variance": (Shortcut("R", "seed", "draw another sample"),),
    "cross": (Shortcut("X", "swap", "exchange target and source"),),
    "bottleneck": (Shortcut("R", "sentence", "new sentence of the same length"),),
    "heads": (Shortcut("R", "shuffle", "new random projections"),),
    "self-attention": (Shortcut("R", "shuffle", "shuffle the words"),),
    "alignment": (
        Shortcut("P", "play", "play through the steps; any key stops"),
        Shortcut("M", "mark", "mark this step as a flip of the word order"),
        Shortcut("R", "sentence", "new sentence of the same length"),
        Shortcut("E", "example", "the paper's example"),
        Shortcut("G", "gold", "outline the gold alignment"),
        Shortcut("W", "hold", "all the weight of this step on the lit word"),
        Shortcut("L", "last_state", "fix the context to the last state"),
        Shortcut("U", "take_back", "take every intervention back"),
        Shortcut("Left", "", "step back, from the table of energies (Right: on)"),
    ),
    "quiz": QUIZ,
    "recap": RECAP,
}
