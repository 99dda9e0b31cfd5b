"""Hold what a log tells of a card that is laid down unseen out of a hand that others know of.

At a table whoever saw cards go into a hand knows what is in it, and not which of them is taken out.
"""

from __future__ import annotations

import pytest

from interpreter.observe.events import event_records
from interpreter.observe.observation import observe
from interpreter.observe.transcript import transcript_lines
from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {ticket: {start: box}}
cards:
- {kind: ticket, id: north, copies: COPIES}
- {kind: ticket, id: south}
zones:
  box: {of: ticket, seen-by: everyone}
  pile: {of: ticket, seen-by: nobody}
  player.hand: {of: ticket, ORDER seen-by: owner}
  player.front: {of: ticket, seen-by: owner}
players: {count: 2}
events:
  lay (ticket c):
    do: move c to me.front
    text: {en: "{me} lays down {c}"}
  whistle:
    do: hum
    text: {en: whistle}
  hum:
    do: let n = 1
    text: {en: hum}
actions:
  sneak:
    choose: {c: me.hand}
    do: lay c
    text: {en: "sneak by {c}"}
setup: |
  SETUP
phases:
- {id: walking, turns: seats, offer: [sneak]}
- {id: closing, do: end game}
end: {winners: players}
"""
OPENLY = "move box to seats[1].hand"


def match(copies: int = 1, order: str = "", setup: str = OPENLY):
    text = GAME.replace("COPIES", str(copies)).replace("ORDER", order).replace("SETUP", setup)
    return match_of(program_of(text, 2), ("ada", "bo"), events=True)


def heard(one, seat: int) -> str:
    """Return all that a seat reads, and all that its programs get."""
    records = [(each.name, each.actor, each.arguments) for each in event_records(one, seat)]
    seen = observe(one, seat)
    return f"{records}\n{transcript_lines(one, 'en', seat)}\n{seen['log']}\n{seen['players']}"


def laid(index: int | None, **how) -> tuple[str, str]:
    """Return what both hear where ada lays down a card of her hand."""
    one = match(**how)
    if index is not None:  # what leaves no choice is done unasked
        one.apply(index)
    return heard(one, 0), heard(one, 1)


def test_of_two_cards_that_were_seen_nobody_knows_which_is_laid_down() -> None:
    (own, others), (own_too, others_too) = laid(0), laid(1)

    assert others == others_too
    assert own != own_too


def test_a_known_card_beside_an_unknown_one_is_not_named() -> None:
    """North was taken openly, south was not: that north is the one laid down stays unsaid."""
    mixed = (
        "move first(box where it.definition == south) to pile\n"
        "  move box to seats[1].hand\n"
        "  move pile to seats[1].hand"
    )
    (_, others), (_, others_too) = laid(0, setup=mixed), laid(1, setup=mixed)

    assert others == others_too and "lays down a card" in others


@pytest.mark.parametrize("copies", [1, 3])
def test_the_only_card_that_it_can_be_is_named(copies: int) -> None:
    given = "move box where it.definition == north to seats[1].hand"
    _, others = laid(None, copies=copies, setup=given)

    assert "lays down north" in others


def test_a_place_that_all_see_tells_the_card() -> None:
    """In a hand whose order all see, it is seen from which place a card is taken."""
    _, others = laid(0, order="order: row,")

    assert "lays down north" in others


@pytest.mark.parametrize(("text", "said"), [("clouds", "the clouds are"), ("pass", "the pass is")])
def test_a_verb_agrees_with_the_text_of_a_zone(text, said):
    named = GAME.replace("  box: {of", f"  box: {{order: stack, text: {{en: {text}, ja: 雲}}, of")
    game = named.replace("COPIES", "1").replace("ORDER", "").replace("SETUP", "shuffle box")
    one = match_of(program_of(game, 2), ("ada", "bo"), events=True)

    assert transcript_lines(one, "en")[0] == f"{said} shuffled"
    assert transcript_lines(one, "ja")[0] == "雲を混ぜる"


def test_a_deal_is_one_line_of_a_transcript() -> None:
    one = match(copies=3, setup="move box to pile\n  shuffle pile\n  move pile to seats[2].hand")

    owner, other = (transcript_lines(one, "en", seat) for seat in (1, 0))

    assert "north ×3, south go to bo's hand" in owner or "south, north ×3 go to bo's hand" in owner
    assert "a card ×4 go to bo's hand" in other


def test_who_does_something_is_said_once() -> None:
    one = match(
        setup="whistle by seats[1]\n  hum by seats[2]\n  for each c in box, lay c by seats[2]"
    )

    lines = transcript_lines(one, "en")

    assert lines[:3] == ["ada: whistle", "  hum", "bo: hum"]
    assert lines[3].startswith("bo lays down")
