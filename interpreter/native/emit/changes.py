"""Write the operations that change state, and how state goes back at the end of a scope."""

from __future__ import annotations

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.dispatch import guard, operation, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import see_to_length
from interpreter.native.emit.moves import end_copies
from interpreter.native.emit.scalars import place
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.program.domains import is_thrown
from interpreter.program.limits import ELEMENTS
from interpreter.program.work import FEW_KEYS

# --- changing a field ---------------------------------------------------------------------------


@operation(ops.Change)
def change(em: Emitter, w: Writer, op: ops.Change, number: int) -> None:
    """Change state; of none: nothing."""
    guard(w, lambda: _change(em, w, op))
    w.line("g_epoch += 1")


def _change(em: Emitter, w: Writer, op: ops.Change) -> None:
    depth, of = w.depth, None
    if op.of is not None:
        of = w.bind(value(em, w, op.of))
        w.line(f"if {of} != NONE:")
        w.depth += 1
    _change_of(em, w, op, of)
    if of is not None and is_thrown(em.program, w.body, op):
        w.line(f"M[KN + {of}] = 0")
    w.depth = depth


def _change_of(em: Emitter, w: Writer, op: ops.Change, of: str | None) -> None:
    """Write the change itself, of what the field belongs to."""
    field = em.game.state.get(op.state)
    type_ = t.PLAYER if field is None else field.type
    if _holds_lists(type_) and not (
        _is_flat(t.element_of(type_)) and op.operator in ("set", "add")
    ):
        raise Unsupported("state that holds such lists of lists", op.span)
    found = value(em, w, op.value)
    cell = place(em, op.state, of)
    if not cell.isdigit():
        cell = w.bind(cell, "a")
    may_be_none = isinstance(op.value.type, t.Maybe) or op.value.type == t.NONE
    if op.operator == "set":
        _set(w, cell, type_, found, may_be_none)
        return
    found = w.bind(found)
    if may_be_none:
        with w.inner(f"if {found} != NONE:"):
            _add_or_subtract(em, w, op, cell, type_, found)
    else:
        _add_or_subtract(em, w, op, cell, type_, found)


def _holds_lists(type_: t.Type) -> bool:
    """Return whether a field holds lists, sets, bags or amounts in a list."""
    return is_block(type_) and not t.is_bag(type_) and is_block(t.element_of(type_))


def _is_flat(type_: t.Type) -> bool:
    """Return whether a value of a type is a list or a bag of what is one cell, or an amount: that
    says how many cells it has as a list does."""
    plain = t.plain_type(type_)
    return isinstance(plain, t.ListOf | t.SetOf | t.BagOf | t.AmountOf) and not is_block(plain.of)


def _width(type_: t.Type) -> int:
    """Return how many cells an element of the lists in a list has."""
    return 2 if t.is_bag(t.element_of(type_)) else 1


def _set(w: Writer, cell: str, type_: t.Type, found: str, may_be_none: bool) -> None:
    if not is_block(type_):
        w.line(f"M[{cell}] = {found}")
        return
    block = w.bind(found)
    if _holds_lists(type_):
        w.line(f"M[{cell}] = keep_lists(M[{cell}], {block}, {_width(type_)})")
        return
    size = f"M[{block}] * 2 + 1" if t.is_bag(type_) else f"M[{block}] + 1"
    if may_be_none:
        size = f"({size}) if {block} != NONE else 0"
    w.line(f"M[{cell}] = keep(M[{cell}], {block}, {size})")


def _add_or_subtract(
    em: Emitter, w: Writer, op: ops.Change, cell: str, type_: t.Type, found: str
) -> None:
    """Write that a value is added to a field or taken away; in a cost it may fail."""
    if is_block(type_):
        _change_block(em, w, op, cell, found)
        return
    sign = "+" if op.operator == "add" else "-"
    line = f"M[{cell}] = bounded(M[{cell}] {sign} {found})"
    if isinstance(type_, t.Maybe):
        with w.inner(f"if M[{cell}] != NONE:"):
            w.line(line)
        return
    if sign == "-" and is_paying(em, w):
        w.line(f"if g_payer != NONE and M[{cell}] < {found}:")
        w.line("    return fail()")
    w.line(line)


def _change_block(em: Emitter, w: Writer, op: ops.Change, cell: str, found: str) -> None:
    """Write that elements come to a list, set or bag in state, or leave it."""
    old, is_sum, form = w.bind(f"M[{cell}]"), op.operator == "add", t.plain_type(op.value.type)
    field = em.game.state.get(op.state)
    most = ELEMENTS if field is None else em.evaluator.work.most(field.type)
    w.allocates = True
    if isinstance(form, t.BagOf):
        count_in = "" if most <= FEW_KEYS else "compared"
        old = w.bind(f"{count_in}({old})")
        if not is_sum and is_paying(em, w):
            w.line(f"if g_payer != NONE and not bag_within({found}, {old}):")
            w.line("    return fail()")
        new = w.bind(f"{count_in}(join_bags({old}, {found}, {1 if is_sum else -1}))")
        w.line(f"M[{cell}] = keep({old}, {new}, M[{new}] * 2 + 1)")
        return
    if isinstance(form, t.SetOf):
        new = w.bind(f"{'union' if is_sum else 'difference'}({old}, {found})")
    elif isinstance(form, t.ListOf):
        new = w.bind(f"{'concat' if is_sum else 'without'}({old}, {found})")
    elif is_sum:
        new = w.bind(f"append({old}, {found})")
    else:
        one = w.bind("g_top", "q")
        w.line(f"M[{one}] = 1")
        w.line(f"M[{one} + 1] = {found}")
        w.line(f"g_top = {one} + 2")
        new = w.bind(f"without({old}, {one})")
    see_to_length(w, new, most)
    w.line(f"made({new})")
    if field is not None and _holds_lists(field.type):
        w.line(f"M[{cell}] = keep_lists({old}, {new}, {_width(field.type)})")
    else:
        w.line(f"M[{cell}] = keep({old}, {new}, M[{new}] + 1)")


# --- going back ---------------------------------------------------------------------------------


@operation(ops.ResetScope)
def reset_scope(em: Emitter, w: Writer, op: ops.ResetScope, number: int) -> None:
    """A scope is over: what lasts until then is reset."""
    reset(em, w, op.scope)


def reset(em: Emitter, w: Writer, scope: str) -> None:
    """Write that state which lasts until a scope goes back to what it was in the beginning."""
    fields = em.program.resets.get(scope)
    if not fields:
        return
    wanted = {field.key for field in fields if not field.key.is_definition}
    kinds = (str(field.key.owner) for field in fields if field.key.is_definition)
    w.line("g_epoch += 1")
    end_copies(em, w, frozenset(kinds))
    for at, field in em.layout.fixed_places():
        if field.key in wanted:
            default = em.constant(field.default, field.type)
            w.line(f"M[{em.base('values') + at}] = {default}")

    def of_kind(kind: str) -> None:
        for at, field in enumerate(em.layout.kind_fields[kind]):
            if field.key in wanted:
                w.line(f"M[M[EB + i] + {at}] = {em.constant(field.default, field.type)}")

    having = {
        kind
        for kind, own in em.layout.kind_fields.items()
        if any(field.key in wanted for field in own)
    }
    kinds_of = [None if each is None else each.kind for each in em.program.definitions]
    if having:
        with w.inner("for i in range(g_entities):"):
            w.line("f = M[DF + i]")
            em.by_sort(w, [kind if kind in having else None for kind in kinds_of], of_kind)
