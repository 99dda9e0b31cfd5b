"""Import the typed command alone, run it, and end with the right status.

Status: 0 fine, 1 something was found wrong, 2 wrong usage, 3 nothing was checked, 130 interrupted.
Output that cannot be written ends the command in one plain line.
"""

from __future__ import annotations

import codecs
import gc
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from cardwright import Mistake, PackageError, __version__
from cardwright.apps.face.session import COLLECTIONS, UserError, common_options, current, with_room

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
    """Print the reason and leave; nothing else may follow."""
    _give_up()
    with suppress(OSError):
        print(current().say("error", message=message), file=sys.stderr, flush=True)
    raise SystemExit(NOWHERE)


def _give_up() -> None:
    """Let what is still waiting to be printed go nowhere: Python tries again on the way out."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Shown in this order, each with its line in `--help`; the module is named like the command.
GROUPS: dict[str, dict[str, str]] = {
    "Write": {
        "new": "Write the beginning of a game, a card, an expansion or a script.",
        "import": "Bring the cards of a table (XLSX, CSV, ODS, JSON) into a package.",
        "fmt": "Write packages in one style.",
        "explain": "Explain a finding, a word, an event or a card.",
        "schema": "Write the JSON Schema of a game, for editors.",
        "lsp": "Serve an editor: findings, completion, renaming while you type.",
        "i18n": "List missing texts of a game's languages; write skeletons to translate.",
    },
    "Check": {
        "lint": "Check packages and report every mistake.",
        "test": "Run all examples and scripts of packages.",
        "run": "Run scripted games and show their transcripts.",
        "leaks": "Find leaks of hidden cards to a player.",
        "shrink": "Reduce a failure to the shortest script that still fails.",
        "replay": "Play a saved trajectory again and find the first difference.",
        "diff": "Compare two versions of a game by their meaning.",
        "graph": "Draw the event graph of a game.",
        "limits": "List the limits.",
        "native": "Say whether the native engine carries a game.",
    },
    "Play": {
        "demo": "Check all packages, watch a match, see a mistake found.",
        "games": "List the games.",
        "rules": "Print the rules of a game, made from its package.",
        "play": "Play a game in the terminal.",
        "serve": "Let people play in the browser, each at their own seat.",
    },
    "Measure": {
        "sim": "Let policies play many matches and count.",
        "report": "Write one page of numbers about a game.",
        "compare": "Measure how a change affects wins and lengths, on the same seeds.",
        "tune": "Search for numbers of a game that meet a goal.",
    },
    "Publish": {
        "cards": "List, filter and search the cards of a game; show one in full.",
        "print": "Print cards: a PDF to cut out, pictures, or decks for tables on the web.",
        "watch": "Show cards and findings in the browser while a game is edited.",
        "site": "Write a site of games: card pages, search, rulebooks.",
    },
    "Connect": {
        "agent": "Let bots play matches over lines of JSON.",
        "league": "Let bots play against each other, seats rotated, and rate them.",
        "mcp": "Serve games to a language model.",
        "ids": "List the numbers by which programs answer and see a game.",
    },
}
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}
WRONG, INTERRUPTED = 1, 130
# Libraries that complain on the way out of what they made and nobody has thrown away.
COUNTING = ("_duckdb",)


class Commands(click.Group):
    """A group that imports a command when it is called, and shows all errors of people cleanly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the groups."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"cardwright.apps.commands.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word means, with a guess where it means none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from dsl import nearest

            guess, word = nearest(args[0], COMMANDS), args[0]
            key = "unknown-command-near" if guess else "unknown-command"
            raise UserError(key, word=word, guess=guess)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()), col_max=10)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what a person did wrong becomes a message and a status."""
        _tell_of_cache()
        try:
            return super().invoke(ctx)
        except PackageError as error:
            _show_errors(error)
            ctx.exit(WRONG)
        except Mistake as error:
            raise UserError(error.key, **error.slots) from None
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise UserError("as-told", reason=reason_of(error)) from None
        except (KeyboardInterrupt, click.Abort):
            current().warn("interrupted")
            ctx.exit(INTERRUPTED)


def _tell_of_cache() -> None:
    """Report that the cache is not used because it is not the user's own."""
    from cardwright import Cache

    kept = Cache.of_user()
    if kept is not None and kept.is_refused:
        current().warn("cache-not-own", path=kept.folder)


def _show_errors(error: PackageError) -> None:
    """Print the errors of a package that was to be played."""
    from dsl import in_order

    every = in_order(error.diagnostics)
    shown = in_order(every, at_once=True)
    for diagnostic in shown:
        click.echo(diagnostic.rendered(current().lang) + "\n", err=True)
    if len(shown) < len(every):
        current().warn("lint-more", more=len(every) - len(shown))
    current().warn("package-broken")


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin: cardwright demo · cardwright play dream-tricks · cardwright new game my-game",
)
@click.version_option(__version__, message="%(version)s")
@common_options
def group() -> None:
    """Card games written as data: check them, play them, simulate them."""


def run() -> None:
    """Run the command line; the console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_unsaid = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(errors="replace", encoding="utf-8" if is_unsaid else None)
    gc.set_threshold(*COLLECTIONS)
    try:
        with_outlets(lambda: with_room(lambda: group(prog_name="cardwright")))
    finally:
        if not any(name in sys.modules for name in COUNTING):
            gc.freeze()  # else all that still lives is looked through once more on the way out
