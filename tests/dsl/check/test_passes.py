"""What each pass refuses, and at which words it points."""

from __future__ import annotations

import pytest

BAD = [
    ("enums", "enums: {color: [red, blue, red]}\n", "duplicate-name", "red"),
    ("enums", "enums: {color: [red, blue, where]}\n", "reserved-word", "where"),
    ("values", "values:\n  a: b\n  b: a\n", "recursive-value", "a"),
    ("values", "values:\n  a(tile t) -> int: {is: t.rank, text: '{u}'}\n", "unknown-slot", "{u}"),
    ("values", "values:\n  a(tile t, int t): 1\n", "duplicate-name", "t"),
    ("events", "events:\n  a (player me): {}\n", "duplicate-name", "me"),
    ("state", "state: {dealer: player}\n", "unassigned-state", "dealer"),
    ("state", "state: {n: int = 0 until noon}\n", "unknown-scope", "noon"),
    ("state", "state: {n: number = 0}\n", "unknown-type", "number"),
    ("options", "options: {open: {type: bool}}\n", "missing-key", "open"),
    ("zones", "zones: {bag: {of: tail, seen-by: nobody}}\n", "unknown-kind", "tail"),
    ("zones", "zones: {bag: {of: tile, seen-by: me}}\n", "bad-choice", "me"),
    ("zones", "zones: {bag: {of: tile, seen-by: owner, slots: round}}\n", "bad-only-if", "round"),
    ("kinds", "kinds: {tile: {extends: tile}}\n", "extends-cycle", "tile"),
    ("state", "state: {price: amount of color}\n", "wrong-type", "amount of color"),
    ("state", "state: {prices: list of amount of color}\n", "wrong-type",
     "list of amount of color"),
    ("kinds", "kinds: {tile: {attributes: {gift: effect}}}\ncards: [{id: t, kind: tile}]\n",
     "missing-attribute", "t"),
    ("kinds", "kinds: {tile: {start: bag}}\ncards: [{id: t, kind: tile, copies: any}]\n",
     "bad-number", "any"),
    ("values", "values: {all: {is: every color, at-least: 0}}\n", "wrong-type", "0"),
    ("kinds", "kinds: {tile: {attributes: {gift: maybe effect = 1}}}\n", "wrong-type", "1"),
    ("kinds", "kinds: {tile: {attributes: {price: amount of int}}}\n", "unknown-type",
     "amount of int"),
    ("actions", "actions: {a: {in: act, actions: {}}}\n", "bad-group", "a"),
    ("actions", "actions: {a: {in: night}}\n", "unknown-phase", "night"),
    ("actions", "actions: {a: {in: act, limit: two per turn}}\n", "bad-number", "two"),
    ("actions", "actions: {a: {in: act, limit: 2 per night}}\n", "unknown-scope", "night"),
    ("actions", "actions: {a: {in: act, cost: stop}}\n", "not-in-cost", "stop"),
    ("triggers", "triggers:\n- {becomes: 1 == 1, optional: true, do: end game}\n",
     "no-actor", "true"),
    ("triggers", "triggers:\n- {do: end game}\n", "missing-key", "do"),
    ("triggers", "triggers:\n- {after: shufle, do: end game}\n", "unknown-event", "shufle"),
    ("phases", "phases:\n- {id: act}\n", "bad-phase", "act"),
    ("phases", "phases:\n- {id: act, offer: [pass]}\n", "no-actor", "act"),
    ("phases", "phases:\n- {id: act, turns: players, offer: [pas]}\n", "unknown-action", "pas"),
    ("phases", "phases:\n- {id: a, do: stop}\n- {id: a, do: stop}\n", "duplicate-name", "a"),
    ("phases", "", "missing-section", "id"),
    ("setup", "setup: deal 1\n", "prelude-needs", "deal"),
    ("requires", "requires: [other]\n", "unknown-library", "other"),
    ("end", "end: {rank: [points(it)]}\n", "unknown-value", "points"),
    ("end", "end: {winners: 3}\n", "wrong-type", "3"),
    ("policy", "policy: {watch: events}\n", "bad-choice", "events"),
    ("zoness", "zoness: {}\n", "unknown-key", "zoness"),
    ("manifest", "id: small\nversion: 1\nlanguage: 2\ntitle: Small\n", "unsupported-version", "2"),
    ("manifest", "id: small\nversion: 1\nlanguage: 1\n", "missing-key", "id"),
    ("players", "players: {count: 4-2}\n", "bad-number", "4-2"),
    ("players", "players: {count: [2]}\n", "wrong-shape", "[2]"),
    ("scenarios", "scenarios: {s: {options: {opne: true}}}\n", "unknown-option", "opne"),
    ("scenarios", "scenarios: {s: {options: {size: 5}}}\n", "bad-number", "5"),
]  # fmt: skip


