"""Hold the source of each word against its plain meaning, with values made from the row's types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import compress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model import expressions as e
from dsl.model.types import (
    BOOL,
    INT,
    PLAYER,
    BagOf,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    Type,
    ZoneType,
)
from dsl.model.words import Fold, Function, Reads
from dsl.words.arithmetic import Fault, bounded
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.list_closures import PURE, READING
from interpreter.walk.match import Match
from interpreter.writing import folds, lists, nouns
from interpreter.writing.module import FastEvaluator
from interpreter.writing.writer import Writer
from tests.interpreter.small import match_of, program_of

assert folds and lists and nouns  # they fill the table of sources

GAME = """\
enums: {color: [red, blue, green]}
kinds: {card: {attributes: {rank: int}, start: heap}, spot: {unique: true}}
layout: {board: {rows: every spot, columns: 2}}
zones:
  heap: {of: card, order: stack, seen-by: everyone}
  few: {of: card, max: 4, seen-by: everyone}
  SLOTTED
players: {count: 3, state: {coins: int = 0}}
actions:
  leave: {in: act, do: "LEAVE"}
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {kind: card, id: ace, rank: 1, copies: 3}
- {each: {kind: spot}, rows: [{id: a}, {id: b}, {id: c}, {id: d}]}
"""
GAMES = {
    "plain": GAME.replace("SLOTTED", "").replace("LEAVE", "add 1 to me.coins"),
    "slots and leavers": GAME.replace(
        "SLOTTED", "row: {of: card, slots: 3, order: row, seen-by: everyone}"
    ).replace("LEAVE", "eliminate me"),
}
LARGE = 10**12
NUMBERS = st.one_of(st.integers(-4, 4), st.sampled_from((-LARGE, LARGE, LARGE - 1)))
NAMES = ("a", "b", "c")


@cache
def match(name: str) -> Match:
    """Return a match of three players."""
    return match_of(program_of(GAMES[name], 3), NAMES, blocks=False)


def outcome(evaluate: Callable[[], object]) -> object:
    """Return what an evaluation comes to, a fault by its name; lists and tuples are alike."""
    try:
        found = evaluate()
    except Fault as fault:
        return fault.name
    return tuple(found) if isinstance(found, list) else found


def agree(game: str, node: e.Expression, locals_: tuple[Any, ...]) -> object:
    """Evaluate an expression plainly and by its source; return what both come to."""
    state, machine = match(game).state, match(game).machine
    places = [None] * FIRST_SLOT + [*locals_, None, None]
    evaluator = FastEvaluator(machine.program, machine.analysis)
    plain = outcome(lambda: evaluator.closure(node)(state, places))
    writer = Writer(FastEvaluator(machine.program, machine.analysis), machine.analysis, logs=False)
    source = writer.write(node)
    meter = writer.evaluator.meter
    names = {"compress": compress, "made": meter.made, "bounded": bounded, **writer.namespace}
    exec("\n".join(functions(writer)), names)
    given = ", ".join(writer.local(slot) for slot in range(len(locals_)))
    written = eval(f"lambda st, {given}: {source}", names)
    assert outcome(lambda: written(state, *locals_)) == plain, source
    return plain


def functions(writer: Writer) -> Iterator[str]:
    """Yield the functions that an expression calls."""
    for (parameters, lines), name in writer.functions.items():
        yield f"def {name}({parameters}):"
        yield from (f"    {line}" for line in lines)


# --- functions over elements ------------------------------------------------------------------

ELEMENT = e.Local(1, "it", INT)
LIST = e.Local(0, "xs", ListOf(INT))


def some(node: e.Expression, least: int) -> e.Expression:
    """Return an expression that is none for small elements."""
    small = e.Compare("<", ELEMENT, e.Constant(least, INT), False, BOOL)
    return e.Conditional(small, e.Constant(None, Maybe(node.type)), node, Maybe(node.type))


def bodies(row: Fold, least: int) -> Iterator[e.Expression | None]:
    """Yield what may stand in the place of a row's body."""
    if not row.needs_body:
        yield None
    is_more = e.Compare(">", ELEMENT, e.Constant(least, INT), False, BOOL)
    bag = e.BagOfUnits(ELEMENT, e.Constant(2, EnumType("color")), BagOf(EnumType("color")))
    first = {
        "condition": (is_more,),
        "number": (ELEMENT, e.Arithmetic("neg", ELEMENT, None, INT)),
        "number or bag": (ELEMENT, bag),
        "anything": (ELEMENT, e.ListOfItems((ELEMENT, ELEMENT), ListOf(INT))),
    }
    for body in first[row.body]:
        yield body
        if body is not bag:
            yield some(body, least)


