"""Save a match from the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.storage import write_atomically
from cardwright.terminal.sitting import Sitting


def offer_save(sitting: Sitting) -> None:
    """Ask for a file to save in; no answer means none."""
    try:
        click.echo()
        word = input(sitting.session.say("offer-save", path=sitting.save_file)).strip()
    except (EOFError, KeyboardInterrupt):
        word = ""
        click.echo()
    if word:
        yes = word.casefold() in {"y", "yes", "はい"}
        save(sitting, str(sitting.save_file) if yes else word)
    else:
        sitting.session.tell("not-saved")


def save(sitting: Sitting, name: str) -> None:
    """Save the match and say so; what the system refuses is a message and no end."""
    try:
        write_atomically(Path(name), sitting.match.save())
        sitting.session.tell("saved", path=name)
    except OSError as error:
        sitting.session.tell("not-saved-because", path=name, reason=error.strerror)
