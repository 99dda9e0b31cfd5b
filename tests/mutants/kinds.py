"""Say which mistakes there are: from the texts of a package to all mutants of a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from types import MappingProxyType
from typing import Any, Final

from dsl.model.documents import Entry, Mapping, Scalar, Sequence
from dsl.records import Span
from dsl.syntax import statements, trees
from dsl.syntax.effect_style import Edit
from tests.dsl.lint import test_misspellings as slips
from tests.mutants.texts import Mutant, Place, Texts, mutant, nodes, texts_of

Find = Callable[[Texts], Iterator[Mutant]]
NEGATED: Final = MappingProxyType(
    {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in",
     "not in": "in"}
)  # fmt: skip
CONDITIONS: Final = frozenset({"when", "only-if"})
OF_OWNERS: Final = frozenset({"attributes", "state", "zones"})
"""Keys of kinds and players below which names are declared."""
NAME: Final = re.compile(r"[a-zA-Z][\w-]*")
DECLARING: Final = frozenset(
    {"options", "enums", "kinds", "zones", "state", "values", "events", "actions"}
)
SECTIONS: Final = DECLARING | {"players", "phases", "setup", "end", "triggers", "layout"}
OTHER_TYPE: Final = {"int": "bool", "bool": "int", "player": "int"}


def _misspelt(texts: Texts) -> Iterator[Mutant]:
    """A name with a letter too many, too few, changed or swapped."""
    found = [
        (document.root.span.source, place)
        for document in texts.documents
        for place in slips.words(document.root, 0, slips.is_translation(document.root))
        if place.sort in ("key", "text")
    ]
    known = frozenset(place.word for _, place in found)
    for source, place in found:
        yield mutant(Span(source, place.start, place.end), slips.misspelt(place, known))


def _deleted_required(texts: Texts) -> Iterator[Mutant]:
    """What a statement or a call cannot be without: an argument, a target, a source."""
    for node in texts.trees:
        match node:
            case trees.Call(arguments=[first, *_]):
                yield mutant(first.span, "")
            case statements.Add() | statements.Subtract() | statements.Set() | trees.Move():
                yield mutant(node.target.span, "")
            case statements.Let() | statements.Return():
                yield mutant(node.value.span, "")
            case statements.Choose() | statements.ForEach():
                yield mutant(node.source.span, "")
            case trees.Binary():
                yield mutant(node.right.span, "")


def _deleted_entry(texts: Texts) -> Iterator[Mutant]:
    """An entry of YAML, with all that is in it."""
    yield from (mutant(lines, "") for _, lines in _blocks(texts))


def _deleted_step(texts: Texts) -> Iterator[Mutant]:
    """A statement that stands in a line of its own."""
    simple = (trees.Phrase, statements.Add, statements.Subtract, statements.Set, trees.Move)
    for node in texts.of(*simple):
        text = node.span.source.text
        start = text.rfind("\n", 0, node.span.start) + 1
        end = text.find("\n", node.span.end) + 1
        if end and text[start:end].strip() == node.span.text:
            yield mutant(Span(node.span.source, start, end), "")


def _duplicate(texts: Texts) -> Iterator[Mutant]:
    """An entry of YAML that stands twice."""
    for _, lines in _blocks(texts):
        yield mutant(Span(lines.source, lines.end, lines.end), lines.text)


def _wrong_level(texts: Texts) -> Iterator[Mutant]:
    """An entry that stands one level too high: beside the one that it belongs into."""
    for place, lines in _blocks(texts):
        if place.above is None or len(place.within.entries) < 2:
            continue
        around = block_of(place.above)
        less = _column(place.entry) - _column(place.above)
        if around is None or around.end < lines.end or less <= 0:
            continue
        moved = "".join(
            line[min(less, len(line) - len(line.lstrip(" "))) :]
            for line in lines.text.splitlines(keepends=True)
        )
        yield mutant(lines, "", Edit(around.end, around.end, moved))


def _wrong_type(texts: Texts) -> Iterator[Mutant]:
    """A truth for a number, a number for a truth, a word for a number."""
    for node in texts.of(trees.Number, trees.Name):
        if isinstance(node, trees.Number):
            yield mutant(node.span, "true")
        elif node.text in ("true", "false"):
            yield mutant(node.span, "7")
    yield from (mutant(scalar.span, "many") for scalar in texts.numbers)


def _wrong_enum(texts: Texts) -> Iterator[Mutant]:
    """A member of another enum."""
    enums = [frozenset(each.members) for each in texts.game.enums.values()]
    for node in texts.of(trees.Name, trees.Word):
        own = [members for members in enums if node.text in members]
        others = sorted(frozenset().union(*enums) - frozenset().union(*own))
        if own and others:
            yield mutant(node.span, others[0])


def _wrong_zone(texts: Texts) -> Iterator[Mutant]:
    """A zone of players for one of the table, and the other way about."""
    keys = texts.game.zones
    table = sorted({key.name for key in keys if key.owner is None})
    players = sorted({key.name for key in keys if key.owner == "player"})
    of_players = [name for name in players if name not in table]
    of_table = [name for name in table if name not in players]
    for node in texts.of(trees.Name, trees.Dot):
        if isinstance(node, trees.Name):
            if node.text in table and of_players:
                yield mutant(node.span, of_players[0])
        elif node.name.text in players and of_table:
            yield mutant(node.name.span, of_table[0])


def _wrong_player(texts: Texts) -> Iterator[Mutant]:
    """A number for a player, and for the players."""
    for node in texts.of(trees.Name):
        if node.text in ("me", "players", "opponents"):
            yield mutant(node.span, "round")


def _swapped(texts: Texts) -> Iterator[Mutant]:
    """Two arguments in each other's place."""
    for node in texts.of(trees.Call, trees.Phrase, statements.Add, statements.Subtract):
        match node:
            case trees.Call(arguments=[one, other, *_]):
                pass
            case trees.Phrase(prepositions=[first, *_]) if node.argument:
                one, other = node.argument, first.value
            case statements.Add() | statements.Subtract():
                one, other = node.value, node.target
            case _:
                continue
        if one.span.text != other.span.text:
            edit = Edit(other.span.start, other.span.end, one.span.text)
            yield mutant(one.span, other.span.text, edit)


