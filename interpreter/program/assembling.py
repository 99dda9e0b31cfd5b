"""Assemble a program: the game for one set of options and one number of players.

Entries whose `only-if` does not hold are gone here; every body is lowered to operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from dsl.model import rules
from dsl.model.expressions import Expression, ZoneKey
from dsl.model.game import Game, Phase
from dsl.model.nouns import active_in, lineage
from dsl.model.steps import Body
from dsl.model.types import Type
from dsl.words.folding import settled
from dsl.words.vocabulary import NATIVES, VOCABULARY
from interpreter.lower import ops
from interpreter.lower.bodies import NOWHERE, Assembler
from interpreter.lower.course import lower_course
from interpreter.lower.owners import Acting, lower_action, lower_reaction
from interpreter.program import active
from interpreter.program.amounts import payments_of
from interpreter.program.program import (
    ActionPlan,
    EventPlan,
    Family,
    PhasePlan,
    Program,
    RulePlan,
    lay_out,
)
from interpreter.state.values import FIRST_OPERATION


class Conditional(Protocol):
    """An entry that may count under some options only."""

    @property
    def only_if(self) -> Expression | None: ...


C = TypeVar("C", bound=Conditional)
R = TypeVar("R", bound=rules.Rule)
A = TypeVar("A", bound=rules.Reaction)


def assemble_program(game: Game, options: Mapping[str, object], seats: int) -> Program:
    """Assemble the program of a game.

    Args:
        options: Every option of the game with its value.
        seats: Number of players, within `game.players`.
    """
    return _Assembly(game, dict(options), seats).program()


class _Assembly:
    def __init__(self, game: Game, options: dict[str, object], seats: int) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.layout = lay_out(game, seats)
        self.operations: list[ops.Operation | None] = [None] * FIRST_OPERATION
        self.assembler = Assembler(self.operations)
        self.codes: list[ops.Code] = []
        self.definitions = tuple(d if self.holds(d.only_if) else None for d in game.definitions)
        self.index = {d.id: i for i, d in enumerate(game.definitions)}
        self.family_numbers = {key: i for i, key in enumerate(game.zones)}
        self.events: dict[str, EventPlan] = {}
        self.rules: list[RulePlan[rules.Rule]] = []
        self.phases: list[PhasePlan | None] = []
        self.scopes = frozenset(field.until for field in game.state.values() if field.until)
        self.modified = {modifier.attribute for modifier in self.kept(game.modifiers)}
        self.needing_actor = active.needing_actor(game)

    def holds(self, only_if: Expression | None) -> bool:
        return only_if is None or bool(settled(only_if, self.options, self.seats))

    def kept(self, entries: Iterable[C]) -> tuple[C, ...]:
        """Return the entries whose `only-if` holds and whose card is in the game."""
        return tuple(e for e in entries if self.holds(e.only_if) and self._has_card(e))

    def _has_card(self, entry: object) -> bool:
        card = getattr(entry, "card", None)
        return card is None or self.definitions[self.index[card]] is not None

    def lower(self, name: str, body: Body, *, keeps_locals: bool = False, as_batch: bool = False,
              needing: frozenset[str] = frozenset()) -> ops.Code:  # fmt: skip
        span = body.steps[0].span if body.steps else NOWHERE
        code = self.assembler.lower(name, body, span, keeps_locals=keeps_locals,
                                    as_batch=as_batch, actor_needed_by=needing)  # fmt: skip
        self.codes.append(code)
        return code

    def program(self) -> Program:
        game = self.game
        self._events()
        forbidden = self.kept(game.forbids)
        open_ = (active.unless_forbidden(a, forbidden) for a in self.kept(game.actions))
        actions = tuple(self._action(a, i) for i, a in enumerate(open_))
        numbers = {plan.action.id: plan.number for plan in actions}
        setup = tuple(self._phase(p, None, numbers) for p in self.kept(game.setup))
        rounds = tuple(self._phase(p, None, numbers) for p in self.kept(game.phases))
        members = active.members_of(game)
        triggers = [self._reaction(r, "trigger") for r in self.kept(game.triggers)]
        insteads = [self._reaction(r, "replacement") for r in self.kept(game.replacements)]
        forbids = [self._rule(r) for r in forbidden]
        modifiers = [self._rule(r) for r in self.kept(game.modifiers)]
        always = [self._always(r) for r in self.kept(game.always)]
        becomes = [self._reaction(r, "becomes") for r in self.kept(game.becomes)]
        phases = tuple(p for p in self.phases if p is not None)
        positions = tuple(f for f in game.state.values() if f.looks_at)
        looks = Body((), 0, tuple(rules.look(each, "set") for each in positions))
        first = self.lower("first look", looks) if positions else None
        course = lower_course(self.assembler, phases, setup, rounds, self.scopes, first)
        program = Program(
            game=game,
            options=self.options,
            seats=self.seats,
            layout=self.layout,
            definitions=self.definitions,
            attributes=active.by_attribute(self.definitions),
            families=tuple(self._family(i, key) for i, key in enumerate(game.zones)),
            family_numbers=self.family_numbers,
            ancestors={kind: frozenset(lineage(game.kinds, kind)) for kind in game.kinds},
            values={id_: kept[0] for id_, vs in game.values.items() if (kept := self.kept(vs))},
            events=self.events,
            rules=tuple(self.rules),
            reactions={r.number: r for r in (*triggers, *insteads, *becomes)},
            befores=active.by_event((r for r in triggers if r.rule.timing == "before"), members),
            afters=active.by_event((r for r in triggers if r.rule.timing == "after"), members),
            insteads=active.by_event(insteads, members),
            forbids=active.by_event(forbids, members),
            modifiers=active.by_key(modifiers, lambda r: r.rule.value or r.rule.attribute),
            always=tuple(always),
            becomes=tuple(becomes),
            actions=actions,
            setup=setup,
            phases=phases,
            rounds=rounds,
            resets=active.by_key(game.state.values(), lambda f: f.until),
            operations=self.operations,
            codes=[],
            course=course,
            payments=payments_of(game),
        )
        for code in self.codes:
            program.add_code(code)
        for plan in actions:
            program.add_action(plan)
        program.add_code(course.code)
        program.acting |= {r.code.first: r for r in program.reactions.values() if r.code}
        self._workings(program)
        return program

    def _workings(self, program: Program) -> None:
        for value in program.values.values():
            if isinstance(value.body, Body):
                code = self.assembler.lower(f"value {value.id}", value.body, value.span)
                program.add_working(value.id, code)

    def _events(self) -> None:
        for row in NATIVES.values():
            slots = [(slot.name, slot.type) for slot in row.slots]
            text = VOCABULARY.native_text(row.name, self.game)
            self._add_event(row.name, None, None, slots, text, native=True)
        for variants in self.game.events.values():
            for event in self.kept(variants):
                self._event(event)
        for effect in self.game.effects:
            self._effect(effect)
        for group in self.game.groups:
            self._group(group)

    def _event(self, event: rules.Event) -> None:
        code = self.lower(f"event {event.id}", event.body)
        slots: list[tuple[str, Type]] = [(slot.name, slot.type) for slot in event.slots]
        self._add_event(event.id, event, code, slots, event.text)

    def _effect(self, effect: rules.Effect) -> None:
        if self._has_card(effect):
            code = self.lower(f"effect {effect.id}", effect.body)
            self._add_event(f"effect:{effect.id}", None, code, [], {})

    def _add_event(
        self,
        id_: str,
        event: rules.Event | None,
        code: ops.Code | None,
        slots: list[tuple[str, Type]],
        text: Mapping[str, str],
        *,
        native: bool = False,
    ) -> None:
        self.events[id_] = EventPlan(
            id=id_,
            number=len(self.events),
            event=event,
            native=native,
            needs_room=native and NATIVES[id_].needs_room,
            slots=len(slots),
            no_result=() if id_ == "create" else active.no_result(event),
            code=code,
            text=text,
            told=event.told if event else {},
            slot_names=tuple(name for name, _ in slots),
            slot_types=tuple(type_ for _, type_ in slots),
        )

    def _group(self, group: rules.Group) -> None:
        slots: list[tuple[str, Type]] = [(p.name, p.type) for p in group.parameters]
        self._add_event(f"act:{group.id}", None, None, slots, group.text)

    def _action(self, action: rules.Action, number: int) -> ActionPlan:
        cost = self._cost(action)
        id_ = f"act:{action.id}"
        code = self.lower(f"action {action.id}", action.body)
        slots: list[tuple[str, Type]] = [(p.name, p.type) for p in action.parameters]
        self._add_event(id_, None, code, slots, action.text)
        places, kinds, definition = self._presence(action)
        return ActionPlan(
            action=action,
            number=number,
            cost=cost,
            take=lower_action(self.assembler, action, number, cost, self.scopes),
            event=id_,
            places=places,
            owner_kinds=kinds,
            owner_definition=definition,
            lacking=self._lacking(action.cost),
        )

    def _phase(self, phase: Phase, parent: int | None, actions: Mapping[str, int]) -> int:
        number = len(self.phases)
        self.phases.append(None)
        self._add_event(f"phase:{phase.id}", None, None, [], phase.text)
        inner = tuple(self._phase(p, number, actions) for p in self.kept(phase.phases or ()))
        code = self.lower(f"phase {phase.id}", phase.body) if phase.body else None
        offer = tuple(actions[id_] for id_ in phase.offer or () if id_ in actions)
        self.phases[number] = PhasePlan(
            phase=phase, number=number, code=code, offer=offer, phases=inner, parent=parent
        )
        return number

    def _reaction(self, rule: A, sort: str) -> RulePlan[A]:
        cost = self._cost(rule)
        asked = (len(self.rules), sort)
        acting = lower_reaction(self.assembler, rule, asked, cost, self.needing_actor)
        self.codes.append(acting.code)
        return self._rule(rule, acting.code, cost, acting)

    def _always(self, rule: rules.Always) -> RulePlan[rules.Always]:
        batch, needing = active.may_be_batch(rule.body), self.needing_actor
        code = self.lower(f"always {rule.id}", rule.body, as_batch=batch, needing=needing)
        return self._rule(rule, code)

    def _cost(self, rule: rules.Reaction | rules.Action) -> ops.Code | None:
        name = f"cost {rule.id}"
        cost = rule.cost
        if cost is not None and self._may_be_said_anew(cost):
            cost = active.with_something_said(cost)
        return self.lower(name, cost, keeps_locals=True) if cost else None

    def _lacking(self, cost: Body | None) -> frozenset[int]:
        """Return the definitions that never have a rule with such a cost."""
        if self._may_be_said_anew(cost):
            return frozenset()
        return active.lacking(cost, self.game.effects, self.index)

    def _may_be_said_anew(self, cost: Body | None) -> bool:
        """Return whether a cost is what its card says, and a modifier can change that."""
        said = active.said_by_self(cost)
        return said is not None and said.attribute in self.modified

    def _rule(
        self, rule: R, code: ops.Code | None = None, cost: ops.Code | None = None,
        acting: Acting | None = None,
    ) -> RulePlan[R]:  # fmt: skip
        places, kinds, definition = self._presence(rule)
        plan = RulePlan(
            rule=rule,
            number=len(self.rules),
            cost=cost,
            code=code,
            places=places,
            owner_kinds=kinds,
            owner_definition=definition,
            lacking=self._lacking(getattr(rule, "cost", None)),
            acting=acting,
        )
        self.rules.append(plan)
        return plan

    def _presence(
        self, rule: rules.Rule
    ) -> tuple[tuple[int, ...] | None, frozenset[str] | None, int | None]:
        """Return the families, kinds and definition that say when a rule is active."""
        if rule.card is None and rule.kind is None:
            return None, None, None
        definition = None if rule.card is None else self.index[rule.card]
        kind = rule.kind
        if kind is None:
            assert definition is not None
            kind = self.game.definitions[definition].kind
        keys = rule.active_in if rule.active_in is not None else active_in(self.game.kinds, kind)
        is_bound = bool(keys) or not self.game.kinds[kind].is_unique
        places = tuple(self.family_numbers[key] for key in keys) if is_bound else None
        kinds = frozenset(k for k in self.game.kinds if kind in lineage(self.game.kinds, k))
        return places, kinds if rule.card is None else None, definition

    def _family(self, number: int, key: ZoneKey) -> Family:
        zone = self.game.zones[key]
        audience = next(a for only_if, a in zone.audiences if self.holds(only_if))
        slots = self._number(zone.slots)
        return Family(
            key=key,
            number=number,
            kind=zone.of,
            slots=slots,
            limit=slots if slots is not None else self._number(zone.max),
            is_stack=zone.order == "stack",
            is_ordered=zone.order != "none" or slots is not None,
            is_used=self.holds(zone.only_if),
            audience=audience,
        )

    def _number(self, expression: Expression | None) -> int | None:
        if expression is None:
            return None
        number = settled(expression, self.options, self.seats)
        assert isinstance(number, int)
        return number
