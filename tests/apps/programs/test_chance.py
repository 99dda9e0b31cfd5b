"""Hold matches in which chance is a player: the same games, with nothing drawn."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import cardwright
from tests.apps.programs.games import SAMPLED

LONGEST = 160
"""So many decisions of a match are looked at, those of chance counted."""


def shuffled_anew(match, random):
    """Return a copy in which the undecided cards lie in another order."""
    copy = match.clone()
    st = copy.state.clone()
    for group in set(copy._open.values()):
        cards = [card for card, other in copy._open.items() if other == group]
        (zone,) = {st.places[card] for card in cards}
        lying = st.own_zone(zone)
        spots = [place for place, card in enumerate(lying) if card in copy._open]
        other = [lying[place] for place in spots]
        random.shuffle(other)
        for place, card in zip(spots, other, strict=True):
            lying[place] = card
    copy.state = st
    return copy


def asked(match):
    """Return what is asked now."""
    decision = match.decision
    return decision and (decision.player, decision.kind, decision.labels)


def followed(game, seed, look):
    """Play at random; look at each match before each answer of a player."""
    random = Random(f"{game} {seed}")
    match = cardwright.load(game).start(explicit_chance=True, events=False)
    match.keeps_history = False
    for _ in range(LONGEST):
        decision = match.decision
        if decision is None:
            break
        if decision.player == cardwright.CHANCE:
            assert sum(option.probability for option in decision.options) == 1
            shares = [float(option.probability) for option in decision.options]
            index = random.choices(range(decision.count), shares)[0]
        else:
            index = random.randrange(decision.count)
            look(match, index, random)
        match.apply(index)


@pytest.mark.parametrize("game", SAMPLED)
def test_nothing_rests_on_what_chance_has_not_decided(game):
    def look(match, index, random):
        other, same = shuffled_anew(match, random), match.clone()
        other.apply(index)
        same.apply(index)
        assert asked(other) == asked(same)

    followed(game, 1, look)


def positions(match, share=Fraction(1)):
    """Yield what lies where at the first decision of a player, with its probability."""
    decision = match.decision
    if decision.player != cardwright.CHANCE:
        yield str(match.observe(0)["players"]) + str(match.observe(1)["players"]), share
        return
    for option in decision.options:
        after = match.clone()
        after.apply(option)
        yield from positions(after, share * option.probability)


@pytest.mark.parametrize("game", ["kuhn-poker", "leduc"])
def test_chance_deals_as_the_seeds_do(game):
    rules = cardwright.load(game)
    expected: Counter[str] = Counter()
    for where, share in positions(rules.start(explicit_chance=True, events=False)):
        expected[where] += share
    matches = 3000
    dealt = Counter(
        where
        for seed in range(matches)
        for where, _ in positions(rules.start(seed=seed, events=False))
    )

    assert sum(expected.values()) == 1
    assert dealt.keys() == expected.keys()
    square = sum((dealt[w] - matches * p) ** 2 / (matches * p) for w, p in expected.items())
    assert square < 40  # chi squared, at most 8 degrees of freedom


def test_all_of_kuhn_poker():
    assert counted(cardwright.load("kuhn-poker").start(explicit_chance=True, events=False)) == 58


def counted(match):
    """Return the number of positions from here on."""
    number = 1
    for option in match.decision.options if match.decision else ():
        after = match.clone()
        after.apply(option)
        number += counted(after)
    return number


def test_everything_can_be_taken_back_and_played_again():
    match = cardwright.load("leduc").start(explicit_chance=True)
    digests = [match.digest()]
    while not match.over:
        match.apply(match.decision.options[-1])
        digests.append(match.digest())
    again = cardwright.load("leduc").start(explicit_chance=True)
    for index in match.choices:
        again.apply(index)
    assert again.digest() == match.digest()
    for digest in reversed(digests[:-1]):
        match.undo()
        assert match.digest() == digest

    with pytest.raises(cardwright.UndoRefused):
        match.undo()
    with pytest.raises(cardwright.SaveError, match="choices"):
        match.save()


def test_an_outcome_that_cannot_come_is_refused():
    match = cardwright.load("kuhn-poker").start(explicit_chance=True)

    with pytest.raises(cardwright.NotAnOption, match="`ace`"):
        match.apply("ace")
    with pytest.raises(cardwright.NotAnOption):
        match.apply(["king", "king"])
    assert match.choices == ()


LOOKING = """
id: looking
version: "1"
language: 1
title: {en: Looking}
kinds:
  stone: {attributes: {weight: int}, start: bag, text: {en: stone}}
cards:
- {kind: stone, id: light, weight: 1, name: {en: Light}}
- {kind: stone, id: middling, weight: 2, name: {en: Middling}}
- {kind: stone, id: heavy, weight: 3, name: {en: Heavy}}
players: {count: 2}
zones:
  bag: {of: stone, order: stack, seen-by: nobody, text: {en: bag}}
  player.hand: {of: stone, seen-by: everyone, text: {en: hand}}
