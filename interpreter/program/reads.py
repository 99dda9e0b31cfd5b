"""Find which parts of the position expressions read, and which parts bodies write.

Parts are fields, families of zones, and rules that listen. The reads of values, attributes and
their modifiers count too. The result may name too much, never too little; None where it is not
known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.model.nouns import lineage
from dsl.model.rules import Rule
from dsl.model.types import EntityType, TargetType, Type, option_type
from dsl.model.walk import inner, is_node
from dsl.model.words import Writes
from dsl.records import Record
from dsl.words import reads
from dsl.words.reads import read_by
from dsl.words.vocabulary import FOLDS, NATIVES
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import ELIMINATED, STATE_ROLES, Program, RulePlan
from interpreter.program.subscriptions import Suspension


def is_of_entities(type_: Type) -> bool:
    """Return whether a type, or what a list of it holds, is an entity, or may be one."""
    return isinstance(option_type(type_), EntityType | TargetType)


def is_everyone(node: e.Expression) -> bool:
    """Return whether an expression is all players."""
    return isinstance(node, e.Players) and node.opponents_of is None


Topic = tuple[str, ...]
"""What has texts of its own: a sort, and names."""

PLACES: Final = "places"
"""Stands for where all cards are, of what may have been written."""
PLAYERS: Final = "players"
"""Stands for who takes part, of the same."""
ELIMINATIONS: Final = StateKey("player", " eliminated")
"""Stands for who is out of the match; no name has a blank."""


class ReadSet(Record):
    """What some expressions read of the position beside the cards there are.

    Attributes:
        places: Places of the machine's and the table's fields.
        fields: Fields of players and cards.
        families: Families of zones.
        mask: The rules of which it matters whether they listen.
    """

    places: frozenset[int]
    fields: frozenset[StateKey]
    families: frozenset[int]
    mask: int


class ReadSets:
    """Computes the read sets of a program's texts; each value, attribute, event and kind is read
    once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._surveys: dict[Topic, _Survey] = {}

    def of(self, *texts: object) -> ReadSet | None:
        """Return what expressions and bodies read; None where that is not known."""
        return self._whole(_Survey(self.program).read(*texts))

    def of_rule(self, plan: RulePlan[Rule], *texts: object) -> ReadSet | None:
        """Return what texts of a rule read, and what it rests on which cards have it, for whom."""
        survey = _Survey(self.program).read(*texts)
        survey.bearers(plan)
        return self._whole(survey)

    def of_value(self, id_: str) -> ReadSet | None:
        """Return what a value reads, with its modifiers; None where that is not known."""
        return self._whole(self._survey(("value", id_)))

    def topics_of(self, topic: Topic) -> frozenset[Topic]:
        """Return what a topic reads at once that has texts of its own."""
        return frozenset(self._survey(topic).topics)

    def _whole(self, first: _Survey) -> ReadSet | None:
        """Return what a survey found, with all that it leads to."""
        places, fields, families, mask = set[int](), set[StateKey](), set[int](), 0
        waiting, seen = [first], set[Topic]()
        while waiting:
            survey = waiting.pop()
            if not survey.is_known:
                return None
            places |= survey.places
            fields |= survey.fields
            families |= survey.families
            mask |= survey.mask
            waiting += [self._survey(topic) for topic in survey.topics - seen]
            seen |= survey.topics
        return ReadSet(frozenset(places), frozenset(fields), frozenset(families), mask)

    def _survey(self, topic: Topic) -> _Survey:
        """Return what a topic reads by itself."""
        found = self._surveys.get(topic)
        if found is None:
            found = self._surveys[topic] = _Survey(self.program)
            _TOPICS[topic[0]](found, *topic[1:])
        return found