def _dropped(texts: Texts) -> Iterator[Mutant]:
    """A condition that is not asked."""
    for node in texts.trees:
        match node:
            case trees.Where():
                yield mutant(_behind(node.source, node), "")
            case trees.Binary(operator="and"):
                yield mutant(_behind(node.left, node), "")
            case statements.If(branches=[only], otherwise=()):
                yield mutant(only.condition.span, "true")
    for place, lines in _blocks(texts):
        if place.entry.key.text in CONDITIONS:
            yield mutant(lines, "")


def _changed(texts: Texts) -> Iterator[Mutant]:
    """A number that is one more."""
    for node in texts.of(trees.Number):
        yield mutant(node.span, str(node.value + 1))
    for scalar in texts.numbers:
        yield mutant(scalar.span, str(int(scalar.text) + 1))


def _inverted(texts: Texts) -> Iterator[Mutant]:
    """A comparison the other way round."""
    for node in texts.of(trees.Binary, trees.Is):
        if isinstance(node, trees.Is):
            between = Span(node.span.source, node.operand.span.end, node.what.span.start)
            yield mutant(between, " is " if node.negated else " is not ")
        elif node.operator in NEGATED:
            between = Span(node.span.source, node.left.span.end, node.right.span.start)
            other = between.text.replace(node.operator, NEGATED[node.operator], 1)
            yield mutant(between, other)


def _it_for_element(texts: Texts) -> Iterator[Mutant]:
    """`it` where a loop or a choice has named its element."""
    for node in texts.of(statements.ForEach):
        for part in nodes(node.body):
            if isinstance(part, trees.Name) and part.text == node.name.text:
                yield mutant(part.span, "it")


def _card_for_definition(texts: Texts) -> Iterator[Mutant]:
    """A card where its definition is meant."""
    for node in texts.of(trees.Dot):
        if node.name.text == "definition":
            yield mutant(_behind(node.operand, node), "")


def _behind(part: Any, whole: Any) -> Span:
    """Return what stands behind a part of an expression."""
    return Span(whole.span.source, part.span.end, whole.span.end)


def _column(entry: Entry) -> int:
    return entry.key.span.source.position(entry.key.span.start)[1]


def _blocks(texts: Texts) -> Iterator[tuple[Place, Span]]:
    """Yield the entries whose lines hold nothing else, with their lines."""
    for place in texts.places:
        lines = None if place.within.is_flow else block_of(place.entry)
        if lines is not None:
            yield place, lines


def block_of(entry: Entry) -> Span | None:
    """Return the lines of an entry of a block; None where something stands before it there."""
    source = entry.key.span.source
    start = source.text.rfind("\n", 0, entry.key.span.start) + 1
    if source.text[start : entry.key.span.start].strip():
        return None
    last = max(entry.key.span.end, _end(entry.value))
    end = source.text.find("\n", last - 1)
    return Span(source, start, len(source.text) if end < 0 else end + 1)


def _end(node: object) -> int:
    """Return where a value ends: the last of what stands in it."""
    match node:
        case Mapping(entries=[*_, last]):
            return max(last.key.span.end, _end(last.value), node.span.end if node.is_flow else 0)
        case Sequence(items=[*_, last]):
            return _end(last)
        case Scalar(span=span):
            return span.start + len(span.text.rstrip())
    return node.span.end


