"""Write for other programs: findings (SARIF, annotations, a baseline), the JSON Schema of a game.

The schema is that of the language, with what this game declares in it. An editor that knows JSON
Schema completes kinds, attributes, members and cards by it, and needs to know nothing of
Cardwright. It allows at least what the checker allows: an expression may stand for nearly every
word. The files that a check reads are watched here too.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cardwright import Package, __version__, data_folder, write_atomically
from dsl import FINDINGS, Diagnostic, Language, Span
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Text, is_kind_of, with_bases
from dsl.model.types import BOOL, INT, DefinitionType, EntityType, EnumType, ListOf, Maybe, Type

PAUSE = 0.3
"""Seconds between two looks."""


def changes(
    folders: Sequence[Path], pause: Callable[[float], None] = time.sleep
) -> Iterator[list[str]]:
    """Yield the files that have changed, each time that some have; it goes on for ever."""
    known = Package.stamps(folders)
    while True:
        pause(PAUSE)
        now = Package.stamps(folders)
        changed = [path for path in {**known, **now} if known.get(path) != now.get(path)]
        if changed:
            yield sorted(changed)
        known = now


def skipped(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the files in the folder of a package that its check does not read, with the reason.

    A reason is a key of the texts of the command line.
    """
    places = [each.place for each in package.files()]
    read = {f"{each.place.shown}/{name}" for each in package.files() for name, _ in each.contents}
    place = places[0] if not package.parts else places[-1]
    for folder, inner, names in os.walk(place.folder):
        inner.sort()
        below = os.path.relpath(folder, place.folder).replace(os.sep, "/")
        if below.count("/") > Package.DEEPEST:
            inner.clear()
        for name in sorted(names):
            path = name if below == "." else f"{below}/{name}"
            if f"{place.shown}/{path}" not in read:
                yield f"{place.shown}/{path}", _reason(path)


def _reason(path: str) -> str:
    """Return why a file is not read, as a key of the texts of the command line."""
    parts = path.split("/")
    if any(part.startswith(".") for part in parts):
        return "skipped-hidden"
    if not path.endswith(".yaml"):
        return "skipped-ending"
    return "skipped-expansion" if parts[0] == Package.EXPANSIONS else "skipped-unreadable"


SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "advice": "note"}
_COMMANDS: Final = {"error": "error", "warning": "warning", "advice": "notice"}


def as_sarif(found: Sequence[Diagnostic]) -> str:
    """Return findings as a SARIF 2.1.0 log; columns count UTF-16, as most viewers do."""
    names = sorted({each.name for each in found})
    rules = [{"id": FINDINGS[name].code, "name": name,
              "shortDescription": {"text": FINDINGS[name].summary},
              "defaultConfiguration": {"level": _LEVELS[FINDINGS[name].severity]}}
             for name in names]  # fmt: skip
    driver = {"name": "cardwright", "version": __version__, "rules": rules}
    results = [_result(each, names.index(each.name)) for each in found]
    run = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1)


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    """Return a finding as a result of SARIF."""
    words = ". ".join((diagnostic.message, *diagnostic.helps))
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": words},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
        "partialFingerprints": {"cardwright/v1": fingerprint(diagnostic)},
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"physicalLocation": _location(label.span), "message": {"text": label.text}}
            for label in diagnostic.labels
        ]
    fix = diagnostic.fix
    if fix is not None:
        span = fix.span or diagnostic.span
        replacement = {"deletedRegion": _region(span), "insertedContent": {"text": fix.text}}
        artifact = {"artifactLocation": {"uri": _uri(span)}, "replacements": [replacement]}
        result["fixes"] = [{"description": {"text": str(fix)}, "artifactChanges": [artifact]}]
    return result


def _location(span: Span) -> dict[str, Any]:
    """Return where a span is."""
    return {"artifactLocation": {"uri": _uri(span)}, "region": _region(span)}


def _uri(span: Span) -> str:
    """Return the path of a span's file as a reference."""
    from urllib.parse import quote

    return quote(span.source.path)


def _region(span: Span) -> dict[str, int]:
    """Return lines and columns from 1, in UTF-16, the end exclusive."""
    (line, column), (end_line, end_column) = map(_utf16, (span, span), (span.start, span.end))
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _utf16(span: Span, offset: int) -> tuple[int, int]:
    """Return a place whose column counts UTF-16."""
    line, column = span.source.position(offset)
    before = span.source.text[offset - column + 1 : offset]
    return line, 1 + len(before.encode("utf-16-le", "surrogatepass")) // 2


def as_annotations(found: Iterable[Diagnostic]) -> str:
    """Return findings as commands that GitHub shows beside the changed lines."""
    return "\n".join(map(_annotation, found))


def _annotation(diagnostic: Diagnostic) -> str:
    """Return one command."""
    plain = diagnostic.as_plain()
    last = {"endColumn": plain["end_column"]} if plain["line"] == plain["end_line"] else {}
    where = {"file": plain["path"], "line": plain["line"], "endLine": plain["end_line"],
             "col": plain["column"], **last,
             "title": f"{plain['name']} {plain['code']}"}  # fmt: skip
    pairs = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in where.items())
    words = diagnostic.in_words()
    return f"::{_COMMANDS[plain['severity']]} {pairs}::{_escaped(words)}"


def _escaped(text: str, more: str = "") -> str:
    """Return a text as a command may hold it."""
    for char in f"%\r\n{more}":
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def fingerprint(diagnostic: Diagnostic) -> str:
    """Return what a finding is known by after lines above it came or went."""
    span = diagnostic.span
    line = span.source.line(span.source.position(span.start)[0]).strip()
    parts = (diagnostic.name, span.source.path, diagnostic.message, line)
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def write_baseline(file: Path, found: Iterable[Diagnostic]) -> None:
    """Note findings as known, each as often as it is there."""
    counts = Counter(fingerprint(each) for each in found)
    text = json.dumps({"version": 1, "known": dict(sorted(counts.items()))}, indent=1)
    write_atomically(file, text + "\n")


def without_known(file: Path, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that a baseline does not know.

    Raises:
        ValueError: The file is no baseline.
    """
    try:
        left = Counter({str(k): int(v) for k, v in json.loads(file.read_text())["known"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None
    new = []
    for each in found:
        key = fingerprint(each)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(each)
    return new


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
        name: {**_of_type(option.type, game), "title": Language.in_all(option.text) or option.id}
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
        known = sorted(card["properties"].keys() | found.keys())
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
        "enumDescriptions": [Language.in_all(text) for text in texts.values()],
    }


def attributes_of(game: Game, kind: str) -> list[Attribute]:
    """Return the attributes that cards of a kind can say, those of the kinds it extends first."""
    bases = reversed(with_bases(game.kinds, kind))
    return [attribute for each in bases for attribute in each.attributes]


def _attribute(attribute: Attribute, game: Game) -> Schema:
    """Return the schema of what a card says of an attribute."""
    schema = {} if attribute.slots else _of_type(attribute.type, game)
    return {**schema, "title": Language.in_all(attribute.text) or attribute.name}


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
            of_kind = (d for d in game.cards if is_kind_of(game.kinds, d.kind, kind))
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
