"""What a question is asked for: each step says who takes it where that is not who is asked."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, play, program_of

GAME = """\
kinds: {card: {start: deck, text: {en: card, ja: 札}}}
cards:
- each: {kind: card}
  rows: [{id: rose}, {id: iris}, {id: lily}, {id: fern}]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  pile: {of: card, seen-by: everyone}
players: {count: 2}
events:
  lose:
    do: choose c from me.hand; move c to pile
    text: {en: "{me} loses a card", ja: "{me}は札を失う"}
setup: deal 2
actions:
  accuse:
    do: lose by players[2]
    text: {en: accuse, ja: 告げる}
  point:
    do: lose by players[2]
    text: {en: "{me} points", ja: "{me}が指す"}
  give-up:
    do: lose
    text: {en: give up, ja: あきらめる}
phases: [{id: playing, turns: players, offer: [accuse, point, give-up]}]
end: {when: round > 3, rank: count(hand)}
"""


@pytest.mark.parametrize(
    ("action", "en", "ja"),
    [
        (
            "accuse",
            "accuse (ada) › bo loses a card: choose card",
            "告げる（ada） › boは札を失う：札を選ぶ",
        ),
        (
            "point",
            "ada points › bo loses a card: choose card",
            "adaが指す › boは札を失う：札を選ぶ",
        ),
        (
            "give-up",
            "give up › ada loses a card: choose card",
            "あきらめる › adaは札を失う：札を選ぶ",
        ),
    ],
)
def test_a_step_of_somebody_else_says_whose_it_is(action: str, en: str, ja: str) -> None:
    match = match_of(program_of(GAME), blocks=True)
    play(match, action)
    assert (match.decision.question("en"), match.decision.question("ja")) == (en, ja)
