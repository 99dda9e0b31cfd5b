"""Number every possible answer of a game: one id an answer, fixed for the package.

An answer is what is asked (an action of an offer, a parameter, a choice in a step) with its
meaning: a card by its definition, a player by seat, a member of an enum, a number, a zone. The ids
follow from the package, its options and the number of players alone. What has no meaning of its own
for the table (a card that the decider cannot tell, a very large number, the fourth copy of a card
told apart from three others) is answered by its place among the options: the ids at the end.

The properties of a game that learners ask for stand at the top: chance, hidden information, ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from dsl.model import types as t
from interpreter import Ask, Decision, Machine, Program, State, Value


def ranks(machine: Machine) -> bool:
    """Return whether the game ranks its players by numbers."""
    end = machine.program.game.end
    return end is not None and bool(end.rank)


MOST_IDS = 20_000
"""More ids than that are too many for a table."""
NUMBERS = 100
"""Numbers from 0 below it have ids of their own."""
COPIES = 3
"""So many copies of a card that are offered apart have ids of their own."""
PLACES = 64
"""Ids of answers by their place among the options."""

NONE, YES, NO, PLACE = "none", "yes", "no", "option"
Key = tuple[Hashable, ...]


class TooManyIds(ValueError):
    """A game has more possible answers than a table can hold."""


class ActionTable:
    """The ids of all answers in matches of a machine.

    Attributes:
        names: What each id means, in words of the package.
        met: What has been worked out of questions with their options, as long as it holds.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program = machine, machine.program
        self._hides = not machine.program.is_open
        self._ids: dict[Key, int] = {}
        self._definitions: tuple[int, ...] = ()
        self._known: dict[Key, dict[Value, int]] = {}
        self.met: dict[Any, Any] = {}
        self.names: list[str] = []
        for key, name in _answers(self.program):
            if key not in self._ids:
                self._ids[key] = len(self.names)
                self.names.append(name)
            if len(self.names) > MOST_IDS:
                raise TooManyIds(
                    f"{self.program.game.manifest.id} has over {MOST_IDS:,} possible answers; "
                    "number them by their place among the options"
                )

    def __len__(self) -> int:
        return len(self.names)

    def of(self, st: State) -> list[int]:
        """Return the id of each option of the open decision, in their order.

        Raises:
            TooManyIds: An option has no id.
        """
        if self._hides:
            return self._told_apart(keys_of(self.machine, st))
        self.tells_all(st)
        options, known = st.ask.options, self._known.setdefault((st.ask.kind, st.ask.site), {})
        try:
            found = [*map(known.__getitem__, options)]
        except KeyError:
            keys = keys_of(None, st)
            own = map(self._ids.get, keys)
            known.update((o, id_) for o, id_ in zip(options, own, strict=True) if id_ is not None)
            return self._told_apart(keys)
        return found if len({*found}) == len(found) else self._told_apart(keys_of(None, st))

    def of_meanings(self, st: State) -> list[int | None]:
        """Return the id of each option by what it means alone; None where others tell, too."""
        return [*map(self._ids.get, keys_of(self.machine if self._hides else None, st))]

    def tells_all(self, st: State) -> bool:
        """Return whether options alone tell their ids: where everybody sees everything, as long as
        each card is what it was; what is known is forgotten when one is not."""
        if self._hides:
            return False
        if st.entity_definitions is not self._definitions:
            self._definitions = st.entity_definitions
            self._known.clear()
            self.met.clear()
        return True

    def _told_apart(self, keys: Sequence[Key]) -> list[int]:
        """Return an id for each meaning, none twice."""
        found: list[int] = []
        taken: set[int] = set()
        for place, key in enumerate(keys):
            id_ = self._ids.get(key)
            if id_ is None or id_ in taken:
                id_ = self._id_of_copy(key, place, taken)
            taken.add(id_)
            found.append(id_)
        return found

    def _id_of_copy(self, key: Key, place: int, taken: set[int]) -> int:
        """Return the id of one of several options that mean the same, or that of a place."""
        for each in (*((*key, copy) for copy in range(1, COPIES)), (PLACE, place)):
            id_ = self._ids.get(each)
            if id_ is not None and id_ not in taken:
                return id_
        raise TooManyIds("an option has no id; number options by their place")


# --- what an option means -------------------------------------------------------------------------


