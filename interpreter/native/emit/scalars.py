"""Lower expressions that come to one cell: constants, reads of state, arithmetic, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.native.emit.dispatch import atom, condition, each, value, value_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import member_of, same_lists
from interpreter.native.emit.limits import counted_read
from interpreter.native.emit.sight import controller, holder, own_definition
from interpreter.native.emit.writer import Writer, is_block, is_entity
from interpreter.program.domains import Magnitudes, PrintedValues
from interpreter.program.noun_closures import (
    definitions_of,
    first_zone,
    is_kind,
    printed_cards,
    zone_offset,
)
from interpreter.program.program import START_PLAYER, STATE_ROLES

FEW_ITEMS: Final = 6
"""Fewer items of a list are compared one by one without the list being made."""
INT_FUNCTIONS: Final = {"//": "floordiv", "%": "modulo", "min": "least", "max": "most"}
"""The operators that are functions of the runtime."""


# --- constants and roles ------------------------------------------------------------------------


@value_of(e.Constant)
def _constant(em: Emitter, w: Writer, node: e.Constant) -> str:
    return em.constant(node.value, node.type)


@value_of(e.OptionValue)
def _option(em: Emitter, w: Writer, node: e.OptionValue) -> str:
    return em.constant(em.program.options[node.option], node.type)


@value_of(e.Local)
def _local(em: Emitter, w: Writer, node: e.Local) -> str:
    return w.slots.setdefault(node.slot, f"s{node.slot}")


@value_of(e.Role)
def _role(em: Emitter, w: Writer, node: e.Role) -> str:
    standing = {"me": w.me, "self": w.self_, "actor": w.actor}
    if node.name in standing:
        return standing[node.name]
    return f"M[{em.base('values') + STATE_ROLES[node.name]}]"


@value_of(e.Members)
def _members(em: Emitter, w: Writer, node: e.Members) -> str:
    return _counted(em, range(len(em.game.enums[node.enum].members)))


@value_of(e.Definitions)
def _definitions(em: Emitter, w: Writer, node: e.Definitions) -> str:
    return _counted(em, printed_cards(em.evaluator, node.kind))


def _counted(em: Emitter, items: range | tuple[int, ...]) -> str:
    """Return where a list lies that is always the same."""
    return str(em.static((len(items), *items)))


# --- state --------------------------------------------------------------------------------------


def place(em: Emitter, key: e.StateKey, of: str | None) -> str:
    """Return the text of the cell in which a field lies.

    Args:
        of: The seat or entity whose field it is; None for the game's own.
    """
    base, layout = em.base("values"), em.layout
    if key.owner is None:
        return str(base + (START_PLAYER if key.name == "start-player" else layout.table[key]))
    assert of is not None
    if key.owner == "player":
        return f"{of} * {layout.seat_size} + {base + layout.seat_base + layout.seat[key]}"
    return f"M[EB + {of}] + {layout.entity[key]}"


@value_of(e.StateRead)
def _state_read(em: Emitter, w: Writer, node: e.StateRead) -> str:
    of = None if node.of is None else atom(em, w, node.of)
    if of is not None and node.state.owner == "player":
        of = _somebody(node.of, of)
    return f"M[{place(em, node.state, of)}]"


def _somebody(node: e.Expression | None, seat: str) -> str:
    """Return the text of a seat of which something is read: of `me` a check that somebody acts."""
    return f"somebody({seat})" if isinstance(node, e.Role) else seat


# --- zones --------------------------------------------------------------------------------------


def zone(em: Emitter, w: Writer, key: e.ZoneKey, of: e.Expression | None) -> str:
    """Return the text of the number of a zone."""
    if key.owner is None:
        return str(first_zone(em.evaluator, key))
    assert of is not None
    owner = value(em, w, of)
    if key.owner == "player":
        return f"({first_zone(em.evaluator, key)} + {_somebody(of, owner)})"
    return f"(M[EZ + {owner}] + {zone_offset(em.evaluator, key)})"


def block_of(em: Emitter, zone: str) -> str:
    """Return the text of the place where the cards of a zone lie."""
    if zone.isdigit():
        return str(em.image.zone_places[int(zone)])
    return f"M[ZP + {zone}]"


@value_of(e.ZoneRef)
def _zone_ref(em: Emitter, w: Writer, node: e.ZoneRef) -> str:
    return zone(em, w, node.zone, node.of)


def has_slots(em: Emitter, key: e.ZoneKey) -> bool:
    """Return whether the zones of a family have places that can be empty."""
    return em.program.families[em.program.family_numbers[key]].slots is not None


@value_of(e.ZoneCards)
def _zone_cards(em: Emitter, w: Writer, node: e.ZoneCards) -> str:
    text = zone(em, w, node.zone, node.of)
    if not has_slots(em, node.zone):
        return block_of(em, text)
    w.allocates = True
    return w.bind(f"cards_of({text})")


@value_of(e.CardsOf)
def _cards_of(em: Emitter, w: Writer, node: e.CardsOf) -> str:
    w.allocates |= em.is_slotted
    return f"cards_of({value(em, w, node.zone)})"


# --- what every entity knows --------------------------------------------------------------------


@value_of(e.Property)
def _property(em: Emitter, w: Writer, node: e.Property) -> str:
    return PROPERTIES[node.name](em, w, node, value(em, w, node.of))


def _definition(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return f"M[DF + {of}]"


def _kind(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    names = list(em.game.kinds)
    kinds = em.static(tuple(names.index(each.kind) for each in em.game.definitions))
    return f"M[{kinds} + M[DF + {of}]]"


def _zone(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    found = w.bind(f"M[PL + {of}]")
    return f"({found} if {found} >= 0 else NONE)"


def _position(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return f"position({of})"


def _seat(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return of


def _owner(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return f"M[EO + {of}]"


def _holder(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return f"{holder(em)}({of})"


def _controller(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    return f"{controller(em)}({of})"


def _container(em: Emitter, w: Writer, node: e.Property, of: str) -> str:
    owners = [family.key.owner for family in em.program.families]
    fits = [each is not None and is_kind(em.evaluator, each, node.kind) for each in owners]
    table = em.static(tuple(map(int, fits)))
    lies, found = w.bind(f"M[PL + {of}]"), w.bind("NONE")
    with w.inner(f"if {lies} >= 0:"), w.inner(f"if M[{table} + M[ZF + {lies}]]:"):
        w.line(f"{found} = M[ZO + {lies}]")
    return found


PROPERTIES: Final[dict[str, Callable[[Emitter, Writer, e.Property, str], str]]] = {
    "definition": _definition,
    "itself": lambda em, w, node, of: own_definition(em, of),
    "kind": _kind,
    "zone": _zone,
    "position": _position,
    "holder": _holder,
    "owner": _owner,
    "controller": _controller,
    "seat": _seat,
    "container": _container,
}


@value_of(e.IsKind)
def _is_kind(em: Emitter, w: Writer, node: e.IsKind) -> str:
    table = of_kind(em, node.kind)
    asked, found = atom(em, w, node.of), w.bind("0")
    definition = f"M[DF + {asked}]" if is_entity(node.of.type) else asked
    with w.inner(f"if {asked} != NONE:"):
        w.line(f"{found} = M[{table} + {definition}]")
    return f"({found} == 0)" if node.negated else found


def of_kind(em: Emitter, kind: str) -> int:
    """Return where the table lies that says by definition whether it is of a kind."""
    wanted = frozenset(definitions_of(em.evaluator, kind))
    return em.by_definition(wanted.__contains__)


# --- operators ----------------------------------------------------------------------------------


@value_of(e.Arithmetic)
def _arithmetic(em: Emitter, w: Writer, node: e.Arithmetic) -> str:
    left = value(em, w, node.left)
    if node.right is None:
        return f"(0 - {left})" if node.operator == "neg" else f"absolute({left})"
    right = value(em, w, node.right)
    if node.operator in INT_FUNCTIONS:
        return f"{INT_FUNCTIONS[node.operator]}({left}, {right})"
    text = f"({left} {node.operator} {right})"
    return text if never_faults(em, node) else f"bounded{text}"


def never_faults(em: Emitter, node: e.Arithmetic) -> bool:
    """Return whether an operator cannot fault by its form."""
    return magnitudes(em).never_faults(node, in_value=True)


def magnitudes(em: Emitter) -> Magnitudes:
    """Return what says how large numbers can be by their form."""
    key = "magnitudes"
    if key not in em.tables:
        em.tables[key] = Magnitudes(em.evaluator, PrintedValues(em.evaluator))
    known = em.tables[key]
    assert isinstance(known, Magnitudes)
    return known


@value_of(e.Compare)
def _compare(em: Emitter, w: Writer, node: e.Compare) -> str:
    left, right = (
        counted_read(value(em, w, each_), each_.type, em.evaluator.work.compared(each_))
        for each_ in (node.left, node.right)
    )
    types = node.left.type, node.right.type
    if any(map(t.is_bag, types)):
        if node.operator == "<=":
            return f"bag_within({left}, {right})"
        if node.operator == ">=":
            return f"bag_within({right}, {left})"
        same = f"same_bag({left}, {right})"
    elif any(map(is_block, types)):
        same = same_lists(em, node, left, right)
    else:
        return f"({left} {node.operator} {right})"
    return same if node.operator == "==" else f"({same} == 0)"


@value_of(e.Logic)
def _logic(em: Emitter, w: Writer, node: e.Logic) -> str:
    left, other = condition(em, w, node.left), node.right
    if other is None:
        return f"(not {left})"
    lines, right = w.captured(lambda: condition(em, w, other))
    if not lines:
        return f"({left} {node.operator} {right})"
    found = w.bind(f"1 if {left} else 0")
    w.line(f"if {found} == {int(node.operator == 'and')}:")
    put(w, lines, found, f"1 if {right} else 0")
    return found


@value_of(e.Conditional)
def _conditional(em: Emitter, w: Writer, node: e.Conditional) -> str:
    asked = condition(em, w, node.condition)
    then, yes = w.captured(lambda: value(em, w, node.then))
    other, no = w.captured(lambda: value(em, w, node.otherwise))
    if not then and not other:
        return f"({yes} if {asked} else {no})"
    found = w.fresh()
    w.line(f"if {asked}:")
    put(w, then, found, yes)
    w.line("else:")
    put(w, other, found, no)
    return found


def put(w: Writer, lines: list[str], variable: str, text: str) -> None:
    """Write captured lines, one level deeper, and an assignment behind them."""
    w.lines += lines
    w.lines.append("    " * (w.depth + 1) + f"{variable} = {text}")


def or_else(em: Emitter, w: Writer, variable: str, default: e.Expression) -> None:
    """Write that a variable takes a default where it is none."""
    lines, text = w.captured(lambda: value(em, w, default))
    w.line(f"if {variable} == NONE:")
    put(w, lines, variable, text)


@value_of(e.Lifted)
def _lifted(em: Emitter, w: Writer, node: e.Lifted) -> str:
    found, out = w.bind("NONE"), w.fresh("L")
    with w.naming({}), w.inner(f"with block({out}):"):
        for slot, part in zip(node.slots, node.values, strict=True):
            name = w.slots[slot] = w.bind(value(em, w, part))
            w.line(f"if {name} == NONE:")
            w.line(f"    leave({out})")
        w.line(f"{found} = {value(em, w, node.body)}")
    return found


@value_of(e.IsNone)
def _is_none(em: Emitter, w: Writer, node: e.IsNone) -> str:
    return f"({value(em, w, node.of)} {'!=' if node.negated else '=='} NONE)"


# --- in and empty -------------------------------------------------------------------------------


@value_of(e.Contains)
def _contains(em: Emitter, w: Writer, node: e.Contains) -> str:
    text = _is_in(em, w, node.item, node.collection)
    return f"(not {text})" if node.negated else text


def _is_in(em: Emitter, w: Writer, item: e.Expression, among: e.Expression) -> str:
    reading = em.evaluator.work.bulk(among)

    def collection() -> str:
        return counted_read(value(em, w, among), among.type, reading)

    if t.is_bag(among.type):
        return f"(count_in({collection()}, {value(em, w, item)}) != 0)"
    wanted = atom(em, w, item)
    if is_block(item.type):
        return f"{member_of(em, item.type)}({wanted}, {collection()})"
    if reading is not None:
        return f"member({wanted}, {collection()})"
    if isinstance(among, e.RangeList):
        low, high = value(em, w, among.low), value(em, w, among.high)
        return f"({wanted} >= {low} and {wanted} <= {high})"
    if isinstance(among, e.ListOfItems) and 0 < len(among.items) < FEW_ITEMS:
        items = [atom(em, w, each) for each in among.items]  # all of them: one may fault
        return "(" + " or ".join(f"{wanted} == {item}" for item in items) + ")"
    if _is_loop(among) or (isinstance(among, e.Fold) and among.function == "each"):
        return search(em, w, among, lambda element: f"{element} == {wanted}")
    return f"member({wanted}, {value(em, w, among)})"


def _is_loop(node: e.Expression) -> bool:
    """Return whether a list is better gone through than made."""
    return isinstance(node, e.Filter | e.ZoneFamily | e.Entities | e.Players)


def search(em: Emitter, w: Writer, source: e.Expression, holds: Callable[[str], str]) -> str:
    """Return a variable that says whether a condition holds for some element of a list."""
    found, out = w.bind("0"), w.fresh("L")

    def body(element: str) -> None:
        with w.inner(f"if {holds(element)}:"):
            w.line(f"{found} = 1")
            w.line(f"leave({out})")

    with w.inner(f"with block({out}):"):
        each(em, w, source, body)
    return found


@value_of(e.IsEmpty)
def _is_empty(em: Emitter, w: Writer, node: e.IsEmpty) -> str:
    sign = "!=" if node.negated else "=="
    if _is_loop(node.of):
        return f"({search(em, w, node.of, lambda element: '1')} {sign} 0)"
    text = value(em, w, node.of)
    return f"(M[{f'or_empty({text})' if isinstance(node.of.type, t.Maybe) else text}] {sign} 0)"
