"""A modifier lets a card say only what every such card can do, given the same."""

from __future__ import annotations

import pytest

KINDS = """\
kinds:
  tile:
    attributes:
      color: color
      says: maybe effect
      hears: maybe effect (int n)
      toll: maybe cost
      song: maybe effect
    start: bag
    active-in: [bag]
  bell:
    extends: tile
    attributes: {ring: maybe effect, peal: maybe effect}
    state: {rung: bool = false}
"""
BELL = {
    "cards/bell.yaml": "kind: bell\ncolor: red\nring: set self.rung to true\n"
    "peal: move self to bag\n"
}


def jade_with(rule: str, said: str = "song: end game") -> dict[str, str]:
    return BELL | {"cards/jade.yaml": f"kind: tile\ncolor: red\n{said}\nmodifiers:\n- {rule}\n"}


@pytest.mark.parametrize(
    "rule",
    [
        "{value: says, to: self.song}",
        "{value: says, to: none}",
        "{value: says where it is bell, to: first(every bell).peal}",
        "{value: ring, to: self.song}",
    ],
)
def test_what_every_such_card_can_do_may_be_said(findings, rule):
    assert findings(jade_with(rule), kinds=KINDS) == []


@pytest.mark.parametrize(
    "rule",
    [
        "{value: hears, to: self.song}",
        "{value: says, to: first(every bell).ring}",
        "{value: says, to: bell.ring}",
        "{value: toll, to: self.song}",
    ],
)
def test_what_some_cannot_do_is_refused(findings, rule):
    assert [name for name, _ in findings(jade_with(rule), kinds=KINDS)] == ["wrong-type"]


def test_what_was_taken_over_is_taken_over_in_turn(load):
    rules = "{value: song, to: first(every bell).peal}\n- {value: says, to: self.song}"
    event = "events: {shout: {do: 'for each t in bag, do t.says'}}\n"
    game = load(jade_with(rules), kinds=KINDS, events=event).game

    (step,) = game.events["shout"][0].body.steps[0].body

    assert sorted(step.effects) == ["bell.peal", "jade.song"]
