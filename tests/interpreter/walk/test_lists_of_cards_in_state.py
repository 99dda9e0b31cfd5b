"""A card that a list, set or bag in state holds is another than one alike that none holds; one that
is given back stands in no list any more."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, play, program_of

GAME = """\
kinds:
  chip: {start: player.hand}
cards: [{id: pebble, kind: chip, copies: 3}]
zones:
  player.hand: {of: chip, seen-by: owner}
  player.laid: {of: chip, seen-by: everyone}
players: {count: 2}
state:
  marked: TYPE
values:
  many -> int: MANY
actions:
  mark:
    choose: {c: me.hand}
    do: MARK
  give-back:
    choose: {c: "me.hand where it in HELD"}
    do: retire c
  lay:
    choose: {c: me.hand}
    do: move c to me.laid
phases: [{id: playing, turns: players, repeat: true, offer: [mark, give-back, lay, finish]}]
end: {rank: many}
"""
SHAPES = {
    "list": ("list of chip", "count(marked)", "set marked to marked + [c]", "marked"),
    "set": ("set of chip", "count(marked)", "add c to marked", "marked"),
    "bag": ("bag of chip", "count(marked)", "add 2 c to marked", "keys(marked)"),
    "lists": (
        "list of list of chip", "count(each(l in marked, l))",
        "set marked to marked + [[c]]", "each(l in marked, l)",
    ),
}  # fmt: skip
WORDS = ("TYPE", "MANY", "MARK", "HELD")


def match_with(shape: str):
    text = GAME.replace("finish", "pass")
    for word, said in zip(WORDS, SHAPES[shape], strict=True):
        text = text.replace(word, said)
    return match_of(program_of(text))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_card_that_is_held_is_an_option_of_its_own(shape: str) -> None:
    match = match_with(shape)
    play(match, "mark", "pass", "lay")
    assert match.decision.labels == ("pebble", "pebble#2")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_card_that_is_given_back_stands_nowhere(shape: str) -> None:
    match = match_with(shape)
    play(match, "mark", "pass", "give-back")
    (held,) = (place for key, place in match.machine.program.layout.table.items())
    assert match.state.values[held] in ((), ((),))
