"""Write the JSON Schema of a game: that of the language, with what this game declares in it.

An editor that knows JSON Schema completes kinds, attributes, members and cards by it, and needs to
know nothing of Cardwright. It allows at least what the checker allows: an expression may stand for
nearly every word.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardwright import data_folder
from dsl import CARD_KEYS, languages
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Text, is_kind_of, with_bases
from dsl.model.types import BOOL, INT, DefinitionType, EntityType, EnumType, ListOf, Maybe, Type

Schema = dict[str, Any]

SORTS: Final = ("game", "card", "script", "expansion", "translation")
"""The sorts of files."""

FOLDER: Final = ".schemas"
"""Where the schemas of a package lie in it: a hidden folder is none of the package's own."""

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_EXPRESSION: Final = {"title": "an expression", "type": "string", "pattern": "[^A-Za-z0-9-]"}
_CELL: Final = {"$ref": "#/$defs/common/$defs/cellValue"}


def schema_of(game: Game, sort: str) -> Schema:
    """Return the schema of one sort of a game's files; it refers to nothing outside itself."""
    folder = data_folder("schemas")
    texts = ((name, folder / f"{name}.schema.json") for name in sorted(("common", *SORTS)))
    parts = {name: _local(json.loads(file.read_text("utf-8"))) for name, file in texts}
    _specialise(parts, game)
    title = f"{sort} of {game.manifest.id}"
    return {"$schema": DRAFT, "title": title, "allOf": [{"$ref": f"#/$defs/{sort}"}],
            "$defs": parts}  # fmt: skip


def modeline(file: Path, package: Path, sort: str) -> str:
    """Return the comment by which editors find the schema of a file, with its line end."""
    up = "../" * (len(file.relative_to(package).parts) - 1)
    return f"# yaml-language-server: $schema={up}{FOLDER}/{sort}.schema.json\n"


def _local(schema: Schema) -> Schema:
    """Return a schema whose references lead into the one document that holds all of them."""
    own = schema["$id"].rpartition("/")[2].partition(".")[0]

    def changed(part: Any) -> Any:
        if isinstance(part, list):
            return [changed(each) for each in part]
        if not isinstance(part, dict):
            return part
        found = {key: changed(each) for key, each in part.items() if key not in ("$id", "$schema")}
        if isinstance(found.get("$ref"), str):
            address, _, path = found["$ref"].partition("#")
            name = address.rpartition("/")[2].partition(".")[0] or own
            found["$ref"] = f"#/$defs/{name}{path}"
        return found

    local: Schema = changed(schema)
    return local


def _specialise(parts: dict[str, Schema], game: Game) -> None:
    """Put what a game declares into the places where it is named."""
    kinds = _words({name: kind.text for name, kind in game.kinds.items()})
    zones = _words({key.dotted: zone.text for key, zone in game.zones.items()})
    options = {
        name: {**_of_type(option.type, game), "title": languages.in_all(option.text) or option.id}
        for name, option in game.options.items()
    }
    common, rules = parts["common"]["$defs"], parts["game"]["$defs"]
    row, table, card = rules["row"], rules["table"], parts["card"]
    for place in (row, table, card):
        place["properties"]["kind"] = kinds
        place["properties"]["start"] = zones
    for kind, name in ((rules["kind"]["then"], "start"), (rules["zone"], "of")):
        if name in kind.get("properties", {}):
            kind["properties"][name] = zones if name == "start" else kinds
    card["allOf"] = []
    for name in game.kinds:  # its attributes, and no others
        found = {each.name: each for each in attributes_of(game, name)}
        properties = {key: _attribute(each, game) for key, each in found.items()}
        known = sorted(CARD_KEYS | found.keys())
        holds = {"properties": properties, "propertyNames": {"enum": known}}
        asked = {"properties": {"kind": {"const": name}}, "required": ["kind"]}
        card["allOf"].append({"if": asked, "then": holds})
    common["optionValues"]["properties"] = options
    rulings = _words({name: scenario.text for name, scenario in game.scenarios.items()})
    for place in (common["example"], parts["script"]):
        if game.scenarios:
            place["properties"]["scenario"] = rulings
    parts["script"]["properties"]["game"] = {"enum": [game.manifest.id]}


def _words(texts: Mapping[str, Text]) -> Schema:
    """Return the schema of one of some names; what people call each is shown beside it."""
    return {
        "enum": list(texts),
        "enumDescriptions": [languages.in_all(text) for text in texts.values()],
    }


def attributes_of(game: Game, kind: str) -> list[Attribute]:
    """Return the attributes that cards of a kind can say, those of the kinds it extends first."""
    bases = reversed(with_bases(game.kinds, kind))
    return [attribute for each in bases for attribute in each.attributes]


def _attribute(attribute: Attribute, game: Game) -> Schema:
    """Return the schema of what a card says of an attribute."""
    schema = {} if attribute.slots else _of_type(attribute.type, game)
    return {**schema, "title": languages.in_all(attribute.text) or attribute.name}


def _of_type(type_: Type, game: Game) -> Schema:
    """Return the schema of a value of a type, or of an expression that has it."""
    match type_:
        case Maybe(of):
            return _of_type(of, game)
        case ListOf(of):
            return {"anyOf": [{"type": "array", "items": _of_type(of, game)}, _CELL]}
        case EnumType(name):
            enum = game.enums[name]
            return _named(dict(zip(enum.members, enum.texts, strict=True)), game)
        case DefinitionType(kind) | EntityType(kind):
            of_kind = (d for d in game.definitions if is_kind_of(game.kinds, d.kind, kind))
            return _named({each.id: each.name for each in of_kind}, game)
        case _ if type_ == BOOL:
            return {"anyOf": [{"type": "boolean"}, _value(game), _EXPRESSION]}
        case _ if type_ == INT:
            return {"anyOf": [{"type": "integer"}, _value(game), _EXPRESSION]}
        case _:
            return dict(_CELL)


def _named(texts: Mapping[str, Text], game: Game) -> Schema:
    """Return the schema of a name, of a value that has it, or of another expression."""
    return {"anyOf": [_words(texts), _value(game), _EXPRESSION, {"type": "boolean"}]}


def _value(game: Game) -> Schema:
    """Return the schema of the values that are called by their name alone."""
    simple = [id_ for id_, entries in game.values.items() if not entries[0].parameters]
    return {"enum": ["none", *(name for name in simple if "." not in name), *game.options]}
