"""Define a program: all that a match needs of a game with its options and seats, laid out.

Its plans are zones, events, rules, actions and phases made ready.

`values` is one list: the machine's own fields, the game's, each seat's, then those of each entity
from the entity's base on. A kind's fields follow those of the kind it extends, so a field has one
offset in all kinds that have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from dsl.model import rules
from dsl.model.expressions import Expression, StateKey, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import Audience, Definition, StateField, lineage
from dsl.model.rules import Reaction
from dsl.model.steps import Body, Formula
from dsl.model.types import Type
from dsl.records import Record, Span
from interpreter.lower import ops
from interpreter.lower.bodies import Assembler
from interpreter.lower.course import Course
from interpreter.lower.course import PhasePlan as PhasePlan
from interpreter.lower.ops import Asked, asked_by
from interpreter.lower.owners import Acting
from interpreter.program import amounts, limits
from interpreter.program.amounts import Payment
from interpreter.program.limits import UNLIMITED
from interpreter.state.record import State
from interpreter.state.values import Value, can_hold

START_PLAYER, ACTIVE, ROUND = 0, 1, 2
OWN_FIELDS = 3
STATE_ROLES = {"start-player": START_PLAYER, "active": ACTIVE, "round": ROUND}
ELIMINATED, LEFT = 0, 1
"""The machine's own fields of a seat: out of the match; the phase it has passed in, or None."""
OWN_SEAT_FIELDS = 2


class Layout(Record, kw_only=True):
    """Places in the state.

    Attributes:
        table: Place of each field of the game.
        seat_base, seat_size: Where seat 0 begins and how many fields a seat has.
        seat: Offset of each field of a player.
        entity: Offset of each field of an entity, by its key.
        kind_fields, kind_zones: For each kind its fields and own zones, inherited ones first.
        kind_of: The kind of each definition.
        reference_places: Places of the game's and the players' fields that can hold entities, with
            their types.
        reference_offsets: Offsets of such fields by kind, for the kinds that have any.
        veils: The definitions behind which nobody can tell which card it is.
        own_definition: By kind whose cards can become copies of others: the offset of the field
            that keeps their own definition.
        seats: How many players.
    """

    seats: int
    table: Mapping[StateKey, int]
    seat_base: int
    seat_size: int
    seat: Mapping[StateKey, int]
    entity: Mapping[StateKey, int]
    table_fields: tuple[StateField, ...]
    seat_fields: tuple[StateField, ...]
    kind_fields: Mapping[str, tuple[StateField, ...]]
    kind_zones: Mapping[str, tuple[ZoneKey, ...]]
    kind_of: tuple[str, ...]
    reference_places: tuple[tuple[int, Type], ...]
    reference_offsets: Mapping[str, tuple[tuple[int, Type], ...]]
    own_definition: Mapping[str, int]
    veils: frozenset[int] = frozenset()

    def defaults(self, definition: int) -> list[Value]:
        """Return what the fields of a copy are at first."""
        return [
            definition if field.key.is_definition else field.default
            for field in self.kind_fields[self.kind_of[definition]]
        ]

    @property
    def fixed_size(self) -> int:
        """How many of the first `values` are of the table and the seats; those of cards follow."""
        return self.seat_base + self.seats * self.seat_size

    def places(self, state: State) -> Iterator[tuple[int, StateField]]:
        """Yield every declared field with its place in `values`."""
        yield from self.fixed_places()
        for base, definition in zip(state.entity_bases, state.entity_definitions, strict=True):
            for offset, each in enumerate(self.kind_fields[self.kind_of[definition]]):
                yield base + offset, each

    def fixed_places(self) -> Iterator[tuple[int, StateField]]:
        """Yield the fields of the table and of the seats with their places in `values`."""
        for each in self.table_fields:
            yield self.table[each.key], each
        for seat in range(self.seats):
            for each in self.seat_fields:
                yield self.seat_base + seat * self.seat_size + self.seat[each.key], each


def lay_out(game: Game, seats: int) -> Layout:
    """Return the layout of a game for a number of players."""
    table = tuple(f for key, f in game.state.items() if key.owner is None)
    seat = tuple(f for key, f in game.state.items() if key.owner == "player")
    kind_fields = {
        kind: tuple(
            field
            for base in reversed(lineage(game.kinds, kind))
            for key, field in game.state.items()
            if key.owner == base
        )
        for kind in game.kinds
    }
    seat_base = OWN_FIELDS + len(table)
    seat_size = OWN_SEAT_FIELDS + len(seat)
    return Layout(
        seats=seats,
        table={field.key: OWN_FIELDS + i for i, field in enumerate(table)},
        seat_base=seat_base,
        seat_size=seat_size,
        seat={field.key: OWN_SEAT_FIELDS + i for i, field in enumerate(seat)},
        entity={f.key: place for fields in kind_fields.values() for place, f in enumerate(fields)},
        table_fields=table,
        seat_fields=seat,
        kind_fields=kind_fields,
        kind_zones={
            kind: tuple(
                key
                for base in reversed(lineage(game.kinds, kind))
                for key in game.zones
                if key.owner == base
            )
            for kind in game.kinds
        },
        kind_of=tuple(definition.kind for definition in game.definitions),
        reference_places=(
            *((OWN_FIELDS + i, type_) for i, type_ in _references(table)),
            *(
                (seat_base + number * seat_size + OWN_SEAT_FIELDS + i, type_)
                for number in range(seats)
                for i, type_ in _references(seat)
            ),
        ),
        reference_offsets={
            kind: found for kind, fields in kind_fields.items() if (found := _references(fields))
        },
        veils=frozenset(n for n, each in enumerate(game.definitions) if each.is_veil),
        own_definition={
            kind: offset
            for kind, fields in kind_fields.items()
            for offset, field in enumerate(fields)
            if field.key.is_definition
        },
    )


