"""What expressions read of the position, each value gone through once."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.model import expressions as e
from interpreter.program.reads import ReadSet, ReadSets
from tests.interpreter.small import program_of

GAME = """\
kinds:
  card: {attributes: {power: int}, state: {worn: int = 0}, active-in: [player.field]}
zones:
  player.field: {of: card, order: row, seen-by: everyone}
  player.side: {of: card, order: row, seen-by: everyone}
players: {count: 2, state: {least: int = 0, other: int = 0}}
state: {limit: int = 3}
values:
  worth(card c) -> int: c.power - c.worn
  most(player p) -> int: "max(p.field, worth(it), 0)"
  high(player p) -> int: most(p) if most(p) > least-of(p) else least-of(p)
  least-of(player p) -> int: p.least
  bare -> int: limit
  doubled -> int: bare + bare
actions:
  stay: {when: high(me) > doubled, do: "add 1 to me.other"}
setup: create 1 small into start-player.side
phases:
- {id: act, turns: players, offer: [stay]}
cards:
- {id: small, kind: card, power: 1, modifiers: [{value: bare, to: "result + me.other"}]}
"""


@pytest.fixture(scope="module")
def program():
    return program_of(GAME)


def _reading(readings: ReadSets, value: str) -> ReadSet:
    called: Any = readings.program.values[value]
    found = readings.of(e.ValueCall(value, (), called.result))
    assert found is not None
    return found


def _names(found: ReadSet) -> set[str]:
    return {key.name for key in found.fields}


def test_a_value_reads_what_those_it_calls_read(program):
    found = _reading(ReadSets(program), "high")

    assert _names(found) == {"worn", "least"}
    assert [program.families[number].key.name for number in found.families] == ["field"]
    assert not found.places
    assert not found.mask


def test_what_modifies_a_value_is_read_too(program):
    found = _reading(ReadSets(program), "doubled")
    (plan,) = program.modifiers["bare"]

    assert _names(found) == {"other"}
    assert found.mask == 2 << plan.number
    assert found.places == {program.layout.table[e.StateKey(None, "limit")]}


def test_an_answer_is_the_same_whatever_was_asked_before(program):
    readings = ReadSets(program)
    forth = [_reading(readings, each) for each in program.values]
    alone = [_reading(ReadSets(program), each) for each in program.values]
    back = [_reading(readings, each) for each in reversed(program.values)]

    assert forth == alone == back[::-1]


def test_what_is_not_known_is_none(program):
    readings = ReadSets(program)
    unknown = e.ValueCall("draw-lots", (), program.values["bare"].result)

    assert readings.of(unknown) is None
    assert readings.of(program.values["bare"].body, unknown) is None