@pytest.mark.parametrize(("section", "text", "name", "words"), BAD)
def test_what_is_wrong_is_found(findings, section: str, text: str, name: str, words: str):
    assert (name, words) in findings(**{section: text})


@pytest.mark.parametrize(
    ("cards", "name", "words"),
    [
        ("- {id: ruby, kind: tile, color: red, rnak: 2}", "unknown-attribute", "rnak"),
        ("- {id: ruby, kind: tile}", "missing-attribute", "ruby"),
        ("- {id: ruby, kind: tlie, color: red}", "unknown-kind", "tlie"),
        ("- {id: ruby, kind: tile, color: green}", "unknown-name", "green"),
        ("- {id: ruby, color: red}", "missing-key", "ruby"),
        ("- {kind: tile, color: red}", "missing-key", "{kind: tile, color: red}"),
        ("- {id: ruby, kind: tile, color: red, start: bagg}", "unknown-zone", "bagg"),
        ("- {id: ruby, kind: tile, color: red, copies: many}", "bad-number", "many"),
    ],
)
def test_what_is_wrong_with_a_card_is_found(findings, cards: str, name: str, words: str):
    assert (name, words) in findings(cards=f"cards:\n{cards}\n")


def test_the_small_game_has_nothing_to_find(findings):
    assert findings() == []


def test_a_consequence_is_not_reported_again(findings):
    assert findings(kinds="kinds:\n  tile: {attributes: {color: colour, rank: int = 1}}\n") == [
        ("unknown-type", "colour")
    ]


def test_both_places_of_a_duplicate_are_named(load):
    more = {"cards/ruby.yaml": "kind: tile\ncolor: red\n"}
    (found,) = load(more).diagnostics

    assert found.name == "duplicate-name"
    assert found.labels[0].span.place != found.span.place


def test_a_section_with_one_place_stands_in_one_file(findings):
    more = {"more.yaml": "phases:\n- {id: late, do: end game}\n"}

    assert findings(more) == [("duplicate-name", "phases")]


def test_the_manifest_stands_in_its_file(findings):
    assert findings({"more.yaml": "title: Other\n"}) == [("unknown-key", "title")]


# --- only-if ----------------------------------------------------------------------------------


def value_variants(first: str, second: str) -> str:
    return f"values:\n  n:\n  - {{is: 1, only-if: {first}}}\n  - {{is: 2, only-if: {second}}}\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("open", "not open"),
        ("size == 2", "size > 2"),
        ("size == 2 and open", "size in 3..4 or not open"),
        ("player-count == 2", "count(players) == 3"),
    ],
)
def test_exclusive_entries_may_share_an_id(findings, first: str, second: str):
    assert findings(values=value_variants(first, second)) == []


WIDE = "options: {goal: int = 7, many: {type: 1..5000, default: 3}}\n"


@pytest.mark.parametrize(
    ("first", "second", "excludes"),
    [
        ("goal < 7", "goal >= 7", True),
        ("7 > goal", "goal == 7 or goal > 9", True),
        ("goal < 7", "goal > 5", False),
        ("goal < 7", "goal + 1 > 7", False),  # not a name alone: it is not decided
        ("many < 1", "many > 0", True),
        ("many == 5000", "many < 5000", True),
        ("many > 5000", "many > 4000", True),
        ("many < 9 and goal == 1", "many == 3 and goal != 2", False),
    ],
)
def test_numbers_without_end_exclude_each_other_by_what_they_are_compared_with(
    findings, first: str, second: str, excludes: bool
):
    found = findings(options=WIDE, values=value_variants(first, second))

    assert found == ([] if excludes else [("not-exclusive", "n")])


