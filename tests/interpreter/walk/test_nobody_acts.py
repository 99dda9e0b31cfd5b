"""A card that nobody controls has a rule that acts as `me`: on every road the same comes of it."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

import cardwright
from cardwright.api.match import Match
from interpreter.native.engine import Native, NativeFault
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.walk.assembly import assemble_machine
from tests.interpreter.small import match_of, of_players, play, program_of

SUSPENDS = Settings(suspends=True)
GAME = """\
id: granaries
version: "1"
language: 1
title: Granaries
kinds: {{granary: {{start: field, active-in: field}}}}
cards:
- kind: granary
  id: granary
  triggers:
  - after: harvest
    do: |
      {does}
players: {{count: 2, state: {{coins: int = 0}}}}
state: {{stock: int = 0}}
zones: {{field: {{of: granary, seen-by: everyone}}, player.hand: {{of: granary, seen-by: owner}}}}
events:
  harvest: {{do: add 1 to stock, text: the harvest is in}}
  earn (int n): {{do: add n to me.coins, text: "{{me}} earns {{n}}"}}
  count-twice (int n): {{do: earn n; earn n, text: "{{me}} counts"}}
actions: {{wait: {{}}, nap: {{}}}}
phases:
- {{id: autumn, do: harvest}}
- {{id: turns, turns: players, offer: [wait, nap]}}
end: {{when: round > 2, rank: coins}}
"""


def started(folder: Path, does: str, events: bool) -> Match:
    (folder / "game.yaml").write_text(GAME.format(does=does))
    game = cardwright.load(str(folder), cache=False)
    return game.start(players=2, seed=1, events=events)


@pytest.mark.parametrize("does", ["earn 2", "count-twice 2", "add 2 to me.coins", "earn 2 by me"])
@pytest.mark.parametrize("events", [False, True])
def test_what_nobody_does_does_not_happen_and_the_rest_goes_on(tmp_path, does, events):
    match = started(tmp_path, f"{does}; add 10 to stock", events)

    assert match.value("stock") == 11
    assert [match.value("ada.coins"), match.value("bo.coins")] == [0, 0]
    if events:
        assert [*filter(None, (event.text("en") for event in match.log()))] == ["the harvest is in"]


@pytest.mark.parametrize("events", [False, True])
def test_what_is_asked_of_nobody_is_a_fault_that_names_the_rule(tmp_path, events):
    match = started(tmp_path, "if me.coins == 0, add 10 to stock", events)

    assert match.outcome.kind == "fault"
    assert match.outcome.reason.startswith("no-actor: ")
    assert "game.yaml:12" in match.outcome.reason


WAITING = """\
kinds: {granary: {start: field, active-in: field}}
cards: [{kind: granary, id: granary, RULE}]
players: {count: 2, state: {coins: int = 0}}
zones:
  field: {of: granary, seen-by: everyone}
  deck: {of: granary, order: stack, seen-by: nobody}
