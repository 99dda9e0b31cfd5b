"""Where many cards lie is found out by going through their zone once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from interpreter.walk.equivalence import FEW, Places


class Zone(list):
    """A zone that counts how often it is gone through."""

    gone_through = 0

    def index(self, *words):
        self.gone_through += 1
        return super().index(*words)

    def __iter__(self):
        self.gone_through += 1
        return super().__iter__()


@pytest.mark.parametrize("length", [1, FEW, FEW + 1, 500])
def test_places_are_those_in_the_zone(length):
    zone = Zone(None if n % 7 == 3 else 1_000 - n for n in range(length))
    place_in = Places(SimpleNamespace(zones=[Zone(), zone]))

    assert all(place_in(1, card) == n for n, card in enumerate(list(zone)) if card is not None)


def test_a_long_zone_is_gone_through_once():
    zone = Zone(range(500))
    place_in = Places(SimpleNamespace(zones=[zone]))

    assert [place_in(0, card) for card in range(500)] == list(range(500))
    assert zone.gone_through == 1
