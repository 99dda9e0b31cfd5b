"""What the search must see, and must not."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardwright
from cardwright import Match
from cardwright.apps.policies import heuristic as heuristics
from cardwright.apps.policies.budget import Budget, Progress, silent, summed
from cardwright.apps.policies.features import Features, Rewards, share_of
from cardwright.apps.policies.heuristic import Heuristic, heuristic_of, least_squares
from cardwright.apps.policies.mcts import LEARNING, Search, Thinker, most_visited, search
from cardwright.apps.policies.policies import choose_greedily, choose_quickly
from cardwright.apps.policies.tree import FIRST, Keys
from interpreter.observe.determinize import swap_hidden
from interpreter.program.limits import WORK

GAMES = Path(__file__).parents[3] / "benchmarks" / "games"


EXAMPLES = GAMES.parents[1] / "examples"


def start(name: str, seed: int = 1) -> Match:
    return cardwright.load(str(GAMES / name), cache=False).start(seed=seed, events=False)


def after(match: Match, *labels: str) -> Match:
    for label in labels:
        match.apply(match.decision.labels.index(label))
    return match


def best(match: Match, iterations: int = 300) -> str:
    chosen = most_visited(match, Random(1), Budget(iterations=iterations))
    return match.decision.labels[chosen]


def test_it_completes_a_line() -> None:
    assert best(after(start("tic-tac-toe"), "a1", "b1", "a2", "b2")) == "a3"


def test_it_keeps_the_other_from_completing_one() -> None:
    assert best(after(start("tic-tac-toe"), "a1", "b2", "a2")) == "a3"


@pytest.mark.parametrize("seed", range(12))
def test_it_folds_a_jack_and_never_a_king(seed: int) -> None:
    match = after(start("kuhn-poker", seed), "pass", "bet")
    seat = match.decision.player
    hand = match.observe(seat)["players"][seat]["zones"]["hand"]["cards"][0]["card"]
    assert {"jack": "pass", "king": "bet"}.get(hand, best(match)) == best(match)


def test_the_same_seed_thinks_the_same() -> None:
    trees = [search(start("leduc"), Random(5), Budget(iterations=60)) for _ in range(2)]
    assert visits(trees[0]) == visits(trees[1])
    assert sum(visits(trees[0])) == 60


def visits(root) -> list[int]:
    return [root.children[key].visits for key in sorted(root.children)]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_has_no_influence(seed: int) -> None:
    match = start("leduc", seed)
    seat = match.decision.player
    other = swap_hidden(match, seat, seed)
    assert other is not None
    trees = [search(each, Random(seed), Budget(iterations=80)) for each in (match, other)]
    assert visits(trees[0]) == visits(trees[1])


def old_maid(seed: int) -> Match:
    folder = EXAMPLES / "classics" / "old-maid"
    match = cardwright.load(str(folder)).start(players=3, seed=seed, events=False)
    while match.decision.kind != "choose" and match.decision.kind != "parameter":
        match.apply(0)
    return match


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_nobody_can_tell_have_no_names_in_the_tree(seed: int) -> None:
    match = old_maid(seed)
    other = swap_hidden(match, match.decision.player, seed)
    assert other is not None
    keys = [Keys(each.machine).of(each.state) for each in (match, other)]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("seed", range(3))
def test_a_card_is_the_same_option_in_every_world(seed: int) -> None:
    """Another player's hand is other cards in each world: a key names the card, not its place."""
    folder = EXAMPLES / "classics" / "whist"
    match = cardwright.load(str(folder)).start(seed=seed, events=False)
    others = [match.determinize((match.decision.player + 1) % 4, each) for each in range(2)]
    worlds = [dict(zip(each.decision.labels, keys_of(each), strict=True)) for each in others]
    assert worlds[0].keys() != worlds[1].keys()
    both = worlds[0] | worlds[1]
    assert len(set(both.values())) == len(both)
    assert all(world[label] == both[label] for world in worlds for label in world)