setup:
- id: stirring
  do: |
    shuffle bag
    if top(bag).weight == 1, shuffle bag
  text: {en: Stirring}
- id: drawing
  do: move top(bag) to start-player.hand
  text: {en: Drawing}
actions:
  wait: {do: end game, text: {en: wait}}
phases:
- {id: waiting, turns: players, offer: [wait, pass], text: {en: Waiting}}
"""


def test_a_card_is_decided_when_a_rule_asks_which_it_is(tmp_path):
    """Nobody is shown the top card; still whether it is light decides about a second shuffle."""
    (tmp_path / "game.yaml").write_text(LOOKING, "utf-8")
    drawn: Counter[str] = Counter()
    match = cardwright.load(tmp_path).start(explicit_chance=True, events=False)
    for where, share in positions(match):
        drawn[next(stone for stone in ("light", "middling", "heavy") if stone in where)] += share

    shares = {"light": Fraction(1, 9), "middling": Fraction(4, 9), "heavy": Fraction(4, 9)}
    assert drawn == shares


LATE = """
id: late-dice
version: "1"
language: 1
title: Dice that are known late
enums:
  side: [heads, tails]
kinds:
  card: {attributes: {rank: int}, start: pile, text: card}
cards:
- {each: {kind: card}, id: "card-{rank}", rank: 1..3, name: "Card {rank}"}
players:
  count: 2
  state: {score: {is: int = 0, text: score}}
zones:
  pile: {of: card, order: stack, seen-by: nobody}
  row: {of: card, seen-by: everyone}
actions:
  roll:
    do: |
      add 100 to me.score
      choose n from [2, 3, 5] by chance
      choose m from [2, 3, 5] by chance
      add n * m to me.score
  toss:
    do: |
      choose s from every side by chance
      if s == heads, add 1 to me.score
  name-somebody:
    do: |
      choose p from players by chance
      add 1 to p.score
  turn-up: {do: move top(pile) to row, when: pile is not empty}
  finish: {do: end game}
setup: shuffle pile
phases:
- {id: rolling, turns: players, while: true, offer: [roll, toss, name-somebody, turn-up, finish]}
end: {rank: score}
"""


@pytest.fixture
def late(tmp_path):
    (tmp_path / "game.yaml").write_text(LATE, "utf-8")
    return cardwright.load(tmp_path).start(explicit_chance=True)


@pytest.mark.parametrize(
    ("action", "labels"),
    [("roll", ("2", "3", "5")), ("toss", ("heads", "tails")), ("name-somebody", ("ada", "bo")),
     ("turn-up", ("card-1", "card-2", "card-3"))],
)  # fmt: skip
def test_options_of_chance_are_named_by_their_value(late, action, labels):
    late.apply(action)

    assert late.decision.labels == labels
    named = {"card-1": "Card 1", "card-2": "Card 2", "card-3": "Card 3"}
    assert late.decision.texts("en") == [named.get(label, label) for label in labels]
    assert late.decision.options[0].text("en") == late.decision.texts("en")[0]


def test_where_chance_decides_the_match_is_shown_as_it_is_then(late):
    before = late.digest()
    late.apply("roll")

    assert late.value("ada.score") == 100
    assert late.observe(1)["players"][0]["state"] == {"score": 100}
    assert late.digest() != before
    late.undo()
    assert late.value("ada.score") == 0
    assert late.digest() == before


def test_positions_with_other_dice_to_throw_have_other_digests(late):
    digests = {late.digest()}
    for course in (["roll"], ["toss"], ["name-somebody"], ["roll", "2"], ["roll", "3"],
                   ["turn-up"], ["roll", "2", "2"], ["turn-up", "card-2"]):  # fmt: skip
        match = late.clone()
        match.apply(course)
        digests.add(match.digest())

    assert len(digests) == 9
    one, other = late.clone(), late.clone()
    one.apply(["roll", "3"])
    other.apply(["roll", "3"])
    assert one.digest() == other.digest()


@pytest.mark.parametrize("name", ["leduc", "gin-rummy", "worldmonger", "res-arcana", "koi-koi"])
def test_where_chance_decides_everything_can_be_looked_at(name):
    """Whatever the machine was about to do, each card lies in the zone in which it is."""
    match, random, nodes = cardwright.load(name).start(explicit_chance=True), Random(2), 0
    match.keeps_history = False
    for _ in range(120):
        if match.over:
            break
        if match.decision.player == cardwright.CHANCE:
            nodes += 1
            st = match.state
            lying = {c: n for n, zone in enumerate(st.zones) for c in zone if c is not None}
            assert lying == {c: zone for c, zone in enumerate(st.places) if zone >= 0}
            assert sum(map(len, st.zones)) >= len(lying)
            for seat in match.seats:
                assert match.observe(seat)["players"]
            assert len(set(match.decision.labels)) == match.decision.count
            assert len(match.decision.texts("en")) == match.decision.count
            assert match.digest()
        match.apply(random.randrange(match.decision.count))

    assert nodes > 1
