"""Hold matches in which chance is a player: the same games, with nothing drawn."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import cardwright
from tests.programs.games import SAMPLED

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
