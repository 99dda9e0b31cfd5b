"""Hold that `{self}` in the text of an action on a card is that card's name wherever people read
it, and that of a card in somebody's hand they read no name."""

from __future__ import annotations

import pytest

from interpreter.observe.events import event_records
from interpreter.observe.transcript import transcript_lines
from interpreter.state.saving import decoded, encoded
from interpreter.trajectory.saving import SHAPES
from tests.interpreter.small import match_of, play, program_of

GAME = """\
kinds:
  lamp:
    state: {lit: bool = false}
    active-in: [player.table, player.hand]
    actions:
    - in: evening
      when: not self.lit
      choose: {n: 1..2}
      do: set self.lit to n > 0
      text: {en: "light {self} {n} times", ja: "{self}を{n}回ともす"}
cards:
- {kind: lamp, id: tall, name: {en: Tall lamp, ja: 長いランプ}, start: chest}
- {kind: lamp, id: small, name: {en: Small lamp, ja: 小さいランプ}, start: box}
- {kind: lamp, id: flat, name: {en: Flat lamp, ja: 平たいランプ}, start: box}
zones:
  player.table: {of: lamp, seen-by: everyone}
  chest: {of: lamp, order: stack, seen-by: everyone}
  box: {of: lamp, order: stack, seen-by: nobody}
  player.hand: {of: lamp, seen-by: owner}
players: {count: 2}
setup: |
  move top(chest) to first(players).table
  for each p in players, move top(box) to p.hand
phases:
- {id: evening, turns: players, offer: [pass]}
end: {when: round > 3, winners: players}
"""


@pytest.fixture
def match():
    return match_of(program_of(GAME), events=True)


def last(match, seat: int | None) -> tuple[str, str]:
    return tuple(transcript_lines(match, lang, seat)[-1] for lang in ("en", "ja"))


def test_everybody_reads_the_name_of_an_open_card(match):
    play(match, "tall", "2")

    for seat in (None, 0, 1):
        assert last(match, seat) == ("ada: light Tall lamp 2 times", "ada：長いランプを2回ともす")


def test_of_a_card_in_a_hand_only_who_holds_it_reads_the_name(match):
    play(match, "flat", "1")

    for seat in (None, 0):
        assert last(match, seat) == ("ada: light Flat lamp 1 times", "ada：平たいランプを1回ともす")
    assert last(match, 1) == ("ada: light a card 1 times", "ada：カード1枚を1回ともす")


def test_a_card_that_is_shown_since_is_told_by_its_name(match):
    play(match, "flat", "1")
    record = event_records(match, 1)[-1]

    assert [*record.told_cards()] == []
    assert record.text("en", frozenset(record.all_cards())) == "light Flat lamp 1 times"
    assert [*event_records(match, 0)[-1].told_cards()] == [*record.all_cards()] != []


def test_a_record_that_is_written_and_read_still_knows_its_card(match):
    play(match, "flat", "1")
    record, before = match.state.log
    match.state.log = (decoded(encoded(record, SHAPES), SHAPES), before)

    assert match.state.log[0] == record
    assert last(match, 1) == ("ada: light a card 1 times", "ada：カード1枚を1回ともす")


def test_menus_and_questions_name_the_card_once(match):
    assert match.decision.texts("en")[1:] == ["light Tall lamp … times", "light Flat lamp … times"]
    assert match.decision.texts("ja")[1] == "長いランプを…回ともす"

    play(match, "tall")

    assert match.decision.question("en") == "light Tall lamp … times: how many"