def keys_of(match: Match) -> list[Any]:
    return list(Keys(match.machine).of(match.state))


def test_of_many_options_few_are_tried_at_first() -> None:
    folder = EXAMPLES / "classics" / "goofspiel"
    match = cardwright.load(str(folder)).start(seed=1, events=False)
    assert match.decision.count > 10
    assert len(search(match, Random(1), Budget(iterations=FIRST)).children) == FIRST
    assert len(search(match, Random(1), Budget(iterations=16)).children) < match.decision.count
    assert len(search(match, Random(1), Budget(iterations=400)).children) == match.decision.count


def test_a_line_through_points_is_found() -> None:
    rows = [[1.0, 0.0], [0.0, 1.0], [2.0, 1.0], [1.0, 3.0]]
    wanted = [2 * left - right for left, right in rows]
    assert least_squares(rows, wanted, 1e-9) == pytest.approx([2, -1])


def test_who_has_more_points_is_thought_to_do_better() -> None:
    game = cardwright.load(str(EXAMPLES / "high-card"))
    match = game.start(arrange={"ada.points": 1, "bo.points": 3}, events=False, seed=0)
    heuristic = heuristic_of(match.machine)
    heuristic.learn()
    ada, bo = heuristic.of(match.state)
    assert 0 <= ada < 0.5 < bo <= 1


@pytest.mark.soak
@pytest.mark.parametrize("name", ["recipes/hints", "high-card"])
def test_what_is_learnt_in_pieces_is_what_is_learnt_at_once(name: str) -> None:
    match = cardwright.load(str(EXAMPLES / name)).start(events=False, seed=0)
    whole, pieces = Heuristic(match.machine), Heuristic(match.machine)
    whole.learn()
    while not pieces.is_taught:
        pieces.learn(0.002)
    assert pieces.of(match.state) == whole.of(match.state)


def test_learning_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(heuristics, "monotonic", lambda: next(clock))
    learner = Heuristic(cardwright.load(str(EXAMPLES / "high-card")).machine(2))
    learner.learn(3.0)
    assert next(clock) == 4 and not learner.is_taught


def test_what_learning_takes_is_not_there_for_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Budget(seconds=1.0).after(0.4).seconds == pytest.approx(0.6)
    assert Budget(seconds=1.0).after(2.0).seconds == 0 and Budget().after(2.0) == Budget()
    match = cardwright.load(str(EXAMPLES / "high-card")).start(events=False, seed=0)
    given: list[float | None] = []
    monkeypatch.setattr(Heuristic, "learn", lambda self, seconds=None: given.append(seconds))
    for budget in (Budget(iterations=4), Budget(iterations=4, seconds=1.0)):
        Thinker(budget).choose(match, Random(1))
    assert given == [None, LEARNING]


def test_seats_that_win_together_are_told_by_what_is_on_the_table() -> None:
    game = cardwright.load(str(EXAMPLES / "recipes" / "hints"))
    match = game.start(events=False, seed=0)
    rows = Features(match.machine, is_shared=True).rows(match.state)
    assert rows[0] == rows[1]


def test_a_lost_match_is_worth_the_more_the_nearer_it_came() -> None:
    game = cardwright.load(str(EXAMPLES / "recipes" / "hints"))
    worth = []
    for score in (0, 6, 11):
        match = game.start(arrange={"score": score}, events=False, seed=0)
        match.state.outcome = ("end", (), (), "")
        worth.append(Rewards(match.machine).of(match.state)[0])
    assert worth[0] == 0 < worth[1] < worth[2] < 0.5 * 0.5