events: {harvest: {do: add 1 to start-player.coins}}
actions: {wait: {do: harvest}, nap: {}}
phases: [{id: turns, turns: players, offer: [wait, nap]}]
end: {when: round > 2, rank: coins}
"""
OPPONENTS = "any(opponents, coins > 0)"
NEXT = "next(me).coins > 0"


@pytest.mark.parametrize("asked", ["me.coins > 0", OPPONENTS, NEXT])
@pytest.mark.parametrize(
    "rule",
    [
        "triggers: [{after: 'harvest where ASKED'}]",
        "triggers: [{before: 'harvest where ASKED'}]",
        "triggers: [{becomes: 'ASKED', do: harvest}]",
        "replacements: [{instead: 'wait where ASKED'}]",
        "forbids: ['harvest where ASKED']",
        "always: [{when: 'ASKED', do: harvest}]",
    ],
)
@pytest.mark.parametrize("events", [False, True])
def test_a_condition_that_asks_of_nobody_is_a_fault(rule, asked, events):
    text = WAITING.replace("RULE", rule.replace("ASKED", asked))
    match = match_of(program_of(text), events=events)

    if not match.over:
        play(match, "wait")
    assert match.outcome.reason.startswith("no-actor: ")


@pytest.mark.parametrize("events", [False, True])
def test_a_rule_of_the_game_about_what_nobody_does_is_a_fault(events):
    text = WAITING.replace(", RULE", "") + (
        "setup: shuffle deck\ntriggers: [{after: shuffle where me.coins == 0, do: harvest}]\n"
    )
    match = match_of(program_of(text), events=events)

    assert match.outcome.reason.startswith("no-actor: ")


@pytest.mark.parametrize("events", [False, True])
def test_nobody_takes_an_action(events):
    text = WAITING.replace("RULE", "replacements: [{instead: nap, do: nap}]").replace(
        "nap: {}", "nap: {do: 'choose n from 1..2; set me.coins to n'}"
    )
    match = match_of(program_of(text), events=events)

    play(match, "nap", "nap")
    assert of_players(match, "coins") == (0, 0)


@pytest.mark.parametrize("events", [False, True])
def test_what_always_holds_does_nothing_by_nobody(events):
    text = WAITING.replace("RULE", "always: [{when: 'any(players, coins == 1)', do: earn}]")
    text = text.replace("events: {", "events: {earn: {do: add 1 to me.coins}, ")
    match = match_of(program_of(text), events=events)

    play(match, "wait")
    assert match.outcome.kind == "draw"
    assert of_players(match, "coins") == (1, 0)


ASKED_OF_NOBODY = [
    *("choose c from field", "choose c from field by active", "order c from field"),
    *("choose up to 1 c from field", "choose n from 1..2 by active", "choose b from price"),
    *("may, add 1 to stock", "may choose c from field, add 1 to stock"),
    "choose one:\n  add 1 to stock\n  add 2 to stock",
    *("if next(me) == start-player, add 1 to stock", "if previous(me) == me, add 1 to stock"),
]
SHUFFLED = """enums: {color: [red, blue]}
state: {stock: int = 0}
values: {price -> amount of color: {is: 1 any}}
setup: shuffle deck
replacements:
- instead: shuffle
  do: |
"""


@pytest.mark.parametrize("steps", ASKED_OF_NOBODY)
def test_nobody_is_asked_anything_in_either_engine(steps):
    text = WAITING.replace("RULE", "copies: 2") + SHUFFLED + indent(steps, "    ") + "\n"
    program = program_of(text)

    assert match_of(program).outcome.reason.startswith("no-actor: ")
    with pytest.raises(NativeFault, match="no-actor"):
        NativeMatch(Native(assemble_machine(program), SUSPENDS)).begin(1)


@pytest.mark.parametrize(
    "steps", ["choose c from hands by active", "choose up to 2 c from hands", "order c from hands"]
)
def test_nobody_is_asked_where_there_is_nothing_to_choose(steps):
    text = WAITING.replace("RULE", "copies: 2") + SHUFFLED + indent(steps, "    ") + "\n"
    text = text.replace("zones:", "zones:\n  hands: {of: granary, seen-by: everyone}")
    program = program_of(text)

    assert not match_of(program).over
    assert NativeMatch(Native(assemble_machine(program), SUSPENDS)).begin(1) == 2


EVERYBODY_OUT = """
kinds: {granary: {start: field, active-in: field}}
cards:
- kind: granary
  id: granary
  replacements:
  - {instead: harvest, do: add 2 to start-player.coins; harvest}
  - {instead: harvest, do: add 3 to start-player.coins}
players: {count: 2, state: {coins: int = 0}}
zones: {field: {of: granary, seen-by: everyone}}
events: {harvest: {do: add 1 to start-player.coins}}
phases:
- id: storm
  do: |
    for each p in seats, eliminate p
    harvest
end: {when: "any(seats, coins > 0)", rank: coins}
"""


def test_where_all_are_out_the_start_player_orders_what_replaces_an_event_of_nobody():
    program = program_of(EVERYBODY_OUT)
    match, native = match_of(program), NativeMatch(Native(assemble_machine(program), SUSPENDS))

    assert native.begin(1) == len(match.decision.options) == 2
    assert (native.decider, match.decision.player) == (0, 0)
    match.apply(1)
    native.answer(1)
    assert of_players(match, "coins") == (3, 0)
    assert match.over
    assert native.count == 0
