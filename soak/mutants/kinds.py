"""Say which mistakes there are: from the texts of a package to all mutants of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from dsl.source import Span
from dsl.syntax import step_trees, trees
from dsl.syntax.documents import Entry, Mapping, Scalar, Sequence
from dsl.syntax.effect_style import Edit
from soak.mutants.texts import Mutant, Place, Texts, mutant, nodes
from tests.dsl.lint import test_misspellings as slips

Find = Callable[[Texts], Iterator[Mutant]]
NEGATED: Final = MappingProxyType(
    {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in",
     "not in": "in"}
)  # fmt: skip
CONDITIONS: Final = frozenset({"when", "only-if"})


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
            case step_trees.Add() | step_trees.Subtract() | step_trees.Set() | trees.Move():
                yield mutant(node.target.span, "")
            case step_trees.Let() | step_trees.Return():
                yield mutant(node.value.span, "")
            case step_trees.Choose() | step_trees.ForEach():
                yield mutant(node.source.span, "")
            case trees.Binary():
                yield mutant(node.right.span, "")


def _deleted_entry(texts: Texts) -> Iterator[Mutant]:
    """An entry of YAML, with all that is in it."""
    yield from (mutant(lines, "") for _, lines in _blocks(texts))


def _deleted_step(texts: Texts) -> Iterator[Mutant]:
    """A statement that stands in a line of its own."""
    simple = (trees.Phrase, step_trees.Add, step_trees.Subtract, step_trees.Set, trees.Move)
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
    for node in texts.of(trees.Call, trees.Phrase, step_trees.Add, step_trees.Subtract):
        match node:
            case trees.Call(arguments=[one, other, *_]):
                pass
            case trees.Phrase(prepositions=[first, *_]) if node.argument:
                one, other = node.argument, first.value
            case step_trees.Add() | step_trees.Subtract():
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
            case step_trees.If(branches=[only], otherwise=()):
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
    for node in texts.of(step_trees.ForEach):
        for part in nodes(node.body):
            if isinstance(part, trees.Name) and part.text == node.name.text:
                yield mutant(part.span, "it")


def _card_for_definition(texts: Texts) -> Iterator[Mutant]:
    """A card where its definition is meant."""
    for node in texts.of(trees.Dot):
        if node.name.text == "definition":
            yield mutant(_behind(node.operand, node), "")


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