def test_two_cards_of_one_id_are_told_to_take_another_id(load):
    cards = "cards:\n- {id: moth, kind: tile, color: red, only-if: open}\n"
    cards += "- {id: moth, kind: tile, color: red, copies: 2, only-if: not open}\n"
    [found] = load(cards=cards).diagnostics

    assert (found.name, found.span.text) == ("duplicate-name", "moth")
    assert "another id" in found.helps[0]


@pytest.mark.parametrize("copies", ["2 if open else 3", "player-count", "size"])
def test_copies_that_depend_on_options_are_told_to_be_two_cards(load, copies: str):
    cards = f"cards: [{{id: moth, kind: tile, color: red, copies: {copies}}}]\n"
    [found] = load(cards=cards).diagnostics

    assert (found.name, found.span.text) == ("bad-number", copies)
    assert "`only-if`" in found.helps[0]


def test_entries_that_can_both_hold_are_found(findings):
    found = findings(values=value_variants("size < 4", "size > 2"))

    assert found == [("not-exclusive", "n")]


def test_an_only_if_reads_options_only(findings):
    assert findings(values="values:\n  n: {is: 1, only-if: round == 2}\n") == [
        ("bad-only-if", "round == 2")
    ]


# --- tables -----------------------------------------------------------------------------------


def test_a_product_makes_a_card_of_every_combination(load):
    table = """cards:
- each: {kind: tile, copies: 2}
  id: "{color}-{rank}"
  name: {en: "{color} {rank}", ja: "{color}の{rank}"}
  color: every color
  rank: 9..10
"""
    enums = "enums: {color: {red: {en: Red, ja: 赤}, blue: {en: Blue, ja: 青}}}\n"
    game = load(cards=table, enums=enums).game

    assert [each.id for each in game.definitions] == ["blue-10", "blue-9", "red-10", "red-9"]
    assert game.definitions[0].name == {"en": "Blue 10", "ja": "青の10"}
    assert game.definitions[0].copies == 2


def test_a_list_stands_for_its_values_where_the_id_names_the_key(load):
    table = """cards:
- each: {kind: tile}
  id: "{color}-{rank}"
  name: {en: "{color} {rank}", ja: "{color}の{rank}"}
  color: [blue]
  rank: [0, 9..10, 10]
"""
    enums = "enums: {color: {red: {en: Red, ja: 赤}, blue: {en: Blue, ja: 青}}}\n"
    game = load(cards=table, enums=enums).game

    assert [each.id for each in game.definitions] == ["blue-0", "blue-10", "blue-9"]
    assert game.definitions[1].name == {"en": "Blue 10", "ja": "青の10"}
    assert game.definitions[1].attributes["rank"].expression.value == 10


def test_a_wrong_word_in_a_list_of_values_is_one_finding(findings):
    table = "cards:\n- {each: {kind: tile}, id: 'x-{color}', color: [red, bleu], rank: 1}\n"

    assert findings(cards=table) == [("unknown-name", "bleu")]


def test_rows_share_the_keys_of_their_table(load):
    table = """cards:
- each: {kind: tile, rank: 3}
  rows:
  - {id: ruby, color: red}
  - {id: sky, color: blue, rank: 4}
"""
    ruby, sky = load(cards=table).game.definitions

    assert ruby.attributes["rank"].expression.value == 3
    assert sky.attributes["rank"].expression.value == 4


# --- modifiers --------------------------------------------------------------------------------

KINDS = (
    "kinds:\n  tile: {attributes: {color: color, rank: int = 1}, start: bag, active-in: [bag]}\n"
)
VALUES = "values:\n  a(tile t) -> int: t.rank\n  b(tile t) -> int: a(t)\n"


def ruby_with(rule: str) -> dict[str, str]:
    return {"cards/jade.yaml": f"kind: tile\ncolor: red\nmodifiers:\n- {rule}\n"}


def test_a_modifier_that_reads_what_it_changes_is_found(findings):
    rule = "value: a\n  to: result + b(t)"

    assert findings(ruby_with(rule), kinds=KINDS, values=VALUES) == [("modifier-cycle", "value")]


