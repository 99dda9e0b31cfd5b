"""What a seat was told of hidden cards: shown, kept with the position, forgotten, agreed with."""

from __future__ import annotations

from collections import Counter

import pytest

import cardwright
from interpreter.lower import ops
from interpreter.observe.determinize import determinize, swap_hidden
from interpreter.observe.observation import observe
from interpreter.trajectory.soundness import Unsound, check_state

RIDDLES = """\
id: riddles
version: "1"
language: 1
title: Riddles
enums: {color: [red, green, blue]}
kinds:
  card: {attributes: {color: color, rank: int}, start: deck}
cards:
- each: {kind: card}
  id: "{color}-{rank}"
  color: every color
  rank: 1..4
players: {count: 2}
state: {limit: int = 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  pile: {of: card, order: stack, seen-by: everyone}
  bag: {of: card, seen-by: nobody}
  player.hand: {of: card, order: row, seen-by: others}
values:
  is-high(card c) -> bool: c.rank > limit
actions:
  tell-color:
    choose: {k: every color}
    do: |
      for each p in opponents:
        for each c in p.hand, reveal c.color == k to p
  count-color:
    choose: {k: every color}
    do: |
      for each p in opponents, reveal count(p.hand where color == k) to p
  tell-sum:
    do: |
      for each p in opponents, reveal sum(p.hand, rank) to p
  tell-any:
    choose: {n: 1..4}
    do: |
      for each p in opponents, reveal any(p.hand, rank == n) to p
  tell-high:
    do: |
      for each p in opponents:
        for each c in p.hand, reveal is-high(c) to p
  tell-ranks:
    do: |
      for each p in opponents:
        for each c in p.hand, reveal c.rank to p
  tell-bag:
    do: reveal count(bag where color == red)
  peek:
    do: if deck is not empty, reveal top(deck).color to me
  raise-limit:
    do: add 1 to limit
  play:
    choose: {c: me.hand}
    do: move c to pile
  draw:
    do: move top(deck) to me.hand
  guess-bag:
    when: count(bag) > 1
    do: |
      for each c in bag, reveal c.color == red to me
      choose c from bag
      reveal c
  put-in-bag:
    do: move top(deck) to bag
  mix:
    do: for each p in players, shuffle p.hand
setup: |
  shuffle deck
  for each p in players, move top(deck, 4) to p.hand
phases:
- id: day
  turns: players
  offer: [tell-color, count-color, tell-sum, tell-any, tell-high, tell-ranks, tell-bag, peek,
    raise-limit, play, draw, put-in-bag, guess-bag, mix]
end: {when: count(pile) == 6, winners: players}
"""


BAG = 2
"""The number of the zone."""


@pytest.fixture(scope="module")
def riddles(tmp_path_factory):
    folder = tmp_path_factory.mktemp("riddles")
    (folder / "game.yaml").write_text(RIDDLES)
    return cardwright.load(folder)


def own_hand(match, seat):
    """Return what a seat is shown of its hand."""
    return observe(match, seat)["players"][seat]["zones"]["hand"]["cards"]


def ids_in_hand(match, seat):
    zone = next(
        number
        for number, family in enumerate(match.state.zone_families)
        if match.machine.program.families[family].key.name == "hand"
        and match.state.zone_owners[number] == seat
    )
    definitions = match.machine.program.game.definitions
    return [definitions[match.state.entity_definitions[e]].id for e in match.state.zones[zone]]


def worlds(match, seat, number=40):
    return [determinize(match, seat, seed) for seed in range(number)]


def is_red(cards):
    return [card.startswith("red-") for card in cards]


# --- "tells a player whether it holds, or what it is" -------------------------------------------


