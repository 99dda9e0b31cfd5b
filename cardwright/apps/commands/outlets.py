"""End a command in one plain line where nothing can be written to what it prints on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from cardwright.apps.face.session import current

NOWHERE = 2


def with_outlets(act: Callable[[], None]) -> None:
    """Do something that prints, and see that all of it arrives.

    A closed standard output is refused: the next file that is opened would take its place. Python
    has nothing at all where a stream is closed, so the others get one that leads nowhere.
    """
    is_closed = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if is_closed:
        _end(current().say("output-closed"))
    try:
        act()
        sys.stdout.flush()
    except SystemExit as end:
        try:
            sys.stdout.flush()
        except OSError as error:
            if not end.code:
                _leave(error)
            _give_up()
        raise
    except OSError as error:
        _leave(error)


def _leave(error: OSError) -> None:
    """End where output did not arrive; a reader that has left needs no word."""
    if isinstance(error, BrokenPipeError):
        _give_up()
        raise SystemExit(1) from None
    _end(reason_of(error))


def reason_of(error: OSError) -> str:
    """Return why the system could not do something, and with which file."""
    place = error.filename
    named = current().say("standard-output") if place is None else os.fsdecode(place)
    return current().say("os-error", reason=error.strerror or str(error), path=named)


def _end(message: str) -> None:
    """Say why and leave; nothing else may come behind it."""
    _give_up()
    with suppress(OSError):
        print(current().say("error", message=message), file=sys.stderr, flush=True)
    raise SystemExit(NOWHERE)


def _give_up() -> None:
    """Let what is still waiting to be printed go nowhere: Python tries again on the way out."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