class _Survey:
    """Goes through texts.

    Attributes:
        topics: What they name that has texts of its own.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.places: set[int] = set()
        self.fields: set[StateKey] = set()
        self.families: set[int] = set()
        self.mask = 0
        self.is_known = True
        self.topics: set[Topic] = set()

    def read(self, *texts: object) -> _Survey:
        """Note what texts read."""
        waiting: list[object] = [texts]
        while waiting:
            node = waiting.pop()
            if (
                isinstance(node, e.Fold)
                and FOLDS[node.function].in_any_order
                and is_everyone(node.source)  # whichever of all players comes first
            ):
                self.fields.add(ELIMINATIONS)
                waiting += (node.body, node.default)
                continue
            if is_node(node):
                self._node(node)
            waiting += inner(node)
        return self

    def value(self, id_: str) -> None:
        """Note what a value reads."""
        value = self.program.values.get(id_)
        if value is None:
            self.is_known = False
            return
        self._modified(id_)
        self.read(value.body, value.at_least, value.at_most)

    def event(self, id_: str) -> None:
        """Note what it depends on whether an event can happen."""
        plan = self.program.events[id_]
        if plan.event is not None and plan.event.when is not None:
            self.read(plan.event.when.expression)
        if plan.needs_room:
            self._where("")
        for rule in self.program.forbids.get(id_, ()):
            pattern = rule.rule.pattern
            self.mask |= 2 << rule.number
            named = [value for _, value in pattern.equals]
            self.read(pattern.works, *named, pattern.actor, pattern.condition)
            self.bearers(rule)

    def _node(self, node: object) -> None:
        found = read_by(node)
        self.is_known = self.is_known and found is not None
        for part in found or ():
            CELLS[type(part)](self, part)

    def _whole(self, part: reads.Whole) -> None:
        self.is_known = False

    def _state(self, part: reads.State) -> None:
        if part.key.owner is not None:
            self.fields.add(part.key)
        else:
            self.places.add(_place(self.program, part.key))

    def _contents(self, part: reads.Contents) -> None:
        if isinstance(part.zone, e.ZoneRef):
            self.families.add(self.program.family_numbers[part.zone.zone])
        else:
            self._where("")

    def _held(self) -> None:
        """Note whose zones are, and who controls what: where others lie may tell."""
        self._where("")
        self.topics.update(("controlled", kind) for kind in self.program.game.kinds)

    def printed(self, name: str) -> None:
        """Note what the texts of all cards for an attribute read."""
        said = self.program.attributes.get(name, {}).values()
        self.read(*[formula.expression for formula in said])

    def attribute(self, kind: str, name: str) -> None:
        """Note what the modifiers of an attribute read."""
        self._modified((kind, name))

    def _modified(self, key: object) -> None:
        for plan in self.program.modifiers.get(key, ()):
            self.mask |= 2 << plan.number
            self.read(plan.rule.condition, plan.rule.to, plan.rule.layer)
            self.bearers(plan)

    def bearers(self, plan: RulePlan[Rule]) -> None:
        """Note what it depends on which cards have a rule, and for whom."""
        self.families.update(plan.places or ())
        if plan.owner_definition is not None:
            kind = self.program.game.definitions[plan.owner_definition].kind
            self.topics.add(("controlled", kind))
        self.topics.update(("controlled", kind) for kind in plan.owner_kinds or ())

    def controlled(self, kind: str) -> None:
        """Note what it depends on who controls the cards of a kind."""
        for base in lineage(self.program.game.kinds, kind):
            said = self.program.game.kinds[base]
            self.read(*[f.expression for f in (said.controller, said.players) if f])
        for family in self._where(kind):
            owner = self.program.families[family].key.owner
            if owner is not None and owner != "player":
                self._all_controlled(owner)

    def _all_controlled(self, base: str) -> None:
        ancestors = self.program.ancestors.items()
        self.topics.update(("controlled", kind) for kind, found in ancestors if base in found)

    def _where(self, kind: str) -> list[int]:
        """Note where cards of a kind lie; return the families in which they may."""
        ancestors = self.program.ancestors
        found = [
            family.number
            for family in self.program.families
            if not kind or family.kind in ancestors[kind] or kind in ancestors[family.kind]
        ]
        self.families.update(found)
        return found


def is_untouched(program: Program, reading: ReadSet | None, written: frozenset[object]) -> bool:
    """Return whether what was read is none of what was written: state keys, `PLACES`, `PLAYERS`."""
    if not written:
        return True
    keys = [key for key in written if isinstance(key, StateKey)]
    if reading is None or PLAYERS in written or any(key.is_definition for key in keys):
        return False
    of_cards = any(key.owner not in (None, "player") for key in reading.fields)
    if PLACES in written and (reading.families or reading.mask or of_cards):
        return False
    places = {_place(program, key) for key in keys if key.owner is None}
    return not (places & reading.places or written & reading.fields)


def _place(program: Program, key: StateKey) -> int:
    """Return the place in `values` of a field of the table, or of the machine's own."""
    table = program.layout.table
    return table[key] if key in table else STATE_ROLES[key.name]


