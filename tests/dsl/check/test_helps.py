"""Slips of new authors get one finding, with the words to write instead."""

from __future__ import annotations

import pytest

from cardwright import language_guide
from dsl.check.expressions.name_helps import STEP_HELPS

GUIDE = language_guide()

ZONES = """\
zones:
  bag: {of: tile, order: stack, seen-by: nobody}
  player.hand: {of: tile, seen-by: owner}
  player.front: {of: tile, order: row, seen-by: everyone}
"""
# step, what is at fault, the help
STEPS = [
    ("for each p in player, gain 1 by p", "player", "write `players`"),
    ("reveal c to everyone", "everyone", "write `players`"),
    ("move c to front", "front", "write `me.front`: every player has one"),
    ("set points to 3", "points", "write `me.points`: every player has one"),
    ("if points == 3, stop", "points", "write `me.points`: every player has one"),
    ("move c to my front", "my", "write `me.front`"),
    ("move c to me front", "me", "write `me.front`"),
    ("gain two", "two", "write `2`"),
    ("choose a tile from me.hand", "a", "leave `a` out"),
    ("move ruby to bag", "ruby", "choose a copy: `first(… where it.definition == ruby)`"),
    ("gain me.hand[0].rank", "0", "the first is 1: write `[1]`"),
    ("if c is red, stop", "red", "write `c.color == red`"),
    ("if c is not red, stop", "red", "write `c.color != red`"),
    ("if c is warm, stop", "warm", "write `warm in c.tints`"),
    ("if c is worn, stop", "worn", "write `c.worn`"),
    ("if top(bag) is some, stop", "some", "write `top(bag) is not none`"),
    ("if top(bag) is not known, stop", "known", "write `top(bag) is none`"),
    ("if any(me.hand, not c), stop", "c", "compare it: `it == c`, `it != c`"),
    ("earn red", "red", "write `1 red`: an amount says how many of each"),
    ("earn 2", "2", "say of what: `2 red`, `2 any`"),
    ("earn count(me.hand)", "count(me.hand)",
     "say of what: `(count(me.hand)) red`, `(count(me.hand)) any`"),
    ("choose x from me.hand by next", "next", "write `next(…)`"),
    ("c goes to bag", "c", "say first what is done, then by whom: `… by c`"),
    ("choose c from me.hand", "c", "take another name"),
    ("may choose x from me.hand by next(me), stop", "choose x from me.hand by next(me)",
     "leave out `by next(me)`: the payer decides, and `may by next(me) …` says who that is"),
    ("gain 1 by players", "players", "take one of them with `first(…)`, `only(…)` or `best(…, …)`; "
     "for all: `for each p in players, … p …`"),
    ("gain count(sort(me.hand, rank, red))", "sort",
     "what falls instead of rising has a minus: `sort(LIST, -VALUE)`"),
    ("gain 1 for c", "for c", "write `gain (int n)`"),
    ("ping at c", "at c", "write `ping c`"),
    ("pay 2", "pay", "declare an event `pay`, or write `subtract … from …`"),
    ("gain 2 cards", "2 cards", "write `2`"),
    ("move rank to bag", "rank", "name one, `c.rank`; of several, "
     "`for each c in …` names one after another: `tile` has a `rank`"),
    ("move all tiles bag", "bag", "write `to bag`"),
    ("if me.hand is full, stop", "full", "write `count(me.hand)` for how many"),
    ("if bag is not full, stop", "full", "write `count(bag)` for how many"),
    ("add 2 points to me", "me", "write `add 2 to me.points`"),
    ("subtract 1 point from me", "me", "write `subtract 1 from me.points`"),
    ("skip", "skip",
     "leave it out: an alternative is a body by itself, and `may … else` needs no steps"),
]  # fmt: skip
KINDS = """\
enums: {color: [red, blue], tint: [warm, cool]}
kinds:
  tile:
    attributes:
      color: color
      rank: int = 1
      price: amount of color = 2 any
      tints: list of tint = []
    state: {worn: bool = false}
    start: bag
"""
TYPES = [("integer", "int"), ("number", "int"), ("boolean", "bool"), ("maybe players", "player")]
TABLE = """\
cards:
- {id: ruby, kind: tile, color: red}
- each: {kind: tile, color: red}
  id: "t-{rank}"
"""
# sections, the findings as (name, words), a part of the help
GAMES = [
    ({"cards": f"{TABLE}  rank: 2-14\n"}, [("bad-number", "2-14")], "`2..14`"),
    ({"cards": f"{TABLE}  rank: 3\n"}, [("unknown-slot", "3")], "`LOW..HIGH`"),
    ({"cards": "cards:\n- {id: ruby, kind: tile, color: red}\n- each: {kind: tile}\n"
               '  id: "t-{color}"\n  color: every colour\n'},
     [("unknown-enum", "colour")], "`color`"),
    ({"events": "events:\n  gain (int n):\n    text: gain {card}\n"},
     [("unknown-slot", "{card}")], "`{me}`, `{n}`"),
    ({"triggers": "triggers:\n- when: pass\n  do: stop\n"}, [("bad-pattern", "pass")], "`after`"),
    ({"triggers": "triggers:\n- {after: bag by me, do: stop}\n"}, [("unknown-event", "bag")],
     "this is a place: name the event that happens there"),
    ({"values": "values:\n  less(bag of color b) -> bag of color: b - 1\n"},
     [("wrong-type", "b - 1")], "say of which: `b - 1 red`"),
    ({"triggers": "triggers:\n- on: pass\n  do: stop\n"}, [("unknown-key", "on")], "`after`"),
    ({"triggers": "triggers:\n- after: pass\n  when: round == 1\n  do: stop\n"},
     [("bad-pattern", "round == 1")], "`after: … where …`"),
    ({"end": "end: {rank: [-round], tiebreak: round}\n"},
     [("unknown-key", "tiebreak")], "`rank`"),
    ({"end": "end: {rank: most}\n"}, [("unknown-name", "most")], "`rank`"),
    ({"zones": ZONES.replace("seen-by: owner", "visible: owner")},
     [("missing-key", "player.hand")], "`seen-by"),
    ({"triggers": "triggers:\n- {after: phase act, do: stop}\n"}, [("unknown-event", "phase")],
     "id of the phase alone"),
    ({"modifiers": "modifiers:\n- {attribute: rank, to: 3, value: worth}\n"},
     [("unknown-key", "attribute")], "cost(card c)"),
    ({"replacements": "replacements:\n- on: pass\n  do: stop\n"},
     [("unknown-key", "on")], "`instead`"),
    ({"more": "players: {count: 3}\n"}, [("duplicate-key", "players")], "merge the two entries"),
    ({"more": "end: {rank: [points]}\n"}, [("duplicate-key", "end")], "merge the two entries"),
    ({"end": "end: {rank: stars}\n", "more": "players: {state: {stars: int = 0}}\n"},
     [("duplicate-key", "players")], "merge the two entries"),
    ({"more": "values: {eight -> int: 8, nine -> int: eight + 1}\n"},
     [("duplicate-key", "values")], "merge the two entries"),
    ({"kinds": "kinds:\n  tile: {attributes: {color: color, rank: int = 1}, start: bag}\n"
               "  cup: 3\n"}, [("wrong-shape", "3")], ""),
    ({"phases": "phases:\n- {id: act, turn: players, offer: [pass]}\n"},
     [("unknown-key", "turn")], "`turns`"),
    ({"phases": "phases:\n- id: act\n  turn: players\n  do: gain 1\n"},
     [("unknown-key", "turn")], "`turns`"),
    ({"zones": ZONES.replace("player.front: {of: tile", "player.front: {of: tyle")},
     [("unknown-kind", "tyle")], "`tile`"),
    ({"zones": ZONES.replace("player.front", "plyer.front")},
     [("unknown-kind", "plyer")], "`player`"),
    ({"zones": ZONES.replace("player.front", "player front")},
     [("bad-name", "player front")], ""),
    ({"layout": "layout: {b: {rows: every tile, columns: 2}}\n"},
     [("bad-layout", "every tile")], "lie (`rows: player.hand`, `columns: …`)"),
    ({"values": "values:\n  near-to(tile c) -> list of tile: neighbours(c)\n"},
     [("unknown-value", "neighbours")], "write `beside(…)`"),
    ({"layout": "layout: {b: {rows: every tile where rank > 1, columns: 2}}\n"},
     [("bad-layout", "every tile where rank > 1")], "a kind that extends `tile`"),
    ({"values": "values:\n  near(tile c) -> list of tile: beside(c)\n"},
     [("wrong-type", "c")], "`layout: {board: {rows: player.front, columns: 3}}`"),
    ({"layout": "layout: {rack: {rows: player.front, columns: 3}}\n",
      "enums": f"{KINDS}  gem: {{extends: tile}}\n", "kinds": "",
      "values": "values:\n  near(gem c) -> list of gem: beside(c)\n"},
     [("wrong-type", "c")], "`player.front` holds any `tile`: let it hold `gem`, or ask of those"),
    ({"actions": "actions:\n  play:\n    in: act\n    choose: {c: best(me.hand, rank)}\n"
                 "    do: move c to me.front\n    text: play {c}\n"},
     [("flow-trap", "best(me.hand")], "block"),
    ({"values": "values:\n  all-of(bag of color b) -> int: sum(b)\n"},
     [("not-a-list", "b")], "`count(…)`"),
    ({"zones": ZONES.replace("player.hand: {of: tile", "player.hand: {max: rank, of: tile")},
     [("unknown-name", "rank")], "only options can be read: open, size, player-count"),
    ({"zones": ZONES.replace("player.hand: {of: tile", "player.hand: {max: player-coun, of: tile")},
     [("unknown-name", "player-coun")], "write `player-count`"),
    ({"players": "players: {count: 2, state: {points: int = 0}, zones: {won: {of: tile}}}\n"},
     [("unknown-key", "zones")], "among the `zones` of the game, as `player.NAME`"),
    ({"players": "players: {count: 2, state: {points: int = 0, tint: tint = warm}}\n",
      "enums": KINDS, "kinds": "", "values": "values: {is-warm -> bool: tint == warm}\n"},
     [("unknown-name", "tint")], "`me.tint`"),
]  # fmt: skip


