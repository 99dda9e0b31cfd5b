"""The log as a seat may read it."""

from __future__ import annotations

from interpreter.observe.events import event_records
from interpreter.observe.transcript import transcript_lines
from tests.interpreter.small import match_of, play, program_of


def names(match, seat=None):
    return [(r.name, *r.arguments.values()) for r in event_records(match, seat)]


def test_hidden_cards_have_no_name(secrets):
    match = secrets(7)

    assert ("move", "five", "ada.hand", None) in names(match, 0)
    assert ("move", "five", "ada.hand", None) not in names(match, 1)
    assert ("move", "a-card", "ada.hand", None) in names(match, 1)
    assert ("move", "three", "bo.hand", None) in names(match)


def test_ids_count_what_is_shown(start, play):
    match = play(start(5), 12)

    for seat in (None, 0, 1):
        records = event_records(match, seat)
        assert [r.id for r in records] == list(range(1, len(records) + 1))
        assert all(r.cause is None or r.cause < r.id for r in records)


def test_causes_are_indented(start, play):
    lines = transcript_lines(play(start(7), 6), "en")

    assert any(line.startswith("  ") for line in lines)
    assert not any("{" in line for line in lines)


def test_transcripts_speak_languages(secrets):
    match = secrets(7)
    match.apply(match.decision.labels.index("show"))
    match.apply(match.decision.labels.index("five"))

    assert "ada: show five" in transcript_lines(match, "en", 0)
    assert "ada: show a card" in transcript_lines(match, "en", 1)
    assert "ada：show カード1枚" in transcript_lines(match, "ja", 1)


def test_records_of_secret_choices_are_kept_back(secrets):
    match = secrets(7)
    match.apply(match.decision.labels.index("swap"))
    record, rest = match.state.log
    match.state.log = (record._replace(secret=0b10), rest)

    assert names(match, 0)[-1] == ("act:swap",)
    assert ("act:swap",) not in names(match, 1)


PLAIN = """\
kinds: {worker: {start: deck}}
cards: [{kind: worker, id: worker, copies: 4}]
players: {count: 2, state: {votes: int = 0}}
zones: {deck: {of: worker, seen-by: nobody}, player.shelf: {of: worker, seen-by: owner}}
setup: "for each p in players, move top(deck, 1) to p.shelf"
actions:
  rest: {}
  vote-for: {choose: {p: players, n: 1..2}, do: add n to p.votes}
  send: {choose: {w: me.shelf}, do: move w to deck}
phases: [{id: turns, turns: players, offer: [rest, vote-for, send]}]
end: {when: round > 3, rank: votes}
"""


def test_an_action_without_a_text_is_told_by_its_name_and_what_it_is_done_with():
    match = match_of(program_of(PLAIN), events=True)
    play(match, "rest", "vote-for", "ada", "2", "send")

    def told(language, seat=None):
        records = [each for each in event_records(match, seat) if each.name.startswith("act:")]
        return [each.text(language) for each in records if each.has_text]

    assert told("en") == ["ada: rest", "bo: vote-for (ada, 2)", "ada: send (worker)"]
    assert told("en", 1)[-1] == "ada: send (a card)"
    assert told("ja")[1] == "bo：vote-for (ada, 2)"
