"""Check what expressions mean and of which type they are."""

from __future__ import annotations

import pytest

from dsl.model import expressions as model
from dsl.model.types import (
    INT,
    KIND,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
    ZoneType,
)

TYPES = [
    ("1 + 2 * n", "int"),
    ("-n // 2", "int"),
    ("not n > 2 and true", "bool"),
    ("m + 1", "maybe int"),
    ("m > 1", "maybe bool"),
    ("m == 1", "bool"),
    ("me.hand", "list of dream"),
    ("q.hand", "maybe list of dream"),
    ("count(q.hand)", "maybe int"),
    ("me.hand where rank > 2", "list of dream"),
    ("me.hand where color == red", "list of dream"),
    ("me.hand where color in [red, blue]", "list of dream"),
    ("me.hand where it.home is not none and it.rank > 2", "list of dream"),
    ("me.hand + c.left", "list of dream"),
    ("me.hand - [d]", "list of dream"),
    ("sum(me.hand, weight)", "int"),
    ("sum(me.field, price)", "bag of essence"),
    ("sum(1..6)", "int"),
    ("max(n, 3)", "int"),
    ("max(m, 3)", "maybe int"),
    ("max(me.hand, rank)", "maybe int"),
    ("max(me.hand, rank, 0)", "int"),
    ("best(players, lives)", "maybe player"),
    ("bests(players, it.lives)", "list of player"),
    ("any(x in me.hand, x.rank > n)", "bool"),
    ("rows where any(x in it.left, weight(x) > 2)", "list of city"),
    ("players where any(x in it.hand, x.holder == it)", "list of player"),
    ("all(every half, room(c, it))", "bool"),
    ("count(me.pool)", "int"),
    ("count(me.hand)", "int"),
    ("me.pool[gold]", "int"),
    ("me.deck[1]", "dream"),
    ("keys(me.pool)", "list of essence"),
    ("first(me.hand)", "maybe dream"),
    ("first(me.hand).rank", "maybe int"),
    ("default(first(me.hand), d)", "dream"),
    ("default(m, 0)", "int"),
    ("top(me.deck)", "maybe dream"),
    ("top(dreams, 2)", "list of dream"),
    ("next(start-player).hand", "list of dream"),
    ("opponents where not it.lives == 0", "list of player"),
    ("opponents(p)", "list of player"),
    ("seats", "list of player"),
    ("vacant(rows)", "int"),
    ("definitions(artifact)", "list of def of artifact"),
    ("city.left", "list of dream"),
    ("player.hand where rank == 2", "list of dream"),
    ("every half", "list of half"),
    ("every dream", "list of dream"),
    ("1..n", "list of int"),
    ("count(side-of(c, left))", "int"),
    ("side-of(c, h) + dreams", "list of dream"),
    ("c.left if h == left else c.right", "list of dream"),
    ("side-of(c, h) if n > 1 else me.hand", "zone of dream"),
    ("d.city", "maybe city"),
    ("d.player", "maybe player"),
    ("d.holder", "maybe player"),
    ("d.definition", "def of dream"),
    ("d.definition.rank", "int"),
    ("d.zone == me.hand", "bool"),
    ("me.hand == d.zone", "bool"),
    ("thing.definition.price", "bag of essence"),
    ("thing is artifact", "bool"),
    ("thing.power if thing is mage else 0", "int"),
    ("perhaps.tapped if perhaps is not none else false", "bool"),
    ("perhaps is none or perhaps.tapped", "bool"),
    ("perhaps is mage and perhaps.power > 2", "bool"),
    ("me.field where it is mage", "list of mage"),
    ("self.power", "int"),
    ("self.stored[life] + 1", "int"),
    ("2 gold", "bag of essence"),
    ("2 gold + 1 life", "bag of essence"),
    ("me.pool == 2 gold + 1 calm", "bool"),
    ("4 any", "amount of essence"),
    ("n calm/life", "amount of essence"),
    ("(n + 1) any except gold/calm", "amount of essence"),
    ("1 any + 2 gold", "amount of essence"),
    ("2 gold + 1 any - 1 gold", "amount of essence"),
    ("2 gold if n > 1 else 1 any", "amount of essence"),
    ("reduce(2 gold, 1 any)", "amount of essence"),
    ("payable(me.pool, 2 gold + 1 any)", "bool"),
    ("payable([1 gold/calm, 2 any], 2 gold)", "bool"),
    ("pays([1 gold, me.pool], 2 any)", "bool"),
    ("count(3 calm/life)", "int"),
    ("1 any == 1 gold", "bool"),
    ("1 gold <= me.pool", "bool"),
    ("n k", "bag of essence"),
    ("3 sword", "bag of def of artifact"),
    ("valley", "space"),
    ("sword", "def of artifact"),
    ("valley.next.next", "space"),
    ("valley.zone", "maybe zone of space"),
    ("promise", "maybe color"),
    ("goal", "int"),
    ("profile", "int"),
    ("round", "int"),
    ("[first(me.hand)]", "maybe list of dream"),
    ("[red, none]", "list of maybe color"),
    ("red", "color"),
    ("red in c.elements", "bool"),
    ("c.elements == [red, blue]", "bool"),
    ("tolerant(m, 2)", "int"),
    ("tolerant(none, m)", "maybe int"),
    ("d.weight", "int"),
    ("c.room(left)", "bool"),
    ("h < right", "bool"),
    ("thing.kind == mage", "bool"),
    ("thing.kind in [mage, artifact]", "bool"),
    ("red if n > 1 else none", "maybe color"),
    ("1 gold if n > 1 else []", "bag of essence"),
    ("[c, d]", "list of card"),
    ("sort(me.hand, rank)", "list of dream"),
    ("left == h", "bool"),
    ("mine + own-points", "int"),
    ("me.hand is empty or me.deck is not empty", "bool"),
    ("d not in me.hand", "bool"),
    ("d in side-of(c, h)", "bool"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "type_"), TYPES)