def _references(fields: tuple[StateField, ...]) -> tuple[tuple[int, Type], ...]:
    """Return which of some fields can hold entities, with their types."""
    return tuple((i, field.type) for i, field in enumerate(fields) if can_hold(field.type))


R = TypeVar("R", bound=rules.Rule, covariant=True)


class Family(Record, kw_only=True):
    """A family of zones, ready to use.

    Attributes:
        slots, limit: Fixed places; most cards. None for none.
        is_stack, is_ordered: From its order; slots make it ordered too.
        is_used: Whether it is there with the options and players of the match.
    """

    key: ZoneKey
    number: int
    kind: str
    slots: int | None
    limit: int | None
    is_stack: bool
    is_ordered: bool
    is_used: bool
    audience: Audience


class EventPlan(Record, kw_only=True):
    """An event with its code and everything that may answer it, each in the order of the text.

    Attributes:
        slots: How many of the arguments rules can see.
        native: Carried out by the machine itself.
        needs_room: Whether it happens only where the zone has room.
        no_result: What a caller gets when it did not happen.
        told: Where people read what it returned: the text with that.
    """

    id: str
    number: int
    event: rules.Event | None
    native: bool
    needs_room: bool
    slots: int
    no_result: object
    code: ops.Code | None
    text: Mapping[str, str]
    told: Mapping[str, str]
    slot_names: tuple[str, ...]
    slot_types: tuple[Type, ...]


class RulePlan(Record, Generic[R], kw_only=True):
    """A trigger, replacement, forbid, modifier or always with its codes.

    Attributes:
        number: Its place in `Program.rules`.
        places: Zone families in which its card must be; None where it is always active.
        owner_kinds, owner_definition: Which cards have it; both None without a card.
        lacking: Definitions that do not, though their kind does.
        acting: Of one that acts by itself its body, which is `code`: where it is paid for and acts.
    """

    rule: R
    number: int
    cost: ops.Code | None
    code: ops.Code | None
    places: tuple[int, ...] | None
    owner_kinds: frozenset[str] | None
    owner_definition: int | None
    lacking: frozenset[int] = frozenset()
    acting: Acting | None = None

    @property
    def is_of_game(self) -> bool:
        """Whether no card has it."""
        return self.owner_kinds is None and self.owner_definition is None

    @property
    def told(self) -> tuple[str, Span]:
        """What is told of where it stands, as `Fault.within` takes it."""
        return f"rule {self.rule.id}", self.rule.span


class ActionPlan(Record, kw_only=True):
    """An action with its codes; `event` is its `act:ID`, `take` what a player does who takes it,
    the rest as in `RulePlan`."""

    action: rules.Action
    number: int
    cost: ops.Code | None
    take: ops.Code
    event: str
    places: tuple[int, ...] | None
    owner_kinds: frozenset[str] | None
    owner_definition: int | None
    lacking: frozenset[int] = frozenset()


