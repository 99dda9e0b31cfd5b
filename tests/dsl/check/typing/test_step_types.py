"""Check what steps become, which names they bind, and what may stand where."""

from __future__ import annotations

import pytest

from dsl.model import expressions, steps
from dsl.model.types import (
    INT,
    PLAYER,
    UNKNOWN,
    BagOf,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
)

RIGHT = [
    "let x = n; set x to x + 1; add 2 to x; subtract 1 from x",
    "let xs = []\nadd d to xs\nfor each x in xs, move x to dreams",
    "let b = 1 gold\nadd 2 life to b\nsubtract 1 gold from b\ngain b",
    "let w = none\nset w to p\nset start-player to default(w, me)",
    "set promise to blue; set promise to none; set dealer to next(dealer)",
    "set self.tapped to true; add 1 to me.lives; add 2 gold to me.pool",
    "add red to me.marks; set me.marks to [red, blue]; subtract blue from p.marks",
    "set me.pool to []",
    "set q.lives to 3",
    "choose x from me.hand where rank > 2 and weight(x) > 1\nmove x to dreams",
    "choose x from me.hand where x.color == red by p\nif x is not none, set promise to x.color",
    "choose up to 2 xs from c.left\nmove xs to top of me.deck",
    "choose (count(p.hand) - 3) xs from p.hand by p\nmove xs to dreams",
    "choose any number of ds from c.left + c.right so that sum(ds, weight) == 0\nmove ds to dreams",
    "choose i from 1..6 by chance\nlet twice = i * 2\nset deals to twice",
    "choose i from 1..6 by chance with it * it\nlet twice = i * 2\nset deals to twice",
    "choose x from seats by chance\nset dealer to x",
    "choose x from me.hand by chance with x.rank\nmove x to dreams",
    "let gems = 2 gold\nchoose g from gems by chance\nif g is not none, gain 1 g",
    "choose one:\n  gain 1 gold\n  draw 1 when me.deck is not empty\n"
    "  choose x from me.hand, move x to x.holder.deck",
    "may, draw 1",
    "may by p gain 1 gold, stop",
    "may choose x from me.hand where it.rank > 2:\n  set deals to x.rank\nelse, draw 1",
    "may again draw 1, draw 2",
    "order cs from top(me.deck, 2)\nmove cs to bottom of me.deck by me -> moved",
    "shuffle me.deck; reveal me.hand; reveal d to me; reveal top(dreams) to players",
    "exchange d with first(me.hand); fill rows from rows; retire thing; pass; eliminate p",
    "create 2 sword into me.field -> them\nfor each x in them, tap x",
    "create sword into supply",
    "draw 2 by p; draw 1 from dreams; draw 1 from q.deck",
    "draw 2 -> cards\nmove cards to c.left",
    "tap me.field; tap perhaps; tap first(me.field)",
    "lose-life 2 from self; lose-life n from none; mark red; mark blue on p",
    "mark green on players",
    "for each x in players where x.lives > 0, lose-life 2 from thing by x",
    "for each i in every half, move top(dreams) to side-of(c, i)",
    "for each x in q.hand, move x to dreams",
    "together for each x in me.hand, move x to dreams",
    "together:\n  tap thing\n  if n > 1:\n    draw 1\n  let y = n",
    "at once for each x in players:\n  choose 2 cs from x.hand by x\n  let i = 1\n"
    "then:\n  move cs to next(x).hand\n  set deals to i",
    "repeat 3 times, draw 1",
    "repeat 6 if n == 2 else 36 // n times:\n  draw 1",
    "let x = first(me.hand)\nwhile x is not none:\n  set deals to x.rank\n"
    "  set x to first(me.hand)",
    "if perhaps is none, stop\ntap perhaps; set perhaps.tapped to true",
    "if perhaps is none:\n  draw 1\nelif perhaps is mage:\n  set deals to perhaps.power\n"
    "else:\n  set deals to perhaps.points",
    "if not (perhaps is mage), stop\nset deals to perhaps.power",
    "move c.left + c.right to dreams; move d to c.left if n > 1 else c.right",
    "move d to d.zone; move top(me.deck) to d.city.left",
    "pick p -> picked\nif picked is not none, set deals to picked.rank",
    "draw 1 by q",
    "if n > 2, end game",
]


@pytest.mark.parametrize("text", RIGHT)
def test_steps_without_a_mistake(desk, text):
    desk.right(text)