@pytest.mark.soak
def test_what_is_known_is_used_for_the_next_parameter_of_an_action() -> None:
    game = cardwright.load(str(EXAMPLES / "recipes" / "deck-building"))
    match, thinker = game.start(seed=1, events=False), Thinker(Budget(iterations=60))
    known = None
    while known is None and not match.over:
        match.apply(thinker.choose(match, Random(1)))
        known = match.over or thinker._known(match)
    assert known.children and match.decision.kind != "action"
    assert thinker._known(game.start(seed=2, events=False)) is None


def test_two_processes_think_as_much_as_one() -> None:
    match = start("leduc")
    found = Search(match, Random(1), heuristic_of(match.machine))
    budget = Budget(iterations=61, processes=2)
    visits = [summed(found.visits, budget, silent, Random(2))]
    visits.append(summed(Search(match, Random(1), found.guess).visits, budget, silent, Random(2)))
    assert visits[0] == visits[1]
    assert sum(visits[0]) == 62


def test_thinking_is_left_with_an_error_and_no_process_remains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: begun.append(fork()) or begun[-1])

    def visits(budget: Budget, progress: Progress, random: Random) -> list[int]:
        if budget.iterations:
            raise KeyboardInterrupt
        return []

    with pytest.raises(KeyboardInterrupt):
        summed(visits, Budget(iterations=2, processes=3), silent, Random(1))
    assert len(begun) == 2
    for process in begun:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_ranks_can_be_asked_for_as_often_as_one_likes() -> None:
    match = cardwright.load("worldmonger").start(events=False, seed=0)
    match.machine.meter.spent = WORK - 1
    assert match.rank(0) and match.scores


def test_a_budget_of_time_ends() -> None:
    assert 1 <= len(list(Budget(iterations=1 << 40, seconds=0.01).rounds())) < 1 << 20


def test_progress_tells_all_hundredths_but_the_last() -> None:
    told: list[int] = []
    assert len(list(Budget(iterations=250).rounds(told.append))) == 250
    assert sum(told) == 99


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        (("end", (0,), (), ""), [1, 0]),
        (("end", (0, 1), (), ""), [0.5, 0.5]),
        (("end", (), (), ""), [0, 0]),
        (("draw", (), (), ""), [0.5, 0.5]),
        (None, [0.5, 0.5]),
    ],
)
def test_what_an_outcome_is_worth(outcome, worth: list[float]) -> None:
    assert [share_of(outcome, seat) for seat in (0, 1)] == worth


def test_only_who_thinks_has_a_budget(run) -> None:
    done = run("sim", "pairs", "-n", "2", "--iterations", "20")
    assert done.status == 2
    assert "does not think ahead" in done.err


INVESTING = """
id: investing
version: "1"
language: 1
title: {en: Investing}
kinds:
  mine: {copies: 20, start: hills, text: {en: mine}}
cards: [{kind: mine, id: pit, name: {en: Pit}}]
players: {count: 2, state: {gold: {is: int = 2, text: {en: gold}}}}
zones:
  hills: {of: mine, seen-by: everyone, text: {en: hills}}
  player.mines: {of: mine, seen-by: everyone, text: {en: mines}}
actions:
  buy:
    when: me.gold >= 2 and hills is not empty
    do: |
      subtract 2 from me.gold
      move first(hills) to me.mines
    text: {en: buy a mine}
phases:
- {id: buying, turns: players, offer: [buy, pass], text: {en: Buying}}
- id: income
  do: |
    for each p in players, add count(p.mines) to p.gold
    if round == 6, end game
  text: {en: Income}
end: {rank: gold}
"""


def test_a_quick_opponent_pays_now_for_what_brings_more_later(tmp_path: Path) -> None:
    """Who looks one step ahead never buys: gold falls first."""
    (tmp_path / "game.yaml").write_text(INVESTING, "utf-8")
    match = cardwright.load(tmp_path).start(2, seed=1)
    taken = [choose(match, Random(1)) for choose in (choose_quickly, choose_greedily)]
    assert [match.decision.labels[each] for each in taken] == ["buy", "pass"]
