"""Define the settings that every command has, set up its process, and keep results repeatable."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

from cardwright.apps.face.words import say
from dsl import Language

TAG: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*")
"""A language as an option names it."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Session(NamedTuple):
    """The settings of one run of the command.

    Attributes:
        lang: A language tag; the program's own words are English where it does not speak it.
        path: Extra folders in which packages are looked for, in order.
        cache: Whether compiled games are kept and taken from the cache.
    """

    lang: str
    path: tuple[Path, ...] = ()
    cache: bool = True

    def say(self, key: str, **slots: object) -> str:
        """Return a text of the command line in the person's language."""
        return say(self.lang, key, **slots)

    def tell(self, key: str, **slots: object) -> None:
        """Print a text of the command line."""
        click.echo(self.say(key, **slots))

    def warn(self, key: str, **slots: object) -> None:
        """Print a text of the command line where errors go."""
        click.echo(self.say(key, **slots), err=True)


class UserError(click.ClickException):
    """A mistake of the person at the keyboard; ends the command with status 2."""

    exit_code = 2

    def __init__(self, key: str, **slots: object) -> None:
        session = current()
        super().__init__(session.say("error", message=session.say(key, **slots)))

    def show(self, file: Any = None) -> None:
        """Print the message where errors go."""
        click.echo(self.message, file=file, err=file is None)


def default_language() -> str:
    """Return the language of the environment, if we speak it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        word = os.environ.get(variable, "")
        if word:
            return word[:2] if word[:2] in Language.OWN else Language.OWN[0]
    return Language.OWN[0]


def current() -> Session:
    """Return the settings of this run."""
    context = click.get_current_context(silent=True)
    found = context.find_root().obj if context is not None else None
    return found if isinstance(found, Session) else Session(lang=default_language())


def _change(context: click.Context, **changes: Any) -> None:
    """Note a setting for the whole run."""
    context.find_root().obj = current()._replace(**changes)


def _set_lang(context: click.Context, _: click.Parameter, value: str | None) -> None:
    """Note the language; say once if the program itself does not speak it."""
    if value is None:
        return
    is_news = current().lang != value
    _change(context, lang=value)
    if is_news and value not in (*Language.OWN, Language.PSEUDO):
        key = "language-partly" if value in Language.SPOKEN else "language-own"
        current().warn(key, word=value, all=", ".join(Language.SPOKEN))


def _language(word: str) -> str:
    """Return a language tag such as `de` or `pt-BR`.

    Raises:
        click.BadParameter: The word can be none.
    """
    if TAG.fullmatch(word) is None:
        raise click.BadParameter(current().say("language-none", word=word))
    return word


def require_language(game: str, known: Iterable[str]) -> None:
    """Refuse a language in which a game has no text.

    Raises:
        UserError: The game is not in the language asked for.
    """
    lang, known = current().lang, tuple(known)
    if lang not in (*Language.SPOKEN, Language.PSEUDO, *known):
        raise UserError("language-game", word=lang, game=game, all=", ".join(known))


def _set_path(context: click.Context, _: click.Parameter, value: tuple[Path, ...]) -> None:
    """Note extra package folders."""
    if value:
        _change(context, path=(*current().path, *value))


def _set_cache(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Note that the cache is not wanted, as long as this command goes on."""
    if value:
        from cardwright import Cache  # few commands are called so

        context.with_resource(Cache.unused())  # the language keeps tables of its own
        _change(context, cache=False)


def common_options(command: Command) -> Command:
    """Add `--lang`, `--path` and `--no-cache` to a command."""
    for option in (
        click.option(
            "--no-cache",
            is_flag=True,
            expose_value=False,
            callback=_set_cache,
            help="Do not use the cache of compiled games.",
        ),
        click.option(
            "--path",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            multiple=True,
            expose_value=False,
            callback=_set_path,
            help="Look for packages here too (also CARDWRIGHT_PATH).",
        ),
        click.option(
            "--lang",
            "--language",
            "lang",
            type=_language,
            metavar=f"[{'|'.join(Language.SPOKEN)}|TAG]",
            expose_value=False,
            is_eager=True,
            callback=_set_lang,
            help="The language of texts, such as de. Default: from LANG.",
        ),
    ):
        command = option(command)
    return command


COLLECTIONS: Final = (50_000, 20, 20)
"""Thresholds of the collector: most of what a command makes lives to its end."""


ENTRIES: Final = 40_000
"""Of eight bytes: what is left of the piece, a third and more, is more than calls can nest."""

T = TypeVar("T")


def with_room(act: Callable[[], T]) -> T:
    """Return what is done with room on the stack."""
    return act()


with_room.__code__ = with_room.__code__.replace(co_stacksize=ENTRIES)


def going_round(seeds: Iterable[int]) -> Iterator[int]:
    """Yield the seeds of matches in a row: 0 follows on the last seed that there is."""
    from cardwright import Options  # a command without matches does not load it

    return (seed & Options.MOST_SEED for seed in seeds)


def total(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers."""
    return sum(numbers)
