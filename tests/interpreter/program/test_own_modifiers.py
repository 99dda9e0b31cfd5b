"""A modifier that is about its own card is asked of that card alone: n cards cost n, not n²."""

from __future__ import annotations

from interpreter.program.values import Evaluator
from tests.interpreter.small import match_of, play, program_of

GAME = """\
kinds:
  beast:
    state: {roused: bool = false}
    copies: COPIES
    start: den
    active-in: [den]
    modifiers:
    - value: strength where c == self and self.roused
      to: result + 3
    - value: reach where f == self and c == self
      to: result + 1
cards:
- {kind: beast, id: bear}
- {kind: beast, id: wolf}
zones:
  den: {of: beast, order: row, seen-by: everyone}
  cave: {of: beast, order: row, seen-by: everyone}
players: {count: 2, state: {seen: int = 0}}
values:
  strength(beast c) -> int: 1
  reach(beast c, beast f) -> int: 1
actions:
  rouse: {do: "set den[1].roused to true"}
  leave: {do: "move den[1] to cave"}
  look: {do: "set me.seen to sum(c in den + cave, strength(c))"}
  reckon: {do: "set me.seen to sum(c in den, sum(f in den, reach(c, f)))"}
phases: [{id: acting, turns: players, offer: [rouse, leave, look, reckon]}]
"""


def seen(match):
    layout, values = match.machine.program.layout, match.state.values
    place = next(place for field, place in layout.seat.items() if field.name == "seen")
    return [values[layout.seat_base + seat * layout.seat_size + place] for seat in range(2)]


def test_it_changes_its_own_card_where_it_works():
    match = match_of(program_of(GAME.replace("COPIES", "2")))

    play(match, "look", "rouse", "look")
    assert seen(match)[0] == 4 + 3
    play(match, "leave", "look", "reckon")
    assert seen(match) == [4, 3 * 3 + 3]  # what left the den is an ordinary beast again


def test_other_cards_are_not_asked(monkeypatch):
    asked = []
    real = Evaluator.bearers
    monkeypatch.setattr(
        Evaluator, "bearers", lambda ev, st, plan: asked.append(plan) or real(ev, st, plan)
    )
    match = match_of(program_of(GAME.replace("COPIES", "9")))
    asked.clear()
    value = match.machine.evaluator.value("strength")

    assert [value(match.state, 0, None, (card,)) for card in range(18)] == [1] * 18
    assert asked == []