def keys_of(machine: Machine | None, st: State) -> list[Key]:
    """Return what each option of the open decision means; `()` where only its place can tell.

    Args:
        machine: None where everybody always sees everything.
    """
    ask: Ask = st.ask
    meaning = _meaning(machine, st, ask)
    return [
        (NONE,)
        if option is None
        else (Decision.ENOUGH,)
        if isinstance(option, str)
        else meaning(option)
        for option in ask.options
    ]


def _taken(machine: Machine | None, st: State, ask: Ask, option: Any) -> Key:
    """Return what it means to take an action or to let a rule happen."""
    number, card, *elements = option
    if elements or (machine and card is not None and is_hidden(machine, st, ask, card)):
        return ()
    of = None if card is None else st.entity_definitions[card]
    return ("take" if ask.kind == "action" else "rule", number, of)


def _meaning(machine: Machine | None, st: State, ask: Ask) -> Callable[[Any], Key]:
    """Return what tells what an answer to a question means, whatever copy of a card it is."""
    if ask.kind in ("action", "trigger", "replacement"):
        return partial(_taken, machine, st, ask)
    site: Key = ("step", ask.site) if isinstance(ask.site, int) else tuple(ask.site)
    type_ = None if ask.kind in ("yes-no", "alternative") else ask.of
    if isinstance(type_, t.ListOf | t.SetOf):
        return lambda option: ()
    if ask.kind == "piece":
        of_value = _of_value(machine, st, ask, type_, site)
        return lambda option: of_value(option[1])
    if ask.kind == "yes-no":
        return lambda option: (*site, YES if option else NO)
    return _of_value(machine, st, ask, type_, site)


def _of_value(
    machine: Machine | None, st: State, ask: Ask, type_: t.Type | None, site: Key
) -> Callable[[Any], Key]:
    if isinstance(type_, t.TargetType):
        card = _of_value(machine, st, ask, t.EntityType(type_.kind), site)
        return lambda target: (*site, target) if target < 0 else card(target)
    if not isinstance(type_, t.EntityType):
        return lambda value: (*site, value)
    definitions = st.entity_definitions
    if machine is None:
        return lambda card: (*site, definitions[card])
    return lambda card: () if is_hidden(machine, st, ask, card) else (*site, definitions[card])


def is_hidden(machine: Machine, st: State, ask: Ask, card: int) -> bool:
    """Return whether who decides cannot tell which card an entity is."""
    return not machine.knowledge.identifies(st, card) >> ask.decider & 1


# --- everything that can be asked -----------------------------------------------------------------


def _answers(program: Program) -> Iterator[tuple[Key, str]]:
    """Yield every answer with its name, each perhaps more than once, in the order of the graph."""
    for plan in program.actions:
        if plan.owner_definition is None and plan.owner_kinds is None:
            yield ("take", plan.number, None), str(plan.action.id)
            continue
        for number in _bearers(program, plan.owner_definition, plan.owner_kinds):
            if number not in plan.lacking:
                name = f"{program.game.definitions[number].id}: {plan.action.id}"
                yield from _copies(program, ("take", plan.number, number), number, name)
    is_open = False
    for number in range(len(program.operations)):
        for key, name in _asked(program, number):
            is_open = is_open or key == (PLACE,)
            if key != (PLACE,):
                yield key, name
    yield from _rules(program)
    if is_open:
        yield from (((PLACE, place), f"{PLACE} {place + 1}") for place in range(PLACES))


def _rules(program: Program) -> Iterator[tuple[Key, str]]:
    for number, plan in sorted(program.reactions.items()):
        rule = str(plan.rule.id)
        yield ("rule", number, YES), f"{rule}: {YES}"
        yield ("rule", number, NO), f"{rule}: {NO}"
        if plan.owner_definition is None and plan.owner_kinds is None:
            yield ("rule", number, None), rule
            continue
        for card in _bearers(program, plan.owner_definition, plan.owner_kinds):
            name = f"{program.game.definitions[card].id}: {rule}"
            yield from _copies(program, ("rule", number, card), card, name)
    if program.insteads:
        yield (NONE,), NONE


def _bearers(program: Program, own: int | None, kinds: Iterable[str] | None) -> list[int]:
    """Return the definitions in the game that bear an action or rule."""
    if own is not None:
        return [own]
    wanted = frozenset(kinds or ())
    return [
        number
        for number, definition in enumerate(program.definitions)
        if definition is not None and wanted & program.ancestors[definition.kind]
    ]