def test_the_type_of_an_expression(desk, text, type_):
    assert desk.type(text).replace("maybe maybe", "twice maybe") == type_


EXPECTED = [
    ("red", EnumType("color")),
    ("left", EnumType("half")),
    ("left", EnumType("side")),
    ("none", Maybe(INT)),
    ("[]", BagOf(EnumType("essence"))),
    ("[]", SetOf(EnumType("color"))),
    ("[red, blue, red]", SetOf(EnumType("color"))),
    ("c.left", ZoneType("dream")),
    ("c.left if n > 1 else c.right", ZoneType("dream")),
    ("side-of(c, h) if n > 1 else me.hand", ZoneType("dream")),
    ("side-of(c, left)", ListOf(EntityType("dream"))),
    ("n", Maybe(INT)),
    ("mage", KIND),
    ("sword", DefinitionType("component")),
    ("1 gold + 1 life", Maybe(BagOf(EnumType("essence")))),
    ("c.elements", ListOf(EnumType("color"))),
    ("q.hand", Maybe(ZoneType("dream"))),
]


@pytest.mark.parametrize(("text", "type_"), EXPECTED)
def test_what_fits_a_place(desk, text, type_):
    desk.expression(text, type_)

    assert desk.names() == [], desk.messages()


def test_a_zone_is_taken_as_the_zone_itself(desk):
    found = desk.expression("c.left if h == left else c.right", ZoneType("dream"))

    assert isinstance(found, model.Conditional)
    assert isinstance(found.then, model.ZoneRef)
    assert found.type == ZoneType("dream")


def test_a_maybe_operand_becomes_a_local_of_a_lifted_node(desk):
    found = desk.expression("m + n")

    assert isinstance(found, model.Lifted)
    assert found.type == Maybe(INT)
    assert isinstance(found.body, model.Arithmetic)
    assert found.body.left == model.Local(found.slots[0], "", INT)


def test_a_list_in_the_place_of_a_set_becomes_one(desk):
    found = desk.expression("[red, blue]", SetOf(EnumType("color")))

    assert isinstance(found, model.Primitive)
    assert found.name == "to-set"


def test_only_stacks_and_written_lists_have_an_order(desk):
    assert desk.expression("me.hand == [d]").ignores_order
    assert not desk.expression("me.deck == [d]").ignores_order


def test_the_member_wins_where_the_field_cannot_stand(desk):
    found = desk.expression("rows where room(it, left)")

    assert desk.names() == []
    assert found.condition.arguments[1] == model.Constant(0, EnumType("half"))


def test_a_condition_narrows_the_elements_of_the_result(desk):
    found = desk.expression("[red, none] where it is not none")

    assert found.type == ListOf(EnumType("color"))


EACH = [
    ("each(players, hand)", "list of dream"),
    ("each(players, lives)", "list of int"),
    ("each(players, polarity) where it is not none", "list of half"),
    ("distinct(each(me.hand, rank))", "list of int"),
]


@pytest.mark.parametrize(("text", "type_"), EACH)
def test_the_type_of_each(desk, text, type_):
    assert desk.type(text) == type_


def test_names_are_recorded(desk):
    desk.expression("me.hand where color == red and weight(it) > profile")

    assert {("zone", "player.hand"), ("attribute", "dream.color"), ("member", "color.red"),
            ("value", "weight"), ("option", "profile")} <= desk.world.used  # fmt: skip


def test_values_hand_on_what_they_need(new_desk):
    desk = new_desk(self_kind=None, place="value", has_me="needed", facts=set())
    desk.expression("mine + own-points")

    assert desk.names() == []
    assert desk.changes["facts"] == {"me", "self"}