@dataclass(slots=True, kw_only=True, eq=False)
class Program:
    """The event graph of a game for given options and seats, ready for an executor."""

    ROUND, ACTIVE, START_PLAYER = ROUND, ACTIVE, START_PLAYER
    """Places in `values` of a state: the round, whose turn it is, who plays first."""
    UNITS = limits.UNITS
    """Units of work in a step."""
    FIRST_SLOT = ops.FIRST_SLOT
    """Where the slots of a body begin in its locals, behind me, self and the actor."""
    due = staticmethod(amounts.due)

    game: Game
    options: Mapping[str, object]
    seats: int
    layout: Layout
    definitions: tuple[Definition | None, ...]
    attributes: Mapping[str, Mapping[int, Formula]]
    """The formulas of each attribute, by the numbers of the cards in the game."""
    families: tuple[Family, ...]
    family_numbers: Mapping[ZoneKey, int]
    ancestors: Mapping[str, frozenset[str]]
    values: Mapping[str, rules.Value]
    events: dict[str, EventPlan]
    reactions: Mapping[int, RulePlan[rules.Reaction]]
    befores: Mapping[str, tuple[RulePlan[rules.Trigger], ...]]
    afters: Mapping[str, tuple[RulePlan[rules.Trigger], ...]]
    insteads: Mapping[str, tuple[RulePlan[rules.Replacement], ...]]
    forbids: Mapping[str, tuple[RulePlan[rules.Forbid], ...]]
    modifiers: Mapping[object, tuple[RulePlan[rules.Modifier], ...]]
    always: tuple[RulePlan[rules.Always], ...]
    becomes: tuple[RulePlan[rules.Becomes], ...]
    actions: tuple[ActionPlan, ...]
    setup: tuple[int, ...]
    phases: tuple[PhasePlan, ...]
    rounds: tuple[int, ...]
    resets: Mapping[str, tuple[StateField, ...]]
    operations: list[ops.Operation | None]
    codes: list[ops.Code]
    course: Course
    code_of: dict[int, ops.Code] = field(default_factory=dict)
    paying: dict[int, int] = field(default_factory=dict)
    """By the operation at which the cost of an action has been paid the action."""
    workings: dict[str, ops.Code] = field(default_factory=dict)
    """By the id of a value that has steps the body that works it out."""
    takes: dict[int, ActionPlan] = field(default_factory=dict)
    """By the first operation of the body of taking an action the action."""
    acting: dict[int, RulePlan[rules.Reaction]] = field(default_factory=dict)
    """By the first operation of the body of a rule that acts the rule."""
    draws: dict[int, Mapping[int, Expression]] = field(default_factory=dict)
    """By the first operation of a body from what chance chooses there, by slot (see `drawn`)."""
    rules: tuple[RulePlan[rules.Rule], ...]
    payments: Mapping[Span, Payment]

    def copies(self, number: int) -> int:
        """Return how many copies of a definition there are; those of a player's zone for each."""
        definition = self.game.definitions[number]
        if definition.is_unlimited:
            return UNLIMITED
        if self.game.kinds[definition.kind].is_unique:
            return 1
        owner = definition.start.owner if definition.start else None
        return definition.copies * (self.seats if owner == "player" else 1)

    def is_single(self, number: int) -> bool:
        """Return whether never more than one card is a copy of a definition."""
        own = self.layout.own_definition
        return self.copies(number) == 1 and self.layout.kind_of[number] not in own

    @property
    def is_open(self) -> bool:
        """Whether everybody always sees everything."""
        fields = [*self.layout.table_fields, *self.layout.seat_fields]
        fields += [field for kind in self.layout.kind_fields.values() for field in kind]
        are_seen = all(field.seen_by in (None, "everyone") for field in fields)
        lie_open = all(family.audience.cards == "everyone" for family in self.families)
        secret = any(isinstance(operation, ops.SecretStart) for operation in self.operations)
        return are_seen and lie_open and not secret and not self.layout.veils

    @property
    def has_chance(self) -> bool:
        """Whether chance can decide anything: shuffles, draws, cards taken unseen."""
        shuffles = any(isinstance(o, ops.Call) and o.event == "shuffle" for o in self.operations)
        draws = any(isinstance(o, ops.Choose) and o.by_chance for o in self.operations)
        return shuffles or draws or not self.is_open

    def asked(self, site: object) -> Asked | None:
        """Return what the steps at the site of a decision ask, None where no step asks."""
        return asked_by(self.operations[site]) if isinstance(site, int) else None

    def calls(self, first: int, last: int) -> Iterator[ops.Call]:
        """Yield the events that operations in a row do, up to the first that does anything else."""
        for operation in self.operations[first:last]:
            if isinstance(operation, ops.Call):
                yield operation
            elif not isinstance(operation, ops.CostBegin | ops.CostEnd | ops.Settle):
                return

    def add_code(self, code: ops.Code) -> ops.Code:
        """Register a lowered body, so that its operations are found again."""
        self.codes.append(code)
        self.code_of |= dict.fromkeys(range(code.first, code.last), code)
        return code

    def add_working(self, value: str, code: ops.Code) -> None:
        """Register the body of a value, which runs where that is asked for."""
        self.workings[value] = code
        self.code_of |= dict.fromkeys(range(code.first, code.last), code)

    def code_at(self, number: int) -> ops.Code:
        """Return the body that goes on at an operation, its own or the one before."""
        return self.code_of.get(number) or self.code_of[number - 1]

    def add_action(self, plan: ActionPlan) -> None:
        """Register the body of taking an action."""
        self.add_code(plan.take)
        self.takes[plan.take.first] = plan
        for number in range(plan.take.first, plan.take.last):
            if isinstance(self.operations[number], ops.CostEnd):
                self.paying[number] = plan.number

    def bodies_of(self, effects: Iterable[str]) -> dict[object, ops.Code]:
        """Return the bodies of effects, by the ids that attributes name them by."""
        plans = [self.events[id_] for id_ in effects if id_ in self.events]
        return {plan.id.partition(":")[2]: plan.code for plan in plans if plan.code is not None}

    def rule_at(self, number: int) -> RulePlan[Reaction] | None:
        """Return the rule whose body goes on at an operation, if it is that of a rule."""
        return self.acting.get(self.code_at(number).first)

    def is_of_course(self, code: ops.Code) -> bool:
        """Return whether a body is the course or that of taking an action."""
        return code is self.course.code or code.first in self.takes

    def assemble(self, name: str, body: Body, span: Span) -> ops.Code:
        """Lower one more body: the statements of scripts."""
        return self.add_code(Assembler(self.operations).lower(name, body, span))