def test_a_modifier_of_an_attribute_may_not_read_what_rests_on_it(findings):
    rule = "value: rank\n  to: b(it)"

    assert findings(ruby_with(rule), kinds=KINDS, values=VALUES) == [("modifier-cycle", "value")]


def test_a_card_whose_text_needs_itself_is_found(findings):
    jade = {"cards/jade.yaml": "kind: tile\ncolor: red\nrank: 1 + b(self)\n"}

    assert findings(jade, kinds=KINDS, values=VALUES) == [("recursive-value", "rank: 1 + b(self)")]


def test_whether_an_event_can_happen_may_not_be_asked_by_what_forbids_it(findings):
    event = "events:\n  ring: {do: stop}\n"
    rule = {"cards/jade.yaml": "kind: tile\ncolor: red\nforbids: [ring where can(ring by me)]\n"}

    assert "recursive-value" in [name for name, _ in findings(rule, kinds=KINDS, events=event)]


@pytest.mark.parametrize("rule", [
    "value: rank where it.color == red\n  to: count(w in bag where w.color == blue and b(w) > 2)",
    "value: rank\n  to: 1 + b(it)\n  layer: 1",
])  # fmt: skip
def test_a_modifier_may_read_other_cards_or_lower_layers(findings, rule):
    assert findings(ruby_with(rule), kinds=KINDS, values=VALUES) == []


def test_a_layer_may_not_rest_on_what_it_orders(findings):
    rule = "value: rank\n  to: 2\n  layer: b(self)"

    assert findings(ruby_with(rule), kinds=KINDS, values=VALUES) == [("modifier-cycle", "value")]


def test_a_modifier_may_read_the_result(load):
    game = load(ruby_with("value: a\n  to: result + 1"), kinds=KINDS, values=VALUES).game

    assert [each.sets for each in game.modifiers] == [False]


# --- set-up -----------------------------------------------------------------------------------

ASSIGNED = [
    "set dealer to start-player",
    "choose dealers from players by chance\n  if dealers is none, set dealer to start-player\n"
    "  else, set dealer to start-player",
    "for each p in players, set dealer to p",
    "appoint",
]
NOT_ASSIGNED = [
    "if open, set dealer to start-player",
    "while false, set dealer to start-player",
    "for each t in bag, set dealer to start-player",
]
EVENTS = "events:\n  appoint:\n    do: set dealer to start-player\n"


@pytest.mark.parametrize("steps", ASSIGNED)
def test_state_is_assigned_on_every_path(findings, steps: str):
    setup = f"setup: |\n  {steps}\n"

    assert findings(setup=setup, state="state: {dealer: player}\n", events=EVENTS) == []


@pytest.mark.parametrize("steps", NOT_ASSIGNED)
def test_state_that_set_up_may_leave_open_is_found(findings, steps: str):
    setup = f"setup: |\n  {steps}\n"
    found = findings(setup=setup, state="state: {dealer: player}\n", events=EVENTS)

    assert found == [("unassigned-state", "dealer")]


# --- actors -----------------------------------------------------------------------------------


def test_an_event_that_needs_an_actor_is_refused_in_set_up(findings):
    events = "events:\n  a:\n    do: b\n  b:\n    do: |\n      add 1 to me.points\n      a\n"

    assert findings(setup="setup: a\n", events=events) == [("no-actor", "a")]


def test_an_actor_may_be_named(findings):
    events = "events:\n  a:\n    do: add 1 to me.points\n"

    assert findings(setup="setup: for each p in players, a by p\n", events=events) == []


# --- the prelude ------------------------------------------------------------------------------


def test_a_game_may_have_a_word_of_the_prelude_itself(load):
    events = "events:\n  draw (int n):\n    do: move top(bag, n) to me.hand\n"
    phases = "phases:\n- {id: act, turns: players, do: draw 1}\n"
    game = load(events=events, phases=phases).game

    assert list(game.events) == ["draw"]
    assert not game.events["draw"][0].declares_result


def test_what_a_word_of_the_prelude_needs_is_said_once(load):
    phases = "phases:\n- {id: act, turns: players, do: draw 1; draw 2}\n"
    (found,) = load(phases=phases).diagnostics

    assert (found.name, found.span.text) == ("prelude-needs", "draw")
    assert "`deck`" in found.message