WRONG = [
    ("foo 3", "unknown-event", "foo"),
    ("drw 3", "unknown-event", "drw"),
    ("weight d", "unknown-event", "weight"),
    ("draw", "missing-argument", "draw"),
    ("draw red", "wrong-type", "red"),
    ("draw 1 with d", "unknown-preposition", "with d"),
    ("draw 1 by p by p", "unknown-preposition", "by p"),
    ("settle 3", "too-many-arguments", "3"),
    ("gain 2 coins", "unknown-member", "coins"),
    ("gain 3", "wrong-type", "3"),
    ("draw 2 gold", "wrong-type", "2 gold"),
    ("mark [red, blue] on players", "wrong-type", "players"),
    ("tap me.hand", "wrong-type", "me.hand"),
    ("draw 1 by players", "wrong-type", "players"),
    ("move c to me.hand", "wrong-type", "c"),
    ("move d to c", "wrong-type", "c"),
    ("move d to top of me.hand", "wrong-type", "me.hand"),
    ("shuffle d", "wrong-type", "d"),
    ("create 2 gold into supply", "wrong-type", "gold"),
    ("set n to 3", "cannot-assign", "n"),
    ("set d.rank to 3", "cannot-assign", "d.rank"),
    ("set me.hand to []", "cannot-assign", "me.hand"),
    ("set goal to 3", "cannot-assign", "goal"),
    ("set fo to 3", "unknown-name", "fo"),
    ("set deals to red", "wrong-type", "red"),
    ("set deals to m", "maybe-not-allowed", "m"),
    ("set dealer to none", "maybe-not-allowed", "none"),
    ("choose x from players by chance\nset dealer to x", "maybe-not-allowed", "x"),
    ("choose x from seats where it != me\nset dealer to x", "maybe-not-allowed", "x"),
    ("add 1 to promise", "cannot-assign", "promise"),
    ("add red to me.lives", "wrong-type", "red"),
    ("let x = n; let x = n", "duplicate-name", "x"),
    ("let me = n", "duplicate-name", "me"),
    ("for each n in players, draw 1", "duplicate-name", "n"),
    ("for each x in n, draw 1", "not-a-list", "n"),
    ("choose x from n\ndraw 1", "not-a-list", "n"),
    ("if n, draw 1", "not-a-condition", "n"),
    ("repeat m times, draw 1", "maybe-not-allowed", "m"),
    ("return 3", "wrong-type", "return 3"),
    ("require n > 1", "not-in-cost", "require n > 1"),
    ("do d.home", "wrong-type", "home"),
    ("do d.foo", "unknown-attribute", "foo"),
    ("do n", "wrong-type", "n"),
    ("stop; draw 1", "unreachable-step", "draw 1"),
    ("choose any number of xs from me.hand by chance", "wrong-type", "xs"),
    ("choose x from me.hand with rank", "wrong-type", None),
    ("choose 2 xs from me.hand by chance with rank", "wrong-type", None),
    ("choose x from me.hand by chance with it", "wrong-type", "it"),
    ("let gems = 2 gold\nchoose g from gems by chance with 2", "wrong-type", "gems"),
    ("together, set deals to 1", "not-in-together", "set deals to 1"),
    ("together:\n  gain 1 gold -> done", "not-in-together", "done"),
    ("together:\n  may, draw 1", "not-in-together", None),
    ("at once for each x in players:\n  draw 1\nthen:\n  draw 1", "not-in-at-once", "draw 1"),
    ("may shuffle dreams, draw 1", "not-in-cost", "shuffle dreams"),
    ("may choose x from me.hand by chance, draw 1", "not-in-cost", None),
    ("may choose x from me.hand by p, draw 1", "not-in-cost", None),
    ("while promise is none, set promise to foo", "unknown-name", "foo"),
    ("let x = first(me.hand)\nif x is not none:\n  set x to first(me.hand)\n  set deals to x.rank",
     "maybe-not-allowed", "x.rank"),
    ("let x = first(me.hand)\nif x is none, stop\nset x to first(me.hand)\nset deals to x.rank",
     "maybe-not-allowed", "x.rank"),
    ("let x = first(me.hand)\nif x is none, stop\nfor each p2 in players:\n"
     "  set deals to x.rank\n  set x to first(p2.hand)", "maybe-not-allowed", "x.rank"),
    ("if n > 1:\n  let y = 1\nset deals to y", "unknown-name", "y"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "at"), WRONG)
def test_one_mistake_is_reported_once(desk, text, name, at):
    desk.wrong(text, name, at)


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("move d to player.hand", "`for each x in players, …` with `x.hand`"),
        ("move d to city.left", "`for each x in every city, …` with `x.left`"),
    ],
)
def test_the_zones_of_all_are_no_zone(desk, text, helps):
    desk.wrong(text, "wrong-type")
    assert helps in desk.world.report.diagnostics[0].helps[0]


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("set deals to m", "or test it"),
        ("let x = first(me.hand)\nset deals to x.rank", "or test it"),
        ("set deals to first(me.hand).rank", "give it a name"),
        ("if first(me.hand) is not none, set deals to first(me.hand).rank", "give it a name"),
        ("let x = promise\nif x is not none, mark x", None),
    ],
)
def test_what_no_test_narrows_gets_a_name_first(desk, text, helps):
    if helps is None:
        desk.right(text)
    else:
        desk.wrong(text, "maybe-not-allowed")
        assert helps in desk.world.report.diagnostics[0].helps[0]


