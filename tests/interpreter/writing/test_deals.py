"""Cards that are dealt all at once lie and are known as if they had come one after the other."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {{card: {{start: deck}}}}
zones:
  deck: {{of: card, order: stack, seen-by: nobody}}
  shown: {{of: card, order: row, seen-by: everyone}}
  player.hand: {{of: card, {hand}}}
players: {{count: 3, state: {{coins: int = 0}}}}
actions:
  wait: {{in: act}}
  stay: {{in: act}}
setup: |
  {first}
  {deal}
phases:
- {{id: act, turns: players}}
end: {{rank: [coins]}}
cards:
- each: {{kind: card}}
  rows: [{{id: a}}, {{id: b}}, {{id: c}}, {{id: d}}, {{id: e}}, {{id: f}}, {{id: g}}]
"""

DEALS = {
    "rounds": "repeat 2 times:\n    for each p in players, move top(deck) to p.hand",
    "too many rounds": "repeat 3 times:\n    for each p in players, move top(deck) to p.hand",
    "a round": "for each p in players, move top(deck) to p.hand",
    "to the bottom": "for each p in players, move top(deck) to bottom of shown",
    "for one": "repeat 3 times, move top(deck) to shown",
    "none": "repeat 0 times:\n    for each p in players, move top(deck) to p.hand",
    "within itself": "repeat 3 times, move top(deck) to bottom of deck",
}
HANDS = (
    "seen-by: owner",
    "order: row, seen-by: owner",
    "order: stack, seen-by: nobody",
    "seen-by: everyone",
    "seen-by: owner, max: 1",
)
FIRST = ("shuffle deck", "reveal top(deck)", "move top(deck) to shown")


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("first", FIRST)
def test_dealt_at_once_as_one_by_one(deal: str, hand: str, first: str) -> None:
    program = program_of(GAME.format(deal=DEALS[deal], hand=hand, first=first), 3)
    positions = []
    for blocks in (True, False):
        st = match_of(program, ("ada", "bo", "cy"), blocks=blocks).state
        cards = [tuple(zone) for zone in st.zones]
        positions.append((cards, st.places, st.knows, st.learned, st.values))
    assert positions[0] == positions[1]


def test_where_the_cards_come_to_lie() -> None:
    text = GAME.format(deal=DEALS["rounds"], hand=HANDS[1], first="set start-player to active")
    text = text.replace(
        "set start-player to active", "for each p in players, set start-player to p"
    )
    program = program_of(text, 3)
    st = match_of(program, ("ada", "bo", "cy"), blocks=True).state
    names = [program.game.definitions[d].id for d in st.entity_definitions]
    hands = [[names[card] for card in st.zones[zone]] for zone in (2, 3, 4)]
    assert hands == [["b", "e"], ["c", "f"], ["a", "d"]], "from the start player on"
