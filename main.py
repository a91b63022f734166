"""The front door: reads the command line, finds resources/, hands over."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Container
from pathlib import Path

# Before NumPy loads: two spinning threads are slower than one whenever the machine is busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROOT = Path(__file__).resolve().parent
RESOURCES = ROOT / "resources"
PROGRAM = "main.py"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 well, 1 something is wrong, 2 cannot start."""
    does = {
        "open": open_window,
        "inspect": inspect,
        "tour": tour,
        "shots": shots,
        "handout": handout,
        "check": check,
        "train": train,
    }
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser().parse_args(with_open(given, does))
    if sys.version_info < (3, 11):
        return stop("Python 3.11 or newer is needed; this is " + sys.version.split()[0])
    return does[asked.command or "open"](asked)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog=PROGRAM,
        description="The Attention Mechanism: one lesson, a live laboratory beside every slide.",
        epilog="Without a command the window opens. Exit codes: 0 well, 1 wrong, 2 cannot start.",
    )
    made.add_argument("--slide", type=slide_number, metavar="N", help="open slide N (1 to 11)")
    made.add_argument("--theme", choices=["light", "dark"], help="colours of the window")
    made.set_defaults(files=[])
    commands = made.add_subparsers(dest="command", metavar="COMMAND")
    opening = commands.add_parser(
        "open",
        help="open the window with a saved session or tensors; main.py FILE does the same",
        description="Opens the window with a session that was saved as a .attention file, or with "
        "files of tensors, which are read together.",
    )
    opening.add_argument("files", type=Path, nargs="*", metavar="FILE")
    inspecting = commands.add_parser(
        "inspect",
        help="say what files of tensors are taken for, without a window",
        description="Reads .npy, .npz, .safetensors, .pt, .csv, .tsv and .json files together (and "
        ".txt with names of tokens), and prints their arrays, how they would be read and why, and "
        "what the weights tell. Exit code 1 where a file is refused.",
    )
    inspecting.add_argument("files", type=Path, nargs="+", metavar="FILE")
    commands.add_parser(
        "tour",
        help="visit every slide without a screen and use every control once",
        description="Opens the whole lesson without a screen, visits every slide, uses every "
        "control once, undoes everything and prints a line a slide. Exit code 1 on any exception "
        "or warning.",
    )
    pictures = commands.add_parser(
        "shots",
        help="write a PNG of every slide, without a screen",
        description="Writes a PNG of every slide into a folder, without a screen.",
    )
    pictures.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go")
    pictures.add_argument("--theme", dest="shot_theme", choices=["light", "dark"], default="light")
    pictures.add_argument("--size", type=size, default=(1280, 800), metavar="WxH")
    pictures.add_argument("--scale", type=float, default=1.0, metavar="S", help="pixels a point")
    pictures.add_argument("--slide", dest="shot_slide", type=slide_number, metavar="N")
    handing = commands.add_parser(
        "handout",
        help="write the whole lesson as one PDF, without a screen",
        description="Writes the whole lesson as one PDF, without a screen: a page for every slide, "
        "its words, its lab as the lesson begins, and the papers that are quoted.",
    )
    handing.add_argument("pdf", type=Path, metavar="OUT.pdf", help="the file to write")
    handing.add_argument("--theme", dest="pdf_theme", choices=["light", "dark"], default="light")
    handing.add_argument("--paper", choices=["a4", "letter"], default="a4")
    checking = commands.add_parser(
        "check",
        help="find mistakes in lesson files",
        description="Reads a resources, lessons or lesson folder (ours without DIR), runs every "
        "experiment and claim, and prints each mistake as file:line: sentence. Exit code 1 if "
        "there is one.",
    )
    checking.add_argument("folder", type=Path, nargs="?", default=RESOURCES, metavar="DIR")
    training = commands.add_parser(
        "train",
        help="train the two translators on this machine (needs PyTorch)",
        description="Trains the translators that slides 2 and 3 show and writes their weights. The "
        "same seed and steps give the same weights on the same machine; Ctrl+C stops, --resume "
        "goes on. Exit code 1 if it cannot be done.",
    )
    training.add_argument("--model", choices=["attention", "fixed", "both"], default="both")
    training.add_argument("--seed", type=whole, default=0, metavar="N")
    training.add_argument("--steps", type=whole, default=0, metavar="N", help="0: as shipped")
    training.add_argument("--out", type=Path, default=Path("trained"), metavar="DIR")
    training.add_argument("--resume", action="store_true", help="go on where it was stopped")
    return made