# --- declarations ---------------------------------------------------------------------------------


def declarations(texts: Texts) -> Iterator[tuple[str, Scalar, Entry | None]]:
    """Yield the section, name and entry of all that the rules declare; members have no entry."""
    for section in _sections(texts):
        name = section.key.text
        if name == "players":
            yield from _of_owner("players", section.value)
        elif name in DECLARING:
            yield from _of_section(name, section.value)


def _sections(texts: Texts) -> Iterator[Entry]:
    """Yield the sections of all rules; translations have none."""
    for document in texts.documents:
        root = document.root
        if isinstance(root, Mapping) and root.get("translation") is None:
            yield from root.entries


def _of_section(name: str, node: object) -> Iterator[tuple[str, Scalar, Entry | None]]:
    for entry in node.entries if isinstance(node, Mapping) else ():
        yield name, entry.key, entry
        if name == "kinds":
            yield from _of_owner("kinds", entry.value)
        elif name == "enums":
            yield from (("members", each, None) for each in _members(entry.value))


def _of_owner(name: str, node: object) -> Iterator[tuple[str, Scalar, Entry | None]]:
    for part in node.entries if isinstance(node, Mapping) else ():
        if part.key.text in OF_OWNERS and isinstance(part.value, Mapping):
            for entry in part.value.entries:
                yield f"{name}.{part.key.text}", entry.key, entry


def _members(node: object) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        inner = node.get("is")
        if inner is not None:
            yield from _members(inner)
        else:
            yield from (entry.key for entry in node.entries)
    elif isinstance(node, Sequence):
        yield from (each for each in node.items if isinstance(each, Scalar))


def _renamed(texts: Texts) -> Iterator[Mutant]:
    """A declaration whose name has a slip; its users have the right one."""
    known = frozenset(
        word for source in texts.sources for word in re.findall(r"[\w-]+", source.text)
    )
    for _, key, _ in declarations(texts):
        dot = key.text.rfind(".", 0, (key.text + "(").find("(")) + 1
        match = NAME.match(key.text, dot)
        if match is not None and len(match[0]) > 1:
            span = key.part(*match.span())
            place = slips.Place(0, span.start, span.end, match[0], "key")
            yield mutant(span, slips.misspelt(place, known))


def _without_section(texts: Texts) -> Iterator[Mutant]:
    """A section that is gone, with all that it declares."""
    for entry in _sections(texts):
        block = block_of(entry) if entry.key.text in SECTIONS else None
        if block is not None:
            yield mutant(block, "")


def _other_type(texts: Texts) -> Iterator[Mutant]:
    """A declaration of another type: a truth for a number, a number for anything else."""
    for section, key, entry in declarations(texts):
        if section.endswith(("attributes", "state")) or section == "state":
            yield from _other_type_of(entry)
        elif section in ("values", "events"):
            for match in re.finditer(r"\b(int|bool|player)(?= [a-z])", key.text):
                yield mutant(key.part(*match.span()), OTHER_TYPE[match[1]])


def _other_type_of(entry: Entry | None) -> Iterator[Mutant]:
    node = entry.value if entry is not None else None
    if isinstance(node, Mapping):
        node = node.get("is") or node.get("type")
    if isinstance(node, Scalar):
        match = re.match(r"(?P<type>[\w-]+)(?P<default> = .*)?$", node.text)
        if match is not None and match["type"] not in ("effect", "cost"):
            other = OTHER_TYPE.get(match["type"], "int")
            default = match["default"] and (" = false" if other == "bool" else " = 0")
            yield mutant(node.span, other + (default or ""))


KINDS: Final[dict[str, Find]] = {
    "misspelt name": _misspelt,
    "deleted required part": _deleted_required,
    "wrong level": _wrong_level,
    "wrong type": _wrong_type,
    "wrong enum": _wrong_enum,
    "wrong zone": _wrong_zone,
    "wrong player": _wrong_player,
    "changed number": _changed,
    "inverted comparison": _inverted,
    "dropped condition": _dropped,
    "deleted entry": _deleted_entry,
    "deleted statement": _deleted_step,
    "duplicate entry": _duplicate,
    "arguments swapped": _swapped,
    "`it` for the element": _it_for_element,
    "card for definition": _card_for_definition,
}

MAKING: Final[dict[str, Find]] = {
    **KINDS,
    "renamed declaration": _renamed,
    "deleted section": _without_section,
    "other type": _other_type,
}
"""All kinds, those of mistakes in declarations too."""


def drawn(package: str, kind: str, number: int, seed: int) -> tuple[Mutant, ...]:
    """Return so many mutants of a kind, drawn by the seed."""
    found = [*MAKING[kind](texts_of(package))]
    chance = Random(f"{seed} {package} {[*MAKING].index(kind)}")
    return tuple(chance.sample(found, min(number, len(found))))
