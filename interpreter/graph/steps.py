"""Put the steps inside bodies into the graph, label its nodes, and list them by their places.

A stretch is the operations of one step, parameter or phase, with those inside it. It stands at its
first operation; a loop also where it takes its next turn.

The node of a step is that of its owner with a number, counted from the first in written order:
`event:draw/3`. Questions are of the sort `decision`, all others `step`. What the prelude and the
machine bring is not the game's, and not listed; an attribute is where it reads the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from dsl.model import rules, steps
from dsl.model.game import Game, Phase
from dsl.model.rules import Parameter
from dsl.model.steps import Step
from dsl.model.traits import Looking
from dsl.model.types import Type
from dsl.model.walk import walk
from dsl.records import Record, Span
from interpreter.effects import direct
from interpreter.lower import ops
from interpreter.lower.course_ops import Part
from interpreter.lower.owners import Owner, lower_owner

if TYPE_CHECKING:
    import networkx as nx

LONGEST = 46


def label_of(owner: Owner) -> str:
    """Return the words for an owner."""
    entry = owner.entry
    if isinstance(entry, rules.Event):
        parts = [entry.id]
        for slot in entry.slots:
            parts += [slot.preposition or "", f"({_kind(slot.type)} {slot.name})"]
        return " ".join(filter(None, parts))
    if isinstance(entry, rules.Value):
        slots = ", ".join(f"{_kind(slot.type)} {slot.name}" for slot in entry.parameters)
        return f"{entry.id}({slots})" if slots else entry.id
    if isinstance(entry, rules.Action):
        return f"{entry.id}: {', '.join(each.name for each in entry.parameters)}".rstrip(": ")
    if isinstance(entry, Phase):
        words = {"turns": "turns", "for": "for each", "while": "while"}
        loop = words.get(entry.loop or "", "while" if entry.while_condition is not None else "")
        loop = "asks" if entry.asks else loop
        return f"{entry.id} ({loop})" if loop else entry.id
    return _rule(owner)


def _kind(type_: Type) -> str:
    return str(type_)


def _rule(owner: Owner) -> str:
    """Return a rule by what it listens to or changes."""
    entry = owner.entry
    if isinstance(entry, rules.Trigger):
        return f"{entry.timing} {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Becomes):
        return shortened(f"becomes {entry.span.text}")
    if isinstance(entry, rules.Replacement):
        return f"instead of {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Forbid):
        return f"no {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Modifier):
        changed = entry.value or ".".join(entry.attribute or ())
        return f"{'sets' if entry.sets else 'changes'} {changed}"
    return owner.name


def event_words(event: str) -> str:
    """Return an event's id as authors write it."""
    return event.partition(":")[2] or event


def step_label(span: Span) -> str:
    """Return the first line of a step, cut to a length."""
    return shortened(span.text.split("\n", 1)[0].strip(" ,:"))


def shortened(text: str) -> str:
    """Return a text cut to a length, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


EdgeRow = tuple[str, str, str]
"""(from, to, kind)."""


def edges(graph: nx.MultiDiGraph[str]) -> Iterator[EdgeRow]:
    """Yield every edge with its kind."""
    for one, other, data in graph.edges(data=True):
        yield one, other, str(data["kind"])


def out_edges(graph: nx.MultiDiGraph[str], nodes: str | Iterable[str]) -> Iterator[EdgeRow]:
    """Yield the edges that lead away from a node or from some."""
    for one, other, data in graph.out_edges(nodes, data=True):
        yield one, other, str(data["kind"])


def in_edges(graph: nx.MultiDiGraph[str], node: str) -> Iterator[EdgeRow]:
    """Yield the edges that lead to a node."""
    for one, other, data in graph.in_edges(node, data=True):
        yield one, other, str(data["kind"])


def attribute(graph: nx.MultiDiGraph[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield every node with one of its attributes, as text."""
    for node, data in graph.nodes(data=True):
        yield node, str(data[name])


def add_node(
    graph: nx.MultiDiGraph[str], node: str, sort: str, span: Span | None, **more: object
) -> None:
    """Add a node with all attributes that every node has."""
    line, column = (0, 0) if span is None else span.source.position(span.start)
    attributes: dict[str, object] = {
        "sort": sort, "form": "", "name": node.partition(":")[2] or node, "label": node,
        "owner": node, "group": "", "overview": False, "native": False, "shared": False,
        "path": "" if span is None else span.source.path, "line": line, "column": column,
    }  # fmt: skip
    graph.add_node(node, **{**attributes, **more})


Place = tuple[int, str]
"""An operation, and how it is come to: `next`, `branch` where something decides, `loop` for a turn
of a loop."""

