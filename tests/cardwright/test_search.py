"""What the search must see, and must not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright import Match
from cardwright.search.budget import Budget
from cardwright.search.mcts import most_visited, search, share_of
from interpreter.observe.worlds import swap_hidden

GAMES = Path(__file__).parents[2] / "benchmarks" / "games"


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