CELLS: Final[dict[type, Callable[[_Survey, Any], object]]] = {
    reads.State: _Survey._state,
    reads.Turn: lambda survey, part: survey.places.add(STATE_ROLES[part.name]),
    reads.Takers: lambda survey, part: survey.fields.add(ELIMINATIONS),
    reads.Zone: lambda survey, part: survey.families.add(survey.program.family_numbers[part.key]),
    reads.Contents: _Survey._contents,
    reads.Whereabouts: lambda survey, part: survey._where(part.kind),
    reads.Present: lambda survey, part: survey._where(part.kind),
    reads.Holding: lambda survey, part: survey._held(),
    reads.Control: lambda survey, part: survey._held(),
    reads.Identity: lambda survey, part: None,  # `is_untouched` looks at copies by itself
    reads.Printed: lambda survey, part: survey.topics.add(("printed", part.name)),
    reads.Attribute: lambda survey, part: survey.topics.add(("attribute", part.kind, part.name)),
    reads.Value: lambda survey, part: survey.topics.add(("value", part.id)),
    reads.Event: lambda survey, part: survey.topics.add(("event", part.id)),
    reads.Whole: _Survey._whole,
}
"""What to note of each part of a position."""

_TOPICS: Final[dict[str, Callable[..., None]]] = {
    "value": _Survey.value,
    "event": _Survey.event,
    "printed": _Survey.printed,
    "attribute": _Survey.attribute,
    "controlled": _Survey.controlled,
}


def places_of_players(program: Program, key: StateKey) -> list[int]:
    """Return the places in `values` of a field of players; none for one of cards."""
    layout = program.layout
    if key != ELIMINATIONS and key.owner != "player":
        return []
    offset = ELIMINATED if key == ELIMINATIONS else layout.seat[key]
    first = layout.seat_base + offset
    return [first + seat * layout.seat_size for seat in range(program.seats)]


_OF_NATIVES: Final[Mapping[Writes, tuple[object, ...]]] = {
    Writes.CARDS: (PLACES,),
    Writes.ORDER: (PLACES,),
    Writes.PLAYERS: (PLAYERS,),
}

WriteSet = frozenset[object]


def writes(suspension: Suspension, code: Code) -> WriteSet:
    """Return the state keys that a body and the events in it write, and `PLACES`."""
    program = suspension.program
    found: set[object] = set()
    events = suspension.reach[code.first]
    bodies = [code, *(body for event in events if (body := program.events[event].code))]
    for body in bodies:
        for operation in suspension.operations(body):
            if isinstance(operation, ops.Change | ops.Become):
                found.add(operation.state)
    for event in events & NATIVES.keys():
        found.update(_OF_NATIVES.get(NATIVES[event].writes, ()))
    return frozenset(found)


class Checks:
    """What the checks between bodies look at.

    Attributes:
        are_any: Whether there is anything to check.
        changes_by_itself: Whether some of it changes without any body.
    """

    def __init__(self, program: Program, readings: ReadSets, suspension: Suspension) -> None:
        end = program.game.end.when
        self.are_any = bool(program.always or program.becomes or end)
        parts: list[object] = [end]
        for plan in program.always:
            parts += [plan.rule.source, plan.rule.condition]
        for waiting in program.becomes:
            parts += [waiting.rule.source, waiting.rule.becomes]
        self.program, self.suspension = program, suspension
        self.reading = readings.of(*parts)
        self.changes_by_itself = not self._is_untouched(changed_by_machine(program))

    def misses(self, code: Code) -> bool:
        """Return whether nothing has to be checked after a body."""
        return not self.changes_by_itself and self._is_untouched(writes(self.suspension, code))

    def _is_untouched(self, written: WriteSet) -> bool:
        return is_untouched(self.program, self.reading, written)


def changed_by_machine(program: Program) -> WriteSet:
    """Return what changes without any body: the round, whose turn it is, state with an `until`."""
    fields = (field.key for found in program.resets.values() for field in found)
    return frozenset((StateKey(None, "round"), StateKey(None, "active"), *fields))