TURNS: Final = (ops.LoopNext, ops.TurnNext, ops.TurnAgain, ops.PhaseWhile)
"""Operations that take the next turn of a loop, or leave it."""


class Stretch(Protocol):
    """Numbers of the first operation of a stretch, and of the one behind its last."""

    first: int
    last: int


S = TypeVar("S", bound=Stretch)


class Ways(Generic[S]):
    """The ways between stretches.

    Args:
        stretches: The outer ones before those inside them.
        then: By an operation that ends a body the one that comes next.

    Attributes:
        inner: The innermost stretch around each operation.
    """

    def __init__(
        self,
        operations: Sequence[ops.Operation | None],
        stretches: Sequence[S],
        then: Mapping[int, int],
    ) -> None:
        self.operations, self.then = operations, then
        self.inner: dict[int, S] = {}
        for each in stretches:
            self.inner.update(dict.fromkeys(range(each.first, each.last), each))
        self.begins = frozenset(each.first for each in stretches)

    def own(self, stretch: S) -> Iterator[ops.Operation | None]:
        """Yield the operations of a stretch that are of no stretch inside it."""
        for place in range(stretch.first, stretch.last):
            if self.inner[place] is stretch:
                yield self.operations[place]

    def turns(self, stretch: S) -> bool:
        """Return whether a stretch is a loop itself."""
        return any(isinstance(operation, TURNS) for operation in self.own(stretch))

    def into(self, first: int) -> Iterator[Place]:
        """Yield where one comes to first from the beginning of a body."""
        yield from self._leads([(first, "next")], None)

    def from_(self, stretch: S) -> Iterator[Place]:
        """Yield where one comes to next from a stretch, inside it and behind it."""
        yield from self._leads(self._after(stretch.first, "next"), stretch)

    def _leads(self, waiting: list[Place], start: S | None) -> Iterator[Place]:
        seen = set[Place]()
        waiting = waiting[::-1]
        while waiting:
            place, how = found = waiting.pop()
            if found in seen:
                continue
            seen.add(found)
            turns = self._is_turn(place) and self.inner.get(place) is not start
            if place in self.begins or turns:
                yield found
            else:
                waiting += self._after(place, how)[::-1]

    def _is_turn(self, place: int) -> bool:
        return isinstance(self.operations[place], TURNS)

    def _after(self, place: int, how: str) -> list[Place]:
        """Return where one comes to from an operation."""
        op = self.operations[place]
        if place in self.then:
            return [(self.then[place], how)]
        if isinstance(op, ops.Return | ops.EndGame):
            return []
        if isinstance(op, ops.Jump):
            return [(op.target, how)]
        if isinstance(op, ops.ChooseOne):
            return [*((each.start, "branch") for each in op.alternatives), (op.exit, how)]
        if isinstance(op, ops.Branch | ops.Ask):
            return [(place + 1, "branch"), (op.otherwise, "branch")]
        if isinstance(op, ops.LoopNext):
            return [(place + 1, "loop"), (op.exit, how)]
        return [(place + 1, how), *((target, how) for target in ops.targets(op))]


Edge = tuple[str, str]
"""(to, kind)."""


def add_steps(
    graph: nx.MultiDiGraph[str],
    owner: Owner,
    places: direct.Places,
    events: Mapping[str, tuple[str, ...]],
) -> None:
    """Add the steps of an owner, what leads to them and what they do.

    Args:
        events: The nodes of each event id.
    """
    lowered = lower_owner(owner)
    ways = Ways(lowered.operations, lowered.parts, lowered.then)
    names = {part.first: f"{owner.node}/{n}" for n, part in enumerate(lowered.parts, start=1)}
    bindings = {role: direct.bindings_of(body) for role, body in owner.bodies}
    group = graph.nodes[owner.node]["group"]
    for part in lowered.parts:
        add_node(
            graph, names[part.first], sort_of(part.of), part.of.span, form=type(part.of).__name__,
            name=names[part.first], label=_label(part, lowered.parts), owner=owner.node,
            group=group, shared=owner.is_shared,
        )  # fmt: skip
    for place, kind in ways.into(0) if lowered.parts else ():
        graph.add_edge(owner.node, names[ways.inner[place].first], kind=kind)
    for part in lowered.parts:
        for first, more in _ways_from(part, ways).items():
            graph.add_edge(names[part.first], names[first], **more)
        bound = bindings.get(lowered.role_of(part), {})
        for other, kind in dict.fromkeys(_does(part, ways, places, bound, events)):
            if other in graph:
                graph.add_edge(names[part.first], other, kind=kind)


def sort_of(written: Step | Parameter) -> str:
    """Return the sort of a node: whether a player is asked there."""
    is_asked = isinstance(written, Parameter) or direct.is_question(written)
    return "decision" if is_asked else "step"