def events(step: str) -> str:
    return f"""\
events:
  earn (amount of color a): {{do: reveal me.hand}}
  gain (int n):
    do: add n to me.points
  ping (tile c):
    do: |
      {step}
"""


@pytest.mark.parametrize(("step", "words", "help_text"), STEPS)
def test_a_slip_in_a_step(step, words, help_text, load):
    (found,) = load(enums=KINDS, kinds="", zones=ZONES, events=events(step)).diagnostics
    assert (found.span.text, *found.helps) == (words, help_text)


MEANT = [
    ("gain-coins 2", "write `income`, which says “{me} takes {n} coins”"),
    ("take-coins 2", "write `income`, which says “{me} takes {n} coins”"),
    ("spend 2", "write `levy`, which says “pay taxes”"),
    ("receive 2", "write `move … to …` of cards, `add … to …` of numbers"),
    ("pay-taxes", "write `levy`, which says “pay taxes”"),
    ("shuffle-the-bag bag", "write `shuffle …`"),
    ("put-tile c", "write `move … to …`"),
    ("increases me.points", "write `add … to …`"),
    ("settle-debts", "`cardwright explain settle-debts GAME` finds what says so in its text"),
    ("roast 2", "`cardwright explain roast GAME` finds what says so in its text"),
    ("turn-two", "`cardwright explain turn-two GAME` finds what says so in its text"),
]
SAYING = """\
  income (int n): {do: add n to me.points, text: "{me} takes {n} coins"}
  levy: {do: subtract 1 from me.points, text: pay taxes}
  turn-left: {do: reveal me.hand, text: turn}
  turn-right: {do: reveal me.hand, text: turn}
"""


