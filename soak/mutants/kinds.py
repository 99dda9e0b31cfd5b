"""Say which mistakes there are: from the texts of a package to all mutants of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final

from dsl.diagnostics.diagnostic import Report
from dsl.source import Span
from dsl.syntax import step_trees, trees
from dsl.syntax.documents import Entry, Mapping, Scalar, Sequence
from dsl.syntax.effect_style import Edit
from dsl.syntax.yaml_reader import read_documents
from soak.mutants.texts import Mutant, Place, Texts, mutant, nodes
from tests.dsl.lint import test_misspellings as slips

Find = Callable[[Texts], Iterator[Mutant]]
NEGATED: Final = MappingProxyType(
    {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in",
     "not in": "in"}
)  # fmt: skip
CONDITIONS: Final = frozenset({"when", "only-if"})


def misspelt(texts: Texts) -> Iterator[Mutant]:
    """A name with a letter too many, too few, changed or swapped."""
    found = [
        (source, place)
        for source in texts.sources
        for document in read_documents(source, Report())
        for place in slips.words(document.root, 0, slips.is_translation(document.root))
        if place.sort in ("key", "text")
    ]
    known = frozenset(place.word for _, place in found)
    for source, place in found:
        span = Span(source, place.start, place.end)
        yield mutant("misspelt name", span, slips.misspelt(place, known))


def deleted_required(texts: Texts) -> Iterator[Mutant]:
    """What a statement or a call cannot be without: an argument, a target, a source."""
    kind = "deleted required part"
    for node in texts.trees:
        match node:
            case trees.Call(arguments=[first, *_]):
                yield mutant(kind, first.span, "")
            case step_trees.Add() | step_trees.Subtract() | step_trees.Set() | trees.Move():
                yield mutant(kind, node.target.span, "")
            case step_trees.Let() | step_trees.Return():
                yield mutant(kind, node.value.span, "")
            case step_trees.Choose() | step_trees.ForEach():
                yield mutant(kind, node.source.span, "")
            case trees.Binary():
                yield mutant(kind, node.right.span, "")


def deleted_entry(texts: Texts) -> Iterator[Mutant]:
    """An entry of YAML, with all that is in it."""
    for place in texts.places:
        if (lines := _lines(place)) is not None:
            yield mutant("deleted entry", lines, "")


def deleted_step(texts: Texts) -> Iterator[Mutant]:
    """A statement that stands in a line of its own."""
    for node in texts.trees:
        if isinstance(
            node, trees.Phrase | step_trees.Add | step_trees.Subtract | step_trees.Set | trees.Move
        ):
            text = node.span.source.text
            start = text.rfind("\n", 0, node.span.start) + 1
            end = text.find("\n", node.span.end) + 1
            if end and text[start:end].strip() == texts.words_of(node):
                yield mutant("deleted statement", Span(node.span.source, start, end), "")


def duplicate(texts: Texts) -> Iterator[Mutant]:
    """An entry of YAML that stands twice."""
    for place in texts.places:
        if (lines := _lines(place)) is not None:
            end = Span(lines.source, lines.end, lines.end)
            yield mutant("duplicate entry", end, lines.source.text[lines.start : lines.end])


def wrong_level(texts: Texts) -> Iterator[Mutant]:
    """An entry that stands one level too high: beside the one that it belongs into."""
    for place in texts.places:
        lines = _lines(place)
        if lines is None or place.above is None or len(place.within.entries) < 2:
            continue
        around = block_of(place.above)
        if around is None or around.end < lines.end:
            continue
        text = lines.source.text
        less = _column(place.entry) - _column(place.above)
        moved = "".join(
            line[min(less, len(line) - len(line.lstrip(" "))) :]
            for line in text[lines.start : lines.end].splitlines(keepends=True)
        )
        if less > 0:
            yield mutant("wrong level", lines, "", Edit(around.end, around.end, moved))


def wrong_type(texts: Texts) -> Iterator[Mutant]:
    """A truth for a number, a number for a truth, a word for a number."""
    for node in texts.trees:
        if isinstance(node, trees.Number):
            yield mutant("wrong type", node.span, "true")
        elif isinstance(node, trees.Name) and node.text in ("true", "false"):
            yield mutant("wrong type", node.span, "7")
    for scalar in texts.numbers:
        yield mutant("wrong type", scalar.span, "many")


def wrong_enum(texts: Texts) -> Iterator[Mutant]:
    """A member of another enum."""
    assert texts.checked.game is not None
    enums = [frozenset(each.members) for each in texts.checked.game.enums.values()]
    for node in texts.trees:
        if isinstance(node, trees.Name | trees.Word):
            own = [members for members in enums if node.text in members]
            others = sorted(frozenset().union(*enums) - frozenset().union(*own))
            if own and others:
                yield mutant("wrong enum", node.span, others[0])


def wrong_zone(texts: Texts) -> Iterator[Mutant]:
    """A zone of players for one of the table, and the other way about."""
    assert texts.checked.game is not None
    keys = texts.checked.game.zones
    table = sorted({key.name for key in keys if key.owner is None})
    players = sorted({key.name for key in keys if key.owner == "player"})
    for node in texts.trees:
        if isinstance(node, trees.Name) and node.text in table:
            others = [name for name in players if name not in table]
            if others:
                yield mutant("wrong zone", node.span, others[0])
        elif isinstance(node, trees.Dot) and node.name.text in players:
            others = [name for name in table if name not in players]
            if others:
                yield mutant("wrong zone", node.name.span, others[0])


def wrong_player(texts: Texts) -> Iterator[Mutant]:
    """A number for a player, and for the players."""
    for node in texts.trees:
        if isinstance(node, trees.Name) and node.text in ("me", "players", "opponents"):
            yield mutant("wrong player", node.span, "round")


def swapped(texts: Texts) -> Iterator[Mutant]:
    """Two arguments in each other's place."""
    for node in texts.trees:
        pair = None
        if isinstance(node, trees.Call) and len(node.arguments) > 1:
            pair = node.arguments[:2]
        elif isinstance(node, trees.Phrase) and node.argument and node.prepositions:
            pair = node.argument, node.prepositions[0].value
        elif isinstance(node, step_trees.Add | step_trees.Subtract):
            pair = node.value, node.target
        if pair is not None:
            one, other = map(texts.words_of, pair)
            if one != other:
                edit = Edit(pair[1].span.start, pair[1].span.end, one)
                yield mutant("arguments swapped", pair[0].span, other, edit)


