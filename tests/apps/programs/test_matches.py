"""Hold what programs may ask of games and matches, beyond what the page of the API shows."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

import cardwright

ROOT = Path(__file__).resolve().parents[3]
HIGH_CARD = ROOT / "examples" / "high-card"


@pytest.fixture
def game() -> cardwright.Game:
    return cardwright.load(HIGH_CARD)


def test_a_package_that_changed_on_disk_is_read_again(tmp_path):
    folder = shutil.copytree(HIGH_CARD, tmp_path / "high-card")
    before = cardwright.load(folder)
    assert cardwright.load(folder) is before

    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("deal 5", "deal 3"), "utf-8")
    after = cardwright.load(folder)

    assert before.start(2).value("count(ada.hand)") == 5
    assert after.start(2).value("count(ada.hand)") == 3


def test_given_is_a_whole_position(game):
    given = {"ada.hand": ["card-9"], "bo.hand": ["card-7", "card-8"], "phase": "play-cards"}
    match = game.start(given=given, seed=0)

    assert match.value("ada.hand") == []  # the only card has played itself
    assert match.value("ada.front") == ["card-9"]
    assert (match.decision.who, match.decision.labels) == ("bo", ("card-7", "card-8"))


@pytest.mark.parametrize(
    "part",
    [{"given": {"ada.hand": ["card-9"]}}, {"arrange": {"ada.hand": ["card-9"] * 5}}],
    ids=["no phase", "too many"],
)
def test_what_cannot_be_built_is_said(game, part):
    with pytest.raises(ValueError, match=r"phase|one more card-9"):
        game.start(**part)


def test_given_and_arrange_exclude_each_other(game):
    with pytest.raises(ValueError, match="given"):
        game.start(given={"phase": "play-cards"}, arrange={"bo.points": 1}, seed=0)


def test_chance_decides_first_what_it_is_told():
    game = cardwright.load("dream-tricks")
    first = {
        who: {game.start(3, seed, chance=[who]).observe(0)["start_player"] for seed in range(6)}
        for who in ("ada", "bo", "cy")
    }

    assert all(len(seats) == 1 for seats in first.values())
    assert len(set.union(*first.values())) == 3


def test_questions_with_one_answer_are_asked_with_a_log_and_without(game):
    asked = [game.start(2, seed=5, ask_all=True, events=each).decision for each in (True, False)]
    assert [(each.kind, each.labels) for each in asked] == [("action", ("play",))] * 2


def test_several_answers_are_given_all_or_none(game):
    match = game.start(2, seed=5, ask_all=True)
    before = match.digest()

    with pytest.raises(cardwright.NotAnOption, match="answer 2 of 2: `card-99` is no option"):
        match.apply(["play", "card-99"])

    assert match.digest() == before and match.choices == ()
    match.apply(["play", 0])
    assert match.choices == (0, 0)


@pytest.mark.parametrize("name", ["res-arcana", "worldmonger", "dream-tricks"])
def test_every_whole_action_can_be_applied(name):
    match = cardwright.load(name).start(seed=4)
    for _ in range(6):
        actions = match.actions()
        assert len(set(actions)) == len(actions) >= match.decision.count
        for labels in actions[:20]:
            match.clone().apply(list(labels))
        match.apply(list(actions[len(actions) // 2]))


@pytest.mark.soak
@pytest.mark.parametrize("name", ["gin-rummy", "worldmonger", "cerebria"])
def test_whole_actions_end_where_something_is_learned(name):
    match = cardwright.load(name).start(seed=2)
    for _ in range(8):
        actions = match.actions()
        for labels in actions[:10]:
            on_the_way = match.clone()
            on_the_way.apply(list(labels[:-1]))
            assert on_the_way.state.learned == match.state.learned
        match.apply(list(actions[-1]))


NAMING = """
id: naming
version: "1"
language: 1
title: A number, and a three again
players:
  count: 2
  state: {score: {is: int = 0, text: score}, spared: {is: int = 0, text: spared}}
actions:
  name:
    choose: {n: 1..3}
    do: |
      add n to me.score
      if n < 3, leave going
phases:
- id: naming
  turns: players
  phases:
  - {id: going, while: me.score < 6, offer: [name]}
  - {id: sparing, do: "choose s from [1, 2]; set me.spared to s"}
end:
  when: round == 3
  rank: score
"""
"""After a three the only action is offered again; after the last one the phase asks the same
player."""


@pytest.mark.parametrize("ask_all", [False, True])
def test_whole_actions_end_where_the_action_ends(ask_all, tmp_path):
    (tmp_path / "game.yaml").write_text(NAMING, "utf-8")
    match = cardwright.load(tmp_path).start(ask_all=ask_all)
    begins = ("name",) if ask_all else ()

    assert match.actions() == [(*begins, str(n)) for n in (1, 2, 3)]
    match.apply([*begins, "1"])
    assert match.actions() == [("1",), ("2",)]


@pytest.mark.parametrize("name", ["res-arcana", "worldmonger", "dream-tricks", "casino"])
def test_asking_everything_finds_the_same_whole_actions(name):
    """What is asked in a match that asks everything says where an action ends: at the choice of the
    next one."""
    game, chance = cardwright.load(name), Random(3)
    short, long = game.start(seed=3), game.start(seed=3, ask_all=True)
    for _ in range(8):
        while long.decision.count == 1:
            long.apply(0)
        found = set()
        for labels in long.actions():
            walked, chosen = long.clone(), []
            for number, label in enumerate(labels):
                assert number == 0 or walked.decision.kind != "action"
                chosen += [label] if walked.decision.count > 1 else []
                walked.apply(label)
            found.add(tuple(chosen))
        assert set(short.actions()) == found
        answer = chance.choice(short.decision.labels)
        short.apply(answer)
        long.apply(answer)


def test_asking_everything_leads_to_the_same_end(game):
    short = game.start(2, seed=5)
    while not short.over:
        short.apply(0)
    long = game.start(2, seed=5, ask_all=True)
    while not long.over:
        long.apply(0)

    assert long.asks_all and long.clone().asks_all
    assert len(long.choices) > len(short.choices)
    assert long.scores == short.scores
    with pytest.raises(cardwright.SaveError, match="ask_all"):
        long.save()


def test_a_follower_tells_each_event_once():
    for name in ("dream-tricks", "goofspiel"):
        match = cardwright.load(name).start(seed=3)
        followers = {seat: match.follow(seat) for seat in (None, *match.seats)}
        told = {seat: [] for seat in followers}
        while not match.over:
            match.apply(0)
            for seat, follower in followers.items():
                told[seat] += follower.new()
        for seat, events in told.items():
            known = match.log(seat)
            assert [event.id for event in events] == [event.id for event in known]
            assert [event.name for event in events] == [event.name for event in known]


def test_a_follower_says_that_a_match_was_taken_back(game):
    match = game.start(2, seed=5)
    follower = match.follow()
    match.apply(0)
    follower.new()
    match.undo()

    with pytest.raises(ValueError, match="taken back"):
        follower.new()


def test_values_are_plain_data():
    match = cardwright.load("hearts").start(seed=1)

    assert match.value("players") == ["ada", "bo", "cy", "di"]
    assert all(isinstance(card, str) for card in match.value("ada.hand"))
    assert match.value("count(ada.hand) == 13") is True


def test_games_without_ranks_have_scores():
    match = cardwright.load("tic-tac-toe").start()
    assert match.scores == (0, 0)
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        match.apply(cell)

    assert match.scores == (1, -1)