def _label(part: Part, parts: Iterable[Part]) -> str:
    """Return a step's own words, without the steps inside it where they stand in one line."""
    span = part.of.span
    if isinstance(part.of, Parameter):
        return shortened(f"{part.of.name}: {span.text}")
    inside = (each.of.span.start for each in parts if part.first < each.first < part.last)
    first = min((start for start in inside if start > span.start), default=span.end)
    return step_label(Span(span.source, span.start, max(first, span.start + 1)))


def _ways_from(part: Part, ways: Ways[Part]) -> dict[int, dict[str, object]]:
    """Return by the first operation of each part that a part leads to what is told of the edge."""
    found: dict[int, dict[str, object]] = {}
    for place, kind in ways.from_(part):
        if place <= part.first:
            more: dict[str, object] = {"kind": "loop", "back": True}
        elif place >= part.last and ways.turns(part):
            more = {"kind": "next"}
        else:
            more = {"kind": kind}
        found.setdefault(ways.inner[place].first, more)
    return found


def _does(
    part: Part, ways: Ways[Part], places: direct.Places, bindings: direct.Bindings,
    events: Mapping[str, tuple[str, ...]],
) -> Iterator[Edge]:  # fmt: skip
    """Yield what a part does and writes itself."""
    for operation in ways.own(part):
        if isinstance(operation, ops.Call):
            yield from ((node, "does") for node in events.get(operation.event, ()))
            zones = direct.entered(operation, places, bindings)
            yield from ((node, "writes") for node in sorted(map(direct.zone_node, zones)))
        elif isinstance(operation, ops.Perform):
            for effect in operation.effects:
                yield from ((node, "does") for node in events.get(effect, ()))
        elif isinstance(operation, ops.Change | ops.Become):
            yield direct.state_node(operation.state), "writes"


class Node(Record):
    """A node with its place.

    Attributes:
        sort: As in the graph; also `attribute`.
        words: The line on which it is written, or for what holds steps its name and parameters.
        card: The card it stands on, or None.
    """

    sort: str
    span: Span
    words: str
    card: str | None

    @property
    def key(self) -> tuple[str, int, int]:
        """What stays the same when the game is read anew: path, start, end."""
        return key_of(self.span)

    @property
    def line(self) -> str:
        """Its words with a space for every stretch of blanks and line ends."""
        return " ".join(self.words.split())

    def as_plain(self) -> dict[str, str | int]:
        """Return it as plain data."""
        line, column = self.span.source.position(self.span.start)
        file, sort = self.span.source.path, self.sort
        return {"file": file, "line": line, "column": column, "sort": sort, "text": self.line}


def key_of(span: Span) -> tuple[str, int, int]:
    """Return the path, start and end of a span."""
    return span.source.path, span.start, span.end


def executable_nodes(game: Game) -> tuple[Node, ...]:
    """Return the nodes of a game, each place once.

    What a kind says for all its cards belongs to no card.
    """
    found: dict[tuple[str, int, int], Node] = {}
    shared: set[tuple[str, int, int]] = set()
    for node in _all(game):
        known = found.setdefault(node.key, node)
        if known.card != node.card:
            shared.add(node.key)
    for key in shared:
        node = found[key]
        found[key] = Node(node.sort, node.span, node.words, None)
    return tuple(found.values())


def _all(game: Game) -> Iterator[Node]:
    """Yield the nodes of a game, shared ones again for each card."""
    for owner in Owner.all_in(game):
        if owner.span is not None and not owner.is_shared and not owner.is_native:
            has_name = owner.sort not in ("always", "end")
            words = label_of(owner) if has_name else _rest_of_line(owner.span)
            yield Node(owner.sort, owner.span, f"{owner.sort} {words}", owner.card)
            lowered = lower_owner(owner)
            for part in lowered.parts:
                place = part.of.span
                if isinstance(part.of, rules.Parameter):
                    yield Node("decision", place, _rest_of_line(place), owner.card)
                else:
                    sort = "cost" if lowered.role_of(part) == "cost" else sort_of(part.of)
                    yield Node(sort, place, place.text.partition("\n")[0], owner.card)
    for definition in game.definitions:
        for name, span in definition.attribute_spans.items():
            formula = definition.attributes.get(name)
            if formula is not None and reads_the_match(formula):
                yield Node("attribute", span, span.text, definition.id)


def reads_the_match(formula: steps.Formula) -> bool:
    """Return whether an attribute is more than a printed value."""
    return any(isinstance(each, Looking) for each in walk(formula.expression))


def _rest_of_line(span: Span) -> str:
    """Return the line on which a span begins, from there on."""
    line, column = span.source.position(span.start)
    return span.source.line(line)[column - 1 :].strip()
