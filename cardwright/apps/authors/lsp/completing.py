"""Return the words that can stand at a place: the checker reads it with an undeclared word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardwright.apps.authors.lsp.workspace import (
    KEY,
    Entry,
    File,
    Known,
    Path_,
    at,
    recheck,
    scalars,
)
from dsl import Source, Span, bounded_guesses
from dsl.check.expressions.dots import field_names
from dsl.check.expressions.expressions import check_expression
from dsl.check.expressions.name_helps import known_names
from dsl.check.scopes.scope import Note, Scope, fresh
from dsl.check.scopes.types import fit
from dsl.check.steps.arguments import signature
from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Scalar
from dsl.model.game import Game
from dsl.model.types import UNKNOWN, Type
from dsl.records import record
from dsl.syntax import trees
from dsl.syntax.scan import STEP_KEYWORDS
from dsl.syntax.yaml_reader import read_documents
from dsl.words.vocabulary import FUNCTIONS

ASKED: Final = "zz-asked-zz"
FILLER: Final = "zz-filler-zz"
"""Words that no game declares."""

ROLES: Final = ("me", "self", "it", "players", "none", "actor", "result")


@record
class Offer:
    """What can stand at a place. `detail` is its type or signature."""

    label: str
    sort: str
    detail: str = ""


def offers(known: Known, file: File, text: str, offset: int) -> tuple[list[Offer], int]:
    """Return what can stand at an offset of a text, and where the word begins that it replaces."""
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
        start -= 1
    for asked in _asked_texts(text, start, offset):
        source = Source(file.source.path, asked, file.source.package)
        found = at(scalars(read_documents(source, Report())), start)
        if found is not None and found[0] in file.entries:
            entry, scalar = file.entries[found[0]], found[1]
            with bounded_guesses(0):  # what is asked for is no slip
                told = list(_told(entry, scalar))
            if told:
                return _sorted(told), start
    return [], start


def _asked_texts(text: str, start: int, offset: int) -> Iterator[str]:
    """Yield the text with the word that is asked for, in ways that may parse."""
    end = text.find("\n", offset)
    line_end = len(text) if end < 0 else end
    line_start = text.rfind("\n", 0, start) + 1
    before, after, rest = text[:start], text[offset:], text[line_end:]
    closing = _closing(text[line_start:start])
    yield before + ASKED + after
    yield before + ASKED + closing + rest
    yield before + ASKED + closing + ", stop" + rest
    yield before + ASKED + closing + ":" + "\n" + " " * 40 + "stop" + rest
    yield before + ASKED + f" to {FILLER}" + closing + rest


def _closing(line: str) -> str:
    """Return the brackets that a line leaves open, closed."""
    found: list[str] = []
    for char in line:
        if char in "([":
            found.append(")" if char == "(" else "]")
        elif char in ")]" and found:
            found.pop()
    return "".join(reversed(found))


def _told(entry: Entry, scalar: Scalar) -> Iterator[Offer]:
    """Yield what the checker could take for the word that is asked for."""
    notes, _ = recheck(scalar, entry)
    for note in notes:
        for step in note.tree if isinstance(note.tree, tuple) else ():
            if isinstance(step, trees.Phrase) and step.name.text == ASKED:
                yield from _steps(note.scope)
    for note in notes:
        tree = note.tree
        if isinstance(tree, trees.Name) and tree.text == ASKED:
            yield from _names(note)
        elif isinstance(tree, trees.Every) and tree.name.text == ASKED:
            world = note.scope.world
            yield from (Offer(name, "enum") for name in (*world.enums, *world.kinds))
        elif isinstance(tree, trees.Dot) and tree.name.text == ASKED:
            yield from _fields(tree.operand, notes)


def _steps(scope: Scope) -> Iterator[Offer]:
    """Yield with what a step can begin."""
    for name, head in scope.world.events.items():
        if ":" not in name:
            yield Offer(name, "event", signature(head))
    yield from (Offer(word, "keyword") for word in STEP_KEYWORDS)


def _fields(operand: trees.Expression, notes: list[Note]) -> Iterator[Offer]:
    """Yield what can stand behind a dot."""
    for note in notes:
        if note.tree is operand and note.type is not None:
            yield from (Offer(n, "field") for n in field_names(note.type, note.scope.world))
            return


def _names(note: Note) -> Iterator[Offer]:
    """Yield the names that the type of the place allows."""
    scope, expected = note.scope, note.expected
    fields = [] if scope.element is None else field_names(scope.element[1], scope.world)
    words = dict.fromkeys([*scope.visible, *fields, *ROLES, *known_names(scope)])
    of_family: dict[str, Type | None] = {}
    for word in words:
        family = _family(word, scope)
        if family not in of_family:
            of_family[family] = _type_of(word, scope, expected)
        type_ = of_family[family]
        if type_ is not None:
            yield Offer(word, _sort_of(word, scope), str(type_))
    if expected is None:
        yield from (Offer(name, "function") for name in FUNCTIONS)


def _family(word: str, scope: Scope) -> str:
    """Return what words have in common that can stand at the same places: cards of a kind."""
    world = scope.world
    is_card = word in world.definitions and word not in scope.visible and word not in world.values
    return f"card of {world.definitions[word]}" if is_card else word


def _type_of(word: str, scope: Scope, expected: Type | None) -> Type | None:
    """Return the type of a word where it can stand, or None."""
    own = fresh(scope)
    world, report = own.world, Report()
    kept, world.report = world.report, report
    try:
        name = trees.Name(word, Span(Source("", word), 0, len(word)))
        found: Any = check_expression(name, own, expected)
        fitted = found if expected is None or found.type == UNKNOWN else fit(found, expected, own)
    except Exception:  # what cannot be asked alone is no offer
        return None
    finally:
        world.report = kept
    is_there = fitted is not None and not report.diagnostics and found.type != UNKNOWN
    return found.type if is_there else None


def _sort_of(word: str, scope: Scope) -> str:
    """Return what a name is, roughly: for the sign that an editor draws."""
    world = scope.world
    if word in scope.visible or word in ROLES:
        return "variable"
    if word in world.definitions:
        return "card"
    if word in world.values:
        return "value"
    return "zone" if any(key.name == word for key in world.zones) else "field"


def _sorted(found: Iterable[Offer]) -> list[Offer]:
    """Return offers by what is nearest, each once."""
    order = ("variable", "field", "zone", "value", "event", "function", "enum", "keyword", "card")
    known = dict.fromkeys(found)
    return sorted(known, key=lambda each: (order.index(each.sort), each.label))


# --- keys and plain values, where no YAML server does it ------------------------------------------


def yaml_offers(game: Game, sort: str, text: str, offset: int) -> list[Offer]:
    """Return the keys or words that a schema of the game allows at an offset."""
    from cardwright.apps.authors.authoring.schemas import schema_of

    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "-_."):
        start -= 1
    is_value = text[text.rfind("\n", 0, start) + 1 : start].rstrip().endswith(":")
    word = ASKED if is_value else f"{ASKED}: {ASKED}"
    asked = text[:start] + word + text[offset:]
    found = at(scalars(read_documents(Source("", asked), Report())), start)
    if found is None:
        return []
    schema = schema_of(game, sort)
    path = found[0][1:]
    is_key = path[-1:] == (KEY,)
    parts = list(_descend([schema], path[:-2] if is_key else path, schema))
    return sorted(_allowed(parts, is_key), key=lambda each: each.label)


def _descend(parts: list[Any], path: Path_, root: Any) -> Iterator[Any]:
    """Yield the parts of a schema that speak of a place."""
    found = [each for part in parts for each in _alternatives(part, root)]
    if not path:
        yield from found
        return
    step, inner = path[0], []
    for part in found:
        if isinstance(step, int):
            inner += [part["items"]] if "items" in part else []
        elif step in part.get("properties", {}):
            inner.append(part["properties"][step])
        elif isinstance(part.get("additionalProperties"), dict):
            inner.append(part["additionalProperties"])
    yield from _descend(inner, path[1:], root) if inner else ()


def _alternatives(part: Any, root: Any) -> Iterator[Any]:
    """Yield a part of a schema and all that it is put together from."""
    if not isinstance(part, dict):
        return
    yield part
    if "$ref" in part:
        found = root
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        yield from _alternatives(found, root)
    for key in ("allOf", "anyOf", "oneOf"):
        for each in part.get(key, ()):
            yield from _alternatives(each, root)
    for key in ("then", "else"):
        yield from _alternatives(part.get(key), root)


def _allowed(parts: list[Any], is_key: bool) -> set[Offer]:
    """Return the keys or words that parts of a schema name."""
    if is_key:
        return {Offer(key, "field", str(each.get("title", "")) if isinstance(each, dict) else "")
                for part in parts for key, each in part.get("properties", {}).items()}  # fmt: skip
    return {Offer(str(word), "enum") for part in parts for word in part.get("enum", ())}