def test_a_seat_is_shown_what_it_was_told_and_others_are_not(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-color"), match.apply("red")
    hand = is_red(ids_in_hand(match, 1))

    assert [card["facts"] for card in own_hand(match, 1)] == [{"color == red": it} for it in hand]
    seen_by_ada = observe(match, 0)["players"][1]["zones"]["hand"]["cards"]
    assert not any("facts" in card for card in seen_by_ada)


def test_a_truth_about_several_cards_stands_beside_the_table(riddles):
    match = riddles.start(2, 1)
    match.apply("count-color"), match.apply("red")

    count = sum(is_red(ids_in_hand(match, 1)))
    assert observe(match, 1)["facts"] == {"count(bo.hand where color == red)": count}
    assert "facts" not in observe(match, 0)


def test_what_is_told_twice_is_known_once(riddles):
    match = riddles.start(2, 1)
    for _ in range(2):
        match.apply("tell-sum")
        match.apply("raise-limit")
    assert len(match.state.facts) == 1


# --- "kept with the position" -------------------------------------------------------------------


def test_facts_are_saved_copied_and_counted_for_the_digest(riddles):
    match = riddles.start(2, 3)
    before = match.digest()
    match.apply("tell-high")

    assert match.clone().state.facts == match.state.facts != ()
    again = riddles.restore(match.save())
    assert again.state.facts == match.state.facts
    assert own_hand(again, 1) == own_hand(match, 1)
    match.undo(agreed=True)
    assert match.digest() == before and match.state.facts == ()


def test_made_up_facts_are_refused(riddles):
    """Of a save that a given seed does not explain every part is looked at."""
    match = riddles.start(2, 3)
    match.apply("tell-high")
    (fact, *_) = match.state.facts
    check_state(match.state, match.machine)
    for wrong in (
        fact._replace(number=0),
        fact._replace(value=7),
        fact._replace(players=4),
        fact._replace(cards=(99,)),
        fact._replace(locals=()),
        fact._replace(state=((10**6, 1),)),
    ):
        match.state.facts = (wrong,)
        with pytest.raises(Unsound):
            check_state(match.state, match.machine)


# --- "forgotten when what it is about changes" --------------------------------------------------


def test_cards_that_are_shuffled_lose_what_was_told_of_them(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-ranks")
    assert all("facts" in card for card in own_hand(match, 1))
    match.apply("mix")
    assert not any("facts" in card for card in own_hand(match, 1))


def test_a_count_is_forgotten_when_a_card_comes(riddles):
    match = riddles.start(2, 1)
    match.apply("count-color"), match.apply("red")
    match.apply("draw")
    assert "facts" not in observe(match, 1)


def test_what_was_told_of_a_card_stays_when_others_go(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-ranks")
    told = [card["facts"] for card in own_hand(match, 1)]
    match.apply("play"), match.apply(0)
    assert [card["facts"] for card in own_hand(match, 1)] == told[1:]


def test_state_that_a_truth_has_read_is_taken_as_it_was(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-high")
    high = [int(card[-1]) > 2 for card in ids_in_hand(match, 1)]
    match.apply("raise-limit")
    for world in worlds(match, 1):
        assert [int(card[-1]) > 2 for card in ids_in_hand(world, 1)] == high


# --- "draw only worlds that agree with all facts" -----------------------------------------------


def test_worlds_differ_in_what_was_not_told_alone(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-color"), match.apply("red")
    hand = is_red(ids_in_hand(match, 1))
    drawn = [tuple(ids_in_hand(world, 1)) for world in worlds(match, 1)]

    assert all(is_red(cards) == hand for cards in drawn)
    assert len(set(drawn)) > 30


def test_what_can_be_is_drawn_evenly(riddles):
    """Of each card nothing is known but its colour: each of that colour is as likely as another."""
    match = riddles.start(2, 1)
    match.apply("tell-color"), match.apply("red")
    place = is_red(ids_in_hand(match, 1)).index(True)
    seen = set(ids_in_hand(match, 0))
    drawn = Counter(ids_in_hand(world, 1)[place] for world in worlds(match, 1, 400))
    free = [card for card in (f"red-{n}" for n in range(1, 5)) if card not in seen]

    assert set(drawn) == set(free)
    assert min(drawn.values()) > 400 / len(free) * 0.6


def known_wrong(match, seat, world):
    """Return what a seat knows that is not so in a world, asked of the world itself."""
    evaluator, program = world.machine.evaluator, world.machine.program
    wrong = []
    for fact in match.state.facts:
        op = program.operations[fact.number]
        assert isinstance(op, ops.Learn)
        st = world.state.clone()
        for place, value in fact.state:
            st.values[place] = value
        if (
            fact.players >> seat & 1
            and evaluator.closure(op.truth)(st, [*fact.locals]) != fact.value
        ):
            wrong.append((op.said, fact.value))
    return wrong


@pytest.mark.parametrize("seed", range(6))
def test_worlds_agree_with_all_that_was_told_whatever_it_is(riddles, seed):
    match = riddles.start(2, seed)
    step = 0
    while not match.over and step < 60:
        step += 1
        choice = (seed + step * step * 7) % len(match.decision.options)
        match.apply(choice)
        for seat in range(2) if step % 6 == 0 and not match.over else ():
            for world in worlds(match, seat, 3):
                assert known_wrong(match, seat, world) == []
                assert observe(world, seat, with_log=False) == observe(match, seat, with_log=False)


def test_another_world_for_tests_agrees_too(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-color"), match.apply("red")
    hand = is_red(ids_in_hand(match, 1))
    others = [swap_hidden(match, 1, seed) for seed in range(20)]

    assert all(other is not None and is_red(ids_in_hand(other, 1)) == hand for other in others)


def test_in_an_imagined_world_others_know_what_is_so_there(riddles):
    match = riddles.start(2, 1)
    match.apply("peek")
    known = {fact.value for world in worlds(match, 1) for fact in world.state.facts}

    assert len(known) == 3  # bo does not know what colour ada was told, so it may be any
    for world in worlds(match, 1, 10):
        (fact,) = world.state.facts
        top = world.state.entity_definitions[world.state.zones[0][0]]
        color = world.machine.program.game.definitions[top].id.partition("-")[0]
        assert ["red", "green", "blue"][fact.value] == color


def test_a_truth_that_everybody_sees_is_nothing_to_note(riddles):
    match = riddles.start(2, 1)
    match.apply("tell-sum")
    assert [fact.players for fact in match.state.facts] == [0b10]
    for action in ("raise-limit", "tell-bag"):
        match.apply(action)
    assert len(match.state.facts) == 1  # the bag is empty: nothing in it is hidden


# --- choosing blindly ---------------------------------------------------------------------------


def test_hidden_cards_of_which_different_things_are_known_are_different_options(riddles):
    """Without a fact two cards in a bag are one option, and chance takes one of them."""
    options = set()
    for seed in range(8):
        match = riddles.start(2, seed)
        for _ in range(2):
            match.apply("put-in-bag")
        definitions = match.machine.program.game.definitions
        lying = [match.state.entity_definitions[card] for card in match.state.zones[BAG]]
        red = is_red([definitions[number].id for number in lying])
        match.apply("guess-bag")
        asked = match.decision.kind == "choose"
        options.add((red[0] == red[1], len(match.decision.labels) if asked else 1))
    assert options == {(True, 1), (False, 2)}
