"""Check the overview of a game: its boxes and links, counted, and that it stays small."""

from __future__ import annotations

import pytest

from cardwright.apps.authors.graphs.boxes import Link
from cardwright.apps.authors.graphs.gather import overview_of
from dsl.load import load_package

GAMES = ("dream-tricks", "equilibrion", "res-arcana", "worldmonger")
MOST = 40
"""Boxes that a page holds."""
BODY = """\
values:
  goal -> int: 9
  plain -> int: 2
events:
  begin: {do: gain goal}
  gain (int n): {do: "add n to me.coin; if plain > 3, lose"}
  lose: {do: subtract 1 from me.coin}
  finish: {do: end game}
  never-done: {do: add 1 to me.fame}
triggers:
- after: lose
  do: finish
cards:
- kind: card
  id: miser
  triggers:
  - after: gain by me
    do: lose
  - before: gain by me
    do: lose
- kind: card
  id: thief
  triggers:
  - after: gain
    do: lose
  modifiers:
  - value: goal
    to: result + 1
- kind: card
  id: wall
  forbids:
  - event: lose
- kind: card
  id: shield
  replacements:
  - instead: lose
    do: gain 1
- {kind: card, id: blank}
"""


@pytest.fixture
def small(game):
    """Return the overview of a small game with rules of every sort on its cards."""
    return overview_of(game(BODY))


def test_all_cards_of_a_kind_are_one_box(small):
    box = next(box for box in small.boxes if box.id == "kind:card")

    assert (box.cards, box.bearing) == (5, 4)
    assert box.rules == {"trigger": 3, "replacement": 1, "forbid": 1, "modifier": 1}
    assert (box.group, box.members) == ("cards", (("kind", "card"),))


def test_links_are_counted_by_cards_and_by_pairs(small):
    card = "kind:card"

    assert set(small.links) == {
        Link("phase:act", "phase:act", "loop", 0, 1),
        Link("phase:act", "event:begin", "does", 0, 1),
        Link("phase:act", "end", "ends", 0, 1),
        Link("event:begin", "event:gain", "does", 0, 1),
        Link("event:begin", "value:goal", "reads", 0, 1),
        Link("event:gain", "event:lose", "does", 0, 1),
        Link("event:gain", card, "after", 2, 2),
        Link("event:gain", card, "before", 1, 1),
        Link("event:lose", card, "forbids", 1, 1),
        Link("event:lose", card, "instead", 1, 1),
        Link("event:lose", "rules", "after", 0, 1),
        Link("rules", "event:finish", "does", 0, 1),
        Link("event:finish", "end", "ends", 0, 1),
        Link(card, "event:lose", "does", 2, 3),
        Link(card, "event:gain", "does", 1, 1),
        Link(card, "value:goal", "modifies", 1, 1),
    }


def test_what_nothing_leads_to_is_left_out_and_counted(small):
    ids = {box.id for box in small.boxes}

    assert small.left_out == {"event": 1}
    assert "event:never-done" not in ids
    assert "value:plain" not in ids
    assert {box.id for box in small.boxes if box.group == "course"} == {"phase:act", "end"}


def test_phases_open_while_there_is_room(game):
    tail = """\
phases:
- id: outer
  while: count(players) > 1
  phases:
  - {id: early, do: turn-over}
  - {id: late, do: turn-over}
- {id: last, do: end game}
end: {rank: [coin, fame, count(course)]}
"""
    overview = overview_of(game("events: {turn-over: {do: set course to players}}\n", tail=tail))
    course = [(box.id, box.inside) for box in overview.boxes if box.group == "course"]

    assert course == [
        ("phase:early", ("outer",)),
        ("phase:late", ("outer",)),
        ("phase:last", ()),
        ("end", ()),
    ]
    order = [(e.source, e.target) for e in overview.links if e.kind == "loop"]
    assert order == [("phase:last", "phase:early"), ("phase:late", "phase:early")]


