"""Whatever reads an attribute reads what modifiers have made of it, whatever its type is."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

TYPES = {
    "int": ("1", "2"),
    "bool": ("false", "true"),
    "color": ("red", "blue"),
    "maybe int": ("none", "2"),
    "maybe def of ware": ("jug", "cup"),
    "list of color": ("[red]", "[blue, red]"),
    "set of color": ("[red]", "[blue]"),
    "bag of color": ("1 red", "2 red + 1 blue"),
    "amount of color": ("1 red", "2 red"),
}
READERS = {
    "of one": "c.worth == {changed}",
    "in a list": "any(me.field, worth == {changed} and it == c)",
    "of all there are": "first(every ware where it.worth == {changed}) == c",
    "of many at once": "count(every ware where it.worth == {changed}) == 1 and c.definition == jug",
    "by a value": "told(c) == {changed}",
    "by a value with steps": "thought(c) == {changed}",
    "by another attribute": "c.alike",
}
GAME = """\
enums: {color: [red, blue]}
kinds:
  ware:
    attributes:
      worth: TYPE = PRINTED
      alike: bool = self.worth == CHANGED
      says: maybe effect
      fee: maybe cost
    start: player.field
    active-in: player.field
  charm:
    extends: ware
    attributes: {song: maybe effect, price: maybe cost}
cards:
- {kind: ware, id: jug, worth: PRINTED, says: add 1 to me.seen, fee: require me.seen > 5}
- {kind: ware, id: cup, worth: PRINTED}
- kind: charm
  id: spell
  song: add 10 to me.seen
  price: require me.seen < 5
  modifiers:
  - {value: worth where it.definition == jug and chimes, to: CHANGED}
  - {value: says where it.definition == jug and chimes, to: self.song}
  - {value: fee where it.definition == jug and chimes, to: self.price}
zones:
  player.field: {of: ware, order: row, seen-by: everyone}
players: {count: 1, state: {seen: int = 0}}
state: {chimes: bool = false}
values:
  told(ware c) -> TYPE: c.worth
  thought(ware c) -> TYPE: |
    let kept = c.worth
    return kept
actions:
  chime: {do: set chimes to true}
  look: {do: "for each c in me.field where it.definition == jug and READER, add 1 to me.seen"}
  choose-one: {choose: {c: "me.field where READER"}, do: add 1 to me.seen}
  ask: {when: "any(me.field where it.definition == jug, asked(it))", do: add 1 to me.seen}
  pay: {cost: "require any(me.field where it.definition == jug, asked(it))", do: add 1 to me.seen}
  say: {do: "for each c in me.field where it.definition == jug, do c.says"}
  settle: {choose: {c: me.field where it.definition == jug}, cost: do c.fee, do: add 100 to me.seen}
phases: [{id: acting, turns: players, offer: [chime, look, choose-one, ask, pay, say, settle]}]
"""


def game_with(type_: str, reader: str) -> str:
    """Return the game with an attribute of a type, and how it is read."""
    printed, changed = TYPES[type_]
    text = GAME.replace("READER", reader.replace("{changed}", "CHANGED"))
    asked = "  asked(ware c) -> bool: " + reader.replace("{changed}", "CHANGED") + "\n"
    text = text.replace("actions:\n", f"{asked}actions:\n", 1)
    return text.replace("TYPE", type_).replace("PRINTED", printed).replace("CHANGED", changed)


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("type_", TYPES)
def test_every_reader_reads_the_same(type_, reader):
    match = match_of(program_of(game_with(type_, reader), 1), ("ada",))
    assert not {"choose-one", "ask", "pay"} & set(match.decision.labels)
    play(match, "look")
    assert of_players(match, "seen") == (0,)

    play(match, "chime")
    play(match, "look")
    assert of_players(match, "seen") == (1,)
    play(match, "choose-one", "ask", "pay")
    assert of_players(match, "seen") == (1 + 3,)


def test_steps_are_done_as_they_are_read():
    text = game_with("int", READERS["of one"])
    match = match_of(program_of(text, 1), ("ada",))
    assert "settle" not in match.decision.labels  # the jug asks for more than 5
    play(match, "say")
    assert of_players(match, "seen") == (1,)

    play(match, "chime")
    assert "settle" in match.decision.labels  # the spell asks for less than 5
    play(match, "say")
    assert of_players(match, "seen") == (11,)
    assert "settle" not in match.decision.labels