WRONG = [
    ("foo", "unknown-name", "foo"),
    ("promis", "unknown-name", "promis"),
    ("n-m", "unknown-name", "n-m"),
    ("half", "unknown-name", "half"),
    ("weight", "unknown-name", "weight"),
    ("it", "unknown-name", "it"),
    ("actor", "unknown-name", "actor"),
    ("left", "name-clash", "left"),
    ("d.colour", "unknown-attribute", "colour"),
    ("me.hand.rank", "unknown-attribute", "rank"),
    ("card.rank", "unknown-attribute", "rank"),
    ("city.middle", "unknown-zone", "middle"),
    ("foo(1)", "unknown-value", "foo"),
    ("draw(1)", "unknown-value", "draw"),
    ("weight()", "missing-argument", "weight"),
    ("weight(d, 1)", "too-many-arguments", "weight"),
    ("weight(c)", "wrong-type", "c"),
    ("any(me.hand)", "missing-argument", "any"),
    ("sum(me.hand)", "missing-argument", "me.hand"),
    ("sum(me.hand, home)", "wrong-type", "home"),
    ("best(n, 1)", "not-a-list", "n"),
    ("first(n)", "not-a-list", "n"),
    ("top(me.hand where rank > 2)", "wrong-type", "me.hand where rank > 2"),
    ("n + d", "wrong-type", "n + d"),
    ("me.hand + d", "wrong-type", "me.hand + d"),
    ("d * 2", "wrong-type", "d"),
    ("n == red", "not-comparable", "n == red"),
    ("c == d", "not-comparable", "c == d"),
    ("d in rows", "not-comparable", "d in rows"),
    ("n in n", "not-a-list", "n"),
    ("me < p", "not-comparable", "me < p"),
    ("not n", "not-a-condition", "n"),
    ("me.hand and true", "not-a-condition", "me.hand"),
    ("d is culture", "unknown-kind", "culture"),
    ("d is mage", "not-comparable", "d is mage"),
    ("n is empty", "not-a-list", "n"),
    ("every player", "unknown-kind", "player"),
    ("[1, red]", "wrong-type", "red"),
    ("n if true else d", "wrong-type", "n if true else d"),
    ("me.pool[red]", "wrong-type", "red"),
    ("n[1]", "wrong-type", "n"),
    ("1 calm/green", "wrong-type", "green"),
    ("1 any except green/calm", "wrong-type", "calm"),
    ("reduce(n, 1 calm)", "wrong-type", "n"),
    ("payable(n, 1 calm)", "wrong-type", "n"),
    ("pays(me.pool, 1 calm)", "wrong-type", "me.pool"),
    ("pays([n], 1 calm)", "wrong-type", "[n]"),
    ("pays([1 calm], n)", "wrong-type", "n"),
    ("count(2 calm/life, true)", "too-many-arguments", "count"),
    ("2 coins", "unknown-member", "coins"),
    ("2 p", "wrong-type", "p"),
    ("players where any(hand, it.rank > 1)", "name-clash", "it"),
    ("definitions(foo)", "unknown-kind", "foo"),
    ("next(n)", "wrong-type", "n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "at"), WRONG)
def test_one_mistake_is_reported_once(desk, text, name, at):
    desk.wrong_expression(text, name, at)


def test_a_local_that_is_an_attribute_too_is_a_clash(new_desk):
    desk = new_desk()
    desk.changes["visible"] = {"rank": (4, INT), "p": (3, desk.scope().visible["p"][1])}

    desk.wrong_expression("p.hand where rank > 2", "name-clash", "rank")


def test_helps_name_what_was_meant(desk):
    assert "write `n - m`" in desk.wrong_expression("n-m", "unknown-name")


@pytest.mark.parametrize(("text", "help_"), [
    ("promis", "write `promise`"),
    ("half", "write `every half`"),
    ("d.colour", "write `color`"),
    ("me.hand.rank", "write `each(…, rank)`"),
    ("me.hand + d", "write `[d]`"),
    ("rows where position > 2", "write `it.position`"),
])  # fmt: skip
def test_helps(desk, text, help_):
    desk.expression(text)

    assert desk.world.report.diagnostics[0].helps[0].startswith(help_)


def test_me_where_there_is_none(new_desk):
    new_desk(has_me="no").wrong_expression("me.hand", "no-actor", "me")
    new_desk(has_me="no").wrong_expression("mine", "no-actor", "mine")
    new_desk(has_me="no").wrong_expression("opponents", "no-actor", "opponents")


def test_self_where_there_is_no_card(new_desk):
    new_desk(self_kind=None).wrong_expression("self", "no-card", "self")
    new_desk(self_kind=None).wrong_expression("own-points", "no-card", "own-points")


def test_a_maybe_where_none_may_be(desk):
    desk.wrong_expression("m", "maybe-not-allowed", "m", INT)