@pytest.mark.parametrize("row", FOLDS.values(), ids=lambda row: row.name)
@settings(deadline=None, max_examples=40)
@given(items=st.lists(NUMBERS, max_size=6), least=st.integers(-2, 2), is_filtered=st.booleans())
def test_a_fold_is_written_as_it_is_meant(
    row: Fold, items: list[int], least: int, is_filtered: bool
) -> None:
    positive = e.Compare(">", e.Local(2, "it", INT), e.Constant(0, INT), False, BOOL)
    source = e.Filter(LIST, 2, positive, LIST.type) if is_filtered else LIST
    for body in bodies(row, least):
        result = row.result(source.type, INT if body is None else body.type)
        node = e.Fold(row.name, source, 1, body, None, result)
        agree("plain", node, (tuple(items),))
        if row.has_default:
            agree("plain", e.Fold(row.name, source, 1, body, e.Constant(7, INT), INT), (items,))


# --- functions over arguments -----------------------------------------------------------------

SPOTS = st.lists(st.integers(0, 3), max_size=4, unique=True).map(tuple)
ZONES = {"plain": (0, 1), "slots and leavers": (0, 1, 2)}


def operand(sort: str, game: str) -> st.SearchStrategy[tuple[Type, Any]]:
    """Return types with values for an operand of a sort."""
    bags = st.dictionaries(st.integers(0, 2), st.integers(1, 3)).map(lambda b: sorted(b.items()))
    values: dict[str, tuple[Type, st.SearchStrategy[Any]]] = {
        "list": (ListOf(INT), st.lists(NUMBERS, max_size=4).map(tuple)),
        "number": (INT, st.integers(-1, 4)),
        "zone": (ZoneType("card"), st.sampled_from(ZONES[game])),
        "bag": (BagOf(EnumType("color")), bags.map(tuple)),
        "player": (PLAYER, st.integers(0, 2)),
        "member": (EnumType("color"), st.integers(0, 2)),
        "place": (EntityType("spot"), st.integers(0, 3)),
        "places": (ListOf(EntityType("spot")), SPOTS),
        "line of places": (ListOf(EntityType("spot")), SPOTS),
    }
    type_, found = values[sort]
    return found.map(lambda value: (type_, value))


TAKING = [row for row in FUNCTIONS.values() if row.takes is not None]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("row", TAKING, ids=lambda row: row.name)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_function_is_written_as_it_is_meant(
    row: Function, game: str, data: st.DataObject
) -> None:
    assert row.takes is not None and row.result is not None
    many = data.draw(st.integers(len(row.takes) - row.optional, len(row.takes)))
    given = [data.draw(operand(sort, game)) for sort in row.takes[:many]]
    arguments = tuple(e.Local(slot, "", type_) for slot, (type_, _) in enumerate(given))
    node = e.Primitive(row.name, arguments, row.result(*(type_ for type_, _ in given)))
    values = tuple(value for _, value in given)
    found = agree(game, node, values)
    constants = tuple(e.Constant(value, type_) for type_, value in given)
    assert agree(game, e.Primitive(row.name, constants, node.type), ()) == found


def test_what_reads_a_match_says_so() -> None:
    fixed = {"seats", "unique-entity"}  # the same all through a match
    reading = {name for name, row in FUNCTIONS.items() if row.reads != Reads.NOTHING}

    assert reading == READING.keys() - fixed
    assert not reading & PURE.keys()


def test_the_elements_of_a_bare_count_are_not_looked_at() -> None:
    node = e.Fold("count", LIST, 1, None, None, INT)

    assert agree("plain", node, ((0, 0, 5),)) == 3


def test_a_card_on_top_may_be_none() -> None:
    node = e.Primitive("top", (e.Local(0, "z", ZoneType("")),), Maybe(EntityType("")))

    assert agree("plain", node, (1,)) is None