def dropped(texts: Texts) -> Iterator[Mutant]:
    """A condition that is not asked."""
    kind = "dropped condition"
    for node in texts.trees:
        match node:
            case trees.Where():
                end = node.source.span.end
                yield mutant(kind, Span(node.span.source, end, node.span.end), "")
            case trees.Binary(operator="and"):
                end = node.left.span.end
                yield mutant(kind, Span(node.span.source, end, node.span.end), "")
            case step_trees.If(branches=[only], otherwise=()):
                yield mutant(kind, only.condition.span, "true")
    for place in texts.places:
        if place.entry.key.text in CONDITIONS and (lines := _lines(place)) is not None:
            yield mutant(kind, lines, "")


def changed(texts: Texts) -> Iterator[Mutant]:
    """A number that is one more."""
    for node in texts.trees:
        if isinstance(node, trees.Number):
            yield mutant("changed number", node.span, str(node.value + 1))
    for scalar in texts.numbers:
        yield mutant("changed number", scalar.span, str(int(scalar.text) + 1))


def inverted(texts: Texts) -> Iterator[Mutant]:
    """A comparison the other way round."""
    for node in texts.trees:
        if isinstance(node, trees.Binary) and node.operator in NEGATED:
            between = Span(node.span.source, node.left.span.end, node.right.span.start)
            operator = texts.words_of(step_trees.Stop(between))
            other = operator.replace(node.operator, NEGATED[node.operator], 1)
            yield mutant("inverted comparison", between, other)
        elif isinstance(node, trees.Is):
            between = Span(node.span.source, node.operand.span.end, node.what.span.start)
            yield mutant("inverted comparison", between, " is " if node.negated else " is not ")


def it_for_element(texts: Texts) -> Iterator[Mutant]:
    """`it` where a loop or a choice has named its element."""
    for node in texts.trees:
        if isinstance(node, step_trees.ForEach):
            for part in _names(node.body, node.name.text):
                yield mutant("`it` for the element", part.span, "it")


def card_for_definition(texts: Texts) -> Iterator[Mutant]:
    """A card where its definition is meant."""
    for node in texts.trees:
        if isinstance(node, trees.Dot) and node.name.text == "definition":
            end = node.operand.span.end
            yield mutant("card for definition", Span(node.span.source, end, node.span.end), "")


KINDS: Final[tuple[Find, ...]] = (
    misspelt, deleted_required, wrong_level, wrong_type, wrong_enum, wrong_zone, wrong_player,
    changed, inverted, dropped, deleted_entry, deleted_step, duplicate, swapped, it_for_element,
    card_for_definition,
)  # fmt: skip


def _names(body: object, name: str) -> Iterator[trees.Name]:
    for node in nodes(body):
        if isinstance(node, trees.Name) and node.text == name:
            yield node


def _column(entry: Entry) -> int:
    return entry.key.span.source.position(entry.key.span.start)[1]


def _lines(place: Place) -> Span | None:
    """Return the lines of an entry; None where they hold something else as well."""
    return None if place.within.is_flow else block_of(place.entry)


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
            text = span.source.text[span.start : span.end]
            return span.start + len(text.rstrip())
    return node.span.end