@pytest.mark.parametrize(("step", "help_text"), MEANT)
def test_an_event_is_meant_by_what_it_says(step, help_text, load):
    """A verb of like meaning and the same other words, if no second event says them too."""
    declared = events(step).replace("  gain (int n):\n    do: add n to me.points\n", SAYING)
    (found,) = load(enums=KINDS, kinds="", zones=ZONES, events=declared).diagnostics
    assert (found.name, found.helps) == ("unknown-event", (help_text,))


def test_the_guide_says_what_to_write_instead_of_each_verb():
    section = GUIDE.partition("## Doing events")[2].partition("## Decisions")[0]
    assert {verb for verb in STEP_HELPS if f"`{verb}`" not in section} == set()


def test_one_unit_of_a_bag_is_added_to_it(load):
    (found,) = load(
        enums=KINDS, kinds="", zones=ZONES, events=events("set purse[red] to 3"),
        state="state: {purse: bag of color}\n",
    ).diagnostics  # fmt: skip
    assert (found.name, found.span.text) == ("cannot-assign", "purse[red]")
    assert found.helps == ("write `add (…) red to purse` or `subtract (…) red from purse`",)


def test_who_does_it_stands_before_the_condition(load):
    rule = "triggers:\n- {after: pass where round == 1 by players, do: stop}\n"
    (found,) = load(triggers=rule).diagnostics
    assert found.helps == ("write `pass by players where round == 1`",)


def test_a_limit_in_words(load):
    rule = "triggers:\n- {after: pass, limit: once per round, do: stop}\n"
    (found,) = load(triggers=rule).diagnostics
    assert (found.span.text, *found.helps) == ("once", "write `1 per round`")


def test_who_does_it_in_a_rule_of_a_card(load):
    rule = "{after: pass where p == me, do: stop}"
    card = f"{{id: sky, kind: tile, color: blue, triggers: [{rule}]}}"
    (found,) = load(cards=f"cards:\n- {card}\n").diagnostics
    assert found.span.text == "p"
    assert found.helps == (
        "say who does it with `by me` or `by opponents`; `actor` is that player",
    )


