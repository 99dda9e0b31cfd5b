"""What has happened, and what of it is told where there is little room."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

import cardwright
from cardwright.api.match import Match
from cardwright.apps.screen import WATCHER, Viewer
from cardwright.apps.screen.model import LogEntry
from cardwright.apps.table.terminal.session import log_lines, news_lines

GAME = """\
id: bids
version: "1"
language: 1
title: {en: Bids, ja: 入札}
kinds:
  sailor:
    attributes: {number: {is: int, text: {en: number, ja: 番号}}}
    start: deck
    text: {en: sailor, ja: 船乗り}
cards:
- each: {kind: sailor}
  id: sailor-{number}
  name: {en: "Sailor {number}", ja: "船乗り{number}"}
  number: 1..40
players: {count: 2-4}
zones:
  deck: {of: sailor, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  discard: {of: sailor, seen-by: everyone, text: {en: used sailors, ja: 使った船乗り}}
  player.hand: {of: sailor, seen-by: owner, text: {en: hand, ja: 手札}}
  player.bid: {of: sailor, max: 1, seen-by: everyone, text: {en: bid, ja: 入札}}
state: {best: maybe player}
events:
  win (player p):
    do: set best to p
    text: {en: "{p} wins the bid", ja: "{p}が落札する"}
setup: shuffle deck; deal 3
phases:
- id: bidding
  do: |
    at once for each p in players:
      choose c from p.hand by p
    then:
      move c to p.bid
    win leader(players, sum(bid, number))
    move player.bid to discard
    for each p in players, draw 1 by p
    shuffle deck
  text: {en: Bidding, ja: 競り}
end: {when: round > 3, rank: count(hand)}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> cardwright.Game:
    folder: Path = tmp_path_factory.mktemp("bids")
    (folder / "game.yaml").write_text(GAME)
    return cardwright.load(str(folder), cache=False)


def bid(game: cardwright.Game, players: int) -> Match:
    """Return a match in which all have bid once."""
    match = game.start(players=players, seed=3)
    for _ in range(players):
        match.apply(0)
    return match


def log(match: Match, seat: int, lang: str = "en") -> tuple[LogEntry, ...]:
    return Viewer(cardwright.Game(match.machine.program.game, {}), lang).view(match, seat).log


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("lang", "to"), [("en", "goes to {}'s bid"), ("ja", "が{}の入札へ移る")])
@pytest.mark.parametrize("seat", [0, WATCHER])
def test_what_all_bid_at_once_is_named_with_who(game, players, lang, to, seat):
    match = bid(game, players)
    told = "\n".join(entry.text for entry in log(match, seat, lang))

    for name in match.names:
        assert to.format(name) in told
    assert ("cards go to bid" if lang == "en" else "入札へ3枚") not in told


def test_what_nobody_may_see_is_counted(game):
    told = [line for entry in log(bid(game, 4), WATCHER) for line in (entry.text, *entry.details)]

    assert "deal 3 to each player" in told
    assert not any("hand" in line for line in told)


@pytest.mark.parametrize("seat", [0, 1, 2, WATCHER])
def test_all_who_draw_are_one_line_that_names_ones_own_card(game, seat):
    match = bid(game, 3)
    (drawn,) = [entry for entry in log(match, seat) if entry.text.endswith("draw 1")]

    assert drawn.text == "ada, bo, cy: draw 1" and drawn.actor is None
    assert len(drawn.details) == (seat != WATCHER)
    assert all(line.endswith(f"{match.names[seat]}'s hand") for line in drawn.details)


def test_every_line_has_a_weight(game):
    for entry in log(bid(game, 4), 0):
        assert len(entry.weights) == 1 + len(entry.details)


@pytest.mark.parametrize("most", range(1, 12))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_little_room_is_for_what_an_author_has_words_for(game, most, lang):
    entries = log(bid(game, 4), 0, lang)
    lines = news_lines(entries, 80, most)
    won = {"en": "wins the bid", "ja": "が落札する"}[lang]

    assert len(lines) <= most
    assert any(won in line for line in lines)
    whole = iter(log_lines(entries, 80))
    assert all(line in whole for line in lines)  # in the order in which it happened


def test_a_line_that_is_broken_goes_on_further_in():
    long = "a word " * 30
    entry = LogEntry(number=1, actor=None, text=long, details=(long,), weights=(4, 4))
    lines = log_lines([entry], 40)
    indents = [len(line) - len(line.lstrip()) for line in lines]

    assert {*indents} == {2, 4, 6}
    assert all(before <= after for before, after in pairwise(indents))
    assert max(map(cell_len, lines)) <= 40


@pytest.mark.parametrize("name", ["dream-tricks", "res-arcana", "cerebria", "hearts"])
def test_what_was_told_before_is_told_alike(name: str) -> None:
    """A seat that looked on all the time, some of it taken back, is told what a newcomer is."""
    game = cardwright.load(name)
    match, chance = game.start(4 if name == "hearts" else 2, 3), Random(8)
    viewers = [Viewer(game, lang, log=12) for lang in ("en", "ja")]
    for number in range(60):
        if match.over:
            break
        match.apply(chance.randrange(len(match.decision.options)))
        if number % 9 == 8:
            match.undo(chance.randrange(1, 5), agreed=True)
        for viewer in viewers:
            for seat in (*match.seats, WATCHER):
                anew = Viewer(game, viewer.wording.lang, log=12)
                anew.wording = viewer.wording
                assert viewer.view(match, seat).log == anew.view(match, seat).log
