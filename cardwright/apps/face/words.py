"""Say sentences of the command line, names of a game, and mistakes of people."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from cardwright import Mistake
from dsl import Catalogue, Language
from dsl.model.game import Game
from dsl.model.nouns import Definition

if TYPE_CHECKING:
    from jinja2 import Environment


WORDS: Final = Catalogue(__file__, Mistake.WORDS)
say = WORDS.say


class AppMistake(Mistake):
    """A mistake of which the command line's own texts tell."""

    WORDS = WORDS


NAME: Final = "cardwright"
_ORIGIN: Final = "direct_url.json"
"""Where pip notes a checkout or a file that it installed from; absent after an index (PEP 610)."""


def install_line(extra: str) -> str:
    """Return the command that installs an extra: from the checkout, the wheel or the index that
    this program came from, and into the Python that runs it."""
    return f"{_pip()} install {_target(_origin(), extra)}"


def needs(extra: str, *missing: str) -> dict[str, str]:
    """Return the slots of the text `needs-extra`."""
    return {"missing": ", ".join(missing), "install": install_line(extra)}


def _origin() -> str:
    """Return what pip noted about where the program came from; "" where it noted nothing."""
    from importlib.metadata import PackageNotFoundError, distribution  # takes long to load

    try:
        return distribution(NAME).read_text(_ORIGIN) or ""
    except PackageNotFoundError:
        return ""


def _target(origin: str, extra: str) -> str:
    """Return what pip is to install, quoted for a shell.

    Args:
        origin: The text of `direct_url.json`, or "".
    """
    found = json.loads(origin) if origin else {}
    url = str(found.get("url", ""))
    if not url.startswith("file:"):
        return f"'{NAME}[{extra}]'"
    path = unquote(urlsplit(url).path)
    if "dir_info" not in found:
        return shlex.quote(f"{NAME}[{extra}] @ {url}")
    here = "." if os.path.realpath(path) == os.path.realpath(os.curdir) else path
    return ("-e " if found["dir_info"].get("editable") else "") + shlex.quote(f"{here}[{extra}]")


def _pip() -> str:
    """Return how pip of this Python is called: `pip` where that is what the shell finds."""
    if os.environ.get("VIRTUAL_ENV") and sys.prefix == os.environ["VIRTUAL_ENV"]:
        return "pip"
    executable = os.path.relpath(sys.executable)
    shorter = executable if not executable.startswith("..") else sys.executable
    return f"{shlex.quote(shorter)} -m pip"


GENRES: Final = ("tricks", "shedding", "matching", "betting", "boards", "others")
"""The genres that have a heading, in the order in which their games are listed."""


def in_language(text: object, lang: str, default: str = "en") -> str:
    """Return a text in a language, else in the game's default one, else in any, else nothing."""
    if not text:
        return ""
    if not isinstance(text, Mapping):
        return str(text)
    return Language(lang).text_of(text, (default, *Language.OWN[:1]))


def card_name(model: Game, definition: Definition, lang: str) -> str:
    """Return the name people read, or the id of a card without one."""
    return in_language(definition.name, lang, model.manifest.default_language) or definition.id


def find_cards(model: Game, word: str) -> list[Definition]:
    """Return the cards that a word means: an id or name, else those it begins, else those it is in.

    Case does not count; names in any language do.
    """
    wanted = word.strip().casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [
            definition
            for definition in model.definitions
            if any(
                fits(name.casefold(), wanted) for name in (definition.id, *definition.name.values())
            )
        ]
        if found and wanted:
            return found
    return []


def templates(folder: Path) -> Environment:
    """Return the templates of a folder.

    Raises:
        ImportError: jinja2 is not installed.
    """
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # files that change under a server are another version of it
    )
