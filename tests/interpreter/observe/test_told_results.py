"""The log tells what an event has returned, to those who may know it."""

from __future__ import annotations

import pytest

from interpreter.observe.events import event_records
from interpreter.observe.seat_view import WATCHER
from interpreter.observe.transcript import transcript_lines
from interpreter.trajectory.saving import restore_match, save_match
from tests.interpreter.small import match_of, play, program_of

GAME = """
enums: {side: [heads, tails]}
kinds: {paper: {attributes: {rank: int}, copies: 2, start: pile}}
cards:
- {id: ace, kind: paper, rank: 1}
- {id: king, kind: paper, rank: 2}
zones:
  pile: {of: paper, order: stack, seen-by: nobody}
  shown: {of: paper, seen-by: everyone}
  player.hand: {of: paper, seen-by: owner}
players: {count: 2}
state: {tosses: int = 0}
events:
  turn-up (int n) -> list of paper:
    do: |
      let found = top(pile, n)
      reveal found to players
      move found to shown
      return found
    text: {en: "turn up {n}: {result}", ja: "{n}枚めくる：{result}"}
  pick -> maybe paper:
    do: |
      let found = top(pile)
      if found is not none, move found to me.hand
      return found
    text: {en: "{me} picks[ {result}]", ja: "{me}が[{result}を]引く"}
  toss -> side:
    do: |
      choose s from every side by chance
      add 1 to tosses
      return s
    text: {en: "toss[: {result}]", ja: "投げる[：{result}]"}
  count-up (int n) -> int:
    do: |
      choose more from [1, 2]
      return n + more
    text: {en: "{me} counts {n}: {result} {goose|geese}"}
  keep (int result) -> int:
    do: return result + 10
    text: {en: "{me} keeps {result}"}
actions:
  save-up: {do: keep 4, text: save up}
  turn: {do: turn-up 2, text: turn}
  take: {do: pick, text: take}
  all-take:
    do: |
      at once for each p in players:
        choose c from [1, 2] by p
      then:
        pick by p
    text: all take
  flip: {do: toss, text: flip}
  reckon: {do: count-up 3, text: reckon}
setup: shuffle pile
phases: [{id: day, turns: players, offer: [turn, take, all-take, flip, reckon, save-up]}]
end: {when: round > 3}
"""


@pytest.fixture
def match():
    return match_of(program_of(GAME), events=True)


def _lines(match, name, seat=None, language="en"):
    return [each.text(language) for each in event_records(match, seat) if each.name == name]


def test_what_was_returned_is_told(match):
    play(match, "turn")
    (line,) = _lines(match, "turn-up", 1)
    assert line.startswith("turn up 2: ")
    assert len(line.split(": ")[1].split(" and ")) == 2


def test_a_card_is_told_to_those_who_can_tell_it(match):
    play(match, "take")
    (own,), (other,) = _lines(match, "pick", 0), _lines(match, "pick", 1)
    assert own in ("ada picks “ace”", "ada picks “king”", "ada picks ace", "ada picks king")
    assert "ace" not in other and "king" not in other
    assert _lines(match, "pick", WATCHER) == [other]


def test_what_happens_at_once_tells_it_too(match):
    play(match, "all-take", "1", "2")
    ada, bo = _lines(match, "pick", 0)
    assert ("ace" in ada or "king" in ada) and not ("ace" in bo or "king" in bo)


def test_members_and_numbers_are_told_in_the_words_of_the_language(match):
    play(match, "flip", "reckon", "2")
    assert _lines(match, "toss")[0] in ("toss: heads", "toss: tails")
    assert _lines(match, "toss", language="ja")[0] in ("投げる：heads", "投げる：tails")
    assert _lines(match, "count-up") == ["bo counts 3: 5 geese"]


def test_a_slot_that_is_called_result_goes_on_as_it_was(match):
    play(match, "save-up")
    assert _lines(match, "keep") == ["ada keeps 4"]


def test_while_it_is_not_known_yet_nothing_is_said_of_it(match):
    play(match, "reckon")
    assert _lines(match, "count-up") == ["ada counts 3: … geese"]


def test_no_result_leaves_its_part_out(match):
    play(match, "turn", "turn", "take")
    assert any("picks" in line for line in transcript_lines(match, "en"))
    assert _lines(match, "pick")[-1] == "ada picks"


def test_it_outlasts_a_save(match):
    play(match, "flip", "take")
    again = restore_match(lambda *_: match.machine, save_match(match))
    assert transcript_lines(again, "en") == transcript_lines(match, "en")


def test_rules_and_menus_read_the_text_without_it(match):
    events = match.machine.program.events
    assert events["toss"].text == {"en": "toss", "ja": "投げる"}
    assert events["turn-up"].text == {"en": "turn up {n}: …", "ja": "{n}枚めくる：…"}
