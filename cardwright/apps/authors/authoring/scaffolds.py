"""Write beginnings of games, cards, expansions and scripts: right, run and tested at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import cardwright
from cardwright import Package, data_folder, write_atomically
from cardwright.apps.authors.authoring import reports
from cardwright.apps.face.words import AppMistake
from dsl.model import types as t
from dsl.model.game import PACKAGE_ID, Game
from dsl.model.nouns import Attribute

RECIPES: Final = "examples/recipes"
SEATS: Final = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ivy", "jo")
_TITLE: Final = re.compile(r"(?m)^title: .*$")
_SCRIPT: Final = """\
script: {title}
game: {game}
{needs}players: [{players}]
seed: 1
steps:
- random: until the game ends
- ended: true
"""

Texts = Mapping[str, str]
"""A name by language."""


class CannotMake(AppMistake):
    """What was asked for cannot be made."""


def recipes() -> tuple[str, ...]:
    """Return the games that a new one can be like."""
    return tuple(package.id for package in Package.below(data_folder(RECIPES)))


def new_game(folder: Path, like: str, title: Texts) -> list[Path]:
    """Make a game in a new folder, like a recipe; return the files written.

    Raises:
        CannotMake: The folder is there, or cannot be called so.
    """
    _check_new(folder)
    _check_id(folder.name)
    written = []
    source = data_folder(RECIPES) / like
    for file in sorted(source.rglob("*.yaml")):
        name = file.relative_to(source)
        text = file.read_text(encoding="utf-8")
        sort = "game" if name.name == Package.MANIFEST else "script"
        if sort == "game":
            text = _TITLE.sub(lambda _: f"title: {_flow(title)}", text, count=1)
        text = re.sub(rf"(?m)^(id|game): {like}$", rf"\1: {folder.name}", text)
        written.append(_write(folder / name, reports.modeline(folder / name, folder, sort) + text))
    return written


def new_card(game: Game, folder: Path, id_: str, kind: str, name: Texts) -> list[Path]:
    """Make a card with a file of its own; return the files written.

    Raises:
        CannotMake: There is such a card or no such kind.
    """
    _check_id(id_)
    if kind not in game.kinds:
        raise CannotMake("new-no-kind", word=kind, all=", ".join(game.kinds))
    if id_ in {each.id for each in game.definitions}:
        raise CannotMake("new-card-there", word=id_)
    lines = [f"kind: {kind}", f"name: {_flow(name)}"]
    needed = [each for each in reports.attributes_of(game, kind) if each.default is None]
    lines += [f"{each.name}: {_value_of(each, game)}" for each in needed if not each.slots]
    cards = [each for each in game.cards if each.kind == kind]
    if cards and all(each.provenance or each.origins for each in cards):
        lines.append("source: made for this package")
    file = folder / "cards" / f"{id_}.yaml"
    _check_new(file)
    return [_write(file, _head(file, folder, "card") + "\n".join(lines) + "\n")]


def new_expansion(game: Game, folder: Path, title: Texts) -> list[Path]:
    """Make an expansion in a new folder, with a match that is played with it.

    Raises:
        CannotMake: The folder is there, or cannot be called so.
    """
    _check_new(folder)
    _check_id(folder.name)
    manifest = (f'id: {folder.name}\nversion: "1"\nlanguage: 1\ntitle: {_flow(title)}\n'
                f"requires: [{game.manifest.id}]\n")  # fmt: skip
    file, script = folder / Package.EXPANSION, folder / "scripts" / "match.yaml"
    title_ = f"a whole match with {folder.name} at random"
    text = _match(game, title_, f"requires: [{folder.name}]\n")
    return [
        _write(file, reports.modeline(file, folder, "expansion") + manifest),
        _write(script, text),
    ]


def new_script(game: Game, folder: Path, name: str, title: str) -> list[Path]:
    """Make a script of a match, to be made into what is to be shown.

    Raises:
        CannotMake: There is such a file.
    """
    file = folder / "scripts" / f"{name}.yaml"
    _check_id(name)
    _check_new(file)
    return [_write(file, _head(file, folder, "script") + _match(game, title))]


def write_schemas(game: Game, folder: Path) -> list[Path]:
    """Write the schemas of a game's files into a folder."""
    found = []
    for sort in reports.SORTS:
        text = json.dumps(reports.schema_of(game, sort), ensure_ascii=False, indent=1)
        found.append(_write(folder / f"{sort}.schema.json", text + "\n"))
    return found


def refresh_schemas(package: Package) -> list[Path]:
    """Write the schemas of a package beside it, so that its modelines lead to them."""
    model = cardwright.load(package, cache=False, whole=True).model
    folder = package.parts[-1].folder if package.parts else package.folder
    return write_schemas(model, folder / reports.FOLDER)


def _match(game: Game, title: str, needs: str = "") -> str:
    """Return a script of a match at random."""
    players = ", ".join(SEATS[: game.players.low])
    return _SCRIPT.format(title=title, game=game.manifest.id, players=players, needs=needs)


def _head(file: Path, folder: Path, sort: str) -> str:
    """Return the modeline of a file, where its package has schemas."""
    return reports.modeline(file, folder, sort) if (folder / reports.FOLDER).is_dir() else ""


def _value_of(attribute: Attribute, game: Game) -> str:
    """Return a value that an attribute can have: the first, the least or the emptiest."""
    type_ = attribute.type
    match type_:
        case t.Maybe() if not t.is_effect(type_):
            return "none"
        case t.ListOf():
            return "[]"
        case t.EnumType(name):
            return game.enums[name].members[0]
        case t.DefinitionType(kind) | t.EntityType(kind):
            found = (each.id for each in game.cards if kind in ("", each.kind))
            return next(found, "none")
        case _ if type_ == t.BOOL:
            return "false"
        case _ if type_ == t.INT:
            return "0"
    raise CannotMake("new-no-value", word=attribute.name)


def _flow(texts: Texts) -> str:
    """Return a text by language as YAML."""
    return "{" + ", ".join(f"{tag}: {_quoted(text)}" for tag, text in texts.items()) + "}"


def _quoted(text: str) -> str:
    """Return a text in quotes, where YAML would read it otherwise."""
    is_word = text.lower() in ("true", "false", "null")
    is_safe = not is_word and re.fullmatch(r"[^\W\d_][\w ]*", text)
    return text if is_safe else json.dumps(text, ensure_ascii=False)


def _check_id(word: str) -> None:
    """Refuse what can be no id."""
    if PACKAGE_ID.fullmatch(word) is None:
        raise CannotMake("new-bad-id", word=word)


def _check_new(path: Path) -> None:
    """Refuse to write over what is there."""
    if path.exists():
        raise CannotMake("new-there", path=path)


def _write(path: Path, text: str) -> Path:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)
    return path


def shown(paths: list[Path]) -> Iterator[str]:
    """Yield paths as people see them from where they stand."""
    for path in paths:
        try:
            yield path.resolve().relative_to(Path.cwd()).as_posix()
        except ValueError:
            yield path.as_posix()