def with_open(arguments: list[str], commands: Container[str]) -> list[str]:
    """The arguments with the command `open` before a file that stands where a command would.

    A desktop that opens a file by a double click names the file and nothing else.
    """
    for place, argument in enumerate(arguments):
        if argument in commands or argument in {"-h", "--help"}:
            break
        after_option = place > 0 and arguments[place - 1] in {"--slide", "--theme"}
        if not argument.startswith("-") and not after_option:
            named = Path(argument).suffix or Path(argument).is_file()
            return [*arguments[:place], "open", *arguments[place:]] if named else arguments
    return arguments


def slide_number(text: str) -> int:
    """A slide's number, for argparse."""
    if not text.isdecimal() or not 1 <= int(text) <= 11:
        raise argparse.ArgumentTypeError(f"{text} is no slide; there are slides 1 to 11")
    return int(text)


def whole(text: str) -> int:
    """A whole number from 0, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 0")
    return int(text)


def size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT, for argparse."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is no size; write it as 1280x800")
    if int(width) < 1024 or int(height) < 560:
        raise argparse.ArgumentTypeError("the smallest window is 1024x560")
    return int(width), int(height)


def stop(sentence: str, code: int = 2) -> int:
    """Say why the program ends."""
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return code


def open_window(asked: argparse.Namespace) -> int:
    """Open the window, or say in a sentence why that cannot be."""
    from desktop_app import starting

    reason = starting.obstacle()
    if reason:
        return stop(reason)
    from desktop_app import application
    from desktop_app.settings import Settings

    return application.run(RESOURCES, asked.slide, asked.theme, Settings(), asked.files)


def offscreen() -> str:
    """Work without a screen. Returns why that cannot be, or "" where it can."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from desktop_app import starting

    return starting.obstacle()


def tour(asked: argparse.Namespace) -> int:
    """Visit everything without a screen."""
    reason = offscreen()
    if reason:
        return stop(reason)
    from desktop_app.tour import run

    return run(RESOURCES)


def shots(asked: argparse.Namespace) -> int:
    """Write pictures of the slides."""
    if not 0.5 <= asked.scale <= 4:
        return stop("--scale must lie between 0.5 and 4", 2)
    os.environ["QT_SCALE_FACTOR"] = str(asked.scale)
    reason = offscreen()
    if reason:
        return stop(reason)
    from desktop_app.shots import run

    return run(RESOURCES, asked.folder, asked.shot_theme, asked.size, asked.shot_slide)


def handout(asked: argparse.Namespace) -> int:
    """Write the lesson as one PDF."""
    reason = offscreen()
    if reason:
        return stop(reason)
    from desktop_app.handing_out import run

    return run(RESOURCES, asked.pdf, asked.pdf_theme, asked.paper)


def check(asked: argparse.Namespace) -> int:
    """Find mistakes in lesson files."""
    from core.checking import check as problems_in

    if not asked.folder.is_dir():
        return stop(f"there is no folder {asked.folder}; name a resources or lesson folder", 2)
    problems = problems_in(asked.folder)
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
        return 1
    print("everything is in order")
    return 0


def inspect(asked: argparse.Namespace) -> int:
    """Say what files of tensors are taken for."""
    from core.tensors.inspecting import run

    return run(asked.files)


def train(asked: argparse.Namespace) -> int:
    """Train the translators."""
    from core.training.command import CONTEXTS, run

    models = CONTEXTS if asked.model == "both" else (asked.model,)
    return run(models, asked.seed, asked.steps, asked.out, asked.resume)


if __name__ == "__main__":
    sys.exit(main())
