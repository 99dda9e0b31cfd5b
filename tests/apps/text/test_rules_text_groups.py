"""The limit of a group is told with each of its actions, as the limit of an action is."""

from __future__ import annotations

import pytest

from cardwright.apps.text.rules import rules_text
from tests.interpreter.small import program_of

GAME = """\
kinds: {leader: {active-in: player.chair, text: {en: leader, ja: 長}}}
zones: {player.chair: {of: leader, seen-by: everyone, text: {en: chair, ja: 椅子}}}
players: {count: 2, state: {coins: {is: int = 0, text: {en: coins, ja: コイン}}}}
actions:
  power:
    limit: 1 per game
    actions: {}
    text: {en: use your power, ja: 能力を使う}
  rest: {text: {en: rest, ja: 休む}}
cards:
- {kind: leader, id: merchant, actions: [{in: power, do: add 4 to me.coins}]}
MORE
phases: [{id: work, turns: players, offer: [rest, power]}]
"""
POTTER = "- {kind: leader, id: potter, actions: [{in: power, LIMITdo: add 3 to me.coins}]}\n"


def told(more: str, card: str, lang: str) -> list[str]:
    """Return the lines of rules of a card."""
    game = program_of(GAME.replace("MORE\n", more)).game
    return [*rules_text(game, next(each for each in game.definitions if each.id == card), lang)]


def test_an_action_that_is_alone_in_its_group_has_its_limit() -> None:
    assert told("", "merchant", "en") == ["Add 4 to your coins. Once per game."]
    assert told("", "merchant", "ja") == ["自分のコインに4を加える。ゲームに1回。"]


@pytest.mark.parametrize(
    ("limit", "own_en", "own_ja"),
    [("", "", ""), ("limit: 2 per turn, ", " 2 times per turn.", "手番に2回。")],
)
def test_several_actions_share_it_beside_limits_of_their_own(
    limit: str, own_en: str, own_ja: str
) -> None:
    more = POTTER.replace("LIMIT", limit)

    english = f"Add 3 to your coins.{own_en} Once per game, all of “use your power” together."
    assert told(more, "potter", "en") == [english]
    japanese = f"自分のコインに3を加える。{own_ja}ゲームに1回（「能力を使う」全体で）。"
    assert told(more, "potter", "ja") == [japanese]
