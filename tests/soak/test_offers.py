"""Break what is offered in Res Arcana, or the list it is held against: that must be found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from interpreter.walk.choosing import Choosing
from soak.measure import Broken, Part
from soak.offers import SETTINGS, arranged, compare, table_of
from tests.cards.arcana_payments import ways
from tests.cards.arcana_prices import bags

SLAYER = (0, 1, 1, 0, 1)
"""1 death, 1 elan and 1 gold."""


@pytest.fixture(name="match", scope="module")
def a_match():
    chance = Random(5)
    return next(m for m in (arranged(SETTINGS[1], chance) for _ in range(9)) if m is not None)


@pytest.mark.parametrize("count", [-1, 1])
def test_a_way_more_or_less_is_found(match, count):
    wanted = ways(table_of(match))
    compare(match, wanted, Part())
    wanted[next(way for way in wanted if way[0] == "power 1")] += count

    with pytest.raises(Broken, match=r"offered"):
        compare(match, wanted, Part())


def test_an_action_that_is_not_offered_is_found(match):
    copy = match.clone()
    copy.state.ask = copy.state.ask._replace(options=copy.state.ask.options[1:])

    with pytest.raises(Broken, match="not offered"):
        compare(copy, ways(table_of(match)), Part())


def test_an_option_offered_twice_is_found(match, monkeypatch):
    plain = Choosing.options
    monkeypatch.setattr(
        Choosing, "options", lambda self, *given: (*plain(self, *given), plain(self, *given)[-1])
    )

    with pytest.raises(Broken):
        compare(match.clone(), ways(table_of(match)), Part())


def test_a_discount_is_laid_where_the_payer_likes():
    """Reduced by 1 except gold and by 2 of anything nothing is left; by the first alone, gold."""
    assert bags(SLAYER, 0, ((1, False), (2, True))) == {(0, 0, 0, 0, 0)}
    assert bags(SLAYER, 0, ((1, False),)) == {(0, 1, 0, 0, 1), (0, 0, 1, 0, 1)}
    assert bags((0, 0, 0, 0, 1), 0, ((1, False),)) == {(0, 0, 0, 0, 1)}


def test_what_is_free_of_choice_is_one_way(match):
    assert Counter(ways(table_of(match)).values()).keys() == {1}
