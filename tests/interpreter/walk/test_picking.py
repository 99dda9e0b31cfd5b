"""Whatever order somebody picks the parts of a choice in: every set that the match can come to can
be picked in all of its orders, and nothing else can."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.walk.match import Match
from interpreter.walk.picking import PartialChoice
from tests.interpreter.small import match_of, program_of

GAME = """\
enums:
  ware: [silk, tea, salt]
kinds:
  chip: {start: player.hand, attributes: {worth: int}}
cards:
- {id: ace, kind: chip, worth: 1}
- {id: deuce, kind: chip, worth: 2, copies: 2}
- {id: three, kind: chip, worth: 3}
- {id: four, kind: chip, worth: 4}
zones:
  player.hand: {of: chip, seen-by: owner}
  player.laid: {of: chip, seen-by: everyone}
players: {count: 1, state: {goods: "bag of ware = 1 silk + 2 tea + 3 salt"}}
events:
  pay (amount of ware a):
    when: payable(me.goods, a)
    do: "choose b from a where it <= me.goods; subtract default(b, []) from me.goods"
actions:
  lay: ACTION
phases: [{id: playing, turns: players, offer: [lay]}]
end: {when: round > 1, rank: 'count(player.laid)'}
"""
ACTIONS = {
    "exactly": "{choose: {cs: {from: me.hand, exactly: 3}}, do: move cs to me.laid}",
    "exactly in steps": "{do: 'choose 3 cs from me.hand; move cs to me.laid'}",
    "up to": "{choose: {cs: 'up to 2 me.hand'}, do: move cs to me.laid}",
    "any number": "{do: 'choose any number of cs from me.hand; move cs to me.laid'}",
    "that fits": "{choose: {cs: {from: any number of me.hand, so-that: 'sum(cs, worth) == 5'}},"
    " do: move cs to me.laid}",
    "on the way": "{choose: {cs: {from: any number of me.hand, so-far: 'sum(cs, worth) < 6'}},"
    " do: move cs to me.laid}",
    "units": "{do: pay 3 any}",
    "units, one of the last": "{do: 'subtract 2 salt from me.goods; pay 3 any'}",
    "units that leave others": "{cost: 'pay 2 any; pay 1 tea', do: move me.hand to me.laid}",
    "units of a cost": "{cost: pay 3 any, do: move me.hand to me.laid}",
}


def ends_of(match: Match) -> Iterator[str]:
    """Yield the digest of every position that the match's own questions lead to."""
    if match.decision is None:
        yield match.digest()
        return
    for index in range(match.decision.count):
        after = match.clone()
        after.apply(index)
        yield from ends_of(after)


def orders_of(picking: PartialChoice | None, match: Match) -> Iterator[str]:
    """Yield the digest of every position that picking in any order leads to."""
    assert picking is not None
    for index in range(len(picking.options)):
        mine = match.clone()
        mine_picking = PartialChoice.at(mine)
        assert mine_picking is not None
        for part in picking.picked:
            places = [mine_picking.part_of(each) for each in mine_picking.options]
            assert not mine_picking.pick(places.index(part))
        if not mine_picking.pick(index):
            assert mine_picking.shown().decision.labels
            yield from orders_of(mine_picking, match)
            continue
        for answer in mine_picking.answers():
            mine.apply(answer)
        assert mine.decision is None, mine.decision.labels
        yield mine.digest()


@pytest.mark.parametrize("shape", ACTIONS)
def test_all_that_the_match_offers_can_be_picked_in_any_order(shape: str) -> None:
    match = match_of(program_of(GAME.replace("ACTION", ACTIONS[shape]), 1))
    found = list(orders_of(PartialChoice.at(match), match))
    assert set(found) == set(ends_of(match))
    assert len(found) > len(set(found))


def test_units_say_how_many_are_picked_and_left_and_how_one_more_or_less_is_picked() -> None:
    match = match_of(program_of(GAME.replace("ACTION", ACTIONS["units"]), 1))
    picking = PartialChoice.at(match)
    assert picking is not None
    assert picking.most == 3
    silk, tea, salt = picking.units()
    assert [each.picked for each in (silk, tea, salt)] == [0, 0, 0]
    assert silk.last is None and tea.option is not None

    picking.pick(silk.option or 0)
    silk, tea, salt = picking.units()
    assert (silk.picked, silk.option, silk.last) == (1, None, 0)  # there is one
    picking.pick(tea.option or 0)
    assert [each.last for each in picking.units()] == [0, 1, None]
    picking.put_back(0)
    assert [each.picked for each in picking.units()] == [0, 1, 0]
