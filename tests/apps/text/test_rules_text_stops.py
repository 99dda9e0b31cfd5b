"""A text that ends a sentence by itself gets no full stop behind it."""

from __future__ import annotations

import pytest

from cardwright.apps.press.rulebook_text import rules_lines
from dsl.languages import OWN
from tests.interpreter.small import program_of

GAME = """\
players: {count: 2, state: {coins: {is: int = 0, text: {en: coins, ja: コイン}}}}
zones: {row: {of: pawn, seen-by: everyone, text: {en: row, ja: 列}}}
kinds: {pawn: {text: {en: pawn, ja: 駒}}}
events:
  meet: {do: add 1 to me.coins, text: {en: "{me} learns of the othersEND", ja: "{me}は皆を知るJA"}}
actions:
  greet: {do: meet, text: {en: "greetEND", ja: "あいさつJA"}}
  ask: {do: meet, text: {en: "askEND", ja: "聞くJA"}}
phases:
- {id: day, turns: players, offer: [ask, greet], text: {en: Day, ja: 昼}}
- {id: night, do: "meet by players[1]; if round == 3, end game", text: {en: Night, ja: 夜}}
end: {rank: coins}
"""


@pytest.mark.parametrize(("end", "ja"), [(".", "。"), ("!", "！"), ("?", "？"), ("", "")])
def test_a_sentence_ends_once(end: str, ja: str) -> None:
    game = program_of(GAME.replace("END", end).replace("JA", ja)).game

    english, japanese = ("\n".join(rules_lines(game, lang, 500)) for lang in OWN)

    said, spoken = end or ".", ja or "。"
    assert f"learns of the others{said} If it is round 3, the game ends." in english
    assert f"Actions: ask{end.strip('.')} · greet{said}\n" in english
    assert f"Learn of the others{said}\n" in english
    blank = "" if spoken == "。" else " "
    assert f"皆を知る{spoken}{blank}第3ラウンドなら、ゲームが終わる。" in japanese
    assert f"できること：聞く{ja.strip('。')} · あいさつ{spoken}\n" in japanese
    twice = (".:", "..", "!.", "?.", "。：", "。。", "！。", "？。")
    assert not [each for each in twice if each in english + japanese]