def many(number: int) -> str:
    """Return events, each done by the one before it and by the first action."""
    names = [f"event-{i}" for i in range(number)]
    rows = "".join(f"  {name}: {{do: add 1 to me.coin}}\n" for name in names)
    return f"events:\n{rows}  begin: {{do: {'; '.join(names)}}}\n"


def test_what_one_event_does_alone_goes_into_it(game):
    events = [box for box in overview_of(game(many(30))).boxes if box.group == "events"]
    begin = next(box for box in events if box.id == "event:begin")

    assert len(events) == 18
    assert len(begin.members) == 14
    assert begin.members[0] == ("event", "begin")


GROUPED = """\
events: {begin: {do: add 1 to me.coin}}
actions:
  deed: {actions: {}, in: act}
  work: {actions: {}, in: deed}
  dig: {in: work, do: begin}
  sow: {in: work, do: begin}
  rest: {actions: {}, in: deed}
  sleep: {in: rest, do: begin}
  dream: {in: rest, do: begin}
OTHERS
"""


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (3, {"dig": 1, "sow": 1, "sleep": 1, "dream": 1}),
        (5, {"dig": 1, "sow": 1, "rest": 3}),
        (6, {"work": 3, "rest": 3}),
        (7, {"deed": 5}),
    ],
)
def test_groups_of_actions_open_while_there_is_room(game, others, expected):
    rows = "".join(f"  other-{i}: {{in: act, do: begin}}\n" for i in range(others))
    tail = "phases: [{id: act, turns: players, offer: [other-0]}]\n"
    tail += "end: {when: round > 1, rank: [coin, fame, count(course)]}\n"
    boxes = overview_of(game(GROUPED.replace("OTHERS\n", rows), tail=tail)).boxes
    found = {box.id: len(box.members) for box in boxes if box.group == "actions"}

    assert {f"action:{name}": number for name, number in expected.items()}.items() <= found.items()
    assert len(found) == others + len(expected)


def test_what_is_alike_becomes_one_box(game):
    rows = "".join(f"  event-{i}: {{do: add 1 to me.coin}}\n" for i in range(20))
    doers = "; ".join(f"event-{i}" for i in range(20))
    body = f"events:\n{rows}  begin: {{do: {doers}}}\n  more: {{do: {doers}; more}}\n"
    found = overview_of(game(body + "triggers: [{after: begin, do: more}]\n"))
    alike = [box for box in found.boxes if box.is_alike]

    assert [len(box.members) for box in alike] == [20]
    assert not any(box.is_rest for box in found.boxes)


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games_fit_on_a_page(name, cards):
    loaded = load_package(cards / name, name, cards / "prelude")
    assert loaded.game is not None
    overview = overview_of(loaded.game)
    ids = [box.id for box in overview.boxes]

    assert 10 < len(ids) <= MOST
    assert len(set(ids)) == len(ids)
    assert {end for link in overview.links for end in (link.source, link.target)} <= set(ids)
    assert overview == overview_of(loaded.game)


def test_the_cards_of_a_big_game(cards):
    loaded = load_package(cards / "res-arcana", "res-arcana", cards / "prelude")
    assert loaded.game is not None
    overview = overview_of(loaded.game)
    kinds = {box.members[0][1]: (box.cards, box.bearing) for box in overview.boxes if box.cards}
    listening = {
        (each.source, each.kind, each.target, each.cards)
        for each in overview.links
        if each.kind in ("before", "after", "instead", "modifies")
    }

    assert kinds == {
        "artifact": (40, 39), "mage": (10, 10), "magic-item": (8, 8), "monument": (10, 9),
        "place": (10, 10),
    }  # fmt: skip
    assert listening == {
        ("event:check-victory", "before", "kind:monument", 1),
        ("event:claim", "after", "kind:monument", 1),
        ("event:collect", "after", "kind:place", 1),
        ("event:lose-life", "instead", "kind:artifact", 2),
        ("event:lose-life", "instead", "kind:component", 0),
        ("kind:artifact", "modifies", "value:price-of", 1),
        ("kind:artifact", "modifies", "value:ready", 1),
        ("kind:mage", "modifies", "value:price-of", 1),
        ("kind:place", "modifies", "value:price-of", 1),
    }
