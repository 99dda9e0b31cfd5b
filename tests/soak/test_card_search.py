"""A hundredth of the many cards that the soak searches: what its queries find there."""

from __future__ import annotations

import pytest

from cardwright.apps.cards.index import from_bytes, to_bytes
from cardwright.apps.cards.query import find
from soak.many_cards import QUERIES, RULES, WORDS, cardbase, cards_in, no_version

SMALLEST = 1
PAIRS = len(WORDS) ** 2
FOUND = {
    "does:draw worth>5": 0,  # all are worth 1 here
    "silver": (2 * len(WORDS) - 1) * len(RULES),  # as the first word or the second
    "sort:-worth show:name,worth kind:spell": PAIRS * len(RULES),
    "reaches:draw first:silver -second:lost": (len(WORDS) - 1) * 2,  # two rules draw
    'does:"gain-points 3" or writes:hand': PAIRS * 3,  # one gains 3, two draw
}


@pytest.fixture(scope="module")
def cards():
    return cardbase(SMALLEST)


def test_the_index_is_the_same_after_it_was_kept(cards):
    assert len(cards.cards) == cards_in(SMALLEST) == PAIRS * len(RULES)
    assert from_bytes(to_bytes(cards.index)) == cards.index


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_finds_what_it_says(cards, query):
    rows = find(query, cards.index, no_version).rows

    assert len(rows) == FOUND.get(query, len(rows))
    assert bool(rows) == bool(FOUND.get(query, 1))
