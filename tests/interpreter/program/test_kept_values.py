"""Values are kept within windows, and across them as long as nothing they read has changed."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

GAME = """\
kinds:
  card:
    attributes: {power: int}
    state: {worn: int = 0}
    active-in: [player.field]
    copies: 3
zones:
  player.field: {of: card, order: row, seen-by: everyone}
  player.side: {of: card, order: row, seen-by: everyone}
players: {count: 2, state: {least: int = 0, other: int = 0}}
values:
  strength(card c) -> int: c.power - c.worn
  strong(player p) -> list of card: p.field where strength(it) > p.least
actions:
  take: {choose: {c: strong(me)}, when: me.other < 99, do: "add 1 to me.other"}
  stay: {do: "add 1 to me.other"}
setup: |
  for each p in players:
    create 1 small into p.field
    create 1 large into p.field
phases:
- {id: act, turns: players, offer: [take, stay]}
cards:
- {id: small, kind: card, power: 1}
- {id: large, kind: card, power: 5, modifiers: [{value: strength, of: self, to: result + 1}]}
"""


class Asking:
    """Asks for the strong cards of a player, and keeps them as rules do that always hold."""

    def __init__(self) -> None:
        self.match: Match = match_of(program_of(GAME))
        self.state, self.machine = self.match.state, self.match.machine
        self.memo = self.machine.evaluator.memo
        source = self.machine.program.actions[0].action.parameters[0].source
        self.source = self.machine.evaluator.closure(source)
        group = self.memo.group(self.memo.readings.of(source))
        assert group is not None
        self.kept = group.table()

    def here(self, player: int = 0) -> Any:
        return self.source(self.state, [player, None, player, None])

    def in_a_window(self, player: int = 0) -> Any:
        self.memo.open(self.state)
        if not self.memo.look(self.state):
            return self.here(player)
        if player not in self.kept:
            self.kept[player] = self.here(player)
        self.state.window = 0
        return self.kept[player]

    def set_field(self, name: str, value: int, player: int = 0) -> None:
        layout = self.machine.program.layout
        place = next(place for field, place in layout.seat.items() if field.name == name)
        self.state.values[layout.seat_base + player * layout.seat_size + place] = value


@pytest.fixture
def asking() -> Asking:
    return Asking()


def test_the_same_is_kept(asking: Asking) -> None:
    first = asking.in_a_window()
    assert len(first) == 2
    assert asking.in_a_window() is first


def test_each_argument_has_its_own(asking: Asking) -> None:
    assert set(asking.in_a_window(0)).isdisjoint(asking.in_a_window(1))


def test_a_field_that_is_read_counts(asking: Asking) -> None:
    first = asking.in_a_window()
    asking.set_field("least", 3)
    assert asking.in_a_window() == first[1:]


def test_a_field_that_is_not_read_does_not(asking: Asking) -> None:
    first = asking.in_a_window()
    asking.set_field("other", 3)
    assert asking.in_a_window() is first


def test_a_zone_that_is_read_counts(asking: Asking) -> None:
    small, large = asking.in_a_window()
    side = asking.state.places[small] + 2
    asking.machine.natives.move(asking.state, 0, small, side, None)
    assert asking.in_a_window() == (large,)


def test_a_modifier_that_comes_to_listen_counts(asking: Asking) -> None:
    _, large = asking.in_a_window()
    asking.set_field("least", 5)
    assert asking.in_a_window() == (large,)
    field, side = asking.state.places[large], asking.state.places[large] + 2
    asking.machine.natives.move(asking.state, 0, large, side, None)
    assert asking.in_a_window() == ()
    asking.machine.natives.move(asking.state, 0, large, field, None)
    assert asking.in_a_window() == (large,)


def test_a_clone_has_no_window(asking: Asking) -> None:
    asking.memo.open(asking.state)
    assert asking.state.window
    assert asking.state.clone().window == 0


def test_what_changes_and_changes_back_in_another_window_is_seen(asking: Asking) -> None:
    first = asking.in_a_window()
    asking.set_field("least", 3)
    assert asking.in_a_window() == first[1:]
    asking.set_field("least", 0)
    assert asking.in_a_window() == first


def test_a_field_of_a_card_that_is_read_counts(asking: Asking) -> None:
    small, large = asking.in_a_window()
    place = asking.state.entity_bases[small]
    asking.state.values[place] = 9
    assert asking.in_a_window() == (large,)


def test_positions_of_other_matches_count_as_changes(asking: Asking) -> None:
    """What is kept belongs to the machine, and positions take turns in it."""
    other = asking.state.clone()
    first = asking.in_a_window()
    asking.set_field("least", 3)
    assert asking.in_a_window() == first[1:]
    asking.state = other
    assert asking.in_a_window() == first


def test_a_card_that_comes_counts(asking: Asking) -> None:
    _, large = asking.in_a_window()
    bag = ((asking.state.entity_definitions[large], 1),)
    asking.machine.natives.create(asking.state, None, bag, asking.state.places[large])
    assert len(asking.in_a_window()) == 3


def test_there_are_no_windows_where_a_script_says_what_values_give(asking: Asking) -> None:
    asking.state.given_values = {}
    asking.memo.open(asking.state)
    assert asking.state.window == 0


LIGHT = GAME.replace(
    "strong(player p) -> list of card: p.field where strength(it) > p.least", "few: 1"
)
LIGHT = LIGHT.replace("choose: {c: strong(me)}, ", "")


def test_where_nothing_is_to_be_kept_there_are_no_windows() -> None:
    """A value is not kept that takes no longer than to look it up."""
    match = match_of(program_of(LIGHT))
    match.machine.evaluator.memo.open(match.state)
    assert match.state.window == 0


def test_a_value_is_worked_out_once_in_a_window(asking: Asking) -> None:
    strong = asking.machine.evaluator.value("strong")
    asking.memo.open(asking.state)
    first = strong(asking.state, 0, None, (0,))
    assert strong(asking.state, 0, None, (0,)) is first
    asking.state.window = 0
    asking.set_field("least", 3)
    assert strong(asking.state, 0, None, (0,)) == first[1:]


def counted(match: Match, *, keeps: bool) -> list[tuple[int, int]]:
    """Return what each answer of a match counts, with the options behind it."""
    machine, found = match.machine, list[tuple[int, int]]()
    machine.evaluator.memo.is_off = not keeps
    while len(found) < 12:
        assert match.decision is not None
        match.apply(len(found) % match.decision.count)
        found.append((machine.evaluator.meter.total, len(match.state.ask.options)))
    return found


def test_what_is_kept_counts_each_time() -> None:
    """The limit of work does not depend on what was asked before."""
    program = program_of(GAME.replace("copies: 3", "copies: 90").replace("create 1", "create 80"))
    kept, anew = (counted(match_of(program), keeps=keeps) for keeps in (True, False))
    assert kept == anew
    assert max(work for work, _ in kept) > 5_000
