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
            "accuse (ada) › bo loses a card: choose a card",
            "告げる（ada） › boは札を失う：札を選ぶ",
        ),
        (
            "point",
            "ada points › bo loses a card: choose a card",
            "adaが指す › boは札を失う：札を選ぶ",
        ),
        (
            "give-up",
            "give up › ada loses a card: choose a card",
            "あきらめる › adaは札を失う：札を選ぶ",
        ),
    ],
)
def test_a_step_of_somebody_else_says_whose_it_is(action: str, en: str, ja: str) -> None:
    match = match_of(program_of(GAME))
    play(match, action)
    assert (match.decision.question("en"), match.decision.question("ja")) == (en, ja)


OF_CARDS = """\
kinds:
  card:
    attributes: {does: {is: maybe effect, text: {en: its deed, ja: その技}}}
    start: deck
    unique: true
    active-in: [player.field]
    text: {en: card, ja: 札}
    triggers:
    - after: wave
      do: choose c from me.hand; move c to deck
      text: {en: put a card back, ja: 札を戻す}
cards:
- each: {kind: card}
  rows:
  - {id: rose, name: {en: Rose, ja: 薔薇}, does: lose}
  - {id: iris, name: {en: Iris, ja: 菖蒲}, does: "choose c from me.hand; move c to me.field"}
- each: {kind: card}
  rows: [{id: lily}, {id: fern}, {id: moss}, {id: reed}]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  player.field: {of: card, seen-by: everyone}
players: {count: 2}
events:
  wave: {text: {en: "{me} waves", ja: "{me}が手を振る"}}
  lose:
    do: choose c from me.hand; move c to me.field
    text: {en: lose a card, ja: 札を失う}
setup: |
  move rose to seats[1].hand
  move iris to seats[1].hand
  move top(deck, 2) to seats[1].hand
  move top(deck, 1) to seats[2].hand
actions:
  play:
    choose: {c: me.hand}
    do: do c.does
    text: {en: play, ja: 出す}
  play-out:
    choose: {c: me.hand}
    do: move c to me.field; wave
    text: {en: play out, ja: 出しきる}
phases: [{id: playing, turns: players, offer: [play, play-out]}]
end: {when: round > 3, rank: count(hand)}
"""


@pytest.mark.parametrize(
    ("answers", "en", "ja"),
    [
        (("play", "rose"), "play › Rose › lose a card", "出す › 薔薇 › 札を失う"),
        (("play", "iris"), "play › Iris › its deed", "出す › 菖蒲 › その技"),
        (("play-out", "rose"), "play out › Rose › put a card back", "出しきる › 薔薇 › 札を戻す"),
    ],
    ids=["in an event", "in the effect", "in a rule of the kind"],
)
def test_what_a_card_asks_says_which_card_it_is(answers: tuple[str, ...], en: str, ja: str) -> None:
    match = match_of(program_of(OF_CARDS))
    play(match, *answers)
    assert match.decision.question("en") == f"{en}: choose a card"
    assert match.decision.question("ja") == f"{ja}：札を選ぶ"
