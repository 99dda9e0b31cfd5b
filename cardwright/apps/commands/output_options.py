"""Let people say where something is written: `-O` or `--output` in every command, as `-o` sets an
option of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from cardwright.apps.commands.numbers import F
from cardwright.apps.face.session import UserError

_OPTION: Final = re.compile(r"[a-z][\w-]*=[^/\\.]*")
"""What sets an option, and is hardly the name of a file."""


def output_option(
    words: str, *, folder: bool = False, name: str = "output", required: bool = False
) -> Callable[[F], F]:
    """Return the option that takes a file, or a folder, to write.

    Args:
        words: What help says of it.
        name: Of the parameter.
    """
    return click.option(
        "-O",
        "--output",
        name,
        type=click.Path(dir_okay=folder, file_okay=not folder, path_type=Path),
        metavar="DIR" if folder else "FILE",
        required=required,
        callback=_checked,
        help=words,
    )


def _checked(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Return a place to write; refuse what reads like an option of the game."""
    if path is not None and _OPTION.fullmatch(str(path)):
        raise UserError("output-is-option", word=path)
    return path
