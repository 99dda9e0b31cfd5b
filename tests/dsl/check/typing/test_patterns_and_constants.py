"""Check what rules listen to, constants, and types in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dsl.check.expressions.amounts import check_constant
from dsl.check.scopes.world import check_type
from dsl.check.steps.bodies import check_pattern
from dsl.model.documents import Scalar
from dsl.model.types import (
    INT,
    PLAYER,
    UNKNOWN,
    AmountOf,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
)
from dsl.records import Source, Span
from dsl.syntax.parser import parse_expression, parse_pattern
from dsl.syntax.trees import TypeTree, Word


def test_a_pattern_binds_the_slots_of_its_event(desk):
    found = desk.pattern("tap where red in c.elements")
    assert desk.names() == ["unknown-attribute"]
    assert [info.name for info in found.slots] == ["c"]


def test_a_pattern_equals_and_condition(desk):
    found = desk.pattern("lose-life n2 from self by me where n > 2 and actor == me")
    assert desk.names() == ["unknown-name"]
    assert [index for index, _ in found.equals] == [0, 1]
    assert found.actor is not None
    assert found.condition is not None


@pytest.mark.parametrize(("text", "event"), [
    ("tap self", "tap"),
    ("tap where c.tapped and c.holder == me", "tap"),
    ("lose-life by me", "lose-life"),
    ("fill me.field from dreams", "fill"),
    ("mark red on me", "mark"),
    ("play where d.rank > 2", "act:play"),
    ("shuffle me.deck", "shuffle"),
])  # fmt: skip
def test_patterns(desk, text, event):
    found = desk.pattern(text)

    assert desk.names() == [], desk.messages()
    assert found.event == event


def test_moves_can_be_listened_to(desk):
    tree = parse_pattern(scalar("put self to me.field where c is mage"), desk.world.report)
    found = check_pattern(replace(tree, event=replace(tree.event, text="move")), desk.scope())

    assert desk.names() == [], desk.messages()
    assert [index for index, _ in found.equals] == [0, 1]


@pytest.mark.parametrize(("text", "name"), [
    ("foo", "unknown-event"),
    ("tap me", "not-comparable"),
    ("tap c", "unknown-name"),
    ("settle self", "too-many-arguments"),
    ("tap by 3", "not-comparable"),
    ("tap where c", "not-a-condition"),
])  # fmt: skip
def test_wrong_patterns(desk, text, name):
    desk.pattern(text)

    assert desk.names() == [name]


ESSENCE = BagOf(EnumType("essence"))
AMOUNT = AmountOf(EnumType("essence"))
CONSTANTS = [
    ("3", INT, 3),
    ("-1", INT, -1),
    ("true", UNKNOWN, True),
    ("none", Maybe(PLAYER), None),
    ("blue", EnumType("color"), 1),
    ("2 gold + 1 calm", ESSENCE, ((0, 1), (2, 2))),
    ("2 gold", AMOUNT, (((2, 2),), (), ())),
    ("3 any + 1 gold + 2 any", AMOUNT, (((2, 1),), (((0, 1, 2), 5),), ())),
    ("3 any except gold", AMOUNT, ((), (((0, 1), 3),), ())),
    ("2 gold/calm + 1 any except gold/calm", AMOUNT, (((1, 1),), (((0, 2), 2),), ())),
    (
        "reduce(2 gold + 1 any, 1 gold/life + 1 calm)",
        AMOUNT,
        (((2, 2),), (((0, 1, 2), 1),), (((0,), 1), ((1, 2), 1))),
    ),
    ("1 gold - 2 gold + 1 calm", AMOUNT, (((0, 1),), (), ())),
    ("1 gold + 0 any - 2 gold", AMOUNT, (((2, -1),), (), ())),
    ("[]", AMOUNT, ((), (), ())),
    ("[]", ESSENCE, ()),
    ("[blue, red, blue]", SetOf(EnumType("color")), (0, 1)),
    ("[1, 2]", ListOf(INT), (1, 2)),
    ("sword", DefinitionType("artifact"), 1),
    ("every color", ListOf(EnumType("color")), (0, 1, 2)),
]


def scalar(text):
    span = Span(Source("t.yaml", text), 0, len(text))
    return Scalar.at(text, True, span, tuple(range(len(text) + 1)))


def tree_of(text, report):
    return parse_expression(scalar(text), report)


@pytest.mark.parametrize(("text", "type_", "value"), CONSTANTS)
def test_constants(desk, text, type_, value):
    world = desk.world

    assert check_constant(tree_of(text, world.report), world, type_) == value
    assert desk.names() == []


@pytest.mark.parametrize(("text", "name"), [
    ("profile", "wrong-type"),
    ("deals + 1", "wrong-type"),
    ("red", "wrong-type"),
    ("none", "maybe-not-allowed"),
    ("me.lives", "no-actor"),
])  # fmt: skip
def test_what_is_no_constant(desk, text, name):
    assert check_constant(tree_of(text, desk.world.report), desk.world, INT) is None
    assert desk.names() == [name]


def words(*heads: str) -> TypeTree:
    """Return the type tree of words: each takes the next with `of`."""
    span = Span(Source("t.yaml", " ".join(heads)), 0, 1)
    inner = words(*heads[1:]) if len(heads) > 1 else None
    return TypeTree(Word(heads[0], span), inner, None, None, span)


@pytest.mark.parametrize(("heads", "type_"), [
    (("int",), "int"),
    (("maybe", "player"), "maybe player"),
    (("list", "def", "mage"), "list of def of mage"),
    (("bag", "essence"), "bag of essence"),
    (("amount", "essence"), "amount of essence"),
    (("amount", "def", "mage"), "amount of def of mage"),
    (("zone", "dream"), "zone of dream"),
    (("city",), "city"),
    (("card",), "card"),
    (("def",), "def of card"),
])  # fmt: skip
def test_types_in_words(desk, heads, type_):
    assert str(check_type(words(*heads), desk.world)) == type_
    assert desk.names() == []


@pytest.mark.parametrize(("heads", "name"), [
    (("foo",), "unknown-type"),
    (("list",), "unknown-type"),
    (("any",), "unknown-type"),
    (("city", "int"), "unknown-type"),
    (("def", "foo"), "unknown-kind"),
    (("amount", "int"), "unknown-type"),
    (("amount", "city"), "unknown-type"),
    (("maybe", "effect"), "unknown-type"),
    (("cost",), "unknown-type"),
])  # fmt: skip
def test_words_that_are_no_type(desk, heads, name):
    assert check_type(words(*heads), desk.world) == UNKNOWN
    assert desk.names() == [name]


def test_any_where_it_is_allowed(desk):
    assert check_type(words("any"), desk.world, allow_any=True) == EntityType("")
