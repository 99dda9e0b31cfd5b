"""Write the beginning of a game, a card, an expansion or a script."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

import cardwright
from cardwright import Package, find_package
from cardwright.apps.authors.authoring import scaffolds
from cardwright.apps.face.session import UserError, common_options, current

EPILOG = """\b
Examples:
  cardwright new game my-game --like tricks
  cardwright new card my-game the-fool --kind playing-card --name "The Fool" --ja 愚者
  cardwright new expansion my-game winter
  cardwright new script my-game first-trick

\b
At a terminal it asks for missing options. The new files have no mistakes, run, and pass
`cardwright test`. It never overwrites a file. docs/authoring.md"""


@click.group("new", epilog=EPILOG)
@common_options
def command() -> None:
    """Write the beginning of a game, a card, an expansion or a script."""


def _ask(value: str | None, key: str, default: str) -> str:
    """Return what was said; else ask, or take the default where nobody is there."""
    if value is not None:
        return value
    if not sys.stdin.isatty():
        return default
    answer: str = click.prompt(current().say(key), default=default)
    return answer


def _texts(name: str | None, ja: str | None, id_: str) -> dict[str, str]:
    """Return a name in both languages."""
    english = _ask(name, "new-ask-name", id_.replace("-", " ").title())
    return {"en": english, "ja": _ask(ja, "new-ask-ja", english)}


_NAME = click.option("--name", help="The name in English.")
_JA = click.option("--ja", help="The name in Japanese.")


@command.command("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--like", type=click.Choice(scaffolds.recipes()), help="The recipe to begin with.")
@_NAME
@_JA
@common_options
def game(folder: Path, like: str | None, name: str | None, ja: str | None) -> None:
    """Write a game into a new FOLDER; its id is the name of the folder."""
    known = scaffolds.recipes()
    chosen = _ask(like, "new-ask-like", "tricks" if "tricks" in known else known[0])
    if chosen not in known:
        raise UserError("new-no-recipe", word=chosen, all=", ".join(known))
    texts = _texts(name, ja, folder.name)
    _make(lambda: scaffolds.new_game(folder, chosen, texts))
    package = find_package(str(folder))
    scaffolds.refresh_schemas(package)
    _tell_findings(package)
    current().tell("new-next-game", path=folder)


@command.command("card")
@click.argument("target", metavar="GAME|PATH")
@click.argument("id_", metavar="ID")
@click.option("--kind", help="The kind of the card.")
@_NAME
@_JA
@common_options
def card(target: str, id_: str, kind: str | None, name: str | None, ja: str | None) -> None:
    """Write a card with a file of its own in a package."""
    package = find_package(target, current().path)
    model = cardwright.load(package, cache=False, whole=True).model
    chosen = _ask(kind, "new-ask-kind", next(iter(model.kinds), ""))
    texts = _texts(name, ja, id_)
    _make(lambda: scaffolds.new_card(model, _folder(package, target), id_, chosen, texts))
    _tell_findings(package)


@command.command("expansion")
@click.argument("target", metavar="GAME")
@click.argument("id_", metavar="ID")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path),
              help="The folder for it. Default: `expansions` of the game, or the current folder "
              "for a shipped game.")  # fmt: skip
@_NAME
@_JA
@common_options
def expansion(target: str, id_: str, into: Path | None, name: str | None, ja: str | None) -> None:
    """Write an expansion of a game."""
    package = find_package(target, current().path)
    model = cardwright.load(package, cache=False, whole=True).model
    its_own = Path() if _is_named(package, target) else package.folder / "expansions"
    folder = (into or its_own) / id_
    texts = _texts(name, ja, id_)
    _make(lambda: scaffolds.new_expansion(model, folder, texts))
    whole = find_package(str(folder), current().path)
    scaffolds.refresh_schemas(whole)
    _tell_findings(whole)


@command.command("script")
@click.argument("target", metavar="GAME|PATH")
@click.argument("name")
@click.option("--title", help="The title of the script.")
@common_options
def script(target: str, name: str, title: str | None) -> None:
    """Write a script of a random match, to be edited."""
    package = find_package(target, current().path)
    model = cardwright.load(package, cache=False, whole=True).model
    said = _ask(title, "new-ask-title", name.replace("-", " "))
    _make(lambda: scaffolds.new_script(model, _folder(package, target), name, said))
    _tell_findings(package)


def _is_named(package: Package, target: str) -> bool:
    """Return whether a game that comes with the program was called by its id: that one is used, and
    not worked on."""
    return package.id == target and package.comes_with_program


def _folder(package: Package, target: str) -> Path:
    """Return where something of a package is written: in its expansion, if it is one."""
    if _is_named(package, target):
        raise UserError("new-not-here", game=target)
    return package.parts[-1].folder if package.parts else package.folder


def _make(make: Callable[[], list[Path]]) -> None:
    """Write files and say which."""
    for path in scaffolds.shown(make()):
        current().tell("new-written", path=path)


def _tell_findings(package: Package) -> None:
    """Show what lint says of the package as it is now."""
    for found in cardwright.lint(package, variants=True):
        if found.severity != "advice":
            click.echo(found.rendered(current().lang) + "\n", err=True)
