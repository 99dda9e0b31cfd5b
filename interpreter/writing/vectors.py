"""Go through cards by calls into C where what is asked of each is printed: the field's word is
vectorising.

A condition or number over a card that rests on its print and on keys that do not change meanwhile
is looked up in a column (see `interpreter.program.vectors`); what else a condition asks is asked of
the cards that are left. Saves a seventh of the opcodes of all games in the geometric mean, a tenth
or more of those of 25 of the 52 that are counted, five sixths of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.traits import Looking, OfAttribute, OfKind, OfMatch, Pure, Settled, Through
from dsl.model.types import (
    BOOL,
    INT,
    PLAYER,
    DefinitionType,
    EntityType,
    EnumType,
    Maybe,
    Type,
    element_of,
    is_list,
)
from dsl.model.walk import (
    bound_slots,
    conjunction,
    conjuncts,
    operands,
    reads_slot,
    rebuilt,
    substituted,
)
from dsl.words.folding import between, result_of
from dsl.words.vocabulary import FOLDS
from interpreter.program.limits import NUMBER
from interpreter.program.noun_closures import definitions_of
from interpreter.program.vectors import PrintedColumn
from interpreter.program.work import TURN
from interpreter.writing.total import is_safe, is_short, is_total
from interpreter.writing.writer import Writer, joined, local

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""
MOST_KEYS = 3


class Counted(NamedTuple):
    """A list that is gone through, and the name of what counts that, if it is counted."""

    items: str
    fuel: str | None

    def counted(self, name: str) -> str:
        """Return what goes through the list, which stands under a name."""
        return name if self.fuel is None else f"compress({name}, {self.fuel})"


class Narrowed(NamedTuple):
    """A condition over the cards of a list, or what else is worked out of each.

    Attributes:
        guards: What it asks of no card: nothing fulfils it unless they hold.
        column: What says which cards fulfil all of it but the rest, if anything does.
        keys: What that is looked up by.
        is_careful: Whether there has to be a card: guards and keys may fault where there is none.
        rest: What is left to ask.
    """

    guards: Sequence[e.Expression]
    column: PrintedColumn | None
    keys: Sequence[e.Expression]
    is_careful: bool
    rest: e.Expression | None

    def items(self, w: Writer, source: e.Expression, turn: int) -> Counted:
        """Return the list that is gone through, each element so much work at the most."""
        is_looked_up = self.column is not None and self.rest is None
        work = TURN if is_looked_up else turn
        is_counted = w.evaluator.work.is_counted(source, work)
        return Counted(w.list_of(source), w.fuel(work) if is_counted else None)

    def call(self, w: Writer, through: Counted, call: str, nothing: str) -> str:
        """Return a call over a list and the column, as far as there is something to call for.

        Args:
            through: The list, and how what goes through it is counted.
            call: With `{items}`, `{lookup}`, and `{scores}`: what is looked up of all items.
            nothing: What it comes to for no cards.
        """

        def written(first: str, name: str) -> str:
            lookup = self._lookup(w)
            counted = through.counted(name)
            found = call.format(items=counted, lookup=lookup, scores=f"map({lookup}, {counted})")
            tests = [first] if self.is_careful else []
            tests += [w.truth(guard) for guard in self.guards]
            return f"({found} if {' and '.join(tests)} else {nothing})" if tests else found

        items = through.items
        return w.bound_source(items, written) if self.is_careful else written(items, items)

    def iterable(self, w: Writer, items: Counted) -> str:
        """Return what goes through the cards of a list that are left."""
        form = "{items}" if self.column is None else "filter({lookup}, {items})"
        return self.call(w, items, form, "()")

    def _lookup(self, w: Writer) -> str:
        if self.column is None:
            return ""
        column = f"st.columns[{w.name(self.column, 'column')}]"
        given = [w.write(key) for key in self.keys]
        if not given:
            return column
        return f"{column}[{given[0] if len(given) == 1 else f'({joined(given)})'}]"


def narrowed(w: Writer, slot: int, source: e.Expression, condition: e.Expression) -> Narrowed:
    """Return what of a condition over an element of a list can be asked at once."""
    if not IS_ON:
        return Narrowed((), None, (), False, condition)
    guards, printed, rest = list[e.Expression](), list[e.Expression](), list[e.Expression]()
    keys, element = _Keys(w, slot), element_of(source.type)
    for part in conjuncts(condition):
        is_first = not printed and not rest
        found = None
        if not all(is_total(w, each) for each in rest):
            rest.append(part)
        elif not reads_slot(part, slot) and (is_first or is_total(w, part)):
            guards.append(part)
        elif isinstance(element, EntityType) and (found := keys.read(part, is_first)) is not None:
            printed.append(found)
        else:
            rest.append(part)
    column = _column(w, element, conjunction(printed), keys, is_condition=True)
    is_careful = not all(is_total(w, each) for each in (*guards, *keys.found))
    return Narrowed(guards, column, keys.found, is_careful, conjunction(rest))


def folded(w: Writer, node: e.Fold) -> str | None:
    """Return a function over cards as one call into C; None where it asks more than is printed."""
    row, body = FOLDS[node.function], node.body
    if not IS_ON or row.at_once is None or body is None or node.default is not None:
        return None
    if row.body == "condition" and node.function != "all":
        found = narrowed(w, node.slot, node.source, body)
    elif body.type in (INT, BOOL):
        keys, element = _Keys(w, node.slot, node.source), element_of(node.source.type)
        printed = keys.read(body, is_first=False)
        column = _column(w, element, printed, keys, is_condition=row.body == "condition")
        is_careful = "{lookup}" in row.at_once or not all(is_total(w, key) for key in keys.found)
        found = Narrowed((), column, keys.found, is_careful, None)
    else:
        return None
    if found.column is None or found.rest is not None:
        return None
    items = found.items(w, node.source, w.evaluator.work.turn(node))
    is_maybe = isinstance(node.type, Maybe)
    nothing = "None" if is_maybe else row.at_once.format(items="()", scores="()")
    source = found.call(w, items, row.at_once, nothing)
    return f"bounded({source})" if row.is_bounded and w.largest(node) > NUMBER else source


def _column(
    w: Writer, element: Type, printed: e.Expression | None, keys: _Keys, *, is_condition: bool
) -> PrintedColumn | None:
    """Return the column of an expression over a card and some keys."""
    if printed is None or not isinstance(element, EntityType):
        return None
    known = (printed, element.kind, is_condition, w.is_in_value)
    if known not in w.columns:
        definitions = definitions_of(w.evaluator, element.kind)
        name = _function(w, printed, len(keys.found), is_condition=is_condition)
        size = len(w.program.definitions)
        w.columns[known] = PrintedColumn(
            name, definitions, size, len(keys.found), w.evaluator.meter
        )
    return w.columns[known]


def _function(w: Writer, printed: e.Expression, keys: int, *, is_condition: bool) -> str:
    """Return the name of the function that works out a column."""
    renamed, w.renamed = w.renamed, {}
    is_in_iterable, w.is_in_iterable = w.is_in_iterable, False
    source, card = w.write(printed), local(0)
    w.renamed, w.is_in_iterable = renamed, is_in_iterable
    if is_condition and printed.type != BOOL:
        source = f"bool({source})"
    given = joined(["st", "cards", *(local(slot + 1) for slot in range(keys))])
    return w.function_name(given, (f"return [{source} for {card} in cards]",))


class _Keys:
    """Finds what of an expression over a card does not change with it.

    Attributes:
        there: A list in which something stands where they are worked out.
        found: These parts, in the order in which they are given as locals behind the card.
    """

    def __init__(self, w: Writer, slot: int, there: e.Expression | None = None) -> None:
        self.w, self.slot, self.there = w, slot, there
        self.found: list[e.Expression] = []

    def read(self, node: e.Expression, is_first: bool) -> e.Expression | None:
        """Return an expression over a card, the local 0, and keys; None where it reads what is
        not printed.

        Args:
            is_first: Whether it is worked out for the first card, come what may: then one part may
                fault.
        """
        before = len(self.found)
        written = self._written(node)
        new = self.found[before:]
        may_fault = [key for key in new if not is_total(self.w, key, self.there)]
        is_safe = not may_fault or (is_first and len(new) == 1 and isinstance(node, e.Compare))
        if written is not None and is_safe and len(self.found) <= MOST_KEYS:
            return written
        del self.found[before:]
        return None

    def _written(self, node: e.Expression) -> e.Expression | None:
        if isinstance(node, Settled | e.Constant):
            return node
        if not reads_slot(node, self.slot) and not isinstance(node, e.ListOfItems):
            return self._key(node)
        if self._is_of_card(node):
            return rebuilt(node, lambda card: e.Local(0, "", card.type))
        if isinstance(node, e.ValueCall):
            return self._called(node)
        if (asked := between(node)) is not None and is_short(self.w, asked[0], asked[2]):
            return self._written(_compared(*asked))
        if not self._puts_together(node) or e.bindings(node) or not is_safe(self.w, node):
            return None
        return rebuilt(node, self._written)

    def _puts_together(self, node: e.Expression) -> bool:
        """Return whether an expression reads nothing beside its parts."""
        if isinstance(node, e.Primitive):
            return self.w.printed.reads_print(node)
        return isinstance(node, Pure) and not isinstance(node, Through | OfMatch | Looking)

    def _called(self, node: e.ValueCall) -> e.Expression | None:
        """Return the same of a value that is one expression of its arguments."""
        value = self.w.program.values[node.value]
        if not self.w.is_in_value or value.depth or not _is_bare(self.w, value):
            return None
        result = result_of(value)
        if result is None or bound_slots(result):
            return None
        return self._written(substituted(result, node.arguments))

    def _key(self, node: e.Expression) -> e.Expression | None:
        if not _is_single(node.type):
            return None
        if node not in self.found:
            self.found.append(node)
        return e.Local(self.found.index(node) + 1, "", node.type)

    def _is_of_card(self, node: e.Expression) -> bool:
        """Return whether an expression asks what is printed on the card itself."""
        asked = operands(node)
        if len(asked) != 1 or not isinstance(asked[0], e.Local):
            return False
        if isinstance(node, e.Property):
            return node.name == "definition"
        if isinstance(node, e.ValueCall) and not self.w.is_in_value:
            return False
        is_told = isinstance(node, OfAttribute | OfKind | e.ValueCall)
        return is_told and self.w.printed.reads_print(node)


def _compared(low: e.Expression, item: e.Expression, high: e.Expression) -> e.Expression:
    """Return whether a number lies between two, said without a list."""
    least = e.Compare("<=", low, item, False, BOOL)
    return e.Logic("and", least, e.Compare("<=", item, high, False, BOOL), BOOL)


def _is_single(type_: Type) -> bool:
    inner = type_.of if isinstance(type_, Maybe) else type_
    is_named = isinstance(inner, EnumType | EntityType | DefinitionType)
    return is_named or inner in (INT, BOOL, PLAYER)


def _is_bare(w: Writer, value: rules.Value) -> bool:
    """Return whether a value is no list, nothing changes it, and its work is not counted at its
    beginning."""
    is_bounded = value.at_least is not None or value.at_most is not None
    is_changed = bool(w.program.modifiers.get(value.id))
    is_heavy = w.evaluator.work.head(value.id) > 0
    return not (is_bounded or is_changed or is_heavy or is_list(value.result))