def _copies(program: Program, key: Key, number: int, name: str) -> Iterator[tuple[Key, str]]:
    """Yield an answer for each copy of a card that can be offered apart."""
    if program.definitions[number] is None:
        return
    yield key, name
    changes = program.layout.kind_of[number] in program.layout.own_definition
    for copy in range(1, COPIES if changes else min(program.copies(number), COPIES)):
        yield (*key, copy), f"{name}#{copy + 1}"


def _asked(program: Program, number: int) -> Iterator[tuple[Key, str]]:
    """Yield the answers to what an operation asks; `(PLACE,)` where some have no meaning."""
    asked = program.asked(number)
    if asked is None:
        return
    where = program.code_of[number].name if number in program.code_of else ""
    for place in range(len(asked.ways)):
        yield ("step", number, place), f"{where}: alternative {place + 1}"
    if asked.is_yes_no and not asked.is_of_rule:
        yield from ((("step", number, word), f"{where}: {word}") for word in (YES, NO))
    if asked.may_decline:
        yield (NONE,), NONE
    if asked.ordered is not None:
        yield from _values(program, ("step", number), t.option_type(asked.ordered.type), where)
    choice = asked.choice
    if choice is None or (choice.by_chance and not asked.may_decline):
        return
    site: Key = ("step", number) if choice.action is None else ("action", *choice.action)
    names = program.code_of[number].names
    name = f"{where}.{names[choice.slot]}" if choice.slot < len(names) else where
    source = choice.source.type
    if not isinstance(t.plain_type(source), t.ListOf | t.SetOf):  # an amount: its units
        yield from _values(program, site, t.option_type(getattr(source, "of", t.UNKNOWN)), name)
        return
    if choice.mode not in ("one", "exactly"):
        yield (Decision.ENOUGH,), Decision.ENOUGH
    yield from _values(program, site, t.option_type(source), name)


def _values(
    program: Program, site: Key, type_: t.Type | None, name: str
) -> Iterator[tuple[Key, str]]:
    """Yield the values of a type as answers of a site."""
    if isinstance(type_, t.TargetType):
        for seat, word in _seats(program):
            yield (*site, t.SEAT_OF_TARGET - seat), f"{name}: {word}"
        type_ = t.EntityType(type_.kind)
    if isinstance(type_, t.EntityType | t.DefinitionType):
        yield from _cards(program, site, type_, name)
        return
    found = _MEMBERS.get(type_) or (_members_of(type_) if type_ is not None else None)
    if found is None:
        yield (PLACE,), ""
        return
    yield from (((*site, value), f"{name}: {word}") for value, word in found(program))
    if type_ == t.INT or isinstance(type_, t.ZoneType):
        yield (PLACE,), ""


def _cards(
    program: Program, site: Key, type_: t.EntityType | t.DefinitionType, name: str
) -> Iterator[tuple[Key, str]]:
    is_open = False
    for number in _bearers(program, None, [type_.kind] if type_.kind else program.ancestors):
        key, word = (*site, number), f"{name}: {program.game.definitions[number].id}"
        if isinstance(type_, t.DefinitionType):
            yield key, word
            continue
        kind = program.game.kinds[program.game.definitions[number].kind]
        is_open = is_open or not kind.is_unique
        yield from _copies(program, key, number, word)
    if is_open:
        yield (PLACE,), ""


Members = Callable[[Program], Iterable[tuple[Hashable, str]]]


def _members_of(type_: t.Type) -> Members | None:
    """Return what lists the values of a type with their words; None where they have no end."""
    if isinstance(type_, t.EnumType):
        return lambda program: enumerate(program.game.enums[type_.name].members)
    if isinstance(type_, t.ZoneType):
        return _zones
    return None


def _zones(program: Program) -> Iterator[tuple[int, str]]:
    """Yield the zones of the table and the players, as matches number them."""
    number = 0
    for family in program.families:
        if family.key.owner in (None, "player"):
            for seat in range(program.seats if family.key.owner else 1):
                owner = f"{seat + 1}." if family.key.owner else ""
                yield number, f"{owner}{family.key.name}"
                number += 1


def _seats(program: Program) -> Sequence[tuple[int, str]]:
    return [(seat, f"player {seat + 1}") for seat in range(program.seats)]


_MEMBERS: dict[t.Type | None, Members] = {
    t.PLAYER: _seats,
    t.BOOL: lambda program: ((True, YES), (False, NO)),
    t.INT: lambda program: ((number, str(number)) for number in range(NUMBERS)),
}
