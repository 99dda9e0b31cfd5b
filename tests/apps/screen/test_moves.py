"""A seat is told which cards went where; a card is known for as long as it can be followed."""

from __future__ import annotations

import cardwright
from cardwright.apps.screen import WATCHER, Tracker, Viewer

GAME = """
id: stacks
version: "1"
language: 1
title: {en: Stacks}
kinds:
  card: {start: deck}
cards:
- {id: red, kind: card}
- {id: blue, kind: card}
- {id: green, kind: card}
- {id: grey, kind: card}
- {id: pink, kind: card}
- {id: gold, kind: card}
players: {count: 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  trick: {of: card, order: row, seen-by: SEEN}
  pile: {of: card, seen-by: everyone}
actions:
  lay: {choose: {c: me.hand}, do: move c to trick, text: {en: "lay {c}"}}
setup: deal 3
phases:
- {id: laying, turns: players, offer: [lay]}
- {id: clearing, do: "AFTER"}
"""
CLEARED = "if round == 2, end game\\nmove trick to pile"
DEALT_ANEW = (
    "if round == 2, end game\\nmove trick to deck\\nfor each p in players:\\n  move p.hand to deck"
    "\\nshuffle deck\\ndeal 3"
)


class Looked:
    """A match and what each seat is told of it after each answer."""

    def __init__(self, tmp_path, after: str = CLEARED, seen: str = "everyone") -> None:
        folder = tmp_path / "stacks"
        folder.mkdir()
        (folder / "game.yaml").write_text(
            GAME.replace("SEEN", seen).replace("AFTER", after), "utf-8"
        )
        game = cardwright.load(folder)
        self.viewer, self.match = Viewer(game, "en"), game.start(seed=1)
        self.trackers = {seat: Tracker() for seat in (0, 1, WATCHER)}
        self.views = self.look()

    def look(self):
        """Return the views of all."""
        return {
            seat: self.viewer.view(self.match, seat, None, tracker)
            for seat, tracker in self.trackers.items()
        }

    def apply(self, option: int = 0):
        """Take an option; return the new views."""
        self.match.apply(option)
        self.views = self.look()
        return self.views


def cards(view, key: str):
    """Return the cards of an area."""
    return next(area.cards for area in view.areas if area.key == key)


def ways(view):
    return [(move.face, move.count, move.origin, move.target, move.by) for move in view.moves]


def test_a_move_says_what_the_seat_may_know(tmp_path) -> None:
    looked = Looked(tmp_path, seen="owner")  # of the table: nobody sees it
    own = cards(looked.views[0], "~0.hand")[0]

    views = looked.apply()

    assert ways(views[0]) == [(own.id, 1, "~0.hand", "trick", 0)]
    assert ways(views[1]) == ways(views[WATCHER]) == [(None, 1, "~0.hand", "trick", 0)]
    assert views[1].moves[0].track == ""


def test_there_are_no_moves_at_first_and_none_twice(tmp_path) -> None:
    looked = Looked(tmp_path)
    assert all(view.moves == () for view in looked.views.values())

    looked.apply()

    assert all(view.moves == () for view in looked.look().values())


def test_a_card_keeps_its_track_where_it_is_followed(tmp_path) -> None:
    looked = Looked(tmp_path)
    own = cards(looked.views[0], "~0.hand")[0]

    views = looked.apply()
    [first] = cards(views[0], "trick")
    views = looked.apply()

    assert own.track and first.track == own.track
    assert own.track in {card.track for card in cards(views[0], "pile")}


def test_what_happened_together_has_one_cause_and_an_order(tmp_path) -> None:
    looked = Looked(tmp_path)
    looked.apply()

    moves = looked.apply()[WATCHER].moves

    assert [move.target for move in moves] == ["trick", "pile", "pile"]
    assert moves[0].cause != moves[1].cause
    assert [move.number - moves[0].number for move in moves] == [0, 1, 2]


def test_the_last_trick_is_known_as_it_was_when_it_was_full(tmp_path) -> None:
    looked = Looked(tmp_path)
    half = looked.apply()
    full = looked.apply()

    assert half[WATCHER].swept == ()
    [row] = full[WATCHER].swept
    assert (row.key, row.count) == ("trick", 2)
    assert [card.owner for card in row.cards] == [0, 1]


def test_a_trick_that_nobody_sees_is_not_told(tmp_path) -> None:
    looked = Looked(tmp_path, seen="nobody")
    looked.apply()

    assert all(view.swept == () for view in looked.apply().values())


def test_a_shuffle_ends_what_a_card_was_known_by(tmp_path) -> None:
    looked = Looked(tmp_path, DEALT_ANEW)
    before = {card.track for card in cards(looked.views[0], "~0.hand")}
    looked.apply()

    views = looked.apply()

    after = {card.track for card in cards(views[0], "~0.hand")}
    assert len(after) == 3 and "" not in after
    assert not after & before


def test_hidden_cards_that_go_one_way_together_are_one_move(tmp_path) -> None:
    looked = Looked(tmp_path, DEALT_ANEW)
    looked.apply()

    moves = looked.apply()[1].moves

    dealt = [move for move in moves if move.origin == "deck" and move.target == "~0.hand"]
    assert [(move.face, move.count) for move in dealt] == [(None, 3)]


def test_things_for_the_rules_alone_are_helpers() -> None:
    game = cardwright.load("tic-tac-toe")
    things = Viewer(game, "en").view(game.start(seed=1), 0).things
    helpers = {thing.id for thing in things if thing.is_helper}

    assert {"row-1", "column-a", "rising", "falling"} <= helpers
    assert not helpers & {"a1", "b2", "c3"}
