"""Save a match from the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.api.storage import write_atomically
from cardwright.apps.table.terminal.session import Sitting
from interpreter.state.saving import SaveError

YES, NO = frozenset({"y", "yes", "はい"}), frozenset({"", "n", "no", "いいえ"})
"""What is no name of a file, in any language that the program speaks."""


def offer_save(sitting: Sitting) -> None:
    """Ask for a file to save in; no answer means none."""
    try:
        click.echo()
        word = input(sitting.session.say("offer-save", path=sitting.save_file)).strip()
    except (EOFError, KeyboardInterrupt):
        word = ""
        click.echo()
    if word.casefold() in NO:
        sitting.session.tell("not-saved")
    else:
        save(sitting, str(sitting.save_file) if word.casefold() in YES else word)


def save(sitting: Sitting, name: str) -> None:
    """Save the match and say so; what cannot be written is a message and no end."""
    try:
        write_atomically(Path(name), sitting.match.save())
        sitting.session.tell("saved", path=name)
    except OSError as error:
        sitting.session.tell("not-saved-because", path=name, reason=error.strerror)
    except SaveError as error:
        sitting.session.tell("not-saved-because", path=name, reason=error)


def record(sitting: Sitting, name: str) -> None:
    """Write the course of the match and say so.

    Raises:
        OSError: It cannot be written.
    """
    try:
        write_atomically(Path(name), sitting.match.trajectory())
        sitting.session.tell("trajectory-written", path=name)
    except SaveError as error:
        sitting.session.tell("not-saved-because", path=name, reason=error)