@pytest.mark.parametrize(("word", "meant"), TYPES)
def test_a_type_of_another_language(word, meant, load):
    (found,) = load(state=f"state: {{x: {word}}}\n").diagnostics
    assert (found.name, found.helps) == ("unknown-type", (f"write `{meant}`",))


@pytest.mark.parametrize(("sections", "findings", "help_part"), GAMES)
def test_a_slip_in_the_structure(sections, findings, help_part, load):
    rest = {
        "zones": ZONES,
        "events": events("move c to me.front"),
        "values": "values:\n  worth(player p) -> int: sum(p.front, rank)\n",
    }
    found = load(**{**rest, **sections}).diagnostics
    assert [(each.name, each.span.text) for each in found] == findings
    assert help_part in " ".join(found[0].helps)


def test_a_section_in_two_files_is_merged(load):
    (found,) = load(files={"more.yaml": "end: {rank: [points]}\n"}).diagnostics
    assert (found.name, found.helps) == ("duplicate-name", ("merge the two: a game has it once",))


def test_a_name_behind_an_empty_list_is_not_lost(findings):
    values = "values:\n  none-of -> int: count([] where foo > 1)\n"
    assert ("unknown-name", "foo") in findings(values=values)


TABLE_PLACES = (
    "make the places things: `slot: {unique: true, attributes: {number: int}}` under `kinds`, "
    "a zone `slot.cards`, then `(every slot)[n].cards`"
)
OWN_PLACES = (
    "make the places things: `spot: {start: player.spots}` under `kinds`, the zones "
    "`player.spots` (`order: row`) and `spot.cards`, then `me.spots[n].cards`"
)
SLOTS = ZONES + "".join(
    f"  {name}-{number}: {{of: tile, seen-by: everyone}}\n"
    for name in ("slot", "player.spot")
    for number in (1, 2)
)


@pytest.mark.parametrize(
    "name", ["slot[1..4]", "slots[4]", "slot-{n}", "slot-1..4", "slot(int n)", "slot-1, slot-2"]
)
def test_zones_are_not_declared_by_number(name, load):
    zones = f"{ZONES}  '{name}': {{of: tile, seen-by: everyone}}\n"
    (found,) = load(kinds="", enums=KINDS, zones=zones).diagnostics
    assert (found.name, found.span.text, found.helps) == ("bad-name", f"'{name}'", (TABLE_PLACES,))


def test_zones_of_a_player_are_not_declared_by_number(load):
    zones = f"{ZONES}  player.spot[1..4]: {{of: tile, seen-by: everyone}}\n"
    (found,) = load(kinds="", enums=KINDS, zones=zones).diagnostics
    assert found.helps == (OWN_PLACES,)


@pytest.mark.parametrize(
    ("step", "words", "help_text"),
    [
        ("move c to zone(1)", "zone", TABLE_PLACES),
        ("move c to slot(1)", "slot", TABLE_PLACES),
        ("move c to slot[1]", "slot", TABLE_PLACES),
        ("move c to slots[1]", "slots", TABLE_PLACES),
        ("move c to slot-n", "slot-n", TABLE_PLACES),
        ("move c to me.spot[1]", "spot", OWN_PLACES),
        ("move c to me.spots[1]", "spots", OWN_PLACES),
        ("move c to slt-1", "slt-1", "write `slot-1`"),
    ],
)
def test_zones_are_not_asked_for_by_number(step, words, help_text, load):
    (found,) = load(kinds="", enums=KINDS, zones=SLOTS, events=events(step)).diagnostics
    assert (found.span.text, found.helps) == (words, (help_text,))


def test_an_enum_has_no_zones(load):
    zones = f"{ZONES}  color.pile: {{of: tile, seen-by: everyone}}\n"
    (found,) = load(kinds="", enums=KINDS, zones=zones).diagnostics
    assert found.span.text == "color" and "a card for each (`color: every color`)" in found.helps[0]


@pytest.mark.parametrize(
    ("rank", "meant"),
    [
        ("max points", "points"), ("highest points", "points"), ("most points", "points"),
        ("max(points)", "points"), ("min points", "-points"), ("fewest points", "-points"),
        ("lowest points + 1", "-(points + 1)"), ("min(points)", "-points"),
    ],
)  # fmt: skip
def test_a_rank_says_itself_which_end_is_best(rank, meant, load):
    (found,) = load(end=f"end: {{when: round == 3, rank: {rank}}}\n").diagnostics
    assert found.name == "unknown-name" and found.span.text == rank.split("(")[0].split()[0]
    assert found.helps == (f"write `{meant}`",)


@pytest.mark.parametrize("rank", ["points", "-points", "max(points, 2)", "min(points, 9)"])
def test_a_rank_may_be_any_number(rank, load):
    assert not load(end=f"end: {{when: round == 3, rank: '{rank}'}}\n").diagnostics
