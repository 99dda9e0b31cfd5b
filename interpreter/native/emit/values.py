"""Lower the values of a game and the attributes of cards.

Where the position does not matter they are tables. Else they are functions: those of values keep
what they came to until anything changes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection
from typing import Final

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.nouns import lineage
from dsl.model.rules import Value
from dsl.model.steps import ForEach, Formula, Repeat
from dsl.model.walk import walk
from dsl.model.words import Reads
from dsl.records import Record
from dsl.words.arithmetic import Fault
from dsl.words.vocabulary import FUNCTIONS
from interpreter.native.emit.bodies import call_body
from interpreter.native.emit.dispatch import formula, frozen, guarded, value, value_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.folds import goes_through_little
from interpreter.native.emit.limits import count, counted, needs_itself, noted, see_to_arguments
from interpreter.native.emit.modifiers import Memo, modified
from interpreter.native.emit.writer import Writer, is_block, name_of
from interpreter.program.noun_closures import attribute_reader, definitions_of, printed_attributes

MOST_KEYS: Final = 2
"""Of a value whose results are kept."""
MOST_CELLS: Final = 3000
"""Of a table of what a value gives."""


class Table(Record):
    """What a value or attribute always gives.

    Attributes:
        at: The first cell.
        sizes: How many arguments each parameter can have.
        work: What the walker counts to work one out, at the most.
    """

    at: int
    sizes: tuple[int, ...]
    work: int


# --- values -------------------------------------------------------------------------------------


@value_of(e.ValueCall)
def _value_call(em: Emitter, w: Writer, node: e.ValueCall) -> str:
    arguments = [value(em, w, argument) for argument in node.arguments]
    table = value_table(em, node.value)
    if table is not None:
        count(w, table.work)
        at = f"{table.at} + {arguments[0]}"
        if len(arguments) > 1:
            at = f"{table.at} + ({arguments[0]}) * {table.sizes[1]} + {arguments[1]}"
        return f"M[{at}]"
    w.allocates |= is_block(node.type)
    return f"{value_function(em, node.value)}({', '.join([w.me, w.self_, *arguments])})"


def value_function(em: Emitter, id_: str) -> str:
    """Return the function (me, self, arguments …) of a value of the game."""
    asked = em.program.values[id_]
    given = [f"s{n}" for n in range(len(asked.parameters))]
    keys = memo_keys(em, asked)

    def write(w: Writer) -> None:
        w.me, w.self_ = "me", "self"
        memo = None
        if keys is not None:
            texts = asked.body, asked.at_least, asked.at_most
            is_modified = bool(em.program.modifiers.get(id_))
            has_work = is_modified or not goes_through_little(em, texts)
            memo = Memo(em, w, keys, has_work=has_work)
            memo.look()
        count(w, em.evaluator.work.head(id_))
        if is_block(asked.result):
            top = w.bind("g_top", "k")
            found = _worked_out(em, w, asked, given)
            if memo is not None:
                w.line(f"p = remembered({found})")
                w.line("if p == 0:")
                w.line(f"    return {found}")
                w.line(f"{found} = p")
                w.line(f"g_top = {top}")
        else:
            found = guarded(w, lambda: _worked_out(em, w, asked, given))
        if memo is not None:
            memo.keep(found)
        w.line(f"return {found}")

    return em.define("value_" + name_of(id_), ["me", "self", *given], write)


def _worked_out(em: Emitter, w: Writer, asked: Value, given: list[str]) -> str:
    """Return a variable with what a value comes to, which may need itself on the way."""
    if asked.id in em.analysis.circles:
        see_to_arguments(asked)
    with noted(em, w, asked.id, ["me", "self", *given]), counted(em, w, asked):
        return _computed(em, w, asked, given)


def _computed(em: Emitter, w: Writer, asked: Value, given: list[str]) -> str:
    """Return a variable with what a value comes to, modified and within its bounds."""
    if isinstance(asked.body, Formula):
        with w.as_role(w.me, w.self_, "NONE", given):
            found = w.bind(frozen(em, w, asked.body.expression), "r")
    else:
        code = em.program.workings[asked.id]
        found = w.bind(call_body(em, code, w.me, w.self_, "NONE", given), "r")
        w.allocates = True
    if em.program.modifiers.get(asked.id):
        modify = modified(em, asked.id, given, asked.result)
        w.line(f"{found} = {modify}({', '.join([*given, found])})")
        w.allocates |= is_block(asked.result)
    for limit, function in ((asked.at_least, "most"), (asked.at_most, "least")):
        if limit is not None:
            held = formula(em, w, limit, w.me, w.self_, "NONE", given)
            with w.inner(f"if {found} != NONE:"):
                w.line(f"{found} = {function}({found}, {held})")
    return found


def memo_keys(em: Emitter, asked: Value) -> list[str] | None:
    """Return what a value rests on beside the position, where its results are kept until that
    changes; None where they are not kept."""
    parameters = asked.parameters
    if not em.settings.memoizes or len(parameters) > MOST_KEYS or needs_itself(em, asked.id):
        return None
    if any(is_block(parameter.type) for parameter in parameters):
        return None
    result = asked.result
    if is_block(result) and (t.is_bag(result) or is_block(t.element_of(result))):
        return None
    is_long = em.program.modifiers.get(asked.id) or any(map(_takes_long, walk(asked.body)))
    if not is_long:
        return None
    roles = ["me"] * asked.uses_me + ["self"] * asked.uses_self
    return [*roles, *(f"s{n}" for n in range(len(parameters)))]


def _takes_long(node: object) -> bool:
    """Return whether a part of a value is a loop: others are computed faster than looked up."""
    if isinstance(node, e.Primitive):
        return FUNCTIONS[node.name].reads == Reads.BOARD
    return isinstance(node, e.Filter | e.Fold | ForEach | Repeat)


# --- what never changes -------------------------------------------------------------------------


def value_table(em: Emitter, id_: str) -> Table | None:
    """Return a table of what a value gives; None where it reads the position."""
    key = "value", id_
    if key not in em.tables:
        em.tables[key] = _value_table(em, em.program.values[id_])
    found = em.tables[key]
    assert found is None or isinstance(found, Table)
    return found


def _value_table(em: Emitter, asked: Value) -> Table | None:
    if asked.uses_me or asked.uses_self or not 1 <= len(asked.parameters) <= MOST_KEYS:
        return None
    if em.program.modifiers.get(asked.id) or t.is_bag(asked.result):
        return None
    if not is_settled(em, asked.body, asked.at_least, asked.at_most):
        return None
    domains = list[list[int | None]]()
    for parameter in asked.parameters:
        every = domain(em, parameter.type)
        if every is None:
            return None
        domains.append(every)
    if math.prod(map(len, domains)) > MOST_CELLS:
        return None
    call, cells, work = em.evaluator.value(asked.id), list[int](), 0
    for given in itertools.product(*domains):
        found = None
        if None not in given:
            em.evaluator.meter.begin()
            try:
                found = call(em.first, None, None, given)
            except (Fault, TypeError, LookupError):  # the match that asks for it meets it there
                return None
            work = max(work, em.evaluator.meter.total)
        cells.append(em.cell(found, asked.result))
    return Table(em.static((*cells, 0)), tuple(map(len, domains)), work)


def domain(em: Emitter, type_: t.Type) -> list[int | None] | None:
    """Return all values of a type by their numbers, where they are few and known."""
    if isinstance(type_, t.EntityType):
        wanted = frozenset(definitions_of(em.evaluator, type_.kind))
        there = enumerate(em.first.entity_definitions)
        return [card if definition in wanted else None for card, definition in there]
    if isinstance(type_, t.EnumType):
        return [*range(len(em.game.enums[type_.name].members))]
    return [*range(em.program.seats)] if type_ == t.PLAYER else None


def is_settled(em: Emitter, *texts: object) -> bool:
    """Return whether texts read nothing of the position, and the cards are always the same."""
    if not em.are_settled:
        return False
    if em.analysis.can_eliminate and _asks_who_plays(em, texts, set()):
        return False
    reading = em.analysis.readings.of(*texts)
    return reading is not None and not (
        reading.places or reading.fields or reading.families or reading.mask
    )


def _asks_who_plays(em: Emitter, texts: object, seen: set[str]) -> bool:
    """Return whether texts read who is still in the match."""
    for node in walk(texts):
        if isinstance(node, e.Players):
            return True
        if isinstance(node, e.Primitive) and FUNCTIONS[node.name].reads == Reads.ELIMINATIONS:
            return True
        if isinstance(node, e.AttributeRead) and printed_attributes(em.evaluator, node.name)[1]:
            return True
        if isinstance(node, e.ValueCall) and node.value not in seen:
            seen.add(node.value)
            if _asks_who_plays(em, em.program.values[node.value].body, seen):
                return True
    return False


# --- attributes ---------------------------------------------------------------------------------


@value_of(e.AttributeRead)
def _attribute_read(em: Emitter, w: Writer, node: e.AttributeRead) -> str:
    of, key = value(em, w, node.of), (node.kind, node.name)
    if em.program.modifiers.get(key) or key in em.analysis.circles:
        w.allocates |= is_block(node.type)
        return f"{_modified_attribute(em, key, node.type)}({of})"
    if not printed_attributes(em.evaluator, node.name)[1]:
        return f"M[{attribute_table(em, node.name)} + M[DF + {of}]]"
    settled = settled_attribute(em, node.kind, node.name)
    if settled is not None:
        count(w, settled.work)
        return f"M[{settled.at} + {of}]"
    w.allocates |= is_block(node.type)
    return f"{attribute_function(em, node.name)}({of})"


def _modified_attribute(em: Emitter, key: tuple[str, str], type_: t.Type) -> str:
    """Return the function (card) of an attribute that rules modify, or that may need itself."""
    kind, name = key

    def write(w: Writer) -> None:
        keeps = em.settings.memoizes and not (is_block(type_) or needs_itself(em, key))
        memo = Memo(em, w, ["c"], has_work=True) if keeps else None
        if memo is not None:
            memo.look()
        printed = f"M[{attribute_table(em, name)} + M[DF + c]]"
        if printed_attributes(em.evaluator, name)[1]:
            printed = f"{attribute_function(em, name)}(c)"

        def lower() -> str:
            w.allocates = is_block(type_)
            with noted(em, w, key, ["c"]):
                found = w.bind(printed, "r")
                if em.program.modifiers.get(key):
                    w.line(f"{found} = {modified(em, key, ['c'], type_)}(c, {found})")
            return found

        found = guarded(w, lower, keeps=is_block(type_))
        if memo is not None:
            memo.keep(found)
        w.line(f"return {found}")

    return em.define(f"modified_of_{name_of(kind)}_{name_of(name)}", ["c"], write)


@value_of(e.PrintedRead)
def _printed_read(em: Emitter, w: Writer, node: e.PrintedRead) -> str:
    of = value(em, w, node.of)
    if not printed_attributes(em.evaluator, node.name)[1]:
        return f"M[{attribute_table(em, node.name)} + {of}]"
    w.allocates |= is_block(node.type)
    return f"{printed_function(em, node.name)}({of})"


def attribute_table(em: Emitter, name: str) -> int:
    """Return where the table by definition lies of what definitions say of an attribute."""
    table, _ = printed_attributes(em.evaluator, name)
    return em.static(em.cell(said, _type_of(em, n, name)) for n, said in enumerate(table))


def _type_of(em: Emitter, definition: int, name: str) -> t.Type:
    """Return the type of an attribute of a definition; a number where it has none so called."""
    for kind in lineage(em.game.kinds, em.game.definitions[definition].kind):
        for attribute in em.game.kinds[kind].attributes:
            if attribute.name == name:
                return attribute.type
    return t.INT


def settled_attribute(em: Emitter, kind: str, name: str) -> Table | None:
    """Return a table by card of an attribute that is computed and never changes, or None."""
    key = "attribute", kind, name
    if key not in em.tables:
        em.tables[key] = _settled_attribute(em, kind, name)
    found = em.tables[key]
    assert found is None or isinstance(found, Table)
    return found


def _settled_attribute(em: Emitter, kind: str, name: str) -> Table | None:
    said = em.program.attributes[name]
    if not is_settled(em, *(said[n] for n in printed_attributes(em.evaluator, name)[1])):
        return None
    read, there = attribute_reader(em.evaluator, kind, name), em.first.entity_definitions
    try:
        cells = [
            em.cell(read(em.first, card) if n in said else None, _type_of(em, n, name))
            for card, n in enumerate(there)
        ]
    except (Fault, TypeError, LookupError):  # the match that asks for it meets it there
        return None
    work = max((em.evaluator.work.of(each) for each in em.evaluator.work.written(name)), default=0)
    return Table(em.static((*cells, 0, 0)), (len(cells),), work)


def attribute_function(em: Emitter, name: str) -> str:
    """Return the function (card) of an attribute that reads the match."""

    def write(w: Writer) -> None:
        w.line("f = M[DF + c]")
        _by_definition(em, w, name, "c")

    return em.define("attribute_" + name_of(name), ["c"], write)


def printed_function(em: Emitter, name: str) -> str:
    """Return the function (definition) of what it says of an attribute that reads the match."""
    return em.define(
        "printed_" + name_of(name), ["f"], lambda w: _by_definition(em, w, name, "NONE")
    )


def _by_definition(em: Emitter, w: Writer, name: str, card: str) -> None:
    """Write what the definition `f` says of an attribute, for a card or for none."""
    formulas: Collection[int] = printed_attributes(em.evaluator, name)[1]
    for number in formulas:
        said = em.program.attributes[name][number]
        with w.inner(f"if f == {number}:"):
            if is_block(said.expression.type):
                with w.as_role("NONE", card, "NONE", [card]):
                    w.line(f"return {frozen(em, w, said.expression)}")
                continue

            def lower(said: Formula = said) -> str:
                return w.bind(formula(em, w, said, "NONE", card, "NONE", [card]))

            w.line(f"return {guarded(w, lower)}")
    w.line(f"return M[{attribute_table(em, name)} + f]")