def last(body: steps.Body) -> steps.Step:
    return body.steps[-1]


def test_a_list_in_a_slot_of_one_is_done_for_each(desk):
    step = last(desk.right("tap me.field"))

    assert (step.each, step.required) == (0, ())


def test_a_maybe_in_a_slot_is_required(desk):
    step = last(desk.right("tap perhaps"))

    assert (step.each, step.required) == (None, (0,))


def test_a_maybe_slot_takes_a_maybe(desk):
    step = last(desk.right("lose-life 1 from perhaps"))

    assert step.required == ()


def test_defaults_are_filled_in_and_marked(desk):
    step = last(desk.right("draw 2 by p"))

    assert step.defaulted == (1,)
    assert isinstance(step.arguments[1], expressions.ZoneRef)
    assert step.by.type == PLAYER


def test_a_default_that_uses_me_needs_an_actor(new_desk):
    desk = new_desk(has_me="no")
    desk.steps("mark red")
    assert desk.names() == ["no-actor"]

    new_desk(has_me="no").right("mark red by p; mark red on p")


def test_an_event_that_needs_me_needs_an_actor(new_desk):
    new_desk(has_me="no").wrong("gain 1 gold", "no-actor", "gain")
    new_desk(has_me="no").right("gain 1 gold by p; move d to dreams; choose x from rows by p")
    new_desk(has_me="no").wrong("choose x from rows", "no-actor")


def test_move_names_zone_and_end(desk):
    step = last(desk.right("move d to top of dreams"))

    assert isinstance(step.arguments[1], expressions.ZoneRef)
    assert step.arguments[2].value == "top"
    assert last(desk.right("move d to dreams")).arguments[2].value is None


def test_one_definition_counts_one(desk):
    step = last(desk.right("create sword into supply"))

    assert isinstance(step.arguments[0], expressions.BagOfUnits)


def test_a_choice_may_be_none_unless_it_cannot(desk):
    body = desk.right("choose x from me.hand\nchoose y from 1..6 by chance\nchoose z from [d]")
    types = {info.name: info.type for info in body.slots}

    assert types["x"] == Maybe(EntityType("dream"))
    assert types["y"] == INT
    assert types["z"] == EntityType("dream")


def test_a_cost_takes_what_is_there(new_desk):
    body = new_desk(place="cost").right("choose x from me.hand; require x.rank > 2; tap thing")

    assert next(info for info in body.slots if info.name == "x").type == EntityType("dream")


def test_results_of_events(desk):
    body = desk.right("draw 2 -> a\ngain 1 gold -> b\npick p -> e\npick players -> g")
    types = {info.name: str(info.type) for info in body.slots}

    assert (types["a"], types["b"], types["e"], types["g"]) == (
        "list of dream", "bool", "maybe dream", "list of dream",
    )  # fmt: skip


def test_the_event_replaced_goes_on(new_desk):
    assert last(new_desk(replaces="tap").right("tap thing")).continues
    assert last(new_desk(replaces="act:play").right("play d")).event == "act:play"
    new_desk().wrong("play d", "unknown-event", "play")


def test_an_actor_that_may_be_none_guards_the_step(desk):
    step = last(desk.right("draw 1 by q"))

    assert isinstance(step, steps.If)
    assert isinstance(step.branches[0][1][0], steps.DoEvent)


def test_an_empty_list_learns_its_element(desk):
    body = desk.right("let xs = []\nfor each x in players, set xs to xs + x.hand")

    assert next(i for i in body.slots if i.name == "xs").type == ListOf(EntityType("dream"), False)


def test_value_blocks(new_desk):
    def desk():
        return new_desk(place="value", result=INT, has_me="needed")

    desk().right("let run = 0\nfor each x in me.hand:\n  set run to run + 1 if x.rank > 2 else 0\n"
                 "return run")  # fmt: skip
    desk().right("if n > 1, return 1\nreturn 2")
    desk().wrong("draw 1\nreturn 1", "not-in-value", "draw 1")
    desk().wrong("set deals to 1\nreturn 1", "not-in-value", "deals")
    desk().wrong("if n > 1, return 1", "result-missing")
    desk().wrong("return m", "maybe-not-allowed", "m")
    new_desk(place="value", result=UNKNOWN).right("return m")


def test_bodies_know_their_locals(desk):
    body = desk.right("let x = 2 gold")

    assert body.given == len(desk.scope().slots.infos)
    assert body.slots[-1] == steps.SlotInfo("x", BagOf(EnumType("essence")))
