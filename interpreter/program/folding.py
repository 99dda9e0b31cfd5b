"""Find what is settled before a match: expressions that options settle, plain cards and zones.

An expression that is the same in every position is computed once. A card is plain if it has no
rules, fields to reset or zones of its own. A family of zones is plain if it is the table's or the
players', without limit, slots or a special top, and all cards that can lie there are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeAlias

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.nouns import lineage
from dsl.model.traits import Composed, Settled
from dsl.model.walk import operands, walk
from dsl.records import Record
from dsl.words.arithmetic import Fault
from dsl.words.folding import RULES, Found, settled
from dsl.words.vocabulary import FUNCTIONS
from interpreter.program.program import Family, Program


class Constants:
    """The constant expressions of a program.

    Args:
        everyone_stays: Whether nobody can leave a match: then the players are always as many.
    """

    def __init__(self, program: Any, *, everyone_stays: bool) -> None:
        self.program = program
        self.seats: int | None = program.seats if everyone_stays else None
        self.values = {
            value.id: value
            for value in program.values.values()
            if not value.parameters
            and value.id not in program.modifiers
            and value.at_least is None
            and value.at_most is None
        }
        self.settled_values: Found = {}
        self.found: dict[tuple[int, bool], tuple[e.Expression, tuple[object] | None]] = {}

    def of(self, node: e.Expression, *, in_value: bool) -> tuple[object] | None:
        """Return what an expression comes to in every match, as a 1-tuple; None where that is open.

        Args:
            in_value: Whether it stands where no script gives what values come to.
        """
        if isinstance(node, e.Constant):
            return (node.value,)
        if type(node) not in RULES:
            return None
        key = (id(node), in_value)
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = (node, self._settled(node, in_value))
        return found[1]

    def _settled(self, node: e.Expression, in_value: bool) -> tuple[object] | None:
        if not _is_single(node):
            return None
        program, values = self.program, self.values if in_value else {}
        try:
            value = settled(node, program.options, self.seats, values, self.settled_values)
        except (ValueError, KeyError, Fault):
            return None
        return (value,) if all(map(_is_plain, walk(node))) else None


def _is_single(node: Any) -> bool:
    """Return whether an expression comes to a number, a truth, a player, a member or none."""
    inner = node.type.of if isinstance(node.type, t.Maybe) else node.type
    is_basic = isinstance(inner, t.Basic) and inner in (t.INT, t.BOOL, t.PLAYER)
    return is_basic or isinstance(inner, t.EnumType)


def _is_plain(node: object) -> bool:
    """Return whether a part is no bag or set, and no comparison of lists: settling knows none."""
    if isinstance(node, e.Compare) and not (_is_single(node.left) and _is_single(node.right)):
        return isinstance(node.right, e.Constant) and node.right.value is None
    type_: Any = getattr(node, "type", None)
    inner = t.plain_type(type_)
    return not isinstance(inner, t.BagOf | t.SetOf) and (
        not isinstance(inner, t.ListOf) or isinstance(node, e.Players | e.ListOfItems | e.RangeList)
    )


_PUT_TOGETHER = Composed | e.Primitive | e.Entities


def is_fixed(node: e.Expression) -> bool:
    """Return whether an expression puts together nothing but constants."""
    return _are_fixed(_parts(node), is_fixed)


def _parts(node: e.Expression) -> tuple[e.Expression, ...] | None:
    """Return what an expression puts together and nothing else; None where it does more."""
    if isinstance(node, Composed) or getattr(node, "operator", None) == "neg":
        return tuple(operands(node))
    if isinstance(node, e.Primitive) and FUNCTIONS[node.name].means is not None:
        return node.arguments
    return None


def _are_fixed(
    parts: tuple[e.Expression, ...] | None, is_fixed_part: Callable[[e.Expression], bool]
) -> bool:
    if parts is None:
        return False
    return all(isinstance(part, e.Constant) or is_fixed_part(part) for part in parts)


class Invariants:
    """The invariant expressions of a program: they are the same in every position.

    Beside constants these name the things of a unique kind that lie in no zone: a board's spaces, a
    team. They come into a match first, in the order of their definitions, and nobody can take one
    for another.
    """

    def __init__(self, program: Program) -> None:
        kinds = program.game.kinds
        unique = [
            number
            for number, definition in enumerate(program.definitions)
            if definition is not None and kinds[definition.kind].is_unique
        ]
        zoned = {family.kind for family in program.families}
        self.program = program
        self._every: dict[str, tuple[int, ...] | None] = {}
        self.entities = {
            definition: entity
            for entity, definition in enumerate(unique)
            if not zoned & program.ancestors[program.game.definitions[definition].kind]
        }
        """For each definition of a thing that lies in no zone its number."""

    def holds(self, node: e.Expression) -> bool:
        """Return whether an expression comes to the same in every position."""
        if isinstance(node, Settled):
            return True
        if not isinstance(node, _PUT_TOGETHER):
            return False
        if isinstance(node, e.Primitive) and self.entity(node) is not None:
            return True
        if isinstance(node, e.Entities):
            return self.every(node) is not None
        return _are_fixed(_parts(node), self.holds)

    def entity(self, node: e.Primitive) -> int | None:
        """Return the thing that the id of a unique definition names, where it lies in no zone."""
        definition: Any = node.arguments[0] if node.name == "unique-entity" else None
        if not isinstance(definition, e.Constant) or not isinstance(definition.value, int):
            return None
        return self.entities.get(definition.value)

    def every(self, node: e.Entities) -> tuple[int, ...] | None:
        """Return all things of a kind, where they are unique and lie in no zone."""
        if node.kind not in self._every:
            self._every[node.kind] = self._every_of(node.kind)
        return self._every[node.kind]

    def _every_of(self, kind: str) -> tuple[int, ...] | None:
        program = self.program
        if not program.game.kinds[kind].is_unique:
            return None
        wanted = [
            number
            for number, definition in enumerate(program.definitions)
            if definition is not None and kind in program.ancestors[definition.kind]
        ]
        found = [self.entities.get(number) for number in wanted]
        return None if None in found else tuple(n for n in found if n is not None)


Bound: TypeAlias = Sequence[frozenset[int] | None]
FixedZones: TypeAlias = tuple[tuple[Family, int | None], ...]


class Holders(Record, kw_only=True, eq=False):
    """Static knowledge of cards and their zones.

    Attributes:
        single: By definition whether there is never more than one copy of it.
        bound: By definition the families outside of which its state resets, or None.
        plain: The families that plain cards go in and out of without further ado.
        fixed: The family and the seat of each zone of the table and the players; those of cards
            come behind them.
        has_piles: Whether some zone shows its top to others than its cards.
    """

    single: tuple[bool, ...]
    bound: Bound
    plain: frozenset[int]
    fixed: FixedZones
    has_piles: bool


def holders(program: Program, ruled: Collection[int]) -> Holders:
    """Return the static knowledge of a program's cards and their zones.

    Args:
        ruled: The definitions that have rules.
    """
    kinds, families = program.game.kinds, program.families
    bound = list[frozenset[int] | None]()
    for definition in program.game.definitions:
        places = (kinds[kind].active_in for kind in lineage(kinds, definition.kind))
        keys = next(filter(None, places), None)
        bound.append(frozenset(program.family_numbers[k] for k in keys) if keys else None)
    careful = frozenset(
        kind
        for number, definition in enumerate(program.game.definitions)
        if number in ruled or bound[number] or program.layout.kind_zones[definition.kind]
        for kind in program.ancestors[definition.kind]
    )
    seats = {None: (None,), "player": range(program.seats)}
    return Holders(
        single=tuple(program.is_single(each) for each in range(len(program.definitions))),
        bound=bound,
        plain=frozenset(f.number for f in families if _is_free(f) and f.kind not in careful),
        fixed=tuple((f, seat) for f in families for seat in seats.get(f.key.owner, ())),
        has_piles=any(f.audience.top != f.audience.cards for f in families),
    )


def _is_free(family: Family) -> bool:
    has_owner = family.key.owner in (None, "player")
    is_free = family.limit is None and family.slots is None
    return has_owner and is_free and family.audience.top == family.audience.cards
